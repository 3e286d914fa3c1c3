// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EfficientHashLib} from "solady/utils/EfficientHashLib.sol";
import {LibString} from "solady/utils/LibString.sol";
import {ILoanBook} from "../../src/ILoanBook.sol";
import {LoanLens} from "../../src/LoanLens.sol";
import {BookStorage} from "../support/BookStorage.sol";

/// @dev A book of a million ids in which every call of the lens is expensive. luis has a thousand loans in each of his
/// lists and hundreds of proposals. Each loan has another stranger and the comment that takes most gas to read. The
/// derived contracts choose where the open offers and requests are.
abstract contract LensGasBook is BookStorage {
    /// @dev The limit of a call. Nodes allow 50 million or more.
    uint256 constant MOST = 25_000_000;
    uint256 constant ALL = type(uint256).max;
    uint256 constant END_BLOCK = 12_500;
    /// @dev The longest comment in slots takes more gas to read than the longest in code.
    uint256 constant COMMENT = 127;
    uint256 constant WORD = (type(uint256).max / 255) * 0x7a; // z

    // First ids of luis' loans and proposals, below the first block with an open id.
    uint256 constant LENT = 1000;
    uint256 constant REQUESTED = 3000;
    uint256 constant BORROWED = 5000;
    uint256 constant OFFERED = 8000;
    uint256 constant ASKED = 9000;
    uint256 constant LOANS = 1003;
    /// @dev The newest proposals of each kind were taken and paid in part, so that two slots of each are read before the
    /// dashboard finds its eight.
    uint256 constant PROPOSALS = 501;
    uint256 constant TAKEN = 142;

    /// @dev The first two slots of loans of each kind. The brief ones are open for a day.
    struct Examples {
        uint256[2] offer;
        uint256[2] briefOffer;
        uint256[2] request;
        uint256[2] briefRequest;
        uint256[2] loan;
    }

    LoanLens lens = LoanLens(deployCode("LoanLens"));
    string comment;
    /// @dev The most gas of the calls that a test counts.
    uint256 most;

    function setUp() public override {
        super.setUp();
        comment = LibString.repeat("z", COMMENT);
        Examples memory examples = _publishExamples();
        // A trace of the set-up would take minutes to print.
        vm.pauseTracing();
        _fillBoard(examples);
        _fillOwnLists(examples.loan);
        _fillProposals(examples);
        vm.resumeTracing();
    }

    function _fillBoard(Examples memory examples) internal virtual;

    function _publishExamples() private returns (Examples memory examples) {
        ILoanBook.Terms memory terms = ILoanBook.Terms(PRINCIPAL, DURATION, APR, 60);
        vm.startPrank(ana);
        examples.offer = _loadEntry(book.createOfferFor(address(0), terms, comment, 255));
        examples.briefOffer = _loadEntry(book.createOfferFor(address(0), terms, comment, 1));
        examples.request = _loadEntry(book.createRequest(address(0), terms, comment, 255));
        examples.briefRequest = _loadEntry(book.createRequest(address(0), terms, comment, 1));
        uint256 id = book.createOfferFor(luis, terms, comment, 255);
        vm.stopPrank();
        _accept(id);
        _repay(id, 1);
        examples.loan = _loadEntry(id);
    }

    /// @dev luis' requests were funded before he took the other loans. The newest loans are due last, the most expensive
    /// order for finding the first ones.
    function _fillOwnLists(uint256[2] memory loan) private {
        uint256[] memory lent = new uint256[](LOANS);
        uint256[] memory requested = new uint256[](LOANS);
        uint256[] memory borrowed = new uint256[](2 * LOANS);
        for (uint256 i; i < LOANS; ++i) {
            (lent[i], requested[i]) = (LENT + i, REQUESTED + i);
            (borrowed[i], borrowed[LOANS + i]) = (REQUESTED + i, BORROWED + i);
            uint256[2] memory slots = [loan[0] + (i << START_SHIFT), loan[1]];
            _storeLoan(LENT + i, slots, luis, _stranger(20_000 + i));
            _storeLoan(REQUESTED + i, slots, _stranger(30_000 + i), luis);
            _storeLoan(BORROWED + i, slots, _stranger(40_000 + i), luis);
        }
        _storeList(ILoanBook.List.Lent, luis, lent);
        _storeList(ILoanBook.List.Requested, luis, requested);
        _storeList(ILoanBook.List.Borrowed, luis, borrowed);
    }

    function _fillProposals(Examples memory examples) private {
        uint256[] memory offers = new uint256[](PROPOSALS);
        uint256[] memory requests = new uint256[](PROPOSALS);
        for (uint256 i; i < PROPOSALS; ++i) {
            (offers[i], requests[i]) = (OFFERED + i, ASKED + i);
            bool isOpen = i < PROPOSALS - TAKEN;
            _storeLoan(OFFERED + i, isOpen ? examples.offer : examples.loan, _stranger(50_000 + i), luis);
            _storeLoan(ASKED + i, isOpen ? examples.request : examples.loan, luis, _stranger(60_000 + i));
        }
        _storeList(ILoanBook.List.OffersFor, luis, offers);
        _storeList(ILoanBook.List.RequestsFor, luis, requests);
    }

    function _storeLoan(uint256 id, uint256[2] memory slots, address lender, address borrower) internal {
        _storeEntry(id, slots, lender, borrower);
        bytes32 slot = _slotOf(id, 2);
        _store(slot, ((WORD >> 8) << 8) | COMMENT);
        uint256 rest = uint256(EfficientHashLib.hash(slot));
        for (uint256 i; i < 3; ++i) {
            _store(bytes32(rest + i), WORD);
        }
    }

    function _stranger(uint256 number) internal pure returns (address) {
        return address(uint160(0xaaaa00000000 + number));
    }

    /// @dev After a day a page but one is open. The next ones have expired, except the last one that a page examines.
    /// Place 0 is the newest.
    function _storeOpen(Examples memory examples, bool request, uint256 place, uint256 id) internal {
        bool isBrief = place > lens.MAX_PAGE() - 2 && place != lens.MAX_SCAN() - 1;
        uint256[2] memory slots = isBrief ? examples.briefOffer : examples.offer;
        if (request) slots = isBrief ? examples.briefRequest : examples.request;
        (address person, address nobody) = (_stranger(request ? place : 10_000 + place), address(0));
        _storeLoan(id, slots, request ? nobody : person, request ? person : nobody);
    }

    function _gas() internal view returns (uint256) {
        return vm.lastCallGas().gasTotalUsed;
    }

    function _countGas() internal {
        if (_gas() > most) most = _gas();
    }

    function _assertGas(string memory name, uint256 gas) internal {
        vm.snapshotValue("LoanLens", name, gas);
        assertLe(gas, MOST, name);
    }
}

