// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

/// @dev expectedBy: what should have been paid before a moment.
contract PlanTest is LoanBookTest {
    function _createPlan(uint256 principal, uint256 duration, uint256 apr, uint256 parts) private returns (uint256 id) {
        deal(address(dollar), ana, principal);
        vm.prank(ana);
        id = book.createOfferFor(address(0), ILoanBook.Terms(principal, duration, apr, parts), NOTE, 0);
        _accept(id);
    }

    function test_OnePaymentIsExpectedAfterTheDueMoment() public {
        uint256 id = _createLoan();
        uint256 dueTs = book.getOffer(id).dueTs;

        assertEq(book.expectedBy(id, 0), 0);
        assertEq(book.expectedBy(id, block.timestamp), 0);
        assertEq(book.expectedBy(id, block.timestamp + 1), 0);
        assertEq(book.expectedBy(id, dueTs), 0, "the due moment is on time");
        assertEq(book.expectedBy(id, dueTs + 1), TOTAL);
        assertEq(book.expectedBy(id, dueTs + 2), TOTAL);
        assertEq(book.expectedBy(id, type(uint256).max), TOTAL);
    }

    /// @dev 100 seconds in three: due at 33, 66 and 100. A total of 1001 in three: 333.67 and 667.33, rounded up.
    function test_ThreePaymentsThatDoNotDivide() public {
        uint256 id = _createPlan(1000, 100, 1, 3);
        assertEq(book.owed(id), 1001);
        _assertStep(id, 33, 0, 334);
        _assertStep(id, 66, 334, 668);
        _assertStep(id, 100, 668, 1001);
        assertEq(book.expectedBy(id, type(uint256).max), 1001);
    }

    function test_ThreePaymentsThatDivide() public {
        uint256 id = _createPlan(2999, 90 days, 1, 3);
        assertEq(book.owed(id), 3000);
        _assertStep(id, 30 days, 0, 1000);
        _assertStep(id, 60 days, 1000, 2000);
        _assertStep(id, 90 days, 2000, 3000);
    }

    /// @dev Instalments that are due in the same second are expected together, in the next one.
    function test_MorePaymentsThanSeconds() public {
        uint256 id = _createPlan(59, 1, 1, 60);
        assertEq(book.owed(id), 60);
        assertEq(book.expectedBy(id, block.timestamp), 0);
        assertEq(book.expectedBy(id, block.timestamp + 1), 59);
        assertEq(book.expectedBy(id, block.timestamp + 2), 60);

        // 7 seconds in 60: the eighth is due at 0.93, the ninth at 1.05, which is within the first second.
        id = _createPlan(59, 7, 1, 60);
        _assertStep(id, 0, 0, 8);
        _assertStep(id, 1, 8, 17);
        _assertStep(id, 6, 51, 59);
        _assertStep(id, 7, 59, 60);
    }

    /// @dev Less to pay than instalments: each is rounded up, so the first unit is due first and the rest follow.
    function test_MorePaymentsThanUnits() public {
        uint256 id = _createPlan(1, 60, 1, 60);
        assertEq(book.owed(id), 2);
        _assertStep(id, 1, 0, 1);
        _assertStep(id, 30, 1, 1);
        _assertStep(id, 31, 1, 2);
        assertEq(book.expectedBy(id, block.timestamp + 61), 2);
    }

    /// @dev At the due moment, counted in seconds from the start, and in the second after it.
    function _assertStep(uint256 id, uint256 due, uint256 until, uint256 from) private view {
        uint256 startTs = book.getOffer(id).startTs;
        assertEq(book.expectedBy(id, startTs + due), until);
        assertEq(book.expectedBy(id, startTs + due + 1), from);
    }

    /// @dev Every due moment and the second after it, by the definition.
    /// forge-config: default.fuzz.runs = 20
    /// @custom:verify fuzz.runs = 1000
    function testFuzz_EveryInstalmentIsExpectedInItsTurn(uint32 duration, uint56 principal, uint8 parts) public {
        duration = uint32(bound(duration, 1, type(uint32).max));
        principal = uint56(bound(principal, 1, type(uint56).max));
        parts = uint8(bound(parts, 1, 60));
        uint256 id = _createPlan(principal, duration, APR, parts);
        ILoanBook.Summary memory loan = book.summaryOf(id);
        for (uint256 k = 1; k <= parts; ++k) {
            uint256 due = block.timestamp + (uint256(duration) * k) / parts;
            assertEq(book.expectedBy(id, due), _expected(loan, due));
            assertEq(book.expectedBy(id, due + 1), _expected(loan, due + 1));
        }
        assertEq(book.expectedBy(id, block.timestamp + duration + 1), book.owed(id));
    }

    /// forge-config: default.fuzz.runs = 100
    /// @custom:verify fuzz.runs = 10000
    function testFuzz_AnyMomentIsWelcome(uint256 time, uint32 duration, uint32 extraTime, uint8 parts) public {
        duration = uint32(bound(duration, 1, type(uint32).max));
        parts = uint8(bound(parts, 1, 60));
        uint256 id = _createPlan(PRINCIPAL, duration, APR, parts);
        if (extraTime != 0) {
            _extendBy(id, extraTime);
        }
        ILoanBook.Summary memory loan = book.summaryOf(id);
        assertEq(book.expectedBy(id, time), _expected(loan, time));
        time = bound(time, block.timestamp, loan.dueTs + 1);
        assertEq(book.expectedBy(id, time), _expected(loan, time));
        assertGe(book.expectedBy(id, time + 1), book.expectedBy(id, time));
    }

    /// @dev By the definition: counts the instalments whose due moment has passed.
    function _expected(ILoanBook.Summary memory loan, uint256 time) private pure returns (uint256) {
        (uint256 parts, uint256 passed) = (loan.instalments, 0);
        for (uint256 k = 1; k <= parts; ++k) {
            if (loan.startTs + ((loan.dueTs - loan.startTs) * k) / parts < time) ++passed;
        }
        uint256 share = (loan.repaid + loan.owed) * passed;
        return share / parts + (share % parts == 0 ? 0 : 1);
    }

    function test_TheLargestLoanHasAPlan() public {
        uint256 total = 64_386_175_154_665_637_132;
        vm.warp(type(uint32).max);
        uint256 id = _createPlan(type(uint56).max, type(uint32).max, type(uint16).max, 60);
        assertEq(book.owed(id), total);
        _extendBy(id, type(uint32).max);
        uint256 dueTs = 3 * uint256(type(uint32).max);
        assertEq(book.getOffer(id).dueTs, dueTs);

        // 60 instalments of 143,165,576.5 seconds and 1,073,102,919,244,427,285.53 units.
        _assertStep(id, 143_165_576, 0, 1_073_102_919_244_427_286);
        assertEq(book.expectedBy(id, dueTs), total - 1_073_102_919_244_427_285);
        assertEq(book.expectedBy(id, dueTs + 1), total);
        assertEq(book.expectedBy(id, type(uint256).max), total);

        deal(address(dollar), luis, total);
        _repay(id, total - 1);
        assertEq(book.expectedBy(id, type(uint256).max), total);
    }

    function test_MoreTimeMovesTheInstalmentsApart() public {
        uint256 id = _createPlan(2999, 90 days, 1, 3);
        skip(31 days);
        assertEq(book.expectedBy(id, block.timestamp), 1000);
        _extendBy(id, 90 days);

        assertEq(book.expectedBy(id, block.timestamp), 0, "not overdue any more");
        _assertStep(id, 60 days, 0, 1000);
        _assertStep(id, 120 days, 1000, 2000);
        _assertStep(id, 180 days, 2000, 3000);
    }

    /// @dev It says how much should have been paid in all, not how much is missing.
    function test_PaymentsDoNotChangeThePlan() public {
        uint256 id = _createPlan(2999, 90 days, 1, 3);
        _repay(id, 2500);
        _assertStep(id, 30 days, 0, 1000);
        _assertStep(id, 90 days, 2000, 3000);
    }

    /// @dev Nothing enforces the plan: one payment settles all instalments, early or after some were missed. The
    /// borrower's record tells which.
    function test_ThePlanEnforcesNothing() public {
        uint256 early = _createPlan(2999, 90 days, 1, 3);
        assertEq(_repay(early, type(uint256).max), 3000);
        uint256 id = _createPlan(2999, 90 days, 1, 3);
        skip(90 days);
        assertEq(_repay(id, type(uint256).max), 3000);
        _assertRecord(luis, 2, 2, 1);
    }

    function test_NothingIsExpectedUnlessItIsActive() public {
        _assertNothing(0);
        _assertNothing(1);
        _assertNothing(_createOffer());
        _assertNothing(_createOfferFor(luis));
        _assertNothing(_createRequest());
        _assertNothing(_createRequestFor(ana));
        uint256 id = _createOffer();
        _cancel(id);
        _assertNothing(id);
        id = _createLoan();
        _repay(id, TOTAL);
        _assertNothing(id);
        id = _createLoan();
        _forgive(id);
        _assertNothing(id);
    }

    function _assertNothing(uint256 id) private view {
        assertEq(book.expectedBy(id, 0), 0);
        assertEq(book.expectedBy(id, block.timestamp), 0);
        assertEq(book.expectedBy(id, type(uint256).max), 0);
    }
}
