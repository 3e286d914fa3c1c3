// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice An account that is a contract (ERC-1271): its owner's key signs for it, with an opening byte.
contract SmartAccount {
    address public immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        (bytes32 r, bytes32 s) = (bytes32(signature[1:33]), bytes32(signature[33:65]));
        return ecrecover(digest, uint8(signature[65]), r, s) == owner ? this.isValidSignature.selector : bytes4(0);
    }
}
