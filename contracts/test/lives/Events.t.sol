// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Vm} from "forge-std/Vm.sol";
import {ILoanBook} from "../../src/ILoanBook.sol";
import {LoanLives} from "../support/LoanLives.sol";
import {BlockingDollar} from "../tokens/BlockingDollar.sol";

/// @notice K4 An indexer that knows nothing but the book's events, and the timestamp of the block of each: after random
/// lives (LoanLives) it knows the whole state of the book.
contract EventsTest is LoanLives {
    /// @dev Of a loan, by id less `base`, with what its lender recorded in all.
    struct Index {
        ILoanBook.Summary loan;
        string comment;
        uint256 cash;
    }

    Index[] private _index;
    uint256 private _base;
    mapping(ILoanBook.List list => mapping(address person => uint256[])) private _lists;
    mapping(address lender => uint256) private _claims;
    /// @dev How many events differ by their signature.
    uint256 private _kinds;
    mapping(bytes32 signature => bool) private _isSeen;

    function setUp() public {
        _begin(new BlockingDollar());
        _index.push();
    }

    /// forge-config: default.fuzz.runs = 32
    /// @custom:verify fuzz.runs = 5000
    function testFuzz_EventsTellTheWholeState(uint256 seed) public {
        _live(seed, 40);
    }

    /// @notice Checks that the test above is not vacuous: a long life emits every event.
    function test_LivesEmitEveryEvent() public {
        _live(1, 400);
        assertEq(_kinds, 19, "kinds of events");
    }

    function _live(uint256 seed, uint256 steps) private {
        _seed(seed);
        _base = model.base();
        for (uint256 i = 0; i < steps; i++) {
            _passTime();
            _step();
        }
        _compare();
    }

    /// @dev The model follows, from which LoanLives draws the next command. What was reverted is among the recorded logs.
    function _both(address by, bytes memory call) internal override returns (bool ok) {
        vm.recordLogs();
        vm.prank(by);
        (ok, ) = address(book).call(call);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.prank(by);
        (bool expected, ) = address(model).call(call);
        _true(ok == expected, "success");
        for (uint256 i = 0; ok && i < logs.length; i++) {
            if (logs[i].emitter == address(book)) _read(logs, i);
        }
    }

    // ── The indexer ──────────────────────────────────────────────────────────────────────────────────────────────

    function _read(Vm.Log[] memory logs, uint256 i) private {
        (bytes32[] memory topics, bytes memory data) = (logs[i].topics, logs[i].data);
        bytes32 signature = topics[0];
        if (!_isSeen[signature]) ++_kinds;
        _isSeen[signature] = true;
        if (signature == ILoanBook.Withdrawn.selector) {
            _claims[_address(topics[1])] -= abi.decode(data, (uint256));
        } else if (signature == ILoanBook.SignedVoided.selector) {
            assertTrue(book.isSpent(_address(topics[1]), abi.decode(data, (uint256))), "voided");
        } else if (
            signature == ILoanBook.OfferCreated.selector ||
            signature == ILoanBook.RequestCreated.selector ||
            signature == ILoanBook.RequestSigned.selector
        ) {
            _readNew(topics, data);
        } else if (signature == ILoanBook.Repaid.selector) {
            _readPayment(logs, i);
        } else if (topics.length == 3) {
            _readOfPerson(signature, uint256(topics[1]), _address(topics[2]), data);
        } else if (signature != ILoanBook.PaidElsewhere.selector) {
            _readOfLoan(signature, uint256(topics[1]), data);
        }
    }

    /// @dev A request that was signed and not published is in no list of its borrower's requests.
    function _readNew(bytes32[] memory topics, bytes memory data) private {
        (uint256 id, address person) = (uint256(topics[1]), _address(topics[2]));
        assertEq(id, _base + _index.length, "ids count up");
        Index storage index = _index.push();
        ILoanBook.Summary storage loan = index.loan;
        (loan.principal, loan.duration, loan.apr, index.comment) = abi.decode(
            data,
            (uint256, uint256, uint256, string)
        );
        (loan.instalments, loan.createdAt) = (1, block.timestamp);
        if (topics[0] == ILoanBook.OfferCreated.selector) {
            (loan.status, loan.lender) = (ILoanBook.Status.Open, person);
            _lists[ILoanBook.List.Lent][person].push(id);
            return;
        }
        (loan.status, loan.borrower) = (ILoanBook.Status.Requested, person);
        if (topics.length == 3) _lists[ILoanBook.List.Requested][person].push(id);
        else assertTrue(book.isSpent(person, uint256(topics[3])), "the number is spent");
    }

    function _readOfPerson(bytes32 signature, uint256 id, address person, bytes memory data) private {
        ILoanBook.Summary storage loan = _index[id - _base].loan;
        if (signature == ILoanBook.OfferAddressed.selector) {
            loan.borrower = person;
            _lists[ILoanBook.List.OffersFor][person].push(id);
        } else if (signature == ILoanBook.RequestAddressed.selector) {
            loan.lender = person;
            _lists[ILoanBook.List.RequestsFor][person].push(id);
        } else if (signature == ILoanBook.RequestFunded.selector) {
            loan.lender = person;
            _lists[ILoanBook.List.Lent][person].push(id);
        } else if (signature == ILoanBook.LoanAccepted.selector) {
            (loan.startTs, loan.dueTs) = abi.decode(data, (uint256, uint256));
            uint256 interest = loan.principal * loan.apr * loan.duration;
            loan.owed = loan.principal + (interest + 315_359_999_999) / 315_360_000_000;
            (loan.status, loan.borrower) = (ILoanBook.Status.Active, person);
            _lists[ILoanBook.List.Borrowed][person].push(id);
        } else if (signature == ILoanBook.PaymentHeld.selector) {
            assertEq(person, loan.lender, "held for the lender");
            _claims[person] += abi.decode(data, (uint256));
        } else {
            assertEq(signature, ILoanBook.PaidBy.selector, "unknown event");
        }
    }

    /// @dev PaidBy follows at once, if another person than the borrower paid. If that is the lender, who was paid in
    /// cash, PaidElsewhere follows.
    function _readPayment(Vm.Log[] memory logs, uint256 i) private {
        uint256 id = uint256(logs[i].topics[1]) - _base;
        ILoanBook.Summary storage loan = _index[id].loan;
        (uint256 amount, uint256 totalRepaid) = abi.decode(logs[i].data, (uint256, uint256));
        assertEq(_address(logs[i].topics[2]), loan.borrower, "Repaid names the debtor");
        assertEq(totalRepaid, loan.repaid + amount, "totalRepaid");
        uint256 paidAt = block.timestamp;
        bool byAnother = i + 1 < logs.length && logs[i + 1].topics[0] == ILoanBook.PaidBy.selector;
        if (byAnother && _address(logs[i + 1].topics[2]) == loan.lender) {
            assertEq(logs[i + 2].topics[0], ILoanBook.PaidElsewhere.selector, "PaidElsewhere follows PaidBy");
            paidAt = abi.decode(logs[i + 2].data, (uint256));
            _index[id].cash += amount;
        }
        bool late = loan.late || _isOverdue(loan, paidAt);
        (loan.repaid, loan.owed) = (totalRepaid, loan.owed - amount);
        if (loan.owed == 0) _readEnd(_index[id], ILoanBook.Status.Repaid, late);
        else (loan.noted, loan.late) = (_index[id].cash, late);
    }

    function _readEnd(Index storage index, ILoanBook.Status status, bool late) private {
        (index.loan.status, index.loan.owed, index.loan.late) = (status, 0, late);
        index.loan.brief = block.timestamp < index.loan.startTs + 1 days;
    }

    function _readOfLoan(bytes32 signature, uint256 id, bytes memory data) private {
        ILoanBook.Summary storage loan = _index[id - _base].loan;
        if (signature == ILoanBook.OfferCancelled.selector || signature == ILoanBook.RequestCancelled.selector) {
            loan.status = ILoanBook.Status.Cancelled;
            return;
        }
        uint256 value = abi.decode(data, (uint256));
        if (signature == ILoanBook.Planned.selector) {
            loan.instalments = value;
        } else if (signature == ILoanBook.OpenUntil.selector) {
            loan.openUntil = value;
        } else if (signature == ILoanBook.Extended.selector) {
            loan.dueTs = value;
            loan.late = loan.late && _isOverdue(loan, block.timestamp);
        } else {
            assertEq(signature, ILoanBook.Forgiven.selector, "unknown event");
            assertEq(value, loan.owed, "what was still owed");
            bool late = loan.late || _isOverdue(loan, block.timestamp);
            _readEnd(_index[id - _base], ILoanBook.Status.Forgiven, late);
        }
    }

    function _address(bytes32 topic) private pure returns (address) {
        return address(uint160(uint256(topic)));
    }

    /// @dev Whether an instalment was due before `time` that was not paid.
    function _isOverdue(ILoanBook.Summary storage loan, uint256 time) private view returns (bool) {
        (uint256 parts, uint256 total) = (loan.instalments, loan.repaid + loan.owed);
        for (uint256 k = 1; k <= parts; k++) {
            bool due = loan.startTs + ((loan.dueTs - loan.startTs) * k) / parts < time;
            if (due && loan.repaid * parts < total * k) return true;
        }
        return false;
    }

    // ── What the views say ───────────────────────────────────────────────────────────────────────────────────────

    function _compare() private view {
        assertEq(book.nextId(), _base + _index.length, "nextId");
        for (uint256 i = 1; i < _index.length; i++) {
            (ILoanBook.Summary memory loan, string memory comment) = book.detailsOf(_base + i);
            assertEq(abi.encode(loan, comment), abi.encode(_index[i].loan, _index[i].comment), "loan");
        }
        for (uint256 i = 0; i < people.length; i++) {
            assertEq(book.claimable(people[i]), _claims[people[i]], "claimable");
            assertEq(abi.encode(book.recordOf(people[i])), abi.encode(_recordOf(people[i])), "record");
            for (uint256 list = 0; list < 5; list++) {
                (uint256[] memory ids, ) = book.idsOf(ILoanBook.List(list), people[i], 0, ALL);
                assertEq(ids, _lists[ILoanBook.List(list)][people[i]], "list");
            }
        }
        _compareBoard(false, ILoanBook.Status.Open);
        _compareBoard(true, ILoanBook.Status.Requested);
    }

    function _recordOf(address person) private view returns (ILoanBook.Record memory record) {
        uint256[] storage ids = _lists[ILoanBook.List.Borrowed][person];
        for (uint256 i = 0; i < ids.length; i++) {
            Index storage index = _index[ids[i] - _base];
            ILoanBook.Summary storage loan = index.loan;
            if (loan.brief) continue;
            record.taken++;
            if (loan.status == ILoanBook.Status.Active) continue;
            if (loan.repaid < loan.principal) record.forgiven++;
            else record.repaid++;
            if (loan.repaid >= loan.principal && loan.late) record.repaidLate++;
            uint256 moved = loan.repaid - index.cash;
            record.repaidDollars += (moved < loan.principal ? moved : loan.principal) / 1e6;
        }
        if (record.repaidDollars > type(uint32).max) record.repaidDollars = type(uint32).max;
    }

    /// @dev Whatever is open, newest first, and addressed to nobody.
    function _compareBoard(bool requests, ILoanBook.Status status) private view {
        (uint256[] memory ids, ) = book.newestOpenIds(requests, ALL, ALL);
        uint256 found = 0;
        for (uint256 i = _index.length - 1; i > 0; i--) {
            ILoanBook.Summary storage loan = _index[i].loan;
            bool isPublic = (requests ? loan.lender : loan.borrower) == address(0);
            if (loan.status == status && isPublic) assertEq(ids[found++], _base + i, "open");
        }
        assertEq(ids.length, found, "number of open ones");
    }
}
