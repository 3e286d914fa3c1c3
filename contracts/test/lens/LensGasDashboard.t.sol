// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LoanLens} from "../../src/LoanLens.sol";
import {LensGasBook} from "../support/LensGasBook.sol";

/// @dev The dearest dashboard that other accounts can cause. What is open is spread over the whole book, so that pages
/// read every slot of the board's charts, and a block of its own for each id. Ten thousand open ones have no room to be so
/// far apart: they cost less. The call is a transaction of its own (`isolate`), so that all storage and code is read cold.
/// forge-config: default.isolate = true
contract LensGasDashboardTest is LensGasBook {
    /// @dev As many of each kind as a page looks through, and one more that it finds next.
    uint256 constant OPEN = 301;
    /// @dev Blocks from an offer to the next older one. The requests are halfway in between.
    uint256 constant STRIDE = 41;

    /// @dev The ids are the first ones of their blocks, so that a page goes on in a block without any.
    function _fillBoard(Examples memory examples) internal override {
        uint256 last = lens.MAX_SCAN() - 1;
        assertEq(last, OPEN - 2);
        for (uint256 i; i < OPEN; ++i) {
            uint256 place = OPEN - 1 - i;
            _turnBoardTo(_requestAt(place) / BLOCK - 1, 0);
            _turnBoardTo(_requestAt(place) / BLOCK + 1, 2);
            _turnBoardTo(_offerAt(place) / BLOCK - 1, 0);
            _turnBoardTo(_offerAt(place) / BLOCK + 1, 1);
            // After a day 199 are open, then all have expired but the last one that a page looks at.
            bool isBrief = place > 198 && place != last;
            bytes32[3] memory example = isBrief ? examples.briefRequest : examples.request;
            _storeEntry(_requestAt(place), example, address(0), _stranger(place), _note(place));
            example = isBrief ? examples.briefOffer : examples.offer;
            _storeEntry(_offerAt(place), example, _stranger(OPEN + place), address(0), _note(OPEN + place));
        }
        _turnBoardTo(END_BLOCK, 0);
    }

    /// @dev The largest arguments. Behind 199 open offers and requests come those that have expired, and a page is full
    /// with the last one that it looks at.
    function test_TheDashboard() public {
        skip(2 days);
        LoanLens.Dashboard memory board = lens.dashboard(book, luis, ALL, ALL, ALL);
        uint256 gas = _assertGas("dashboard, the dearest");
        assertEq(board.nextId, 1_000_001);
        _assertOpen(board.openOffers, _offerAt(lens.MAX_SCAN() - 1));
        _assertOpen(board.openRequests, _requestAt(lens.MAX_SCAN() - 1));
        _assertEight(board.offersFor, OFFERED);
        _assertEight(board.requestsFor, ASKED);
        _assertOwn(board.lent, LOANS, LENT);
        _assertOwn(board.borrowed, 2 * LOANS, BORROWED);
        _assertOwn(board.requested, LOANS, REQUESTED);

        _turnBoardTo(2 * END_BLOCK, 0);
        lens.dashboard(book, luis, ALL, ALL, ALL);
        assertLe(_gas(), gas + 250_000);
        _assertGas("dashboard, the dearest, behind another million closed ids");
    }

    function _assertOpen(LoanLens.Page memory page, uint256 next) private view {
        assertEq(page.items.length, lens.MAX_PAGE());
        assertEq(page.items[199].comment, longest);
        assertEq(page.next, next);
    }

    function _assertEight(LoanLens.Page memory page, uint256 first) private view {
        assertEq(page.items.length, 8);
        for (uint256 i; i < 8; ++i) {
            assertEq(page.items[i].id, first + PROPOSALS - TAKEN - 1 - i);
            assertEq(page.items[i].comment, longest);
        }
        assertEq(page.next, PROPOSALS - lens.MAX_SCAN_ADDRESSED());
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
        return (END_BLOCK - 3 - STRIDE * place) * BLOCK;
    }

    function _requestAt(uint256 place) private pure returns (uint256) {
        return _offerAt(place) - (STRIDE / 2) * BLOCK;
    }
}
