// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "./Test.sol";
import {ILoanBook} from "../../src/ILoanBook.sol";

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

    /// @dev In range: mostly a common value, sometimes the minimum, the maximum or anything between.
    function _upTo(uint256 max, uint256 usual) internal returns (uint256) {
        uint256 roll = _below(40);
        if (roll < 3) return max;
        if (roll < 6) return 1;
        if (roll < 10) return 1 + _below(max);
        return 1 + _below(usual);
    }

    /// @dev Within the limits of ILoanBook, and as lavish as they allow.
    function _terms() internal returns (ILoanBook.Terms memory) {
        uint256 instalments = _oneIn(2) ? 1 : _upTo(60, 12);
        return
            ILoanBook.Terms(
                _upTo(type(uint56).max, 10_000e6),
                _upTo(type(uint32).max, 90 days),
                _upTo(65_535, 2000),
                instalments
            );
    }

    function _openDays() internal returns (uint256) {
        return _oneIn(2) ? 0 : _upTo(255, 30);
    }

    /// @dev Around the length at which a comment no longer fits its slot, and up to the maximum.
    function _comment() internal returns (string memory) {
        uint16[7] memory lengths = [0, 1, 24, 31, 32, 33, 280];
        bytes memory comment = new bytes(_oneIn(2) ? _below(60) : lengths[_below(lengths.length)]);
        for (uint256 i = 0; i < comment.length; i += 1 + i / 8) {
            comment[i] = bytes1(uint8(_dice()));
        }
        return string(comment);
    }

    /// @dev The due moment of instalment k of n, rounded down to a whole second.
    function _dueMoment(ILoanBook.Summary memory loan, uint256 k) internal pure returns (uint256) {
        return loan.startTs + ((loan.dueTs - loan.startTs) * k) / loan.instalments;
    }

    /// @dev A moment at which what is expected of an active loan may change, or the second after.
    function _moment(ILoanBook.Summary memory loan) internal returns (uint256) {
        return _dueMoment(loan, _below(loan.instalments + 1)) + _below(2);
    }
}
