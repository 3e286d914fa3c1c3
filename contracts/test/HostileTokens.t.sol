// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {TestDollar} from "../src/TestDollar.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";
import {BlockingDollar} from "./tokens/BlockingDollar.sol";
import {LyingDollar} from "./tokens/LyingDollar.sol";
import {ReenteringDollar} from "./tokens/ReenteringDollar.sol";
import {SpitefulDollar} from "./tokens/SpitefulDollar.sol";

/// @dev "Every function that changes state reverts with Reentrancy if the token calls back into it." The book has an
/// offer, a loan, a request and a payment that it holds for ana.
contract ReenteringTokenTest is LoanBookTest {
    ReenteringDollar reentering;
    address[] callers;
    bytes[] calls;

    function _deployDollar() internal override returns (TestDollar) {
        reentering = new ReenteringDollar();
        return reentering;
    }

    function setUp() public override {
        super.setUp();
        _createOffer();
        _createLoan();
        _createRequest();
        reentering.setBlocked(ana, true);
        _repay(2, 10);
        reentering.setBlocked(ana, false);
    }

    function _add(address caller, bytes memory call) private {
        callers.push(caller);
        calls.push(call);
    }

    /// @dev permit is the first. The last one makes three transfers.
    function _addThoseThatCallTheToken() private {
        ILoanBook.SignedRequest memory request = _signedRequest(1);
        ILoanBook.SignedPayment memory payment = _signedPayment(2, TOTAL + 1, 2);
        bytes[] memory repayment = new bytes[](1);
        repayment[0] = abi.encodeCall(book.repay, (2, 1));
        _add(luis, abi.encodeCall(book.permit, (1, 1, 0, 0, 0)));
        _add(ana, abi.encodeCall(book.createOffer, (1, 1, 1, "")));
        _add(ana, abi.encodeCall(book.createOfferFor, (luis, _terms(), "", 0)));
        _add(ana, abi.encodeCall(book.cancelOffer, (1)));
        _add(ana, abi.encodeCall(book.fundRequest, (3, luis, _terms())));
        _add(ana, abi.encodeCall(book.fundSigned, (request, _signRequest(luisKey, request))));
        _add(ana, abi.encodeCall(book.withdraw, ()));
        _add(ana, abi.encodeCall(book.withdrawTo, (eva)));
        _add(luis, abi.encodeCall(book.acceptOffer, (1)));
        _add(luis, abi.encodeCall(book.acceptOfferWithTerms, (1, ana, _terms())));
        _add(luis, repayment[0]);
        _add(luis, abi.encodeCall(book.repayLoan, (2, ana, luis, 1)));
        _add(luis, abi.encodeCall(book.multicall, (repayment)));
        _add(eva, abi.encodeCall(book.repaySigned, (payment, _signPayment(luisKey, payment))));
    }

    function test_NothingCanHappenWithinACall() public {
        _addThoseThatCallTheToken();
        uint256 count = calls.length;
        uint256[] memory none = new uint256[](0);
        calls.push(abi.encodeCall(book.createRequest, (address(0), _terms(), "", 0)));
        calls.push(abi.encodeCall(book.cancelRequest, (3)));
        calls.push(abi.encodeCall(book.recordPayment, (2, luis, 1, 0, block.timestamp)));
        calls.push(abi.encodeCall(book.settleCircle, (none, 1, none, block.timestamp, new bytes[](0))));
        calls.push(abi.encodeCall(book.extend, (2, luis, type(uint32).max)));
        calls.push(abi.encodeCall(book.forgive, (2, luis, TOTAL)));
        calls.push(abi.encodeCall(book.voidSigned, (1)));
        for (uint256 i; i < count; ++i) {
            for (uint256 j; j < calls.length; ++j) {
                uint256 state = vm.snapshotState();
                reentering.setWithinPermit(i == 0);
                reentering.callBack(address(book), calls[j]);
                vm.prank(callers[i]);
                (bool ok, ) = address(book).call(calls[i]);
                assertTrue(ok);
                assertEq(reentering.calls(), i == count - 1 ? 3 : 1);
                assertFalse(reentering.succeeded());
                assertEq(reentering.answer(), abi.encodePacked(ILoanBook.Reentrancy.selector));
                vm.revertToState(state);
            }
        }
    }

    /// @dev Read-only reentrancy: during a transfer the views already return the final state.
    function test_ReadingWithinATransferIsAllowed() public {
        reentering.callBack(address(book), abi.encodeCall(book.summaryOf, (3)));
        _fund(3);
        assertEq(reentering.answer(), abi.encode(book.summaryOf(3)));
        _assertStatus(3, ILoanBook.Status.Active);
    }
}

