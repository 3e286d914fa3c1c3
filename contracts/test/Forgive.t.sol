// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

contract ForgiveTest is LoanBookTest {
    function _forgive(uint256 id) private {
        vm.prank(ana);
        book.forgive(id);
    }

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
        vm.prank(ana);
        book.extend(id, 1 days);
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

    /// @dev Taken, but neither repaid nor late: a unit less than the principal was repaid.
    function test_AForgivenLoanIsNotRepaid() public {
        uint256 id = _createLoan();
        _repay(id, PRINCIPAL - 1);
        skip(DURATION + 1);
        _forgive(id);

        _assertRecord(luis, 1, 0, 0);
        assertEq(book.recordOf(luis).repaidDollars, 0);
        assertEq(book.loansByBorrower(luis, 0), id);
        assertEq(book.offersByLender(ana, 0), id);
    }

    /// @dev A lender who forgives a unit before the last payment does not keep the loan out of the borrower's record.
    function test_ForgivingTheInterestCountsAsRepaid() public {
        uint256 id = _createLoan();
        _repay(id, PRINCIPAL);
        skip(DURATION);
        _forgive(id);
        _assertRecord(luis, 1, 1, 0);
        assertEq(book.recordOf(luis).repaidDollars, 300);

        id = _createLoan();
        _repay(id, TOTAL - 1);
        skip(DURATION + 1);
        _forgive(id);
        _assertRecord(luis, 2, 2, 1);
        assertEq(book.recordOf(luis).repaidDollars, 602);
        assertEq(uint8(book.getOffer(id).status), uint8(ILoanBook.Status.Forgiven));
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

    function test_RevertWhen_NotTheLender() public {
        _refuseOthers(_forgiveAsCaller);
    }

    function test_RevertWhen_ItIsNotActive() public {
        _refuseUnlessActive(_forgiveAsCaller);
    }

    function _forgiveAsCaller(uint256 id) private {
        book.forgive(id);
    }
}
