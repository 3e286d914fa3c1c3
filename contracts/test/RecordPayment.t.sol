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

        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(id, luis, 100e6, 100e6);
        vm.expectEmit(address(book));
        emit ILoanBook.PaidBy(id, ana);
        vm.prank(ana);
        assertEq(book.recordPayment(id, luis, 100e6, 0), 100e6);

        _assertEmitted(2, 0);
        (loan.repaid, loan.owed) = (100e6, TOTAL - 100e6);
        _assertLoan(id, loan, NOTE);
        assertEq(dollar.balanceOf(ana), 0);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL);
        assertEq(dollar.balanceOf(address(book)), 0);
        assertEq(book.claimable(ana), 0);

        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(id, luis, TOTAL - 100e6, TOTAL);
        vm.prank(ana);
        assertEq(book.recordPayment(id, luis, type(uint256).max, 100e6), TOTAL - 100e6);

        (loan.status, loan.repaid, loan.owed) = (ILoanBook.Status.Repaid, TOTAL, 0);
        _assertLoan(id, loan, NOTE);
    }

    function testFuzz_NoMoreThanIsOwed(uint256 first, uint256 second) public {
        uint256 id = _createLoan();
        first = bound(first, 1, TOTAL - 1);
        second = bound(second, 1, type(uint256).max);
        vm.startPrank(ana);
        assertEq(book.recordPayment(id, luis, first, 0), first);
        uint256 expected = second < TOTAL - first ? second : TOTAL - first;
        assertEq(book.recordPayment(id, luis, second, first), expected);
        assertEq(book.owed(id), TOTAL - first - expected);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL);
    }

    function test_CashAndTokensAddUp() public {
        uint256 id = _createLoan();
        _recordPayment(id, 100e6);
        assertEq(_repay(id, 50e6), 50e6);
        assertEq(_recordPayment(id, 7e6), 7e6);
        assertEq(_repay(id, type(uint256).max), TOTAL - 157e6);

        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL - (TOTAL - 107e6));
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + TOTAL - 107e6);
        _assertStatus(id, ILoanBook.Status.Repaid);
    }

    function test_CashOnAFundedRequest() public {
        uint256 id = _createRequest();
        _fund(id);
        vm.expectEmit(address(book));
        emit ILoanBook.PaidBy(id, ana);
        _recordPayment(id, TOTAL);

        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL);
        _assertStatus(id, ILoanBook.Status.Repaid);
    }

    function test_CashAndMoreTimeDoNotDisturbEachOther() public {
        uint256 id = _createLoan();
        ILoanBook.Summary memory loan = _expectOffer();
        _expectTaken(loan);
        _extendBy(id, 1 days);
        _recordPayment(id, 100e6);
        _extendBy(id, 1 days);
        (loan.dueTs, loan.repaid, loan.owed) = (loan.dueTs + 2 days, 100e6, TOTAL - 100e6);
        _assertLoan(id, loan, NOTE);
    }

    /// @dev All fields of the third slot at their largest, with the largest loan there can be.
    function test_TheLargestLoanIsPaidInCash() public {
        uint256 total = 64_386_175_154_665_637_132;
        deal(address(dollar), ana, type(uint56).max);
        vm.prank(ana);
        uint256 id = book.createOffer(type(uint56).max, type(uint32).max, type(uint16).max, "");
        _accept(id);
        _extendBy(id, type(uint32).max);
        skip(1000 * 365 days);
        _recordPayment(id, total - 1);

        ILoanBook.Summary memory loan = book.summaryOf(id);
        assertEq(loan.repaid, total - 1);
        assertEq(loan.owed, 1);
        assertEq(loan.dueTs, 1_800_000_000 + 2 * uint256(type(uint32).max));
        _repay(id, 1);
        _assertRecord(luis, 1, 1, 1);
        _assertEnded(0, 0);
    }

    // ── Refusals ─────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev ana notes the same payment in two tabs.
    function test_RevertWhen_APaymentIsRecordedTwice() public {
        uint256 id = _createLoan();
        vm.prank(ana);
        book.recordPayment(id, luis, 100e6, 0);
        _refuse(id, luis, 100e6, 0);
        vm.prank(ana);
        book.recordPayment(id, luis, 100e6, 100e6);
        _refuse(id, luis, 100e6, 100e6);
        assertEq(book.owed(id), TOTAL - 200e6);
    }

    /// @dev luis paid in tokens what ana is about to note.
    function test_RevertWhen_APaymentCameSince() public {
        uint256 id = _createLoan();
        _repay(id, 100e6);
        _refuse(id, luis, 100e6, 0);
        assertEq(book.owed(id), TOTAL - 100e6);
    }

    function testFuzz_RevertWhen_AnotherSumWasRepaid(uint256 paid, uint256 stated) public {
        uint256 id = _createLoan();
        paid = bound(paid, 0, TOTAL - 1);
        if (paid != 0) _recordPayment(id, paid);
        vm.assume(stated != paid);
        _refuse(id, luis, 1, stated);
        _refuse(id, luis, 1, paid + 1);
        if (paid != 0) _refuse(id, luis, 1, paid - 1);
    }

    function test_RevertWhen_ItIsOfAnotherBorrower() public {
        uint256 id = _createLoan();
        _refuse(id, eva, TOTAL, 0);
        _refuse(id, ana, TOTAL, 0);
        _refuse(id, address(0), TOTAL, 0);
        assertEq(book.owed(id), TOTAL);
    }

    function _refuse(uint256 id, address borrower, uint256 amount, uint256 repaid) private {
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.TermsChanged.selector, id));
        vm.prank(ana);
        book.recordPayment(id, borrower, amount, repaid);
    }

    function test_RevertWhen_NothingIsRecorded() public {
        uint256 id = _createLoan();
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.NothingToPay.selector, id));
        vm.prank(ana);
        book.recordPayment(id, luis, 0, 0);
    }

    function test_RevertWhen_NotTheLender() public {
        _refuseOthers(_recordADollar);
    }

    function test_RevertWhen_ItIsNotActive() public {
        _refuseUnlessActive(_recordADollar);
    }

    function _recordADollar(uint256 id) private {
        book.recordPayment(id, luis, 1e6, 0);
    }
}
