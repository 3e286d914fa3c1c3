// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../../src/ILoanBook.sol";
import {LoanBook} from "../../src/LoanBook.sol";
import {LoanBookTest} from "../support/LoanBookTest.sol";
import {SmartAccount} from "../support/SmartAccount.sol";

/// @dev What both ways to fund a signed request have in common.
abstract contract FundSignedBase is LoanBookTest {
    uint256 constant NUMBER = 7;

    /// @dev The only call that changes state is that to the book.
    function _fundAs(
        address person,
        ILoanBook.SignedRequest memory request,
        bytes memory signature
    ) internal virtual returns (uint256 id);

    /// @dev ana funds what luis signed.
    function _fundSigned(ILoanBook.SignedRequest memory request) internal returns (uint256 id) {
        return _fundAs(ana, request, _signRequest(luisKey, request));
    }

    function test_TheBorrowerGetsThePrincipalFromTheLender() public {
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        bytes memory signature = _signRequest(luisKey, request);
        assertFalse(book.isSpent(luis, NUMBER));

        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.RequestSigned(1, luis, NUMBER, PRINCIPAL, DURATION, APR, NOTE);
        vm.expectEmit(address(book));
        emit ILoanBook.RequestFunded(1, ana);
        vm.expectEmit(address(book));
        emit ILoanBook.LoanAccepted(1, luis, 1_800_000_000, 1_802_592_000);
        assertEq(_fundAs(ana, request, signature), 1);

        _assertEmitted(3, 1);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL);
        assertEq(dollar.balanceOf(address(book)), 0);
        ILoanBook.Summary memory loan = _expectRequest();
        _expectTaken(loan);
        _assertLoan(1, loan, NOTE);
        assertTrue(book.isSpent(luis, NUMBER));
        assertFalse(book.isSpent(luis, NUMBER + 1));
        assertFalse(book.isSpent(ana, NUMBER));
    }

    function test_ItStandsInTheListsOfItsPeopleAlone() public {
        _createOffer();
        _createRequest();
        uint256 id = _fundSigned(_signedRequest(NUMBER));

        assertEq(id, 3);
        assertEq(book.nextId(), 4);
        assertEq(book.offersByLenderLength(ana), 2);
        assertEq(book.offersByLender(ana, 1), id);
        assertEq(book.loansByBorrowerLength(luis), 1);
        assertEq(book.loansByBorrower(luis, 0), id);
        assertEq(book.openOffersLength(), 1);
        assertEq(book.openRequestsLength(), 1);
        assertEq(book.requestsByBorrowerLength(luis), 1);
        assertEq(book.requestsForLenderLength(ana), 0);
        assertEq(book.offersForBorrowerLength(luis), 0);
        _assertRecord(luis, 1, 0, 0);
        _assertRecord(ana, 0, 0, 0);
    }

    function test_TheOneItIsAddressedToMayFundIt() public {
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        request.lender = ana;
        uint256 id = _fundSigned(request);

        assertEq(book.getOffer(id).lender, ana);
        assertEq(book.requestsForLenderLength(ana), 0);
    }

    function test_InstalmentsAreAnnounced() public {
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        request.terms.instalments = 3;
        bytes memory signature = _signRequest(luisKey, request);

        vm.expectEmit(address(book));
        emit ILoanBook.RequestSigned(1, luis, NUMBER, PRINCIPAL, DURATION, APR, NOTE);
        vm.expectEmit(address(book));
        emit ILoanBook.Planned(1, 3);
        vm.expectEmit(address(book));
        emit ILoanBook.RequestFunded(1, ana);
        _fundAs(ana, request, signature);

        assertEq(book.termsOf(1).instalments, 3);
        assertEq(book.openUntil(1), 0);
    }

    function testFuzz_KeepsWhatWasSigned(ILoanBook.SignedRequest memory request, uint8 length) public {
        request.borrower = luis;
        request.lender = address(0);
        request.terms.principal = bound(request.terms.principal, 1, FORTUNE);
        request.terms.duration = bound(request.terms.duration, 1, type(uint32).max);
        request.terms.apr = bound(request.terms.apr, 1, type(uint16).max);
        request.terms.instalments = bound(request.terms.instalments, 1, 60);
        request.deadline = bound(request.deadline, block.timestamp, type(uint256).max);
        request.comment = string(new bytes(length));
        uint256 id = _fundSigned(request);

        ILoanBook.Loan memory loan = book.getOffer(id);
        assertEq(abi.encode(book.termsOf(id)), abi.encode(request.terms));
        assertEq(loan.comment, request.comment);
        assertEq(loan.createdAt, block.timestamp);
        assertEq(loan.startTs, block.timestamp);
        assertEq(dollar.balanceOf(luis), FORTUNE + request.terms.principal);
        assertTrue(book.isSpent(luis, request.number));
    }

    function test_ItIsALoanLikeAnyOther() public {
        uint256 id = _fundSigned(_signedRequest(NUMBER));

        _repay(id, 100e6);
        _extendBy(id, 1 days);
        assertEq(book.getOffer(id).dueTs, block.timestamp + DURATION + 1 days);
        skip(DURATION + 1 days);
        _repay(id, TOTAL);

        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + TOTAL);
        _assertStatus(id, ILoanBook.Status.Repaid);
        _assertRecord(luis, 1, 1, 0);
        _assertEnded(0, 300);
    }

    function test_TheLastSecondCounts() public {
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        vm.warp(request.deadline);
        _fundSigned(request);
    }

    /// @dev Each number by itself, in any order.
    function test_SeveralRequestsOfOneBorrower() public {
        _fundSigned(_signedRequest(type(uint256).max));
        _fundSigned(_signedRequest(0));
        _fundSigned(_signedRequest(255));
        assertEq(book.loansByBorrowerLength(luis), 3);
    }

    function test_TheSameNumberOfAnotherBorrower() public {
        _fundSigned(_signedRequest(NUMBER));
        (address nora, uint256 noraKey) = makeAddrAndKey("nora");
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        request.borrower = nora;
        uint256 id = _fundAs(ana, request, _signRequest(noraKey, request));
        assertEq(book.getOffer(id).borrower, nora);
    }

    function test_ASmartAccountSigns() public {
        SmartAccount account = new SmartAccount(luis);
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        request.borrower = address(account);
        uint256 id = _fundAs(ana, request, abi.encodePacked(uint8(1), _signRequest(luisKey, request)));

        assertEq(book.getOffer(id).borrower, address(account));
        assertEq(dollar.balanceOf(address(account)), PRINCIPAL);
        assertTrue(book.isSpent(address(account), NUMBER));
    }

    // ── Refusals ─────────────────────────────────────────────────────────────────────────────────────────────────

    function test_RevertWhen_ItWasUsed() public {
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        _fundSigned(request);
        _refuse(ana, request, _signRequest(luisKey, request), _spent());
        _refuse(eva, request, _signRequest(luisKey, request), _spent());
        // Nor anything else with its number.
        request.terms.principal = 1;
        _refuse(ana, request, _signRequest(luisKey, request), _spent());
    }

    function test_RevertWhen_ItWasVoided() public {
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        vm.prank(luis);
        book.voidSigned(NUMBER);
        _refuse(ana, request, _signRequest(luisKey, request), _spent());
    }

    function test_SomebodyElseCannotVoidIt() public {
        vm.prank(eva);
        book.voidSigned(NUMBER);
        _fundSigned(_signedRequest(NUMBER));
    }

    function test_RevertWhen_ItIsLate() public {
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        vm.warp(request.deadline + 1);
        bytes memory reason = abi.encodeWithSelector(ILoanBook.SignatureExpired.selector, request.deadline);
        _refuse(ana, request, _signRequest(luisKey, request), reason);
    }

    function test_RevertWhen_ItIsForAnotherLender() public {
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        request.lender = ana;
        bytes memory reason = abi.encodeWithSelector(ILoanBook.AddressedToAnother.selector, 0, ana);
        _refuse(eva, request, _signRequest(luisKey, request), reason);
    }

    function test_RevertWhen_TheBorrowerFundsIt() public {
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        bytes memory reason = abi.encodeWithSelector(ILoanBook.OwnRequest.selector, 0);
        _refuse(luis, request, _signRequest(luisKey, request), reason);
        request.lender = luis;
        _refuse(luis, request, _signRequest(luisKey, request), reason);
    }

    function test_RevertWhen_AnythingWasChanged() public {
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

    function test_RevertWhen_SomebodyElseSigned() public {
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        _refuse(ana, request, _signRequest(anaKey, request), _invalid(luis));
    }

    function test_RevertWhen_TheSignatureHasAnotherForm() public {
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        bytes[] memory forms = _otherForms(_signRequest(luisKey, request));
        for (uint256 i; i < forms.length; ++i) {
            _refuse(ana, request, forms[i], _invalid(luis));
        }
    }

    /// @dev The other `s` that is hardest to tell from the lower one: its first byte is 0x80 instead of 0x7f.
    function test_RevertWhen_TheOtherSIsCloseToHalfOfTheOrder() public {
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        bytes memory signature;
        do {
            ++request.number;
            signature = _signRequest(luisKey, request);
        } while (signature[32] != 0x7f);
        _refuse(ana, request, _otherForms(signature)[0], _invalid(luis));
    }

    /// @dev ecrecover answers zero to what nobody signed.
    function test_RevertWhen_TheBorrowerIsNobody() public {
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        request.borrower = address(0);
        _refuse(ana, request, new bytes(65), _invalid(address(0)));
        _refuse(ana, request, _signRequest(luisKey, request), _invalid(address(0)));
    }

    function test_RevertWhen_ItWasSignedForAnotherChain() public {
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        bytes memory signature = _signRequest(luisKey, request);
        vm.chainId(block.chainid + 1);
        _refuse(ana, request, signature, _invalid(luis));
        // A fork of the chain, too, after it got an id of its own.
        _fundSigned(request);
    }

    function test_RevertWhen_ItWasSignedForAnotherBook() public {
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        bytes memory signature = _signRequest(luisKey, request);
        book = LoanBook(deployCode("LoanBook", abi.encode(dollar)));
        _refuse(ana, request, signature, _invalid(luis));
    }

    function test_RevertWhen_TheSmartAccountDidNotSign() public {
        SmartAccount account = new SmartAccount(luis);
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        request.borrower = address(account);
        bytes memory reason = _invalid(address(account));
        _refuse(ana, request, abi.encodePacked(uint8(1), _signRequest(anaKey, request)), reason);
        // Its owner's signature alone, of the right length for a key.
        _refuse(ana, request, _signRequest(luisKey, request), reason);
        bytes memory signature = abi.encodePacked(uint8(1), _signRequest(luisKey, request));
        account.close();
        _refuse(ana, request, signature, reason);
        // Contracts that know nothing of signatures.
        request.borrower = address(book);
        _refuse(ana, request, signature, _invalid(address(book)));
        request.borrower = address(dollar);
        _refuse(ana, request, signature, _invalid(address(dollar)));
    }

    function test_RevertWhen_TheTermsAreOutOfRange() public {
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        request.terms.principal = 0;
        _refuseOutOfRange(request, ILoanBook.PrincipalOutOfRange.selector, 0, type(uint56).max);
        request.terms = ILoanBook.Terms(uint256(type(uint56).max) + 1, 1, 1, 1);
        _refuseOutOfRange(request, ILoanBook.PrincipalOutOfRange.selector, 1 << 56, type(uint56).max);
        request.terms = ILoanBook.Terms(1, uint256(type(uint32).max) + 1, 1, 1);
        _refuseOutOfRange(request, ILoanBook.DurationOutOfRange.selector, 1 << 32, type(uint32).max);
        request.terms = ILoanBook.Terms(1, 1, uint256(type(uint16).max) + 1, 1);
        _refuseOutOfRange(request, ILoanBook.AprOutOfRange.selector, 1 << 16, type(uint16).max);
        request.terms = ILoanBook.Terms(1, 1, 1, 61);
        _refuseOutOfRange(request, ILoanBook.InstalmentsOutOfRange.selector, 61, 60);
        request.terms = _terms();
        request.comment = string(new bytes(281));
        _refuseOutOfRange(request, ILoanBook.CommentTooLong.selector, 281, 280);
    }

    function test_RevertWhen_TheLenderHasTooLittle() public {
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        deal(address(dollar), ana, PRINCIPAL - 1);
        _refuse(
            ana,
            request,
            _signRequest(luisKey, request),
            abi.encodeWithSelector(ILoanBook.TransferFromFailed.selector)
        );
        assertFalse(book.isSpent(luis, NUMBER));
        assertEq(book.nextId(), 1);
    }

    function test_RevertWhen_TheClockNoLongerFits() public {
        vm.warp(uint256(type(uint32).max) + 1);
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        _refuse(ana, request, _signRequest(luisKey, request), abi.encodeWithSelector(ILoanBook.Overflow.selector));
    }

    /// @dev Of all that is sent, the padding of the signature apart. The note fills its word.
    function testFuzz_RevertWhen_AByteWasChanged(uint256 place, uint8 change) public {
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        request.comment = "Para la bici, sin prisa. Gracias";
        assertEq(bytes(request.comment).length, 32);
        bytes memory call = abi.encodeCall(book.fundSigned, (request, _signRequest(luisKey, request)));
        uint256 at = bound(place, 4, call.length - 32);
        call[at] ^= bytes1(change == 0 ? 1 : change);
        vm.prank(ana);
        (bool ok, ) = address(book).call(call);
        assertFalse(ok, "accepted");
        assertEq(book.nextId(), 1);
    }

    function _refuse(
        address person,
        ILoanBook.SignedRequest memory request,
        bytes memory signature,
        bytes memory reason
    ) private {
        vm.expectRevert(reason);
        _fundAs(person, request, signature);
    }

    function _refuseOutOfRange(
        ILoanBook.SignedRequest memory request,
        bytes4 selector,
        uint256 value,
        uint256 max
    ) private {
        _refuse(ana, request, _signRequest(luisKey, request), abi.encodeWithSelector(selector, value, max));
    }

    function _spent() private view returns (bytes memory) {
        return abi.encodeWithSelector(ILoanBook.NumberSpent.selector, luis, NUMBER);
    }

    function _invalid(address signer) private pure returns (bytes memory) {
        return abi.encodeWithSelector(ILoanBook.InvalidSignature.selector, signer);
    }
}

