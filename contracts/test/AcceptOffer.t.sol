// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

/// @notice K2 acceptOffer.
/// @dev What both ways to accept have in common.
abstract contract AcceptTest is LoanBookTest {
    /// @dev Stating who lends, and the terms, if the call says them. Expects `error` unless that is empty.
    function _acceptAs(address person, uint256 id, bytes memory error) internal virtual;

    function _acceptAs(address person, uint256 id) private {
        _acceptAs(person, id, "");
    }

    function test_TheBorrowerGetsThePrincipal() public {
        uint256 id = _createOffer();
        ILoanBook.Summary memory loan = _expectOffer();
        skip(1 days);

        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.LoanAccepted(id, luis, 1_800_086_400, 1_802_678_400);
        _acceptAs(luis, id);

        _assertEmitted(1, 1);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL);
        assertEq(dollar.balanceOf(address(book)), 0);
        assertEq(book.getOffer(id).borrower, luis);
        assertEq(book.getOffer(id).createdAt, 1_800_000_000);
        assertEq(book.getOffer(id).startTs, 1_800_086_400);
        assertEq(book.getOffer(id).dueTs, 1_802_678_400);
        assertEq(uint8(book.getOffer(id).status), 2);
        _expectTaken(loan);
        _assertLoan(id, loan, NOTE);
    }

    function test_TheLoanMovesFromTheOpenOffersToTheBorrower() public {
        uint256 id = _createOffer();
        uint256 other = _createOffer();

        _acceptAs(luis, id);

        assertEq(book.openOffersLength(), 1);
        assertEq(book.openOfferIds(0), other);
        assertEq(book.allOffersLength(), 2);
        assertEq(book.offersByLenderLength(ana), 2);
        assertEq(book.loansByBorrowerLength(luis), 1);
        assertEq(book.loansByBorrower(luis, 0), id);
        assertEq(book.requestsByBorrowerLength(luis), 0);
        _assertRecord(luis, 1, 0, 0);
        _assertRecord(ana, 0, 0, 0);
    }

    function test_TheOneItIsAddressedToMayTakeIt() public {
        uint256 open = _createOffer();
        uint256 id = _createOfferFor(luis);

        _acceptAs(luis, id);

        ILoanBook.Summary memory loan = _expectOffer();
        _expectTaken(loan);
        _assertLoan(id, loan, NOTE);
        assertEq(book.openOffersLength(), 1);
        assertEq(book.openOfferIds(0), open);
        assertEq(book.loansByBorrower(luis, 0), id);
        assertEq(book.offersForBorrower(luis, 0), id);
    }

    function test_ThePlanAndTheEndStayAsTheyWere() public {
        vm.prank(ana);
        uint256 id = book.createOfferFor(address(0), ILoanBook.Terms(PRINCIPAL, DURATION, APR, 60), NOTE, 255);
        ILoanBook.Summary memory loan = _expectOffer();
        (loan.instalments, loan.openUntil) = (60, block.timestamp + 255 days);

        skip(100 days);
        _acceptAs(luis, id);

        _expectTaken(loan);
        _assertLoan(id, loan, NOTE);
    }

    function testFuzz_ItIsDueWhenItsTermHasPassed(uint32 start, uint32 duration) public {
        start = uint32(bound(start, block.timestamp, type(uint32).max));
        duration = uint32(bound(duration, 1, type(uint32).max));
        vm.prank(ana);
        uint256 id = book.createOffer(PRINCIPAL, duration, APR, NOTE);

        vm.warp(start);
        _acceptAs(luis, id);

        assertEq(book.getOffer(id).startTs, start);
        assertEq(book.getOffer(id).dueTs, uint256(start) + duration);
    }

    function test_RevertWhen_ThereIsNoSuchOffer() public {
        uint256 id = _createOffer();
        _refuse(0, ILoanBook.Status.None);
        _refuse(id + 1, ILoanBook.Status.None);
        _refuse(type(uint256).max, ILoanBook.Status.None);
    }

    function test_RevertWhen_ItIsTaken() public {
        _refuse(_createLoan(), ILoanBook.Status.Active);
    }

    function test_RevertWhen_ItIsRepaid() public {
        uint256 id = _createLoan();
        _repay(id, TOTAL);
        _refuse(id, ILoanBook.Status.Repaid);
    }

    function test_RevertWhen_ItIsForgiven() public {
        uint256 id = _createLoan();
        _forgive(id);
        _refuse(id, ILoanBook.Status.Forgiven);
    }

    function test_RevertWhen_ItIsCancelled() public {
        uint256 id = _createOffer();
        _cancel(id);
        _refuse(id, ILoanBook.Status.Cancelled);
    }

    function test_RevertWhen_TheAddressedOneIsCancelled() public {
        uint256 id = _createOfferFor(luis);
        _cancel(id);
        _refuse(id, ILoanBook.Status.Cancelled);
    }

    /// @dev Also by the lender whom it is addressed to.
    function test_RevertWhen_ItIsARequest() public {
        _refuse(_createRequest(), ILoanBook.Status.Requested);
        uint256 id = _createRequestFor(ana);
        _refuse(id, ILoanBook.Status.Requested);
        _acceptAs(ana, id, abi.encodeWithSelector(ILoanBook.OfferNotOpen.selector, id, ILoanBook.Status.Requested));
    }

    function _refuse(uint256 id, ILoanBook.Status status) private {
        _acceptAs(luis, id, abi.encodeWithSelector(ILoanBook.OfferNotOpen.selector, id, status));
    }

    function test_RevertWhen_ItIsOnesOwn() public {
        uint256 id = _createOffer();
        uint256 addressed = _createOfferFor(luis);
        _acceptAs(ana, id, abi.encodeWithSelector(ILoanBook.OwnOffer.selector, id));
        _acceptAs(ana, addressed, abi.encodeWithSelector(ILoanBook.OwnOffer.selector, addressed));
    }

    function test_RevertWhen_ItIsAddressedToAnother() public {
        uint256 id = _createOfferFor(luis);
        _acceptAs(eva, id, abi.encodeWithSelector(ILoanBook.AddressedToAnother.selector, id, luis));
    }

    /// @dev From 2106 on (uint32 timestamps) nothing can be accepted, but offers can still be cancelled and loans
    /// repaid.
    function test_RevertWhen_TheClockNoLongerFits() public {
        uint256 taken = _createLoan();
        uint256 id = _createOffer();
        vm.warp(uint256(type(uint32).max) + 1);

        _acceptAs(luis, id, abi.encodeWithSelector(ILoanBook.Overflow.selector));

        _cancel(id);
        assertEq(_repay(taken, TOTAL), TOTAL);
        assertEq(dollar.balanceOf(address(book)), 0);
    }
}