/// @dev Worst cases that other accounts can cause, for all calls but the dashboard: 2,500 open offers and as many
/// open requests, no two of a kind in the same block, and the newest not in a block with the other kind either. Each call
/// is a transaction of its own (`isolate`), so that all storage and code is read cold.
/// forge-config: default.isolate = true
contract LensGasTest is LensGasBook {
    /// @dev The newest blocks have an offer or a request, in turn, as many as a page examines, with an empty block
    /// between two. The blocks below have one of each, at these places.
    uint256 constant OPEN = 2500;
    uint256 constant APART = 300;
    uint256 constant APART_BLOCK = END_BLOCK - 4 * APART;
    uint256 constant FIRST_BLOCK = APART_BLOCK - (OPEN - APART);
    uint256 constant OFFER_PLACE = 40;
    uint256 constant REQUEST_PLACE = 41;
    uint256 constant ENTRY = 45 + COMMENT;

    function _fillBoard(Examples memory examples) internal override {
        (uint160 offer, uint160 request) = (uint160(1 << (2 * OFFER_PLACE)), uint160(2 << (2 * REQUEST_PLACE)));
        _turnBoardTo(FIRST_BLOCK - 1, 0);
        _turnBoardTo(APART_BLOCK, offer | request);
        for (uint256 i; i < APART; ++i) {
            _turnBoardTo(APART_BLOCK + 4 * i + 2, offer);
            _turnBoardTo(APART_BLOCK + 4 * i + 4, request);
        }
        assertLe(lens.MAX_SCAN(), APART);
        for (uint256 i; i < OPEN; ++i) {
            _storeOpen(examples, true, i, _openAt(true, i));
            _storeOpen(examples, false, i, _openAt(false, i));
        }
    }

    /// @dev A page of open ones is full. After these have expired no page finds one, and each leads to the next.
    function test_OpenPages() public {
        (uint256 scan, uint256 full) = (lens.MAX_SCAN(), lens.MAX_PAGE());
        uint256[4] memory places = [uint256(0), 1499, 2000, OPEN - 5];
        for (uint256 i; i < 16; ++i) {
            if (i == 8) {
                _assertGas("page of 200", most);
                most = 0;
                skip(256 days);
            }
            (bool requests, uint256 place) = (i % 2 == 1, places[(i / 2) % 4]);
            LoanLens.Page memory page = lens.open(book, requests, _openAt(requests, place) + 1, ALL);
            _countGas();
            if (place + scan > OPEN) {
                assertEq(page.next, 0);
                continue;
            }
            assertEq(page.items.length, i < 8 ? full : 0);
            if (i > 7) assertEq(page.next, _openAt(requests, place + scan - 1));
        }
        _assertGas("page of what has expired", most);
    }

    /// @dev A pack of too many ends early and leads on. All packs join to the whole.
    function test_APackStopsBeforeItIsTooExpensive() public {
        for (uint256 kind; kind < 2; ++kind) {
            (uint256 before, uint256 place) = (ALL, 0);
            while (before != 0) {
                bytes memory entries;
                (entries, before) = lens.packed(book, kind == 1, before, ALL);
                _countGas();
                assertEq(uint32(bytes4(entries)), _openAt(kind == 1, place));
                place += entries.length / ENTRY;
                if (before != 0) assertEq(before, _openAt(kind == 1, place - 1));
                if (before != 0) assertGt(_gas(), lens.MAX_PACK_GAS());
            }
            // The last two were published as examples.
            assertEq(place, OPEN + 2);
        }
        _assertGas("pack, as many as fit", most);
    }

    /// @dev With a million or less a pack has one entry, and leads on.
    function test_APackFitsIntoTheGasThatIsGiven() public {
        uint256[5] memory limits = [uint256(900_000), 1_000_000, 2_000_000, 5_000_000, 12_000_000];
        uint16[5] memory least = [1, 1, 10, 100, 300];
        for (uint256 i; i < limits.length; ++i) {
            (uint256 before, uint256 place) = (ALL, 0);
            for (uint256 k; k < 3; ++k) {
                bytes memory entries;
                (entries, before) = lens.packed{gas: limits[i]}(book, true, before, ALL);
                assertLt(_gas(), limits[i] + 30_000);
                assertEq(uint32(bytes4(entries)), _openAt(true, place));
                uint256 count = entries.length / ENTRY;
                assertGe(count, least[i]);
                if (least[i] == 1) assertEq(count, 1);
                place += count;
                assertEq(before, _openAt(true, place - 1));
            }
        }
    }

    function test_PagesOfAddressedOnes() public {
        for (uint256 i; i < 4; ++i) {
            ILoanBook.List list = i < 2 ? ILoanBook.List.OffersFor : ILoanBook.List.RequestsFor;
            uint256 before = i % 2 == 0 ? ALL : PROPOSALS - TAKEN;
            assertEq(lens.addressed(book, luis, list, before, ALL).items.length, i % 2 == 0 ? 150 - TAKEN : 150);
            _countGas();
        }
        _assertGas("page of 150 addressed", most);
    }

    function test_Rows() public {
        for (uint256 i; i < 3; ++i) {
            LoanLens.Own memory own = lens.ownOf(book, luis, ILoanBook.List(i), ALL, ALL);
            _countGas();
            assertEq(own.rows.length, lens.MAX_ROWS());
            assertEq(own.rows[999].owed, TOTAL - 1);
            assertEq(own.items[0].id, own.rows[999].id);
            assertEq(own.items[7].comment, comment);
        }
        _assertGas("1,000 rows", most);
    }

    function test_ItemsAndSigningState() public {
        uint256[] memory ids = new uint256[](lens.MAX_PAGE());
        for (uint256 i; i < ids.length; ++i) {
            ids[i] = _openAt(true, i);
        }
        LoanLens.Item[] memory items = lens.itemsOf(book, luis, ids);
        _assertGas("200 items", _gas());
        assertEq(items[ids.length - 1].comment, comment);
        assertEq(lens.signingState(book, luis, BORROWED).loan.repaid, 1);
        _assertGas("signingState", _gas());
    }

    /// @dev Examines the newest thousand of two thousand loans, all overdue.
    function test_APerson() public {
        skip(2 days);
        LoanLens.Person memory person = lens.personOf(book, luis);
        _assertGas("personOf, 2,000 loans", _gas());
        assertEq(person.record.taken, 2 * LOANS);
        assertEq(person.lenders + person.borrowers, 200);
        assertEq(person.active, lens.MAX_ROWS());
        assertEq(person.overdue, lens.MAX_ROWS());
    }

    /// @dev To find the first id takes more gas than a pack has. It has this id only, and leads to the next.
    function test_APackGoesOnBehindTwoHundredMillionClosedIds() public {
        _turnBoardTo(2_500_000, 0);
        (bytes memory entries, uint256 next) = lens.packed(book, true, ALL, 1000);
        assertGt(_gas(), lens.MAX_PACK_GAS());
        assertEq(entries.length, ENTRY);
        assertEq(next, _openAt(true, 0));
    }

    /// @dev Place 0 is the newest.
    function _openAt(bool requests, uint256 place) private pure returns (uint256) {
        uint256 index = APART_BLOCK - 1 + APART - place;
        if (place < APART) index = APART_BLOCK + 4 * (APART - 1 - place) + (requests ? 3 : 1);
        return index * BLOCK + (requests ? REQUEST_PLACE : OFFER_PLACE);
    }
}

