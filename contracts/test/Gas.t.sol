// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanLens} from "../src/LoanLens.sol";
import {BookStorage} from "./support/BookStorage.sol";

/// @dev Gas snapshots: each command as a transaction of its own (`isolate`), including the intrinsic gas of 21,000,
/// calldata, cold storage access, refunds and the token's transfer. Every run compares them with `contracts/snapshots`;
/// after an intended change, `npm run contracts -- --update-snapshots` writes them. EDR runs these tests without
/// EIP-8037, so the figures of commands are those under Osaka's rules. contracts/gas.ts measures both.
///
/// Unless the name says otherwise, measured in the steady state: lists are not empty and do not copy four ids to a new
/// slot, other offers are open, no balance is zero before or after, nobody's permit is their first, and allowances are
/// infinite except with a permit.
/// forge-config: default.isolate = true
contract GasTest is BookStorage {
    LoanLens lens = LoanLens(deployCode("LoanLens"));
    uint256 open;
    uint256 active;

    function setUp() public override {
        super.setUp();
        // Next come ana's fifth offer and luis' second loan. The offer to be accepted or cancelled lies between others.
        for (uint256 i; i < 4; ++i) {
            _createOffer();
        }
        (open, active) = (2, 1);
        _accept(active);
    }

    // ── A loan's life, step by step ──────────────────────────────────────────────────────────────────────────────

    function test_CreateOffer() public {
        _createOffer();
        _snapshot("createOffer");
    }

    function test_AcceptOffer() public {
        _accept(open);
        _snapshot("acceptOffer");
    }

    function test_Repay() public {
        _repay(active, TOTAL);
        _snapshot("repay, in full");
    }

    function test_RepayInParts() public {
        _repay(active, 100e6);
        _snapshot("repay, first part");
        _repay(active, 100e6);
        _snapshot("repay, another part");
        _repay(active, TOTAL - 200e6);
        _snapshot("repay, the rest");
    }

    function test_CancelOffer() public {
        _cancel(open);
        assertLe(_snapshot("cancelOffer"), 54_500);
    }

    // ── Whole lives ──────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev Create, accept and repay in full. The goal was 0.65 of the cheapest peer's 389,761, which is 253,345.
    function test_Life() public {
        _createOffer();
        uint256 gas = _lastGas();
        _accept(open);
        gas += _lastGas();
        _repay(open, TOTAL);
        gas += _lastGas();
        vm.snapshotValue("LoanBook", "life", gas);
        assertLe(gas, 240_500);
    }

    function test_FullerLife() public {
        ILoanBook.Terms memory terms = ILoanBook.Terms(PRINCIPAL, DURATION, APR, 3);
        vm.prank(ana);
        uint256 id = book.createOfferFor(address(0), terms, NOTE, 30);
        uint256 gas = _snapshot("createOfferFor, anyone, 3 instalments, 30 days");
        vm.prank(luis);
        book.acceptOfferWithTerms(id, ana, terms);
        gas += _snapshot("acceptOfferWithTerms");
        _repay(id, TOTAL);
        gas += _snapshot("repay, in full, 3 instalments, 30 days");
        vm.snapshotValue("LoanBook", "life, terms bound, 3 instalments, 30 days", gas);
        assertLe(gas, 247_500);
    }

    function test_LifeOfARequest() public {
        _createRequest();
        uint256 id = _createRequest();
        uint256 gas = _snapshot("createRequest");
        _fund(id);
        gas += _snapshot("fundRequest");
        _repay(id, TOTAL);
        gas += _lastGas();
        vm.snapshotValue("LoanBook", "life of a request", gas);
        assertLe(gas, 239_500);
    }

    /// @dev What the app sends for two people who have drawn dollars once, and done nothing else.
    function test_LifeOfTwoNewcomers() public {
        (address nora, uint256 noraKey) = _newcomer("nora");
        (address omar, uint256 omarKey) = _newcomer("omar");
        uint256 deadline = block.timestamp + 1 hours;

        (uint8 v, bytes32 r, bytes32 s) = _signPermit(noraKey, PRINCIPAL, deadline);
        vm.prank(nora);
        uint256 id = book.createOfferWithPermit(address(0), _terms(), NOTE, 30, deadline, v, r, s);
        uint256 gas = _snapshot("createOfferWithPermit, a newcomer's");
        vm.prank(omar);
        book.acceptOfferWithTerms(id, nora, _terms());
        gas += _snapshot("acceptOfferWithTerms, a newcomer's");
        (v, r, s) = _signPermit(omarKey, TOTAL, deadline);
        vm.prank(omar);
        book.repayWithPermit(id, nora, omar, TOTAL, deadline, v, r, s);
        gas += _snapshot("repayWithPermit, in full, a newcomer's");
        vm.snapshotValue("LoanBook", "life of two newcomers, with permits", gas);
        assertLe(gas, 342_500);
    }

    // ── What only this book does ─────────────────────────────────────────────────────────────────────────────────

    function test_CreateOfferFor() public {
        uint256 first = _createOfferFor(luis);
        _snapshot("createOfferFor, the first for a borrower");
        uint256 second = _createOfferFor(luis);
        _snapshot("createOfferFor");
        _accept(first);
        _snapshot("acceptOffer, addressed");
        _cancel(second);
        _snapshot("cancelOffer, addressed");
    }

    function test_CreateOfferWithPermit() public {
        (uint256 deadline, uint8 v, bytes32 r, bytes32 s) = _prepareSecondPermit(ana, anaKey, PRINCIPAL);
        vm.prank(ana);
        book.createOfferWithPermit(address(0), _terms(), NOTE, 0, deadline, v, r, s);
        _snapshot("createOfferWithPermit");
    }

    function test_RepayWithPermit() public {
        (uint256 deadline, uint8 v, bytes32 r, bytes32 s) = _prepareSecondPermit(luis, luisKey, TOTAL);
        vm.prank(luis);
        book.repayWithPermit(active, ana, luis, TOTAL, deadline, v, r, s);
        _snapshot("repayWithPermit, in full");
    }

    function test_FundRequestWithPermit() public {
        _createRequest();
        uint256 id = _createRequest();
        (uint256 deadline, uint8 v, bytes32 r, bytes32 s) = _prepareSecondPermit(ana, anaKey, PRINCIPAL);
        vm.prank(ana);
        book.fundRequestWithPermit(id, luis, _terms(), deadline, v, r, s);
        _snapshot("fundRequestWithPermit");
    }

    /// @dev Against createRequest and fundRequestWithPermit, which two people pay.
    function test_FundSignedWithPermit() public {
        ILoanBook.SignedRequest memory request = _signedRequest(7);
        bytes memory signature = _signRequest(luisKey, request);
        (uint256 deadline, uint8 v, bytes32 r, bytes32 s) = _prepareSecondPermit(ana, anaKey, PRINCIPAL);
        vm.prank(ana);
        book.fundSignedWithPermit(request, signature, deadline, v, r, s);
        assertLe(_snapshot("fundSignedWithPermit"), 190_000);
    }

    function test_FundSigned() public {
        ILoanBook.SignedRequest memory request = _signedRequest(7);
        bytes memory signature = _signRequest(luisKey, request);
        vm.prank(ana);
        book.fundSigned(request, signature);
        _snapshot("fundSigned");
        vm.prank(luis);
        book.voidSigned(8);
        _snapshot("voidSigned");
    }

    function test_RepaySigned() public {
        ILoanBook.SignedPayment memory payment = _signedPayment(active, 100e6, 7);
        bytes memory signature = _signPayment(luisKey, payment);
        vm.prank(ana);
        book.repaySigned(payment, signature);
        _snapshot("repaySigned, first part");
        payment = _signedPayment(active, TOTAL - 100e6, 8);
        signature = _signPayment(luisKey, payment);
        vm.prank(ana);
        book.repaySigned(payment, signature);
        _snapshot("repaySigned, the rest");
    }

    function test_RequestFor() public {
        uint256 first = _createRequestFor(ana);
        uint256 second = _createRequestFor(ana);
        _snapshot("createRequest, addressed");
        _fund(first);
        _snapshot("fundRequest, addressed");
        vm.prank(luis);
        book.cancelRequest(second);
        _snapshot("cancelRequest, addressed");
    }

    function test_CancelRequest() public {
        uint256 id = _createRequest();
        _createRequest();
        vm.prank(luis);
        book.cancelRequest(id);
        _snapshot("cancelRequest");
    }

    function test_RecordPayment() public {
        vm.startPrank(ana);
        book.recordPayment(active, luis, 100e6, 0);
        _snapshot("recordPayment, first part");
        book.recordPayment(active, luis, 100e6, 100e6);
        _snapshot("recordPayment, another part");
        book.recordPayment(active, luis, TOTAL, 200e6);
        _snapshot("recordPayment, the rest");
    }

    function test_RecordPaymentInFull() public {
        vm.prank(ana);
        book.recordPayment(active, luis, TOTAL, 0);
        _snapshot("recordPayment, in full");
    }

    function test_RepayForAnother() public {
        vm.prank(eva);
        book.repay(active, TOTAL);
        _snapshot("repay, in full, by a third person");
    }

    function test_Extend() public {
        uint256 dueTs = book.summaryOf(active).dueTs;
        vm.startPrank(ana);
        book.extend(active, luis, dueTs + 7 days);
        _snapshot("extend, the first time");
        book.extend(active, luis, dueTs + 14 days);
        _snapshot("extend, again");
    }

    function test_Forgive() public {
        vm.prank(ana);
        book.forgive(active, luis, TOTAL);
        _snapshot("forgive");
    }

    function test_WithdrawTo() public {
        _holdAPayment(PRINCIPAL);
        vm.prank(ana);
        book.withdraw();
        _snapshot("withdraw");

        _holdAPayment(TOTAL);
        vm.prank(ana);
        book.withdrawTo(eva);
        _snapshot("withdrawTo");
    }

    function test_OtherNotes() public {
        vm.startPrank(ana);
        book.createOffer(PRINCIPAL, DURATION, APR, "");
        _snapshot("createOffer, no note");
        book.createOffer(PRINCIPAL, DURATION, APR, _note(100));
        _snapshot("createOffer, 100-byte note");
        book.createOffer(PRINCIPAL, DURATION, APR, _note(280));
        _snapshot("createOffer, 280-byte note");
    }

    // ── First times, and the dearest ─────────────────────────────────────────────────────────────────────────────

    function test_FirstTimes() public {
        vm.prank(eva);
        uint256 id = book.createOffer(PRINCIPAL, DURATION, APR, NOTE);
        _snapshot("createOffer, a lender's first");
        _accept(id);
        vm.prank(eva);
        book.acceptOffer(open);
        _snapshot("acceptOffer, a borrower's first");
        vm.prank(eva);
        book.createRequest(address(0), _terms(), NOTE, 0);
        _snapshot("createRequest, a borrower's first");
    }

    function test_FundTheFirstLoanOfBoth() public {
        (address nora, ) = _newcomer("nora");
        (address omar, ) = _newcomer("omar");
        _createRequest();
        vm.prank(omar);
        uint256 id = book.createRequest(address(0), _terms(), NOTE, 0);
        vm.startPrank(nora);
        dollar.approve(address(book), type(uint256).max);
        book.fundRequest(id, omar, _terms());
        _snapshot("fundRequest, the first of both");
    }

    function test_EveryFourthId() public {
        for (uint256 i; i < 3; ++i) {
            _createOffer();
        }
        _createOffer();
        _snapshot("createOffer, every fourth of a lender");
        _accept(open);
        _accept(open + 1);
        _accept(open + 2);
        _snapshot("acceptOffer, every fourth of a borrower");
        for (uint256 i; i < 4; ++i) {
            _createRequest();
        }
        _snapshot("createRequest, every fourth of a borrower");
    }

    function test_FundWhereBothListsCopyFour() public {
        _accept(open);
        _accept(open + 1);
        for (uint256 i; i < 3; ++i) {
            _createOffer();
        }
        _createRequest();
        _fund(_createRequest());
        _snapshot("fundRequest, every fourth of both");
    }

    function test_Every80thId() public {
        _publishUpTo(79);
        _createOffer();
        _snapshot("createOffer, every 20,480th id");
        _publishUpTo(159);
        _createOffer();
        _snapshot("createOffer, every 80th id");
        _publishUpTo(239);
        _createRequest();
        _snapshot("createRequest, every 80th id, a borrower's first");
    }

    /// @dev A lender's every fourth, in a new block, after one with offers and requests that fills both charts anew.
    function test_TheDearestOffer() public {
        for (uint256 i; i < 3; ++i) {
            _createOffer();
        }
        _createRequest();
        _publishUpTo(79);
        _createOffer();
        _snapshot("createOffer, the dearest");
    }

    function test_AnOfferOfAnOlderBlock() public {
        _publishUpTo(80);
        _accept(open);
        _snapshot("acceptOffer, of an older block");
        _cancel(open + 1);
        _snapshot("cancelOffer, of an older block");
    }

    function test_TheLastOfferOfAnOlderBlock() public {
        _skipUpTo(200);
        _cancel(open);
        _cancel(open + 1);
        uint256 state = vm.snapshotState();
        _accept(open + 2);
        _snapshot("acceptOffer, the last of an older block");
        assertTrue(vm.revertToState(state));
        _cancel(open + 2);
        _snapshot("cancelOffer, the last of an older block");
    }

    function test_TheLastRequestOfAnOlderBlock() public {
        uint256 id = _createRequest();
        _skipUpTo(200);
        uint256 state = vm.snapshotState();
        _fund(id);
        _snapshot("fundRequest, the last of an older block");
        assertTrue(vm.revertToState(state));
        vm.prank(luis);
        book.cancelRequest(id);
        _snapshot("cancelRequest, the last of an older block");
    }

    // ── The dashboard ────────────────────────────────────────────────────────────────────────────────────────────

    function test_DashboardOfASmallBook() public {
        _createLoansOfLuis(25);
        _createOffersOfAHundred();

        _assertDashboard("dashboard, 100 offers, 25 + 25 loans", 100, 0, 25, 3_000_000);
    }

    function test_DashboardWithRequests() public {
        _createLoansOfLuis(25);
        _createOffersOfAHundred();
        _createRequestsOfAHundred();

        _assertDashboard("dashboard, 100 offers, 100 requests, 25 + 25 loans", 100, 100, 25, 5_000_000);
    }

    function test_DashboardOfAThousandLoans() public {
        _createThousandLoansOfLuis();

        _assertDashboard("dashboard, 1,000 loans", 0, 0, 1000, 2_000_000);
    }

    function test_DashboardOfAHundredThousandOpenOffers() public {
        _createLoansOfLuis(25);
        _turnBoardTo(1252, uint160(OFFERS));
        _createOffersOfAHundred();
        assertGe(book.openOffersLength(), 100_000);

        _assertDashboard("dashboard, 100,000 open offers", 100, 0, 25, 3_000_000);
    }

    /// @dev The dearest case of the board: the page is full only after all of it was skipped.
    function test_DashboardBehindAHundredMillionClosedIds() public {
        _createLoansOfLuis(25);
        _createOffersOfAHundred();
        _createRequestsOfAHundred();
        _turnBoardTo(1_250_000, 0);

        uint256 offers = _readDashboard(100, 0, 25);
        vm.snapshotValue("LoanLens", "dashboard, 100 offers, behind 100,000,000 closed ids", offers);
        uint256 both = _readDashboard(100, 100, 25);
        vm.snapshotValue("LoanLens", "dashboard, 100 offers, 100 requests, behind 100,000,000 closed ids", both);
        assertLe(both, 30_000_000);
    }

    /// @dev Once all that is open was found, what was closed before it does not matter.
    function test_DashboardAboveAHundredMillionClosedIds() public {
        for (uint256 i = open; i <= 4; ++i) {
            _cancel(i);
        }
        _createLoansOfLuis(25);
        _turnBoardTo(1_250_000, 0);
        _createOffersOfAHundred();
        _createRequestsOfAHundred();

        uint256 gas = _readDashboard(100, 100, 25);
        vm.snapshotValue("LoanLens", "dashboard, 100 offers, 100 requests, above 100,000,000 closed ids", gas);
        assertLe(gas, 5_000_000);
    }

    /// @dev luis is the lender of `lent` loans and the borrower of 25 others, of which setUp made one.
    function _createLoansOfLuis(uint256 lent) private {
        for (uint256 i; i < lent; ++i) {
            vm.prank(luis);
            uint256 id = book.createOffer(PRINCIPAL, DURATION, APR, NOTE);
            vm.prank(ana);
            book.acceptOffer(id);
            if (i != 0 && i < 25) _createLoan();
        }
    }

    /// @dev Small ones: luis has no million to lend.
    function _createThousandLoansOfLuis() private {
        for (uint256 i; i < 1000; ++i) {
            vm.prank(luis);
            uint256 id = book.createOfferFor(ana, ILoanBook.Terms(1e6, DURATION, APR, 1), NOTE, 0);
            vm.prank(ana);
            book.acceptOffer(id);
        }
    }

    /// @dev 100 offers of different lenders.
    function _createOffersOfAHundred() private {
        for (uint256 i; i < 100; ++i) {
            address lender = makeAddr(vm.toString(i));
            _enrich(lender);
            vm.prank(lender);
            book.createOffer(PRINCIPAL, DURATION, APR, NOTE);
        }
    }

    /// @dev 100 requests of different borrowers.
    function _createRequestsOfAHundred() private {
        for (uint256 i; i < 100; ++i) {
            vm.prank(makeAddr(vm.toString(1000 + i)));
            book.createRequest(address(0), _terms(), NOTE, 0);
        }
    }

    /// @dev Measures the dashboard, and once more behind 100,000 closed ids: all blocks between the page and the newest
    /// one are empty then, and have to be skipped.
    function _assertDashboard(
        string memory name,
        uint256 offers,
        uint256 requests,
        uint256 lent,
        uint256 most
    ) private {
        uint256 gas = _readDashboard(offers, requests, lent);
        vm.snapshotValue("LoanLens", name, gas);
        assertLe(gas, most);

        _turnBoardTo(book.nextId() / BLOCK + 1252, 0);
        uint256 behind = _readDashboard(offers, requests, lent);
        vm.snapshotValue("LoanLens", string.concat(name, ", behind 100,000 closed ids"), behind);
        assertLe(behind * 10, gas * 12);
    }

    function _readDashboard(uint256 offers, uint256 requests, uint256 lent) private view returns (uint256 gas) {
        LoanLens.Dashboard memory board = lens.dashboard(book, luis, offers, requests, type(uint256).max);
        gas = _lastGas();
        assertEq(board.openOffers.items.length, offers);
        if (offers != 0) assertEq(board.openOffers.items[offers - 1].comment, NOTE);
        assertEq(board.openRequests.items.length, requests);
        assertEq(board.lent.length, lent);
        assertEq(board.lent.rows.length, lent == 25 ? 25 : 100);
        assertEq(board.borrowed.rows.length, lent == 25 ? 25 : 1);
    }

    // ── Internal ─────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev Publishes offers of eva until this id.
    function _publishUpTo(uint256 id) private {
        vm.startPrank(eva);
        while (book.nextId() <= id) book.createOffer(1e6, DURATION, APR, "");
        vm.stopPrank();
    }

    /// @dev Publishes offers that have no bit until this id.
    function _skipUpTo(uint256 id) private {
        vm.startPrank(eva);
        while (book.nextId() <= id) book.createOfferFor(luis, _terms(), "", 0);
        vm.stopPrank();
    }

    function _newcomer(string memory name) private returns (address person, uint256 key) {
        (person, key) = makeAddrAndKey(name);
        vm.prank(person);
        dollar.faucet();
    }

    /// @dev The signature of a permit, for somebody without an allowance who has used a permit before.
    function _prepareSecondPermit(
        address person,
        uint256 key,
        uint256 value
    ) private returns (uint256 deadline, uint8 v, bytes32 r, bytes32 s) {
        deadline = block.timestamp + 1 hours;
        (v, r, s) = _signPermit(key, 0, deadline);
        dollar.permit(person, address(book), 0, deadline, v, r, s);
        (v, r, s) = _signPermit(key, value, deadline);
    }

    /// @dev luis pays while the token refuses ana.
    function _holdAPayment(uint256 amount) private {
        uint256 id = _createLoan();
        vm.mockCallRevert(address(dollar), abi.encodeCall(dollar.transferFrom, (luis, ana, amount)), "");
        _repay(id, amount);
        vm.clearMockedCalls();
        assertEq(book.claimable(ana), amount);
    }

    function _note(uint256 length) private pure returns (string memory) {
        bytes memory note = new bytes(length);
        for (uint256 i; i < length; ++i) {
            note[i] = "a";
        }
        return string(note);
    }

    function _lastGas() private view returns (uint256) {
        return vm.lastCallGas().gasTotalUsed;
    }

    function _snapshot(string memory name) private returns (uint256) {
        return vm.snapshotGasLastCall("LoanBook", name);
    }
}
