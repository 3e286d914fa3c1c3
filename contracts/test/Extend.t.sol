// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

contract ExtendTest is LoanBookTest {
    uint256 constant MAX = type(uint32).max;

    /// @dev The term stays as agreed, and with it the interest. An instalment before, and one after that.
    function test_TheLenderGivesMoreTime() public {
        vm.prank(ana);
        uint256 id = book.createOfferFor(luis, ILoanBook.Terms(PRINCIPAL, DURATION, APR, 3), NOTE, 0);
        _accept(id);
        ILoanBook.Summary memory loan = _expectOffer();
        _expectTaken(loan);
        _repay(id, TOTAL / 3);

        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.Extended(id, 1_802_592_000 + 10 days);
        _extendBy(id, 10 days);

        _assertEmitted(1, 0);
        (loan.instalments, loan.dueTs) = (3, 1_802_592_000 + 10 days);
        (loan.repaid, loan.owed) = (TOTAL / 3, TOTAL - TOTAL / 3);
        _assertLoan(id, loan, NOTE);
        _repay(id, TOTAL / 3);
        (loan.repaid, loan.owed) = (2 * (TOTAL / 3), TOTAL / 3);
        _assertLoan(id, loan, NOTE);
    }

    /// @dev All extra time together has the same limit as a term.
    function test_MoreTimeEndsAtTheLimit() public {
        vm.warp(MAX);
        vm.prank(ana);
        uint256 id = book.createOffer(PRINCIPAL, MAX, APR, NOTE);
        _accept(id);
        _extendBy(id, MAX - 1);
        vm.startPrank(ana);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.OutOfRange.selector, MAX + 1, MAX));
        book.extend(id, luis, 3 * MAX + 1);
        book.extend(id, luis, 3 * MAX);
        vm.stopPrank();

        vm.warp(3 * MAX);
        _repay(id, type(uint256).max);
        _assertRecord(luis, 1, 1, 0);
        assertEq(book.getOffer(id).dueTs, 3 * MAX);
    }

    /// @dev A stranger paid a millionth in the first overdue second. ana gives time, enough or a second too little.
    function test_MoreTimeUndoesALatePaymentIfItIsEnough() public {
        for (uint256 i; i < 2; ++i) {
            uint256 id = _createLoan();
            skip(DURATION + 1);
            vm.prank(eva);
            book.repay(id, 1);
            assertTrue(book.summaryOf(id).late);
            skip(12);
            _extendBy(id, 13 - i);
            assertEq(book.summaryOf(id).late, i == 1);
            _repay(id, TOTAL);
        }
        _assertRecord(luis, 2, 2, 1);
    }
}
