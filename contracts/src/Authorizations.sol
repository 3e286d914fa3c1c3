// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "solady/tokens/ERC20.sol";
import {Signature} from "./Signature.sol";

/// @title EIP-3009: transfers that the owner of the tokens signs and the payee sends
/// @notice Only the part that a contract as payee needs, with the signature in bytes, as Circle's dollar takes it: by a
/// key, or by a contract (ERC-1271). Whatever else EIP-3009 has would make every call to the token dearer.
abstract contract Authorizations is ERC20 {
    bytes32 private constant RECEIVE_TYPE = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );

    /// @notice Whether a nonce was used.
    mapping(address authorizer => mapping(bytes32 nonce => bool)) public authorizationState;

    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);

    error CallerIsNotThePayee(address payee);
    error AuthorizationNotYetValid(uint256 validAfter);
    error AuthorizationExpired(uint256 validBefore);
    error AuthorizationSpent(address authorizer, bytes32 nonce);
    error InvalidAuthorization(address authorizer);

    /// @notice Moves tokens to the caller, `to`, as `from` signed it: after `validAfter` and before `validBefore`, and
    /// once for each nonce. Nobody else can send it, so that it never counts without what the caller does with it.
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external {
        if (to != msg.sender) revert CallerIsNotThePayee(to);
        if (block.timestamp <= validAfter) revert AuthorizationNotYetValid(validAfter);
        if (block.timestamp >= validBefore) revert AuthorizationExpired(validBefore);
        if (authorizationState[from][nonce]) revert AuthorizationSpent(from, nonce);
        bytes32 message = keccak256(abi.encode(RECEIVE_TYPE, from, to, value, validAfter, validBefore, nonce));
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), message));
        if (!Signature.isBy(from, digest, signature)) revert InvalidAuthorization(from);

        authorizationState[from][nonce] = true;

        emit AuthorizationUsed(from, nonce);

        _transfer(from, to, value);
    }
}
