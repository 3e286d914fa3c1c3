// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../../src/ILoanBook.sol";
import {LoanLens} from "../../src/LoanLens.sol";
import {LensGasBook} from "../support/LensGasBook.sol";

/// @dev Worst cases for gas that other accounts can cause, for all calls but the dashboard: ten thousand open offers and
/// as many open requests, no two of a kind in the same block, the newest not in one with the other kind either. Each call
/// is a transaction of its own (`isolate`), so that all storage and code is read cold.
/// forge-config: default.isolate = true
contract LensGasTest is LensGasBook {
    /// @dev Of END_BLOCK blocks the newest have an open offer or an open request, as many as a page looks through, every
    /// second block one. Below these are blocks with one of each, at these places.
    uint256 constant OPEN = 10_000;
    uint256 constant APART = 300;
    uint256 constant APART_BLOCK = END_BLOCK - 4 * APART;
    uint256 constant FIRST_BLOCK = APART_BLOCK - (OPEN - APART);
    uint256 constant OFFER_PLACE = 40;
    uint256 constant REQUEST_PLACE = 41;
    /// @dev Only so many of the open offers have an entry: no call of these tests reads further.
    uint256 constant WRITTEN_OFFERS = 500;

    function _fillBoard(Examples memory examples) internal override {
        (uint160 offer, uint160 request) = (uint160(1 << (2 * OFFER_PLACE)), uint160(2 << (2 * REQUEST_PLACE)));
        _turnBoardTo(FIRST_BLOCK - 1, 0);
        _turnBoardTo(APART_BLOCK, offer | request);
        for (uint256 i; i < APART; ++i) {
            _turnBoardTo(APART_BLOCK + 4 * i + 2, offer);
            _turnBoardTo(APART_BLOCK + 4 * i + 4, request);
        }
        uint256 last = lens.MAX_SCAN() - 1;
        assertEq(last, APART - 1);
        for (uint256 i; i < OPEN; ++i) {
            // After a day 199 are open, then all have expired but the last one that a page looks at.
            bool isBrief = i > 198 && i != last;
            bytes32[3] memory example = isBrief ? examples.briefRequest : examples.request;
            _storeEntry(_requestAt(i), example, address(0), _stranger(i), _note(i));
            if (i >= WRITTEN_OFFERS) continue;
            example = isBrief ? examples.briefOffer : examples.offer;
            _storeEntry(_offerAt(i), example, _stranger(OPEN + i), address(0), _note(OPEN + i));
        }
    }

    // ── Each call ────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev With everything expired: no page finds one, and each leads to the next, wherever it begins.
    function test_PagesOfWhatHasExpired() public {
        skip(256 days);
        uint256 most;
        for (uint256 place; place < OPEN; place += 1900) {
            LoanLens.Page memory page = lens.openRequests(book, _requestAt(place) + 1, ALL);
            most = _max(most, _gas());
            assertEq(page.items.length, 0);
            assertEq(page.next, _requestAt(place + lens.MAX_SCAN() - 1));
        }
        assertEq(lens.openRequests(book, _requestAt(OPEN - 5), ALL).next, 0);
        assertEq(lens.openOffers(book, ALL, ALL).next, _offerAt(lens.MAX_SCAN() - 1));
        _assertMost("page of what has expired", _max(most, _gas()));
    }

    function test_PagesOfWhatIsOpen() public {
        uint256[3] memory cursors = [ALL, _requestAt(4999), _requestAt(9700)];
        uint256 most;
        for (uint256 i; i < cursors.length; ++i) {
            assertEq(lens.openRequests(book, cursors[i], ALL).items.length, 200);
            most = _max(most, _gas());
        }
        assertEq(lens.openOffers(book, ALL, ALL).items.length, 200);
        _assertMost("page of 200", _max(most, _gas()));
    }

    /// @dev From the newest to the oldest, as the app searches: a thousand at a time. They join to the whole.
    function test_PacksOfAThousand() public {
        (uint256 before, uint256 most, uint256 place) = (ALL, 0, 0);
        while (before != 0) {
            bytes memory packed;
            (packed, before) = lens.packedRequests(book, before, 1000);
            most = _max(most, _gas());
            if (place < OPEN) {
                assertEq(packed.length, 1000 * (45 + 280));
                assertEq(uint32(bytes4(packed)), _requestAt(place));
                place += 1000;
                assertEq(before, _requestAt(place - 1));
            } else {
                // The two that were published to be copied.
                assertEq(packed.length, 2 * (45 + 280));
            }
        }
        assertEq(place, OPEN);
        _assertMost("pack of 1,000", most);
    }

    /// @dev Whoever asks for more gets less than they ask for, and is told where to go on.
    function test_APackStopsBeforeItIsTooDear() public {
        (uint256 before, uint256 most, uint256 place) = (ALL, 0, 0);
        while (place < 1500) {
            bytes memory packed;
            (packed, before) = lens.packedRequests(book, before, ALL);
            most = _max(most, _gas());
            assertGt(packed.length / (45 + 280), 700);
            assertLt(packed.length / (45 + 280), lens.MAX_PACKED());
            assertEq(uint32(bytes4(packed)), _requestAt(place));
            place += packed.length / (45 + 280);
            assertEq(before, _requestAt(place - 1));
        }
        _assertMost("pack, as many as fit", most);
        lens.packedOffers(book, ALL, ALL);
        _assertMost("pack, as many as fit", _gas());
    }

    function test_PagesOfWhatIsAddressed() public {
        uint256[2] memory cursors = [ALL, PROPOSALS - TAKEN];
        uint256 most;
        for (uint256 i; i < cursors.length; ++i) {
            assertEq(lens.offersFor(book, luis, cursors[i], ALL).items.length, i == 0 ? 150 - TAKEN : 150);
            most = _max(most, _gas());
            assertEq(lens.requestsFor(book, luis, cursors[i], ALL).items.length, i == 0 ? 150 - TAKEN : 150);
            most = _max(most, _gas());
        }
        _assertMost("page of 150 addressed", most);
    }

    function test_Rows() public {
        uint256 most;
        for (uint256 i; i < 3; ++i) {
            LoanLens.Own memory own = lens.ownOf(book, luis, LoanLens.OwnList(i), ALL, ALL);
            most = _max(most, _gas());
            assertEq(own.rows.length, lens.MAX_ROWS());
            assertEq(own.rows[999].owed, TOTAL - 1);
            assertEq(own.items.length, 8);
            assertEq(own.items[7].comment, longest);
        }
        _assertMost("1,000 rows", most);
    }

    function test_Items() public {
        uint256[] memory ids = new uint256[](lens.MAX_PAGE());
        for (uint256 i; i < ids.length; ++i) {
            ids[i] = _requestAt(i);
        }
        LoanLens.Item[] memory items = lens.itemsOf(book, luis, ids);
        _assertGas("200 items");
        assertEq(items[199].comment, longest);
    }

    /// @dev Of two thousand loans and two the newest thousand are looked at, and all of them are overdue.
    function test_APerson() public {
        skip(2 days);
        LoanLens.Person memory person = lens.personOf(book, luis);
        _assertGas("personOf, 2,000 loans");
        assertEq(person.record.taken, 2 * LOANS);
        assertEq(person.lenders, 100);
        assertEq(person.active, lens.MAX_ROWS());
        assertEq(person.overdue, lens.MAX_ROWS());
    }

    function test_WhatIsComparedBeforeSigning() public {
        assertEq(lens.signingState(book, luis, BORROWED).loan.repaid, 1);
        _assertGas("signingState");
    }

    // ── Other boards ─────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev Ten thousand open requests one after the other, of which a pack reads the newest.
    function test_ADenseBoard() public {
        vm.pauseTracing();
        bytes32[3] memory request = _loadEntry(_requestAt(0));
        _turnBoardTo(END_BLOCK + 125, uint160(OFFERS << 1));
        uint256 newest = (END_BLOCK + 125) * BLOCK - 1;
        for (uint256 i; i < 1400; ++i) {
            _storeEntry(newest - i, request, address(0), _stranger(i), _note(i));
        }
        vm.resumeTracing();
        (bytes memory packed, uint256 next) = lens.packedRequests(book, ALL, ALL);
        _assertGas("pack, as many as fit, dense");
        assertGt(packed.length / (45 + 280), 1200);
        assertEq(next, newest + 1 - packed.length / (45 + 280));
        assertEq(lens.openRequests(book, ALL, ALL).items.length, 200);
        _assertGas("page of 200, dense");
    }

    /// @dev To find the first id takes more than all of a pack's gas: it has that one, and leads to the next.
    function test_APackGoesOnBehindTwoHundredMillionClosedIds() public {
        _turnBoardTo(2_500_000, 0);
        (bytes memory packed, uint256 next) = lens.packedRequests(book, ALL, 1000);
        assertGt(_gas(), lens.MAX_PACK_GAS());
        assertEq(packed.length, 45 + 280);
        assertEq(next, _requestAt(0));
    }

    // ── Internal ─────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev Place 0 is the newest.
    function _offerAt(uint256 place) private pure returns (uint256) {
        return _blockAt(place, 1) * BLOCK + OFFER_PLACE;
    }

    function _requestAt(uint256 place) private pure returns (uint256) {
        return _blockAt(place, 3) * BLOCK + REQUEST_PLACE;
    }

    function _blockAt(uint256 place, uint256 within) private pure returns (uint256) {
        if (place >= APART) return APART_BLOCK - 1 - (place - APART);
        return APART_BLOCK + 4 * (APART - 1 - place) + within;
    }

    function _max(uint256 a, uint256 b) private pure returns (uint256) {
        return a > b ? a : b;
    }
}
