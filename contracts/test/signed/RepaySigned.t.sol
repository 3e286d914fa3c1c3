// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "solady/tokens/ERC20.sol";
import {Authorizations} from "../../src/Authorizations.sol";
import {ILoanBook} from "../../src/ILoanBook.sol";
import {LoanBookTest} from "../support/LoanBookTest.sol";
import {SmartAccount} from "../support/SmartAccount.sol";

contract RepaySignedTest is LoanBookTest {
    uint256 constant NUMBER = 7;

    /// @dev ana collects what luis signed.
    function _collect(ILoanBook.SignedPayment memory payment) private returns (uint256 paid) {
        bytes memory signature = _signPayment(luisKey, payment);
        vm.prank(ana);
        return book.repaySigned(payment, signature);
    }

    function test_WhoeverCollectsItTheLenderGetsWhatThePayerSigned() public {
        uint256 id = _createLoan();
        _withdrawAllowance(luis);
        skip(1 days);
        ILoanBook.SignedPayment memory payment = _signedPayment(id, TOTAL, NUMBER);
        bytes memory signature = _signPayment(luisKey, payment);

        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(id, luis, TOTAL, TOTAL);
        vm.prank(eva);
        assertEq(book.repaySigned(payment, signature), TOTAL);

        // AuthorizationUsed, and a transfer to the book and one to ana. No PaidBy, because eva only collected.
        _assertEmitted(1, 3);
        _assertRecord(luis, 1, 1, 0);
        _assertEnded(0, 300);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + TOTAL);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL - TOTAL);
        assertEq(dollar.balanceOf(eva), FORTUNE);
        assertEq(dollar.balanceOf(address(book)), 0);
        assertTrue(dollar.authorizationState(luis, keccak256(abi.encode(id, ana, luis, NUMBER))));
    }

    /// @dev First luis pays a part himself.
    function testFuzz_WhatIsNotOwedGoesBackToThePayer(uint256 first, uint256 second) public {
        uint256 id = _createLoan();
        first = bound(first, 1, TOTAL - 1);
        second = bound(second, 1, FORTUNE - TOTAL);
        _repay(id, first);
        uint256 paid = second < TOTAL - first ? second : TOTAL - first;
        assertEq(_collect(_signedPayment(id, second, NUMBER)), paid);
        assertEq(book.owed(id), TOTAL - first - paid);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL - first - paid);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + first + paid);
        assertEq(dollar.balanceOf(address(book)), 0);
    }

    /// @dev ERC-1271, and for somebody else.
    function test_ASmartAccountPays() public {
        uint256 id = _createLoan();
        address account = address(new SmartAccount(luis));
        deal(address(dollar), account, 100e6);
        ILoanBook.SignedPayment memory payment = _signedPayment(id, 100e6, NUMBER);
        payment.payer = account;
        _refuse(payment, _invalid(account));
        bytes memory signature = abi.encodePacked(uint8(1), _signPayment(luisKey, payment));
        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(id, luis, 100e6, 100e6);
        vm.expectEmit(address(book));
        emit ILoanBook.PaidBy(id, account);
        book.repaySigned(payment, signature);
        assertEq(dollar.balanceOf(account), 0);
        assertEq(book.summaryOf(id).noted, 0);
    }

    // ── When ─────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev When it is collected decides too whether it is late.
    function test_ItCountsFromOneSecondToAnother() public {
        uint256 id = _createLoan();
        uint256 dueTs = block.timestamp + DURATION;
        ILoanBook.SignedPayment memory payment = _signedPayment(id, 100e6, NUMBER);
        (payment.validAfter, payment.validBefore) = (dueTs - 1, dueTs + 2);
        vm.warp(dueTs - 1);
        _refuse(payment, _notYetValid(payment));
        for (uint256 i; i < 2; ++i) {
            vm.warp(dueTs + 2 + i);
            _refuse(payment, abi.encodeWithSelector(Authorizations.AuthorizationExpired.selector, dueTs + 2));
        }
        uint256 state = vm.snapshotState();
        vm.warp(dueTs);
        _collect(payment);
        assertFalse(book.summaryOf(id).late);
        vm.revertToState(state);
        vm.warp(dueTs + 1);
        _collect(payment);
        assertTrue(book.summaryOf(id).late);
    }

    function _notYetValid(ILoanBook.SignedPayment memory payment) private pure returns (bytes memory) {
        return abi.encodeWithSelector(Authorizations.AuthorizationNotYetValid.selector, payment.validAfter);
    }

    /// @dev A loan for a year with interest of 120 dollars, and a payment of 110 for each of its twelve instalments, all
    /// signed on the first day. Each counts from a day before its instalment is due.
    function _signPlan() private returns (ILoanBook.SignedPayment[] memory plan, bytes[] memory calls) {
        vm.prank(ana);
        uint256 id = book.createOfferFor(luis, ILoanBook.Terms(1_200e6, 365 days, 1000, 12), NOTE, 0);
        _accept(id);
        (plan, calls) = (new ILoanBook.SignedPayment[](12), new bytes[](12));
        for (uint256 i; i < 12; ++i) {
            plan[i] = _signedPayment(id, 110e6, i);
            plan[i].validAfter = block.timestamp + (365 days * (i + 1)) / 12 - 1 days;
            plan[i].validBefore = block.timestamp + 730 days;
            calls[i] = abi.encodeCall(book.repaySigned, (plan[i], _signPayment(luisKey, plan[i])));
        }
    }

    function test_APlanIsSignedOnTheFirstDay() public {
        (ILoanBook.SignedPayment[] memory plan, ) = _signPlan();
        for (uint256 i; i < 12; ++i) {
            vm.warp(plan[i].validAfter);
            for (uint256 j = i; j < 12; ++j) {
                _refuse(plan[j], _notYetValid(plan[j]));
            }
            skip(1);
            assertEq(_collect(plan[i]), 110e6);
            assertEq(book.owed(plan[i].id), 110e6 * (11 - i));
        }
        assertEq(dollar.balanceOf(ana), FORTUNE + 120e6);
        _assertRecord(luis, 1, 1, 0);
    }

    /// @dev luis pays one and a half instalments himself, and of the last two payments one is half too much, and one is not
    /// needed any more. Several are collected at once, all or none.
    function test_APlanTakesNoMoreThanIsOwed() public {
        (ILoanBook.SignedPayment[] memory plan, bytes[] memory calls) = _signPlan();
        uint256 id = plan[0].id;
        _repay(id, 165e6);
        vm.warp(plan[1].validAfter + 1);
        vm.expectRevert(_notYetValid(plan[2]));
        book.multicall(_part(calls, 0, 3));
        book.multicall(_part(calls, 0, 2));
        assertEq(book.owed(id), 1_320e6 - 165e6 - 220e6);
        vm.warp(plan[11].validAfter + 1);
        book.multicall(_part(calls, 2, 10));
        assertEq(_collect(plan[10]), 55e6);
        bytes4 notActive = ILoanBook.LoanNotActive.selector;
        _refuse(plan[11], abi.encodeWithSelector(notActive, id, ILoanBook.Status.Repaid));
        assertEq(dollar.balanceOf(luis), FORTUNE - 120e6);
        assertEq(dollar.balanceOf(ana), FORTUNE + 120e6);
    }

    function _part(bytes[] memory calls, uint256 from, uint256 to) private pure returns (bytes[] memory part) {
        part = new bytes[](to - from);
        for (uint256 i = from; i < to; ++i) {
            part[i - from] = calls[i];
        }
    }

    // ── Refusals ─────────────────────────────────────────────────────────────────────────────────────────────────

    function _refuse(ILoanBook.SignedPayment memory payment, bytes memory signature, bytes memory reason) private {
        vm.expectRevert(reason);
        vm.prank(ana);
        book.repaySigned(payment, signature);
    }

    /// @dev What luis signs is refused.
    function _refuse(ILoanBook.SignedPayment memory payment, bytes memory reason) private {
        _refuse(payment, _signPayment(luisKey, payment), reason);
    }

    function _invalid(address signer) private pure returns (bytes memory) {
        return abi.encodeWithSelector(Authorizations.InvalidAuthorization.selector, signer);
    }

    /// @dev The nonce has the loan, its people and the number. The token knows the rest.
    function test_RevertWhen_AnyFieldWasChanged() public {
        uint256 id = _createLoan();
        uint256 other = _createLoan();
        ILoanBook.SignedPayment memory payment = _signedPayment(id, 100e6, NUMBER);
        bytes memory signature = _signPayment(luisKey, payment);
        for (uint256 i; i < 8; ++i) {
            ILoanBook.SignedPayment memory changed = abi.decode(abi.encode(payment), (ILoanBook.SignedPayment));
            if (i == 0) changed.lender = eva;
            if (i == 1) changed.borrower = eva;
            if (i == 2) changed.id = other;
            if (i == 3) changed.payer = eva;
            if (i == 4) --changed.amount;
            if (i == 5) ++changed.number;
            if (i == 6) ++changed.validAfter;
            if (i == 7) ++changed.validBefore;
            bytes memory reason = abi.encodeWithSelector(ILoanBook.TermsChanged.selector, id);
            _refuse(changed, signature, i < 2 ? reason : _invalid(changed.payer));
            // After a reorganisation the id may belong to a loan between others: to name them does not help.
            if (i < 2) _refuse(payment, _signPayment(luisKey, changed), _invalid(luis));
        }
        _collect(payment);
    }

    function test_RevertWhen_ThePayerDidNotSign() public {
        _createOffer();
        ILoanBook.SignedPayment memory payment = _signedPayment(_createLoan(), 100e6, NUMBER);
        _refuse(payment, _signPayment(anaKey, payment), _invalid(luis));
        bytes memory signature = _signPayment(luisKey, payment);
        bytes[] memory forms = _otherForms(signature);
        for (uint256 i; i < forms.length; ++i) {
            _refuse(payment, forms[i], _invalid(luis));
        }
        vm.chainId(block.chainid + 1);
        _refuse(payment, signature, _invalid(luis));
        payment.payer = address(0);
        _refuse(payment, new bytes(65), _invalid(address(0)));
        payment.payer = address(book);
        _refuse(payment, _invalid(address(book)));
    }

    /// @dev Requests and payments share the numbers. The whole of what was signed must be there, even if less is owed.
    function test_RevertWhen_ItCannotBePaid() public {
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        bytes memory signature = _signRequest(luisKey, request);
        vm.prank(ana);
        uint256 id = book.fundSigned(request, signature);
        ILoanBook.SignedPayment memory payment = _signedPayment(id, 100e6, NUMBER);
        _refuse(payment, abi.encodeWithSelector(ILoanBook.NumberSpent.selector, luis, NUMBER));
        payment.number = 8;
        uint256 state = vm.snapshotState();
        vm.prank(luis);
        book.voidSigned(8);
        _refuse(payment, abi.encodeWithSelector(ILoanBook.NumberSpent.selector, luis, 8));
        vm.revertToState(state);

        payment.amount = FORTUNE + PRINCIPAL + 1;
        _refuse(payment, abi.encodeWithSelector(ERC20.InsufficientBalance.selector));
        payment.amount = 0;
        _refuse(payment, abi.encodeWithSelector(ILoanBook.NothingToPay.selector, id));
        payment.payer = ana;
        _refuse(payment, abi.encodeWithSelector(ILoanBook.OwnLoan.selector, id));
        (payment.payer, payment.amount) = (luis, 100e6);
        _collect(payment);
        bytes32 nonce = keccak256(abi.encode(id, ana, luis, 8));
        _refuse(payment, abi.encodeWithSelector(Authorizations.AuthorizationSpent.selector, luis, nonce));
    }
}