/// @dev The most expensive dashboard that other accounts can cause. The open ids are spread over the whole book, so that
/// pages read every slot of the board's charts, and one block for each id. More open ids have no room to be so far apart,
/// and cost less. The call is a transaction of its own (`isolate`), so that all storage and code is read cold.
/// forge-config: default.isolate = true
contract LensGasDashboardTest is LensGasBook {
    /// @dev The ids are the first ones of their blocks, so that a page goes on in a block without any.
    function _fillBoard(Examples memory examples) internal override {
        // One more of each kind than a page examines, which it finds next.
        for (uint256 next = lens.MAX_SCAN() + 1; next != 0; --next) {
            for (uint256 kind = 2; kind != 0; --kind) {
                uint256 index = _blockAt(kind == 2, next - 1);
                _turnBoardTo(index - 1, 0);
                _turnBoardTo(index + 1, uint160(kind));
                _storeOpen(examples, kind == 2, next - 1, index * BLOCK);
            }
        }
        _turnBoardTo(END_BLOCK, 0);
    }

    /// @dev The largest arguments. Each page finds its last open id as the last one that it examines.
    function test_TheDashboard() public {
        skip(2 days);
        LoanLens.Dashboard memory board = lens.dashboard(book, luis, ALL, ALL, ALL);
        uint256 gas = _gas();
        _assertGas("dashboard, the dearest", gas);
        LoanLens.Page[2] memory open = [board.openOffers, board.openRequests];
        LoanLens.Page[2] memory addressed = [board.offersFor, board.requestsFor];
        for (uint256 i; i < 2; ++i) {
            assertEq(open[i].items[lens.MAX_PAGE() - 1].comment, comment);
            assertEq(open[i].next, _blockAt(i == 1, lens.MAX_SCAN() - 1) * BLOCK);
            assertEq(addressed[i].items.length, 8);
            assertEq(addressed[i].next, PROPOSALS - lens.MAX_SCAN_ADDRESSED());
        }
        LoanLens.Own[3] memory own = [board.lent, board.borrowed, board.requested];
        for (uint256 i; i < 3; ++i) {
            assertEq(own[i].length, i == 1 ? 2 * LOANS : LOANS);
            assertEq(own[i].rows.length, lens.DASHBOARD_ROWS());
            assertEq(own[i].items[7].comment, comment);
        }

        _turnBoardTo(2 * END_BLOCK, 0);
        lens.dashboard(book, luis, ALL, ALL, ALL);
        assertLe(_gas(), gas + 250_000);
        _assertGas("dashboard, the dearest, behind another million closed ids", _gas());
    }

    /// @dev Place 0 is the newest.
    function _blockAt(bool requests, uint256 place) private view returns (uint256) {
        // From an offer to the next older one. The requests are halfway in between.
        uint256 stride = (END_BLOCK - 150) / (lens.MAX_SCAN() + 1);
        return END_BLOCK - 3 - stride * place - (requests ? stride / 2 : 0);
    }
}
