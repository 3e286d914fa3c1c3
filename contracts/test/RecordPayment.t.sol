// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

/// @dev recordPayment: ana records what luis paid in cash. What it does to his record is in Record.t.sol.
contract RecordPaymentTest is LoanBookTest {
    /// @dev No token moves, so that neither balance nor allowance matters.
    function test_TheLenderRecordsAPaymentInCash() public {
        uint256 id = _createLoan();
        ILoanBook.Summary memory loan = _expectOffer();
        _expectTaken(loan);
        deal(address(dollar), ana, 0);
        _withdrawAllowance(ana);

        uint256[2] memory amounts = [uint256(100e6), TOTAL - 100e6];
        for (uint256 i; i < 2; ++i) {
            loan.repaid += amounts[i];
            loan.owed -= amounts[i];
            vm.recordLogs();
            vm.expectEmit(address(book));
            emit ILoanBook.Repaid(id, luis, amounts[i], loan.repaid);
            vm.expectEmit(address(book));
            emit ILoanBook.PaidBy(id, ana);
            vm.expectEmit(address(book));
            emit ILoanBook.PaidElsewhere(id, 1_800_000_000);
            vm.prank(ana);
            uint256 amount = i == 0 ? amounts[0] : type(uint256).max;
            assertEq(book.recordPayment(id, luis, amount, loan.noted, 1_800_000_000), amounts[i]);

            _assertEmitted(3, 0);
            // The payment that ends the loan is not added to what was recorded.
            loan.noted = 100e6;
            if (i == 1) loan.status = ILoanBook.Status.Repaid;
            _assertLoan(id, loan, NOTE);
            skip(1 days);
        }
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL);
        assertEq(book.claimable(ana), 0);
    }

    /// @dev Whoever pays a unit first, and however often: ana records what she received, once.
    function test_PaymentsOfOthersDoNotBlockTheLender() public {
        uint256 id = _createLoan();
        for (uint256 i; i < 2; ++i) {
            vm.prank(eva);
            book.repay(id, 1);
            vm.startPrank(ana);
            assertEq(book.recordPayment(id, luis, 100e6, i * 100e6, block.timestamp), 100e6);
            vm.expectRevert(abi.encodeWithSelector(ILoanBook.TermsChanged.selector, id));
            book.recordPayment(id, luis, 100e6, i * 100e6, block.timestamp);
            vm.stopPrank();
        }
        assertEq(book.owed(id), TOTAL - 200e6 - 2);
    }

    /// @dev ana received it on the last day, and records it the day after. What she receives then is late.
    function test_WhatWasReceivedInTimeIsOnTime() public {
        for (uint256 i; i < 2; ++i) {
            uint256 id = _createLoan();
            uint256 dueTs = book.getOffer(id).dueTs;
            skip(DURATION + 1 days);
            vm.expectEmit(address(book));
            emit ILoanBook.PaidElsewhere(id, dueTs + i);
            _recordPayment(id, 100e6, dueTs + i);
            assertEq(book.summaryOf(id).late, i == 1);
            _recordPayment(id, TOTAL, dueTs);
        }
        _assertRecord(luis, 2, 2, 1);
    }

    /// @dev A stranger paid a millionth when it was overdue.
    function test_WhatWasReceivedInTimeDoesNotUndoALatePayment() public {
        uint256 id = _createLoan();
        skip(DURATION + 1);
        vm.prank(eva);
        book.repay(id, 1);
        _recordPayment(id, TOTAL, block.timestamp - 1);
        _assertRecord(luis, 1, 1, 1);
    }
}
