// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {TestDollar} from "../src/TestDollar.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";
import {ReenteringDollar} from "./tokens/ReenteringDollar.sol";
import {LyingDollar} from "./tokens/LyingDollar.sol";
import {PassingDollar} from "./tokens/PassingDollar.sol";
import {SpitefulDollar} from "./tokens/SpitefulDollar.sol";
import {StingyDollar} from "./tokens/StingyDollar.sol";

/// @dev A token whose `transfer` moves the money and answers false, while `transferFrom` answers true: a `transfer`
/// declared `returns (bool)` that forgets to return, of which there are some on mainnet.
contract LyingTokenTest is LoanBookTest {
    function _deployDollar() internal override returns (TestDollar) {
        return new LyingDollar();
    }

    /// @dev "None of that makes this contract owe more than it holds."
    function test_APrincipalThatCameBackIsNotHeldAsWell() public {
        vm.prank(eva);
        book.createOffer(PRINCIPAL, DURATION, APR, NOTE);
        uint256 id = _createOffer();
        _cancel(id);

        _assertStatus(id, ILoanBook.Status.Cancelled);
        assertEq(dollar.balanceOf(ana), FORTUNE);
        assertEq(book.claimable(ana), 0);
        assertEq(dollar.balanceOf(address(book)), PRINCIPAL);
    }

    /// @dev What Escrow gives up: a token that moves a payment and then answers false is paid twice by the payer. ana
    /// gets both, one of them from the book, which holds all that it owes. The debt falls by one.
    function test_APaymentThatArrivedWithAFalseAnswerIsTakenTwice() public {
        uint256 id = _createTakenRequest();
        LyingDollar(address(dollar)).setDenied(ana);
        assertEq(_repay(id, 100e6), 100e6);

        assertEq(book.owed(id), TOTAL - 100e6);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL - 200e6);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + 100e6);
        assertEq(book.claimable(ana), 100e6);
        assertEq(dollar.balanceOf(address(book)), 100e6);
    }

    /// @dev luis allows the book no more than he owes: then he pays once, or not at all.
    function test_RevertWhen_ThePayerAllowsOnePaymentOnly() public {
        uint256 id = _createTakenRequest();
        LyingDollar(address(dollar)).setDenied(ana);
        vm.prank(luis);
        dollar.approve(address(book), TOTAL);
        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        _repay(id, TOTAL);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL);
        assertEq(book.owed(id), TOTAL);
    }

    /// @dev No `transfer` moves the principal of a request, so that this token does not get in the way.
    function _createTakenRequest() private returns (uint256 id) {
        id = _createRequest();
        _fund(id);
    }
}

/// @dev A payer whom the token lets give ana a unit, and who counts on the book to take that for the payment.
contract StingyTokenTest is LoanBookTest {
    function _deployDollar() internal override returns (TestDollar) {
        return new StingyDollar();
    }

    function test_AUnitDoesNotCloseADebt() public {
        uint256 id = _createLoan();
        StingyDollar(address(dollar)).setDenied(ana);
        assertEq(_repay(id, TOTAL), TOTAL);

        assertEq(book.claimable(ana), TOTAL);
        assertEq(dollar.balanceOf(address(book)), TOTAL);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL - TOTAL - 1);
    }

    function test_RevertWhen_ThereIsNothingButTheUnit() public {
        uint256 id = _createLoan();
        StingyDollar(address(dollar)).setDenied(ana);
        deal(address(dollar), luis, TOTAL);
        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        _repay(id, TOTAL);
        assertEq(book.owed(id), TOTAL);
    }
}

