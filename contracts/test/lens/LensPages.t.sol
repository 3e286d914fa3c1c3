// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LibString} from "solady/utils/LibString.sol";
import {ILoanBook} from "../../src/ILoanBook.sol";
import {LoanLens} from "../../src/LoanLens.sol";
import {LensTest} from "../support/LensTest.sol";

/// @dev Pages of what is open to anyone and of what is addressed to a person, and packs. Every test runs for offers and
/// for requests.
contract LensPagesTest is LensTest {
    /// @dev Offers have the odd ids and requests the even ones. Every third of a kind has expired, also the oldest. A page
    /// goes on past those until it is full. Whatever is published between two pages, they join to the whole.
    function test_PagesSkipExpiredOnesAndJoin() public {
        for (uint256 i; i < 40; ++i) {
            _publish(i % 2 == 1, ana, address(0), 1, (i / 2) % 3 == 0 ? 1 : 2);
        }
        // The last second still counts.
        skip(1 days);
        assertEq(lens.open(book, false, ALL, 20).items.length + lens.open(book, true, ALL, 20).items.length, 40);
        skip(1);
        LoanLens.Dashboard memory board = lens.dashboard(book, eva, 5, 7, 0);
        assertEq(board.openOffersLength + board.openRequestsLength, 40);
        assertEq(abi.encode(board.openOffers), abi.encode(lens.open(book, false, ALL, 5)));
        assertEq(abi.encode(board.openRequests), abi.encode(lens.open(book, true, ALL, 7)));
        uint256[6] memory sizes = [uint256(1), 2, 5, 12, 13, 14];
        for (uint256 i; i < 12; ++i) {
            _assertSkips(i % 2 == 1, sizes[i / 2]);
        }
    }

    function _assertSkips(bool requests, uint256 size) private {
        (uint256 newest, uint256 before) = (requests ? 40 : 39, 41);
        (uint256 count, uint256 place) = (0, 0);
        while (before != 0) {
            LoanLens.Page memory page = lens.open(book, requests, before, size);
            assertEq(page.items.length, _min(size, 13 - count));
            for (uint256 i; i < page.items.length; ++i) {
                if ((19 - place) % 3 == 0) ++place;
                assertEq(page.items[i].id, newest - 2 * place++);
                _assertItem(page.items[i], ana);
            }
            count += page.items.length;
            before = page.next;
            assertEq(before, page.items.length == size ? page.items[size - 1].id : 0);
            _publish(requests, eva, address(0), 1, 0);
        }
        assertEq(count, 13);
    }

    /// @dev One is open, and newer ones have expired. A page examines MAX_SCAN of these and leads on, whatever its size.
    function test_ExpiredOnesHideNothing() public {
        uint256 scan = lens.MAX_SCAN();
        _createOffer();
        _createRequest();
        for (uint256 count = 1; count <= scan + 50; ++count) {
            _publish(false, ana, address(0), 1, 1);
            _publish(true, ana, address(0), 1, 1);
            if (count != 100 && count != scan - 1 && count != scan && count != scan + 50) continue;
            uint256 state = vm.snapshotState();
            skip(1 days + 1);
            for (uint256 i; i < 6; ++i) {
                (bool requests, uint256 limit) = (
                    i % 2 == 1,
                    i / 2 == 0
                        ? 1
                        : i / 2 == 1
                            ? 100
                            : ALL
                );
                LoanLens.Page memory page = lens.open(book, requests, ALL, limit);
                if (count >= scan) {
                    _assertPage(page, _list(0, 0, 0), 2 * (count - scan) + (requests ? 4 : 3));
                    page = lens.open(book, requests, page.next, limit);
                }
                _assertPage(page, _list(requests ? 2 : 1, 0, 0), 0);
            }
            assertTrue(vm.revertToState(state));
        }
    }

    /// @dev A full page does not know whether it is the last one, unless nothing is left, open or expired.
    function test_TheEndOfPages() public {
        for (uint256 i; i < 2; ++i) {
            bool requests = i == 1;
            _assertPage(lens.open(book, requests, ALL, 0), _list(0, 0, 0), 0);
            uint256 first = _publish(requests, ana, address(0), 1, 0);
            uint256 second = _publish(requests, ana, address(0), 1, 0);
            _assertPage(lens.open(book, requests, ALL, 1), _list(second, 0, 0), second);
            _assertPage(lens.open(book, requests, second, 1), _list(first, 0, 0), 0);
            _assertPage(lens.open(book, requests, ALL, 2), _list(second, first, 0), 0);
            _assertPage(lens.open(book, requests, first, 2), _list(0, 0, 0), 0);
            // A page of none leads to the first one.
            _assertPage(lens.open(book, requests, ALL, 0), _list(0, 0, 0), ALL);
        }
    }

    function test_APageHasAtMostMaxPage() public {
        uint256 most = lens.MAX_PAGE();
        for (uint256 i; i < 2 * most + 6; ++i) {
            _publish(i % 2 == 1, ana, address(0), 1, 0);
        }
        LoanLens.Dashboard memory board = lens.dashboard(book, eva, ALL, most + 1, 0);
        assertEq(board.openOffers.items.length, most);
        assertEq(board.openRequests.items.length, most);
        assertEq(board.openOffers.next, 7);
        assertEq(lens.open(book, false, 7, most + 1).items.length, 3);
    }

    function test_OnlyOpenOnesOfThoseAddressedAreShown() public {
        for (uint256 i; i < 2; ++i) {
            bool requests = i == 1;
            ILoanBook.List list = requests ? REQUESTS_FOR : OFFERS_FOR;
            uint256 open = _publish(requests, ana, eva, 1, 1);
            uint256 taken = _publish(requests, ana, eva, 1, 0);
            uint256 cancelled = _publish(requests, ana, eva, 1, 0);
            _publish(requests, ana, eva, 1, 0);
            uint256 newest = cancelled + 1;
            _publish(requests, ana, luis, 1, 0);
            vm.prank(ana);
            requests ? book.cancelRequest(cancelled) : book.cancelOffer(cancelled);
            vm.prank(eva);
            requests ? book.fundRequest(taken, ana, _terms()) : book.acceptOffer(taken);

            LoanLens.Dashboard memory board = lens.dashboard(book, eva, 10, 10, 0);
            LoanLens.Page memory page = requests ? board.requestsFor : board.offersFor;
            assertEq(requests ? board.requestsForLength : board.offersForLength, 4);
            assertEq(board.openOffersLength + board.openRequestsLength, 0);
            _assertPage(page, _list(newest, open, 0), 0);
            _assertItem(page.items[0], ana);
            _assertPage(lens.addressed(book, eva, list, ALL, 1), _list(newest, 0, 0), 3);
            _assertPage(lens.addressed(book, eva, list, 3, 1), _list(open, 0, 0), 0);
            _assertPage(lens.addressed(book, eva, list, 0, 1), _list(0, 0, 0), 0);
            _assertPage(lens.addressed(book, eva, list, ALL, 0), _list(0, 0, 0), 4);
            // What is new does not shift a page.
            _publish(requests, ana, eva, 1, 0);
            _assertPage(lens.addressed(book, eva, list, 3, 1), _list(open, 0, 0), 0);
            skip(1 days);
            assertEq(lens.addressed(book, eva, list, 3, 1).items.length, 1);
            skip(1);
            _assertPage(lens.addressed(book, eva, list, 3, 1), _list(0, 0, 0), 0);
        }
    }

    /// @dev A stranger addresses many to a person after ana did. Cancelled ones do not fill a page: MAX_SCAN_ADDRESSED of
    /// these cost one call.
    function test_SpamHidesNothing() public {
        uint256 scan = lens.MAX_SCAN_ADDRESSED();
        uint256[2] memory counts = [uint256(25), 2 * scan];
        for (uint256 i; i < 8; ++i) {
            (bool requests, bool cancelled, uint256 count) = (i % 2 == 1, i % 4 > 1, counts[i / 4]);
            ILoanBook.List list = requests ? REQUESTS_FOR : OFFERS_FOR;
            address victim = makeAddr(vm.toString(i));
            uint256 sought = _publish(requests, ana, victim, 1, 0);
            for (uint256 k; k < count; ++k) {
                uint256 id = _publish(requests, eva, victim, 1, 0);
                if (!cancelled) continue;
                vm.prank(eva);
                requests ? book.cancelRequest(id) : book.cancelOffer(id);
            }
            (uint256 before, uint256 calls, uint256 found, uint256 last) = (ALL, 0, 0, 0);
            while (before != 0) {
                LoanLens.Page memory page = lens.addressed(book, victim, list, before, 8);
                assertLt(page.next, before);
                found += page.items.length;
                if (page.items.length != 0) last = page.items[page.items.length - 1].id;
                (before, calls) = (page.next, calls + 1);
            }
            assertEq(last, sought);
            assertEq(found, cancelled ? 1 : count + 1);
            assertEq(calls, cancelled ? count / scan + 1 : count / 8 + 1);
        }
    }

    /// @dev Comments of all kinds, all widths of numbers, and three of each kind that have expired.
    function test_PackedBytesAreTheLoans() public {
        string[3] memory notes = ["", unicode"Año nuevo, ñandú y €", ""];
        notes[2] = string(abi.encodePacked(new bytes(140), bytes32(type(uint256).max), new bytes(108)));
        uint8[3] memory openDays = [0, 255, 1];
        deal(address(dollar), ana, type(uint128).max);
        for (uint256 i; i < 18; ++i) {
            ILoanBook.Terms memory terms = ILoanBook.Terms(type(uint56).max, type(uint32).max, type(uint16).max, 60);
            if (i % 4 > 1) terms = ILoanBook.Terms(1 + i, 2, 3, 4);
            vm.prank(ana);
            if (i % 2 == 0) book.createOfferFor(address(0), terms, notes[(i / 4) % 3], openDays[(i / 2) % 3]);
            else book.createRequest(address(0), terms, notes[(i / 4) % 3], openDays[(i / 2) % 3]);
        }
        skip(2 days);
        for (uint256 kind; kind < 2; ++kind) {
            LoanLens.Item[] memory items = lens.open(book, kind == 1, ALL, 200).items;
            assertEq(items.length, 6);
            bytes memory whole;
            for (uint256 i; i < items.length; ++i) {
                whole = bytes.concat(whole, _pack(items[i]));
            }
            // Pages join to the whole, and count what has expired.
            for (uint256 size = 1; size <= 10; ++size) {
                (bytes memory joined, uint256 before, uint256 calls) = ("", ALL, 0);
                while (before != 0) {
                    bytes memory entries;
                    (entries, before) = lens.packed(book, kind == 1, before, size);
                    assertEq(before, ++calls * size < 9 ? 19 + kind - 2 * calls * size : 0);
                    joined = bytes.concat(joined, entries);
                }
                assertEq(joined, whole);
            }
            (bytes memory none, uint256 next) = lens.packed(book, kind == 1, ALL, 0);
            assertEq(none.length, 0);
            assertEq(next, 19);
        }
    }

    function _pack(LoanLens.Item memory item) private view returns (bytes memory) {
        ILoanBook.Summary memory loan = item.loan;
        return
            bytes.concat(
                abi.encodePacked(uint32(item.id), ana, uint56(loan.principal), uint32(loan.duration)),
                abi.encodePacked(uint16(loan.apr), uint8(loan.instalments), uint40(loan.openUntil)),
                abi.encodePacked(uint16(bytes(item.comment).length), item.comment)
            );
    }

    /// @dev Wherever an entry ends within a word of memory, the next one leaves it whole.
    function test_CommentsOfEveryLengthArePackedToTheirLastByte() public {
        bytes memory whole;
        for (uint256 length; length <= 66; ++length) {
            string memory comment = LibString.repeat("z", length);
            vm.prank(ana);
            uint256 id = book.createRequest(address(0), ILoanBook.Terms(1, 1, 1, 1), comment, 0);
            whole = bytes.concat(_pack(lens.itemsOf(book, ana, _list(id, 0, 0))[0]), whole);
            (bytes memory entries, ) = lens.packed(book, true, ALL, ALL);
            assertEq(entries, whole);
        }
    }

    function test_APackExaminesAtMostMaxPacked() public {
        bytes[] memory calls = new bytes[](lens.MAX_PACKED() + 1);
        for (uint256 i; i < calls.length; ++i) {
            calls[i] = abi.encodeCall(book.createRequest, (address(0), ILoanBook.Terms(1, 1, 1, 1), "", 0));
        }
        vm.prank(eva);
        book.multicall(calls);
        (bytes memory entries, uint256 next) = lens.packed(book, true, ALL, ALL);
        assertEq(next, 2);
        assertEq(entries.length, lens.MAX_PACKED() * 45);
        (entries, next) = lens.packed(book, true, next, ALL);
        assertEq(next, 0);
        assertEq(uint32(bytes4(entries)), 1);
    }
}
