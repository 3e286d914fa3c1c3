// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {FixedPointMathLib} from "solady/utils/FixedPointMathLib.sol";
import {LibBit} from "solady/utils/LibBit.sol";
import {SafeCastLib} from "solady/utils/SafeCastLib.sol";
import {ILoanBook} from "./ILoanBook.sol";

/// @title Id counter, and bitmap of the open offers that anyone may accept
/// @notice Each of these offers has a bit: bit `id % BLOCK` of block `id / BLOCK`. The newest block shares a slot with
/// the counters, so that publishing writes one slot, and so does removing an offer of the newest block.
library OfferBoard {
    using FixedPointMathLib for uint256;
    using SafeCastLib for uint256;

    struct Board {
        uint32 lastId;
        uint32 length;
        uint192 newest;
        mapping(uint256 index => uint192) older;
    }

    uint256 internal constant BLOCK = 192;

    function nextId(Board storage board, bool onBoard) internal returns (uint256 id) {
        id = uint256(board.lastId) + 1;
        uint32 length = board.length;
        uint192 newest = board.newest;
        if (id % BLOCK == 0) {
            board.older[id / BLOCK - 1] = newest;
            newest = 0;
        }
        if (onBoard) {
            ++length;
            newest |= uint192(1) << id % BLOCK;
        }
        (board.lastId, board.length, board.newest) = (id.toUint32(), length, newest);
    }

    /// @dev The id must be on the board: XOR would set the bit of one that is not.
    function remove(Board storage board, uint256 id) internal {
        (uint256 index, uint192 bit) = (id / BLOCK, uint192(1) << id % BLOCK);
        uint32 length = board.length - 1;
        if (index == board.lastId / BLOCK) (board.length, board.newest) = (length, board.newest ^ bit);
        else (board.length, board.older[index]) = (length, board.older[index] ^ bit);
    }

    function has(Board storage board, uint256 id) internal view returns (bool) {
        uint192 bits = id / BLOCK == board.lastId / BLOCK ? board.newest : board.older[id / BLOCK];
        return (bits >> id % BLOCK) & 1 != 0;
    }

    function get(Board storage board, uint256 index) internal view returns (uint256) {
        require(index < board.length, ILoanBook.IndexOutOfRange(index, board.length));
        return page(board, index, 1, false)[0];
    }

    /// @dev Skips whole blocks by their popcount until `offset` is used up, then single bits.
    function page(
        Board storage board,
        uint256 offset,
        uint256 limit,
        bool newestFirst
    ) internal view returns (uint256[] memory ids) {
        ids = new uint256[](limit.min(uint256(board.length).zeroFloorSub(offset)));
        uint256 newest = board.lastId / BLOCK;
        uint256 found;
        for (uint256 i; found < ids.length; ++i) {
            uint256 index = newestFirst ? newest - i : i;
            uint256 bits = index == newest ? board.newest : board.older[index];
            uint256 count = LibBit.popCount(bits);
            if (offset >= count) {
                offset -= count;
                continue;
            }
            for (; count != 0 && found < ids.length; --count) {
                uint256 bit = newestFirst ? LibBit.fls(bits) : LibBit.ffs(bits);
                bits ^= uint256(1) << bit;
                if (offset != 0) --offset;
                else ids[found++] = index * BLOCK + bit;
            }
        }
    }
}