contract FundSignedTest is FundSignedBase {
    function _fundAs(
        address person,
        ILoanBook.SignedRequest memory request,
        bytes memory signature
    ) internal override returns (uint256 id) {
        vm.prank(person);
        return book.fundSigned(request, signature);
    }

    function test_VoidingIsAnnounced() public {
        vm.expectEmit(address(book));
        emit ILoanBook.SignedVoided(luis, NUMBER);
        vm.prank(luis);
        book.voidSigned(NUMBER);
        assertTrue(book.isSpent(luis, NUMBER));
    }

    function test_RevertWhen_VoidedAgainOrAfterItsUse() public {
        _fundSigned(_signedRequest(NUMBER));
        vm.startPrank(luis);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.NumberSpent.selector, luis, NUMBER));
        book.voidSigned(NUMBER);
        book.voidSigned(8);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.NumberSpent.selector, luis, 8));
        book.voidSigned(8);
    }
}

/// @dev The tests above with a permit that fails and is ignored; below with one that counts.
contract FundSignedWithPermitTest is FundSignedBase {
    function _fundAs(
        address person,
        ILoanBook.SignedRequest memory request,
        bytes memory signature
    ) internal override returns (uint256 id) {
        vm.prank(person);
        return book.fundSignedWithPermit(request, signature, 0, 0, 0, 0);
    }

    function test_FundsWithAPermit() public {
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        bytes memory signature = _signRequest(luisKey, request);
        _withdrawAllowance(ana);
        uint256 deadline = block.timestamp + 1 hours;
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(anaKey, PRINCIPAL, deadline);

        vm.prank(ana);
        uint256 id = book.fundSignedWithPermit(request, signature, deadline, v, r, s);

        ILoanBook.Summary memory loan = _expectRequest();
        _expectTaken(loan);
        _assertLoan(id, loan, NOTE);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL);
        assertEq(dollar.allowance(ana, address(book)), 0);
        assertEq(dollar.nonces(ana), 1);
    }

    function test_RevertWhen_ThePermitIsForAnotherValue() public {
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        bytes memory signature = _signRequest(luisKey, request);
        _withdrawAllowance(ana);
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(anaKey, PRINCIPAL + 1, block.timestamp);
        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        vm.prank(ana);
        book.fundSignedWithPermit(request, signature, block.timestamp, v, r, s);
    }
}
