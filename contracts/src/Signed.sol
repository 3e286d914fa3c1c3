// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "./ILoanBook.sol";
import {Lock} from "./Lock.sol";
import {Signature} from "./Signature.sol";

/// @title What somebody signed off the chain, for somebody else to send
/// @notice A signature counts for this contract on this chain (EIP-712), and once. A request has a number, which is spent
/// when it is used or voided. A payment has the token's nonce, and a circle the sums that were recorded before.
///
/// The domain is hashed for each signature. Solady's EIP712 keeps it in immutables and tells it by EIP-5267, which saves
/// 200 gas and takes 600 bytes of the 24,576 that a contract may have.
abstract contract Signed is ILoanBook, Lock {
    bytes32 private constant DOMAIN_TYPE = keccak256(
        "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
    );
    bytes32 private constant NAME = keccak256("EntrePares");
    bytes32 private constant VERSION = keccak256("1");
    bytes32 private constant REQUEST_TYPE = keccak256(
        "Request(address borrower,address lender,uint256 principal,uint256 duration,uint256 apr,uint256 instalments,string comment,uint256 number,uint256 deadline)"
    );
    bytes32 private constant CIRCLE_TYPE = keccak256(
        "Circle(uint256[] ids,address[] lenders,uint256 amount,uint256[] noted,uint256 deadline)"
    );

    mapping(address signer => mapping(uint256 number => bool)) public isSpent;

    function voidSigned(uint256 number) external nonReentrant {
        _spend(msg.sender, number);

        emit SignedVoided(msg.sender, number);
    }

    /// @dev Refuses a request that its borrower did not sign like this, and spends its number.
    function _use(SignedRequest calldata request, bytes calldata signature) internal {
        if (block.timestamp > request.deadline) revert SignatureExpired(request.deadline);
        _spend(request.borrower, request.number);
        bytes32 message = keccak256(
            abi.encode(
                REQUEST_TYPE,
                request.borrower,
                request.lender,
                request.terms,
                keccak256(bytes(request.comment)),
                request.number,
                request.deadline
            )
        );
        _requireSigned(request.borrower, _digestOf(message), signature);
    }

    function _circleDigest(
        uint256[] calldata ids,
        address[] memory lenders,
        uint256 amount,
        uint256[] calldata noted,
        uint256 deadline
    ) internal view returns (bytes32) {
        bytes32 idsHash = keccak256(abi.encodePacked(ids));
        bytes32 lendersHash = keccak256(abi.encodePacked(lenders));
        bytes32 notedHash = keccak256(abi.encodePacked(noted));
        return _digestOf(keccak256(abi.encode(CIRCLE_TYPE, idsHash, lendersHash, amount, notedHash, deadline)));
    }

    function _digestOf(bytes32 message) private view returns (bytes32) {
        bytes32 domain = keccak256(abi.encode(DOMAIN_TYPE, NAME, VERSION, block.chainid, address(this)));
        return keccak256(abi.encodePacked(hex"1901", domain, message));
    }

    function _requireSigned(address signer, bytes32 digest, bytes calldata signature) internal view {
        if (!Signature.isBy(signer, digest, signature)) revert InvalidSignature(signer);
    }

    /// @dev Binds a payment to its loan: the token knows no more than payer, payee and amount. The token also sees to it
    /// that a payment is made once, so its number is not spent here.
    function _nonceOf(SignedPayment calldata payment) internal pure returns (bytes32) {
        return keccak256(abi.encode(payment.id, payment.lender, payment.borrower, payment.number));
    }

    function _spend(address signer, uint256 number) private {
        _requireUnspent(signer, number);
        isSpent[signer][number] = true;
    }

    function _requireUnspent(address signer, uint256 number) internal view {
        if (isSpent[signer][number]) revert NumberSpent(signer, number);
    }
}
