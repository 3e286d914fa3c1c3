// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

/// @dev recordOf: what a borrower's loans tell. How a forgiven loan counts is in Forgive.t.sol.
contract RecordTest is LoanBookTest {
    function test_ItCountsEachLoan() public {
        for (uint256 i; i < 7; ++i) {
            uint256 id = _createLoan();
            if (i % 2 == 0) skip(DURATION + 1);
            if (i != 6) _repay(id, TOTAL);
        }
        _assertRecord(luis, 7, 6, 3);
        assertEq(book.loansByBorrowerLength(luis), 7);
        _assertRecord(ana, 0, 0, 0);
    }

    // ── On time and late ─────────────────────────────────────────────────────────────────────────────────────────

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

    /// @dev It counts as late once it is repaid, and only once.
    function test_ALateLoanCountsWhenItEnds() public {
        uint256 id = _createLoan();
        _repay(id, 1);
        vm.warp(book.getOffer(id).dueTs + 1);
        _repay(id, 1);
        _recordPayment(id, 1);
        _assertRecord(luis, 1, 0, 0);
        _repay(id, TOTAL);
        _assertRecord(luis, 1, 1, 1);
    }

    function test_CashThatCameLateIsLate() public {
        uint256 id = _createLoan();
        skip(DURATION + 1);
        _recordPayment(id, TOTAL);
        _assertRecord(luis, 1, 1, 1);

        id = _createPlan();
        skip(30 days + 1);
        _recordPayment(id, 1);
        _repay(id, 3000);
        _assertRecord(luis, 2, 2, 2);
    }

    /// @dev 3,000 units in three instalments, due after 30, 60 and 90 days.
    function _createPlan() private returns (uint256 id) {
        vm.prank(ana);
        id = book.createOfferFor(address(0), ILoanBook.Terms(2999, 90 days, 1, 3), NOTE, 0);
        _accept(id);
        assertEq(book.owed(id), 3000);
    }

    function test_EveryInstalmentOnTheLastSecondIsOnTime() public {
        uint256 id = _createPlan();
        for (uint256 i; i < 3; ++i) {
            skip(30 days);
            _repay(id, 1000);
        }
        _assertRecord(luis, 1, 1, 0);
    }

    /// @dev The first instalment comes a second late. The others are paid at once, before they are due.
    function test_ALateInstalmentIsLateThoughTheLastPaymentIsOnTime() public {
        uint256 id = _createPlan();
        skip(30 days + 1);
        _repay(id, 1000);
        _assertRecord(luis, 1, 0, 0);
        _repay(id, 1000);
        skip(30 days);
        _repay(id, 1000);
        _assertRecord(luis, 1, 1, 1);
    }

    /// @dev A unit is missing of what was due.
    function test_AnInstalmentThatLacksAUnitIsLate() public {
        uint256 id = _createPlan();
        _repay(id, 999);
        skip(30 days + 1);
        _repay(id, 2001);
        _assertRecord(luis, 1, 1, 1);

        id = _createPlan();
        _repay(id, 1000);
        skip(30 days + 1);
        _repay(id, 2000);
        _assertRecord(luis, 2, 2, 1);
    }

    /// @dev 2,000 units in two instalments, due after 10 and 20 days: the first one late, or both in advance.
    function test_OfTwoInstalmentsTheFirstDecidesToo() public {
        for (uint256 i; i < 2; ++i) {
            vm.prank(ana);
            uint256 id = book.createOfferFor(address(0), ILoanBook.Terms(1999, 20 days, 1, 2), NOTE, 0);
            _accept(id);
            if (i == 0) skip(10 days + 1);
            _repay(id, 1500);
            _repay(id, 500);
            _assertStatus(id, ILoanBook.Status.Repaid);
        }
        _assertRecord(luis, 2, 2, 1);
    }

    /// @dev Paid in one payment before the last due moment, but after the first.
    function test_PayingEverythingAfterAMissedInstalmentIsLate() public {
        uint256 id = _createPlan();
        skip(45 days);
        _repay(id, 3000);
        _assertRecord(luis, 1, 1, 1);
    }

    /// @dev ana gave time before luis paid: the plan that holds then decides.
    function test_MoreTimeBeforeAPaymentMakesItOnTime() public {
        uint256 id = _createPlan();
        skip(30 days + 1);
        _extendBy(id, 90 days);
        _repay(id, 1000);
        skip(60 days);
        _repay(id, 2000);
        _assertRecord(luis, 1, 1, 0);
    }

    /// @dev Once a part came late, nothing that follows changes that: neither payments on time, nor more time.
    function test_WhatWasLateStaysLate() public {
        uint256 id = _createPlan();
        skip(30 days + 1);
        _repay(id, 1);
        _extendBy(id, 1000 days);
        _repay(id, 1);
        _recordPayment(id, 1);
        _repay(id, 3000);
        _assertRecord(luis, 1, 1, 1);
    }

    // ── Dollars ──────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev A borrower and a lender who are one and the same need one dollar: at the highest rate for the longest time
    /// the total is 893 dollars, and what the lender notes costs nothing.
    function test_CashCountsNoDollars() public {
        for (uint256 i; i < 20; ++i) {
            _recordPayment(_createDearest(), type(uint256).max);
        }
        _assertRecord(luis, 20, 20, 0);
        _assertEnded(0, 0);
    }

    /// @dev The same paid in tokens: 893 dollars moved for each, and one of them was lent.
    function test_InterestCountsNoDollars() public {
        for (uint256 i; i < 3; ++i) {
            uint256 id = _createDearest();
            assertGt(book.owed(id), 893e6);
            _repay(id, type(uint256).max);
        }
        _assertRecord(luis, 3, 3, 0);
        _assertEnded(0, 3);
    }

    function _createDearest() private returns (uint256 id) {
        vm.prank(ana);
        id = book.createOffer(1e6, type(uint32).max, type(uint16).max, "");
        _accept(id);
    }

    /// @dev 302.465754 dollars, of which a part was noted: what moved counts, and no more than the 300 that were lent.
    function test_WhatMovedCountsUpToThePrincipal() public {
        _payBoth(100e6);
        _assertEnded(0, 202);
        _payBoth(2e6);
        _assertEnded(0, 202 + 300);
        _payBoth(2_465_755);
        _assertEnded(0, 202 + 300 + 299);
        _payBoth(TOTAL - 1);
        _assertEnded(0, 202 + 300 + 299);
        _assertRecord(luis, 4, 4, 0);
    }

    /// @dev In either order, and in parts.
    function _payBoth(uint256 inCash) private {
        uint256 id = _createLoan();
        if (inCash == 2e6) {
            _repay(id, TOTAL - inCash);
            _recordPayment(id, inCash);
        } else {
            _recordPayment(id, inCash - 1);
            _repay(id, 1);
            _recordPayment(id, 1);
            if (inCash != TOTAL - 1) _repay(id, TOTAL);
        }
        _assertStatus(id, ILoanBook.Status.Repaid);
    }

    /// @dev Each loan's principal is rounded down to whole dollars.
    function test_DollarsAreRoundedDown() public {
        _repay(_createLoanOf(1_999_999), type(uint256).max);
        _assertEnded(0, 1);
        _repay(_createLoanOf(2_000_000), type(uint256).max);
        _assertEnded(0, 3);
        _repay(_createLoanOf(999_999), type(uint256).max);
        _assertEnded(0, 3);
        assertEq(book.recordOf(ana).repaidDollars, 0);
    }

    function _createLoanOf(uint256 principal) private returns (uint256 id) {
        deal(address(dollar), ana, principal);
        vm.prank(ana);
        id = book.createOffer(principal, 1, 1, "");
        _accept(id);
    }

    /// @dev Whatever is paid in tokens or in cash, and whether the rest is forgiven: by what reached ana.
    /// forge-config: default.fuzz.runs = 40
    /// @custom:verify fuzz.runs = 5000
    function testFuzz_DollarsNeverExceedWhatMoved(uint256[6] memory amounts, uint8 inCash, bool forgiven) public {
        uint256 id = _createLoan();
        uint256 before = dollar.balanceOf(ana);
        uint256 repaid;
        for (uint256 i; i < amounts.length && repaid != TOTAL; ++i) {
            uint256 amount = bound(amounts[i], 1, TOTAL / 2);
            repaid += (inCash >> i) & 1 == 0 ? _repay(id, amount) : _recordPayment(id, amount);
        }
        if (repaid != TOTAL) {
            _assertEnded(0, 0);
            if (forgiven) _forgive(id);
            else _repay(id, TOTAL);
        }
        uint256 moved = dollar.balanceOf(ana) - before;
        bool isRepaid = !forgiven || repaid >= PRINCIPAL;
        _assertRecord(luis, 1, isRepaid ? 1 : 0, 0);
        _assertEnded(isRepaid ? 0 : 1, (moved < PRINCIPAL ? moved : PRINCIPAL) / 1e6);
    }

    // ── Limits ───────────────────────────────────────────────────────────────────────────────────────────────────

    uint256 constant MOST = 2 ** 21 - 1;
    uint256 constant MOST_DOLLARS = 2 ** 33 - 1;

    /// @dev As if luis had taken that many loans, of which these are the ones that ended.
    function _setRecord(uint256 taken, uint256 repaid, uint256 late, uint256 forgiven, uint256 dollars) private {
        uint256 loansOf = 5;
        uint256 tally = repaid | (late << 21) | (forgiven << 42) | (dollars << 63);
        vm.store(address(book), keccak256(abi.encode(luis, loansOf)), bytes32(taken | (tally << 160)));
        _assertAll(taken, repaid, late, forgiven, dollars);
    }

    function _assertAll(uint256 taken, uint256 repaid, uint256 late, uint256 forgiven, uint256 dollars) private view {
        _assertRecord(luis, taken, repaid, late);
        _assertEnded(forgiven, dollars);
    }

    /// @dev Every loan but one was repaid late, and so is the last that counts.
    function test_NoCounterCarriesIntoTheNext() public {
        _setRecord(MOST - 1, MOST - 1, MOST - 1, 0, 0);
        uint256 id = _createLoan();
        skip(DURATION + 1);
        _repay(id, TOTAL);
        _assertAll(MOST, MOST, MOST, 0, 300);

        _setRecord(MOST - 1, 0, 0, MOST - 1, 5);
        _forgive(_createLoan());
        _assertAll(MOST, 0, 0, MOST, 5);
    }

    /// @dev The counters stop, whatever the loans were, and with them what is still open. The dollars go on.
    function test_TheCountersStopWhenTooManyLoansWereTaken() public {
        uint256 first = _createLoan();
        _setRecord(MOST, MOST - 9, 7, 1, 10);
        uint256 second = _createLoan();
        _repay(second, TOTAL);
        _assertAll(MOST + 1, MOST - 9, 7, 1, 310);
        _repay(first, 50e6);
        _forgive(first);
        _assertAll(MOST + 1, MOST - 9, 7, 1, 360);

        _setRecord(type(uint32).max - 1, MOST, MOST, 0, MOST_DOLLARS);
        uint256 id = _createLoan();
        skip(DURATION + 1);
        _repay(id, TOTAL);
        _assertAll(type(uint32).max, MOST, MOST, 0, MOST_DOLLARS);
        assertEq(book.loansByBorrower(luis, type(uint32).max - 1), id);
    }

    function test_TheDollarsStopAtTheirLimit() public {
        _setRecord(1, 1, 0, 0, MOST_DOLLARS - 1);
        _repay(_createLoanOf(1e6), type(uint256).max);
        _assertAll(2, 2, 0, 0, MOST_DOLLARS);
        _repay(_createLoanOf(1e6), type(uint256).max);
        _assertAll(3, 3, 0, 0, MOST_DOLLARS);
        uint256 id = _createLoanOf(type(uint56).max);
        skip(2);
        deal(address(dollar), luis, type(uint128).max);
        _repay(id, type(uint256).max);
        _assertAll(4, 4, 1, 0, MOST_DOLLARS);
        id = _createLoanOf(1e6);
        _forgive(id);
        _assertAll(5, 4, 1, 1, MOST_DOLLARS);
    }

    function test_OneLoanMayReachTheLimitOfTheDollars() public {
        uint256 id = _createLoanOf(type(uint56).max);
        deal(address(dollar), luis, type(uint128).max);
        _repay(id, type(uint256).max);
        _assertAll(1, 1, 0, 0, MOST_DOLLARS);
    }
}
