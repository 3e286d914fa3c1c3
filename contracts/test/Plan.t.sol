// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

/// @dev expectedBy, what should have been paid before a moment, and payments that end with an instalment.
contract PlanTest is LoanBookTest {
    function _createPlan(uint256 principal, uint256 duration, uint256 apr, uint256 parts) private returns (uint256 id) {
        deal(address(dollar), ana, principal);
        vm.prank(ana);
        id = book.createOfferFor(address(0), ILoanBook.Terms(principal, duration, apr, parts), NOTE, 0);
        _accept(id);
    }

    /// @dev At the due moment, counted in seconds from the start, and in the second after it.
    function _assertStep(uint256 id, uint256 due, uint256 until, uint256 from) private view {
        uint256 startTs = book.getOffer(id).startTs;
        assertEq(book.expectedBy(id, startTs + due), until);
        assertEq(book.expectedBy(id, startTs + due + 1), from);
    }

    function test_OnePaymentIsExpectedAfterTheDueMoment() public {
        uint256 id = _createLoan();
        assertEq(book.expectedBy(id, 0), 0);
        assertEq(book.expectedBy(id, block.timestamp - 1), 0);
        _assertStep(id, 0, 0, 0);
        _assertStep(id, DURATION, 0, TOTAL);
        assertEq(book.expectedBy(id, type(uint256).max), TOTAL);
        _repay(id, TOTAL);
        assertEq(book.expectedBy(id, type(uint256).max), 0);
    }

    /// @dev 100 seconds in three: due at 33, 66 and 100. A total of 1001 in three: 333.67 and 667.33, rounded up.
    function test_ThreePaymentsThatDoNotDivide() public {
        uint256 id = _createPlan(1000, 100, 1, 3);
        assertEq(book.owed(id), 1001);
        _assertStep(id, 33, 0, 334);
        _assertStep(id, 66, 334, 668);
        _assertStep(id, 100, 668, 1001);
    }

    /// @dev 7 seconds in 60: the eighth is due at 0.93, the ninth at 1.05, which is within the first second.
    function test_MorePaymentsThanSeconds() public {
        uint256 id = _createPlan(59, 7, 1, 60);
        assertEq(book.owed(id), 60);
        _assertStep(id, 0, 0, 8);
        _assertStep(id, 1, 8, 17);
        _assertStep(id, 6, 51, 59);
        _assertStep(id, 7, 59, 60);
    }

    function test_TheLargestLoanHasAPlan() public {
        uint256 total = 64_386_175_154_665_637_132;
        vm.warp(type(uint32).max);
        uint256 id = _createPlan(type(uint56).max, type(uint32).max, type(uint16).max, 60);
        assertEq(book.owed(id), total);
        _extendBy(id, type(uint32).max);
        uint256 dueTs = 3 * uint256(type(uint32).max);
        assertEq(book.getOffer(id).dueTs, dueTs);

        // 60 instalments of 143,165,576.5 seconds and 1,073,102,919,244,427,285.53 units.
        _assertStep(id, 143_165_576, 0, 1_073_102_919_244_427_286);
        assertEq(book.expectedBy(id, dueTs), total - 1_073_102_919_244_427_285);
        assertEq(book.expectedBy(id, dueTs + 1), total);
        deal(address(dollar), luis, total);
        _repay(id, total - 1);
        assertEq(book.owed(id), 1);
    }

    // ── Exact instalments ────────────────────────────────────────────────────────────────────────────────────────

    /// @dev Such payments write the first slot of the loan alone, on time or late.
    function test_ExactInstalmentsTakeNoSlot() public {
        for (uint256 late; late < 2; ++late) {
            uint256 id = _createPlan(1000, 100, 1, 3);
            uint256 slot = uint256(keccak256(abi.encode(id, 6)));
            if (late == 1) skip(34);
            _repay(id, 334);
            _assertMark(slot, 64 + 1 + 128 * late);
            _repay(id, 334);
            _assertMark(slot, 64 + 2 + 128 * late);
            assertEq(book.summaryOf(id).late, late == 1);
            assertEq(vm.load(address(book), bytes32(slot + 1)), 0);
            _repay(id, 332);
            _assertMark(slot, 2 + 128 * late);
            assertEq(uint72(uint256(vm.load(address(book), bytes32(slot + 1)))), 1000);
        }
    }

    function _assertMark(uint256 slot, uint256 mark) private view {
        assertEq(uint8(uint256(vm.load(address(book), bytes32(slot))) >> 232), mark, "mark");
    }

    /// @dev Two exact instalments, another payment, more time, cash, and forgiveness or the rest: on time and late, or
    /// late and with so much time that nothing is overdue. The lateness of the payments stays known after the end.
    function test_WhatFollowsExactInstalments() public {
        for (uint256 i; i < 12; ++i) {
            uint256 id = _createPlan(1000, 100 days, 1, 3);
            ILoanBook.Summary memory loan = book.summaryOf(id);
            loan.late = i % 3 != 0;
            skip(loan.late ? 101 days : 1 days);
            _payAndCompare(id, loan, 334);
            _payAndCompare(id, loan, 334);
            if (i < 6) {
                _payAndCompare(id, loan, 1);
                loan.dueTs += i % 3 == 1 ? 1 : 200 days;
                if (i % 3 == 2) loan.late = false;
                _extendBy(id, loan.dueTs - book.getOffer(id).dueTs);
                _compare(id, loan);
                (loan.repaid, loan.owed, loan.noted) = (loan.repaid + 2, loan.owed - 2, 2);
                _recordPayment(id, 2);
                _compare(id, loan);
            }
            if (i % 2 == 0) _forgive(id);
            else _repay(id, loan.owed);
            loan.status = i % 2 == 0 ? ILoanBook.Status.Forgiven : ILoanBook.Status.Repaid;
            if (i % 2 != 0) loan.repaid += loan.owed;
            loan.owed = 0;
            _compare(id, loan);
        }
    }

    function _payAndCompare(uint256 id, ILoanBook.Summary memory loan, uint256 amount) private {
        (loan.repaid, loan.owed) = (loan.repaid + amount, loan.owed - amount);
        _repay(id, amount);
        _compare(id, loan);
    }

    function _compare(uint256 id, ILoanBook.Summary memory loan) private view {
        assertEq(book.summaryOf(id).late, loan.late, "late");
        assertEq(abi.encode(book.summaryOf(id)), abi.encode(loan), "summaryOf");
    }
}
