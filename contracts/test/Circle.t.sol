// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";
import {circleDigest} from "./support/Signing.sol";

/// @dev settleCircle: person i lent to person i + 1, and the last person to the first. Random lives settle circles with
/// and without flaws, and Debts.t.sol proves that no net position changes.
contract CircleTest is LoanBookTest {
    struct Circle {
        uint256[] ids;
        uint256 amount;
        uint256[] noted;
        uint256 deadline;
        bytes[] signatures;
    }

    address[] people;
    uint256[] keys;

    function setUp() public override {
        super.setUp();
        for (uint256 i; i < 7; ++i) {
            (address person, uint256 key) = makeAddrAndKey(vm.toString(i));
            people.push(person);
            keys.push(key);
            _enrich(person);
        }
    }

    function _lend(uint256 lender, uint256 borrower, uint256 principal) private returns (uint256 id) {
        vm.prank(people[lender]);
        id = book.createOffer(principal, DURATION, APR, "");
        vm.prank(people[borrower]);
        book.acceptOffer(id);
    }

    /// @dev Of 300 dollars, and the first of 100. The amount is 50.
    function _createCircle(uint256 count) private returns (Circle memory circle) {
        circle.ids = new uint256[](count);
        for (uint256 i; i < count; ++i) {
            circle.ids[i] = _lend(i, (i + 1) % count, i == 0 ? 100e6 : PRINCIPAL);
        }
        (circle.amount, circle.noted, circle.deadline) = (50e6, new uint256[](count), block.timestamp + 7 days);
        _signAll(circle);
    }

    function _digest(Circle memory circle) private view returns (bytes32) {
        address[] memory lenders = new address[](circle.ids.length);
        for (uint256 i; i < lenders.length; ++i) {
            lenders[i] = book.getOffer(circle.ids[i]).lender;
        }
        return circleDigest(address(book), circle.ids, lenders, circle.amount, circle.noted, circle.deadline);
    }

    /// @dev By the people in their order.
    function _signAll(Circle memory circle) private view {
        circle.signatures = new bytes[](circle.ids.length);
        for (uint256 i; i < circle.ids.length; ++i) {
            circle.signatures[i] = _sign(keys[i], _digest(circle));
        }
    }

    /// @dev By eva, who is in none.
    function _settle(Circle memory circle) private {
        vm.prank(eva);
        book.settleCircle(circle.ids, circle.amount, circle.noted, circle.deadline, circle.signatures);
    }

    function _refuse(Circle memory circle, bytes4 error, uint256 index) private {
        vm.expectRevert(abi.encodeWithSelector(error, circle.ids[index]));
        _settle(circle);
    }

    function _refuseUnsigned(Circle memory circle, uint256 index) private {
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.InvalidSignature.selector, people[index]));
        _settle(circle);
    }

    /// @dev Even if all signed it.
    function _refuseForm(Circle memory circle) private {
        if (circle.signatures.length == circle.ids.length) _signAll(circle);
        vm.expectRevert(ILoanBook.NotACircle.selector);
        _settle(circle);
    }

    /// @dev The amount is all of the smallest debt. The signatures are used in their last second, after the due time.
    function test_EachDebtDecreasesByTheAmount() public {
        Circle memory circle = _createCircle(3);
        circle.amount = book.owed(circle.ids[0]);
        circle.deadline = block.timestamp + DURATION + 1;
        _signAll(circle);
        vm.warp(circle.deadline);
        vm.recordLogs();
        for (uint256 i; i < 3; ++i) {
            vm.expectEmit(address(book));
            emit ILoanBook.Repaid(circle.ids[i], people[(i + 1) % 3], circle.amount, circle.amount);
            vm.expectEmit(address(book));
            emit ILoanBook.PaidBy(circle.ids[i], people[i]);
            vm.expectEmit(address(book));
            emit ILoanBook.PaidElsewhere(circle.ids[i], circle.deadline);
        }
        _settle(circle);
        _assertEmitted(9, 0);
        for (uint256 i; i < 3; ++i) {
            assertEq(book.owed(circle.ids[i]), i == 0 ? 0 : TOTAL - circle.amount);
            assertEq(book.summaryOf(circle.ids[i]).noted, i == 0 ? 0 : circle.amount);
            assertTrue(book.summaryOf(circle.ids[i]).late);
        }
        _assertRecord(people[1], 1, 1, 1);
    }

    /// @dev The signatures name the lenders, not the loans: after a reorganisation an id may be another debt of the
    /// same people. Between other people, or in another direction, it is refused.
    function test_OnlyTheSamePeopleSettleIdsOfOtherLoans() public {
        uint256 fork = vm.snapshotState();
        Circle memory circle = _createCircle(2);
        vm.revertToState(fork);
        _lend(0, 1, 77e6);
        _lend(1, 0, 66e6);
        _settle(circle);
        assertEq(book.getOffer(circle.ids[1]).repaid, 50e6);
        vm.revertToState(fork);
        _lend(1, 0, 77e6);
        _lend(0, 1, 66e6);
        _refuseUnsigned(circle, 1);
    }

    function test_AContractSigns() public {
        people[1] = deployCode("SmartAccount", abi.encode(people[1]));
        _enrich(people[1]);
        Circle memory circle = _createCircle(2);
        _refuseUnsigned(circle, 1);
        circle.signatures[1] = bytes.concat(hex"01", circle.signatures[1]);
        _settle(circle);
        assertEq(book.getOffer(circle.ids[1]).repaid, 50e6);
    }

    // ── Refused ──────────────────────────────────────────────────────────────────────────────────────────────────

    function test_RevertWhen_ItIsNotACircle() public {
        Circle memory circle;
        _refuseForm(circle);
        _refuseForm(_createCircle(7));
        circle = _createCircle(3);
        circle.ids[2] = _lend(2, 3, PRINCIPAL);
        _refuseForm(circle);
        circle = _createCircle(3);
        (circle.ids[0], circle.ids[1]) = (circle.ids[1], circle.ids[0]);
        _refuseForm(circle);
        // Fewer or more sums or signatures than loans.
        for (uint256 length = 2; length < 5; length += 2) {
            circle = _createCircle(3);
            circle.signatures = new bytes[](length);
            _refuseForm(circle);
            _signAll(circle);
            circle.noted = new uint256[](length);
            _refuseForm(circle);
        }
        // Two circles that share a person, and the same loans twice.
        circle = _createCircle(4);
        (circle.ids[1], circle.ids[2]) = (_lend(1, 0, PRINCIPAL), _lend(0, 3, PRINCIPAL));
        _refuseForm(circle);
        (circle.ids[2], circle.ids[3]) = (circle.ids[0], circle.ids[1]);
        (circle.noted[2], circle.noted[3]) = (circle.amount, circle.amount);
        _refuseForm(circle);
    }

    function test_RevertWhen_ItIsSettledAgainOrALoanCannotTakeTheAmount() public {
        Circle memory circle = _createCircle(3);
        circle.amount = book.owed(circle.ids[0]) + 1;
        _refuse(circle, ILoanBook.AmountAboveDebt.selector, 0);
        circle.amount = 0;
        _refuse(circle, ILoanBook.NothingToPay.selector, 0);
        circle.amount = 50e6;
        _settle(circle);
        _refuse(circle, ILoanBook.TermsChanged.selector, 0);
    }

    /// @dev A payment in tokens does not stop a circle. A lender stops it by recording a payment.
    function test_ALenderWithdrawsByRecordingAPayment() public {
        Circle memory circle = _createCircle(3);
        vm.prank(people[1]);
        book.repay(circle.ids[0], 30e6);
        uint256 state = vm.snapshotState();
        _settle(circle);
        vm.revertToState(state);
        vm.prank(people[2]);
        book.recordPayment(circle.ids[2], people[0], 1, 0, block.timestamp);
        _refuse(circle, ILoanBook.TermsChanged.selector, 2);
        circle.noted[2] = 1;
        _refuseUnsigned(circle, 0);
        _signAll(circle);
        _settle(circle);
    }

    /// @dev Each lender must have signed these ids in this order, the amount and the deadline, for this chain.
    function test_RevertWhen_ALenderDidNotSignIt() public {
        Circle memory circle = _createCircle(3);
        for (uint256 i; i < 3; ++i) {
            bytes memory signature = circle.signatures[i];
            circle.signatures[i] = _sign(keys[(i + 1) % 3], _digest(circle));
            _refuseUnsigned(circle, i);
            circle.signatures[i] = signature;
        }
        circle.amount += 1;
        _refuseUnsigned(circle, 0);
        (circle.amount, circle.deadline) = (circle.amount - 1, circle.deadline + 1);
        _refuseUnsigned(circle, 0);
        circle.deadline -= 1;
        uint256 id = circle.ids[1];
        circle.ids[1] = _lend(1, 2, PRINCIPAL);
        _refuseUnsigned(circle, 0);
        circle.ids[1] = id;
        vm.chainId(block.chainid + 1);
        _refuseUnsigned(circle, 0);
        vm.chainId(block.chainid - 1);
        vm.warp(circle.deadline + 1);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.SignatureExpired.selector, circle.deadline));
        _settle(circle);
    }
}
