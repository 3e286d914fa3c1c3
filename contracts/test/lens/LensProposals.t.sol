// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../../src/ILoanBook.sol";
import {LoanLens} from "../../src/LoanLens.sol";
import {LensTest} from "../support/LensTest.sol";

contract LensProposalsTest is LensTest {
    // ── Open to anyone ───────────────────────────────────────────────────────────────────────────────────────────

    /// @dev Every third has expired. A page goes on past those until it is full.
    function test_PagesSkipWhatHasExpired() public {
        for (uint256 i; i < 20; ++i) {
            uint256 openDays =
                i % 3 == 0
                    ? 1
                    : i % 3 == 1
                        ? 2
                        : 0;
            _createOfferAs(ana, address(0), 1, openDays);
            _createRequestAs(luis, address(0), 1, openDays);
        }
        // The last second still counts.
        skip(1 days);
        assertEq(lens.openOffers(book, ALL, 20).items.length, 20);
        assertEq(lens.openRequests(book, ALL, 20).items.length, 20);
        skip(1);
        for (uint256 size = 1; size <= 21; ++size) {
            _assertPagesSkip(lens.openOffers, 39, size);
            _assertPagesSkip(lens.openRequests, 40, size);
        }
        LoanLens.Dashboard memory board = lens.dashboard(book, eva, 5, 7, 0);
        assertEq(board.openOffersLength, 20);
        _assertSamePage(board.openOffers, lens.openOffers(book, ALL, 5));
        _assertSamePage(board.openRequests, lens.openRequests(book, ALL, 7));
    }

    /// @dev The ids are `newest`, `newest` − 2 and so on. The oldest one has expired.
    function _assertPagesSkip(
        function(ILoanBook, uint256, uint256) external view returns (LoanLens.Page memory) pageOf,
        uint256 newest,
        uint256 size
    ) private view {
        (uint256 count, uint256 place, uint256 before) = (0, 0, ALL);
        while (before != 0) {
            LoanLens.Page memory page = pageOf(book, before, size);
            for (uint256 i; i < page.items.length; ++i) {
                if ((19 - place) % 3 == 0) ++place;
                uint256 id = newest - 2 * place++;
                assertEq(page.items[i].id, id);
                assertEq(abi.encode(page.items[i].loan), abi.encode(book.summaryOf(id)));
            }
            count += page.items.length;
            // Not full only at the end, which is where nothing is left.
            assertEq(
                page.items.length,
                size < 13 - (count - page.items.length) ? size : 13 - (count - page.items.length)
            );
            if (page.items.length == size) assertEq(page.next, page.items[size - 1].id);
            else assertEq(page.next, 0);
            before = page.next;
        }
        assertEq(count, 13);
    }

    /// @dev One is open, and newer ones have expired. A page looks through 300 of these, and says where to go on.
    function test_WhatHasExpiredHidesNothing() public {
        uint256 offer = _createOffer();
        uint256 request = _createRequest();
        uint256[5] memory counts = [uint256(100), 299, 300, 400, 450];
        uint256 expired;
        for (uint256 i; i < counts.length; ++i) {
            for (; expired < counts[i]; ++expired) {
                vm.prank(eva);
                book.createOfferFor(address(0), ILoanBook.Terms(1, 1, 1, 1), "", 1);
                vm.prank(eva);
                book.createRequest(address(0), ILoanBook.Terms(1, 1, 1, 1), "", 1);
            }
            skip(1 days + 1);
            _assertFoundBehind(lens.openOffers, expired, offer);
            _assertFoundBehind(lens.openRequests, expired, request);
            LoanLens.Dashboard memory board = lens.dashboard(book, luis, 100, 100, 0);
            _assertSamePage(board.openOffers, lens.openOffers(book, ALL, 100));
            _assertSamePage(board.openRequests, lens.openRequests(book, ALL, 100));
        }
    }

    /// @dev Whatever the size of the page: in the first call, or in the one to which it leads.
    function _assertFoundBehind(
        function(ILoanBook, uint256, uint256) external view returns (LoanLens.Page memory) pageOf,
        uint256 expired,
        uint256 sought
    ) private view {
        uint256[3] memory limits = [uint256(1), 100, ALL];
        for (uint256 i; i < limits.length; ++i) {
            LoanLens.Page memory page = pageOf(book, ALL, limits[i]);
            if (expired >= 300) {
                // The ids are two apart: the 300th newest is not yet the one that is sought.
                _assertPage(page, _none(), sought + 2 * (expired - 299));
                page = pageOf(book, page.next, limits[i]);
            }
            _assertPage(page, _one(sought), 0);
        }
    }

    /// @dev Offers and requests in turn, every fifth round expired, over several blocks of the board. After each page
    /// somebody publishes more.
    function test_PagesJoinToTheWholeWhateverIsPublishedInBetween() public {
        for (uint256 i; i < 120; ++i) {
            _createOfferAs(ana, address(0), 1, i % 5 == 0 ? 1 : 0);
            _createRequestAs(luis, address(0), 1, i % 5 == 0 ? 1 : 0);
        }
        skip(1 days + 1);
        uint256[3] memory sizes = [uint256(7), 48, 96];
        for (uint256 i; i < sizes.length; ++i) {
            _assertJoin(lens.openOffers, 239, sizes[i]);
            _assertJoin(lens.openRequests, 240, sizes[i]);
        }
    }

    function _assertJoin(
        function(ILoanBook, uint256, uint256) external view returns (LoanLens.Page memory) pageOf,
        uint256 newest,
        uint256 size
    ) private {
        (uint256 count, uint256 before) = (0, newest + 1);
        while (before != 0) {
            LoanLens.Page memory page = pageOf(book, before, size);
            for (uint256 i; i < page.items.length; ++i) {
                // Four of five, counted from the newest.
                assertEq(page.items[i].id, newest - 2 * (count + count / 4));
                ++count;
            }
            _createOffer();
            _createRequest();
            // The oldest has expired: a full page does not know that it was the last one.
            if (page.next == 0) assertLt(page.items.length, size);
            before = page.next;
        }
        assertEq(count, 96);
    }

    /// @dev The page is full and nothing is left, neither open nor expired.
    function test_AFullPageMayBeTheLastOne() public {
        _createOffer();
        _createOffer();
        _assertPage(lens.openOffers(book, ALL, 1), _one(2), 2);
        _assertPage(lens.openOffers(book, 2, 1), _one(1), 0);
        _assertPage(lens.openOffers(book, ALL, 2), _pair(2, 1), 0);
        _assertPage(lens.openOffers(book, 1, 2), _none(), 0);
        _assertPage(lens.openOffers(book, 0, 2), _none(), 0);
        _assertPage(lens.openRequests(book, ALL, 2), _none(), 0);
        // A page of none leads to the first one, if there is one.
        _assertPage(lens.openOffers(book, ALL, 0), _none(), ALL);
        _assertPage(lens.openRequests(book, ALL, 0), _none(), 0);
    }

    function test_APageHasAnEnd() public {
        for (uint256 i; i < 203; ++i) {
            _createOffer();
            _createRequest();
        }
        for (uint256 i; i < 2; ++i) {
            LoanLens.Page memory page = i == 0 ? lens.openOffers(book, 405, ALL) : lens.openRequests(book, 406, ALL);
            assertEq(page.items.length, 200);
            assertEq(page.items[0].id, 403 + i);
            assertEq(page.items[199].id, 5 + i);
            assertEq(page.next, 5 + i);
        }
        assertEq(lens.openOffers(book, 5, 201).items.length, 2);
        LoanLens.Dashboard memory board = lens.dashboard(book, eva, ALL, 201, 0);
        assertEq(board.openOffers.items.length, 200);
        assertEq(board.openRequests.items.length, 200);
        assertEq(board.openRequests.next, 8);
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

        LoanLens.Dashboard memory board = lens.dashboard(book, luis, 10, 10, 0);
        assertEq(board.offersForLength, 5);
        _assertPage(board.offersFor, _pair(newest, open), 0);
        assertEq(board.openOffersLength, 0);
        _assertPage(board.openOffers, _none(), 0);
        _assertPage(lens.offersFor(book, luis, ALL, 1), _one(newest), 4);
        _assertPage(lens.offersFor(book, luis, 4, 1), _one(open), 0);
        _assertPage(lens.offersFor(book, luis, 0, 1), _none(), 0);
        _assertPage(lens.offersFor(book, luis, ALL, 0), _none(), 5);
        // Whatever is addressed to luis now, the second page begins where the first one ended.
        _createOfferFor(luis);
        _assertPage(lens.offersFor(book, luis, 4, 1), _one(open), 0);
    }

    function test_CancelledOffersHideNothing() public {
        _assertSpamHidesNothing(25, true);
        _assertSpamHidesNothing(150, true);
        _assertSpamHidesNothing(300, true);
    }

    function test_OpenOffersHideNothing() public {
        _assertSpamHidesNothing(25, false);
        _assertSpamHidesNothing(150, false);
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

        LoanLens.Dashboard memory board = lens.dashboard(book, victim, 0, 0, 0);
        assertEq(board.offersForLength, count + 1);
        assertEq(board.requestsForLength, count + 1);
        _assertSamePage(board.offersFor, lens.offersFor(book, victim, ALL, 8));
        _assertSamePage(board.requestsFor, lens.requestsFor(book, victim, ALL, 8));
        if (cancelled && count < 150) {
            _assertPage(board.offersFor, _one(offer), 0);
            _assertPage(board.requestsFor, _one(request), 0);
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
        (uint256 before, uint256 calls, uint256 found, uint256 last) = (count + 1, 0, 0, 0);
        while (before != 0) {
            LoanLens.Page memory page = pageOf(book, victim, before, 8);
            assertLt(page.next, before);
            assertLe(before, page.next + 150);
            found += page.items.length;
            if (page.items.length != 0) last = page.items[page.items.length - 1].id;
            before = page.next;
            ++calls;
        }
        assertEq(last, sought);
        assertEq(found, cancelled ? 1 : count + 1);
        // Cancelled ones do not fill a page: 150 of them cost one call.
        assertEq(calls, cancelled ? count / 150 + 1 : count / 8 + 1);
    }

    // ── Packed ───────────────────────────────────────────────────────────────────────────────────────────────────

    function test_PackedBytesAreTheLoans() public {
        _makeVariousOpenOnes();
        (bytes memory offers, uint256 next) = lens.packedOffers(book, ALL, ALL);
        assertEq(next, 0);
        _assertPacked(offers, lens.openOffers(book, ALL, 200).items, ana);
        bytes memory requests;
        (requests, next) = lens.packedRequests(book, ALL, ALL);
        assertEq(next, 0);
        _assertPacked(requests, lens.openRequests(book, ALL, 200).items, luis);

        // Pages join to the whole, and count what has expired.
        for (uint256 size = 1; size <= 10; ++size) {
            (bytes memory joined, uint256 before, uint256 calls) = ("", ALL, 0);
            while (before != 0) {
                bytes memory packed;
                (packed, next) = lens.packedOffers(book, before, size);
                // The ids of the offers are 17, 15 and so on to 1.
                assertEq(next, ++calls * size < 9 ? 19 - 2 * calls * size : 0);
                joined = abi.encodePacked(joined, packed);
                before = next;
            }
            assertEq(joined, offers);
        }
        // Expired entries are skipped by a page, and counted by a pack: of 16, 14, 12 and 10, one has expired.
        (requests, next) = lens.packedRequests(book, 17, 4);
        assertEq(next, 10);
        LoanLens.Item[] memory items = lens.openRequests(book, 17, 3).items;
        assertEq(items[2].id, 10);
        _assertPacked(requests, items, luis);
    }

    function test_GasEndsAPack() public {
        vm.startPrank(eva);
        for (uint256 i; i < 2001; ++i) {
            book.createRequest(address(0), ILoanBook.Terms(1, 1, 1, 1), "", 0);
        }
        vm.stopPrank();
        (bytes memory packed, uint256 next) = lens.packedRequests(book, ALL, ALL);
        assertEq(next, 2);
        assertEq(packed.length, 2000 * 45);
        assertEq(uint32(bytes4(packed)), 2001);
        (packed, next) = lens.packedRequests(book, next, ALL);
        assertEq(next, 0);
        assertEq(packed.length, 45);
        assertEq(uint32(bytes4(packed)), 1);
    }

    /// @dev Wherever an entry ends within a word of memory, what comes behind it leaves it whole.
    function test_CommentsOfEveryLengthArePackedToTheirLastByte() public {
        for (uint256 length = 1; length <= 33; ++length) {
            bytes memory comment = new bytes(length);
            for (uint256 i; i < length; ++i) {
                comment[i] = 0xff;
            }
            vm.prank(luis);
            book.createRequest(address(0), ILoanBook.Terms(1, 1, 1, 1), string(comment), 0);
            (bytes memory one, ) = lens.packedRequests(book, ALL, 1);
            _assertPacked(one, lens.openRequests(book, ALL, 1).items, luis);
            // Its end is where the next entry begins.
            vm.prank(luis);
            book.createRequest(address(0), ILoanBook.Terms(1, 1, 1, 1), "", 0);
            (bytes memory pair, ) = lens.packedRequests(book, ALL, 3);
            _assertPacked(pair, lens.openRequests(book, ALL, 3).items, luis);
        }
    }

    function test_APackOfNoneIsStillToCome() public {
        _createOffer();
        (bytes memory packed, uint256 next) = lens.packedOffers(book, ALL, 0);
        assertEq(packed.length, 0);
        assertEq(next, 2);
        (, next) = lens.packedRequests(book, ALL, 0);
        assertEq(next, 0);
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

    // ── Internal ─────────────────────────────────────────────────────────────────────────────────────────────────

    function _assertSamePage(LoanLens.Page memory page, LoanLens.Page memory other) private pure {
        assertEq(abi.encode(page), abi.encode(other));
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
}