contract AcceptOfferTest is AcceptTest {
    function _acceptAs(address person, uint256 id, bytes memory error) internal override {
        if (error.length != 0) vm.expectRevert(error);
        vm.prank(person);
        book.acceptOffer(id);
    }
}

contract AcceptOfferWithTermsTest is AcceptTest {
    function _acceptAs(address person, uint256 id, bytes memory error) internal override {
        (address lender, ILoanBook.Terms memory terms) = (book.getOffer(id).lender, book.termsOf(id));
        if (error.length != 0) vm.expectRevert(error);
        _state(person, id, lender, terms);
    }

    function _state(address person, uint256 id, address lender, ILoanBook.Terms memory terms) private {
        vm.prank(person);
        book.acceptOfferWithTerms(id, lender, terms);
    }

    function test_RevertWhen_ItIsByAnotherLender() public {
        uint256 id = _createOffer();
        _refuse(luis, id, eva, _terms());
        _refuse(luis, id, address(0), _terms());
        _refuse(luis, id, luis, _terms());
        _assertStatus(id, ILoanBook.Status.Open);
    }

    function test_RevertWhen_ATermIsAnother() public {
        vm.prank(ana);
        uint256 id = book.createOfferFor(address(0), ILoanBook.Terms(PRINCIPAL, DURATION, APR, 3), NOTE, 0);
        _refuse(luis, id, ana, ILoanBook.Terms(PRINCIPAL + 1, DURATION, APR, 3));
        _refuse(luis, id, ana, ILoanBook.Terms(PRINCIPAL, DURATION + 1, APR, 3));
        _refuse(luis, id, ana, ILoanBook.Terms(PRINCIPAL, DURATION, APR - 1, 3));
        _refuse(luis, id, ana, ILoanBook.Terms(PRINCIPAL, DURATION, APR, 2));
        _refuse(luis, id, ana, ILoanBook.Terms(0, 0, 0, 0));
        // A number that is the same once it is cut to its width in storage.
        _refuse(luis, id, ana, ILoanBook.Terms(PRINCIPAL + 2 ** 56, DURATION, APR, 3));
        _refuse(luis, id, ana, ILoanBook.Terms(PRINCIPAL, DURATION + 2 ** 32, APR, 3));
        _refuse(luis, id, ana, ILoanBook.Terms(PRINCIPAL, DURATION, APR + 2 ** 16, 3));
        _refuse(luis, id, ana, ILoanBook.Terms(PRINCIPAL, DURATION, APR, 3 + 2 ** 8));

        _state(luis, id, ana, ILoanBook.Terms(PRINCIPAL, DURATION, APR, 3));
        _assertStatus(id, ILoanBook.Status.Active);
    }

    /// @dev What the caller states is compared before anything else is looked at.
    function test_RevertWhen_TermsChangedBesidesAnythingElse() public {
        ILoanBook.Terms memory other = ILoanBook.Terms(PRINCIPAL, DURATION, APR, 2);
        _refuse(luis, 7, ana, other);
        uint256 taken = _createLoan();
        _refuse(luis, taken, ana, other);
        uint256 addressed = _createOfferFor(eva);
        _refuse(ana, addressed, ana, other);
        _refuse(luis, addressed, ana, other);
        _refuse(luis, addressed, eva, _terms());
        uint256 request = _createRequest();
        _refuse(eva, request, luis, _terms());
    }

    /// @dev After a reorganisation the id is another offer's, here with terms that nobody would accept.
    function test_RevertWhen_AnotherOfferHasTheId() public {
        uint256 snapshot = vm.snapshotState();
        uint256 id = _createOffer();
        vm.revertToState(snapshot);
        vm.prank(ana);
        assertEq(book.createOffer(PRINCIPAL, 1, type(uint16).max, NOTE), id);

        _refuse(luis, id, ana, _terms());
    }

    function _refuse(address person, uint256 id, address lender, ILoanBook.Terms memory terms) private {
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.TermsChanged.selector, id));
        _state(person, id, lender, terms);
    }
}
