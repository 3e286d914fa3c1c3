// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {TestDollar} from "../src/TestDollar.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";
import {BlockingDollar} from "./tokens/BlockingDollar.sol";

/// @dev ana has an active loan when the token blocks her.
contract WithdrawTest is LoanBookTest {
    uint256 id;

    function setUp() public override {
        super.setUp();
        id = _createLoan();
        _block(ana, true);
    }

    function _deployDollar() internal override returns (TestDollar) {
        return new BlockingDollar();
    }

    function _block(address person, bool blocked) private {
        BlockingDollar(address(dollar)).setBlocked(person, blocked);
    }

    function test_APaymentThatTheLenderCannotGetIsHeld() public {
        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(id, luis, 100e6, 100e6);
        vm.expectEmit(address(book));
        emit ILoanBook.PaymentHeld(id, ana, 100e6);
        assertEq(_repay(id, 100e6), 100e6);

        _assertEmitted(2, 1);

        assertEq(book.claimable(ana), 100e6);
        assertEq(dollar.balanceOf(address(book)), 100e6);
        assertEq(book.owed(id), TOTAL - 100e6);

        vm.expectEmit(address(book));
        emit ILoanBook.PaymentHeld(id, ana, TOTAL - 100e6);
        _repay(id, type(uint256).max);

        assertEq(book.claimable(ana), TOTAL);
        assertEq(dollar.balanceOf(address(book)), TOTAL);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL - TOTAL);
        _assertStatus(id, ILoanBook.Status.Repaid);
        _assertRecord(luis, 1, 1, 0);
    }

    function test_APaymentWithAPermitIsHeldToo() public {
        _withdrawAllowance(luis);
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(luisKey, TOTAL, block.timestamp);
        vm.prank(luis);
        book.repayWithPermit(id, ana, luis, TOTAL, block.timestamp, v, r, s);

        assertEq(book.claimable(ana), TOTAL);
    }

    function test_APaymentByAStrangerIsHeldToo() public {
        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(id, luis, TOTAL, TOTAL);
        vm.expectEmit(address(book));
        emit ILoanBook.PaidBy(id, eva);
        vm.expectEmit(address(book));
        emit ILoanBook.PaymentHeld(id, ana, TOTAL);
        vm.prank(eva);
        book.repay(id, TOTAL);

        assertEq(dollar.balanceOf(eva), FORTUNE - TOTAL);
        assertEq(book.claimable(ana), TOTAL);
        assertEq(book.claimable(eva), 0);
    }

    /// @dev A payment in cash reaches her all the same, so nothing is held.
    function test_APaymentInCashIsNotHeld() public {
        _recordPayment(id, TOTAL);

        assertEq(book.claimable(ana), 0);
        _assertStatus(id, ILoanBook.Status.Repaid);
    }

    // ── A cancelled offer ────────────────────────────────────────────────────────────────────────────────────────

    function test_ThePrincipalThatTheLenderCannotGetIsHeld() public {
        uint256 offer = _createOffer();
        uint256 other = _createOffer();

        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.OfferCancelled(offer);
        vm.expectEmit(address(book));
        emit ILoanBook.PaymentHeld(offer, ana, PRINCIPAL);
        _cancel(offer);

        _assertEmitted(2, 0);
        _assertStatus(offer, ILoanBook.Status.Cancelled);
        _assertStatus(other, ILoanBook.Status.Open);
        assertEq(book.openOffersLength(), 1);
        assertEq(book.claimable(ana), PRINCIPAL);
        assertEq(dollar.balanceOf(ana), FORTUNE - 3 * PRINCIPAL);
        assertEq(dollar.balanceOf(address(book)), 2 * PRINCIPAL);

        vm.expectRevert(abi.encodeWithSelector(ILoanBook.OfferNotOpen.selector, offer, ILoanBook.Status.Cancelled));
        _cancel(offer);
    }

    function test_ThePrincipalOfAnAddressedOfferIsHeldToo() public {
        uint256 offer = _createOfferFor(luis);
        _cancel(offer);

        _assertStatus(offer, ILoanBook.Status.Cancelled);
        assertEq(book.claimable(ana), PRINCIPAL);
    }

    /// @dev Payments and principals add up, and are withdrawn at once.
    function test_TheLenderWithdrawsEverythingElsewhere() public {
        _cancel(_createOffer());
        _repay(id, 100e6);
        _cancel(_createOfferFor(luis));
        assertEq(book.claimable(ana), 2 * PRINCIPAL + 100e6);

        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.Withdrawn(ana, eva, 2 * PRINCIPAL + 100e6);
        vm.prank(ana);
        assertEq(book.withdrawTo(eva), 2 * PRINCIPAL + 100e6);

        _assertEmitted(1, 1);
        assertEq(book.claimable(ana), 0);
        assertEq(book.claimable(eva), 0);
        assertEq(dollar.balanceOf(eva), FORTUNE + 2 * PRINCIPAL + 100e6);
        assertEq(dollar.balanceOf(address(book)), 0);
    }

    function test_RevertWhen_WithdrawnToTheBookItself() public {
        vm.expectRevert(ILoanBook.WithdrawnToNobody.selector);
        vm.prank(ana);
        book.withdrawTo(address(book));
    }

    function test_RevertWhen_WithdrawnToTheZeroAddress() public {
        _repay(id, TOTAL);
        vm.expectRevert(ILoanBook.WithdrawnToNobody.selector);
        vm.prank(ana);
        book.withdrawTo(address(0));
        assertEq(book.claimable(ana), TOTAL);
    }

    function test_RevertWhen_AnotherWithdrawsToTheLender() public {
        _repay(id, TOTAL);
        _block(ana, false);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.NothingToWithdraw.selector, eva));
        vm.prank(eva);
        book.withdrawTo(ana);
    }

    function test_RevertWhen_TheOtherAddressIsRefusedToo() public {
        _repay(id, TOTAL);
        _block(eva, true);
        vm.expectRevert(ILoanBook.TransferFailed.selector);
        vm.prank(ana);
        book.withdrawTo(eva);
        assertEq(book.claimable(ana), TOTAL);
    }

    function test_RevertWhen_NothingIsHeldToWithdrawElsewhere() public {
        vm.startPrank(ana);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.NothingToWithdraw.selector, ana));
        book.withdrawTo(eva);
        vm.stopPrank();
        _repay(id, TOTAL);
        vm.startPrank(ana);
        book.withdrawTo(eva);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.NothingToWithdraw.selector, ana));
        book.withdrawTo(eva);
    }

    // ── Withdrawing ──────────────────────────────────────────────────────────────────────────────────────────────

    function test_TheLenderWithdrawsWhatWasHeld() public {
        _repay(id, TOTAL);
        _block(ana, false);

        vm.expectEmit(address(book));
        emit ILoanBook.Withdrawn(ana, ana, TOTAL);
        vm.prank(ana);
        assertEq(book.withdraw(), TOTAL);

        assertEq(book.claimable(ana), 0);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + TOTAL);
        assertEq(dollar.balanceOf(address(book)), 0);
    }

    function test_WhatIsHeldIsApartFromTheOpenOffers() public {
        _repay(id, TOTAL);
        _block(ana, false);
        uint256 open = _createOffer();
        assertEq(dollar.balanceOf(address(book)), TOTAL + PRINCIPAL);

        vm.prank(ana);
        book.withdraw();
        assertEq(dollar.balanceOf(address(book)), PRINCIPAL);

        _cancel(open);
        assertEq(dollar.balanceOf(address(book)), 0);
    }

    function test_LaterPaymentsGoToTheLenderAgain() public {
        _repay(id, 1);
        _block(ana, false);
        _repay(id, 2);

        assertEq(book.claimable(ana), 1);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + 2);
    }

    function test_RevertWhen_NothingIsHeld() public {
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.NothingToWithdraw.selector, ana));
        vm.prank(ana);
        book.withdraw();
    }

    function test_RevertWhen_WithdrawnTwice() public {
        _repay(id, TOTAL);
        _block(ana, false);
        vm.startPrank(ana);
        book.withdraw();

        vm.expectRevert(abi.encodeWithSelector(ILoanBook.NothingToWithdraw.selector, ana));
        book.withdraw();
    }

    function test_RevertWhen_TheLenderIsStillRefused() public {
        _repay(id, TOTAL);

        vm.expectRevert(ILoanBook.TransferFailed.selector);
        vm.prank(ana);
        book.withdraw();

        assertEq(book.claimable(ana), TOTAL);
    }

    function test_RevertWhen_ThePayerHasTooLittleForARefusedLender() public {
        deal(address(dollar), luis, TOTAL - 1);
        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        _repay(id, TOTAL);
        assertEq(book.claimable(ana), 0);
    }

    function test_RevertWhen_NeitherTheLenderNorTheBookCanBePaid() public {
        _block(address(book), true);
        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        _repay(id, TOTAL);
    }

    /// @dev A borrower whom the token refuses cannot take a loan: nothing is held for borrowers.
    function test_RevertWhen_TheBorrowerIsRefused() public {
        uint256 offer = _createOffer();
        uint256 request = _createRequest();
        _block(luis, true);

        vm.expectRevert(ILoanBook.TransferFailed.selector);
        _accept(offer);
        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        _fund(request);

        _assertStatus(offer, ILoanBook.Status.Open);
        _assertStatus(request, ILoanBook.Status.Requested);
        assertEq(book.claimable(luis), 0);
    }
}
