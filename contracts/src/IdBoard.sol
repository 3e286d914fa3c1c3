// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DynamicArrayLib} from "solady/utils/DynamicArrayLib.sol";
import {FixedPointMathLib} from "solady/utils/FixedPointMathLib.sol";
import {LibBit} from "solady/utils/LibBit.sol";
import {SafeCastLib} from "solady/utils/SafeCastLib.sol";
import {ILoanBook} from "./ILoanBook.sol";

/// @title Id counter, and bitmap of the offers and requests that are open to anyone
/// @notice Each id has two bits in block `id / BLOCK`: one if it is an open offer, one if it is an open request. The
/// newest block shares a slot with the counters, so that publishing writes one slot, and so does removing an id of the
/// newest block. Whatever may jump is computed before that slot is read: between jumps the compiler reads it once.
///
/// A chart has a bit for each older block that is not empty. A scan reads one slot for 256 empty blocks, which are
/// 20,480 ids: a million closed ids cost it 0.1 million gas.
library IdBoard {
    using FixedPointMathLib for uint256;
    using SafeCastLib for uint256;

    /// @dev Of the two bits of an id, the one that is set.
    uint256 internal constant OFFER = 0;
    uint256 internal constant REQUEST = 1;

    uint256 internal constant BLOCK = 80;
    /// @dev How many blocks a slot of the chart has.
    uint256 private constant CHART = 256;
    /// @dev The bits of all offers in a block. Those of the requests are one to the left.
    uint256 private constant OFFERS = uint256(type(uint160).max) / 3;

    struct Board {
        uint32 lastId;
        uint32 offers;
        uint32 requests;
        uint160 newest;
        mapping(uint256 index => uint160) older;
        mapping(uint256 kind => mapping(uint256 index => uint256)) chart;
    }

    /// @dev The next id, without a bit.
    function skip(Board storage board) internal returns (uint256 id) {
        uint160 newest;
        (id, newest) = _turn(board);
        (board.lastId, board.newest) = (id.toUint32(), newest);
    }

    /// @dev The next id, with the bit of an offer.
    function addOffer(Board storage board) internal returns (uint256 id) {
        uint160 newest;
        (id, newest) = _turn(board);
        (uint32 lastId, uint160 bit) = (id.toUint32(), _bit(id, OFFER));
        // Cannot overflow: no more than there are ids.
        unchecked {
            (board.lastId, board.offers, board.newest) = (lastId, board.offers + 1, newest | bit);
        }
    }

    /// @dev The next id, with the bit of a request.
    function addRequest(Board storage board) internal returns (uint256 id) {
        uint160 newest;
        (id, newest) = _turn(board);
        (uint32 lastId, uint160 bit) = (id.toUint32(), _bit(id, REQUEST));
        unchecked {
            (board.lastId, board.requests, board.newest) = (lastId, board.requests + 1, newest | bit);
        }
    }

    /// @dev The offer must be on the board: otherwise XOR would set its bit, and the length could underflow.
    function removeOffer(Board storage board, uint256 id) internal {
        uint160 newest = _removeBit(board, id, OFFER);
        unchecked {
            (board.offers, board.newest) = (board.offers - 1, newest);
        }
    }

    /// @dev The request must be on the board: otherwise XOR would set its bit, and the length could underflow.
    function removeRequest(Board storage board, uint256 id) internal {
        uint160 newest = _removeBit(board, id, REQUEST);
        unchecked {
            (board.requests, board.newest) = (board.requests - 1, newest);
        }
    }

    function offerAt(Board storage board, uint256 index) internal view returns (uint256) {
        require(index < board.offers, ILoanBook.IndexOutOfRange(index, board.offers));
        return offersFrom(board, index, 1)[0];
    }

    /// @dev Ascending. Skips empty blocks by the chart and whole blocks by their popcount until `offset` is used up,
    /// then single bits.
    function offersFrom(
        Board storage board,
        uint256 offset,
        uint256 limit
    ) internal view returns (uint256[] memory ids) {
        ids = new uint256[](limit.min(uint256(board.offers).zeroFloorSub(offset)));
        uint256 index;
        uint256 found;
        // Cannot overflow: everything here counts ids.
        unchecked {
            while (found < ids.length) {
                uint256 bits = _of(OFFER, _block(board, index));
                uint256 count = LibBit.popCount(bits);
                if (offset >= count) {
                    offset -= count;
                } else {
                    for (; count != 0 && found < ids.length; --count) {
                        uint256 bit = LibBit.ffs(bits);
                        bits ^= 1 << bit;
                        if (offset != 0) --offset;
                        else ids[found++] = (index * BLOCK) + (bit / 2);
                    }
                }
                if (found < ids.length) index = _next(board, index);
            }
        }
    }

    /// @dev Descending, of the ids below `before`. `next` is the `before` of the next page; 0: there are no more.
    function pageBefore(
        Board storage board,
        uint256 kind,
        uint256 before,
        uint256 limit
    ) internal view returns (uint256[] memory ids, uint256 next) {
        next = before.min(uint256(board.lastId) + 1);
        if (next == 0) return (ids, next);
        uint256 count = kind == OFFER ? board.offers : board.requests;
        ids = new uint256[](limit.min(count));
        uint256 found;
        // Cannot overflow: everything here counts ids.
        unchecked {
            uint256 index = (next - 1) / BLOCK;
            uint256 bits = _of(kind, _block(board, index)) & ((4 << (2 * ((next - 1) % BLOCK))) - 1);
            while (true) {
                // When all were found, nothing is looked for in the blocks before.
                if (bits == 0 && found != count) (index, bits) = _previous(board, kind, index);
                if (bits == 0) next = 0;
                if (bits == 0 || found == ids.length) break;
                uint256 bit = LibBit.fls(bits);
                bits ^= 1 << bit;
                next = (index * BLOCK) + (bit / 2);
                ids[found++] = next;
            }
        }
        DynamicArrayLib.truncate(ids, found);
    }

    /// @dev Clears a bit of an older block, or returns the newest block without it.
    function _removeBit(Board storage board, uint256 id, uint256 kind) private returns (uint160 newest) {
        (uint256 index, uint160 bit) = (id / BLOCK, _bit(id, kind));
        newest = board.newest;
        if (index == board.lastId / BLOCK) return newest ^ bit;
        uint160 rest = board.older[index] ^ bit;
        board.older[index] = rest;
        if (_of(kind, rest) == 0) board.chart[kind][index / CHART] ^= 1 << (index % CHART);
    }

    /// @dev The next id and the newest block that it belongs to, which is an empty one every BLOCK ids.
    function _turn(Board storage board) private returns (uint256 id, uint160 newest) {
        unchecked {
            (id, newest) = (uint256(board.lastId) + 1, board.newest);
        }
        if (id % BLOCK != 0 || newest == 0) return (id, newest);
        uint256 index = (id / BLOCK) - 1;
        board.older[index] = newest;
        if (_of(OFFER, newest) != 0) board.chart[OFFER][index / CHART] |= 1 << (index % CHART);
        if (_of(REQUEST, newest) != 0) board.chart[REQUEST][index / CHART] |= 1 << (index % CHART);
        newest = 0;
    }

    function _bit(uint256 id, uint256 kind) private pure returns (uint160) {
        unchecked {
            return uint160(1 << ((2 * (id % BLOCK)) + kind));
        }
    }

    function _of(uint256 kind, uint256 bits) private pure returns (uint256) {
        return bits & (OFFERS << kind);
    }

    function _block(Board storage board, uint256 index) private view returns (uint160) {
        (uint256 lastId, uint160 newest) = (board.lastId, board.newest);
        return index == lastId / BLOCK ? newest : board.older[index];
    }

    /// @dev The nearest block before `index` that has ids of the kind, and their bits; no bits: there is none.
    function _previous(
        Board storage board,
        uint256 kind,
        uint256 index
    ) private view returns (uint256 previous, uint256 bits) {
        uint256 slot = index / CHART;
        uint256 blocks = board.chart[kind][slot] & ((1 << (index % CHART)) - 1);
        while (blocks == 0 && slot != 0) blocks = board.chart[kind][--slot];
        if (blocks == 0) return (0, 0);
        previous = (slot * CHART) + LibBit.fls(blocks);
        bits = _of(kind, board.older[previous]);
    }

    /// @dev The nearest block after `index` that has offers, or the newest one. There must be one.
    function _next(Board storage board, uint256 index) private view returns (uint256) {
        (uint256 newestIndex, uint256 word) = (board.lastId / BLOCK, (index + 1) / CHART);
        uint256 bits = board.chart[OFFER][word] & (type(uint256).max << ((index + 1) % CHART));
        while (bits == 0 && word < newestIndex / CHART) bits = board.chart[OFFER][++word];
        return bits == 0 ? newestIndex : (word * CHART) + LibBit.ffs(bits);
    }
}
