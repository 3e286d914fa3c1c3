// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "solady/tokens/ERC20.sol";
import {SignatureCheckerLib} from "solady/utils/SignatureCheckerLib.sol";

/// @title EIP-3009: transfers that the owner of the tokens signs and somebody else sends
/// @notice With a signature in bytes, as Circle's dollar takes it: of a key, or of a contract (ERC-1271).
abstract contract Authorizations is ERC20 {
    bytes32 private constant TRANSFER_TYPE =
        keccak256(
            "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
        );
    bytes32 private constant RECEIVE_TYPE =
        keccak256(
            "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
        );
    bytes32 private constant CANCEL_TYPE = keccak256("CancelAuthorization(address authorizer,bytes32 nonce)");

    /// @notice Whether a nonce was used or cancelled.
    mapping(address authorizer => mapping(bytes32 nonce => bool)) public authorizationState;

    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);
    event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce);

    error AuthorizationSpent(address authorizer, bytes32 nonce);
    error AuthorizationNotYetValid(uint256 validAfter);
    error AuthorizationExpired(uint256 validBefore);
    error InvalidAuthorization(address authorizer);
    error CallerIsNotThePayee(address payee);

    /// @notice Moves tokens as `from` signed it, whoever calls.
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external {
        _authorized(TRANSFER_TYPE, from, to, value, validAfter, validBefore, nonce, signature);
    }

    /// @notice The same, only if the payee calls: nobody can take it out of the pool and send it alone.
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
        _authorized(RECEIVE_TYPE, from, to, value, validAfter, validBefore, nonce, signature);
    }

    /// @notice Makes an authorization that was not used worthless.
    function cancelAuthorization(address authorizer, bytes32 nonce, bytes calldata signature) external {
        _spend(authorizer, nonce);
        _check(authorizer, keccak256(abi.encode(CANCEL_TYPE, authorizer, nonce)), signature);
        emit AuthorizationCanceled(authorizer, nonce);
    }

    function _authorized(
        bytes32 kind,
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) private {
        if (block.timestamp <= validAfter) revert AuthorizationNotYetValid(validAfter);
        if (block.timestamp >= validBefore) revert AuthorizationExpired(validBefore);
        _spend(from, nonce);
        _check(from, keccak256(abi.encode(kind, from, to, value, validAfter, validBefore, nonce)), signature);
        emit AuthorizationUsed(from, nonce);
        _transfer(from, to, value);
    }

    function _spend(address authorizer, bytes32 nonce) private {
        if (authorizationState[authorizer][nonce]) revert AuthorizationSpent(authorizer, nonce);
        authorizationState[authorizer][nonce] = true;
    }

    function _check(address authorizer, bytes32 message, bytes calldata signature) private view {
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), message));
        if (!SignatureCheckerLib.isValidSignatureNowCalldata(authorizer, digest, signature)) {
            revert InvalidAuthorization(authorizer);
        }
    }
}
