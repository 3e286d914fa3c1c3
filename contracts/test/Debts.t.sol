// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {Debts} from "./proof/Debts.sol";
import {Plan} from "./proof/Plan.sol";
import {Tally} from "./proof/Tally.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";
import {circleDigest} from "./support/Signing.sol";

/// @notice The model checker proves Debts, Tally and Plan's mark, which are models. These tests check that LoanBook
/// matches them.
contract DebtsTest is LoanBookTest {
    /// @dev Of the mapping of loans, and of the mark in a loan's first slot.
    uint256 constant ENTRIES = 6;
    uint256 constant MARK_AT = 232;

    Debts debts = new Debts(address(0), 0);
    Tally tally = new Tally();
    Plan plan = new Plan();
    address[3] people;
    uint256[3] keys;

    /// @dev ana lends to luis, luis to eva, and eva to ana.
    function _lendInACircle() private {
        people = [ana, luis, eva];
        (, uint256 evaKey) = makeAddrAndKey("eva");
        keys = [anaKey, luisKey, evaKey];
        for (uint256 i; i < 3; ++i) {
            (address lender, address borrower) = (people[i], people[(i + 1) % 3]);
            vm.prank(lender);
            book.createOffer(PRINCIPAL, DURATION, APR, NOTE);
            vm.prank(borrower);
            book.acceptOffer(i + 1);
            debts.lend(i + 1, lender, borrower, TOTAL);
        }
    }

    function testFuzz_TheBookLowersDebtsAsDebtsSays(uint8[12] memory moves, uint256[12] memory amounts) public {
        _lendInACircle();
        for (uint256 i; i < moves.length; ++i) {
            (uint256 move, uint256 at) = (moves[i] % 16, amounts[i] % 3);
            uint256 amount = (amounts[i] / 9) % (TOTAL / 3);
            // Mostly the lender, whom one command refuses and the others need.
            address caller = people[moves[i] < 160 ? at : (amounts[i] / 3) % 3];
            if (move < 6) _repay(at + 1, amount, people[(amounts[i] / 3) % 3]);
            else if (move < 10) _record(at + 1, amount, caller);
            else if (move < 15) _settle(at, amount, moves[i] > 240 ? 1 : 0);
            else _forgive(at + 1, amount % 2 == 0 ? amount : TOTAL, caller);
            for (uint256 id = 1; id < 4; ++id) {
                assertEq(book.owed(id), debts.owed(id), "owed");
                if (debts.owed(id) != 0) assertEq(book.summaryOf(id).noted, debts.noted(id), "noted");
            }
        }
    }

    function _repay(uint256 id, uint256 amount, address payer) private {
        uint256 before = dollar.balanceOf(debts.lenderOf(id));
        uint256 owed = book.owed(id);
        _both(payer, abi.encodeCall(book.repay, (id, amount)), abi.encodeCall(debts.repay, (id, amount, payer)));
        assertEq(dollar.balanceOf(debts.lenderOf(id)) - before, owed - book.owed(id), "dollars to the lender");
    }

    function _record(uint256 id, uint256 amount, address caller) private {
        uint256 noted = debts.noted(id) + (amount % 5 == 0 ? 1 : 0);
        bytes memory onBook = abi.encodeCall(
            book.recordPayment,
            (id, debts.borrowerOf(id), amount, noted, block.timestamp)
        );
        _both(caller, onBook, abi.encodeCall(debts.recordPayment, (id, amount, noted)));
    }

    function _forgive(uint256 id, uint256 amount, address caller) private {
        bytes memory onBook = abi.encodeCall(book.forgive, (id, debts.borrowerOf(id), amount));
        _both(caller, onBook, abi.encodeCall(debts.forgive, (id, amount)));
    }

    /// @dev The circle from any of its loans on. With a `wrong` sum for the first.
    function _settle(uint256 start, uint256 amount, uint256 wrong) private {
        (uint256[] memory ids, uint256[] memory noted) = (new uint256[](3), new uint256[](3));
        (address[] memory lenders, bytes[] memory signatures) = (new address[](3), new bytes[](3));
        for (uint256 i; i < 3; ++i) {
            (ids[i], lenders[i]) = (((start + i) % 3) + 1, people[(start + i) % 3]);
            noted[i] = debts.noted(ids[i]) + (i == 0 ? wrong : 0);
        }
        bytes32 digest = circleDigest(address(book), ids, lenders, amount, noted, block.timestamp);
        for (uint256 i; i < 3; ++i) {
            signatures[i] = _sign(keys[(start + i) % 3], digest);
        }
        bytes memory onBook = abi.encodeCall(book.settleCircle, (ids, amount, noted, block.timestamp, signatures));
        (bool done, ) = address(book).call(onBook);
        (bool allowed, ) = address(this).call(abi.encodeCall(this.settleOnDebts, (ids, amount, noted)));
        assertEq(done, allowed, "a circle allowed by one alone");
    }

    function settleOnDebts(uint256[] calldata ids, uint256 amount, uint256[] calldata noted) external {
        debts.beginCircle(ids[2], uint72(amount));
        for (uint256 i; i < 3; ++i) {
            debts.settleNext(ids[i], noted[i], debts.lenderOf(ids[i]));
        }
        debts.endCircle();
    }

    function _both(address caller, bytes memory onBook, bytes memory onDebts) private {
        vm.prank(caller);
        (bool done, ) = address(book).call(onBook);
        vm.prank(caller);
        (bool allowed, ) = address(debts).call(onDebts);
        assertEq(done, allowed, "allowed by one alone");
    }

    function testFuzz_TheRecordIsTheTally(uint256[6] memory seeds) public {
        uint256 expected;
        for (uint256 i; i < seeds.length; ++i) {
            uint256 id = _createLoan();
            (uint256 noted, uint256 paid) = (seeds[i] % (TOTAL / 2), (seeds[i] / 7) % (TOTAL / 2));
            bool isBrief = seeds[i] % 4 == 0;
            bool isLate = !isBrief && seeds[i] % 3 == 0;
            if (!isBrief) skip(isLate ? DURATION + 1 : 1 days);
            if (noted != 0) _recordPayment(id, noted);
            if (paid != 0) _repay(id, paid);
            if (seeds[i] % 5 == 0) paid = TOTAL - noted;
            if (seeds[i] % 5 == 0) _repay(id, TOTAL);
            else _forgive(id);
            expected = _count(expected, noted + paid, noted, isLate, isBrief);

            ILoanBook.Record memory record = book.recordOf(luis);
            assertEq(record.taken, i + 1 - uint16(expected >> 48), "taken");
            assertEq(record.repaid, uint16(expected), "repaid");
            assertEq(record.repaidLate, uint16(expected >> 16), "repaid late");
            assertEq(record.forgiven, uint16(expected >> 32), "forgiven");
            assertEq(record.repaidDollars, expected >> 64, "dollars");
        }
    }

    function _count(uint256 sum, uint256 repaid, uint256 noted, bool isLate, bool isBrief) private returns (uint256) {
        if (isBrief) return tally.increment(sum, 1 << 48);
        if (repaid < PRINCIPAL) sum = tally.increment(sum, 1 << 32);
        else sum = tally.increment(sum, 1);
        if (repaid >= PRINCIPAL && isLate) sum = tally.increment(sum, 1 << 16);
        return tally.add(sum, uint56(PRINCIPAL), uint72(repaid), uint72(noted));
    }

    /// @dev Half of the payments end with an instalment.
    function testFuzz_TheBookMarksAPaymentAsThePlanSays(uint8 parts, uint8 paid, uint256 amount, bool late) public {
        ILoanBook.Terms memory terms = ILoanBook.Terms(PRINCIPAL, DURATION, APR, _bound(parts, 2, 60));
        paid = uint8(_bound(paid, 1, terms.instalments - 1));
        amount = amount % 2 == 0 ? _bound(amount, 1, TOTAL - 1) : (TOTAL * paid - 1) / terms.instalments + 1;
        vm.prank(ana);
        uint256 id = book.createOfferFor(luis, terms, NOTE, 0);
        _accept(id);
        if (late) skip(DURATION);
        _repay(id, amount);

        uint256 mark = plan.mark(uint72(TOTAL), uint8(terms.instalments), uint72(amount), paid, late);
        uint256 slot = uint256(vm.load(address(book), keccak256(abi.encode(id, ENTRIES))));
        assertEq(uint8(slot >> MARK_AT), mark == 0 ? (late ? 130 : 2) : mark, "mark");
        assertEq(book.summaryOf(id).repaid, amount, "repaid");
        assertEq(book.summaryOf(id).late, late, "late");
    }
}
