// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LibString} from "solady/utils/LibString.sol";
import {SSTORE2} from "solady/utils/SSTORE2.sol";

/// @title Text in one slot
/// @notice Up to 31 bytes are packed together with their length. Longer text becomes the code of a contract, which is
/// cheaper than further slots, and the slot holds its address.
library Comment {
    function pack(string calldata text) internal returns (bytes32 packed) {
        if (bytes(text).length < 32) return LibString.packOne(text);
        return bytes32(uint256(uint160(SSTORE2.write(bytes(text)))));
    }

    /// @dev The first byte tells the two apart: it is the length of a packed text, and zero for an address.
    function unpack(bytes32 packed) internal view returns (string memory) {
        if (packed[0] != 0 || packed == 0) return LibString.unpackOne(packed);
        return string(SSTORE2.read(address(uint160(uint256(packed)))));
    }
}
