// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../../src/ILoanBook.sol";
import {LoanBook} from "../../src/LoanBook.sol";
import {LoanBookTest} from "../support/LoanBookTest.sol";
import {SmartAccount} from "../support/SmartAccount.sol";

contract FundSignedTest is LoanBookTest {
    uint256 constant NUMBER = 7;

    function _fundAs(address person, ILoanBook.SignedRequest memory request, bytes memory signature) private {
        vm.prank(person);
        book.fundSigned(request, signature);
    }

    /// @dev ana funds what luis signed.
    function _fundSigned(ILoanBook.SignedRequest memory request) private {
        _fundAs(ana, request, _signRequest(luisKey, request));
    }

    function test_TheBorrowerGetsThePrincipalFromTheLender() public {
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        (request.lender, request.terms.instalments) = (ana, 3);
        bytes memory signature = _signRequest(luisKey, request);

        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.RequestSigned(1, luis, NUMBER, PRINCIPAL, DURATION, APR, NOTE);
        vm.expectEmit(address(book));
        emit ILoanBook.Planned(1, 3);
        vm.expectEmit(address(book));
        emit ILoanBook.RequestFunded(1, ana);
        vm.expectEmit(address(book));
        emit ILoanBook.LoanAccepted(1, luis, 1_800_000_000, 1_802_592_000);
        vm.prank(ana);
        assertEq(book.fundSigned(request, signature), 1);

        _assertEmitted(4, 1);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL);
        assertEq(dollar.balanceOf(address(book)), 0);
        ILoanBook.Summary memory loan = _expectRequest();
        _expectTaken(loan);
        loan.instalments = 3;
        _assertLoan(1, loan, NOTE);
        assertEq(book.nextId(), 2);
        assertEq(_idsOf(ILoanBook.List.Lent, ana)[0], 1);
        assertEq(_idsOf(ILoanBook.List.Borrowed, luis)[0], 1);
        assertEq(_lengthOf(ILoanBook.List.Requested, luis), 0);
        assertEq(_lengthOf(ILoanBook.List.RequestsFor, ana), 0);
        assertEq(book.openRequestsLength(), 0);
        _assertRecord(luis, 1, 0, 0);
    }

    function test_ASmartAccountSigns() public {
        SmartAccount account = new SmartAccount(luis);
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        request.borrower = address(account);
        bytes memory signature = abi.encodePacked(uint8(1), _signRequest(luisKey, request));
        _refuse(ana, request, abi.encodePacked(uint8(1), _signRequest(anaKey, request)), _invalid(address(account)));
        // Its owner's signature alone, of the right length for a key.
        _refuse(ana, request, _signRequest(luisKey, request), _invalid(address(account)));
        uint256 state = vm.snapshotState();
        account.close();
        _refuse(ana, request, signature, _invalid(address(account)));
        vm.revertToState(state);

        _fundAs(ana, request, signature);
        assertEq(book.getOffer(1).borrower, address(account));
        assertEq(dollar.balanceOf(address(account)), PRINCIPAL);
        assertTrue(book.isSpent(address(account), NUMBER));
    }

    // ── Refusals ─────────────────────────────────────────────────────────────────────────────────────────────────

    function _refuse(
        address person,
        ILoanBook.SignedRequest memory request,
        bytes memory signature,
        bytes memory reason
    ) private {
        vm.expectRevert(reason);
        _fundAs(person, request, signature);
    }

    /// @dev What luis signs is refused.
    function _refuse(address person, ILoanBook.SignedRequest memory request, bytes memory reason) private {
        _refuse(person, request, _signRequest(luisKey, request), reason);
    }

    function _invalid(address signer) private pure returns (bytes memory) {
        return abi.encodeWithSelector(ILoanBook.InvalidSignature.selector, signer);
    }

    function test_RevertWhen_AnyFieldWasChanged() public {
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        request.lender = ana;
        bytes memory signature = _signRequest(luisKey, request);
        for (uint256 i; i < 9; ++i) {
            ILoanBook.SignedRequest memory changed = abi.decode(abi.encode(request), (ILoanBook.SignedRequest));
            if (i == 0) changed.borrower = eva;
            if (i == 1) changed.lender = address(0);
            if (i == 2) ++changed.terms.principal;
            if (i == 3) --changed.terms.duration;
            if (i == 4) ++changed.terms.apr;
            if (i == 5) ++changed.terms.instalments;
            if (i == 6) changed.comment = "Para la bici, sin prisas.";
            if (i == 7) ++changed.number;
            if (i == 8) ++changed.deadline;
            _refuse(ana, changed, signature, _invalid(changed.borrower));
        }
        _fundAs(ana, request, signature);
    }

    /// @dev In the last form `s` is hardest to tell from the lower one: its first byte is 0x80 instead of 0x7f.
    function test_RevertWhen_TheSignatureHasAnotherForm() public {
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        bytes memory signature = _signRequest(luisKey, request);
        bytes[] memory forms = _otherForms(signature);
        for (uint256 i; i < forms.length; ++i) {
            _refuse(ana, request, forms[i], _invalid(luis));
        }
        while (signature[32] != 0x7f) {
            ++request.number;
            signature = _signRequest(luisKey, request);
        }
        _refuse(ana, request, _otherForms(signature)[0], _invalid(luis));
        _fundAs(ana, request, signature);
    }

    /// @dev ecrecover answers zero if nobody signed. The book and the token know nothing of ERC-1271.
    function test_RevertWhen_TheBorrowerDidNotSign() public {
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        bytes memory signature = _signRequest(luisKey, request);
        _refuse(ana, request, _signRequest(anaKey, request), _invalid(luis));
        vm.chainId(block.chainid + 1);
        _refuse(ana, request, signature, _invalid(luis));
        vm.chainId(block.chainid - 1);
        book = LoanBook(deployCode("LoanBook", abi.encode(dollar)));
        _refuse(ana, request, signature, _invalid(luis));
        address[3] memory borrowers = [address(0), address(book), address(dollar)];
        for (uint256 i; i < borrowers.length; ++i) {
            request.borrower = borrowers[i];
            _refuse(ana, request, new bytes(65), _invalid(borrowers[i]));
        }
    }

    function test_RevertWhen_TheNumberIsSpent() public {
        bytes memory spent = abi.encodeWithSelector(ILoanBook.NumberSpent.selector, luis, NUMBER);
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        vm.prank(eva);
        book.voidSigned(NUMBER);
        assertFalse(book.isSpent(luis, NUMBER));
        uint256 state = vm.snapshotState();
        _fundSigned(request);
        assertTrue(book.isSpent(luis, NUMBER));
        assertFalse(book.isSpent(luis, NUMBER + 1));
        _refuse(ana, request, spent);
        _refuse(eva, request, spent);
        // Nor does anything else with its number count.
        request.terms.principal = 1;
        _refuse(ana, request, spent);
        vm.expectRevert(spent);
        vm.prank(luis);
        book.voidSigned(NUMBER);

        vm.revertToState(state);
        vm.expectEmit(address(book));
        emit ILoanBook.SignedVoided(luis, NUMBER);
        vm.prank(luis);
        book.voidSigned(NUMBER);
        _refuse(ana, request, spent);
    }

    function test_RevertWhen_ItCannotBeFunded() public {
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        _refuse(luis, request, abi.encodeWithSelector(ILoanBook.OwnLoan.selector, 0));
        request.lender = luis;
        _refuse(luis, request, abi.encodeWithSelector(ILoanBook.OwnLoan.selector, 0));
        request.lender = ana;
        _refuse(eva, request, abi.encodeWithSelector(ILoanBook.AddressedToAnother.selector, 0, ana));
        request.comment = string(new bytes(281));
        _refuse(ana, request, abi.encodeWithSelector(ILoanBook.OutOfRange.selector, 281, 280));
        request.comment = string(new bytes(280));
        vm.warp(request.deadline + 1);
        _refuse(ana, request, abi.encodeWithSelector(ILoanBook.SignatureExpired.selector, request.deadline));
        vm.warp(request.deadline);
        deal(address(dollar), ana, PRINCIPAL - 1);
        _refuse(ana, request, abi.encodeWithSelector(ILoanBook.TransferFromFailed.selector));
        deal(address(dollar), ana, PRINCIPAL);
        _fundSigned(request);

        vm.warp(1 << 32);
        request = _signedRequest(8);
        _refuse(ana, request, abi.encodeWithSelector(ILoanBook.Overflow.selector));
    }
}
