// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../../src/ILoanBook.sol";
import {LoanLens} from "../../src/LoanLens.sol";
import {LensTest} from "../support/LensTest.sol";

contract LensDashboardTest is LensTest {
    function test_TheLimitsAreAsDocumented() public view {
        uint256[4] memory pages = [lens.MAX_PAGE(), lens.MAX_SCAN(), lens.MAX_SCAN_ADDRESSED(), lens.MAX_ROWS()];
        assertEq(abi.encode(pages), abi.encode(200, 240, 150, 1000));
        assertEq(abi.encode(lens.MAX_PACKED(), lens.MAX_PACK_GAS()), abi.encode(2000, 20_000_000));
        uint256[3] memory others = [lens.DASHBOARD_PAGE(), lens.DASHBOARD_ROWS(), lens.MAX_HISTORY()];
        assertEq(abi.encode(others), abi.encode(8, 100, 100));
    }

    function test_ShowsWhereAndWhenItWasRead() public {
        vm.chainId(11155111);
        vm.roll(500);
        vm.setBlockhash(499, keccak256("the block before"));
        vm.deal(luis, 2 ether);
        uint256 id = _createLoan();
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(luisKey, 7, block.timestamp);
        dollar.permit(luis, address(book), 7, block.timestamp, v, r, s);
        vm.mockCall(address(book), abi.encodeCall(book.claimable, (luis)), abi.encode(7));

        LoanLens.Dashboard memory board = lens.dashboard(book, luis, 0, 0, ALL);
        assertEq(board.chainId, 11155111);
        assertEq(board.blockNumber, 500);
        assertEq(board.timestamp, 1_800_000_000);
        assertEq(board.parentHash, keccak256("the block before"));
        assertEq(board.ethBalance, 2 ether);
        assertEq(board.dollarBalance, FORTUNE + PRINCIPAL);
        assertEq(board.claimable, 7);
        assertEq(board.nextId, 2);
        LoanLens.SigningState memory state;
        (state.chainId, state.blockNumber, state.timestamp) = (11155111, 500, 1_800_000_000);
        (state.ethBalance, state.dollarBalance, state.token) = (2 ether, FORTUNE + PRINCIPAL, address(dollar));
        (state.permitNonce, state.loan) = (1, book.summaryOf(id));
        assertEq(abi.encode(lens.signingState(book, luis, id)), abi.encode(state));
        assertEq(uint8(lens.signingState(book, luis, 0).loan.status), uint8(ILoanBook.Status.None));
        vm.roll(0);
        assertEq(lens.dashboard(book, luis, 0, 0, ALL).parentHash, bytes32(0));
    }

    function test_AnEmptyBookGivesAnEmptyDashboard() public view {
        LoanLens.Dashboard memory expected;
        (expected.chainId, expected.blockNumber, expected.timestamp) = (block.chainid, block.number, block.timestamp);
        (expected.dollarBalance, expected.nextId) = (FORTUNE, 1);
        expected.parentHash = blockhash(block.number - 1);
        assertEq(abi.encode(lens.dashboard(book, luis, ALL, ALL, ALL)), abi.encode(expected));
    }

    /// @dev Every list with an entry that the others do not have. ana, luis and eva have different records.
    function test_EachListHasItsOwn() public {
        uint256 late = _lend(eva, luis);
        _lend(eva, ana);
        skip(1 days);
        vm.prank(ana);
        book.repay(2, 2e6);
        uint256 openOffer = _createOffer();
        uint256 openRequest = _publish(true, ana, address(0), 1, 0);
        uint256 offerForLuis = _createOfferFor(luis);
        uint256 requestForLuis = _publish(true, ana, luis, 1, 0);
        uint256 lent = _lend(luis, ana);
        uint256 asked = _createRequestFor(ana);
        uint256 borrowed = _createRequest();
        _fund(borrowed);
        assertGt(book.recordOf(ana).repaid, book.recordOf(luis).repaid);

        LoanLens.Dashboard memory board = lens.dashboard(book, luis, 10, 10, ALL);
        _assertPage(board.openOffers, _list(openOffer, 0, 0), 0);
        _assertItem(board.openOffers.items[0], ana);
        _assertPage(board.openRequests, _list(openRequest, 0, 0), 0);
        _assertItem(board.openRequests.items[0], ana);
        _assertPage(board.offersFor, _list(offerForLuis, 0, 0), 0);
        _assertPage(board.requestsFor, _list(requestForLuis, 0, 0), 0);
        assertEq(board.offersForLength, 2);
        assertEq(board.requestsForLength, 1);
        assertEq(_ids(board.lent.items), _list(lent, 0, 0));
        assertEq(_ids(board.borrowed.items), _list(late, borrowed, 0));
        assertEq(_ids(board.requested.items), _list(borrowed, asked, 0));

        // Seen by ana, the other person of an open proposal to anyone is its publisher.
        board = lens.dashboard(book, ana, 10, 10, ALL);
        _assertItem(board.openOffers.items[0], ana);
        _assertItem(board.openRequests.items[0], ana);
        _assertPage(board.requestsFor, _list(asked, 0, 0), 0);
        _assertItem(board.requestsFor.items[0], luis);
        assertEq(_ids(board.lent.items), _list(borrowed, offerForLuis, openOffer));
    }

    /// @dev Three equal parts of a loan of 30 days: after ten days and a second the first is overdue.
    function test_APersonIsOverdueByThePlan() public {
        uint256 planned = _publish(false, ana, address(0), 3, 0);
        uint256 forgiven = _publish(false, ana, address(0), 3, 0);
        uint256 whole = _publish(false, eva, address(0), 1, 0);
        _accept(planned);
        _accept(forgiven);
        _accept(whole);
        skip(10 days);
        _assertBorrower(3, 2, 3, 0);
        skip(1);
        _assertBorrower(3, 2, 3, 2);
        _forgive(forgiven);
        _assertBorrower(3, 2, 2, 1);
        _repay(planned, TOTAL / 3 - 1);
        _assertBorrower(3, 2, 2, 1);
        _repay(planned, 1);
        _assertBorrower(3, 2, 2, 0);
        skip(20 days);
        _assertBorrower(3, 2, 2, 2);
        _extendBy(planned, 60 days);
        _assertBorrower(3, 2, 2, 1);
        _repay(whole, TOTAL);
        _assertBorrower(3, 2, 1, 0);
    }

    /// @dev A loan counts from a day after its start, unless it ended before. Others can be made in one block.
    function test_OnlyLoansThatLastedADayCountPeople() public {
        _createLoan();
        skip(1 days - 1);
        _assertBorrower(1, 0, 1, 0);
        _assertLender(ana, 0, 0);
        skip(1);
        _assertBorrower(1, 1, 1, 0);
        _assertLender(ana, 1, 1);
        for (uint256 i; i < 2; ++i) {
            uint256 id = _lend(eva, luis);
            skip(1 days - 1);
            vm.prank(eva);
            if (i == 1) book.forgive(id, luis, 2e6);
            else book.recordPayment(id, luis, 2e6, 0, block.timestamp);
        }
        skip(30 days);
        _assertBorrower(3, 1, 1, 1);
        _assertLender(eva, 0, 0);
        uint256 whole = _lend(eva, luis);
        skip(1 days);
        vm.prank(eva);
        book.forgive(whole, luis, 2e6);
        _assertBorrower(4, 2, 1, 1);
        _assertLender(eva, 1, 1);
        assertEq(lens.personOf(book, luis).record.forgiven, 1);
    }

    /// @dev 41 lenders among the newest hundred. All active loans are examined, also the two of eva behind those.
    function test_LendersAreCountedInTheNewestHundred() public {
        for (uint256 i; i < 101; ++i) {
            address lender = i < 2 ? eva : makeAddr(vm.toString(i % 40));
            deal(address(dollar), lender, FORTUNE);
            vm.prank(lender);
            dollar.approve(address(book), ALL);
            _lend(lender, luis);
            if (i == 1) skip(1 days + 1);
        }
        skip(1 days);
        _assertBorrower(100, 41, 101, 2);
        _lend(ana, luis);
        _assertBorrower(100, 40, 102, 2);
    }

    /// @dev A borrower lends themselves a dollar again and again. Whether these loans count in the record, are forgiven or
    /// repaid at once, they do not hide an overdue one, up to MAX_ROWS. Behind those, fewer are found than there are.
    function test_NewerLoansDoNotHideAnOverdueOne() public {
        _createLoan();
        skip(DURATION + 1);
        for (uint256 i = 1; i < lens.MAX_ROWS(); ++i) {
            uint256 id = _lend(eva, luis);
            if (i % 10 == 0) skip(1 days);
            vm.prank(eva);
            if (i % 20 == 0) book.forgive(id, luis, 2e6);
            else book.recordPayment(id, luis, 2e6, 0, block.timestamp);
            if (i == 99 || i == 100 || i == 250) _assertBorrower(100, i == 99 ? 2 : 1, 1, 1);
        }
        _assertBorrower(100, 1, 1, 1);
        _lend(eva, luis);
        LoanLens.Person memory person = lens.personOf(book, luis);
        assertEq(person.record.taken - person.record.repaid - person.record.forgiven, 2);
        assertEq(person.active, 1);
        assertEq(person.overdue, 0);
    }

    /// @dev Open, cancelled and expired offers were lent to nobody. The newest hundred are examined.
    function test_ALenderIsKnownByTheirBorrowers() public {
        _cancel(_createOfferFor(eva));
        _createOfferFor(eva);
        _createLoan();
        _createLoan();
        vm.prank(eva);
        uint256 request = book.createRequest(ana, _terms(), "", 0);
        vm.prank(ana);
        book.fundRequest(request, eva, _terms());
        skip(1 days);
        _assertLender(ana, 3, 2);
        for (uint256 i; i < 97; ++i) {
            _createOffer();
        }
        uint8[3] memory lent = [3, 2, 1];
        for (uint256 i; i < 3; ++i) {
            _assertLender(ana, lent[i], i == 2 ? 1 : 2);
            _createOffer();
        }
    }

    function _assertLender(address account, uint256 lent, uint256 borrowers) private view {
        LoanLens.Person memory person = lens.personOf(book, account);
        assertEq(person.lent, lent, "lent");
        assertEq(person.borrowers, borrowers, "borrowers");
    }

    /// @dev Of luis.
    function _assertBorrower(uint256 examined, uint256 lenders, uint256 active, uint256 overdue) private view {
        LoanLens.Person memory person = lens.personOf(book, luis);
        assertEq(abi.encode(person.record), abi.encode(book.recordOf(luis)), "record");
        assertEq(person.examined, examined, "examined");
        assertEq(person.lenders, lenders, "lenders");
        assertEq(person.active, active, "active");
        assertEq(person.active, person.record.taken - person.record.repaid - person.record.forgiven, "not all");
        assertEq(person.overdue, overdue, "overdue");
    }
}