/// @dev A token whose `transfer` moves the money and answers false, while `transferFrom` answers true: a `transfer`
/// declared `returns (bool)` that forgets to return, of which there are some on mainnet.
contract LyingTokenTest is LoanBookTest {
    function _deployDollar() internal override returns (TestDollar) {
        return new LyingDollar();
    }

    /// @dev No `transfer` moves the principal of a request, so that this token does not get in the way.
    function _createFunded() private returns (uint256 id) {
        id = _createRequest();
        _fund(id);
    }

    /// @dev "None of that makes this contract owe more than it holds."
    function test_WhatLeftWithAFalseAnswerIsNotHeldAsWell() public {
        vm.prank(eva);
        book.createOffer(PRINCIPAL, DURATION, APR, NOTE);
        _cancel(_createOffer());
        assertEq(dollar.balanceOf(ana), FORTUNE);
        ILoanBook.SignedPayment memory payment = _signedPayment(_createFunded(), 100e6, 1);
        assertEq(book.repaySigned(payment, _signPayment(luisKey, payment)), 100e6);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + 100e6);
        assertEq(book.claimable(ana), 0);
        assertEq(dollar.balanceOf(address(book)), PRINCIPAL);
    }

    /// @dev What Escrow gives up: ana gets both payments, one of them from the book. The debt falls by one. If luis allows
    /// the book no more than he owes, he pays once or not at all.
    function test_APaymentThatArrivedWithAFalseAnswerIsTakenTwice() public {
        uint256 id = _createFunded();
        LyingDollar(address(dollar)).setDenied(ana);
        assertEq(_repay(id, 100e6), 100e6);
        assertEq(book.owed(id), TOTAL - 100e6);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL - 200e6);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + 100e6);
        assertEq(book.claimable(ana), 100e6);
        assertEq(dollar.balanceOf(address(book)), 100e6);

        vm.prank(luis);
        dollar.approve(address(book), 100e6);
        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        _repay(id, 100e6);
    }
}

/// @dev A token that refuses the lender, and moves the balance by which the book could tell the wrong way.
contract SpitefulTokenTest is LoanBookTest {
    function _deployDollar() internal override returns (TestDollar) {
        return new SpitefulDollar();
    }

    function test_WhatDidNotArriveIsHeld() public {
        uint256 id = _createLoan();
        uint256 offer = _createOffer();
        ILoanBook.SignedPayment memory payment = _signedPayment(id, 100e6, 1);
        SpitefulDollar(address(dollar)).setRefused(ana);
        book.repaySigned(payment, _signPayment(luisKey, payment));
        assertEq(book.claimable(ana), 100e6);
        _cancel(offer);
        assertEq(book.claimable(ana), 100e6 + PRINCIPAL);
        assertEq(_repay(id, 100e6), 100e6);
        assertEq(book.claimable(ana), 200e6 + PRINCIPAL);
        // Twice the token gave the book a unit instead of moving money.
        assertEq(dollar.balanceOf(address(book)), 200e6 + PRINCIPAL + 2);
        vm.startPrank(ana);
        vm.expectRevert(ILoanBook.TransferFailed.selector);
        book.withdraw();
        SpitefulDollar(address(dollar)).setRefused(address(0));
        assertEq(book.withdraw(), 200e6 + PRINCIPAL);
    }
}

contract BlockedTest is LoanBookTest {
    function _deployDollar() internal override returns (TestDollar) {
        return new BlockingDollar();
    }

    /// @dev What is not owed goes back to the payer, or all is refused.
    function test_ASignedPaymentToABlockedLenderIsHeld() public {
        uint256 id = _createLoan();
        ILoanBook.SignedPayment memory payment = _signedPayment(id, TOTAL + 1, 1);
        bytes memory signature = _signPayment(luisKey, payment);
        BlockingDollar(address(dollar)).setBlocked(ana, true);
        BlockingDollar(address(dollar)).setBlocked(luis, true);
        vm.expectRevert(ILoanBook.TransferFailed.selector);
        book.repaySigned(payment, signature);
        BlockingDollar(address(dollar)).setBlocked(luis, false);
        vm.expectEmit(address(book));
        emit ILoanBook.PaymentHeld(id, ana, TOTAL);
        assertEq(book.repaySigned(payment, signature), TOTAL);
        assertEq(book.claimable(ana), TOTAL);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL - TOTAL);
    }

    /// @dev If the issuer blocks the book itself, what it holds is locked, and nothing is lost or promised twice.
    function test_WhatTheBookHoldsWaitsUntilItMayPay() public {
        uint256 open = _createOffer();
        uint256 cancelled = _createOffer();
        uint256 active = _createLoan();
        vm.mockCallRevert(address(dollar), abi.encodeWithSelector(dollar.transfer.selector), "blocked");
        vm.mockCallRevert(address(dollar), abi.encodeWithSelector(dollar.transferFrom.selector), "blocked");
        vm.expectRevert(ILoanBook.TransferFailed.selector);
        _accept(open);
        _cancel(cancelled);
        vm.expectRevert(ILoanBook.TransferFailed.selector);
        vm.prank(ana);
        book.withdrawTo(eva);
        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        _repay(active, TOTAL);
        _recordPayment(active, 1e6);

        vm.clearMockedCalls();
        assertEq(_repay(active, TOTAL), TOTAL - 1e6);
        vm.prank(ana);
        assertEq(book.withdraw(), PRINCIPAL);
        _accept(open);
        assertEq(dollar.balanceOf(address(book)), 0);
    }
}
