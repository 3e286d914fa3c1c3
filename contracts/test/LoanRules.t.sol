// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";
import {Interest} from "./proof/Interest.sol";
import {LoanRules} from "./proof/LoanRules.sol";
import {Plan} from "./proof/Plan.sol";

/// @notice The model checker proves Interest, Plan and LoanRules, which are models. These tests check that LoanBook
/// matches them.
contract LoanRulesTest is LoanBookTest {
    Interest interest = new Interest();
    Plan plan = new Plan();
    LoanRules rules = new LoanRules();

    function testFuzz_TheBookAsksWhatInterestSays(uint56 principal, uint16 apr, uint32 duration) public {
        uint256 id = _createAnyLoan(ILoanBook.Terms(principal, duration, apr, 1));
        ILoanBook.Summary memory loan = book.summaryOf(id);
        assertEq(loan.owed, interest.total(uint56(loan.principal), uint16(loan.apr), uint32(loan.duration)));
    }

    function testFuzz_TheBookExpectsWhatThePlanSays(
        uint56 principal,
        uint32 duration,
        uint8 instalments,
        uint32 extraTime,
        uint64 time
    ) public {
        // Half of the loans are so short that several instalments are due within one second.
        if (extraTime % 2 == 0) duration %= 100;
        uint256 id = _createAnyLoan(ILoanBook.Terms(principal, duration, APR, instalments));
        if (extraTime != 0) _extendBy(id, extraTime);
        ILoanBook.Summary memory loan = book.summaryOf(id);
        uint256 span = loan.dueTs - loan.startTs;
        // Mostly while the loan runs, and often within a second of a due time.
        uint256 elapsed = time % 4 == 0 ? time : time % (span + 3);
        if (time % 4 == 1) elapsed = (span * (elapsed % (loan.instalments + 1))) / loan.instalments + (time % 3);

        uint256 sum = plan.expected(uint72(loan.owed), uint8(loan.instalments), uint40(span), uint64(elapsed));
        assertEq(book.expectedBy(id, loan.startTs + elapsed), sum);
    }

    function testFuzz_TheBookKeepsTheRules(
        bool request,
        bool addressed,
        uint8[12] memory moves,
        uint256[12] memory amounts
    ) public {
        uint256 id;
        (uint56 principal, uint32 duration) = (uint56(PRINCIPAL), uint32(DURATION));
        if (request) {
            rules.createRequest(principal, duration, uint128(TOTAL - PRINCIPAL), addressed);
            id = addressed ? _createRequestFor(ana) : _createRequest();
        } else {
            rules.createOffer(principal, duration, uint128(TOTAL - PRINCIPAL), addressed);
            id = addressed ? _createOfferFor(luis) : _createOffer();
        }
        _assertTheSame(id);

        for (uint256 i = 0; i < moves.length; i++) {
            uint256 move = moves[i] % 32;
            if (amounts[i] % 3 != 0) skip(amounts[i] % 10 days);
            if (move < 4) _moveBeforeTheLoan(id, move);
            else if (move < 8) _moveByTheLender(id, move, amounts[i]);
            else _payment(id, move < 14, move < 29 ? amounts[i] % (TOTAL / 2) : amounts[i]);
            _assertTheSame(id);
        }
    }

    function _moveBeforeTheLoan(uint256 id, uint256 move) private {
        uint32 time = uint32(block.timestamp);
        if (move == 0) _move(ana, abi.encodeCall(book.cancelOffer, (id)), abi.encodeCall(rules.cancelOffer, ()));
        if (move == 1) _move(luis, abi.encodeCall(book.cancelRequest, (id)), abi.encodeCall(rules.cancelRequest, ()));
        if (move == 2) _move(luis, abi.encodeCall(book.acceptOffer, (id)), abi.encodeCall(rules.acceptOffer, (time)));
        if (move == 3) {
            // Another borrower than the loan's would be refused too, whatever the status.
            bytes memory onBook = abi.encodeCall(book.fundRequest, (id, book.getOffer(id).borrower, _terms()));
            _move(ana, onBook, abi.encodeCall(rules.fundRequest, (time)));
        }
    }

    /// @dev luis is the borrower of whatever is active. Otherwise the status is what is refused.
    function _moveByTheLender(uint256 id, uint256 move, uint256 amount) private {
        if (move == 4) {
            uint256 owed = amount % 4 == 0 ? amount % (2 * TOTAL) : book.owed(id);
            bytes memory onRules = abi.encodeCall(rules.forgive, (owed, block.timestamp));
            return _move(ana, abi.encodeCall(book.forgive, (id, luis, owed)), onRules);
        }
        // Mostly days, sometimes about as much as there may be, or anything.
        uint256 dueTs = book.getOffer(id).dueTs + (amount % 30 days);
        if (move == 6) dueTs = block.timestamp + DURATION + type(uint32).max - (amount % 40 days);
        if (move == 7) dueTs = amount;
        _move(ana, abi.encodeCall(book.extend, (id, luis, dueTs)), abi.encodeCall(rules.extend, (dueTs)));
    }

    function _payment(uint256 id, bool inCash, uint256 amount) private {
        (uint256 before, uint256 owed) = (dollar.balanceOf(ana), book.owed(id));
        if (inCash) {
            // Sometimes another sum was recorded than ana believes, or she received it at an impossible time.
            uint256 noted = amount % 5 == 0 ? amount : book.summaryOf(id).noted;
            uint256 paidAt = block.timestamp - (amount % 7 == 0 ? amount % 20 days : 0) + (amount % 11 == 0 ? 1 : 0);
            bytes memory onBook = abi.encodeCall(book.recordPayment, (id, luis, amount, noted, paidAt));
            _move(ana, onBook, abi.encodeCall(rules.recordPayment, (amount, noted, paidAt, block.timestamp)));
            assertEq(dollar.balanceOf(ana), before, "no tokens");
        } else {
            bytes memory onRules = abi.encodeCall(rules.repay, (amount, block.timestamp));
            _move(eva, abi.encodeCall(book.repay, (id, amount)), onRules);
            assertEq(dollar.balanceOf(ana) - before, owed - book.owed(id), "tokens to the lender");
        }
    }

    function _move(address caller, bytes memory onBook, bytes memory onRules) private {
        vm.prank(caller);
        (bool done, bytes memory answer) = address(book).call(onBook);
        (bool allowed, bytes memory expected) = address(rules).call(onRules);
        assertEq(done, allowed, "allowed by one alone");
        if (done) assertEq(answer, expected, "what was taken");
    }

    function _assertTheSame(uint256 id) private view {
        ILoanBook.Summary memory loan = book.summaryOf(id);
        assertTrue(rules.isConsistent(), "consistent");
        assertEq(uint256(loan.status), uint256(rules.status()), "status");
        assertEq(loan.repaid, rules.repaid(), "repaid");
        assertEq(loan.owed, rules.owed(), "owed");
        assertEq(loan.dueTs, rules.dueTs(), "dueTs");
        assertEq(loan.noted, rules.noted(), "noted");
        // The book has no other loan.
        ILoanBook.Record memory record = book.recordOf(luis);
        assertEq(record.repaid, rules.countedRepaid(), "counted as repaid");
        assertEq(record.forgiven, rules.countedForgiven(), "counted as forgiven");
        assertEq(record.taken, _lengthOf(ILoanBook.List.Borrowed, luis) - rules.countedShort(), "counted as taken");
        assertEq(record.repaidDollars, rules.countedPrincipal() / 1e6, "counted in dollars");
        bool isPublic = book.openOffersLength() + book.openRequestsLength() == 1;
        assertEq(isPublic, rules.isOnTheBoard(), "on the board");
        uint256 escrow = rules.status() == LoanRules.Status.Open ? PRINCIPAL : 0;
        assertEq(dollar.balanceOf(address(book)), escrow, "escrow");
    }

    function _createAnyLoan(ILoanBook.Terms memory terms) private returns (uint256 id) {
        terms.principal = _bound(terms.principal, 1, type(uint56).max);
        terms.duration = _bound(terms.duration, 1, type(uint32).max);
        terms.apr = _bound(terms.apr, 1, type(uint16).max);
        terms.instalments = _bound(terms.instalments, 1, 60);
        deal(address(dollar), ana, terms.principal);
        vm.prank(ana);
        id = book.createOfferFor(luis, terms, "", 0);
        _accept(id);
    }
}
