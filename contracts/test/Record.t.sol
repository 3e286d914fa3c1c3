// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

/// @dev recordOf: what a borrower's loans tell. Attacks.t.sol has how a forgiven loan counts.
contract RecordTest is LoanBookTest {
    uint256 constant MOST = type(uint16).max;
    uint256 constant MOST_DOLLARS = type(uint32).max;

    function _assertAll(uint256 taken, uint256 repaid, uint256 late, uint256 forgiven, uint256 dollars) private view {
        _assertRecord(luis, taken, repaid, late);
        _assertEnded(forgiven, dollars);
    }

    /// @dev Repaid or forgiven, a second before a day has passed and after just a day. Late or not: a loan of an hour.
    function test_ALoanCountsIfItLastsADay() public {
        for (uint256 i; i < 6; ++i) {
            vm.prank(ana);
            uint256 id = book.createOffer(PRINCIPAL, i == 5 ? 1 hours : DURATION, APR, "");
            _accept(id);
            skip(1 days - 1);
            if (i > 2) skip(1);
            if (i % 3 == 0) _forgive(id);
            else _repay(id, type(uint256).max);
            if (i < 3) _assertAll(0, 0, 0, 0, 0);
            assertEq(book.summaryOf(id).brief, i < 3);
        }
        _assertAll(3, 2, 1, 1, 600);
    }

    // ── On time and late ─────────────────────────────────────────────────────────────────────────────────────────

    /// @dev 3,000 units in three instalments, due after 30, 60 and 90 days.
    function _createPlan() private returns (uint256 id) {
        vm.prank(ana);
        id = book.createOfferFor(address(0), ILoanBook.Terms(2999, 90 days, 1, 3), NOTE, 0);
        _accept(id);
    }

    /// @dev After 30, 60 and 90 days: each in its last second, the last one early, a first one that lacks a unit, a late
    /// first one and then all in time, and all at the end. A late loan counts as late when it ends.
    function test_OneLateInstalmentMakesALoanLate() public {
        uint16[3][5] memory amounts = [
            [1000, 1000, 1000],
            [1000, 2000, 0],
            [999, 2001, 0],
            [0, 1000, 2000],
            [0, 0, 3000]
        ];
        for (uint256 i; i < amounts.length; ++i) {
            uint256 id = _createPlan();
            for (uint256 k; k < 3; ++k) {
                skip(30 days);
                if (i == 3 && k == 2) _assertRecord(luis, 4, 3, 1);
                if (amounts[i][k] != 0) _repay(id, amounts[i][k]);
            }
            _assertRecord(luis, i + 1, i + 1, i < 2 ? 0 : i - 1);
        }
    }

    // ── Limits ───────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev As if that many of luis' loans had been repaid, late, as many forgiven, and as many brief. He has number 2.
    function _setTally(uint256 each, uint256 dollars) private {
        uint256 tally = each | (each << 16) | (each << 32) | (each << 48) | (dollars << 64);
        vm.store(address(book), keccak256(abi.encode(2, 3)), bytes32((tally << 160) | uint160(luis)));
    }

    /// @dev As if luis had taken that many.
    function _setTaken(uint256 taken) private {
        vm.record();
        _lengthOf(ILoanBook.List.Borrowed, luis);
        (bytes32[] memory reads, ) = vm.accesses(address(book));
        vm.store(address(book), reads[0], bytes32(taken | (2 << 32)));
    }

    /// @dev Three loans that end as repaid late, forgiven and brief, with each counter one before its last, and full.
    function test_EachCounterStopsWhenItIsFull() public {
        for (uint256 i; i < 2; ++i) {
            uint256 each = MOST - 1 + i;
            uint256[3] memory ids = [_createLoan(), _createLoan(), 0];
            skip(DURATION + 1);
            ids[2] = _createLoan();
            _setTaken(4 * MOST);
            _setTally(each, MOST_DOLLARS - 301);
            _repay(ids[0], TOTAL);
            _assertAll(4 * MOST - each, MOST, MOST, each, MOST_DOLLARS - 1);
            _forgive(ids[1]);
            _assertAll(4 * MOST - each, MOST, MOST, MOST, MOST_DOLLARS - 1);
            _repay(ids[2], TOTAL);
            _assertAll(3 * MOST, MOST, MOST, MOST, MOST_DOLLARS - 1);
        }
    }

    /// @dev A day ago, which is when it is due.
    function _createLoanOf(uint256 principal) private returns (uint256 id) {
        deal(address(dollar), ana, principal);
        vm.prank(ana);
        id = book.createOffer(principal, 1 days, 1, "");
        _accept(id);
        skip(1 days);
    }

    function test_TheDollarsStopAtTheirLimit() public {
        _repay(_createLoanOf(1e6), type(uint256).max);
        _setTally(0, MOST_DOLLARS - 1);
        for (uint256 i = 1; i < 3; ++i) {
            _repay(_createLoanOf(1e6), type(uint256).max);
            _assertAll(i + 1, i, 0, 0, MOST_DOLLARS);
        }
        _setTally(0, 0);
        deal(address(dollar), luis, type(uint128).max);
        _repay(_createLoanOf(type(uint56).max), type(uint256).max);
        _assertAll(4, 1, 0, 0, MOST_DOLLARS);
    }
}
