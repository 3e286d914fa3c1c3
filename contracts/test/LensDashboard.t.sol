// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanLens} from "../src/LoanLens.sol";
import {LensTest} from "./support/LensTest.sol";
import {BlockingDollar} from "./tokens/BlockingDollar.sol";

contract LensDashboardTest is LensTest {
    // ── The dashboard ────────────────────────────────────────────────────────────────────────────────────────────

    function test_TheLimitsAreAsDocumented() public view {
        assertEq(lens.MAX_PAGE(), 200);
        assertEq(lens.MAX_ROWS(), 1000);
        assertEq(lens.MAX_PACKED(), 2000);
        assertEq(lens.MAX_PACK_GAS(), 26_000_000);
        assertEq(lens.DASHBOARD_PAGE(), 8);
        assertEq(lens.MAX_HISTORY(), 100);
    }

    function test_SaysWhereAndWhenItWasRead() public {
        vm.chainId(11155111);
        vm.roll(500);
        vm.setBlockhash(499, keccak256("the block before"));
        vm.deal(luis, 2 ether);
        _createOffer();
        _createRequest();

        LoanLens.Dashboard memory board = lens.dashboard(book, luis, 0, 0);

        assertEq(board.chainId, 11155111);
        assertEq(board.blockNumber, 500);
        assertEq(board.timestamp, 1_800_000_000);
        assertEq(board.parentHash, keccak256("the block before"));
        assertEq(board.ethBalance, 2 ether);
        assertEq(board.dollarBalance, FORTUNE);
        assertEq(board.claimable, 0);
        assertEq(board.nextId, 3);
        assertEq(board.openOffersLength, 1);
        _assertPage(board.openOffers, _none(), 0);
        assertEq(board.openRequestsLength, 1);
        _assertPage(board.openRequests, _none(), 0);
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
        assertEq(lens.dashboard(book, luis, 0, 0).parentHash, bytes32(0));
    }

    function test_SaysWhatCanBeWithdrawn() public {
        uint256 id = _createLoan();
        BlockingDollar(address(dollar)).setBlocked(ana, true);
        _repay(id, 7);

        assertEq(lens.dashboard(book, ana, 0, 0).claimable, 7);
        assertEq(lens.dashboard(book, luis, 0, 0).claimable, 0);
    }

    function test_AnEmptyBookGivesAnEmptyDashboard() public view {
        LoanLens.Dashboard memory board = lens.dashboard(book, luis, type(uint256).max, type(uint256).max);
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

        LoanLens.Dashboard memory board = lens.dashboard(book, luis, 10, 10);
        assertEq(board.openOffersLength, 1);
        _assertPage(board.openOffers, _one(openOffer), 1);
        _assertItem(board.openOffers.items[0], ana);
        assertEq(board.openRequestsLength, 1);
        _assertPage(board.openRequests, _one(openRequest), 1);
        _assertItem(board.openRequests.items[0], ana);
        // One more was addressed to luis: the loan of his record.
        assertEq(board.offersForLength, 2);
        _assertPage(board.offersFor, _one(offerForLuis), 2);
        _assertItem(board.offersFor.items[0], ana);
        assertEq(board.requestsForLength, 1);
        _assertPage(board.requestsFor, _one(requestForLuis), 1);
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
        board = lens.dashboard(book, ana, 10, 10);
        _assertOwn(board.lent, LENT, ana, 3, _three(borrowed, offerForLuis, openOffer));
        _assertItem(board.lent.items[0], luis);
        _assertItem(board.lent.items[1], luis);
        _assertItem(board.lent.items[2], address(0));
        _assertPage(board.requestsFor, _one(asked), 1);
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
        _assertPerson(luis, 3, 0, 2);
        skip(10 days);
        _assertPerson(luis, 3, 0, 2);
        skip(1);
        _assertPerson(luis, 3, 2, 2);
        vm.prank(ana);
        book.forgive(forgiven);
        _assertPerson(luis, 3, 1, 2);
        _repay(planned, (TOTAL + 2) / 3 - 1);
        _assertPerson(luis, 3, 1, 2);
        _repay(planned, 1);
        _assertPerson(luis, 3, 0, 2);
        skip(20 days);
        _assertPerson(luis, 3, 2, 2);
        vm.prank(ana);
        book.extend(planned, 60 days);
        _assertPerson(luis, 3, 1, 2);
        _repay(whole, TOTAL);
        _assertPerson(luis, 3, 0, 2);
        assertEq(lens.personOf(book, luis).record.repaidLate, 1);
        _assertPerson(ana, 0, 0, 0);
    }

    function test_APersonWithMoreLoansThanAreExamined() public {
        // The two oldest are overdue and not examined.
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
        _assertPerson(luis, 100, 1, 41);
        _accept(_createOfferAs(ana, address(0), 1, 0));
        _assertPerson(luis, 100, 0, 41);
        assertEq(lens.personOf(book, luis).record.taken, 102);
    }

    function _assertPerson(address account, uint256 examined, uint256 overdue, uint256 lenders) private view {
        LoanLens.Person memory person = lens.personOf(book, account);
        assertEq(abi.encode(person.record), abi.encode(book.recordOf(account)), "record");
        assertEq(person.examined, examined, "examined");
        assertEq(person.overdue, overdue, "overdue");
        assertEq(person.lenders, lenders, "lenders");
    }

    // ── Any argument ─────────────────────────────────────────────────────────────────────────────────────────────

    function testFuzz_AnyOffsetAndLimitAreWelcome(
        uint256 offset,
        uint256 limit,
        uint8 offsetBits,
        uint8 limitBits
    ) public {
        // Small numbers as often as large ones.
        (offset, limit) = (offset >> offsetBits, limit >> limitBits);
        for (uint256 i; i < 6; ++i) {
            _createLoan();
            _createOfferFor(luis);
            _createOffer();
            _createRequest();
            _createRequestFor(ana);
        }
        lens.dashboard(book, luis, offset, limit);
        uint256 six = _clamp(offset, limit, 6);
        _assertCount(lens.openOffers(book, offset, limit), offset, six);
        _assertCount(lens.openRequests(book, offset, limit), offset, six);
        _assertCount(lens.offersFor(book, luis, offset, limit), offset, six);
        _assertCount(lens.requestsFor(book, ana, offset, limit), offset, six);
        _assertCount(lens.offersFor(book, eva, offset, limit), offset, 0);
        assertEq(lens.rowsOf(book, luis, BORROWED, offset, limit).length, six);
        assertEq(lens.rowsOf(book, luis, REQUESTED, offset, limit).length, _clamp(offset, limit, 12));
        assertEq(lens.rowsOf(book, ana, LENT, offset, limit).length, _clamp(offset, limit, 18));
        assertEq(lens.rowsOf(book, eva, LENT, offset, limit).length, 0);
        (bytes memory packed, uint256 next) = lens.packedOffers(book, offset, limit);
        assertEq(next, offset + six);
        assertEq(packed.length, six * (45 + bytes(NOTE).length));
        (packed, next) = lens.packedRequests(book, offset, limit);
        assertEq(next, offset + six);
        assertEq(packed.length, six * (45 + bytes(NOTE).length));
    }

    function _assertCount(LoanLens.Page memory page, uint256 offset, uint256 count) private pure {
        assertEq(page.items.length, count);
        assertEq(page.next, offset + count);
    }

    function _clamp(uint256 offset, uint256 limit, uint256 length) private pure returns (uint256) {
        uint256 rest = offset < length ? length - offset : 0;
        return limit < rest ? limit : rest;
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
