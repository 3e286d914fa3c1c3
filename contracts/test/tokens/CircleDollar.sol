// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "solady/tokens/ERC20.sol";
import {SignatureCheckerLib} from "solady/utils/SignatureCheckerLib.sol";

/// @notice A dollar as Circle's USDC is on Sepolia: with a name and a version of its own, without a faucet, and with
/// reasons in words instead of errors by name.
contract CircleDollar is ERC20 {
    bytes32 private constant RECEIVE_TYPE = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );

    bytes32 private constant PERMIT_TYPE = keccak256(
        "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"
    );

    mapping(address owner => uint256) private _nonces;
    mapping(address authorizer => mapping(bytes32 nonce => bool)) public authorizationState;

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external {
        require(to == msg.sender, "FiatTokenV2: caller must be the payee");
        require(block.timestamp > validAfter, "FiatTokenV2: authorization is not yet valid");
        require(block.timestamp < validBefore, "FiatTokenV2: authorization is expired");
        require(!authorizationState[from][nonce], "FiatTokenV2: authorization is used or canceled");
        bytes32 message = keccak256(abi.encode(RECEIVE_TYPE, from, to, value, validAfter, validBefore, nonce));
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), message));
        bool isBy = SignatureCheckerLib.isValidSignatureNowCalldata(from, digest, signature);
        require(isBy, "FiatTokenV2: invalid signature");
        require(balanceOf(from) >= value, "ERC20: transfer amount exceeds balance");
        authorizationState[from][nonce] = true;
        _transfer(from, to, value);
    }

    /// @notice An owner with code is asked for the signature (ERC-1271), even if the owner has a key.
    function permit(
        address owner,
        address spender,
        uint256 value,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) public override {
        require(deadline >= block.timestamp, "FiatTokenV2: permit is expired");
        bytes32 message = keccak256(abi.encode(PERMIT_TYPE, owner, spender, value, _nonces[owner]++, deadline));
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), message));
        bool isBy =
            owner.code.length == 0
                ? ecrecover(digest, v, r, s) == owner
                : SignatureCheckerLib.isValidERC1271SignatureNow(owner, digest, v, r, s);
        require(isBy, "EIP2612: invalid signature");
        _approve(owner, spender, value);
    }

    function nonces(address owner) public view override returns (uint256) {
        return _nonces[owner];
    }

    function name() public pure override returns (string memory) {
        return "USDC";
    }

    function symbol() public pure override returns (string memory) {
        return "USDC";
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function version() external pure returns (string memory) {
        return "2";
    }

    function _versionHash() internal pure override returns (bytes32) {
        return keccak256("2");
    }

    function _givePermit2InfiniteAllowance() internal pure override returns (bool) {
        return false;
    }
}
