// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

/// @notice Attempts to improve a record, harm another borrower's, block a lender or take another person's dollars.
contract AttacksTest is LoanBookTest {
    function _payAMillionth(uint256 id) private {
        vm.prank(eva);
        book.repay(id, 1);
    }

    // ── Records ──────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev The same two millionths back and forth would be a record for nothing.
    function test_FiftyLoansOfOneBlockLeaveNoRecord() public {
        deal(address(dollar), ana, 1);
        deal(address(dollar), luis, 1);
        for (uint256 id = 1; id <= 50; ++id) {
            vm.prank(ana);
            book.createOffer(1, 1, 1, "");
            _accept(id);
            _repay(id, 2);
            _assertStatus(id, ILoanBook.Status.Repaid);
            vm.prank(ana);
            dollar.transfer(luis, 1);
        }
        ILoanBook.Record memory none;
        assertEq(abi.encode(book.recordOf(luis)), abi.encode(none));
    }

    /// @dev At the highest rate for the longest time, 893 dollars are owed for one. A borrower and a lender who are the
    /// same person gain no dollars by cash that the lender records, nor by interest.
    function test_CashAndInterestCountNoDollars() public {
        for (uint256 i; i < 6; ++i) {
            vm.prank(ana);
            uint256 id = book.createOffer(1e6, type(uint32).max, type(uint16).max, "");
            _accept(id);
            assertGt(book.owed(id), 893e6);
            skip(1 days);
            if (i < 3) _recordPayment(id, type(uint256).max);
            else _repay(id, type(uint256).max);
            _assertRecord(luis, i + 1, i + 1, 0);
            _assertEnded(0, i < 3 ? 0 : i - 2);
        }
    }

    /// @dev A lender who forgives the last millionth does not keep a loan out of the borrower's record. The loan counts
    /// as repaid if the principal came back, and as late if it was late. Cash counts, but not in dollars.
    function test_ALoanWhosePrincipalCameBackCountsAsRepaid() public {
        _forgiveAfter(PRINCIPAL - 1, 0, 1);
        _assertRecord(luis, 1, 0, 0);
        _forgiveAfter(PRINCIPAL, 0, 0);
        _assertRecord(luis, 2, 1, 0);
        _assertEnded(1, 599);
        _forgiveAfter(TOTAL - 1, 0, 1);
        _assertRecord(luis, 3, 2, 1);
        _forgiveAfter(20e6, PRINCIPAL - 20e6, 0);
        _forgiveAfter(1, PRINCIPAL - 2, 0);
        _assertRecord(luis, 5, 3, 1);
        _assertEnded(2, 919);
    }

    /// @dev After these payments in tokens and in cash, which are on time, so many seconds after it is due.
    function _forgiveAfter(uint256 inTokens, uint256 inCash, uint256 delay) private {
        uint256 id = _createLoan();
        _repay(id, inTokens);
        if (inCash != 0) _recordPayment(id, inCash);
        skip(DURATION + delay);
        _forgive(id);
    }

    // ── A millionth that a stranger pays ─────────────────────────────────────────────────────────────────────────

    /// @dev ana waives the rest, which is less than the debt that she saw.
    function test_AMillionthDoesNotBlockForgiving() public {
        uint256 id = _createLoan();
        _payAMillionth(id);
        vm.expectEmit(address(book));
        emit ILoanBook.Forgiven(id, TOTAL - 1);
        vm.prank(ana);
        book.forgive(id, luis, TOTAL);
    }

    /// @dev ana records each payment once, however many millionths arrive before.
    function test_AMillionthDoesNotBlockRecordingCash() public {
        uint256 id = _createLoan();
        for (uint256 i; i < 2; ++i) {
            _payAMillionth(id);
            vm.startPrank(ana);
            assertEq(book.recordPayment(id, luis, 100e6, i * 100e6, block.timestamp), 100e6);
            vm.expectRevert(abi.encodeWithSelector(ILoanBook.TermsChanged.selector, id));
            book.recordPayment(id, luis, 100e6, i * 100e6, block.timestamp);
            vm.stopPrank();
        }
        assertEq(book.owed(id), TOTAL - 200e6 - 2);
    }

    /// @dev In the first overdue second. ana gives time, enough or a second too little.
    function test_EnoughTimeUndoesALateMillionth() public {
        for (uint256 i; i < 2; ++i) {
            uint256 id = _createLoan();
            skip(DURATION + 1);
            _payAMillionth(id);
            assertTrue(book.summaryOf(id).late);
            skip(12);
            _extendBy(id, 13 - i);
            assertEq(book.summaryOf(id).late, i == 1);
            _repay(id, TOTAL);
        }
        _assertRecord(luis, 2, 2, 1);
    }

    // ── Cash ─────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev ana received it in the last second, or a second later, and records it the next day. Cash that came in time
    /// does not undo a late payment.
    function test_CashInTimeIsOnTimeWheneverItIsRecorded() public {
        for (uint256 i; i < 3; ++i) {
            uint256 id = _createLoan();
            uint256 dueTs = block.timestamp + DURATION;
            skip(DURATION + 1 days);
            if (i == 2) _payAMillionth(id);
            _recordPayment(id, 100e6, i == 1 ? dueTs + 1 : dueTs);
            assertEq(book.summaryOf(id).late, i != 0);
            _recordPayment(id, TOTAL, dueTs);
        }
        _assertRecord(luis, 3, 3, 2);
    }

    // ── Reorganisations ──────────────────────────────────────────────────────────────────────────────────────────

    /// @dev forgive, extend, recordPayment, repayLoan and repaySigned, as the app would send them.
    function _signedForLuis(uint256 id) private view returns (bytes[5] memory commands) {
        ILoanBook.Summary memory loan = book.summaryOf(id);
        ILoanBook.SignedPayment memory payment = _signedPayment(id, loan.owed, 1);
        commands[0] = abi.encodeCall(book.forgive, (id, luis, loan.owed));
        commands[1] = abi.encodeCall(book.extend, (id, luis, loan.dueTs + 7 days));
        commands[2] = abi.encodeCall(book.recordPayment, (id, luis, 100e6, loan.noted, block.timestamp));
        commands[3] = abi.encodeCall(book.repayLoan, (id, ana, luis, loan.owed));
        commands[4] = abi.encodeCall(book.repaySigned, (payment, _signPayment(luisKey, payment)));
    }

    /// @dev After a reorganisation, or because a node lied, an id belongs to another loan than the signer saw. Another
    /// borrower would be forgiven, or another lender would get luis' dollars.
    function test_RevertWhen_TheLoanIsNotTheOneThatWasSeen() public {
        uint256 fork = vm.snapshotState();
        bytes[5] memory commands = _signedForLuis(_createLoan());
        for (uint256 i; i < 10; ++i) {
            vm.revertToState(fork);
            fork = vm.snapshotState();
            vm.prank(i < 5 ? ana : eva);
            uint256 id = book.createOffer(PRINCIPAL, DURATION, APR, NOTE);
            vm.prank(i < 5 ? eva : luis);
            book.acceptOffer(id);
            bool isByAna = i % 5 < 3;
            bytes4 reason = i > 4 && isByAna ? ILoanBook.NotYours.selector : ILoanBook.TermsChanged.selector;
            vm.prank(isByAna ? ana : luis);
            (bool done, bytes memory answer) = address(book).call(commands[i % 5]);
            assertFalse(done);
            assertEq(bytes4(answer), reason);
        }
    }
}
