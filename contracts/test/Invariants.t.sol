// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {StdInvariant} from "forge-std/StdInvariant.sol";
import {Test} from "./support/Test.sol";
import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanLives} from "./support/LoanLives.sol";
import {BlockingDollar} from "./tokens/BlockingDollar.sol";

/// @notice Invariant tests with LoanLives as the handler, whose steps never revert. LoanLives checks what each call does
/// to borrowers; these are the invariants of the whole book, checked after every step.
contract InvariantsTest is Test, StdInvariant {
    BlockingDollar dollar;
    ILoanBook book;
    LoanLives lives;
    address[] people;

    function setUp() public {
        vm.warp(1_800_000_000);
        dollar = new BlockingDollar();
        book = ILoanBook(deployCode("LoanBook", abi.encode(dollar)));
        lives = new LoanLives(book, dollar);
        people = lives.people();
        targetSelector(FuzzSelector(address(lives), lives.allSteps()));
        targetContract(address(lives));
    }

    /// @dev One function for all invariants: every `invariant_` function gets a campaign of its own.
    function invariant_TheBookIsInOrder() public {
        vm.warp(lives.time());
        LoanLives.Life[] memory all = lives.all();
        uint256 openPrincipals = _loansAreInOrder(all);
        uint256 claims = _peopleAreInOrder(all);
        _eq(dollar.balanceOf(address(book)), openPrincipals + claims + lives.donated(), "the book's dollars");
        _boardIsExact(all, ILoanBook.Status.Open);
        _boardIsExact(all, ILoanBook.Status.Requested);
        uint256 base = lives.base();
        _eq(book.allOffersLength(), base + all.length - 1, "number of offers and requests");
        _eq(book.nextId(), base + all.length, "next id");
        if (all.length == 1) return;
        uint256 place = 1 + (lives.steps() % (all.length - 1));
        _whatCanBeDoneSucceeds(base + place, all[place]);
    }

    /// @dev After every run: everything can be closed, and then only the donations are left in the book.
    function afterInvariant() public {
        vm.warp(lives.time());
        _aLongRunTookLoans();
        _closeAll();
    }

    /// @dev Each loan is as the handler expects, in whose state the status only moves forward.
    function _loansAreInOrder(LoanLives.Life[] memory all) private view returns (uint256 openPrincipals) {
        uint256 base = lives.base();
        for (uint256 i = 1; i < all.length; i++) {
            LoanLives.Life memory life = all[i];
            (ILoanBook.Summary memory loan, string memory comment) = book.detailsOf(base + i);
            if (keccak256(abi.encode(loan, comment)) != keccak256(abi.encode(life.loan, life.comment))) {
                _explain(loan, life.loan);
                assertEq(comment, life.comment, "comment");
            }
            bool active = loan.status == ILoanBook.Status.Active;
            bool isRepaid = loan.status == ILoanBook.Status.Repaid;
            bool isForgiven = loan.status == ILoanBook.Status.Forgiven;
            _true(isRepaid == (loan.repaid == life.total), "repaid is paid in full");
            _true((loan.startTs != 0) == (active || isRepaid || isForgiven), "taken or not");
            _true(loan.dueTs >= loan.startTs, "due after the start");
            if (active) _eq(book.expectedBy(base + i, loan.dueTs + 1), life.total, "all is expected in the end");
            if (loan.status == ILoanBook.Status.Open) openPrincipals += loan.principal;
        }
    }

    function _explain(ILoanBook.Summary memory loan, ILoanBook.Summary memory expected) private pure {
        assertEq(uint256(loan.status), uint256(expected.status), "status");
        assertEq(loan.lender, expected.lender, "lender");
        assertEq(loan.borrower, expected.borrower, "borrower");
        assertEq(loan.repaid, expected.repaid, "repaid");
        assertEq(loan.owed, expected.owed, "owed");
        assertEq(loan.startTs, expected.startTs, "startTs");
        assertEq(loan.dueTs, expected.dueTs, "dueTs");
        assertEq(loan.openUntil, expected.openUntil, "openUntil");
        assertEq(abi.encode(loan), abi.encode(expected), "terms");
    }

    /// @dev Each account has the tokens and the claim that its calls gave it, and its lists and record are exact. No
    /// record has more dollars than moved to lenders or into the book for them.
    function _peopleAreInOrder(LoanLives.Life[] memory all) private view returns (uint256 claims) {
        uint256 count = all.length;
        for (uint256 i = 0; i < people.length; i++) {
            address person = people[i];
            LoanLives.Story memory story = lives.storyOf(person);
            claims += story.claim;
            _eq(book.claimable(person), story.claim, "claimable");
            _eq(dollar.balanceOf(person), story.purse, "balance");
            _eq(book.getOffersByLenderIds(person, 0, count), story.lent, "offers of a lender");
            _eq(book.getLoansByBorrowerIds(person, 0, count), story.taken, "loans of a borrower");
            _eq(book.getOffersForBorrowerIds(person, 0, count), story.offersFor, "offers for a borrower");
            _eq(book.getRequestsByBorrowerIds(person, 0, count), story.requests, "requests of a borrower");
            _eq(book.getRequestsForLenderIds(person, 0, count), story.requestsFor, "requests for a lender");
            ILoanBook.Record memory record = book.recordOf(person);
            _eq(record.taken, story.record.taken, "loans taken");
            _eq(record.repaid, story.record.repaid, "loans repaid");
            _eq(record.repaidLate, story.record.repaidLate, "loans repaid late");
            _eq(record.forgiven, story.record.forgiven, "loans forgiven");
            _eq(record.repaidDollars, story.record.repaidDollars, "dollars repaid");
            _true(record.repaidDollars * 1e6 <= _movedFor(person, all), "dollars that did not move");
            _true(record.repaid + record.forgiven <= record.taken, "more loans ended than were taken");
        }
    }

    function _movedFor(address borrower, LoanLives.Life[] memory all) private pure returns (uint256 moved) {
        for (uint256 i = 1; i < all.length; i++) {
            if (all[i].loan.startTs == 0 || all[i].loan.borrower != borrower) continue;
            moved += all[i].loan.repaid - all[i].inCash;
        }
    }

    function _boardIsExact(LoanLives.Life[] memory all, ILoanBook.Status status) private view {
        bool offers = status == ILoanBook.Status.Open;
        uint256 max = type(uint256).max;
        uint256[] memory open = offers ? book.getOpenOfferIds(0, max) : book.getOpenRequestIds(0, max);
        uint256 base = lives.base();
        uint256 found = 0;
        for (uint256 i = 1; i < all.length; i++) {
            if (all[i].loan.status != status || all[i].addressee != address(0)) continue;
            _true(found < open.length, "an open one is missing");
            _eq(open[found++], base + i, "open");
        }
        _eq(open.length, found, "open and no others");
        _eq(offers ? book.openOffersLength() : book.openRequestsLength(), found, "number of open ones");
        uint256 size = 1 + (lives.steps() % 9);
        uint256 before = max;
        do {
            uint256[] memory newest;
            (newest, before) = offers
                ? book.getNewestOpenOfferIds(before, size)
                : book.getNewestOpenRequestIds(before, size);
            _eq(newest.length, found < size ? found : size, "length of a page");
            for (uint256 i = 0; i < newest.length; i++) {
                _eq(newest[i], open[--found], "open, newest first");
            }
            _true((before == 0) == (found == 0), "the last page says so");
        } while (before != 0);
    }

    // ── What a person can do ─────────────────────────────────────────────────────────────────────────────────────

    error Undone();

    /// @dev Tried on one loan, in calls that revert in the end: with Undone, and with nothing else.
    function _whatCanBeDoneSucceeds(uint256 id, LoanLives.Life memory life) private {
        ILoanBook.Status status = life.loan.status;
        if (status == ILoanBook.Status.Open || status == ILoanBook.Status.Requested) {
            _tryAndUndo(abi.encodeCall(this.cancelAndUndo, (id)));
            _tryAndUndo(abi.encodeCall(this.takeAndUndo, (id, life.addressee)));
        } else if (status == ILoanBook.Status.Active) {
            _tryAndUndo(abi.encodeCall(this.closeAndUndo, (id)));
            _tryAndUndo(abi.encodeCall(this.forgiveAndUndo, (id)));
        }
    }

    function _tryAndUndo(bytes memory call) private {
        (bool ok, bytes memory reason) = address(this).call(call);
        if (ok || keccak256(reason) != keccak256(abi.encodeWithSelector(Undone.selector))) {
            assertEq(reason, abi.encodeWithSelector(Undone.selector), "what can be done must succeed");
            assertFalse(ok, "must be undone");
        }
        vm.warp(lives.time());
    }

    function closeAndUndo(uint256 id) external {
        vm.warp(lives.time() + 300 * 365 days);
        _close(id, true);
        revert Undone();
    }

    function forgiveAndUndo(uint256 id) external {
        vm.warp(lives.time() + 300 * 365 days);
        ILoanBook.Summary memory loan = book.summaryOf(id);
        vm.prank(loan.lender);
        book.forgive(id, loan.borrower, loan.owed);
        _eq(book.owed(id), 0, "nothing is owed");
        revert Undone();
    }

    function cancelAndUndo(uint256 id) external {
        vm.warp(lives.time() + 300 * 365 days);
        _cancel(id, true);
        revert Undone();
    }

    /// @dev In time it can be taken, by whom it is addressed to or by a stranger. Later it is refused.
    function takeAndUndo(uint256 id, address addressee) external {
        address taker = addressee == address(0) ? address(0x57) : addressee;
        uint256 openUntil = book.openUntil(id);
        if (openUntil != 0 && openUntil >= block.timestamp) vm.warp(openUntil);
        bool expired = openUntil != 0 && block.timestamp > openUntil;
        (ILoanBook.Loan memory loan, ILoanBook.Terms memory terms) = (book.getOffer(id), book.termsOf(id));
        dollar.setBlocked(loan.status == ILoanBook.Status.Open ? taker : loan.borrower, false);
        if (loan.status == ILoanBook.Status.Requested) _enrich(taker, loan.principal);

        if (expired) vm.expectRevert(abi.encodeWithSelector(ILoanBook.Expired.selector, id));
        vm.prank(taker);
        if (loan.status == ILoanBook.Status.Open) book.acceptOffer(id);
        else book.fundRequest(id, loan.borrower, terms);

        if (!expired) _eq(uint256(book.getOffer(id).status), uint256(ILoanBook.Status.Active), "taken");
        revert Undone();
    }

    function _enrich(address person, uint256 amount) private {
        dollar.setBlocked(person, false);
        dollar.print(person, amount);
        vm.prank(person);
        dollar.approve(address(book), amount);
    }

    /// @dev By a third party, even if the lender is blocked.
    function _close(uint256 id, bool lenderIsBlocked) private {
        address lender = book.getOffer(id).lender;
        address stranger = address(0x57);
        (uint256 owed, uint256 claim) = (book.owed(id), book.claimable(lender));
        dollar.setBlocked(lender, lenderIsBlocked);
        _enrich(stranger, owed);

        vm.prank(stranger);
        _eq(book.repay(id, type(uint256).max), owed, "closed by a stranger");

        _eq(uint256(book.getOffer(id).status), uint256(ILoanBook.Status.Repaid), "closed");
        _eq(book.claimable(lender) - claim, lenderIsBlocked ? owed : 0, "kept for the lender");
    }

    /// @dev By whoever published it, even if they are blocked. By a stranger, if it has an end: that has passed.
    function _cancel(uint256 id, bool isBlocked) private {
        ILoanBook.Loan memory loan = book.getOffer(id);
        bool isOffer = loan.status == ILoanBook.Status.Open;
        address owner = isOffer ? loan.lender : loan.borrower;
        dollar.setBlocked(owner, isBlocked);
        bool expires = book.openUntil(id) != 0;
        vm.prank(expires ? address(0x57) : owner);
        if (isOffer) book.cancelOffer(id);
        else book.cancelRequest(id);
        _eq(uint256(book.getOffer(id).status), uint256(ILoanBook.Status.Cancelled), "cancelled");
    }

    function _closeAll() private {
        vm.warp(lives.time() + 300 * 365 days);
        for (uint256 id = lives.base() + 1; id < book.nextId(); id++) {
            ILoanBook.Status status = book.getOffer(id).status;
            if (status == ILoanBook.Status.Active) _close(id, id % 2 == 0);
            if (status == ILoanBook.Status.Open || status == ILoanBook.Status.Requested) _cancel(id, id % 2 == 0);
        }
        for (uint256 i = 0; i < people.length; i++) {
            dollar.setBlocked(people[i], i % 2 == 0);
            if (book.claimable(people[i]) == 0) continue;
            vm.prank(people[i]);
            book.withdrawTo(address(0x58));
        }
        assertEq(dollar.balanceOf(address(book)), lives.donated(), "what stays when all have left");
        assertEq(book.openOffersLength() + book.openRequestsLength(), 0, "nothing open");
    }

    /// @dev Guards against a vacuous run. Fourteen of the 23 steps take a loan or need an active one: the chance of 32
    /// steps without any of them is below 1 in 10^12, so a run without a loan means that the handler is broken.
    function _aLongRunTookLoans() private view {
        if (lives.steps() < 32) return;
        uint256 taken = 0;
        for (uint256 i = 0; i < people.length; i++) {
            taken += book.recordOf(people[i]).taken;
        }
        assertGt(taken, 0, "a long run took no loan");
    }

    /// @notice Each step succeeds in an empty book, and again in one that is not.
    function test_EveryStepSucceeds() public {
        bytes4[] memory steps = lives.allSteps();
        for (uint256 i = 0; i < 20 * steps.length; i++) {
            bytes memory call = abi.encodeWithSelector(steps[i % steps.length], keccak256(abi.encode(i)));
            (bool ok, ) = address(lives).call(call);
            assertTrue(ok, vm.toString(call));
        }
        assertEq(lives.steps(), 20 * steps.length, "steps");
        invariant_TheBookIsInOrder();
        afterInvariant();
    }

    // forge-std's asserts are cheatcode calls, which are slow: they are called only on failure.

    function _eq(uint256 left, uint256 right, string memory what) private pure {
        if (left != right) assertEq(left, right, what);
    }

    function _eq(uint256[] memory left, uint256[] memory right, string memory what) private pure {
        if (keccak256(abi.encode(left)) != keccak256(abi.encode(right))) assertEq(left, right, what);
    }

    function _true(bool condition, string memory what) private pure {
        if (!condition) assertTrue(condition, what);
    }
}
