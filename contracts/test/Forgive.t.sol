// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

contract ForgiveTest is LoanBookTest {
    function _expectForgiven() private view returns (ILoanBook.Summary memory loan) {
        loan = _expectOffer();
        _expectTaken(loan);
        (loan.status, loan.owed) = (ILoanBook.Status.Forgiven, 0);
    }

    function test_TheLenderWaivesTheWholeDebt() public {
        uint256 id = _createLoan();
        ILoanBook.Summary memory loan = _expectForgiven();

        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.Forgiven(id, TOTAL);
        _forgive(id);

        _assertEmitted(1, 0);
        assertEq(uint8(book.getOffer(id).status), 6);
        _assertLoan(id, loan, NOTE);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL);
    }

    /// @dev What was paid stays paid.
    function test_TheLenderWaivesTheRest() public {
        uint256 id = _createLoan();
        ILoanBook.Summary memory loan = _expectForgiven();
        _repay(id, 100e6);

        vm.expectEmit(address(book));
        emit ILoanBook.Forgiven(id, TOTAL - 100e6);
        _forgive(id);

        loan.repaid = 100e6;
        _assertLoan(id, loan, NOTE);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + 100e6);
    }

    function test_TheLastUnitCanBeWaived() public {
        uint256 id = _createLoan();
        _repay(id, TOTAL - 1);
        vm.expectEmit(address(book));
        emit ILoanBook.Forgiven(id, 1);
        _forgive(id);
        assertEq(book.getOffer(id).repaid, TOTAL - 1);
    }

    function test_AnExtendedLoanCanBeForgiven() public {
        uint256 id = _createLoan();
        ILoanBook.Summary memory loan = _expectForgiven();
        _extendBy(id, 1 days);
        skip(DURATION + 2 days);
        _forgive(id);

        loan.dueTs += 1 days;
        _assertLoan(id, loan, NOTE);
    }

    function test_AFundedRequestCanBeForgiven() public {
        uint256 id = _createRequestFor(ana);
        _fund(id);
        _forgive(id);
        _assertLoan(id, _expectForgiven(), NOTE);
    }

    /// @dev Neither repaid nor still owed, and not late either: a unit less than the principal was repaid. What came
    /// back counts.
    function test_AForgivenLoanIsCountedApart() public {
        uint256 id = _createLoan();
        _repay(id, PRINCIPAL - 1);
        skip(DURATION + 1);
        _forgive(id);

        _assertRecord(luis, 1, 0, 0);
        _assertEnded(1, 299);
        assertEq(book.loansByBorrower(luis, 0), id);
        assertEq(book.offersByLender(ana, 0), id);

        _forgive(_createLoan());
        _assertRecord(luis, 2, 0, 0);
        _assertEnded(2, 299);
    }

    /// @dev A lender who forgives a unit before the last payment does not keep the loan out of the borrower's record.
    function test_ForgivingTheInterestCountsAsRepaid() public {
        uint256 id = _createLoan();
        _repay(id, PRINCIPAL);
        skip(DURATION);
        _forgive(id);
        _assertRecord(luis, 1, 1, 0);
        _assertEnded(0, 300);

        id = _createLoan();
        _repay(id, TOTAL - 1);
        skip(DURATION + 1);
        _forgive(id);
        _assertRecord(luis, 2, 2, 1);
        _assertEnded(0, 600);
        assertEq(uint8(book.getOffer(id).status), uint8(ILoanBook.Status.Forgiven));
    }

    /// @dev Of what was repaid only the part that moved counts in dollars, but all of it decides what the loan counts as.
    function test_WhatWasPaidInCashCountsAsRepaidWithoutDollars() public {
        uint256 id = _createLoan();
        _repay(id, 20e6);
        _recordPayment(id, PRINCIPAL - 20e6);
        _forgive(id);
        _assertRecord(luis, 1, 1, 0);
        _assertEnded(0, 20);

        id = _createLoan();
        _recordPayment(id, PRINCIPAL - 1);
        _forgive(id);
        _assertRecord(luis, 2, 1, 0);
        _assertEnded(1, 20);
    }

    /// @dev A part that came late, or a loan that is overdue when its rest is forgiven.
    function test_ForgivingTheRestOfALateLoanCountsAsLate() public {
        uint256 id = _createLoan();
        skip(DURATION + 1);
        _repay(id, PRINCIPAL);
        _extendBy(id, 30 days);
        _forgive(id);
        _assertRecord(luis, 1, 1, 1);
    }

    function test_WhatIsHeldForTheLenderStaysTheirs() public {
        uint256 id = _createLoan();
        vm.mockCallRevert(address(dollar), abi.encodeCall(dollar.transferFrom, (luis, ana, 100e6)), "");
        _repay(id, 100e6);
        assertEq(book.claimable(ana), 100e6);
        _forgive(id);

        assertEq(book.claimable(ana), 100e6);
        vm.prank(ana);
        assertEq(book.withdraw(), 100e6);
    }

    // ── Refusals ─────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev ana saw what was owed. If a payment came since, she does not forgive another sum unseen.
    function test_RevertWhen_AnotherAmountIsOwed() public {
        uint256 id = _createLoan();
        _refuse(id, luis, TOTAL - 1);
        _refuse(id, luis, TOTAL + 1);
        _refuse(id, luis, 0);
        _refuse(id, luis, type(uint256).max);
        _repay(id, 1);
        _refuse(id, luis, TOTAL);
        _assertStatus(id, ILoanBook.Status.Active);
        vm.prank(ana);
        book.forgive(id, luis, TOTAL - 1);
    }

    function test_RevertWhen_ItIsOfAnotherBorrower() public {
        uint256 id = _createLoan();
        _refuse(id, eva, TOTAL);
        _refuse(id, ana, TOTAL);
        _refuse(id, address(0), TOTAL);
        _assertStatus(id, ILoanBook.Status.Active);
    }

    function _refuse(uint256 id, address borrower, uint256 amount) private {
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.TermsChanged.selector, id));
        vm.prank(ana);
        book.forgive(id, borrower, amount);
    }

    function test_RevertWhen_ForgivenTwice() public {
        uint256 id = _createLoan();
        _forgive(id);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.LoanNotActive.selector, id, ILoanBook.Status.Forgiven));
        vm.prank(ana);
        book.forgive(id, luis, TOTAL);
        _assertEnded(1, 0);
    }

    function test_RevertWhen_NotTheLender() public {
        _refuseOthers(_forgiveAsCaller);
    }

    function test_RevertWhen_ItIsNotActive() public {
        _refuseUnlessActive(_forgiveAsCaller);
    }

    function _forgiveAsCaller(uint256 id) private {
        book.forgive(id, luis, TOTAL);
    }
}
