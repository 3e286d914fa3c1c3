// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

/// @notice K2 repay.
contract RepayTest is LoanBookTest {
    function test_RepaysInFull() public {
        uint256 id = _createLoan();
        ILoanBook.Summary memory loan = _expectLoan();

        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(id, luis, TOTAL, TOTAL);
        assertEq(_repay(id, TOTAL), TOTAL);

        _assertEmitted(1, 1);
        assertEq(uint8(book.getOffer(id).status), 3);
        (loan.status, loan.repaid, loan.owed) = (ILoanBook.Status.Repaid, TOTAL, 0);
        _assertLoan(id, loan, NOTE);
        _assertRecord(luis, 1, 1, 0);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + TOTAL);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL - TOTAL);
        assertEq(dollar.balanceOf(address(book)), 0);
        assertEq(book.claimable(ana), 0);
    }

    function _expectLoan() private view returns (ILoanBook.Summary memory loan) {
        loan = _expectOffer();
        _expectTaken(loan);
    }

    function test_RepaysInParts() public {
        uint256 id = _createLoan();
        ILoanBook.Summary memory loan = _expectLoan();

        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(id, luis, 100e6, 100e6);
        assertEq(_repay(id, 100e6), 100e6);
        (loan.repaid, loan.owed) = (100e6, TOTAL - 100e6);
        _assertLoan(id, loan, NOTE);
        _assertRecord(luis, 1, 0, 0);

        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(id, luis, TOTAL - 100e6 - 1, TOTAL - 1);
        _repay(id, TOTAL - 100e6 - 1);
        (loan.repaid, loan.owed) = (TOTAL - 1, 1);
        _assertLoan(id, loan, NOTE);

        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(id, luis, 1, TOTAL);
        assertEq(_repay(id, 5), 1);
        (loan.status, loan.repaid, loan.owed) = (ILoanBook.Status.Repaid, TOTAL, 0);
        _assertLoan(id, loan, NOTE);
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

        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(id, luis, TOTAL, TOTAL);
        vm.expectEmit(address(book));
        emit ILoanBook.PaidBy(id, eva);
        vm.prank(eva);
        book.repay(id, type(uint256).max);

        _assertEmitted(2, 1);
        assertEq(dollar.balanceOf(eva), FORTUNE - TOTAL);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + TOTAL);
        _assertRecord(luis, 1, 1, 0);
        _assertRecord(eva, 0, 0, 0);
    }

    function test_TheLenderOfAnotherLoanPaysInTokens() public {
        uint256 id = _createLoan();
        vm.prank(eva);
        book.createOffer(1, 1, 1, "");

        vm.prank(eva);
        book.repay(id, 10);
        assertEq(dollar.balanceOf(eva), FORTUNE - 1 - 10);
    }

    function testFuzz_ALateLoanCostsNoMore(uint256 late) public {
        uint256 id = _createLoan();
        vm.warp(bound(late, block.timestamp, type(uint64).max));

        assertEq(book.owed(id), TOTAL);
        assertEq(_repay(id, type(uint256).max), TOTAL);
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
        // The maximum: 2^56 at 655.35 % for 2^32 seconds gives an interest of 893 times the principal.
        uint256 total = 64_386_175_154_665_637_132;
        uint256 id = _assertTotal(type(uint56).max, type(uint32).max, type(uint16).max, total);

        assertEq(_repay(id, total - 1), total - 1);
        assertEq(_repay(id, 2), 1);
        assertEq(book.getOffer(id).repaid, total);
        assertEq(dollar.balanceOf(ana), total);
    }

    function testFuzz_InterestFavoursTheLenderByLessThanOneUnit(uint56 principal, uint32 duration, uint16 apr) public {
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

    function test_RevertWhen_ItIsARequest() public {
        uint256 id = _createRequest();
        uint256 addressed = _createRequestFor(ana);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.LoanNotActive.selector, id, ILoanBook.Status.Requested));
        _repay(id, 1);
        vm.expectRevert(
            abi.encodeWithSelector(ILoanBook.LoanNotActive.selector, addressed, ILoanBook.Status.Requested)
        );
        vm.prank(ana);
        book.repay(addressed, 1);
    }

    function test_RevertWhen_ItIsForgiven() public {
        uint256 id = _createLoan();
        _forgive(id);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.LoanNotActive.selector, id, ILoanBook.Status.Forgiven));
        _repay(id, 1);
    }

    /// @dev ana would pay herself. What she received in cash she records.
    function test_RevertWhen_TheLenderPays() public {
        uint256 id = _createLoan();
        _refuseLender(id, 1);
        _refuseLender(id, type(uint256).max);
        _refuseLender(id, 0);
        assertEq(book.owed(id), TOTAL);

        id = _createRequest();
        _fund(id);
        _refuseLender(id, TOTAL);
        _repay(id, TOTAL);
        vm.expectRevert(_notActive(id, ILoanBook.Status.Repaid));
        vm.prank(ana);
        book.repay(id, 1);
    }

    function _refuseLender(uint256 id, uint256 amount) private {
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.OwnLoan.selector, id));
        vm.prank(ana);
        book.repay(id, amount);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.OwnLoan.selector, id));
        vm.prank(ana);
        book.repayWithPermit(id, ana, luis, amount, 0, 0, 0, 0);
    }

    function test_RevertWhen_NothingIsPaid() public {
        uint256 id = _createLoan();
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.NothingToPay.selector, id));
        _repay(id, 0);
    }

    function test_RevertWhen_ThePayerHasTooLittle() public {
        uint256 id = _createLoan();
        deal(address(dollar), luis, TOTAL - 1);
        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        _repay(id, TOTAL);
        assertEq(book.claimable(ana), 0);
        assertEq(book.owed(id), TOTAL);
    }

    function test_RevertWhen_ThePayerAllowsTooLittle() public {
        uint256 id = _createLoan();
        vm.prank(luis);
        dollar.approve(address(book), TOTAL - 1);
        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
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
        assertEq(book.repayWithPermit(id, ana, luis, 100e6, deadline, v, r, s), 100e6);

        assertEq(book.owed(id), TOTAL - 100e6);
        assertEq(dollar.allowance(luis, address(book)), 0);
    }

    function test_RepaysWithAPermitForMoreThanIsOwed() public {
        uint256 id = _createLoan();
        _withdrawAllowance(luis);
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(luisKey, TOTAL + 7, block.timestamp);

        vm.prank(luis);
        assertEq(book.repayWithPermit(id, ana, luis, TOTAL + 7, block.timestamp, v, r, s), TOTAL);

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
        assertEq(book.repayWithPermit(id, ana, luis, TOTAL, deadline, v, r, s), TOTAL);
    }

    function test_RevertWhen_ThePermitExpired() public {
        uint256 id = _createLoan();
        _withdrawAllowance(luis);
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(luisKey, TOTAL, block.timestamp - 1);

        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        vm.prank(luis);
        book.repayWithPermit(id, ana, luis, TOTAL, block.timestamp - 1, v, r, s);
    }

    function test_RevertWhen_ThePermitIsForAnotherValue() public {
        uint256 id = _createLoan();
        _withdrawAllowance(luis);
        uint256 deadline = block.timestamp + 1 hours;
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(luisKey, TOTAL + 1, deadline);

        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        vm.prank(luis);
        book.repayWithPermit(id, ana, luis, TOTAL, deadline, v, r, s);
    }

    function test_AStrangerRepaysWithAPermit() public {
        uint256 id = _createOffer();
        vm.prank(eva);
        book.acceptOffer(id);
        _withdrawAllowance(luis);
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(luisKey, TOTAL, block.timestamp);

        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(id, eva, TOTAL, TOTAL);
        vm.expectEmit(address(book));
        emit ILoanBook.PaidBy(id, luis);
        vm.prank(luis);
        book.repayWithPermit(id, ana, eva, TOTAL, block.timestamp, v, r, s);

        assertEq(dollar.balanceOf(luis), FORTUNE - TOTAL);
    }

    function test_RevertWhen_ItIsByAnotherLender() public {
        uint256 id = _createLoan();
        address[3] memory others = [eva, luis, address(0)];
        for (uint256 i; i < others.length; ++i) {
            _refuseOther(id, others[i], luis);
        }
    }

    function test_RevertWhen_ItIsOfAnotherBorrower() public {
        uint256 id = _createLoan();
        address[3] memory others = [eva, ana, address(0)];
        for (uint256 i; i < others.length; ++i) {
            _refuseOther(id, ana, others[i]);
        }
    }

    function _refuseOther(uint256 id, address lender, address borrower) private {
        _withdrawAllowance(luis);
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(luisKey, TOTAL, block.timestamp);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.TermsChanged.selector, id));
        vm.prank(luis);
        book.repayWithPermit(id, lender, borrower, TOTAL, block.timestamp, v, r, s);
        assertEq(book.owed(id), TOTAL);
        assertEq(dollar.nonces(luis), 0);
    }

    /// @dev Who the two are, is compared before anything else is looked at.
    function test_RevertWhen_TermsChangedBesidesAnythingElse() public {
        _refusePermit(7, ana, luis, 1, _termsChanged(7));
        _refusePermit(7, ana, address(0), 1, _termsChanged(7));
        _refusePermit(7, address(0), luis, 1, _termsChanged(7));
        uint256 id = _createLoan();
        _refusePermit(id, eva, luis, 0, _termsChanged(id));
        _refusePermit(id, ana, eva, 0, _termsChanged(id));
        _repay(id, TOTAL);
        _refusePermit(id, eva, luis, 1, _termsChanged(id));
        _refusePermit(id, ana, eva, 1, _termsChanged(id));
        uint256 request = _createRequest();
        _refusePermit(request, ana, luis, 1, _termsChanged(request));
    }

    function test_RevertWhen_APermitPaysWhatIsNotActive() public {
        _refusePermit(7, address(0), address(0), 1, _notActive(7, ILoanBook.Status.None));
        _refusePermit(_createOffer(), ana, address(0), 1, _notActive(1, ILoanBook.Status.Open));
        _refusePermit(_createRequest(), address(0), luis, 1, _notActive(2, ILoanBook.Status.Requested));
        _refusePermit(_createRequestFor(ana), ana, luis, 1, _notActive(3, ILoanBook.Status.Requested));
        uint256 id = _createLoan();
        _refusePermit(id, ana, luis, 0, abi.encodeWithSelector(ILoanBook.NothingToPay.selector, id));
        _repay(id, TOTAL);
        _refusePermit(id, ana, luis, 1, _notActive(id, ILoanBook.Status.Repaid));
    }

    function _refusePermit(uint256 id, address lender, address borrower, uint256 amount, bytes memory error) private {
        vm.expectRevert(error);
        vm.prank(luis);
        book.repayWithPermit(id, lender, borrower, amount, 0, 0, 0, 0);
    }

    function _notActive(uint256 id, ILoanBook.Status status) private pure returns (bytes memory) {
        return abi.encodeWithSelector(ILoanBook.LoanNotActive.selector, id, status);
    }

    function _termsChanged(uint256 id) private pure returns (bytes memory) {
        return abi.encodeWithSelector(ILoanBook.TermsChanged.selector, id);
    }
}
