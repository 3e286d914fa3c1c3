// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../../src/ILoanBook.sol";
import {LoanLens} from "../../src/LoanLens.sol";
import {BookStorage} from "../support/BookStorage.sol";

/// @dev Worst cases for gas that other accounts can cause, in a book of a million ids: ten thousand open offers and as
/// many open requests, no two of a kind in the same block, the newest not in one with the other kind either, luis with a
/// thousand loans in each of his lists and hundreds of proposals, and the longest comment on everything. No two comments have the same code, and no two loans the same
/// stranger. Each call is a transaction of its own (`isolate`), so that all storage and code is read cold.
/// forge-config: default.isolate = true
contract LensGasTest is BookStorage {
    /// @dev What a call may take: nodes allow 50 million and more.
    uint256 constant MOST = 25_000_000;
    uint256 constant ALL = type(uint256).max;

    /// @dev Of 12,500 blocks the newest have an open offer or an open request, as many as a page looks through, every
    /// second block one. Below these are blocks with one of each, at these places.
    uint256 constant OPEN = 10_000;
    uint256 constant APART = 300;
    uint256 constant END_BLOCK = 12_500;
    uint256 constant APART_BLOCK = END_BLOCK - 4 * APART;
    uint256 constant FIRST_BLOCK = APART_BLOCK - (OPEN - APART);
    uint256 constant OFFER_PLACE = 40;
    uint256 constant REQUEST_PLACE = 41;
    /// @dev Only so many of the open offers have an entry: no call of these tests reads further.
    uint256 constant WRITTEN_OFFERS = 500;

    // The ids of what is luis' or addressed to him begin here. They are below the first block with something open.
    uint256 constant LENT = 10_000;
    uint256 constant REQUESTED = 20_000;
    uint256 constant BORROWED = 30_000;
    uint256 constant OFFERED = 40_000;
    uint256 constant ASKED = 50_000;
    uint256 constant LOANS = 1000;
    /// @dev The newest ones of each kind were taken and paid in part, so that three slots are read of each: the dashboard
    /// finds the eight that it shows behind them.
    uint256 constant PROPOSALS = 500;
    uint256 constant TAKEN = 192;
    /// @dev The slot of a loan that has `startTs`, and where that begins in it.
    uint256 constant START_SHIFT = 192;

    /// @dev Slots of loans of each kind. The brief ones are open for a day.
    struct Examples {
        bytes32[3] offer;
        bytes32[3] briefOffer;
        bytes32[3] request;
        bytes32[3] briefRequest;
        bytes32[3] loan;
    }

    LoanLens lens = LoanLens(deployCode("LoanLens"));
    string longest;

    function setUp() public override {
        super.setUp();
        bytes memory note = new bytes(book.MAX_COMMENT());
        for (uint256 i; i < note.length; ++i) {
            note[i] = 0xff;
        }
        longest = string(note);

        Examples memory examples = _publishExamples();
        // To print the trace of a failure would take minutes.
        vm.pauseTracing();
        _fillBoard(examples);
        _fillOwnLists(examples.loan);
        _fillProposals(examples);
        vm.resumeTracing();
    }

    /// @dev What is written for the others is copied from loans that were really published.
    function _publishExamples() private returns (Examples memory examples) {
        ILoanBook.Terms memory terms = ILoanBook.Terms(PRINCIPAL, DURATION, APR, 60);
        vm.startPrank(ana);
        examples.offer = _loadEntry(book.createOfferFor(address(0), terms, longest, 255));
        examples.briefOffer = _loadEntry(book.createOfferFor(address(0), terms, longest, 1));
        examples.request = _loadEntry(book.createRequest(address(0), terms, longest, 255));
        examples.briefRequest = _loadEntry(book.createRequest(address(0), terms, longest, 1));
        uint256 id = book.createOfferFor(luis, terms, longest, 255);
        vm.stopPrank();
        _accept(id);
        _repay(id, 1);
        examples.loan = _loadEntry(id);
    }

    function _fillBoard(Examples memory examples) private {
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
            vm.etch(_note(i), abi.encodePacked(hex"00", longest));
            // After a day 199 are open, then all have expired but the last one that a page looks at.
            bool isBrief = i > 198 && i != last;
            bytes32[3] memory example = isBrief ? examples.briefRequest : examples.request;
            _storeEntry(_requestAt(i), example, address(0), _stranger(i), _note(i));
            if (i >= WRITTEN_OFFERS) continue;
            // The notes are those of older requests, which no call reads together with these.
            example = isBrief ? examples.briefOffer : examples.offer;
            _storeEntry(_offerAt(i), example, _stranger(1000 + i), address(0), _note(1000 + i));
        }
    }

    /// @dev luis' requests were funded before he took the other loans. The newest loans are due first, which is the order
    /// that takes most to find the first ones.
    function _fillOwnLists(bytes32[3] memory loan) private {
        uint256[] memory lent = new uint256[](LOANS);
        uint256[] memory requested = new uint256[](LOANS);
        uint256[] memory borrowed = new uint256[](2 * LOANS);
        for (uint256 i; i < LOANS; ++i) {
            (lent[i], requested[i]) = (LENT + i, REQUESTED + i);
            (borrowed[i], borrowed[LOANS + i]) = (REQUESTED + i, BORROWED + i);
            bytes32[3] memory slots = [loan[0], bytes32(uint256(loan[1]) + ((LOANS - i) << START_SHIFT)), loan[2]];
            _storeEntry(LENT + i, slots, luis, _stranger(2000 + i), _note(2000 + i));
            _storeEntry(REQUESTED + i, slots, _stranger(3000 + i), luis, _note(3000 + i));
            _storeEntry(BORROWED + i, slots, _stranger(4000 + i), luis, _note(4000 + i));
        }
        _storeList(OFFERS_BY, luis, lent);
        _storeList(REQUESTS_BY, luis, requested);
        _storeList(LOANS_OF, luis, borrowed);
    }

    function _fillProposals(Examples memory examples) private {
        uint256[] memory offers = new uint256[](PROPOSALS);
        uint256[] memory requests = new uint256[](PROPOSALS);
        for (uint256 i; i < PROPOSALS; ++i) {
            (offers[i], requests[i]) = (OFFERED + i, ASKED + i);
            bool isOpen = i < PROPOSALS - TAKEN;
            bytes32[3] memory example = isOpen ? examples.offer : examples.loan;
            _storeEntry(OFFERED + i, example, _stranger(5000 + i), luis, _note(5000 + i));
            example = isOpen ? examples.request : examples.loan;
            _storeEntry(ASKED + i, example, luis, _stranger(6000 + i), _note(6000 + i));
        }
        _storeList(OFFERS_FOR, luis, offers);
        _storeList(REQUESTS_FOR, luis, requests);
    }

    // ── Each call ────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev The largest arguments. Behind 199 open offers and requests come those that have expired, and a page is full
    /// with the last one that it looks at.
    function test_TheDashboard() public {
        skip(2 days);
        LoanLens.Dashboard memory board = lens.dashboard(book, luis, ALL, ALL, ALL);
        uint256 gas = _assertGas("dashboard, the dearest");
        assertEq(board.nextId, 1_000_001);
        assertGe(board.openOffersLength, 10_000);
        assertGe(board.openRequestsLength, 10_000);
        assertEq(board.openOffers.items.length, 200);
        assertEq(board.openOffers.items[199].comment, longest);
        assertEq(board.openOffers.next, _offerAt(lens.MAX_SCAN() - 1));
        assertEq(board.openRequests.items.length, 200);
        assertEq(board.openRequests.items[199].comment, longest);
        assertEq(board.openRequests.next, _requestAt(lens.MAX_SCAN() - 1));
        _assertEight(board.offersFor.items, OFFERED + PROPOSALS - TAKEN);
        assertEq(board.offersFor.next, PROPOSALS - TAKEN - 8);
        _assertEight(board.requestsFor.items, ASKED + PROPOSALS - TAKEN);
        assertEq(board.requestsFor.next, PROPOSALS - TAKEN - 8);
        _assertOwn(board.lent, LOANS, LENT);
        _assertOwn(board.borrowed, 2 * LOANS, BORROWED);
        _assertOwn(board.requested, LOANS, REQUESTED);

        _turnBoardTo(2 * END_BLOCK, 0);
        lens.dashboard(book, luis, ALL, ALL, ALL);
        uint256 behind = _gas();
        assertLe(behind, gas + 250_000);
        vm.snapshotValue("LoanLens", "dashboard, the dearest, behind another million closed ids", behind);
    }

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
            assertEq(lens.offersFor(book, luis, cursors[i], ALL).items.length, i == 0 ? 200 - TAKEN : 200);
            most = _max(most, _gas());
            assertEq(lens.requestsFor(book, luis, cursors[i], ALL).items.length, i == 0 ? 200 - TAKEN : 200);
            most = _max(most, _gas());
        }
        _assertMost("page of 200 addressed", most);
    }

    function test_Rows() public {
        uint256 most;
        for (uint256 i; i < 3; ++i) {
            LoanLens.Own memory own = lens.ownOf(book, luis, LoanLens.OwnList(i), ALL, ALL);
            most = _max(most, _gas());
            assertEq(own.rows.length, LOANS);
            assertEq(own.rows[LOANS - 1].owed, TOTAL - 1);
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

    /// @dev Of two thousand loans the newest thousand are looked at, and all of them are overdue.
    function test_APerson() public {
        skip(2 days);
        LoanLens.Person memory person = lens.personOf(book, luis);
        _assertGas("personOf, 2,000 loans");
        assertEq(person.record.taken, 2 * LOANS);
        assertEq(person.lenders, 100);
        assertEq(person.active, LOANS);
        assertEq(person.overdue, LOANS);
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

    function _assertEight(LoanLens.Item[] memory items, uint256 end) private view {
        assertEq(items.length, 8);
        for (uint256 i; i < 8; ++i) {
            assertEq(items[i].id, end - 1 - i);
            assertEq(items[i].comment, longest);
        }
    }

    function _assertOwn(LoanLens.Own memory own, uint256 length, uint256 first) private view {
        assertEq(own.length, length);
        assertEq(own.rows.length, lens.DASHBOARD_ROWS());
        assertEq(own.rows[0].id, first + LOANS - 1);
        assertEq(own.rows[0].owed, TOTAL - 1);
        assertEq(own.items.length, 8);
        assertEq(own.items[7].comment, longest);
    }

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

    function _note(uint256 number) private pure returns (address) {
        return address(uint160(0xbbbb00000000 + number));
    }

    function _stranger(uint256 number) private pure returns (address) {
        return address(uint160(0xaaaa00000000 + number));
    }

    /// @dev The gas of the last call.
    function _gas() private view returns (uint256) {
        return vm.lastCallGas().gasTotalUsed;
    }

    function _assertGas(string memory name) private returns (uint256) {
        return _assertMost(name, _gas());
    }

    function _assertMost(string memory name, uint256 gas) private returns (uint256) {
        assertLe(gas, MOST, name);
        vm.snapshotValue("LoanLens", name, gas);
        return gas;
    }

    function _max(uint256 a, uint256 b) private pure returns (uint256) {
        return a > b ? a : b;
    }
}
