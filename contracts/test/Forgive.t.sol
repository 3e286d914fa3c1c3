// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

contract ForgiveTest is LoanBookTest {
    /// @dev What was paid stays paid, here an instalment. A stranger who pays a unit first does not block ana: she waives
    /// what is left.
    function test_TheLenderWaivesTheDebt() public {
        uint256[2] memory payments = [1, TOTAL / 3];
        for (uint256 i; i < 2; ++i) {
            vm.prank(ana);
            uint256 id = book.createOfferFor(luis, ILoanBook.Terms(PRINCIPAL, DURATION, APR, 3), NOTE, 0);
            ILoanBook.Summary memory loan = _expectOffer();
            _accept(id);
            _expectTaken(loan);
            skip(1 days);
            vm.prank(eva);
            book.repay(id, payments[i]);

            vm.recordLogs();
            vm.expectEmit(address(book));
            emit ILoanBook.Forgiven(id, TOTAL - payments[i]);
            vm.prank(ana);
            book.forgive(id, luis, TOTAL);

            _assertEmitted(1, 0);
            assertEq(uint8(book.getOffer(id).status), 6);
            (loan.status, loan.instalments) = (ILoanBook.Status.Forgiven, 3);
            (loan.repaid, loan.owed) = (payments[i], 0);
            _assertLoan(id, loan, NOTE);
        }
        assertEq(dollar.balanceOf(luis), FORTUNE + 2 * PRINCIPAL);
        assertEq(dollar.balanceOf(ana), FORTUNE - 2 * PRINCIPAL + TOTAL / 3 + 1);
    }

    /// @dev Only a loan whose principal came back counts as repaid, and may count as late. A lender who forgives the last
    /// unit does not keep it out of the borrower's record. What was paid in cash counts, but not in dollars.
    function test_ALoanCountsAsRepaidIfThePrincipalWas() public {
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

    /// @dev A part that came late. If ana gives time after that, it is on time.
    function test_ForgivingTheRestOfALateLoanCountsAsLate() public {
        for (uint256 i; i < 2; ++i) {
            uint256 id = _createLoan();
            skip(DURATION + 1);
            _repay(id, PRINCIPAL);
            if (i == 1) _extendBy(id, 30 days);
            _forgive(id);
        }
        _assertRecord(luis, 2, 2, 1);
    }
}