/// @dev A token that blocks the book itself, as the issuer of a dollar may: what the book holds is locked, and nothing
/// is lost or promised twice when it is let go.
contract BlockedBookTest is LoanBookTest {
    function test_WhatTheBookHoldsWaitsUntilItMayPay() public {
        uint256 open = _createOffer();
        uint256 cancelled = _createOffer();
        uint256 active = _createLoan();
        vm.mockCallRevert(address(dollar), abi.encodeWithSelector(dollar.transfer.selector), "blocked");

        vm.expectRevert(ILoanBook.TransferFailed.selector);
        _accept(open);
        _cancel(cancelled);
        assertEq(book.claimable(ana), PRINCIPAL);
        vm.expectRevert(ILoanBook.TransferFailed.selector);
        vm.prank(ana);
        book.withdrawTo(eva);
        // Nor may the book spend what payers approved: only what is paid outside can be noted.
        vm.mockCallRevert(address(dollar), abi.encodeWithSelector(dollar.transferFrom.selector), "blocked");
        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        _repay(active, TOTAL);
        uint256 request = _createRequest();
        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        _fund(request);
        vm.prank(ana);
        book.recordPayment(active, luis, 1e6, 0);

        vm.clearMockedCalls();
        assertEq(_repay(active, TOTAL), TOTAL - 1e6);
        _fund(request);
        vm.prank(ana);
        assertEq(book.withdraw(), PRINCIPAL);
        _accept(open);
        assertEq(dollar.balanceOf(address(book)), 0);
    }
}

/// @dev A token that refuses the lender, and moves the balance by which the book could tell the wrong way.
contract SpitefulTokenTest is LoanBookTest {
    function _deployDollar() internal override returns (TestDollar) {
        return new SpitefulDollar();
    }

    function test_APaymentThatDidNotArriveIsHeldAlthoughTheLenderHasLess() public {
        uint256 id = _createLoan();
        SpitefulDollar(address(dollar)).setRefused(ana);
        assertEq(_repay(id, 100e6), 100e6);

        assertEq(book.claimable(ana), 100e6);
        assertEq(dollar.balanceOf(address(book)), 100e6);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL - 1);
    }

    function test_APrincipalThatDidNotLeaveIsHeldAlthoughTheBookHasMore() public {
        uint256 id = _createOffer();
        SpitefulDollar(address(dollar)).setRefused(ana);
        _cancel(id);

        assertEq(book.claimable(ana), PRINCIPAL);
        assertEq(dollar.balanceOf(address(book)), PRINCIPAL + 1);
        // Nor is it lost when she withdraws and nothing moves.
        vm.startPrank(ana);
        vm.expectRevert(ILoanBook.TransferFailed.selector);
        book.withdraw();
        SpitefulDollar(address(dollar)).setRefused(address(0));
        assertEq(book.withdraw(), PRINCIPAL);
        assertEq(dollar.balanceOf(ana), FORTUNE);
    }
}

/// @dev A lender who passes on what arrives has no more afterwards than before, and was paid all the same.
contract PassingTokenTest is LoanBookTest {
    function _deployDollar() internal override returns (TestDollar) {
        return new PassingDollar();
    }

    function test_APaymentThatWasPassedOnIsNotTakenTwice() public {
        uint256 id = _createLoan();
        PassingDollar(address(dollar)).setHeir(ana, eva);
        uint256 before = dollar.balanceOf(luis);
        assertEq(_repay(id, 100e6), 100e6);

        assertEq(dollar.balanceOf(luis), before - 100e6);
        assertEq(dollar.balanceOf(eva), FORTUNE + 100e6);
        assertEq(book.claimable(ana), 0);
        assertEq(dollar.balanceOf(address(book)), 0);
    }
}

/// @dev "Every function that changes state reverts with Reentrancy if the token calls back into it."
contract ReenteringPermitTest is LoanBookTest {
    function _deployDollar() internal override returns (TestDollar) {
        return new ReenteringDollar();
    }

    function test_NothingCanHappenWithinThePermitOfACreate() public {
        ReenteringDollar reentering = ReenteringDollar(address(dollar));
        reentering.setWithinPermit(true);
        reentering.callBack(address(book), abi.encodeCall(book.createRequest, (address(0), _terms(), "", 0)));
        vm.prank(ana);
        book.createOfferWithPermit(address(0), _terms(), NOTE, 0, 0, 0, 0, 0);
        assertEq(reentering.answer(), abi.encodePacked(ILoanBook.Reentrancy.selector));
    }

    function test_NothingCanHappenWithinThePermitOfAFunding() public {
        ReenteringDollar reentering = ReenteringDollar(address(dollar));
        uint256 id = _createRequest();
        reentering.setWithinPermit(true);
        reentering.callBack(address(book), abi.encodeCall(book.createRequest, (address(0), _terms(), "", 0)));
        vm.prank(ana);
        book.fundRequestWithPermit(id, luis, _terms(), 0, 0, 0, 0);
        assertEq(reentering.answer(), abi.encodePacked(ILoanBook.Reentrancy.selector));
    }
}
