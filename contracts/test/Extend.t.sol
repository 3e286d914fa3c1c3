// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

contract ExtendTest is LoanBookTest {
    uint256 constant MAX = type(uint32).max;

    function test_TheLenderGivesMoreTime() public {
        uint256 id = _createLoan();
        ILoanBook.Summary memory loan = _expectOffer();
        _expectTaken(loan);

        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.Extended(id, 1_802_592_000 + 10 days);
        _extendBy(id, 10 days);

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
        _extendBy(id, 1);
        assertEq(book.getOffer(id).dueTs, dueTs + 1);
        vm.expectEmit(address(book));
        emit ILoanBook.Extended(id, dueTs + 1 + 7 days);
        _extendBy(id, 7 days);
        assertEq(book.getOffer(id).dueTs, dueTs + 1 + 7 days);
    }

    /// @dev All extra time together has the same limit as a term.
    function test_MoreTimeEndsAtTheLimit() public {
        uint256 id = _createLoan();
        uint256 dueTs = book.getOffer(id).dueTs;
        _extendBy(id, MAX - 1);
        _refuse(id, 2, MAX + 1);
        _extendBy(id, 1);
        assertEq(book.getOffer(id).dueTs, dueTs + MAX);
        _refuse(id, 1, MAX + 1);
        _refuse(id, MAX, 2 * MAX);
        assertEq(book.getOffer(id).dueTs, dueTs + MAX);
    }

    function test_TheLongestTermCanBeExtendedByAsMuch() public {
        vm.warp(type(uint32).max);
        vm.prank(ana);
        uint256 id = book.createOffer(PRINCIPAL, MAX, APR, NOTE);
        _accept(id);
        _extendBy(id, MAX);

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

        _extendBy(id, first);
        _repay(id, paid);
        _extendBy(id, second);

        assertEq(book.getOffer(id).dueTs, dueTs + first + second);
        assertEq(book.getOffer(id).repaid, paid);
        assertEq(book.owed(id), TOTAL - paid);
    }

    function test_PaymentsAndMoreTimeDoNotDisturbEachOther() public {
        uint256 id = _createLoan();
        ILoanBook.Summary memory loan = _expectOffer();
        _expectTaken(loan);
        _repay(id, 100e6);
        _extendBy(id, 1 days);
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
        _extendBy(onTime, 1 days);
        _extendBy(late, 1 days);

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
        _extendBy(id, 5);
        _repay(id, TOTAL);
        _assertRecord(luis, 1, 1, 0);
    }

    /// @dev What came late stays so: time that is given afterwards does not make it good.
    function test_MoreTimeAfterALatePaymentDoesNotUndoIt() public {
        uint256 id = _createLoan();
        skip(DURATION + 5);
        _repay(id, 1);
        _extendBy(id, 30 days);
        _repay(id, TOTAL);
        _assertRecord(luis, 1, 1, 1);
    }

    function test_AFundedRequestCanBeExtended() public {
        uint256 id = _createRequest();
        _fund(id);
        _extendBy(id, 1 days);
        assertEq(book.getOffer(id).dueTs, block.timestamp + DURATION + 1 days);
    }

    // ── Refusals ─────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev ana states the date that she wants. Pressed again in another tab, the same date is no longer later.
    function test_RevertWhen_TheSameTimeIsGivenTwice() public {
        uint256 id = _createLoan();
        uint256 dueTs = book.getOffer(id).dueTs + 7 days;
        vm.startPrank(ana);
        book.extend(id, luis, dueTs);
        _refuseDate(id, dueTs);
        assertEq(book.getOffer(id).dueTs, dueTs);
    }

    function testFuzz_RevertWhen_TheDateIsNotLater(uint256 dueTs, uint32 extraTime) public {
        uint256 id = _createLoan();
        if (extraTime != 0) _extendBy(id, extraTime);
        uint256 before = book.getOffer(id).dueTs;
        vm.startPrank(ana);
        _refuseDate(id, bound(dueTs, 0, before));
        _refuseDate(id, before);
        _refuseDate(id, 0);
        if (extraTime != MAX) book.extend(id, luis, before + 1);
    }

    function _refuseDate(uint256 id, uint256 dueTs) private {
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.NothingToExtend.selector, id));
        book.extend(id, luis, dueTs);
    }

    function testFuzz_RevertWhen_TheTimeIsTooLong(uint256 extraTime) public {
        uint256 id = _createLoan();
        uint256 most = type(uint256).max - book.getOffer(id).dueTs;
        extraTime = bound(extraTime, MAX + 1, most);
        _refuse(id, extraTime, extraTime);
        _refuse(id, MAX + 1, MAX + 1);
        _refuse(id, most, most);
    }

    function test_RevertWhen_ItIsOfAnotherBorrower() public {
        uint256 id = _createLoan();
        address[3] memory others = [eva, ana, address(0)];
        for (uint256 i; i < others.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(ILoanBook.TermsChanged.selector, id));
            vm.prank(ana);
            book.extend(id, others[i], type(uint32).max);
        }
        assertEq(book.getOffer(id).dueTs, block.timestamp + DURATION);
    }

    function test_RevertWhen_NotTheLender() public {
        _refuseOthers(_extendByADay);
    }

    function test_RevertWhen_ItIsNotActive() public {
        _refuseUnlessActive(_extendByADay);
    }

    function _extendByADay(uint256 id) private {
        book.extend(id, luis, 1_802_592_000 + 1 days);
    }

    /// @dev `sum` is all extra time, of which each extension is a part.
    function _refuse(uint256 id, uint256 extraTime, uint256 sum) private {
        uint256 dueTs = book.getOffer(id).dueTs + extraTime;
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.DurationOutOfRange.selector, sum, MAX));
        vm.prank(ana);
        book.extend(id, luis, dueTs);
    }
}
