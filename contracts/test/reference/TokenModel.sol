// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "solady/tokens/ERC20.sol";
import {Authorizations} from "../../src/Authorizations.sol";
import {ILoanBook} from "../../src/ILoanBook.sol";
import {paymentDigest} from "../support/Signing.sol";
import {BlockingDollar} from "../tokens/BlockingDollar.sol";

/// @notice The dollar in plain state, as the book uses it, with the vices of contracts/test/tokens. Tests send the
/// commands of the token to both.
abstract contract TokenModel is ILoanBook {
    address public immutable token;
    address public immutable book;

    mapping(address owner => uint256) public balanceOf;
    /// @dev For the book.
    mapping(address owner => uint256) public allowanceOf;
    mapping(address owner => uint256) public nonces;
    mapping(address payer => mapping(bytes32 nonce => bool)) private _isUsed;

    mapping(address receiver => bool) public isBlocked;
    uint256 private _percent; // FeeDollar
    bool private _isLiar; // LyingDollar
    address private _denied;
    bool private _ignoresPermits; // ReenteringDollar

    constructor(address book_) {
        book = book_;
        token = ILoanBook(book_).token();
    }

    function print(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function approve(address, uint256 amount) external {
        allowanceOf[msg.sender] = amount;
    }

    function transfer(address to, uint256 amount) external {
        _shift(msg.sender, to, amount);
    }

    function permit(address owner, address, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external {
        _permit(owner, value, deadline, v, r, s);
    }

    function setBlocked(address receiver, bool blocked) external {
        isBlocked[receiver] = blocked;
    }

    function setPercent(uint256 percent) external {
        _percent = percent;
    }

    function setDenied(address receiver) external {
        (_isLiar, _denied) = (true, receiver);
    }

    /// @dev What ReenteringDollar calls back with must be refused, and so changes nothing.
    function setWithinPermit(bool) external {
        _ignoresPermits = true;
    }

    function permitDigest(address owner, uint256 value, uint256 deadline) public view returns (bytes32) {
        bytes32 typeHash = keccak256(
            "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"
        );
        bytes32 message = keccak256(abi.encode(typeHash, owner, book, value, nonces[owner], deadline));
        return keccak256(abi.encodePacked(hex"1901", ERC20(token).DOMAIN_SEPARATOR(), message));
    }

    function _permit(address owner, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) internal {
        if (_ignoresPermits || block.timestamp > deadline) return;
        if (ecrecover(permitDigest(owner, value, deadline), v, r, s) != owner) return;
        ++nonces[owner];
        allowanceOf[owner] = value;
    }

    /// @dev `transfer` by the book. `moved`: it did not revert.
    function _give(address to, uint256 amount) internal returns (bool moved, bool answer) {
        moved = _shift(book, to, amount).length == 0;
        answer = moved && !_isLiar;
    }

    /// @dev `transferFrom` by the book.
    function _pull(address from, address to, uint256 amount) internal returns (bool answer) {
        if (allowanceOf[from] < amount || _shift(from, to, amount).length != 0) return false;
        if (allowanceOf[from] != type(uint256).max) allowanceOf[from] -= amount;
        return !_isLiar || to != _denied;
    }

    /// @dev `receiveWithAuthorization` by the book.
    function _receive(SignedPayment calldata payment, bytes calldata signature) internal {
        address payer = payment.payer;
        bytes32 nonce = keccak256(abi.encode(payment.id, payment.lender, payment.borrower, payment.number));
        if (block.timestamp <= payment.validAfter) revert Authorizations.AuthorizationNotYetValid(payment.validAfter);
        if (block.timestamp >= payment.validBefore) revert Authorizations.AuthorizationExpired(payment.validBefore);
        if (_isUsed[payer][nonce]) revert Authorizations.AuthorizationSpent(payer, nonce);
        if (!_isBy(payer, paymentDigest(book, payment), signature)) revert Authorizations.InvalidAuthorization(payer);
        _isUsed[payer][nonce] = true;
        _require(_shift(payer, book, payment.amount));
    }

    /// @dev Moves tokens, or gives the reason why not. Nobody sends any to themselves.
    function _shift(address from, address to, uint256 amount) private returns (bytes memory reason) {
        if (isBlocked[to]) return abi.encodeWithSelector(BlockingDollar.Blocked.selector, to);
        bytes memory lack = abi.encodeWithSelector(ERC20.InsufficientBalance.selector);
        if (balanceOf[from] < amount) return lack;
        uint256 fee = (amount * _percent) / 100;
        if (balanceOf[to] + amount < fee) return lack;
        balanceOf[from] -= amount;
        balanceOf[to] = balanceOf[to] + amount - fee;
    }

    function _require(bytes memory reason) internal pure {
        if (reason.length == 0) return;
        assembly ("memory-safe") {
            revert(add(reason, 32), mload(reason))
        }
    }

    /// @dev By a key: r, s in the lower half, and v.
    function _isBy(address signer, bytes32 digest, bytes calldata signature) internal pure returns (bool) {
        if (signature.length != 65) return false;
        (bytes32 r, bytes32 s) = (bytes32(signature[:32]), bytes32(signature[32:64]));
        if (uint256(s) > 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0) return false;
        return signer != address(0) && ecrecover(digest, uint8(signature[64]), r, s) == signer;
    }
}
