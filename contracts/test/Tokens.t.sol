// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {TestDollar} from "../src/TestDollar.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";
import {FeeDollar} from "./tokens/FeeDollar.sol";
import {GenerousDollar} from "./tokens/GenerousDollar.sol";
import {HungryDollar} from "./tokens/HungryDollar.sol";
import {TerseDollar} from "./tokens/TerseDollar.sol";

/// @dev Fee-on-transfer token. The recipient bears the fee, and the book always holds at least what it owes.
contract FeeTokenTest is LoanBookTest {
    function _deployDollar() internal override returns (TestDollar) {
        return new FeeDollar();
    }

    function _setFee(uint256 percent) private {
        FeeDollar(address(dollar)).setPercent(percent);
    }

    function _expectFee(uint256 sent, uint256 received) private {
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.TokenKeptAFee.selector, sent, received));
    }

    /// @dev Neither what the book holds for others nor what the recipient has already makes up for the fee.
    function test_RevertWhen_TheTokenKeepsAPart() public {
        uint256 id = _createLoan();
        _createOffer();
        ILoanBook.Terms memory terms = ILoanBook.Terms(100, 1, 1, 1);
        vm.prank(luis);
        uint256 request = book.createRequest(address(0), terms, "", 0);
        ILoanBook.SignedPayment memory payment = _signedPayment(id, 100e6, 1);
        bytes memory signature = _signPayment(luisKey, payment);
        _setFee(150);
        _expectFee(PRINCIPAL, 0);
        _createOffer();
        _setFee(1);
        _expectFee(PRINCIPAL, 297e6);
        _createOffer();
        _expectFee(100, 99);
        vm.prank(ana);
        book.fundRequest(request, luis, terms);
        _expectFee(100e6, 99e6);
        book.repaySigned(payment, signature);
        FeeDollar(address(dollar)).setBlocked(ana, true);
        _expectFee(100e6, 99e6);
        _repay(id, 100e6);
        assertEq(book.owed(id), TOTAL);
    }
}

/// @dev A token that delivers more than it was told to. The book owes what it was told, and the rest is nobody's.
contract GenerousTokenTest is LoanBookTest {
    function _deployDollar() internal override returns (TestDollar) {
        return new GenerousDollar();
    }

    function test_WhatTheTokenAddsIsNobodys() public {
        GenerousDollar generous = GenerousDollar(address(dollar));
        generous.setBonus(7);
        _createOffer();
        uint256 id = _createRequest();
        _fund(id);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL + 7);
        ILoanBook.SignedPayment memory payment = _signedPayment(id, 100e6, 1);
        assertEq(book.repaySigned(payment, _signPayment(luisKey, payment)), 100e6);
        generous.setBlocked(ana, true);
        assertEq(_repay(id, 100e6), 100e6);
        assertEq(book.owed(id), TOTAL - 200e6);
        assertEq(book.claimable(ana), 100e6);
        assertEq(dollar.balanceOf(ana), FORTUNE - 2 * PRINCIPAL + 100e6 + 7);
        assertEq(dollar.balanceOf(address(book)), PRINCIPAL + 100e6 + 21);
    }
}

