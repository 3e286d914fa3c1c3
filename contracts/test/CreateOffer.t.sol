// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

/// @notice K2 createOffer, nextId and getOffer.
contract CreateOfferTest is LoanBookTest {
    function test_PublishesAnOfferForAnyone() public {
        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.OfferCreated(1, ana, PRINCIPAL, DURATION, APR, NOTE);
        uint256 id = _createOffer();

        _assertEmitted(1, 1);
        assertEq(id, 1);
        ILoanBook.Loan memory loan = book.getOffer(id);
        assertEq(loan.lender, ana);
        assertEq(loan.borrower, address(0));
        assertEq(loan.principal, PRINCIPAL);
        assertEq(loan.apr, APR);
        assertEq(loan.duration, DURATION);
        assertEq(loan.startTs, 0);
        assertEq(loan.dueTs, 0);
        assertEq(loan.repaid, 0);
        assertEq(loan.createdAt, 1_800_000_000);
        assertEq(uint8(loan.status), 1);
        assertEq(loan.comment, NOTE);
        _assertLoan(id, _expectOffer(), NOTE);
    }

    /// @dev The events of everything that is not the plain case, in order.
    function test_PublishesAnOfferWithEverything() public {
        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.OfferCreated(1, ana, PRINCIPAL, DURATION, APR, NOTE);
        vm.expectEmit(address(book));
        emit ILoanBook.OfferAddressed(1, luis);
        vm.expectEmit(address(book));
        emit ILoanBook.Planned(1, 12);
        vm.expectEmit(address(book));
        emit ILoanBook.OpenUntil(1, 1_802_592_000);
        vm.prank(ana);
        book.createOfferFor(luis, ILoanBook.Terms(PRINCIPAL, DURATION, APR, 12), NOTE, 30);

        _assertEmitted(4, 1);
        ILoanBook.Summary memory offer = _expectOffer();
        (offer.borrower, offer.instalments, offer.openUntil) = (luis, 12, 1_802_592_000);
        _assertLoan(1, offer, NOTE);
    }

    function test_CountsTheOffersOfTheLender() public {
        _createOffer();
        _createOfferFor(luis);

        _assertRecord(ana, 0, 0, 0);
        _assertRecord(luis, 0, 0, 0);
    }

    function test_HoldsThePrincipal() public {
        _createOffer();

        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL);
        assertEq(dollar.balanceOf(address(book)), PRINCIPAL);
    }

    function test_IdsRunFromOne() public {
        assertEq(book.nextId(), 1);
        assertEq(_createOffer(), 1);
        assertEq(book.nextId(), 2);
        _cancel(1);
        assertEq(_createOfferFor(luis), 2);
        assertEq(_createOffer(), 3);
        assertEq(_createRequest(), 4);
        assertEq(_createOffer(), 5);
        assertEq(book.nextId(), 6);
    }

    function test_AnOfferForAnyoneIsListedAsOpen() public {
        uint256 id = _createOffer();

        assertEq(book.allOffersLength(), 1);
        assertEq(book.allOfferIds(0), id);
        assertEq(book.openOffersLength(), 1);
        assertEq(book.openOfferIds(0), id);
        assertEq(book.offersByLenderLength(ana), 1);
        assertEq(book.offersByLender(ana, 0), id);
        assertEq(book.offersForBorrowerLength(address(0)), 0);
        assertEq(book.loansByBorrowerLength(address(0)), 0);
    }

    function test_AddressesAnOfferToOneBorrower() public {
        vm.expectEmit(address(book));
        emit ILoanBook.OfferCreated(1, ana, PRINCIPAL, DURATION, APR, NOTE);
        vm.expectEmit(address(book));
        emit ILoanBook.OfferAddressed(1, luis);
        uint256 id = _createOfferFor(luis);

        assertEq(book.getOffer(id).borrower, luis);
        _assertStatus(id, ILoanBook.Status.Open);
        assertEq(book.allOffersLength(), 1);
        assertEq(book.openOffersLength(), 0);
        assertEq(book.offersByLender(ana, 0), id);
        assertEq(book.offersForBorrowerLength(luis), 1);
        assertEq(book.offersForBorrower(luis, 0), id);
        assertEq(book.loansByBorrowerLength(luis), 0);
        assertEq(dollar.balanceOf(address(book)), PRINCIPAL);
    }

    function test_AnOfferForNobodyIsForAnyone() public {
        vm.recordLogs();
        uint256 id = _createOfferFor(address(0));

        _assertEmitted(1, 1);
        assertEq(book.openOfferIds(0), id);
    }

    function test_SaysItsLimits() public view {
        assertEq(book.MAX_PRINCIPAL(), type(uint56).max);
        assertEq(book.MAX_DURATION(), type(uint32).max);
        assertEq(book.MAX_APR(), type(uint16).max);
        assertEq(book.MAX_INSTALMENTS(), 60);
        assertEq(book.MAX_OPEN_DAYS(), 255);
        assertEq(book.MAX_COMMENT(), 280);
        assertEq(book.token(), address(dollar));
    }

    function test_RevertWhen_AddressedToOneself() public {
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.AddressedToLender.selector, ana));
        _createOfferFor(ana);
    }

    function test_RevertWhen_AddressedToOneselfWithAPermit() public {
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.AddressedToLender.selector, ana));
        vm.prank(ana);
        book.createOfferWithPermit(ana, _terms(), NOTE, 0, 0, 0, 0, 0);
    }

    function test_RevertWhen_TheLenderHasTooLittle() public {
        deal(address(dollar), ana, PRINCIPAL - 1);
        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        _createOffer();
    }

    function test_RevertWhen_TheLenderAllowsTooLittle() public {
        vm.prank(ana);
        dollar.approve(address(book), PRINCIPAL - 1);
        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        _createOffer();
        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        _createOfferFor(luis);
        assertEq(book.allOffersLength(), 0);
    }

    // ── With a permit ────────────────────────────────────────────────────────────────────────────────────────────

    function test_PublishesWithAPermit() public {
        _withdrawAllowance(ana);
        uint256 deadline = block.timestamp + 1 hours;
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(anaKey, PRINCIPAL, deadline);

        vm.prank(ana);
        uint256 id = book.createOfferWithPermit(
            luis,
            ILoanBook.Terms(PRINCIPAL, DURATION, APR, 3),
            NOTE,
            7,
            deadline,
            v,
            r,
            s
        );

        assertEq(id, 1);
        ILoanBook.Summary memory offer = _expectOffer();
        (offer.borrower, offer.instalments, offer.openUntil) = (luis, 3, block.timestamp + 7 days);
        _assertLoan(id, offer, NOTE);
        assertEq(dollar.balanceOf(address(book)), PRINCIPAL);
        assertEq(dollar.allowance(ana, address(book)), 0);
        assertEq(dollar.nonces(ana), 1);
    }

    function test_PublishesWithAPermitThatSomeoneElseUsedFirst() public {
        _withdrawAllowance(ana);
        uint256 deadline = block.timestamp + 1 hours;
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(anaKey, PRINCIPAL, deadline);
        vm.prank(eva);
        dollar.permit(ana, address(book), PRINCIPAL, deadline, v, r, s);

        vm.prank(ana);
        book.createOfferWithPermit(address(0), _terms(), NOTE, 0, deadline, v, r, s);

        assertEq(book.openOfferIds(0), 1);
    }

    function test_RevertWhen_ThePermitExpired() public {
        _withdrawAllowance(ana);
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(anaKey, PRINCIPAL, block.timestamp - 1);

        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        vm.prank(ana);
        book.createOfferWithPermit(address(0), _terms(), NOTE, 0, block.timestamp - 1, v, r, s);
    }

    function test_RevertWhen_ThePermitIsForAnotherValue() public {
        _withdrawAllowance(ana);
        uint256 deadline = block.timestamp + 1 hours;
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(anaKey, PRINCIPAL - 1, deadline);

        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        vm.prank(ana);
        book.createOfferWithPermit(address(0), _terms(), NOTE, 0, deadline, v, r, s);
    }

    function test_RevertWhen_SomeoneElseBringsThePermit() public {
        _withdrawAllowance(eva);
        uint256 deadline = block.timestamp + 1 hours;
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(anaKey, PRINCIPAL, deadline);

        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        vm.prank(eva);
        book.createOfferWithPermit(address(0), _terms(), NOTE, 0, deadline, v, r, s);
    }
}
