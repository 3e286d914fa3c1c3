// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {FixedPointMathLib} from "solady/utils/FixedPointMathLib.sol";
import {ILoanBook} from "./ILoanBook.sol";

/// @title Append-only list of ids, six packed into one slot
/// @notice The newest six share a slot with the length and the number of the list's owner, so that a push writes one
/// slot. A seventh first copies the six to a slot of their own, which never changes again.
library IdList {
    using FixedPointMathLib for uint256;

    struct List {
        uint32 length;
        uint32 owner;
        uint192 newestSix;
        mapping(uint256 index => uint192) sixes;
    }

    /// @dev The id must have 32 bits.
    function push(List storage list, uint256 id, uint32 owner) internal {
        // Cannot overflow: a list has each id once, and ids have 32 bits.
        unchecked {
            (uint32 length, uint192 newestSix) = (list.length, list.newestSix);
            if (length % 6 == 0 && length != 0) list.sixes[(length / 6) - 1] = newestSix;
            (list.length, list.owner, list.newestSix) = (length + 1, owner, (newestSix << 32) | uint32(id));
        }
    }

    function get(List storage list, uint256 index) internal view returns (uint256) {
        uint256 length = list.length;
        require(index < length, ILoanBook.IndexOutOfRange(index, length));
        uint256 newer = length - 1 - index;
        if (newer < 6) return (list.newestSix >> (32 * newer)) & type(uint32).max;
        return (list.sixes[index / 6] >> (32 * (5 - (index % 6)))) & type(uint32).max;
    }

    function page(List storage list, uint256 offset, uint256 limit) internal view returns (uint256[] memory ids) {
        ids = new uint256[](limit.min(uint256(list.length).zeroFloorSub(offset)));
        for (uint256 i; i < ids.length; ++i) {
            ids[i] = get(list, offset + i);
        }
    }
}
