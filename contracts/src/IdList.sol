// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {FixedPointMathLib} from "solady/utils/FixedPointMathLib.sol";
import {ILoanBook} from "./ILoanBook.sol";

/// @title Append-only list of ids, four packed into one slot
/// @notice The newest four share a slot with the length, so that a push writes one slot. Every fourth push also copies
/// the four to a slot of their own, which never changes again.
library IdList {
    using FixedPointMathLib for uint256;

    struct List {
        uint32 length;
        uint128 newestFour;
        /// For the list's owner to use: what is written together with a push, or apart from it, costs no slot.
        uint96 attached;
        mapping(uint256 index => uint128) fours;
    }

    /// @dev The id must have 32 bits.
    function push(List storage list, uint256 id) internal {
        // Cannot overflow: a list has each id once, and ids have 32 bits.
        unchecked {
            uint32 length = list.length + 1;
            uint128 newestFour = (list.newestFour << 32) | uint32(id);
            (list.length, list.newestFour) = (length, newestFour);
            if (length % 4 == 0) list.fours[(length / 4) - 1] = newestFour;
        }
    }

    function get(List storage list, uint256 index) internal view returns (uint256) {
        uint256 length = list.length;
        require(index < length, ILoanBook.IndexOutOfRange(index, length));
        uint256 newer = length - 1 - index;
        if (newer < 4) return (list.newestFour >> (32 * newer)) & type(uint32).max;
        return (list.fours[index / 4] >> (32 * (3 - (index % 4)))) & type(uint32).max;
    }

    function page(List storage list, uint256 offset, uint256 limit) internal view returns (uint256[] memory ids) {
        ids = new uint256[](limit.min(uint256(list.length).zeroFloorSub(offset)));
        for (uint256 i; i < ids.length; ++i) {
            ids[i] = get(list, offset + i);
        }
    }
}
