// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

/// @notice K2 cancelOffer.
contract CancelOfferTest is LoanBookTest {
    function test_TheLenderGetsThePrincipalBack() public {
        uint256 other = _createOffer();
        uint256 id = _createOffer();

        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.OfferCancelled(id);
        _cancel(id);

        _assertEmitted(1, 1);

        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL);
        assertEq(dollar.balanceOf(address(book)), PRINCIPAL);
        assertEq(uint8(book.getOffer(id).status), 4);
        assertEq(book.claimable(ana), 0);
        assertEq(book.openOffersLength(), 1);
        assertEq(book.openOfferIds(0), other);
        ILoanBook.Summary memory offer = _expectOffer();
        offer.status = ILoanBook.Status.Cancelled;
        _assertLoan(id, offer, NOTE);
    }

    function test_AnAddressedOfferCanBeCancelled() public {
        uint256 open = _createOffer();
        uint256 id = _createOfferFor(luis);

        vm.expectEmit(address(book));
        emit ILoanBook.OfferCancelled(id);
        _cancel(id);

        assertEq(dollar.balanceOf(address(book)), PRINCIPAL);
        ILoanBook.Summary memory offer = _expectOffer();
        (offer.borrower, offer.status) = (luis, ILoanBook.Status.Cancelled);
        _assertLoan(id, offer, NOTE);
        assertEq(book.openOffersLength(), 1);
        assertEq(book.openOfferIds(0), open);
        assertEq(book.offersForBorrowerLength(luis), 1);
        assertEq(book.loansByBorrowerLength(luis), 0);
    }

    function test_ItStaysInTheListsOfAllAndOfItsLender() public {
        uint256 id = _createOffer();
        _cancel(id);

        assertEq(book.allOfferIds(0), id);
        assertEq(book.offersByLender(ana, 0), id);
        assertEq(book.getOffer(id).comment, NOTE);
        assertEq(book.getOffer(id).principal, PRINCIPAL);
    }

    function test_RevertWhen_NotTheLender() public {
        uint256 id = _createOffer();
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.NotTheLender.selector, id, eva));
        vm.prank(eva);
        book.cancelOffer(id);
    }

    function test_RevertWhen_TheAddresseeCancels() public {
        uint256 id = _createOfferFor(luis);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.NotTheLender.selector, id, luis));
        vm.prank(luis);
        book.cancelOffer(id);
    }

    function test_RevertWhen_ThereIsNoSuchOffer() public {
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.OfferNotOpen.selector, 1, ILoanBook.Status.None));
        _cancel(1);
    }

    function test_RevertWhen_ItIsTaken() public {
        uint256 id = _createLoan();
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.OfferNotOpen.selector, id, ILoanBook.Status.Active));
        _cancel(id);
    }

    function test_RevertWhen_ItIsRepaid() public {
        uint256 id = _createLoan();
        _repay(id, TOTAL);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.OfferNotOpen.selector, id, ILoanBook.Status.Repaid));
        _cancel(id);
    }

    function test_RevertWhen_ItIsForgiven() public {
        uint256 id = _createLoan();
        _forgive(id);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.OfferNotOpen.selector, id, ILoanBook.Status.Forgiven));
        _cancel(id);
    }

    /// @dev Neither the lender whom it is addressed to nor its borrower.
    function test_RevertWhen_ItIsARequest() public {
        uint256 open = _createRequest();
        uint256 addressed = _createRequestFor(ana);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.OfferNotOpen.selector, open, ILoanBook.Status.Requested));
        vm.prank(luis);
        book.cancelOffer(open);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.OfferNotOpen.selector, addressed, ILoanBook.Status.Requested));
        _cancel(addressed);
    }

    function test_RevertWhen_ItIsAFundedRequest() public {
        uint256 id = _createRequest();
        _fund(id);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.OfferNotOpen.selector, id, ILoanBook.Status.Active));
        _cancel(id);
    }

    function test_RevertWhen_ItIsCancelledAlready() public {
        uint256 id = _createOffer();
        uint256 addressed = _createOfferFor(luis);
        _cancel(id);
        _cancel(addressed);

        vm.expectRevert(abi.encodeWithSelector(ILoanBook.OfferNotOpen.selector, id, ILoanBook.Status.Cancelled));
        _cancel(id);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.OfferNotOpen.selector, addressed, ILoanBook.Status.Cancelled));
        _cancel(addressed);
    }
}
