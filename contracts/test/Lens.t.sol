// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanLens} from "../src/LoanLens.sol";
import {TestDollar} from "../src/TestDollar.sol";
import {LoanBookTest} from "./LoanBookTest.sol";
import {BlockingDollar} from "./tokens/BlockingDollar.sol";

contract LensTest is LoanBookTest {
    LoanLens lens = LoanLens(deployCode("LoanLens"));
    LoanLens.OwnList constant LENT = LoanLens.OwnList.Lent;
    LoanLens.OwnList constant BORROWED = LoanLens.OwnList.Borrowed;
    LoanLens.OwnList constant REQUESTED = LoanLens.OwnList.Requested;

    function _deployDollar() internal override returns (TestDollar) {
        return new BlockingDollar();
    }

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

    // ── The order of one's own ───────────────────────────────────────────────────────────────────────────────────

    /// @dev Active by nextDue, then open, then the others; newest first.
    function test_OrdersWhatIsOnesOwn() public {
        uint256[] memory expected = _makeOneOfEach();
        assertEq(expected.length, 7);
        LoanLens.Own memory own = lens.dashboard(book, ana, 0, 0).lent;
        _assertOwn(own, LENT, ana, 7, expected);

        // The same in a list that is longer than the page.
        for (uint256 i; i < 3; ++i) {
            _createOffer();
        }
        own = lens.dashboard(book, ana, 0, 0).lent;
        uint256[] memory longer = new uint256[](8);
        for (uint256 i; i < 3; ++i) {
            longer[i] = expected[i];
            longer[i + 3] = 10 - i;
        }
        (longer[6], longer[7]) = (expected[3], expected[4]);
        _assertOwn(own, LENT, ana, 10, longer);
    }

    function test_OrdersRequests() public {
        uint256 funded = _createRequest();
        uint256 open = _createRequest();
        uint256 cancelled = _createRequest();
        uint256 sooner = _createRequestAs(luis, address(0), 3, 0);
        uint256 newest = _createRequest();
        _fund(funded);
        vm.prank(luis);
        book.cancelRequest(cancelled);
        vm.prank(ana);
        book.fundRequest(sooner, luis, ILoanBook.Terms(PRINCIPAL, DURATION, APR, 3));

        uint256[] memory expected = new uint256[](5);
        (expected[0], expected[1], expected[2]) = (sooner, funded, newest);
        (expected[3], expected[4]) = (open, cancelled);
        _assertOwn(lens.dashboard(book, luis, 0, 0).requested, REQUESTED, luis, 5, expected);
        _assertOwn(lens.dashboard(book, luis, 0, 0).borrowed, BORROWED, luis, 2, _pair(sooner, funded));
    }

    /// @dev What nobody took comes last, however new: a repaid or forgiven loan is a person's history.
    function test_OrdersWhatWasCancelledAfterWhatEnded() public {
        uint256 repaid = _createLoan();
        uint256 forgiven = _createLoan();
        _repay(repaid, TOTAL);
        vm.prank(ana);
        book.forgive(forgiven);
        uint256 cancelled = _createOffer();
        _cancel(cancelled);

        uint256[] memory expected = new uint256[](3);
        (expected[0], expected[1], expected[2]) = (forgiven, repaid, cancelled);
        _assertOwn(lens.dashboard(book, ana, 0, 0).lent, LENT, ana, 3, expected);
    }

    /// @dev Equal due times: newest first.
    function test_OrdersEqualDueTimesByAge() public {
        for (uint256 i; i < 12; ++i) {
            _createLoan();
        }
        LoanLens.Own memory own = lens.dashboard(book, luis, 0, 0).borrowed;
        uint256[] memory expected = new uint256[](8);
        for (uint256 i; i < 8; ++i) {
            expected[i] = 12 - i;
        }
        _assertOwn(own, BORROWED, luis, 12, expected);
    }

    /// @dev The oldest of many is the first if it is due next, and a payment brings it to its place.
    function test_TheNextDueIsNeverHidden() public {
        uint256 oldest = _createLoan();
        skip(1);
        for (uint256 i; i < 60; ++i) {
            _createLoan();
            if (i % 2 == 0) _cancel(_createOffer());
        }
        LoanLens.Dashboard memory board = lens.dashboard(book, ana, 0, 0);
        assertEq(board.lent.items[0].id, oldest);
        assertEq(board.lent.rows[90].id, oldest);
        assertEq(lens.dashboard(book, luis, 0, 0).borrowed.items[0].id, oldest);

        _repay(oldest, TOTAL);
        board = lens.dashboard(book, ana, 0, 0);
        assertEq(board.lent.items[0].id, board.lent.rows[0].id);
        assertEq(board.lent.rows[90].nextDue, 0);
    }

    // ── Rows ─────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_NextDueAfterEveryInstalment() public {
        uint8[5] memory plans = [1, 2, 3, 7, 60];
        for (uint256 i; i < plans.length; ++i) {
            _assertNextDueAfterEveryInstalment(plans[i], i % 2 == 0);
        }
    }

    function _assertNextDueAfterEveryInstalment(uint256 instalments, bool extended) private {
        uint256 id = _createOfferAs(ana, address(0), instalments, 0);
        _accept(id);
        if (extended) {
            vm.prank(ana);
            book.extend(id, 1 days + 1);
        }
        uint256 span = DURATION + (extended ? 1 days + 1 : 0);
        for (uint256 paid; paid < instalments; ++paid) {
            LoanLens.Row memory row = lens.rowsOf(book, ana, LENT, 0, 1)[0];
            assertEq(row.id, id);
            assertEq(uint8(row.status), uint8(ILoanBook.Status.Active));
            assertEq(row.owed, book.owed(id));
            assertEq(row.dueTs, 1_800_000_000 + span);
            assertEq(row.nextDue, 1_800_000_000 + (span * (paid + 1)) / instalments);
            // All but a unit of the next instalment leaves the date where it is.
            uint256 until = (TOTAL * (paid + 1) + instalments - 1) / instalments;
            uint256 part = until - (TOTAL - book.owed(id));
            if (part > 1) _repay(id, part - 1);
            assertEq(lens.rowsOf(book, ana, LENT, 0, 1)[0].nextDue, row.nextDue);
            _repay(id, 1);
        }
        LoanLens.Row memory done = lens.rowsOf(book, ana, LENT, 0, 1)[0];
        assertEq(uint8(done.status), uint8(ILoanBook.Status.Repaid));
        assertEq(done.owed + done.nextDue, 0);
        assertEq(done.dueTs, 1_800_000_000 + span);
    }

    /// @dev `nextDue` is the last second in which the loan is not overdue if nothing more is paid.
    function testFuzz_FromNextDueOnItIsOverdue(
        uint56 principal,
        uint32 duration,
        uint8 instalments,
        uint32 extraTime,
        uint128 amount
    ) public {
        ILoanBook.Terms memory terms = ILoanBook.Terms(
            _bound(principal, 1, FORTUNE),
            _bound(duration, 1, extraTime % 2 == 0 ? 100 : type(uint32).max),
            APR,
            _bound(instalments, 1, 60)
        );
        vm.prank(ana);
        uint256 id = book.createOfferFor(luis, terms, "", 0);
        _accept(id);
        deal(address(dollar), luis, type(uint128).max);
        if (extraTime != 0) {
            vm.prank(ana);
            book.extend(id, extraTime);
        }
        if (book.owed(id) > 1) _repay(id, _bound(amount, 1, book.owed(id) - 1));

        LoanLens.Row memory row = lens.rowsOf(book, luis, BORROWED, 0, 1)[0];
        uint256 repaid = book.getOffer(id).repaid;
        assertLe(row.nextDue, row.dueTs);
        assertLe(book.expectedBy(id, row.nextDue), repaid);
        assertGt(book.expectedBy(id, row.nextDue + 1), repaid);
    }

    function test_OnlyActiveLoansAreDue() public {
        _makeOneOfEach();
        LoanLens.Row[] memory rows = lens.rowsOf(book, ana, LENT, 0, 10);
        for (uint256 i; i < rows.length; ++i) {
            assertEq(rows[i].nextDue != 0, rows[i].status == ILoanBook.Status.Active);
        }
    }

    function test_PagesOfOnesOwnJoinToTheWhole() public {
        for (uint256 i; i < 23; ++i) {
            uint256 id = _createRequest();
            if (i % 2 == 0) _fund(id);
        }
        for (uint256 size = 1; size <= 24; ++size) {
            _assertRowsJoin(REQUESTED, luis, 23, size);
            _assertRowsJoin(BORROWED, luis, 12, size);
            _assertRowsJoin(LENT, ana, 12, size);
        }
    }

    function _assertRowsJoin(LoanLens.OwnList list, address account, uint256 length, uint256 size) private view {
        uint256[] memory all = _ownIds(list, account);
        assertEq(all.length, length);
        uint256 count;
        for (uint256 offset; offset < length; offset += size) {
            LoanLens.Row[] memory rows = lens.rowsOf(book, account, list, offset, size);
            assertEq(rows.length, size < length - offset ? size : length - offset);
            for (uint256 i; i < rows.length; ++i) {
                assertEq(rows[i].id, all[count++]);
            }
        }
        assertEq(count, length);
        assertEq(lens.rowsOf(book, account, list, length, size).length, 0);
    }

    /// @dev What is beyond MAX_ROWS is not on the dashboard, and within reach.
    function test_AListOfMoreThanMaxRows() public {
        uint256 oldest = _createLoan();
        vm.startPrank(ana);
        for (uint256 i; i < 1002; ++i) {
            book.createOffer(1, 1, 1, "");
        }
        vm.stopPrank();

        LoanLens.Own memory own = lens.dashboard(book, ana, 0, 0).lent;
        assertEq(own.length, 1003);
        assertEq(own.rows.length, 1000);
        assertEq(own.rows[0].id, 1003);
        assertEq(own.rows[999].id, 4);
        assertEq(own.items.length, 8);
        assertEq(own.items[0].id, 1003);
        assertEq(lens.rowsOf(book, ana, LENT, 0, type(uint256).max).length, 1000);
        assertEq(lens.rowsOf(book, ana, LENT, 2, 1001).length, 1000);

        LoanLens.Row[] memory rest = lens.rowsOf(book, ana, LENT, 1000, type(uint256).max);
        assertEq(rest.length, 3);
        assertEq(rest[2].id, oldest);
        assertEq(rest[2].owed, TOTAL);
        assertEq(rest[2].nextDue, 1_800_000_000 + DURATION);
        _assertItem(lens.itemsOf(book, ana, _one(rest[2].id))[0], luis);
    }

    function test_ItemsOfAnyIds() public {
        uint256 id = _createLoan();
        uint256[] memory ids = _three(type(uint256).max, id, 0);
        LoanLens.Item[] memory items = lens.itemsOf(book, ana, ids);
        assertEq(_ids(items), ids);
        _assertItem(items[0], address(0));
        _assertItem(items[1], luis);
        _assertItem(items[2], address(0));
        assertEq(uint8(items[0].loan.status), uint8(ILoanBook.Status.None));
        assertEq(lens.itemsOf(book, ana, _none()).length, 0);
    }

    // ── Open to anyone ───────────────────────────────────────────────────────────────────────────────────────────

    /// @dev Every third has expired.
    function test_PagesSkipWhatHasExpired() public {
        for (uint256 i; i < 20; ++i) {
            _createOfferAs(
                ana,
                address(0),
                1,
                i % 3 == 0
                    ? 1
                    : i % 3 == 1
                        ? 2
                        : 0
            );
            _createRequestAs(
                luis,
                address(0),
                1,
                i % 3 == 0
                    ? 1
                    : i % 3 == 1
                        ? 2
                        : 0
            );
        }
        // The last second still counts.
        skip(1 days);
        assertEq(lens.openOffers(book, 0, 20).items.length, 20);
        assertEq(lens.openRequests(book, 0, 20).items.length, 20);
        skip(1);
        for (uint256 size = 1; size <= 21; ++size) {
            _assertPagesSkip(lens.openOffers, 39, size);
            _assertPagesSkip(lens.openRequests, 40, size);
        }
        assertEq(lens.dashboard(book, eva, 5, 7).openOffersLength, 20);
        _assertSamePage(lens.dashboard(book, eva, 5, 7).openOffers, lens.openOffers(book, 0, 5));
        _assertSamePage(lens.dashboard(book, eva, 5, 7).openRequests, lens.openRequests(book, 0, 7));
    }

    /// @dev The ids are `newest`, `newest` − 2 and so on.
    function _assertPagesSkip(
        function(ILoanBook, uint256, uint256) external view returns (LoanLens.Page memory) pageOf,
        uint256 newest,
        uint256 size
    ) private view {
        uint256 count;
        for (uint256 offset; offset < 20;) {
            LoanLens.Page memory page = pageOf(book, offset, size);
            // A page reads `size` entries, whether or not they have expired.
            assertEq(page.next, offset + size < 20 ? offset + size : 20);
            uint256 j;
            for (uint256 i = offset; i < page.next; ++i) {
                if ((19 - i) % 3 == 0) continue;
                assertEq(page.items[j].id, newest - 2 * i);
                assertEq(abi.encode(page.items[j].loan), abi.encode(book.summaryOf(newest - 2 * i)));
                ++j;
            }
            assertEq(page.items.length, j);
            count += j;
            offset = page.next;
        }
        assertEq(count, 13);
        _assertPage(pageOf(book, 20, size), _none(), 20);
    }

    function test_APageHasAnEnd() public {
        for (uint256 i; i < 203; ++i) {
            _createOffer();
            _createRequest();
        }
        for (uint256 i; i < 2; ++i) {
            LoanLens.Page memory page =
                i == 0 ? lens.openOffers(book, 1, type(uint256).max) : lens.openRequests(book, 1, type(uint256).max);
            assertEq(page.items.length, 200);
            assertEq(page.next, 201);
            assertEq(page.items[199].id, 5 + i);
        }
        assertEq(lens.openOffers(book, 201, 201).items.length, 2);
        LoanLens.Dashboard memory board = lens.dashboard(book, eva, type(uint256).max, 201);
        assertEq(board.openOffers.items.length, 200);
        assertEq(board.openRequests.items.length, 200);
        assertEq(board.openRequests.next, 200);
    }

    // ── Addressed to the account ─────────────────────────────────────────────────────────────────────────────────

    function test_OnlyOpenOnesOfThoseAddressedAreBrought() public {
        uint256 open = _createOfferFor(luis);
        uint256 taken = _createOfferFor(luis);
        uint256 cancelled = _createOfferFor(luis);
        _createOfferAs(ana, luis, 1, 1);
        uint256 newest = _createOfferFor(luis);
        _createOfferFor(eva);
        _accept(taken);
        _cancel(cancelled);
        skip(1 days + 1);

        LoanLens.Dashboard memory board = lens.dashboard(book, luis, 10, 10);
        assertEq(board.offersForLength, 5);
        _assertPage(board.offersFor, _pair(newest, open), 5);
        assertEq(board.openOffersLength, 0);
        _assertPage(board.openOffers, _none(), 0);
        _assertPage(lens.offersFor(book, luis, 0, 1), _one(newest), 1);
        _assertPage(lens.offersFor(book, luis, 1, 1), _one(open), 5);
        _assertPage(lens.offersFor(book, luis, 5, 1), _none(), 5);
        _assertPage(lens.offersFor(book, luis, 0, 0), _none(), 0);
    }

    function test_CancelledOffersHideNothing() public {
        _assertSpamHidesNothing(25, true);
        _assertSpamHidesNothing(200, true);
        _assertSpamHidesNothing(300, true);
    }

    function test_OpenOffersHideNothing() public {
        _assertSpamHidesNothing(25, false);
        _assertSpamHidesNothing(200, false);
        _assertSpamHidesNothing(300, false);
    }

    /// @dev A stranger addresses offers and requests to a person, after ana has. Whoever follows `next` finds ana's.
    function _assertSpamHidesNothing(uint256 count, bool cancelled) private {
        address victim = makeAddr(string.concat("victim", vm.toString(count)));
        uint256 offer = _createOfferAs(ana, victim, 1, 0);
        uint256 request = _createRequestAs(ana, victim, 1, 0);
        vm.startPrank(eva);
        for (uint256 i; i < count; ++i) {
            uint256 id = book.createOfferFor(victim, ILoanBook.Terms(1, 1, 1, 1), "", 0);
            if (cancelled) book.cancelOffer(id);
            id = book.createRequest(victim, ILoanBook.Terms(1, 1, 1, 1), "", 0);
            if (cancelled) book.cancelRequest(id);
        }
        vm.stopPrank();

        LoanLens.Dashboard memory board = lens.dashboard(book, victim, 0, 0);
        assertEq(board.offersForLength, count + 1);
        assertEq(board.requestsForLength, count + 1);
        _assertSamePage(board.offersFor, lens.offersFor(book, victim, 0, 8));
        _assertSamePage(board.requestsFor, lens.requestsFor(book, victim, 0, 8));
        if (cancelled && count < 200) {
            _assertPage(board.offersFor, _one(offer), count + 1);
            _assertPage(board.requestsFor, _one(request), count + 1);
        }
        _assertWithinReach(lens.offersFor, victim, count, cancelled, offer);
        _assertWithinReach(lens.requestsFor, victim, count, cancelled, request);
    }

    function _assertWithinReach(
        function(ILoanBook, address, uint256, uint256) external view returns (LoanLens.Page memory) pageOf,
        address victim,
        uint256 count,
        bool cancelled,
        uint256 sought
    ) private view {
        (uint256 offset, uint256 calls, uint256 found, uint256 last) = (0, 0, 0, 0);
        while (offset < count + 1) {
            LoanLens.Page memory page = pageOf(book, victim, offset, 8);
            assertGt(page.next, offset);
            assertLe(page.next, offset + 200);
            found += page.items.length;
            if (page.items.length != 0) last = page.items[page.items.length - 1].id;
            offset = page.next;
            ++calls;
        }
        assertEq(offset, count + 1);
        assertEq(last, sought);
        assertEq(found, cancelled ? 1 : count + 1);
        // Cancelled ones do not fill a page: 200 of them cost one call.
        assertEq(calls, cancelled ? count / 200 + 1 : count / 8 + 1);
    }

    // ── Packed ───────────────────────────────────────────────────────────────────────────────────────────────────

    function test_PackedBytesAreTheLoans() public {
        _makeVariousOpenOnes();
        (bytes memory offers, uint256 next) = lens.packedOffers(book, 0, type(uint256).max);
        assertEq(next, 9);
        _assertPacked(offers, lens.openOffers(book, 0, 200).items, ana);
        bytes memory requests;
        (requests, next) = lens.packedRequests(book, 0, type(uint256).max);
        assertEq(next, 9);
        _assertPacked(requests, lens.openRequests(book, 0, 200).items, luis);

        // Pages join to the whole, and count what has expired.
        for (uint256 size = 1; size <= 10; ++size) {
            bytes memory joined;
            for (uint256 offset; offset < 9;) {
                bytes memory packed;
                (packed, next) = lens.packedOffers(book, offset, size);
                assertEq(next, offset + size < 9 ? offset + size : 9);
                joined = abi.encodePacked(joined, packed);
                offset = next;
            }
            assertEq(joined, offers);
        }
        (requests, next) = lens.packedRequests(book, 3, 2);
        assertEq(next, 5);
        _assertPacked(requests, lens.openRequests(book, 3, 2).items, luis);
    }

    /// @dev Comments of no, some and many bytes, all widths of numbers, and three that have expired.
    function _makeVariousOpenOnes() private {
        string[3] memory notes = ["", unicode"Año nuevo, ñandú y €", ""];
        notes[2] = string(abi.encodePacked(new bytes(140), bytes32(type(uint256).max), new bytes(108)));
        deal(address(dollar), ana, type(uint128).max);
        for (uint256 i; i < 9; ++i) {
            ILoanBook.Terms memory terms =
                i % 2 == 0
                    ? ILoanBook.Terms(type(uint56).max, type(uint32).max, type(uint16).max, 60)
                    : ILoanBook.Terms(1 + i, 2, 3, 4);
            uint256 openDays =
                i % 3 == 0
                    ? 0
                    : i % 3 == 1
                        ? 255
                        : 1;
            vm.prank(ana);
            book.createOfferFor(address(0), terms, notes[(i / 2) % 3], openDays);
            vm.prank(luis);
            book.createRequest(address(0), terms, notes[(i / 2) % 3], openDays);
        }
        skip(2 days);
    }

    function _assertPacked(bytes memory packed, LoanLens.Item[] memory items, address person) private pure {
        uint256 at;
        for (uint256 i; i < items.length; ++i) {
            ILoanBook.Summary memory loan = items[i].loan;
            assertEq(_number(packed, at, 4), items[i].id, "id");
            assertEq(_number(packed, at + 4, 20), uint160(person), "person");
            assertEq(_number(packed, at + 24, 7), loan.principal, "principal");
            assertEq(_number(packed, at + 31, 4), loan.duration, "duration");
            assertEq(_number(packed, at + 35, 2), loan.apr, "apr");
            assertEq(_number(packed, at + 37, 1), loan.instalments, "instalments");
            assertEq(_number(packed, at + 38, 5), loan.openUntil, "openUntil");
            uint256 length = _number(packed, at + 43, 2);
            assertEq(string(_slice(packed, at + 45, length)), items[i].comment, "comment");
            at += 45 + length;
        }
        assertEq(at, packed.length);
        assertGt(items.length, 0);
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

    function _createOfferAs(
        address lender,
        address borrower,
        uint256 instalments,
        uint256 openDays
    ) private returns (uint256) {
        vm.prank(lender);
        return book.createOfferFor(borrower, ILoanBook.Terms(PRINCIPAL, DURATION, APR, instalments), NOTE, openDays);
    }

    function _createRequestAs(
        address borrower,
        address lender,
        uint256 instalments,
        uint256 openDays
    ) private returns (uint256) {
        vm.prank(borrower);
        return book.createRequest(lender, ILoanBook.Terms(PRINCIPAL, DURATION, APR, instalments), NOTE, openDays);
    }

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

    /// @dev Seven offers of ana, in the order in which they should be shown: three active ones by nextDue, an open one,
    /// and then what is over.
    function _makeOneOfEach() private returns (uint256[] memory expected) {
        uint256 open = _createOffer();
        uint256 cancelled = _createOffer();
        uint256 forgiven = _createLoan();
        uint256 repaid = _createLoan();
        uint256 second = _createLoan();
        uint256 first = _createOfferAs(ana, address(0), 2, 0);
        _accept(first);
        uint256 third = _createLoan();
        _cancel(cancelled);
        _repay(repaid, TOTAL);
        vm.startPrank(ana);
        book.forgive(forgiven);
        book.extend(third, 1);
        vm.stopPrank();
        expected = new uint256[](7);
        (expected[0], expected[1], expected[2], expected[3]) = (first, second, third, open);
        (expected[4], expected[5], expected[6]) = (repaid, forgiven, cancelled);
    }

    /// @dev The whole list, newest first, from the book.
    function _ownIds(LoanLens.OwnList list, address account) private view returns (uint256[] memory ids) {
        uint256 most = type(uint256).max;
        uint256[] memory oldestFirst =
            list == LENT
                ? book.getOffersByLenderIds(account, 0, most)
                : list == BORROWED
                    ? book.getLoansByBorrowerIds(account, 0, most)
                    : book.getRequestsByBorrowerIds(account, 0, most);
        ids = new uint256[](oldestFirst.length);
        for (uint256 i; i < ids.length; ++i) {
            ids[i] = oldestFirst[ids.length - 1 - i];
        }
    }

    /// @dev The rows have the whole list, newest first; the items are the given ones.
    function _assertOwn(
        LoanLens.Own memory own,
        LoanLens.OwnList list,
        address account,
        uint256 length,
        uint256[] memory items
    ) private view {
        uint256[] memory all = _ownIds(list, account);
        assertEq(own.length, length, "length");
        assertEq(own.rows.length, length, "rows");
        assertEq(abi.encode(own.rows), abi.encode(lens.rowsOf(book, account, list, 0, length)), "other rows");
        for (uint256 i; i < length; ++i) {
            ILoanBook.Summary memory loan = book.summaryOf(all[i]);
            assertEq(own.rows[i].id, all[i], "id");
            assertEq(uint8(own.rows[i].status), uint8(loan.status), "status");
            assertEq(own.rows[i].owed, loan.owed, "owed");
            assertEq(own.rows[i].dueTs, loan.dueTs, "dueTs");
        }
        assertEq(_ids(own.items), items);
        assertEq(abi.encode(own.items), abi.encode(lens.itemsOf(book, account, items)), "items");
    }

    function _assertPage(LoanLens.Page memory page, uint256[] memory ids, uint256 next) private pure {
        assertEq(_ids(page.items), ids);
        assertEq(page.next, next, "next");
    }

    function _assertSamePage(LoanLens.Page memory page, LoanLens.Page memory other) private pure {
        assertEq(abi.encode(page), abi.encode(other));
    }

    /// @dev The loan of the book, with the record of this person.
    function _assertItem(LoanLens.Item memory item, address other) private view {
        (ILoanBook.Summary memory loan, string memory comment) = book.detailsOf(item.id);
        assertEq(abi.encode(item.loan), abi.encode(loan), "loan");
        assertEq(item.comment, comment, "comment");
        assertEq(abi.encode(item.record), abi.encode(book.recordOf(other)), "record");
    }

    function _ids(LoanLens.Item[] memory items) private pure returns (uint256[] memory ids) {
        ids = new uint256[](items.length);
        for (uint256 i; i < items.length; ++i) {
            ids[i] = items[i].id;
        }
    }

    function _number(bytes memory data, uint256 at, uint256 size) private pure returns (uint256 number) {
        for (uint256 i; i < size; ++i) {
            number = (number << 8) | uint8(data[at + i]);
        }
    }

    function _slice(bytes memory data, uint256 at, uint256 size) private pure returns (bytes memory part) {
        part = new bytes(size);
        for (uint256 i; i < size; ++i) {
            part[i] = data[at + i];
        }
    }

    function _none() private pure returns (uint256[] memory) {
        return new uint256[](0);
    }

    function _one(uint256 id) private pure returns (uint256[] memory ids) {
        ids = new uint256[](1);
        ids[0] = id;
    }

    function _pair(uint256 first, uint256 second) private pure returns (uint256[] memory ids) {
        ids = new uint256[](2);
        (ids[0], ids[1]) = (first, second);
    }

    function _three(uint256 first, uint256 second, uint256 third) private pure returns (uint256[] memory ids) {
        ids = new uint256[](3);
        (ids[0], ids[1], ids[2]) = (first, second, third);
    }
}
