// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Vm} from "forge-std/Vm.sol";
import {Test} from "./support/Test.sol";
import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanLives, countEnded, isOverdueAt, totalOf} from "./support/LoanLives.sol";
import {BlockingDollar} from "./tokens/BlockingDollar.sol";

/// @notice K4 An indexer that knows nothing but the book's events, and the timestamp of the block of each: after random
/// lives (LoanLives) it knows the whole state of the book, and who made which payment.
contract EventsTest is Test {
    uint256 constant STEPS = 40;

    BlockingDollar dollar;
    ILoanBook book;
    LoanLives lives;
    address[] people;

    /// @dev The rebuilt state. Loans are indexed by id less `base`; element 0 stays empty.
    ILoanBook.Summary[] loans;
    string[] comments;
    bool[] isAddressed;
    /// @dev What of a loan's payments the lender recorded, and whether a part came while it was overdue.
    uint256[] inCash;
    bool[] isLate;
    uint256 base;
    mapping(address => uint256[]) lent;
    mapping(address => uint256[]) taken;
    mapping(address => uint256[]) offersFor;
    mapping(address => uint256[]) requests;
    mapping(address => uint256[]) requestsFor;
    mapping(address => uint256) claims;
    mapping(address => uint256) withdrawn;
    mapping(address => ILoanBook.Record) records;
    LoanLives.Payment[] payments;
    uint256 voided;
    mapping(bytes32 signature => uint256) seen;

    function setUp() public {
        vm.warp(1_800_000_000);
        dollar = new BlockingDollar();
        book = ILoanBook(deployCode("LoanBook", abi.encode(dollar)));
        lives = new LoanLives(book, dollar);
        people = lives.people();
        _push();
    }

    function _push() private returns (ILoanBook.Summary storage) {
        comments.push();
        isAddressed.push();
        inCash.push();
        isLate.push();
        return loans.push();
    }

    /// forge-config: default.fuzz.runs = 32
    /// @custom:verify fuzz.runs = 5000
    function testFuzz_EventsTellTheWholeState(uint256 seed) public {
        _live(seed, STEPS);
        _compareLoans();
        _comparePeople();
        _compareBoard();
        _comparePayments();
    }

    /// @notice Checks that the test above is not vacuous: a long life emits every event.
    function test_LivesEmitEveryEvent() public {
        _live(1, 250);
        _compareLoans();
        _comparePeople();
        _compareBoard();
        _comparePayments();
        bytes32[18] memory signatures = [
            ILoanBook.OfferCreated.selector,
            ILoanBook.LoanAccepted.selector,
            ILoanBook.OfferCancelled.selector,
            ILoanBook.Repaid.selector,
            ILoanBook.OfferAddressed.selector,
            ILoanBook.RequestCreated.selector,
            ILoanBook.RequestAddressed.selector,
            ILoanBook.RequestCancelled.selector,
            ILoanBook.RequestFunded.selector,
            ILoanBook.RequestSigned.selector,
            ILoanBook.SignedVoided.selector,
            ILoanBook.Planned.selector,
            ILoanBook.OpenUntil.selector,
            ILoanBook.PaidBy.selector,
            ILoanBook.Extended.selector,
            ILoanBook.Forgiven.selector,
            ILoanBook.PaymentHeld.selector,
            ILoanBook.Withdrawn.selector
        ];
        for (uint256 i = 0; i < signatures.length; i++) {
            assertGt(seen[signatures[i]], 0, vm.toString(signatures[i]));
        }
    }

    function _live(uint256 seed, uint256 count) private {
        bytes4[] memory steps = lives.allSteps();
        for (uint256 i = 0; i < count; i++) {
            this.stepAndRead(steps[uint256(keccak256(abi.encode(seed, i))) % steps.length], seed ^ i);
        }
    }

    /// @dev A call of its own, whose memory is released.
    function stepAndRead(bytes4 step, uint256 seed) external {
        vm.recordLogs();
        (bool ok, ) = address(lives).call(abi.encodeWithSelector(step, keccak256(abi.encode(seed))));
        assertTrue(ok, "the step failed");
        // A step waits before its calls or after all of them, never between two.
        vm.warp(lives.time());
        base = lives.base();
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i = 0; i < logs.length; i++) {
            if (logs[i].emitter == address(book)) _read(logs[i], i + 1 < logs.length ? logs[i + 1] : logs[i]);
        }
    }

    // ── The indexer ──────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev `following` is the next event, if there is one.
    function _read(Vm.Log memory log, Vm.Log memory following) private {
        bytes32 signature = log.topics[0];
        seen[signature]++;
        if (signature == ILoanBook.Withdrawn.selector) {
            uint256 amount = abi.decode(log.data, (uint256));
            claims[_address(log.topics[1])] -= amount;
            withdrawn[_address(log.topics[2])] += amount;
            return;
        }
        if (signature == ILoanBook.SignedVoided.selector) {
            assertTrue(book.isSpent(_address(log.topics[1]), abi.decode(log.data, (uint256))), "voided");
            voided++;
            return;
        }
        uint256 id = uint256(log.topics[1]) - base;
        if (
            signature == ILoanBook.OfferCreated.selector ||
            signature == ILoanBook.RequestCreated.selector ||
            signature == ILoanBook.RequestSigned.selector
        ) {
            _readNew(log, id, signature);
        } else if (signature == ILoanBook.Repaid.selector) {
            _readPayment(log, following, id);
        } else if (log.topics.length == 3) {
            _readOfPerson(log, id, _address(log.topics[2]));
        } else {
            _readOfLoan(log, id);
        }
    }

    /// @dev A request that was signed and not published is not in the list of its borrower's requests, nor on the board.
    function _readNew(Vm.Log memory log, uint256 id, bytes32 signature) private {
        assertEq(id, loans.length, "ids count up");
        ILoanBook.Summary storage loan = _push();
        (loan.principal, loan.duration, loan.apr, comments[id]) = abi.decode(
            log.data,
            (uint256, uint256, uint256, string)
        );
        (loan.instalments, loan.createdAt) = (1, block.timestamp);
        address person = _address(log.topics[2]);
        if (signature == ILoanBook.OfferCreated.selector) {
            (loan.status, loan.lender) = (ILoanBook.Status.Open, person);
            lent[person].push(base + id);
            return;
        }
        (loan.status, loan.borrower) = (ILoanBook.Status.Requested, person);
        if (signature == ILoanBook.RequestCreated.selector) requests[person].push(base + id);
        else assertTrue(book.isSpent(person, uint256(log.topics[3])), "the number is spent");
    }

    function _readOfPerson(Vm.Log memory log, uint256 id, address person) private {
        bytes32 signature = log.topics[0];
        ILoanBook.Summary storage loan = loans[id];
        if (signature == ILoanBook.OfferAddressed.selector) {
            (loan.borrower, isAddressed[id]) = (person, true);
            offersFor[person].push(base + id);
        } else if (signature == ILoanBook.RequestAddressed.selector) {
            (loan.lender, isAddressed[id]) = (person, true);
            requestsFor[person].push(base + id);
        } else if (signature == ILoanBook.RequestFunded.selector) {
            loan.lender = person;
            lent[person].push(base + id);
        } else if (signature == ILoanBook.LoanAccepted.selector) {
            (loan.startTs, loan.dueTs) = abi.decode(log.data, (uint256, uint256));
            assertEq(loan.startTs, block.timestamp, "startTs is the block's");
            (loan.status, loan.borrower, loan.owed) = (ILoanBook.Status.Active, person, _totalOf(loan));
            taken[person].push(base + id);
            records[person].taken++;
        } else if (signature == ILoanBook.PaidBy.selector) {
            LoanLives.Payment storage payment = payments[payments.length - 1];
            assertEq(payment.id, base + id, "PaidBy follows Repaid");
            assertEq(payment.payer, person, "who paid");
        } else if (signature == ILoanBook.PaymentHeld.selector) {
            assertEq(person, loan.lender, "held for the lender");
            claims[person] += abi.decode(log.data, (uint256));
        } else {
            revert("unknown event");
        }
    }

    /// @dev PaidBy follows at once, if another person than the borrower paid: the lender, in cash.
    function _readPayment(Vm.Log memory log, Vm.Log memory following, uint256 id) private {
        ILoanBook.Summary storage loan = loans[id];
        (uint256 amount, uint256 totalRepaid) = abi.decode(log.data, (uint256, uint256));
        assertEq(_address(log.topics[2]), loan.borrower, "Repaid names the debtor");
        assertEq(totalRepaid, loan.repaid + amount, "totalRepaid");
        bool byAnother = following.topics[0] == ILoanBook.PaidBy.selector && following.topics[1] == log.topics[1];
        address payer = byAnother ? _address(following.topics[2]) : loan.borrower;
        payments.push(LoanLives.Payment(base + id, payer, amount, payer != loan.lender));
        if (payer == loan.lender) inCash[id] += amount;
        if (isOverdueAt(loan, block.timestamp)) isLate[id] = true;
        (loan.repaid, loan.owed) = (totalRepaid, loan.owed - amount);
        if (loan.owed != 0) return;
        loan.status = ILoanBook.Status.Repaid;
        countEnded(records[loan.borrower], loan, inCash[id], isLate[id]);
    }

    function _readOfLoan(Vm.Log memory log, uint256 id) private {
        bytes32 signature = log.topics[0];
        ILoanBook.Summary storage loan = loans[id];
        if (signature == ILoanBook.OfferCancelled.selector) {
            assertEq(uint256(loan.status), uint256(ILoanBook.Status.Open), "was an open offer");
            loan.status = ILoanBook.Status.Cancelled;
        } else if (signature == ILoanBook.RequestCancelled.selector) {
            assertEq(uint256(loan.status), uint256(ILoanBook.Status.Requested), "was an open request");
            loan.status = ILoanBook.Status.Cancelled;
        } else if (signature == ILoanBook.Planned.selector) {
            loan.instalments = abi.decode(log.data, (uint256));
            assertGt(loan.instalments, 1, "one instalment is not announced");
        } else if (signature == ILoanBook.OpenUntil.selector) {
            loan.openUntil = abi.decode(log.data, (uint256));
        } else if (signature == ILoanBook.Extended.selector) {
            loan.dueTs = abi.decode(log.data, (uint256));
        } else if (signature == ILoanBook.Forgiven.selector) {
            assertEq(abi.decode(log.data, (uint256)), loan.owed, "what was still owed");
            bool late = isLate[id] || isOverdueAt(loan, block.timestamp);
            (loan.status, loan.owed) = (ILoanBook.Status.Forgiven, 0);
            countEnded(records[loan.borrower], loan, inCash[id], late);
        } else {
            revert("unknown event");
        }
    }

    function _address(bytes32 topic) private pure returns (address) {
        return address(uint160(uint256(topic)));
    }

    function _totalOf(ILoanBook.Summary storage loan) private view returns (uint256) {
        return totalOf(ILoanBook.Terms(loan.principal, loan.duration, loan.apr, loan.instalments));
    }

    // ── What the views say ───────────────────────────────────────────────────────────────────────────────────────

    function _compareLoans() private view {
        assertEq(book.nextId(), base + loans.length, "nextId");
        for (uint256 id = 1; id < loans.length; id++) {
            (ILoanBook.Summary memory loan, string memory comment) = book.detailsOf(base + id);
            assertEq(abi.encode(loan), abi.encode(loans[id]), "loan");
            assertEq(comment, comments[id], "comment");
        }
    }

    function _comparePeople() private view {
        assertEq(voided, lives.voided(), "voided");
        uint256 max = type(uint256).max;
        for (uint256 i = 0; i < people.length; i++) {
            address person = people[i];
            assertEq(book.claimable(person), claims[person], "claimable");
            assertEq(withdrawn[person], lives.withdrawnTo(person), "withdrawn to them");
            assertEq(abi.encode(book.recordOf(person)), abi.encode(records[person]), "record");
            assertEq(book.getOffersByLenderIds(person, 0, max), lent[person], "offers of a lender");
            assertEq(book.getLoansByBorrowerIds(person, 0, max), taken[person], "loans of a borrower");
            assertEq(book.getOffersForBorrowerIds(person, 0, max), offersFor[person], "offers for a borrower");
            assertEq(book.getRequestsByBorrowerIds(person, 0, max), requests[person], "requests of a borrower");
            assertEq(book.getRequestsForLenderIds(person, 0, max), requestsFor[person], "requests for a lender");
        }
    }

    function _compareBoard() private view {
        uint256[] memory offers = _public(ILoanBook.Status.Open);
        assertEq(book.getOpenOfferIds(0, type(uint256).max), offers, "open offers");
        assertEq(book.getOpenRequestIds(0, type(uint256).max), _public(ILoanBook.Status.Requested), "open requests");
    }

    function _public(ILoanBook.Status status) private view returns (uint256[] memory ids) {
        uint256 count = 0;
        ids = new uint256[](loans.length);
        for (uint256 id = 1; id < loans.length; id++) {
            if (loans[id].status == status && !isAddressed[id]) ids[count++] = base + id;
        }
        assembly ("memory-safe") {
            mstore(ids, count)
        }
    }

    /// @dev No view tells who paid: the handler knows.
    function _comparePayments() private view {
        LoanLives.Payment[] memory made = lives.payments();
        assertEq(payments.length, made.length, "number of payments");
        for (uint256 i = 0; i < made.length; i++) {
            assertEq(abi.encode(payments[i]), abi.encode(made[i]), "payment");
        }
    }
}
