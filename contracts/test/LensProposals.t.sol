// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanLens} from "../src/LoanLens.sol";
import {LensTest} from "./support/LensTest.sol";

contract LensProposalsTest is LensTest {
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
