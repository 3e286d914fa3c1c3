// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LibString} from "solady/utils/LibString.sol";
import {SSTORE2} from "solady/utils/SSTORE2.sol";

/// @title Text where it is cheapest
/// @notice Up to SHORT bytes fill slots: 31 of them the first, whose lowest byte is the length, and 32 each further one.
/// Longer text becomes the code of a contract, and the first slot holds its address above a length of zero.
library Comment {
    using LibString for LibString.StringStorage;

    uint256 private constant SHORT = 127;

    function write(LibString.StringStorage storage stored, string calldata text) internal {
        if (bytes(text).length > SHORT) {
            stored._spacer = bytes32(bytes20(SSTORE2.write(bytes(text))));
        } else if (bytes(text).length != 0) {
            stored.setCalldata(text);
        }
    }

    function read(LibString.StringStorage storage stored) internal view returns (string memory) {
        bytes32 first = stored._spacer;
        if (first == 0 || first[31] != 0) return stored.get();
        return string(SSTORE2.read(address(bytes20(first))));
    }
}
