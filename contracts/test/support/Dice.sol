// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "./Test.sol";

/// @dev Random values for stateful fuzzing, all drawn from one seed.
abstract contract Dice is Test {
    uint256 internal dice;

    /// @dev Releases the memory that the function used: the EVM charges by the square of all that was ever allocated.
    modifier frees() {
        uint256 free;
        assembly ("memory-safe") {
            free := mload(0x40)
        }
        _;
        assembly ("memory-safe") {
            mstore(0x40, free)
        }
    }

    function _dice() internal returns (uint256) {
        return dice = uint256(keccak256(abi.encode(dice)));
    }

    function _below(uint256 bound) internal returns (uint256) {
        return _dice() % bound;
    }

    function _oneIn(uint256 n) internal returns (bool) {
        return _below(n) == 0;
    }

    /// @dev From 1: mostly a common value, sometimes the minimum, the maximum or anything between.
    function _upTo(uint256 max, uint256 usual) internal returns (uint256) {
        uint256 roll = _below(40);
        if (roll < 3) return max;
        if (roll < 6) return 1;
        if (roll < 10) return 1 + _below(max);
        return 1 + _below(usual);
    }
}
