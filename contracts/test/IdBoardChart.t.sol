// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IdBoard} from "../src/IdBoard.sol";
import {Dice} from "./support/Dice.sol";
import {OnBoard} from "./support/OnBoard.sol";

/// @notice The board against a plain array, at ids that no test of the book reaches: where a slot of the chart begins.
/// A bit of the chart that should not be there changes no answer and only makes a scan dearer, so the chart itself is
/// compared too.
contract IdBoardChartTest is Dice {
    using IdBoard for IdBoard.Board;
    using OnBoard for IdBoard.Board;

    uint256 constant BLOCK = 80;
    /// @dev The ids that one slot of the chart covers.
    uint256 constant SLOT = 256 * BLOCK;
    uint8 constant CLOSED = 2;

    IdBoard.Board board;
    /// @dev The last id before those of this test, and the kind of each id after it, or CLOSED.
    uint256 base;
    uint8[] kinds;

    /// forge-config: default.fuzz.runs = 24
    /// @custom:verify fuzz.runs = 10000
    function testFuzz_BoardIsAsAPlainArray(uint256 seed) public {
        dice = seed;
        base = _oneIn(4) ? 0 : (1 + _below(3)) * SLOT - 1 - _below(3 * BLOCK);
        board.lastId = uint32(base);
        uint256 span = 1 + _below(6 * BLOCK);
        uint256 removals = _below(4);
        for (uint256 i = 0; i < span; i++) {
            _add(_oneIn(8) ? CLOSED : uint8(_below(2)));
            for (uint256 k = 0; k < removals; k++) {
                if (_oneIn(2)) _remove(1 + base + _below(kinds.length));
            }
            if (_oneIn(64)) _clear();
        }
        for (uint256 kind = 0; kind < 2; kind++) {
            _listIsExact(kind);
            _chartIsExact(kind);
        }
    }

    function _add(uint8 kind) private {
        uint256 id =
            kind == CLOSED
                ? board.skip()
                : kind == IdBoard.OFFER
                    ? board.addOffer()
                    : board.addRequest();
        kinds.push(kind);
        _eq(id, base + kinds.length, "id");
    }

    function _remove(uint256 id) private {
        uint8 kind = kinds[id - base - 1];
        _true(kind == CLOSED || board.has(id, kind), "is on the board");
        if (kind == IdBoard.OFFER) board.removeOffer(id);
        if (kind == IdBoard.REQUEST) board.removeRequest(id);
        kinds[id - base - 1] = CLOSED;
        _true(!board.has(id, IdBoard.OFFER) && !board.has(id, IdBoard.REQUEST), "is not on the board");
    }

    /// @dev Removes a stretch of ids, longer than a block.
    function _clear() private {
        uint256 first = _below(kinds.length);
        for (uint256 i = first; i < kinds.length && i < first + 2 * BLOCK; i++) {
            _remove(1 + base + i);
        }
    }

    function _listIsExact(uint256 kind) private {
        uint256[] memory ids = _idsOf(kind);
        _eq(board.length(kind), ids.length, "length");
        _pageIsExact(ids, kind, 0, type(uint256).max);
        _pagesBeforeAreExact(ids, kind);
        _pagesBeforeAreExact(ids, kind);
        for (uint256 i = 0; i < 4; i++) {
            _pageIsExact(ids, kind, _below(ids.length + 2), _below(ids.length + 2));
        }
        if (ids.length == 0) return;
        uint256 index = _below(ids.length);
        _eq(board.get(kind, index), ids[index], "get");
    }

    function _idsOf(uint256 kind) private view returns (uint256[] memory ids) {
        uint256 count = 0;
        ids = new uint256[](kinds.length);
        for (uint256 i = 0; i < kinds.length; i++) {
            if (kinds[i] == kind) ids[count++] = base + 1 + i;
        }
        assembly ("memory-safe") {
            mstore(ids, count)
        }
    }

    function _pageIsExact(uint256[] memory ids, uint256 kind, uint256 offset, uint256 limit) private view {
        uint256[] memory oldest = board.page(kind, offset, limit);
        uint256 count = offset < ids.length ? ids.length - offset : 0;
        if (count > limit) count = limit;
        _eq(oldest.length, count, "oldest first: length");
        for (uint256 i = 0; i < count; i++) {
            _eq(oldest[i], ids[offset + i], "oldest first");
        }
    }

    /// @dev Newest first, page by page, from any id on.
    function _pagesBeforeAreExact(uint256[] memory ids, uint256 kind) private {
        uint256 before = _oneIn(4) ? type(uint256).max : base + _below(kinds.length + 3);
        uint256 left = ids.length;
        while (left > 0 && ids[left - 1] >= before) left--;
        do {
            uint256 limit = _oneIn(8) ? 0 : 1 + _below(ids.length + 2);
            (uint256[] memory newest, uint256 next) = board.pageBefore(kind, before, limit);
            _eq(newest.length, limit < left ? limit : left, "newest first: length");
            for (uint256 i = 0; i < newest.length; i++) {
                _eq(newest[i], ids[--left], "newest first");
            }
            _true((next == 0) == (left == 0), "next is 0 exactly if there are no more");
            before = next;
        } while (before != 0);
    }

    /// @dev A bit for each older block that has ids of the kind, and no other bit.
    function _chartIsExact(uint256 kind) private view {
        uint256 newestBlock = board.lastId / BLOCK;
        for (uint256 slot = base / SLOT; slot <= newestBlock / 256; slot++) {
            uint256 expected = 0;
            for (uint256 i = 0; i < kinds.length; i++) {
                uint256 index = (base + 1 + i) / BLOCK;
                if (kinds[i] == kind && index / 256 == slot && index < newestBlock) expected |= 1 << (index % 256);
            }
            _eq(board.chart[kind][slot], expected, "chart");
        }
    }

    function _eq(uint256 left, uint256 right, string memory what) private pure {
        if (left != right) assertEq(left, right, what);
    }

    function _true(bool condition, string memory what) private pure {
        if (!condition) assertTrue(condition, what);
    }
}
