// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {FixedPointMathLib} from "solady/utils/FixedPointMathLib.sol";
import {SafeCastLib} from "solady/utils/SafeCastLib.sol";
import {ILoanBook} from "./ILoanBook.sol";

/// @title Append-only list of ids, five packed into one slot
/// @notice The newest five share a slot with the length and two counters, so that a push writes one slot. Every fifth
/// push also copies the five to a slot of their own, which never changes again.
library IdList {
    using FixedPointMathLib for uint256;
    using SafeCastLib for uint256;

    struct List {
        uint32 length;
        uint32 repaid;
        uint32 repaidLate;
        uint160 newestFive;
        mapping(uint256 index => uint160) fives;
    }

    function push(List storage list, uint256 id) internal {
        uint32 length = list.length + 1;
        uint160 newestFive = (list.newestFive << 32) | id.toUint32();
        (list.length, list.newestFive) = (length, newestFive);
        if (length % 5 == 0) list.fives[length / 5 - 1] = newestFive;
    }

    function get(List storage list, uint256 index) internal view returns (uint256) {
        uint256 length = list.length;
        require(index < length, ILoanBook.IndexOutOfRange(index, length));
        uint256 newer = length - 1 - index;
        uint256 ids = newer < 5 ? list.newestFive >> (32 * newer) : list.fives[index / 5] >> (32 * (4 - (index % 5)));
        return ids & type(uint32).max;
    }

    function page(List storage list, uint256 offset, uint256 limit) internal view returns (uint256[] memory ids) {
        ids = new uint256[](limit.min(uint256(list.length).zeroFloorSub(offset)));
        for (uint256 i; i < ids.length; ++i) {
            ids[i] = get(list, offset + i);
        }
    }
}
