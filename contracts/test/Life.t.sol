// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

/// @notice K2 Shows each command in the life of a loan, with its events, fields and dollars. Random lives prove the
/// same for any order and any arguments (Differential.t.sol).
contract LifeTest is LoanBookTest {
    /// @dev luis repays 100 dollars, and eva the rest, in the last second that is on time.
    function test_AnOfferIsPublishedAcceptedAndRepaid() public {
        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.OfferCreated(1, ana, PRINCIPAL, DURATION, APR, NOTE);
        assertEq(_createOffer(), 1);
        _assertEmitted(1, 1);
        ILoanBook.Summary memory loan = _expectOffer();
        _assertLoan(1, loan, NOTE);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL);
        assertEq(book.openOfferIds(0), 1);
        assertEq(book.offersByLender(ana, 0), 1);

        skip(1 days);
        vm.expectEmit(address(book));
        emit ILoanBook.LoanAccepted(1, luis, 1_800_086_400, 1_802_678_400);
        _accept(1);
        _assertEmitted(1, 1);
        _expectTaken(loan);
        _assertLoan(1, loan, NOTE);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL);
        assertEq(book.openOffersLength(), 0);
        _assertRecord(luis, 1, 0, 0);

        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(1, luis, 100e6, 100e6);
        assertEq(_repay(1, 100e6), 100e6);
        _assertEmitted(1, 1);
        (loan.repaid, loan.owed) = (100e6, TOTAL - 100e6);
        _assertLoan(1, loan, NOTE);

        skip(DURATION);
        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(1, luis, TOTAL - 100e6, TOTAL);
        vm.expectEmit(address(book));
        emit ILoanBook.PaidBy(1, eva);
        vm.prank(eva);
        assertEq(book.repayLoan(1, ana, luis, type(uint256).max), TOTAL - 100e6);
        _assertEmitted(2, 1);
        (loan.status, loan.repaid, loan.owed) = (ILoanBook.Status.Repaid, TOTAL, 0);
        _assertLoan(1, loan, NOTE);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + TOTAL);
        assertEq(dollar.balanceOf(eva), FORTUNE - TOTAL + 100e6);
        assertEq(dollar.balanceOf(address(book)), 0);
        _assertRecord(luis, 1, 1, 0);
        _assertEnded(0, 300);
    }

    /// @dev To ana, in three instalments. luis pays 100 dollars in cash, gets more time, and is forgiven the rest.
    function test_ARequestIsPublishedFundedAndForgiven() public {
        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.RequestCreated(1, luis, PRINCIPAL, DURATION, APR, NOTE);
        vm.expectEmit(address(book));
        emit ILoanBook.RequestAddressed(1, ana);
        vm.expectEmit(address(book));
        emit ILoanBook.Planned(1, 3);
        vm.expectEmit(address(book));
        emit ILoanBook.OpenUntil(1, 1_800_172_800);
        vm.prank(luis);
        book.createRequest(ana, ILoanBook.Terms(PRINCIPAL, DURATION, APR, 3), NOTE, 2);
        _assertEmitted(4, 0);
        ILoanBook.Summary memory loan = _expectRequest();
        (loan.lender, loan.instalments, loan.openUntil) = (ana, 3, 1_800_172_800);
        _assertLoan(1, loan, NOTE);
        assertEq(_idsOf(ILoanBook.List.RequestsFor, ana)[0], 1);

        vm.expectEmit(address(book));
        emit ILoanBook.RequestFunded(1, ana);
        vm.expectEmit(address(book));
        emit ILoanBook.LoanAccepted(1, luis, 1_800_000_000, 1_802_592_000);
        vm.prank(ana);
        book.fundRequest(1, luis, ILoanBook.Terms(PRINCIPAL, DURATION, APR, 3));
        _assertEmitted(2, 1);
        _expectTaken(loan);
        _assertLoan(1, loan, NOTE);

        skip(1 days);
        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(1, luis, 100e6, 100e6);
        vm.expectEmit(address(book));
        emit ILoanBook.PaidBy(1, ana);
        vm.expectEmit(address(book));
        emit ILoanBook.PaidElsewhere(1, 1_800_000_000);
        assertEq(_recordPayment(1, 100e6, 1_800_000_000), 100e6);
        (loan.repaid, loan.noted, loan.owed) = (100e6, 100e6, TOTAL - 100e6);
        _assertLoan(1, loan, NOTE);
        vm.expectEmit(address(book));
        emit ILoanBook.Extended(1, 1_802_592_000 + 10 days);
        _extendBy(1, 10 days);
        loan.dueTs += 10 days;
        _assertLoan(1, loan, NOTE);
        vm.expectEmit(address(book));
        emit ILoanBook.Forgiven(1, TOTAL - 100e6);
        _forgive(1);
        (loan.status, loan.owed) = (ILoanBook.Status.Forgiven, 0);
        _assertLoan(1, loan, NOTE);
        _assertEmitted(5, 0);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL);
        _assertRecord(luis, 1, 0, 0);
        _assertEnded(1, 0);
    }

    function test_WhatNobodyTookIsCancelled() public {
        (uint256 offer, uint256 request) = (_createOfferFor(luis), _createRequest());
        vm.expectEmit(address(book));
        emit ILoanBook.OfferCancelled(offer);
        _cancel(offer);
        _assertStatus(offer, ILoanBook.Status.Cancelled);
        assertEq(dollar.balanceOf(ana), FORTUNE);
        vm.expectEmit(address(book));
        emit ILoanBook.RequestCancelled(request);
        vm.prank(luis);
        book.cancelRequest(request);
        _assertStatus(request, ILoanBook.Status.Cancelled);
        assertEq(book.openRequestsLength(), 0);
    }

    /// @dev Other programs read the numbers.
    function test_StatusesKeepTheirNumbers() public pure {
        assertEq(uint8(ILoanBook.Status.Open), 1);
        assertEq(uint8(ILoanBook.Status.Active), 2);
        assertEq(uint8(ILoanBook.Status.Repaid), 3);
        assertEq(uint8(ILoanBook.Status.Cancelled), 4);
        assertEq(uint8(ILoanBook.Status.Requested), 5);
        assertEq(uint8(ILoanBook.Status.Forgiven), 6);
    }

    function test_InterestIsRoundedUp() public {
        _assertTotal(1_000e6, 365 days, 1000, 1_100e6);
        _assertTotal(1, 1, 1, 2);
        _assertTotal(10_000, 365 days, 1, 10_001);
        _assertTotal(10_001, 365 days, 1, 10_003);
        _assertTotal(10_000, 365 days - 1, 1, 10_001);
        _assertTotal(10_000, 365 days + 1, 1, 10_002);
    }

    function _assertTotal(uint256 principal, uint256 time, uint256 apr, uint256 total) private {
        deal(address(dollar), ana, principal);
        vm.prank(ana);
        uint256 id = book.createOffer(principal, time, apr, "");
        assertEq(book.owed(id), 0, "nothing is owed before someone takes it");
        _accept(id);
        assertEq(book.owed(id), total);
    }

    function test_TheLimitsAreTheseNumbers() public view {
        assertEq(book.MAX_PRINCIPAL(), type(uint56).max);
        assertEq(book.MAX_DURATION(), type(uint32).max);
        assertEq(book.MAX_APR(), type(uint16).max);
        assertEq(book.MAX_INSTALMENTS(), 60);
        assertEq(book.MAX_OPEN_DAYS(), 255);
        assertEq(book.MAX_COMMENT(), 280);
        assertEq(book.MAX_CIRCLE(), 6);
    }
}
