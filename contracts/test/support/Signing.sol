// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "solady/tokens/ERC20.sol";
import {ILoanBook} from "../../src/ILoanBook.sol";

/// @dev What is signed, spelt out from EIP-712 and EIP-3009.

function bookDigest(address book, bytes memory words) view returns (bytes32) {
    bytes32 domain = keccak256(
        abi.encode(
            keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
            keccak256("EntrePares"),
            keccak256("1"),
            block.chainid,
            book
        )
    );
    return keccak256(abi.encodePacked(hex"1901", domain, keccak256(words)));
}

function circleDigest(
    address book,
    uint256[] memory ids,
    address[] memory lenders,
    uint256 amount,
    uint256[] memory noted,
    uint256 deadline
) view returns (bytes32) {
    bytes32 typeHash = keccak256(
        "Circle(uint256[] ids,address[] lenders,uint256 amount,uint256[] noted,uint256 deadline)"
    );
    bytes32 idsHash = keccak256(abi.encodePacked(ids));
    bytes32 lendersHash = keccak256(abi.encodePacked(lenders));
    bytes32 notedHash = keccak256(abi.encodePacked(noted));
    return bookDigest(book, abi.encode(typeHash, idsHash, lendersHash, amount, notedHash, deadline));
}

function requestDigest(address book, ILoanBook.SignedRequest memory request) view returns (bytes32) {
    bytes memory words = abi.encode(
        keccak256(
            "Request(address borrower,address lender,uint256 principal,uint256 duration,uint256 apr,uint256 instalments,string comment,uint256 number,uint256 deadline)"
        ),
        request.borrower,
        request.lender,
        request.terms.principal,
        request.terms.duration,
        request.terms.apr,
        request.terms.instalments,
        keccak256(bytes(request.comment)),
        request.number,
        request.deadline
    );
    return bookDigest(book, words);
}

function paymentDigest(address book, ILoanBook.SignedPayment memory payment) view returns (bytes32) {
    bytes32 nonce = keccak256(abi.encode(payment.id, payment.lender, payment.borrower, payment.number));
    return
        authorizationDigest(
            ERC20(ILoanBook(book).token()),
            payment.payer,
            book,
            payment.amount,
            payment.validAfter,
            payment.validBefore,
            nonce
        );
}

function authorizationDigest(
    ERC20 token,
    address from,
    address to,
    uint256 value,
    uint256 validAfter,
    uint256 validBefore,
    bytes32 nonce
) view returns (bytes32) {
    bytes32 typeHash = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 message = keccak256(abi.encode(typeHash, from, to, value, validAfter, validBefore, nonce));
    return keccak256(abi.encodePacked(hex"1901", token.DOMAIN_SEPARATOR(), message));
}
