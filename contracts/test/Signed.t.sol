// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Authorizations} from "../src/Authorizations.sol";
import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBook} from "../src/LoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

/// @dev Signatures of requests, which the book checks, and of payments, which the token checks (EIP-3009). Random lives
/// prove their effects and deadlines, and that each counts once.
contract SignedTest is LoanBookTest {
    ILoanBook.SignedRequest request;
    ILoanBook.SignedPayment payment;
    bytes requestSignature;
    bytes paymentSignature;

    /// @dev A request by luis to ana, and a payment on an earlier loan.
    function setUp() public override {
        super.setUp();
        payment = _signedPayment(_createLoan(), 100e6, 8);
        _createLoan();
        request = _signedRequest(7);
        request.lender = ana;
        requestSignature = _signRequest(luisKey, request);
        paymentSignature = _signPayment(luisKey, payment);
    }

    function _fund(ILoanBook.SignedRequest memory changed, bytes memory signature) private {
        vm.prank(ana);
        book.fundSigned(changed, signature);
    }

    function _refuse(ILoanBook.SignedRequest memory changed, bytes memory signature) private {
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.InvalidSignature.selector, changed.borrower));
        _fund(changed, signature);
    }

    function _refuse(ILoanBook.SignedPayment memory changed, bytes memory signature) private {
        vm.expectRevert(abi.encodeWithSelector(Authorizations.InvalidAuthorization.selector, changed.payer));
        book.repaySigned(changed, signature);
    }

    function _refuseBoth(bytes memory ofRequest, bytes memory ofPayment) private {
        _refuse(request, ofRequest);
        _refuse(payment, ofPayment);
    }

    function test_RevertWhen_AnyFieldOfARequestWasChanged() public {
        for (uint256 i; i < 9; ++i) {
            ILoanBook.SignedRequest memory changed = request;
            if (i == 0) changed.borrower = eva;
            if (i == 1) changed.lender = address(0);
            if (i == 2) ++changed.terms.principal;
            if (i == 3) --changed.terms.duration;
            if (i == 4) ++changed.terms.apr;
            if (i == 5) ++changed.terms.instalments;
            if (i == 6) changed.comment = "Para la bici, sin prisas.";
            if (i == 7) ++changed.number;
            if (i == 8) ++changed.deadline;
            _refuse(changed, requestSignature);
        }
        _fund(request, requestSignature);
    }

    /// @dev The nonce has the loan, its people and the number. The token knows the rest. After a reorganisation the id
    /// may belong to a loan between others, and to name them does not help.
    function test_RevertWhen_AnyFieldOfAPaymentWasChanged() public {
        for (uint256 i; i < 8; ++i) {
            ILoanBook.SignedPayment memory changed = payment;
            if (i == 0) changed.lender = eva;
            if (i == 1) changed.borrower = eva;
            if (i == 2) ++changed.id;
            if (i == 3) changed.payer = eva;
            if (i == 4) --changed.amount;
            if (i == 5) ++changed.number;
            if (i == 6) ++changed.validAfter;
            if (i == 7) ++changed.validBefore;
            if (i < 2) _refuse(payment, _signPayment(luisKey, changed));
            else _refuse(changed, paymentSignature);
        }
        book.repaySigned(payment, paymentSignature);
    }

    function test_APaymentInTheLastSecondIsOnTime() public {
        vm.warp(book.getOffer(payment.id).dueTs);
        payment.validBefore = block.timestamp + 1;
        book.repaySigned(payment, _signPayment(luisKey, payment));
        assertFalse(book.summaryOf(payment.id).late);
    }

    /// @dev With the other `s`, compact (EIP-2098), cut, with a byte more, with another `v`, and none.
    function _otherForms(bytes memory signature) private pure returns (bytes[6] memory forms) {
        (bytes32 r, bytes32 s, bytes1 last) = abi.decode(
            bytes.concat(signature, new bytes(31)),
            (bytes32, bytes32, bytes1)
        );
        uint8 v = uint8(last);
        uint256 order = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
        forms[0] = abi.encodePacked(r, order - uint256(s), v == 27 ? uint8(28) : uint8(27));
        forms[1] = abi.encodePacked(r, uint256(s) | (uint256(v - 27) << 255));
        forms[2] = abi.encodePacked(r, s);
        forms[3] = abi.encodePacked(signature, uint8(0));
        forms[4] = abi.encodePacked(r, s, v - 27);
    }

    /// @dev Last, the other `s` that is hardest to tell from the lower one: its first byte is 0x80 instead of 0x7f.
    function test_RevertWhen_TheSignatureHasAnotherForm() public {
        for (uint256 i; i < 6; ++i) {
            _refuseBoth(_otherForms(requestSignature)[i], _otherForms(paymentSignature)[i]);
        }
        while (requestSignature[32] != 0x7f) {
            ++request.number;
            requestSignature = _signRequest(luisKey, request);
        }
        _refuse(request, _otherForms(requestSignature)[0]);
        _fund(request, requestSignature);
    }

    /// @dev ecrecover returns zero for an invalid signature. The book and the token do not know ERC-1271.
    function test_RevertWhen_SomebodyElseSignedOrForAnotherBook() public {
        _refuseBoth(_signRequest(anaKey, request), _signPayment(anaKey, payment));
        vm.chainId(block.chainid + 1);
        _refuseBoth(requestSignature, paymentSignature);
        vm.chainId(block.chainid - 1);
        address[3] memory signers = [address(0), address(book), address(dollar)];
        for (uint256 i; i < 3; ++i) {
            (request.borrower, payment.payer) = (signers[i], signers[i]);
            _refuseBoth(new bytes(65), new bytes(65));
        }
        request.borrower = luis;
        book = LoanBook(deployCode("LoanBook", abi.encode(dollar)));
        _refuse(request, requestSignature);
    }

    /// @dev ERC-1271. The owner's signature is of the right length for a key, but not for the account.
    function test_ASmartAccountBorrowsAndPays() public {
        address account = deployCode("SmartAccount", abi.encode(luis));
        (request.borrower, payment.payer) = (account, account);
        (requestSignature, paymentSignature) = (_signRequest(luisKey, request), _signPayment(luisKey, payment));
        _refuseBoth(requestSignature, paymentSignature);
        _refuse(request, bytes.concat(hex"01", _signRequest(anaKey, request)));
        _fund(request, bytes.concat(hex"01", requestSignature));
        assertEq(dollar.balanceOf(account), PRINCIPAL);
        assertTrue(book.isSpent(account, request.number));
        vm.expectEmit(address(book));
        emit ILoanBook.PaidBy(payment.id, account);
        book.repaySigned(payment, bytes.concat(hex"01", paymentSignature));
        assertEq(dollar.balanceOf(account), PRINCIPAL - 100e6);
    }
}
