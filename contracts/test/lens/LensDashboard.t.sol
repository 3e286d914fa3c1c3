// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../../src/ILoanBook.sol";
import {LoanLens} from "../../src/LoanLens.sol";
import {LensTest} from "../support/LensTest.sol";
import {BlockingDollar} from "../tokens/BlockingDollar.sol";

contract LensDashboardTest is LensTest {
    // ── The dashboard ────────────────────────────────────────────────────────────────────────────────────────────

    function test_TheLimitsAreAsDocumented() public view {
        assertEq(lens.MAX_PAGE(), 200);
        assertEq(lens.MAX_SCAN(), 300);
        assertEq(lens.MAX_SCAN_ADDRESSED(), 150);
        assertEq(lens.MAX_ROWS(), 1000);
        assertEq(lens.MAX_PACKED(), 2000);
        assertEq(lens.MAX_PACK_GAS(), 20_000_000);
        assertEq(lens.DASHBOARD_PAGE(), 8);
        assertEq(lens.DASHBOARD_ROWS(), 100);
        assertEq(lens.MAX_HISTORY(), 100);
    }

    function test_SaysWhereAndWhenItWasRead() public {
        vm.chainId(11155111);
        vm.roll(500);
        vm.setBlockhash(499, keccak256("the block before"));
        vm.deal(luis, 2 ether);
        _createOffer();
        _createRequest();

        LoanLens.Dashboard memory board = lens.dashboard(book, luis, 0, 0, ALL);

        assertEq(board.chainId, 11155111);
        assertEq(board.blockNumber, 500);
        assertEq(board.timestamp, 1_800_000_000);
        assertEq(board.parentHash, keccak256("the block before"));
        assertEq(board.ethBalance, 2 ether);
        assertEq(board.dollarBalance, FORTUNE);
        assertEq(board.claimable, 0);
        assertEq(board.nextId, 3);
        // None were asked for: the first page is still to come.
        assertEq(board.openOffersLength, 1);
        _assertPage(board.openOffers, _none(), ALL);
        assertEq(board.openRequestsLength, 1);
        _assertPage(board.openRequests, _none(), ALL);
    }

    function test_SaysWhatIsComparedBeforeSigning() public {
        vm.chainId(11155111);
        vm.roll(500);
        vm.deal(luis, 2 ether);
        uint256 id = _createLoan();
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(luisKey, 7, block.timestamp);
        dollar.permit(luis, address(book), 7, block.timestamp, v, r, s);

        LoanLens.SigningState memory state = lens.signingState(book, luis, id);

        assertEq(state.chainId, 11155111);
        assertEq(state.blockNumber, 500);
        assertEq(state.timestamp, 1_800_000_000);
        assertEq(state.ethBalance, 2 ether);
        assertEq(state.dollarBalance, dollar.balanceOf(luis));
        assertEq(state.token, address(dollar));
        assertEq(state.permitNonce, 1);
        assertEq(abi.encode(state.loan), abi.encode(book.summaryOf(id)));
        assertEq(uint8(lens.signingState(book, luis, 0).loan.status), uint8(ILoanBook.Status.None));
    }

    function test_TheFirstBlockHasNoneBefore() public {
        vm.roll(0);
        assertEq(lens.dashboard(book, luis, 0, 0, ALL).parentHash, bytes32(0));
    }

    function test_SaysWhatCanBeWithdrawn() public {
        uint256 id = _createLoan();
        BlockingDollar(address(dollar)).setBlocked(ana, true);
        _repay(id, 7);

        assertEq(lens.dashboard(book, ana, 0, 0, ALL).claimable, 7);
        assertEq(lens.dashboard(book, luis, 0, 0, ALL).claimable, 0);
    }

    function test_AnEmptyBookGivesAnEmptyDashboard() public view {
        LoanLens.Dashboard memory board = lens.dashboard(book, luis, ALL, ALL, ALL);
        assertEq(board.nextId, 1);
        assertEq(board.openOffersLength + board.openRequestsLength, 0);
        assertEq(board.offersForLength + board.requestsForLength, 0);
        _assertPage(board.openOffers, _none(), 0);
        _assertPage(board.openRequests, _none(), 0);
        _assertPage(board.offersFor, _none(), 0);
        _assertPage(board.requestsFor, _none(), 0);
        _assertOwn(board.lent, LENT, luis, 0, _none());
        _assertOwn(board.borrowed, BORROWED, luis, 0, _none());
        _assertOwn(board.requested, REQUESTED, luis, 0, _none());
    }

    /// @dev Every list with something that the others do not have. eva, ana and luis have different records.
    function test_EachListHasItsOwn() public {
        _makeARecord(ana, 2, 1);
        _makeARecord(luis, 1, 0);
        uint256 openOffer = _createOffer();
        uint256 openRequest = _createRequestAs(ana, address(0), 1, 0);
        uint256 offerForLuis = _createOfferFor(luis);
        uint256 requestForLuis = _createRequestAs(ana, luis, 1, 0);
        uint256 lent = _createOfferAs(luis, address(0), 1, 0);
        vm.prank(ana);
        book.acceptOffer(lent);
        uint256 asked = _createRequestFor(ana);
        uint256 borrowed = _createRequest();
        _fund(borrowed);

        LoanLens.Dashboard memory board = lens.dashboard(book, luis, 10, 10, ALL);
        assertEq(board.openOffersLength, 1);
        _assertPage(board.openOffers, _one(openOffer), 0);
        _assertItem(board.openOffers.items[0], ana);
        assertEq(board.openRequestsLength, 1);
        _assertPage(board.openRequests, _one(openRequest), 0);
        _assertItem(board.openRequests.items[0], ana);
        // One more was addressed to luis: the loan of his record.
        assertEq(board.offersForLength, 2);
        _assertPage(board.offersFor, _one(offerForLuis), 0);
        _assertItem(board.offersFor.items[0], ana);
        assertEq(board.requestsForLength, 1);
        _assertPage(board.requestsFor, _one(requestForLuis), 0);
        _assertItem(board.requestsFor.items[0], ana);
        _assertOwn(board.lent, LENT, luis, 1, _one(lent));
        _assertItem(board.lent.items[0], ana);
        // The loan of the record is overdue, and so comes first.
        _assertOwn(board.borrowed, BORROWED, luis, 2, _pair(3, borrowed));
        _assertItem(board.borrowed.items[0], eva);
        _assertItem(board.borrowed.items[1], ana);
        _assertOwn(board.requested, REQUESTED, luis, 2, _pair(borrowed, asked));
        _assertItem(board.requested.items[0], ana);
        _assertItem(board.requested.items[1], ana);

        // The other person of a lender is the borrower, and of an offer without one nobody.
        board = lens.dashboard(book, ana, 10, 10, ALL);
        _assertOwn(board.lent, LENT, ana, 3, _three(borrowed, offerForLuis, openOffer));
        _assertItem(board.lent.items[0], luis);
        _assertItem(board.lent.items[1], luis);
        _assertItem(board.lent.items[2], address(0));
        _assertPage(board.requestsFor, _one(asked), 0);
        _assertItem(board.requestsFor.items[0], luis);
        // On public lists it is whoever published, even for themselves. Nobody lends on an open request of one's own.
        _assertItem(board.openRequests.items[0], ana);
        assertEq(board.requested.items.length, 2);
        _assertItem(board.requested.items[0], luis);
        _assertItem(board.requested.items[1], ana);
    }

    function test_ShowsItsRecordsWhole() public {
        _makeARecord(ana, 3, 2);
        LoanLens.Item memory item = lens.itemsOf(book, luis, _one(_createOffer()))[0];
        assertEq(item.record.taken, 3);
        assertEq(item.record.repaid, 2);
        assertEq(item.record.repaidLate, 1);
        assertEq(item.record.repaidDollars, 200);
        assertEq(item.loan.owed, 0);
        assertEq(item.comment, NOTE);
    }

    // ── A person ─────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev Three equal parts of a loan of 30 days: after ten days and a second the first is overdue.
    function test_APersonIsOverdueByThePlan() public {
        uint256 planned = _createOfferAs(ana, address(0), 3, 0);
        uint256 forgiven = _createOfferAs(ana, address(0), 3, 0);
        uint256 whole = _createOfferAs(eva, address(0), 1, 0);
        _accept(planned);
        _accept(forgiven);
        _accept(whole);
        _assertPerson(luis, 3, 2, 3, 0);
        skip(10 days);
        _assertPerson(luis, 3, 2, 3, 0);
        skip(1);
        _assertPerson(luis, 3, 2, 3, 2);
        vm.prank(ana);
        book.forgive(forgiven, luis, TOTAL);
        _assertPerson(luis, 3, 2, 2, 1);
        _repay(planned, (TOTAL + 2) / 3 - 1);
        _assertPerson(luis, 3, 2, 2, 1);
        _repay(planned, 1);
        _assertPerson(luis, 3, 2, 2, 0);
        skip(20 days);
        _assertPerson(luis, 3, 2, 2, 2);
        vm.prank(ana);
        book.extend(planned, luis, 1_800_000_000 + 90 days);
        _assertPerson(luis, 3, 2, 2, 1);
        _repay(whole, TOTAL);
        _assertPerson(luis, 3, 2, 1, 0);
        assertEq(lens.personOf(book, luis).record.repaidLate, 1);
        _assertPerson(ana, 0, 0, 0, 0);
    }

    /// @dev 41 lenders among the newest hundred; all active loans are looked at, also the two of eva behind those.
    function test_LendersAreCountedInTheNewestHundred() public {
        for (uint256 i; i < 2; ++i) {
            uint256 id = _createOfferAs(eva, address(0), 1, 0);
            _accept(id);
        }
        skip(DURATION + 1);
        for (uint256 i; i < 99; ++i) {
            address lender = makeAddr(vm.toString(i % 40));
            if (i < 40) _enrich(lender);
            _accept(_createOfferAs(lender, address(0), 1, 0));
        }
        _assertPerson(luis, 100, 41, 101, 2);
        _accept(_createOfferAs(ana, address(0), 1, 0));
        _assertPerson(luis, 100, 41, 102, 2);
        assertEq(lens.personOf(book, luis).record.taken, 102);
    }

    /// @dev Whoever owes lends themselves one unit again and again, and repays it at once.
    function test_NewerRepaidLoansDoNotBuryAnOverdueOne() public {
        _createLoan();
        skip(DURATION + 1);
        uint256[3] memory counts = [uint256(100), 101, 250];
        uint256 ended;
        for (uint256 i; i < counts.length; ++i) {
            for (; ended < counts[i]; ++ended) {
                _repay(_takeAUnit(), 2);
            }
            _assertPerson(luis, 100, 1, 1, 1);
        }
        assertEq(lens.personOf(book, luis).record.repaid, 250);
    }

    /// @dev Forgiven ones are neither active nor still to be looked for.
    function test_ForgivenLoansAreNotActive() public {
        uint256 overdue = _createLoan();
        skip(DURATION + 1);
        for (uint256 i; i < 120; ++i) {
            uint256 id = _takeAUnit();
            vm.prank(eva);
            book.forgive(id, luis, 2);
        }
        _assertPerson(luis, 100, 1, 1, 1);
        assertEq(lens.personOf(book, luis).record.forgiven, 120);
        vm.prank(ana);
        book.forgive(overdue, luis, TOTAL);
        _assertPerson(luis, 100, 1, 0, 0);
        assertEq(lens.personOf(book, luis).record.forgiven, 121);
    }

    /// @dev The last of a thousand is found. Behind them it is not, and the answer says so: fewer active ones were looked
    /// at than there are.
    function test_BehindMaxRowsActiveLoansAreKnownToBeMissing() public {
        _createLoan();
        skip(DURATION + 1);
        for (uint256 i; i < 999; ++i) {
            _repay(_takeAUnit(), 2);
        }
        _assertPerson(luis, 100, 1, 1, 1);
        _takeAUnit();
        LoanLens.Person memory person = lens.personOf(book, luis);
        assertEq(person.record.taken - person.record.repaid - person.record.forgiven, 2);
        assertEq(person.active, 1);
        assertEq(person.overdue, 0);
    }

    /// @dev What is open, cancelled or expired was lent to nobody; a funded request and a forgiven loan were.
    function test_ALenderIsKnownByTheirBorrowers() public {
        _assertLender(ana, 0, 0);
        _createOfferAs(ana, eva, 1, 0);
        uint256 cancelled = _createOfferAs(ana, eva, 1, 0);
        vm.prank(ana);
        book.cancelOffer(cancelled);
        _assertLender(ana, 0, 0);
        _createLoan();
        uint256 forgiven = _createLoan();
        vm.prank(ana);
        book.forgive(forgiven, luis, TOTAL);
        _assertLender(ana, 2, 1);
        ILoanBook.Terms memory terms = ILoanBook.Terms(100e6, 1 days, 1, 1);
        vm.prank(eva);
        uint256 request = book.createRequest(ana, terms, "", 0);
        vm.prank(ana);
        book.fundRequest(request, eva, terms);
        _assertLender(ana, 3, 2);
        _assertLender(luis, 0, 0);
        for (uint256 i; i < 97; ++i) {
            _createOfferAs(ana, address(0), 1, 0);
        }
        _assertLender(ana, 3, 2);
        _createOfferAs(ana, address(0), 1, 0);
        _assertLender(ana, 2, 2);
        _createOfferAs(ana, address(0), 1, 0);
        _assertLender(ana, 1, 1);
    }

    function _assertLender(address account, uint256 lent, uint256 borrowers) private view {
        LoanLens.Person memory person = lens.personOf(book, account);
        assertEq(person.lent, lent, "lent");
        assertEq(person.borrowers, borrowers, "borrowers");
    }

    /// @dev luis takes a loan of one unit from eva, and owes two.
    function _takeAUnit() private returns (uint256 id) {
        vm.prank(eva);
        id = book.createOfferFor(luis, ILoanBook.Terms(1, 1 days, 1, 1), "", 0);
        _accept(id);
    }

    function _assertPerson(
        address account,
        uint256 examined,
        uint256 lenders,
        uint256 active,
        uint256 overdue
    ) private view {
        LoanLens.Person memory person = lens.personOf(book, account);
        assertEq(abi.encode(person.record), abi.encode(book.recordOf(account)), "record");
        assertEq(person.examined, examined, "examined");
        assertEq(person.lenders, lenders, "lenders");
        assertEq(person.active, active, "active");
        assertEq(person.active, person.record.taken - person.record.repaid - person.record.forgiven, "not all");
        assertEq(person.overdue, overdue, "overdue");
    }

    // ── Internal ─────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev Loans of 100 dollars from eva: `repaid` of `taken` are repaid, the first of them late.
    function _makeARecord(address person, uint256 taken, uint256 repaid) private {
        for (uint256 i; i < taken; ++i) {
            vm.prank(eva);
            uint256 id = book.createOfferFor(person, ILoanBook.Terms(100e6, 1, 1, 1), "", 0);
            vm.startPrank(person);
            book.acceptOffer(id);
            if (i < repaid) {
                if (i == 0) skip(2);
                book.repay(id, type(uint256).max);
            }
            vm.stopPrank();
        }
    }
}
