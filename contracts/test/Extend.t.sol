// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

contract ExtendTest is LoanBookTest {
    uint256 constant MAX = type(uint32).max;

    function _extend(uint256 id, uint256 extraTime) private {
        vm.prank(ana);
        book.extend(id, extraTime);
    }

    function test_TheLenderGivesMoreTime() public {
        uint256 id = _createLoan();
        ILoanBook.Summary memory loan = _expectOffer();
        _expectTaken(loan);

        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.Extended(id, 1_802_592_000 + 10 days);
        _extend(id, 10 days);

        _assertEmitted(1, 0);
        // The term stays as agreed, and with it the interest.
        loan.dueTs = 1_802_592_000 + 10 days;
        _assertLoan(id, loan, NOTE);
        assertEq(book.owed(id), TOTAL);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL);
    }

    function test_MoreTimeAddsUp() public {
        uint256 id = _createLoan();
        uint256 dueTs = book.getOffer(id).dueTs;
        _extend(id, 1);
        assertEq(book.getOffer(id).dueTs, dueTs + 1);
        vm.expectEmit(address(book));
        emit ILoanBook.Extended(id, dueTs + 1 + 7 days);
        _extend(id, 7 days);
        assertEq(book.getOffer(id).dueTs, dueTs + 1 + 7 days);
    }

    /// @dev All extra time together has the same limit as a term.
    function test_MoreTimeEndsAtTheLimit() public {
        uint256 id = _createLoan();
        uint256 dueTs = book.getOffer(id).dueTs;
        _extend(id, MAX - 1);
        _refuse(id, 2, MAX + 1);
        _extend(id, 1);
        assertEq(book.getOffer(id).dueTs, dueTs + MAX);
        _refuse(id, 1, MAX + 1);
        _refuse(id, type(uint256).max, type(uint256).max);
        assertEq(book.getOffer(id).dueTs, dueTs + MAX);
    }

    function test_TheLongestTermCanBeExtendedByAsMuch() public {
        vm.warp(type(uint32).max);
        vm.prank(ana);
        uint256 id = book.createOffer(PRINCIPAL, MAX, APR, NOTE);
        _accept(id);
        _extend(id, MAX);

        assertEq(book.getOffer(id).dueTs, 3 * MAX);
        vm.warp(3 * MAX);
        _repay(id, type(uint256).max);
        _assertRecord(luis, 1, 1, 0);
        assertEq(book.getOffer(id).dueTs, 3 * MAX);
    }

    function testFuzz_TheDueMomentMoves(uint32 first, uint32 second, uint256 paid) public {
        first = uint32(bound(first, 1, MAX - 1));
        second = uint32(bound(second, 1, MAX - first));
        paid = bound(paid, 1, TOTAL - 1);
        uint256 id = _createLoan();
        uint256 dueTs = book.getOffer(id).dueTs;

        _extend(id, first);
        _repay(id, paid);
        _extend(id, second);

        assertEq(book.getOffer(id).dueTs, dueTs + first + second);
        assertEq(book.getOffer(id).repaid, paid);
        assertEq(book.owed(id), TOTAL - paid);
    }

    function test_PaymentsAndMoreTimeDoNotDisturbEachOther() public {
        uint256 id = _createLoan();
        ILoanBook.Summary memory loan = _expectOffer();
        _expectTaken(loan);
        _repay(id, 100e6);
        _extend(id, 1 days);
        (loan.dueTs, loan.repaid, loan.owed) = (loan.dueTs + 1 days, 100e6, TOTAL - 100e6);
        _assertLoan(id, loan, NOTE);

        _repay(id, 50e6);
        (loan.repaid, loan.owed) = (150e6, TOTAL - 150e6);
        _assertLoan(id, loan, NOTE);

        _repay(id, TOTAL);
        (loan.status, loan.repaid, loan.owed) = (ILoanBook.Status.Repaid, TOTAL, 0);
        _assertLoan(id, loan, NOTE);
    }

    function test_TheNewDueMomentDecidesWhatIsLate() public {
        uint256 onTime = _createLoan();
        uint256 late = _createLoan();
        _extend(onTime, 1 days);
        _extend(late, 1 days);

        vm.warp(book.getOffer(onTime).dueTs);
        _repay(onTime, TOTAL);
        _assertRecord(luis, 2, 1, 0);
        skip(1);
        _repay(late, TOTAL);
        _assertRecord(luis, 2, 2, 1);
    }

    function test_AnOverdueLoanCanBeOnTimeAgain() public {
        uint256 id = _createLoan();
        skip(DURATION + 5);
        _extend(id, 5);
        _repay(id, TOTAL);
        _assertRecord(luis, 1, 1, 0);
    }

    function test_AFundedRequestCanBeExtended() public {
        uint256 id = _createRequest();
        _fund(id);
        _extend(id, 1 days);
        assertEq(book.getOffer(id).dueTs, block.timestamp + DURATION + 1 days);
    }

    // ── Refusals ─────────────────────────────────────────────────────────────────────────────────────────────────

    function test_RevertWhen_NoTimeIsGiven() public {
        uint256 id = _createLoan();
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.NothingToExtend.selector, id));
        _extend(id, 0);
    }

    function testFuzz_RevertWhen_TheTimeIsTooLong(uint256 extraTime) public {
        uint256 id = _createLoan();
        extraTime = bound(extraTime, MAX + 1, type(uint256).max);
        _refuse(id, extraTime, extraTime);
        _refuse(id, MAX + 1, MAX + 1);
        _refuse(id, type(uint256).max, type(uint256).max);
    }

    function test_RevertWhen_NotTheLender() public {
        _refuseOthers(_extendByADay);
    }

    function test_RevertWhen_ItIsNotActive() public {
        _refuseUnlessActive(_extendByADay);
    }

    function _extendByADay(uint256 id) private {
        book.extend(id, 1 days);
    }

    /// @dev `sum` is all extra time, of which each extension is a part.
    function _refuse(uint256 id, uint256 extraTime, uint256 sum) private {
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.DurationOutOfRange.selector, sum, MAX));
        _extend(id, extraTime);
    }
}
