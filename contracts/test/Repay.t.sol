// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeTransferLib} from "solady/utils/SafeTransferLib.sol";
import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./LoanBookTest.sol";

contract RepayTest is LoanBookTest {
    function test_RepaysInFull() public {
        uint256 id = _createLoan();

        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(id, luis, TOTAL, TOTAL);
        assertEq(_repay(id, TOTAL), TOTAL);

        assertEq(uint8(book.getOffer(id).status), 3);
        assertEq(book.getOffer(id).repaid, TOTAL);
        assertEq(book.owed(id), 0);
        _assertRecord(luis, 1, 1, 0);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + TOTAL);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL - TOTAL);
        assertEq(dollar.balanceOf(address(book)), 0);
        assertEq(book.claimable(ana), 0);
    }

    function test_RepaysInParts() public {
        uint256 id = _createLoan();

        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(id, luis, 100e6, 100e6);
        assertEq(_repay(id, 100e6), 100e6);
        assertEq(book.owed(id), TOTAL - 100e6);
        assertEq(book.getOffer(id).repaid, 100e6);
        _assertStatus(id, ILoanBook.Status.Active);
        _assertRecord(luis, 1, 0, 0);

        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(id, luis, TOTAL - 100e6 - 1, TOTAL - 1);
        _repay(id, TOTAL - 100e6 - 1);
        assertEq(book.owed(id), 1);
        assertEq(book.getOffer(id).repaid, TOTAL - 1);
        _assertStatus(id, ILoanBook.Status.Active);

        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(id, luis, 1, TOTAL);
        assertEq(_repay(id, 5), 1);
        assertEq(book.owed(id), 0);
        assertEq(book.getOffer(id).repaid, TOTAL);
        _assertStatus(id, ILoanBook.Status.Repaid);
        _assertRecord(luis, 1, 1, 0);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + TOTAL);
    }

    function testFuzz_TakesNoMoreThanIsOwed(uint256 first, uint256 second) public {
        uint256 id = _createLoan();
        first = bound(first, 1, TOTAL - 1);
        second = bound(second, 1, type(uint256).max);
        _repay(id, first);

        uint256 expected = second < TOTAL - first ? second : TOTAL - first;
        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(id, luis, expected, first + expected);
        uint256 paid = _repay(id, second);

        assertEq(paid, expected);
        assertEq(book.owed(id), TOTAL - first - expected);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL - first - expected);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + first + expected);
    }

    function test_AStrangerMayPay() public {
        uint256 id = _createLoan();

        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(id, luis, TOTAL, TOTAL);
        vm.prank(eva);
        book.repay(id, type(uint256).max);

        assertEq(dollar.balanceOf(eva), FORTUNE - TOTAL);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL);
        _assertRecord(luis, 1, 1, 0);
        _assertRecord(eva, 0, 0, 0);
    }

    function test_TheLenderMayPay() public {
        uint256 id = _createLoan();
        vm.prank(ana);
        book.repay(id, TOTAL);

        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL);
        _assertStatus(id, ILoanBook.Status.Repaid);
    }

    function test_TheDueMomentItselfIsOnTime() public {
        uint256 id = _createLoan();
        vm.warp(book.getOffer(id).dueTs);
        _repay(id, TOTAL);

        _assertRecord(luis, 1, 1, 0);
    }

    function test_ASecondAfterItIsLate() public {
        uint256 id = _createLoan();
        vm.warp(book.getOffer(id).dueTs + 1);
        _repay(id, TOTAL);

        _assertRecord(luis, 1, 1, 1);
    }

    function test_OnlyTheLastPaymentMakesItLate() public {
        uint256 id = _createLoan();
        _repay(id, 1);
        vm.warp(book.getOffer(id).dueTs + 1);
        _repay(id, 1);
        _assertRecord(luis, 1, 0, 0);
        _repay(id, TOTAL);
        _assertRecord(luis, 1, 1, 1);
    }

    function testFuzz_ALateLoanCostsNoMore(uint256 late) public {
        uint256 id = _createLoan();
        vm.warp(bound(late, block.timestamp, type(uint64).max));

        assertEq(book.owed(id), TOTAL);
        assertEq(_repay(id, type(uint256).max), TOTAL);
    }

    function test_TheRecordCountsEachLoan() public {
        for (uint256 i; i < 7; ++i) {
            uint256 id = _createLoan();
            if (i % 2 == 0) skip(DURATION + 1);
            if (i != 6) _repay(id, TOTAL);
        }
        _assertRecord(luis, 7, 6, 3);
        assertEq(book.loansByBorrowerLength(luis), 7);
    }

    // ── Interest ─────────────────────────────────────────────────────────────────────────────────────────────────

    function test_AYearAtTenPercent() public {
        _assertTotal(1_000e6, 365 days, 1000, 1_100e6);
    }

    function test_InterestIsRoundedUp() public {
        _assertTotal(1, 1, 1, 2);
        _assertTotal(10_000, 365 days, 1, 10_001);
        _assertTotal(10_001, 365 days, 1, 10_003);
        _assertTotal(10_000, 365 days - 1, 1, 10_001);
        _assertTotal(10_000, 365 days + 1, 1, 10_002);
    }

    function test_TheLargestLoanCanBeRepaid() public {
        deal(address(dollar), luis, type(uint256).max / 4);
        // The maximum: 2^64 at 655.35 % for 2^32 seconds gives an interest of 893 times the principal.
        uint256 interest = uint256(type(uint64).max) * type(uint16).max * type(uint32).max;
        uint256 total = type(uint64).max + interest / (10_000 * 31_536_000) + 1;
        uint256 id = _assertTotal(type(uint64).max, type(uint32).max, type(uint16).max, total);

        assertEq(_repay(id, total - 1), total - 1);
        assertEq(_repay(id, 2), 1);
        assertEq(book.getOffer(id).repaid, total);
    }

    function testFuzz_InterestFavoursTheLenderByLessThanOneUnit(uint64 principal, uint32 duration, uint16 apr) public {
        vm.assume(principal != 0 && duration != 0 && apr != 0);
        deal(address(dollar), ana, principal);
        vm.prank(ana);
        uint256 id = book.createOffer(principal, duration, apr, "");
        _accept(id);

        uint256 interest = book.owed(id) - principal;
        uint256 exact = uint256(principal) * apr * duration;
        assertGe(interest * 315_360_000_000, exact);
        assertLt((interest - 1) * 315_360_000_000, exact);
    }

    function _assertTotal(
        uint256 principal,
        uint256 duration,
        uint256 apr,
        uint256 total
    ) private returns (uint256 id) {
        deal(address(dollar), ana, principal);
        vm.prank(ana);
        id = book.createOffer(principal, duration, apr, "");
        assertEq(book.owed(id), 0, "nothing is owed before someone takes it");
        _accept(id);
        assertEq(book.owed(id), total);
    }

    // ── Refusals ─────────────────────────────────────────────────────────────────────────────────────────────────

    function test_RevertWhen_NobodyTookIt() public {
        uint256 id = _createOffer();
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.LoanNotActive.selector, id, ILoanBook.Status.Open));
        _repay(id, 1);
    }

    function test_RevertWhen_ThereIsNoSuchLoan() public {
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.LoanNotActive.selector, 7, ILoanBook.Status.None));
        _repay(7, 1);
    }

    function test_RevertWhen_ItIsRepaid() public {
        uint256 id = _createLoan();
        _repay(id, TOTAL);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.LoanNotActive.selector, id, ILoanBook.Status.Repaid));
        _repay(id, 1);
    }

    function test_RevertWhen_ItIsCancelled() public {
        uint256 id = _createOffer();
        _cancel(id);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.LoanNotActive.selector, id, ILoanBook.Status.Cancelled));
        _repay(id, 1);
    }

    function test_RevertWhen_NothingIsPaid() public {
        uint256 id = _createLoan();
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.NothingToPay.selector, id));
        _repay(id, 0);
    }

    function test_RevertWhen_ThePayerHasTooLittle() public {
        uint256 id = _createLoan();
        deal(address(dollar), luis, TOTAL - 1);
        vm.expectRevert(SafeTransferLib.TransferFromFailed.selector);
        _repay(id, TOTAL);
        assertEq(book.claimable(ana), 0);
        assertEq(book.owed(id), TOTAL);
    }

    function test_RevertWhen_ThePayerAllowsTooLittle() public {
        uint256 id = _createLoan();
        vm.prank(luis);
        dollar.approve(address(book), TOTAL - 1);
        vm.expectRevert(SafeTransferLib.TransferFromFailed.selector);
        _repay(id, TOTAL);
    }

    // ── With a permit ────────────────────────────────────────────────────────────────────────────────────────────

    function test_RepaysWithAPermit() public {
        uint256 id = _createLoan();
        _withdrawAllowance(luis);
        uint256 deadline = block.timestamp + 1 hours;
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(luisKey, 100e6, deadline);

        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(id, luis, 100e6, 100e6);
        vm.prank(luis);
        assertEq(book.repayWithPermit(id, 100e6, deadline, v, r, s), 100e6);

        assertEq(book.owed(id), TOTAL - 100e6);
        assertEq(dollar.allowance(luis, address(book)), 0);
    }

    function test_RepaysWithAPermitForMoreThanIsOwed() public {
        uint256 id = _createLoan();
        _withdrawAllowance(luis);
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(luisKey, TOTAL + 7, block.timestamp);

        vm.prank(luis);
        assertEq(book.repayWithPermit(id, TOTAL + 7, block.timestamp, v, r, s), TOTAL);

        assertEq(dollar.allowance(luis, address(book)), 7);
    }

    function test_RepaysWithAPermitThatSomeoneElseUsedFirst() public {
        uint256 id = _createLoan();
        _withdrawAllowance(luis);
        uint256 deadline = block.timestamp + 1 hours;
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(luisKey, TOTAL, deadline);
        vm.prank(eva);
        dollar.permit(luis, address(book), TOTAL, deadline, v, r, s);

        vm.prank(luis);
        assertEq(book.repayWithPermit(id, TOTAL, deadline, v, r, s), TOTAL);
    }

    function test_RevertWhen_ThePermitExpired() public {
        uint256 id = _createLoan();
        _withdrawAllowance(luis);
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(luisKey, TOTAL, block.timestamp - 1);

        vm.expectRevert(SafeTransferLib.TransferFromFailed.selector);
        vm.prank(luis);
        book.repayWithPermit(id, TOTAL, block.timestamp - 1, v, r, s);
    }

    function test_RevertWhen_ThePermitIsForAnotherValue() public {
        uint256 id = _createLoan();
        _withdrawAllowance(luis);
        uint256 deadline = block.timestamp + 1 hours;
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(luisKey, TOTAL + 1, deadline);

        vm.expectRevert(SafeTransferLib.TransferFromFailed.selector);
        vm.prank(luis);
        book.repayWithPermit(id, TOTAL, deadline, v, r, s);
    }
}
