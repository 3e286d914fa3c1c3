// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LoanLens} from "../src/LoanLens.sol";
import {LoanBookTest} from "./LoanBookTest.sol";
import {NaiveLoanBook} from "./reference/NaiveLoanBook.sol";

/// @dev Gas snapshots: each command as a transaction of its own (`isolate`), including the intrinsic gas of 21,000,
/// calldata, cold storage access, refunds and the token's transfer. Every run compares them with `contracts/snapshots`;
/// after an intended change, `npm run contracts -- --update-snapshots` writes them.
///
/// Measured in the steady state: lists are not empty, other offers are open, no balance is zero before or after, and
/// allowances are infinite except with a permit.
/// forge-config: default.isolate = true
contract GasTest is LoanBookTest {
    /// @dev Storage slot of the book's OfferBoard.Board: counters and newest block. The mapping of older blocks is the
    /// next slot.
    bytes32 constant BOARD = bytes32(uint256(1));
    uint256 constant OLDER = 2;

    LoanLens lens = LoanLens(deployCode("LoanLens"));
    NaiveLoanBook naive;
    uint256 open;
    uint256 active;

    function setUp() public override {
        super.setUp();
        naive = NaiveLoanBook(deployCode("NaiveLoanBook", abi.encode(dollar)));
        address[3] memory people = [ana, luis, eva];
        for (uint256 i; i < people.length; ++i) {
            vm.prank(people[i]);
            dollar.approve(address(naive), type(uint256).max);
        }
        // Next come ana's seventh offer and luis' second loan, so that no list copies five ids to a new slot. The offer
        // to be accepted or cancelled lies between others, in the naive book's lists too.
        for (uint256 i; i < 6; ++i) {
            _createOffer();
            _createNaiveOffer();
        }
        (open, active) = (2, 1);
        _accept(active);
        vm.prank(luis);
        naive.acceptOffer(active);
    }

    function _note(uint256 length) private pure returns (string memory) {
        bytes memory note = new bytes(length);
        for (uint256 i; i < length; ++i) {
            note[i] = "a";
        }
        return string(note);
    }

    function _createNaiveOffer() private {
        vm.prank(ana);
        naive.createOffer(PRINCIPAL, DURATION, APR, NOTE);
    }

    function _snapshot(string memory name) private returns (uint256) {
        return vm.snapshotGasLastCall("LoanBook", name);
    }

    function _snapshotNaive(string memory name) private returns (uint256) {
        return vm.snapshotGasLastCall("NaiveLoanBook", name);
    }

    function _assertShare(uint256 gas, uint256 naiveGas, uint256 percent) private pure {
        assertLe(gas * 100, naiveGas * percent, "dearer beside the naive book than it may be");
    }

    // ── Beside the naive book ────────────────────────────────────────────────────────────────────────────────────

    function test_CreateOffer() public {
        _createOffer();
        uint256 gas = _snapshot("createOffer, 24-byte note");
        _createNaiveOffer();
        _assertShare(gas, _snapshotNaive("createOffer, 24-byte note"), 42);
    }

    function test_AcceptOffer() public {
        _accept(open);
        uint256 gas = _snapshot("acceptOffer, not the borrower's first");
        vm.prank(luis);
        naive.acceptOffer(open);
        _assertShare(gas, _snapshotNaive("acceptOffer"), 46);
    }

    function test_Repay() public {
        _repay(active, TOTAL);
        uint256 gas = _snapshot("repay, in full");
        vm.prank(luis);
        naive.repay(active, TOTAL);
        _assertShare(gas, _snapshotNaive("repay, in full"), 74);
    }

    function test_RepayInParts() public {
        _repay(active, 100e6);
        _snapshot("repay, first part");
        _repay(active, 100e6);
        _snapshot("repay, another part");
        _repay(active, TOTAL - 200e6);
        _snapshot("repay, the rest");

        vm.startPrank(luis);
        naive.repay(active, 100e6);
        _snapshotNaive("repay, first part");
        naive.repay(active, 100e6);
        _snapshotNaive("repay, another part");
        naive.repay(active, TOTAL - 200e6);
        _snapshotNaive("repay, the rest");
    }

    function test_CancelOffer() public {
        _cancel(open);
        uint256 gas = _snapshot("cancelOffer");
        vm.prank(ana);
        naive.cancelOffer(open);
        _assertShare(gas, _snapshotNaive("cancelOffer"), 78);
    }

    /// @dev Create, accept and repay in full. The goal was 0.65 of the cheapest peer: 253,000.
    function test_Life() public {
        _createOffer();
        uint256 gas = vm.lastCallGas().gasTotalUsed;
        _accept(open);
        gas += vm.lastCallGas().gasTotalUsed;
        _repay(open, TOTAL);
        gas += vm.lastCallGas().gasTotalUsed;
        vm.snapshotValue("LoanBook", "life", gas);
        assertLe(gas, 242_000);

        _createNaiveOffer();
        uint256 naiveGas = vm.lastCallGas().gasTotalUsed;
        vm.startPrank(luis);
        naive.acceptOffer(open);
        naiveGas += vm.lastCallGas().gasTotalUsed;
        naive.repay(open, TOTAL);
        naiveGas += vm.lastCallGas().gasTotalUsed;
        vm.snapshotValue("NaiveLoanBook", "life", naiveGas);
    }

    // ── What only this book does, and what it costs at its dearest ───────────────────────────────────────────────

    function test_CreateOfferFor() public {
        uint256 first = _createOfferFor(luis);
        uint256 second = _createOfferFor(luis);
        _snapshot("createOfferFor");
        _accept(first);
        _snapshot("acceptOffer, addressed");
        _cancel(second);
        _snapshot("cancelOffer, addressed");
    }

    function test_CreateOfferWithPermit() public {
        _withdrawAllowance(ana);
        uint256 deadline = block.timestamp + 1 hours;
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(anaKey, PRINCIPAL, deadline);
        vm.prank(ana);
        book.createOfferWithPermit(address(0), PRINCIPAL, DURATION, APR, NOTE, deadline, v, r, s);
        _snapshot("createOfferWithPermit");
    }

    function test_RepayWithPermit() public {
        _withdrawAllowance(luis);
        uint256 deadline = block.timestamp + 1 hours;
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(luisKey, TOTAL, deadline);
        vm.prank(luis);
        book.repayWithPermit(active, TOTAL, deadline, v, r, s);
        _snapshot("repayWithPermit, in full");
    }

    function test_CreateOfferWithOtherNotes() public {
        vm.startPrank(ana);
        book.createOffer(PRINCIPAL, DURATION, APR, "");
        _snapshot("createOffer, no note");
        book.createOffer(PRINCIPAL, DURATION, APR, _note(100));
        _snapshot("createOffer, 100-byte note");
        book.createOffer(PRINCIPAL, DURATION, APR, _note(280));
        _snapshot("createOffer, 280-byte note");
        book.createOffer(PRINCIPAL, DURATION, APR, NOTE);
        _snapshot("createOffer, 24-byte note, every fifth of a lender");
    }

    function test_AcceptTheFirstLoan() public {
        vm.prank(eva);
        book.acceptOffer(open);
        _snapshot("acceptOffer, the borrower's first");
    }

    function test_AnOfferOlderThanTheNewestWord() public {
        for (uint256 i; i < 192; ++i) {
            _createOffer();
        }
        _accept(open);
        _snapshot("acceptOffer, older than 192 others");
        _cancel(open + 1);
        _snapshot("cancelOffer, older than 192 others");
    }

    // ── The dashboard ────────────────────────────────────────────────────────────────────────────────────────────

    function test_DashboardOfASmallBook() public {
        _createLoansOfLuis();
        _createOffersOfTen();

        _assertDashboard("dashboard, 100 offers, 25 + 25 loans", 2_600_000);
    }

    function test_DashboardOfAHundredThousandOpenOffers() public {
        _createLoansOfLuis();
        _turnBoardTo(522, type(uint192).max);
        _createOffersOfTen();
        assertGe(book.openOffersLength(), 100_000);

        _assertDashboard("dashboard, 100,000 open offers", 4_200_000);
    }

    /// @dev All blocks between the page and the newest one are empty, and have to be skipped.
    function test_DashboardBehindAHundredThousandClosedOffers() public {
        _createOffersOfTen();
        _createLoansOfLuis();
        _turnBoardTo(522, 0);
        assertLt(book.openOffersLength(), 120);

        _assertDashboard("dashboard, behind 100,000 closed offers", 4_200_000);
    }

    /// @dev luis is the lender of 25 loans and the borrower of 25 others.
    function _createLoansOfLuis() private {
        for (uint256 i; i < 25; ++i) {
            vm.prank(luis);
            uint256 id = book.createOffer(PRINCIPAL, DURATION, APR, NOTE);
            vm.prank(ana);
            book.acceptOffer(id);
            _createLoan();
        }
    }

    /// @dev 100 offers by ten lenders in turn.
    function _createOffersOfTen() private {
        for (uint256 i; i < 100; ++i) {
            address lender = makeAddr(vm.toString(i % 10));
            _enrich(lender);
            vm.prank(lender);
            book.createOffer(PRINCIPAL, DURATION, APR, NOTE);
        }
    }

    /// @dev Writes the bitmap's storage as if offers had been published up to block `index`, which is empty; the blocks
    /// before it get `bits`. Publishing 522 blocks of offers, which are 100,224, would take minutes.
    function _turnBoardTo(uint256 index, uint192 bits) private {
        uint256 word = uint256(vm.load(address(book), BOARD));
        (uint256 lastId, uint256 length, uint256 newest) = (uint32(word), uint32(word >> 32), word >> 64);
        vm.store(address(book), keccak256(abi.encode(lastId / 192, OLDER)), bytes32(newest));
        for (uint256 i = lastId / 192 + 1; i < index; ++i) {
            vm.store(address(book), keccak256(abi.encode(i, OLDER)), bytes32(uint256(bits)));
            length += bits == 0 ? 0 : 192;
        }
        vm.store(address(book), BOARD, bytes32((index * 192) | (length << 32)));
        assertEq(book.nextId(), index * 192 + 1);
        assertEq(book.openOffersLength(), length);
        assertEq(book.getOpenOfferIds(0, type(uint256).max).length, length);
    }

    function _assertDashboard(string memory name, uint256 most) private {
        LoanLens.Dashboard memory board = lens.dashboard(book, luis, 0, 100);
        uint256 gas = vm.lastCallGas().gasTotalUsed;
        vm.snapshotValue("LoanLens", name, gas);
        assertLe(gas, most);
        assertEq(board.openOffers.length, 100);
        assertEq(board.openOffers[99].loan.comment, NOTE);
        assertEq(board.lent.length, 25);
        assertEq(board.borrowed.length, 25);
    }
}
