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

    /// @dev By the borrower, and by a stranger.
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

        skip(1 days);
        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.PaidBy(id, eva);
        vm.expectEmit(address(book));
        emit ILoanBook.PaymentHeld(id, ana, TOTAL - 100e6);
        vm.prank(eva);
        book.repay(id, type(uint256).max);
        _assertEmitted(3, 1);
        assertEq(book.claimable(ana), TOTAL);
        assertEq(book.claimable(eva), 0);
        assertEq(dollar.balanceOf(address(book)), TOTAL);
        assertEq(dollar.balanceOf(eva), FORTUNE - TOTAL + 100e6);
        _assertStatus(id, ILoanBook.Status.Repaid);
        _assertRecord(luis, 1, 1, 0);
    }

    function test_ThePrincipalThatTheLenderCannotGetIsHeld() public {
        uint256[2] memory offers = [_createOffer(), _createOfferFor(luis)];
        for (uint256 i; i < 2; ++i) {
            vm.recordLogs();
            vm.expectEmit(address(book));
            emit ILoanBook.OfferCancelled(offers[i]);
            vm.expectEmit(address(book));
            emit ILoanBook.PaymentHeld(offers[i], ana, PRINCIPAL);
            _cancel(offers[i]);

            _assertEmitted(2, 0);
            _assertStatus(offers[i], ILoanBook.Status.Cancelled);
            assertEq(book.claimable(ana), (i + 1) * PRINCIPAL);
        }
        assertEq(book.openOffersLength(), 0);
        assertEq(dollar.balanceOf(address(book)), 2 * PRINCIPAL);
    }

    /// @dev Payments and principals add up, and are withdrawn at once and only once. Open offers stay apart, and what was
    /// waived later changes nothing.
    function test_TheLenderWithdrawsEverythingElsewhere() public {
        _cancel(_createOffer());
        _repay(id, 100e6);
        _forgive(id);
        _createOffer();
        _block(luis, true);
        vm.startPrank(ana);
        vm.expectRevert(ILoanBook.TransferFailed.selector);
        book.withdrawTo(luis);
        vm.expectRevert(ILoanBook.TransferFailed.selector);
        book.withdraw();
        assertEq(book.claimable(ana), PRINCIPAL + 100e6);

        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.Withdrawn(ana, eva, PRINCIPAL + 100e6);
        assertEq(book.withdrawTo(eva), PRINCIPAL + 100e6);
        _assertEmitted(1, 1);
        assertEq(book.claimable(ana), 0);
        assertEq(dollar.balanceOf(eva), FORTUNE + PRINCIPAL + 100e6);
        assertEq(dollar.balanceOf(address(book)), PRINCIPAL);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.NothingToWithdraw.selector, ana));
        book.withdrawTo(eva);
    }

    function test_TheLenderWithdrawsAndIsPaidAgain() public {
        _repay(id, 1);
        _block(ana, false);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.NothingToWithdraw.selector, eva));
        vm.prank(eva);
        book.withdrawTo(ana);

        vm.expectEmit(address(book));
        emit ILoanBook.Withdrawn(ana, ana, 1);
        vm.prank(ana);
        assertEq(book.withdraw(), 1);
        assertEq(book.claimable(ana), 0);
        _repay(id, 2);
        assertEq(book.claimable(ana), 0);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + 3);
        assertEq(dollar.balanceOf(address(book)), 0);
    }

    function test_RevertWhen_AHeldPaymentCannotBeTaken() public {
        _block(address(book), true);
        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        _repay(id, TOTAL);
        _block(address(book), false);
        deal(address(dollar), luis, TOTAL - 1);
        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        _repay(id, TOTAL);
        assertEq(book.claimable(ana), 0);
    }

    /// @dev Nothing is held for borrowers.
    function test_RevertWhen_TheBorrowerIsRefused() public {
        uint256 offer = _createOffer();
        uint256 request = _createRequest();
        _block(luis, true);
        vm.expectRevert(ILoanBook.TransferFailed.selector);
        _accept(offer);
        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        _fund(request);
    }
}