/// @dev A token whose transfers return no value and revert on failure.
contract TerseTokenTest is LoanBookTest {
    function _deployDollar() internal virtual override returns (TestDollar) {
        return new TerseDollar(false);
    }

    function _block(address person) private {
        TerseDollar(address(dollar)).setBlocked(person, true);
    }

    function test_AWholeLifePasses() public {
        uint256 offer = _createOffer();
        uint256 id = _createLoan();
        _fund(_createRequest());
        _repay(id, 100e6);
        assertEq(dollar.balanceOf(ana), FORTUNE - 3 * PRINCIPAL + 100e6);
        _block(ana);
        vm.expectEmit(address(book));
        emit ILoanBook.PaymentHeld(offer, ana, PRINCIPAL);
        _cancel(offer);
        _repay(id, TOTAL);
        vm.startPrank(ana);
        vm.expectRevert(ILoanBook.TransferFailed.selector);
        book.withdraw();
        assertEq(book.withdrawTo(eva), PRINCIPAL + TOTAL - 100e6);
        assertEq(dollar.balanceOf(eva), FORTUNE + PRINCIPAL + TOTAL - 100e6);
        assertEq(dollar.balanceOf(luis), FORTUNE + 2 * PRINCIPAL - TOTAL);
        assertEq(dollar.balanceOf(address(book)), 0);
    }

    function test_RevertWhen_TheTokenRefuses() public {
        uint256 id = _createLoan();
        uint256 offer = _createOffer();
        uint256 request = _createRequest();
        vm.prank(luis);
        dollar.approve(address(book), TOTAL - 1);
        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        _repay(id, TOTAL);
        vm.prank(ana);
        dollar.approve(address(book), PRINCIPAL - 1);
        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        _createOffer();
        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        _fund(request);
        _block(luis);
        vm.expectRevert(ILoanBook.TransferFailed.selector);
        _accept(offer);
    }
}

/// @dev The same with a token that returns false instead of reverting.
contract FalseTokenTest is TerseTokenTest {
    function _deployDollar() internal override returns (TestDollar) {
        return new TerseDollar(true);
    }
}

/// @dev A token that burns gas. A transfer that fails for lack of gas, which the caller can provoke, must not count as a
/// refusal by the token.
contract HungryTokenTest is LoanBookTest {
    function _deployDollar() internal override returns (TestDollar) {
        return new HungryDollar();
    }

    /// @dev Whoever sends it: a payment of TOTAL to ana, one that luis signed, or a cancellation that returns TOTAL to her.
    /// She burns `appetite`. The book holds an offer besides, with which it could pay.
    function _send(uint256 command, uint256 appetite, uint256 gas) private returns (bool ok, uint256 received) {
        uint256 id = _createLoan();
        _createOffer();
        vm.prank(ana);
        uint256 offer = book.createOfferFor(luis, ILoanBook.Terms(TOTAL, 1, 1, 1), "", 1);
        ILoanBook.SignedPayment memory payment = _signedPayment(id, TOTAL, 1);
        payment.validBefore = type(uint256).max;
        bytes[3] memory calls = [
            abi.encodeCall(book.repay, (id, TOTAL)),
            abi.encodeCall(book.repaySigned, (payment, _signPayment(luisKey, payment))),
            abi.encodeCall(book.cancelOffer, (offer))
        ];
        skip(2 days);
        HungryDollar(address(dollar)).setAppetite(ana, appetite);
        uint256 before = dollar.balanceOf(ana);
        vm.prank(luis);
        (ok, ) = address(book).call{gas: gas}(calls[command]);
        received = dollar.balanceOf(ana) - before;
        assertEq(received + book.claimable(ana), ok ? TOTAL : 0);
        assertEq(book.owed(id), ok && command != 2 ? 0 : TOTAL);
    }

    /// @dev Up to 100,000, what is left when the transfer to ana runs out of gas, a 64th part, does not pay for holding the
    /// money.
    /// forge-config: default.fuzz.runs = 60
    /// @custom:verify fuzz.runs = 5000
    function testFuzz_NoGasLimitHoldsWhatTheLenderCouldGet(uint8 command, uint256 appetite, uint256 gas) public {
        _send(command % 3, bound(appetite, 0, 100_000), bound(gas, 10_000, 400_000));
        assertEq(book.claimable(ana), 0);
    }

    /// @dev With a hungrier token whoever calls can choose the gas so that the money is held. Whatever ana burns, she does
    /// not block the borrower.
    function test_WithEnoughGasEveryTransferSucceedsOrIsHeld() public {
        for (uint256 i; i < 6; ++i) {
            uint256 state = vm.snapshotState();
            (bool ok, uint256 received) = _send(i / 2, i % 2 == 0 ? 5_000_000 : type(uint256).max, 12_000_000);
            assertTrue(ok);
            assertEq(received, i % 2 == 0 ? TOTAL : 0);
            vm.revertToState(state);
        }
    }
}
