// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";
import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBook} from "../src/LoanBook.sol";
import {LoanLives} from "./LoanLives.sol";
import {BlockingDollar} from "./tokens/BlockingDollar.sol";

/// @notice Invariant tests with LoanLives as the handler, whose steps never revert. LoanLives checks the token
/// transfers of each step; these are the invariants of the whole book, checked after every step.
contract InvariantsTest is Test {
    BlockingDollar dollar;
    ILoanBook book;
    LoanLives lives;
    address[] people;

    function setUp() public {
        vm.warp(1_760_000_000);
        dollar = new BlockingDollar();
        book = LoanBook(deployCode("LoanBook", abi.encode(dollar)));
        lives = new LoanLives(book, dollar);
        people = lives.people();

        bytes4[] memory steps = new bytes4[](13);
        steps[0] = LoanLives.publish.selector;
        steps[1] = LoanLives.publishFor.selector;
        steps[2] = LoanLives.publishWithPermit.selector;
        steps[3] = LoanLives.accept.selector;
        steps[4] = LoanLives.cancel.selector;
        steps[5] = LoanLives.payPart.selector;
        steps[6] = LoanLives.payAll.selector;
        steps[7] = LoanLives.payWithPermit.selector;
        steps[8] = LoanLives.payWhileBlocked.selector;
        steps[9] = LoanLives.withdraw.selector;
        steps[10] = LoanLives.unblock.selector;
        steps[11] = LoanLives.donate.selector;
        steps[12] = LoanLives.wait.selector;
        targetSelector(FuzzSelector(address(lives), steps));
        targetContract(address(lives));
    }

    /// @dev One function for all invariants: every `invariant_` function gets a campaign of its own.
    function invariant_TheBookIsInOrder() public {
        vm.warp(lives.time());
        LoanLives.Life[] memory all = lives.all();
        uint256 openPrincipals = _loansAreInOrder(all);
        uint256 claims = _peopleGetTheirs(all.length);
        _eq(dollar.balanceOf(address(book)), openPrincipals + claims + lives.donated(), "the book's dollars");
        _openListIsExact(all);
        _anActiveLoanCanBeClosed(all);
    }

    /// @dev After every run: all offers and loans can be closed, and then only the donations are left in the book.
    function afterInvariant() public {
        vm.warp(lives.time());
        _aLongRunTookLoans();
        _closeAll();
    }

    /// @dev Each loan matches the handler's expected state, in which the status only moves forward, and an offer is
    /// either accepted or cancelled. The terms are unchanged since publication.
    function _loansAreInOrder(LoanLives.Life[] memory all) private view returns (uint256 openPrincipals) {
        for (uint256 id = 1; id < all.length; id++) {
            ILoanBook.Loan memory loan = book.getOffer(id);
            LoanLives.Life memory life = all[id];
            bool active = loan.status == ILoanBook.Status.Active;
            bool repaid = loan.status == ILoanBook.Status.Repaid;
            bytes32 terms = keccak256(
                abi.encode(loan.lender, loan.principal, loan.duration, loan.apr, loan.createdAt, loan.comment)
            );

            _eq(uint256(loan.status), uint256(life.status), "status");
            _eq(uint256(terms), uint256(life.terms), "terms");
            _eq(loan.repaid, life.repaid, "repaid");
            _eq(loan.dueTs, life.dueTs, "dueTs");
            address borrower = life.borrower == address(0) ? life.addressee : life.borrower;
            _eq(uint160(loan.borrower), uint160(borrower), "borrower");

            _true(loan.repaid <= life.total, "repaid more than was owed");
            _true(repaid == (loan.repaid == life.total), "repaid is paid in full");
            _true((loan.startTs != 0) == (active || repaid), "taken or not");
            _eq(book.owed(id), active ? life.total - life.repaid : 0, "owed");
            if (loan.status == ILoanBook.Status.Open) openPrincipals += loan.principal;
        }
    }

    /// @dev The sums agree: amounts in Repaid events, payments, and what lenders received or can claim. Every account's
    /// lists and record are exact.
    function _peopleGetTheirs(uint256 count) private view returns (uint256 claims) {
        uint256 reached = 0;
        for (uint256 i = 0; i < people.length; i++) {
            address person = people[i];
            LoanLives.Story memory story = lives.storyOf(person);
            uint256 claim = book.claimable(person);
            claims += claim;
            reached += story.received + claim;
            _eq(story.received + claim, story.paidFor, "what this lender got or can claim");

            _eq(book.getOffersByLenderIds(person, 0, count), story.offers, "by lender");
            _eq(book.getLoansByBorrowerIds(person, 0, count), story.taken, "by borrower");
            _eq(book.getOffersForBorrowerIds(person, 0, count), story.addressed, "for borrower");
            ILoanBook.Record memory record = book.recordOf(person);
            _eq(record.taken, story.record.taken, "loans taken");
            _eq(record.repaid, story.record.repaid, "loans repaid");
            _eq(record.repaidLate, story.record.repaidLate, "loans repaid late");
        }
        _eq(lives.announced(), lives.paid(), "what was announced");
        _eq(reached, lives.paid(), "what all lenders got or can claim");
    }

    function _openListIsExact(LoanLives.Life[] memory all) private view {
        uint256[] memory open = book.getOpenOfferIds(0, type(uint256).max);
        uint256[] memory newest = book.getNewestOpenOfferIds(0, type(uint256).max);
        _eq(newest.length, open.length, "open, newest first");
        uint256 found = 0;
        for (uint256 id = 1; id < all.length; id++) {
            if (all[id].status != ILoanBook.Status.Open || all[id].addressee != address(0)) continue;
            _true(found < open.length, "an open offer is missing");
            _eq(open[found++], id, "open");
            _eq(newest[newest.length - found], id, "open, newest first");
        }
        _eq(open.length, found, "open and no others");
        _eq(book.openOffersLength(), found, "number of open offers");
        _eq(book.allOffersLength(), all.length - 1, "number of offers");
        _eq(book.nextId(), all.length, "next id");
    }

    /// @dev Tried on the newest one, in a call that reverts in the end.
    function _anActiveLoanCanBeClosed(LoanLives.Life[] memory all) private {
        uint256 id = all.length - 1;
        while (id > 0 && all[id].status != ILoanBook.Status.Active) id--;
        if (id == 0) return;
        try this.closeAndUndo(id, all[id].lender) {} catch (bytes memory reason) {
            if (bytes4(reason) == Undone.selector) return;
            assertEq(reason, "", "an active loan cannot be closed");
        }
    }

    error Undone();

    function closeAndUndo(uint256 id, address lender) external {
        vm.warp(lives.time() + 300 * 365 days);
        _close(id, lender, true);
        vm.warp(lives.time());
        revert Undone();
    }

    /// @dev 300 years late, by a third party, even if the lender is blocked.
    function _close(uint256 id, address lender, bool lenderIsBlocked) private {
        address stranger = address(0x57);
        uint256 owed = book.owed(id);
        uint256 claim = book.claimable(lender);
        dollar.setBlocked(lender, lenderIsBlocked);
        dollar.print(stranger, owed);

        vm.startPrank(stranger);
        dollar.approve(address(book), owed);
        _eq(book.repay(id, type(uint256).max), owed, "closed by a stranger");
        vm.stopPrank();

        _eq(uint256(book.getOffer(id).status), uint256(ILoanBook.Status.Repaid), "closed");
        _eq(book.claimable(lender) - claim, lenderIsBlocked ? owed : 0, "kept for the lender");
    }

    function _closeAll() private {
        vm.warp(lives.time() + 300 * 365 days);
        for (uint256 id = 1; id < book.nextId(); id++) {
            ILoanBook.Loan memory loan = book.getOffer(id);
            if (loan.status == ILoanBook.Status.Active) _close(id, loan.lender, id % 2 == 0);
            if (loan.status != ILoanBook.Status.Open) continue;
            dollar.setBlocked(loan.lender, false);
            vm.prank(loan.lender);
            book.cancelOffer(id);
        }
        for (uint256 i = 0; i < people.length; i++) {
            dollar.setBlocked(people[i], false);
            if (book.claimable(people[i]) == 0) continue;
            vm.prank(people[i]);
            book.withdraw();
        }
        assertEq(dollar.balanceOf(address(book)), lives.donated(), "what stays when all have left");
        assertEq(book.openOffersLength(), 0, "nothing open");
    }

    /// @dev Guards against a vacuous run. Seven of the thirteen steps accept an offer or need an active loan: the
    /// chance of 32 steps without any of them is below 1 in 10^10, so a run without a loan means that the handler is
    /// broken.
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
        for (uint256 i = 0; i < 40; i++) {
            uint256 dice = uint256(keccak256(abi.encode(i)));
            lives.publish(dice, dice >> 8, dice >> 16, dice >> 24, dice >> 32);
            lives.publishFor(dice, dice >> 8, dice >> 16, dice >> 24, dice >> 32, dice >> 40);
            lives.publishWithPermit(dice, dice >> 8, dice >> 16, dice >> 24, dice >> 32);
            lives.accept(dice, dice >> 8);
            lives.cancel(dice);
            lives.payPart(dice, dice >> 8, dice >> 16);
            lives.payAll(dice, dice >> 8, dice >> 16);
            lives.payWithPermit(dice, dice >> 8, dice >> 16);
            lives.payWhileBlocked(dice, dice >> 8, dice >> 16);
            lives.withdraw(dice, dice >> 8);
            lives.unblock(dice);
            lives.donate(dice, dice >> 8);
            lives.wait(dice, dice >> 8);
        }
        assertEq(lives.steps(), 520, "steps");
        assertGt(lives.paid(), 0, "paid");
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
