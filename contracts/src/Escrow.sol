// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "solady/tokens/ERC20.sol";
import {FixedPointMathLib} from "solady/utils/FixedPointMathLib.sol";
import {SafeTransferLib} from "solady/utils/SafeTransferLib.sol";
import {Authorizations} from "./Authorizations.sol";
import {ILoanBook} from "./ILoanBook.sol";
import {LoanMath} from "./LoanMath.sol";
import {Lock} from "./Lock.sol";

/// @title The token of ILoanBook: its transfers, and what is held for lenders whom it refused
///
/// Trust model: the token must not take more from this contract than it is told to. It may block an address, charge a
/// fee on transfer, return false or nothing, and reenter: none of that makes this contract owe more than it holds. A
/// token that moves a payment to the lender and then returns false makes the payer pay twice; the lender gets both. To
/// compare the lender's balance before and after would cost every payment 760 gas. A token that returns true and moves
/// nothing leaves a borrower who accepts an offer in debt for what they never got. A token that blocks a lender leaves
/// them `withdrawTo`; one that blocks this contract locks all that it holds, and lets nobody pay through it.
abstract contract Escrow is ILoanBook, Lock {
    using FixedPointMathLib for uint256;
    using SafeTransferLib for address;

    address public immutable token;

    mapping(address lender => uint256) public claimable;

    constructor(address token_) {
        if (token_.code.length == 0) revert TokenWithoutCode(token_);
        uint256 decimals = ERC20(token_).decimals();
        if (decimals != LoanMath.DECIMALS) revert WrongDecimals(token_, decimals);
        token = token_;
    }

    function withdraw() external returns (uint256 amount) {
        return withdrawTo(msg.sender);
    }

    function withdrawTo(address to) public nonReentrant returns (uint256 amount) {
        if (to == address(this) || to == address(0)) revert WithdrawnToNobody();
        amount = claimable[msg.sender];
        if (amount == 0) revert NothingToWithdraw(msg.sender);

        claimable[msg.sender] = 0;

        emit Withdrawn(msg.sender, to, amount);

        if (!_trySend(to, amount)) revert TransferFailed();
    }

    function permit(uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external nonReentrant {
        try ERC20(token).permit(msg.sender, address(this), value, deadline, v, r, s) {} catch {}
    }

    function _takeFromCaller(address to, uint256 amount) internal {
        uint256 before = token.balanceOf(to);
        token.safeTransferFrom(msg.sender, to, amount);
        _requireReceived(to, before, amount);
    }

    function _requireReceived(address to, uint256 before, uint256 amount) private view {
        uint256 received = token.balanceOf(to).zeroFloorSub(before);
        if (received < amount) revert TokenKeptAFee(amount, received);
    }

    /// @dev Whether the money left, by the balance: a token that answers false may have moved it all the same, and then
    /// this contract would owe it twice.
    function _trySend(address to, uint256 amount) internal returns (bool) {
        uint256 before = token.balanceOf(address(this));
        (bool done, ) = token.call(abi.encodeCall(ERC20.transfer, (to, amount)));
        return done && token.balanceOf(address(this)) < before;
    }

    /// @dev Takes what `payer` signed (EIP-3009). The signature is in memory: the encoder for calldata is that of the
    /// comments in events, which would not be inlined any more.
    function _takeAuthorized(SignedPayment calldata payment, bytes32 nonce, bytes memory signature) internal {
        (address payer, uint256 amount) = (payment.payer, payment.amount);
        (uint256 validAfter, uint256 validBefore) = (payment.validAfter, payment.validBefore);
        uint256 before = token.balanceOf(address(this));
        Authorizations(token).receiveWithAuthorization(
            payer,
            address(this),
            amount,
            validAfter,
            validBefore,
            nonce,
            signature
        );
        _requireReceived(address(this), before, amount);
    }

    function _hold(uint256 id, address lender, uint256 amount) internal {
        claimable[lender] += amount;
        emit PaymentHeld(id, lender, amount);
    }
}
