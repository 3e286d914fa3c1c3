// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Vm} from "forge-std/Vm.sol";
import {ILoanBook} from "../../src/ILoanBook.sol";
import {Debts} from "../proof/Debts.sol";
import {Interest} from "../proof/Interest.sol";
import {LoanRules} from "../proof/LoanRules.sol";
import {Plan} from "../proof/Plan.sol";
import {Tally} from "../proof/Tally.sol";
import {LoanLives} from "../support/LoanLives.sol";
import {BlockingDollar} from "../tokens/BlockingDollar.sol";

/// @notice The model checker proves contracts/test/proof, which are models. These tests tie them to LoanBook: whatever
/// the book does in random lives, the models must allow, with the same outcome. So what is proven of all that they allow
/// holds for the book.
contract ProofsTest is LoanLives {
    /// @dev Of the mapping of loans, and of the mark in a loan's first slot.
    uint256 constant ENTRIES = 6;
    uint256 constant MARK_AT = 232;

    Interest interest = new Interest();
    Plan plan = new Plan();
    Debts debts;
    mapping(uint256 id => LoanRules) rules;
    mapping(address borrower => Tally) tallies;
    mapping(address borrower => uint256) tallied;
    address caller;
    /// @dev How many payments ended with an instalment, and how many did not.
    uint256[2] marked;

    function setUp() public {
        _begin(new BlockingDollar());
        debts = new Debts(people[0], 1);
        for (uint256 i = 0; i < people.length; i++) {
            (tallies[people[i]], tallied[people[i]]) = (new Tally(), 0);
        }
    }

    /// forge-config: default.fuzz.runs = 32
    /// @custom:verify fuzz.runs = 5000
    function testFuzz_TheBookDoesWhatTheModelsAllow(uint256 seed) public {
        _live(seed, 30);
    }

    /// @notice Checks that the test above is not vacuous.
    function test_LivesReachEveryModel() public {
        uint256 counters = 0;
        for (uint256 i = 0; i < 6; i++) {
            setUp();
            _live(10 + i, 30);
            for (uint256 k = 0; k < people.length; k++) {
                counters |= tallied[people[k]];
            }
        }
        for (uint256 at = 0; at < 80; at += 16) {
            assertGt(uint16(counters >> at), 0, "a counter");
        }
        assertGt(obeyed.times[ILoanBook.settleCircle.selector], 0, "circles");
        assertGt(obeyed.times[ILoanBook.recordPayment.selector], 0, "recorded payments");
        assertGt(obeyed.times[ILoanBook.extend.selector], 0, "extensions");
        assertGt(obeyed.times[ILoanBook.forgive.selector], 0, "forgiven");
        assertGt(marked[0], 0, "payments that do not end with an instalment");
        assertGt(marked[1], 0, "payments that do");
    }

    function _live(uint256 seed, uint256 steps) private {
        _seed(seed);
        for (uint256 i = 0; i < steps; i++) {
            _passTime();
            _step();
            _compareModels();
        }
    }

    // ── What the book did ────────────────────────────────────────────────────────────────────────────────────────

    /// @dev The lender's commands are repeated on the models as they were called, so that these check the stated sums and
    /// dates. Sent again, they are refused.
    function _follow(address by, bytes memory call, Vm.Log[] memory logs) internal override {
        caller = by;
        bytes4 command = bytes4(call);
        bool isRepeated = command == this.recordPayment.selector || command == this.settleCircle.selector;
        isRepeated = isRepeated || command == this.extend.selector || command == this.forgive.selector;
        if (isRepeated) {
            (bool allowed, ) = address(this).call(call);
            _true(allowed, "the models do not allow it");
            vm.prank(by);
            (bool twice, ) = address(book).call(call);
            _true(!twice, "sent again, it counts again");
        }
        for (uint256 i = 0; i < logs.length && !isRepeated; i++) {
            if (logs[i].emitter == address(book)) _read(logs, i);
        }
    }

    function recordPayment(uint256 id, address, uint256 amount, uint256 noted, uint256 paidAt) external {
        _onDebts(abi.encodeCall(Debts.recordPayment, (id, amount, noted)));
        rules[id].recordPayment(amount, noted, paidAt, block.timestamp);
        _endIfOver(id);
    }

    function extend(uint256 id, address, uint256 dueTs) external {
        rules[id].extend(dueTs);
    }

    function forgive(uint256 id, address, uint256 amount) external {
        _onDebts(abi.encodeCall(Debts.forgive, (id, amount)));
        rules[id].forgive(amount, block.timestamp);
        _endIfOver(id);
    }

    function settleCircle(
        uint256[] calldata ids,
        uint256 amount,
        uint256[] calldata noted,
        uint256,
        bytes[] calldata
    ) external {
        debts.beginCircle(ids[ids.length - 1], uint72(amount));
        for (uint256 i; i < ids.length; i++) {
            debts.settleNext(ids[i], noted[i], debts.lenderOf(ids[i]));
            rules[ids[i]].recordPayment(amount, noted[i], block.timestamp, block.timestamp);
            _endIfOver(ids[i]);
        }
        debts.endCircle();
    }

    function _onDebts(bytes memory call) private {
        vm.prank(caller);
        (bool allowed, ) = address(debts).call(call);
        _true(allowed, "Debts does not allow it");
    }

    function _read(Vm.Log[] memory logs, uint256 i) private {
        (bytes32 kind, uint256 id) = (logs[i].topics[0], uint256(logs[i].topics[1]));
        ILoanBook.Summary memory loan = book.summaryOf(id);
        uint32 time = uint32(block.timestamp);
        if (kind == ILoanBook.OfferCreated.selector) {
            _create(id, loan, LoanRules.createOffer.selector, loan.borrower != address(0));
        } else if (kind == ILoanBook.RequestCreated.selector) {
            _create(id, loan, LoanRules.createRequest.selector, loan.lender != address(0));
        } else if (kind == ILoanBook.RequestSigned.selector) {
            // Never on the board.
            _create(id, loan, LoanRules.createRequest.selector, true);
        } else if (kind == ILoanBook.OfferCancelled.selector) {
            rules[id].cancelOffer();
        } else if (kind == ILoanBook.RequestCancelled.selector) {
            rules[id].cancelRequest();
        } else if (kind == ILoanBook.LoanAccepted.selector) {
            if (rules[id].status() == LoanRules.Status.Open) rules[id].acceptOffer(time);
            else rules[id].fundRequest(time);
            debts.lend(id, loan.lender, loan.borrower, rules[id].owed());
        } else if (kind == ILoanBook.Repaid.selector) {
            (uint256 amount, uint256 repaid) = abi.decode(logs[i].data, (uint256, uint256));
            bool byBorrower = i + 1 == logs.length || logs[i + 1].topics[0] != ILoanBook.PaidBy.selector;
            address from = byBorrower ? loan.borrower : address(uint160(uint256(logs[i + 1].topics[2])));
            debts.repay(id, amount, from);
            _eq(rules[id].repay(amount, block.timestamp), amount, "paid");
            if (repaid == amount && repaid == loan.repaid && loan.owed != 0) _compareMark(id, loan);
            _endIfOver(id);
        }
    }

    function _create(uint256 id, ILoanBook.Summary memory loan, bytes4 command, bool isAddressed) private {
        rules[id] = new LoanRules();
        uint256 total = interest.total(uint56(loan.principal), uint16(loan.apr), uint32(loan.duration));
        (bool allowed, ) = address(rules[id]).call(
            abi.encodeWithSelector(command, loan.principal, loan.duration, total - loan.principal, isAddressed)
        );
        _true(allowed, "LoanRules does not allow it");
    }

    /// @dev A loan that ended is counted as LoanRules says, in the tally of its borrower.
    function _endIfOver(uint256 id) private {
        LoanRules rule = rules[id];
        if (rule.status() == LoanRules.Status.Active) return;
        ILoanBook.Summary memory loan = book.summaryOf(id);
        (Tally tally, uint256 sum) = (tallies[loan.borrower], tallied[loan.borrower]);
        if (rule.countedRepaid() != 0) sum = tally.increment(sum, 1);
        if (rule.countedRepaid() != 0 && loan.late) sum = tally.increment(sum, 1 << 16);
        if (rule.countedForgiven() != 0) sum = tally.increment(sum, 1 << 32);
        if (rule.countedShort() != 0) sum = tally.increment(sum, 1 << 48);
        tallied[loan.borrower] = tally.add(sum, uint56(loan.principal), uint72(rule.countedPrincipal()), 0);
    }

    /// @dev After a first payment, in tokens.
    function _compareMark(uint256 id, ILoanBook.Summary memory loan) private {
        uint8 parts = uint8(loan.instalments);
        uint8 mark = plan.mark(uint72(loan.repaid + loan.owed), parts, uint72(loan.repaid), parts - 1, loan.late);
        uint256 slot = uint256(vm.load(address(book), keccak256(abi.encode(id, ENTRIES))));
        bool isAmended = loan.dueTs != loan.startTs + loan.duration;
        _eq(uint8(slot >> MARK_AT), mark == 0 || isAmended ? (loan.late ? 130 : 2) : mark, "mark");
        marked[mark == 0 ? 0 : 1]++;
    }

    // ── What the models say ──────────────────────────────────────────────────────────────────────────────────────

    function _compareModels() private frees {
        uint256 next = book.nextId();
        uint256 public_ = 0;
        for (uint256 id = model.base() + 1; id < next; id++) {
            (ILoanBook.Summary memory loan, LoanRules rule) = (book.summaryOf(id), rules[id]);
            _eq(uint256(rule.status()), uint256(loan.status), "status");
            _eq(rule.repaid(), loan.repaid, "repaid");
            _eq(rule.owed(), loan.owed, "owed");
            _eq(rule.noted(), loan.noted, "noted");
            _eq(rule.dueTs(), loan.dueTs, "dueTs");
            _eq(debts.owed(id), loan.owed, "owed in Debts");
            if (loan.owed != 0) _eq(debts.noted(id), loan.noted, "noted in Debts");
            if (loan.owed != 0) _compareExpected(id, loan);
            if (rule.isOnTheBoard()) public_++;
        }
        _eq(book.openOffersLength() + book.openRequestsLength(), public_, "on the board");
        for (uint256 i = 0; i < people.length; i++) {
            ILoanBook.Record memory record = book.recordOf(people[i]);
            uint256 tally = record.repaid | (record.repaidLate << 16) | (record.forgiven << 32);
            (, uint256 taken) = book.idsOf(ILoanBook.List.Borrowed, people[i], 0, 0);
            tally |= ((taken - record.taken) << 48) | (record.repaidDollars << 64);
            _eq(tally, tallied[people[i]], "record");
        }
    }

    /// @dev Often within a second of a due time.
    function _compareExpected(uint256 id, ILoanBook.Summary memory loan) private {
        uint256 time = _oneIn(4) ? loan.startTs + _below(2 ** 64) : _moment(loan);
        (uint256 total, uint256 span) = (loan.repaid + loan.owed, loan.dueTs - loan.startTs);
        uint64 elapsed = uint64(time - loan.startTs);
        uint256 sum = plan.expected(uint72(total), uint8(loan.instalments), uint40(span), elapsed);
        _eq(book.expectedBy(id, time), sum, "expected");
    }
}
