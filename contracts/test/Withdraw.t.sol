// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeTransferLib} from "solady/utils/SafeTransferLib.sol";
import {ILoanBook} from "../src/ILoanBook.sol";
import {TestDollar} from "../src/TestDollar.sol";
import {LoanBookTest} from "./LoanBookTest.sol";
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
        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(id, luis, 100e6, 100e6);
        vm.expectEmit(address(book));
        emit ILoanBook.PaymentHeld(id, ana, 100e6);
        assertEq(_repay(id, 100e6), 100e6);

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
        book.repayWithPermit(id, TOTAL, block.timestamp, v, r, s);

        assertEq(book.claimable(ana), TOTAL);
    }

    function test_TheLenderWithdrawsWhatWasHeld() public {
        _repay(id, TOTAL);
        _block(ana, false);

        vm.expectEmit(address(book));
        emit ILoanBook.Withdrawn(ana, TOTAL);
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

        vm.expectRevert(SafeTransferLib.TransferFailed.selector);
        vm.prank(ana);
        book.withdraw();

        assertEq(book.claimable(ana), TOTAL);
    }

    function test_RevertWhen_ThePayerHasTooLittleForARefusedLender() public {
        deal(address(dollar), luis, TOTAL - 1);
        vm.expectRevert(SafeTransferLib.TransferFromFailed.selector);
        _repay(id, TOTAL);
        assertEq(book.claimable(ana), 0);
    }

    function test_RevertWhen_NeitherTheLenderNorTheBookCanBePaid() public {
        _block(address(book), true);
        vm.expectRevert(SafeTransferLib.TransferFromFailed.selector);
        _repay(id, TOTAL);
    }
}
