// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";
import {circleDigest} from "./support/Signing.sol";

/// @dev settleCircle: person i lent to person i + 1, and the last one to the first.
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

    function _refuse(Circle memory circle, bytes memory error) private {
        vm.expectRevert(error);
        _settle(circle);
    }

    function _refuse(Circle memory circle, bytes4 error, uint256 index) private {
        _refuse(circle, abi.encodeWithSelector(error, circle.ids[index]));
    }

    function _refuseUnsigned(Circle memory circle, uint256 index) private {
        _refuse(circle, abi.encodeWithSelector(ILoanBook.InvalidSignature.selector, people[index]));
    }

    /// @dev Even if all signed it.
    function _refuseForm(Circle memory circle) private {
        if (circle.signatures.length == circle.ids.length) _signAll(circle);
        _refuse(circle, abi.encodeWithSelector(ILoanBook.NotACircle.selector));
    }

    // ── Settled ──────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev The last one repays its smallest debt.
    function test_EachDebtDecreasesByTheAmount() public {
        for (uint256 count = 2; count <= 6; ++count) {
            _assertSettled(_createCircle(count));
        }
        Circle memory circle = _createCircle(3);
        circle.amount = book.owed(circle.ids[0]);
        skip(1 days);
        _signAll(circle);
        _assertSettled(circle);
        assertEq(book.recordOf(people[1]).repaid, 1);
        assertEq(book.recordOf(people[2]).repaid, 0);
    }

    /// @dev What each person is owed and what they owe decrease by the same, and no dollars move.
    function _assertSettled(Circle memory circle) private {
        uint256 count = circle.ids.length;
        bytes[] memory expected = new bytes[](count);
        for (uint256 i; i < count; ++i) {
            (ILoanBook.Summary memory loan, uint256 id) = (book.summaryOf(circle.ids[i]), circle.ids[i]);
            vm.expectEmit(address(book));
            emit ILoanBook.Repaid(id, people[(i + 1) % count], circle.amount, circle.amount);
            vm.expectEmit(address(book));
            emit ILoanBook.PaidBy(id, people[i]);
            vm.expectEmit(address(book));
            emit ILoanBook.PaidElsewhere(id, block.timestamp);
            (loan.owed, loan.repaid, loan.noted) = (loan.owed - circle.amount, circle.amount, circle.amount);
            if (loan.owed == 0) (loan.status, loan.noted) = (ILoanBook.Status.Repaid, 0);
            expected[i] = abi.encode(loan);
        }
        vm.recordLogs();
        _settle(circle);
        _assertEmitted(3 * count, 0);
        for (uint256 i; i < count; ++i) {
            assertEq(abi.encode(book.summaryOf(circle.ids[i])), expected[i], "summaryOf");
            assertEq(book.recordOf(people[i]).repaidDollars, 0, "repaidDollars");
        }
    }

    /// @dev What is overdue in the last second of the signatures was paid late.
    function test_ItCountsAsPaidNow() public {
        Circle memory circle = _createCircle(2);
        circle.deadline = block.timestamp + DURATION + 1;
        _signAll(circle);
        vm.warp(circle.deadline);
        _settle(circle);
        assertTrue(book.summaryOf(circle.ids[0]).late);
    }

    function test_TokensPaidMeanwhileDoNotStopIt() public {
        Circle memory circle = _createCircle(3);
        vm.prank(people[1]);
        book.repay(circle.ids[0], 30e6);
        _settle(circle);
        assertEq(book.getOffer(circle.ids[0]).repaid, 80e6);
        assertEq(book.getOffer(circle.ids[1]).repaid, 50e6);
    }

    /// @dev The signatures name the lenders, not the loans: after a reorganisation an id may be another debt of the same
    /// people. Between other people, or in another direction, it is refused.
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
        Circle memory circle = _createCircle(3);
        circle.ids[2] = _lend(2, 3, PRINCIPAL);
        _refuseForm(circle);
        circle = _createCircle(3);
        (circle.ids[0], circle.ids[1]) = (circle.ids[1], circle.ids[0]);
        _refuseForm(circle);
        _refuseForm(_createCircle(7));
        // Not as many numbers or signatures as loans.
        for (uint256 length = 2; length < 5; length += 2) {
            circle = _createCircle(3);
            circle.signatures = new bytes[](length);
            _refuseForm(circle);
            _signAll(circle);
            circle.noted = new uint256[](length);
            _refuseForm(circle);
        }
        for (uint256 length; length < 2; ++length) {
            (circle.ids, circle.noted) = (new uint256[](length), new uint256[](length));
            if (length == 1) circle.ids[0] = _lend(0, 1, PRINCIPAL);
            circle.signatures = new bytes[](length);
            _refuseForm(circle);
        }
    }

    /// @dev Two circles that share a person, and one that goes round twice.
    function test_RevertWhen_APersonOrALoanIsTwice() public {
        Circle memory circle = _createCircle(4);
        (circle.ids[1], circle.ids[2]) = (_lend(1, 0, PRINCIPAL), _lend(0, 3, PRINCIPAL));
        _refuseForm(circle);
        (circle.ids[2], circle.ids[3]) = (circle.ids[0], circle.ids[1]);
        (circle.noted[2], circle.noted[3]) = (circle.amount, circle.amount);
        _refuseForm(circle);
    }

    function test_RevertWhen_ALoanCannotTakeTheAmount() public {
        Circle memory circle = _createCircle(3);
        circle.amount = book.owed(circle.ids[0]) + 1;
        _refuse(circle, ILoanBook.AmountAboveDebt.selector, 0);
        circle.amount = 0;
        _refuse(circle, ILoanBook.NothingToPay.selector, 0);

        (circle.amount, circle.ids[1]) = (50e6, _lend(1, 2, PRINCIPAL));
        for (uint256 i; i < 2; ++i) {
            vm.prank(people[2]);
            book.repay(circle.ids[1], TOTAL - 50e6 + 1);
            if (i == 0) _refuse(circle, ILoanBook.AmountAboveDebt.selector, 1);
        }
        bytes4 notActive = ILoanBook.LoanNotActive.selector;
        _refuse(circle, abi.encodeWithSelector(notActive, circle.ids[1], ILoanBook.Status.Repaid));
        vm.prank(people[1]);
        circle.ids[1] = book.createOfferFor(people[2], _terms(), "", 0);
        _refuse(circle, abi.encodeWithSelector(notActive, circle.ids[1], ILoanBook.Status.Open));
    }

    function test_RevertWhen_ItIsSettledAgainOrAPaymentWasRecorded() public {
        Circle memory circle = _createCircle(3);
        _settle(circle);
        _refuse(circle, ILoanBook.TermsChanged.selector, 0);

        circle = _createCircle(3);
        vm.prank(people[2]);
        book.recordPayment(circle.ids[2], people[0], 1, 0, block.timestamp);
        _refuse(circle, ILoanBook.TermsChanged.selector, 2);
        circle.noted[2] = 1;
        _refuseUnsigned(circle, 0);
        _signAll(circle);
        _settle(circle);
        assertEq(book.summaryOf(circle.ids[2]).noted, 50e6 + 1);
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
        _refuse(circle, abi.encodeWithSelector(ILoanBook.SignatureExpired.selector, circle.deadline));
        vm.warp(circle.deadline);
        _settle(circle);
    }
}
