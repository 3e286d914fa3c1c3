// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "solady/tokens/ERC20.sol";
import {Authorizations} from "../../src/Authorizations.sol";
import {ILoanBook} from "../../src/ILoanBook.sol";
import {LoanBook} from "../../src/LoanBook.sol";
import {TestDollar} from "../../src/TestDollar.sol";
import {LoanBookTest} from "../support/LoanBookTest.sol";
import {SmartAccount} from "../support/SmartAccount.sol";
import {BlockingDollar} from "../tokens/BlockingDollar.sol";
import {FeeDollar} from "../tokens/FeeDollar.sol";
import {GenerousDollar} from "../tokens/GenerousDollar.sol";
import {LyingDollar} from "../tokens/LyingDollar.sol";
import {SpitefulDollar} from "../tokens/SpitefulDollar.sol";
import {TerseDollar} from "../tokens/TerseDollar.sol";

contract RepaySignedTest is LoanBookTest {
    uint256 constant NUMBER = 7;

    /// @dev ana collects what luis signed.
    function _collect(ILoanBook.SignedPayment memory payment) private returns (uint256 paid) {
        bytes memory signature = _signPayment(luisKey, payment);
        vm.prank(ana);
        return book.repaySigned(payment, signature);
    }

    function test_TheLenderCollectsWhatThePayerSigned() public {
        uint256 id = _createLoan();
        ILoanBook.Summary memory loan = _expectOffer();
        _expectTaken(loan);
        _withdrawAllowance(luis);
        ILoanBook.SignedPayment memory payment = _signedPayment(id, TOTAL, NUMBER);
        bytes memory signature = _signPayment(luisKey, payment);

        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(id, luis, TOTAL, TOTAL);
        vm.prank(ana);
        assertEq(book.repaySigned(payment, signature), TOTAL);

        // AuthorizationUsed, and a transfer to the book and one to ana.
        _assertEmitted(1, 3);
        (loan.status, loan.repaid, loan.owed) = (ILoanBook.Status.Repaid, TOTAL, 0);
        _assertLoan(id, loan, NOTE);
        _assertRecord(luis, 1, 1, 0);
        _assertEnded(0, 300);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + TOTAL);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL - TOTAL);
        assertEq(dollar.balanceOf(address(book)), 0);
        assertEq(book.claimable(ana), 0);
        bytes32 nonce = keccak256(abi.encode(id, ana, luis, NUMBER));
        assertTrue(dollar.authorizationState(luis, nonce));
    }

    function test_PartsAddUp() public {
        uint256 id = _createLoan();
        assertEq(_collect(_signedPayment(id, 100e6, 1)), 100e6);
        assertEq(_repay(id, 50e6), 50e6);
        assertEq(_collect(_signedPayment(id, 100e6, 2)), 100e6);
        assertEq(book.owed(id), TOTAL - 250e6);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + 250e6);
    }

    function test_WhoeverCollectsTheLenderIsPaid() public {
        uint256 id = _createLoan();
        ILoanBook.SignedPayment memory payment = _signedPayment(id, 100e6, NUMBER);
        bytes memory signature = _signPayment(luisKey, payment);
        vm.recordLogs();
        vm.prank(eva);
        book.repaySigned(payment, signature);

        // No PaidBy: the borrower paid, and eva only collected.
        _assertEmitted(1, 3);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + 100e6);
        assertEq(dollar.balanceOf(eva), FORTUNE);
    }

    function test_PaidByNamesThePayerAndNotTheCollector() public {
        uint256 id = _createLoan();
        (address nora, uint256 noraKey) = makeAddrAndKey("nora");
        _enrich(nora);
        ILoanBook.SignedPayment memory payment = _signedPayment(id, 100e6, NUMBER);
        payment.payer = nora;
        bytes memory signature = _signPayment(noraKey, payment);

        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(id, luis, 100e6, 100e6);
        vm.expectEmit(address(book));
        emit ILoanBook.PaidBy(id, nora);
        vm.prank(ana);
        book.repaySigned(payment, signature);

        assertEq(dollar.balanceOf(nora), FORTUNE - 100e6);
        // Tokens moved: none of it is noted as cash.
        _repay(id, TOTAL);
        _assertEnded(0, 300);
    }

    function test_WhatIsNotOwedAnyMoreGoesBackToThePayer() public {
        uint256 id = _createLoan();
        ILoanBook.SignedPayment memory payment = _signedPayment(id, TOTAL, NUMBER);
        bytes memory signature = _signPayment(luisKey, payment);
        _recordPayment(id, 100e6);
        vm.prank(ana);
        assertEq(book.repaySigned(payment, signature), TOTAL - 100e6);

        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL - TOTAL + 100e6);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + TOTAL - 100e6);
        assertEq(dollar.balanceOf(address(book)), 0);
        _assertStatus(id, ILoanBook.Status.Repaid);
    }

    function testFuzz_TakesNoMoreThanIsOwed(uint256 first, uint256 second) public {
        uint256 id = _createLoan();
        first = bound(first, 1, TOTAL - 1);
        second = bound(second, 1, FORTUNE - TOTAL);
        _collect(_signedPayment(id, first, 1));
        uint256 rest = TOTAL - first;
        assertEq(_collect(_signedPayment(id, second, 2)), second < rest ? second : rest);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL - first - (second < rest ? second : rest));
        assertEq(dollar.balanceOf(address(book)), 0);
    }

    function test_WhenItIsCollectedDecidesWhetherItIsLate() public {
        uint256 id = _createLoan();
        ILoanBook.SignedPayment memory payment = _signedPayment(id, TOTAL, NUMBER);
        payment.validBefore = block.timestamp + 60 days;
        skip(DURATION + 1);
        _collect(payment);
        _assertRecord(luis, 1, 1, 1);

        id = _createLoan();
        payment = _signedPayment(id, TOTAL, NUMBER);
        payment.validBefore = block.timestamp + 60 days;
        skip(DURATION);
        _collect(payment);
        _assertRecord(luis, 2, 2, 1);
    }

    function test_TheSecondBeforeTheEndCounts() public {
        uint256 id = _createLoan();
        ILoanBook.SignedPayment memory payment = _signedPayment(id, 100e6, NUMBER);
        vm.warp(payment.validBefore - 1);
        assertEq(_collect(payment), 100e6);
    }

    function test_ASmartAccountPays() public {
        uint256 id = _createLoan();
        SmartAccount account = new SmartAccount(luis);
        deal(address(dollar), address(account), 100e6);
        ILoanBook.SignedPayment memory payment = _signedPayment(id, 100e6, NUMBER);
        payment.payer = address(account);
        bytes memory signature = abi.encodePacked(uint8(1), _signPayment(luisKey, payment));
        vm.prank(ana);
        assertEq(book.repaySigned(payment, signature), 100e6);
        assertEq(dollar.balanceOf(address(account)), 0);
    }

    // ── Refusals ─────────────────────────────────────────────────────────────────────────────────────────────────

    function test_RevertWhen_ItWasCollected() public {
        uint256 id = _createLoan();
        ILoanBook.SignedPayment memory payment = _signedPayment(id, 100e6, NUMBER);
        bytes memory signature = _signPayment(luisKey, payment);
        _collect(payment);
        bytes32 nonce = keccak256(abi.encode(id, ana, luis, NUMBER));
        _refuse(payment, signature, abi.encodeWithSelector(Authorizations.AuthorizationSpent.selector, luis, nonce));
        assertEq(book.owed(id), TOTAL - 100e6);
    }

    function test_RevertWhen_ItWasVoided() public {
        uint256 id = _createLoan();
        ILoanBook.SignedPayment memory payment = _signedPayment(id, 100e6, NUMBER);
        vm.prank(luis);
        book.voidSigned(NUMBER);
        bytes memory reason = abi.encodeWithSelector(ILoanBook.NumberSpent.selector, luis, NUMBER);
        _refuse(payment, _signPayment(luisKey, payment), reason);
    }

    /// @dev Requests and payments share the numbers.
    function test_RevertWhen_ARequestUsedTheNumber() public {
        ILoanBook.SignedRequest memory request = _signedRequest(NUMBER);
        bytes memory signature = _signRequest(luisKey, request);
        vm.prank(ana);
        uint256 id = book.fundSigned(request, signature);
        ILoanBook.SignedPayment memory payment = _signedPayment(id, 100e6, NUMBER);
        bytes memory reason = abi.encodeWithSelector(ILoanBook.NumberSpent.selector, luis, NUMBER);
        _refuse(payment, _signPayment(luisKey, payment), reason);
        assertEq(_collect(_signedPayment(id, 100e6, NUMBER + 1)), 100e6);
    }

    function test_RevertWhen_ItIsLate() public {
        ILoanBook.SignedPayment memory payment = _signedPayment(_createLoan(), 100e6, NUMBER);
        vm.warp(payment.validBefore);
        bytes memory reason = abi.encodeWithSelector(Authorizations.AuthorizationExpired.selector, payment.validBefore);
        _refuse(payment, _signPayment(luisKey, payment), reason);
    }

    /// @dev The loan, its people and the number by the nonce, the rest by the authorization itself.
    function test_RevertWhen_AnythingWasChanged() public {
        uint256 id = _createLoan();
        uint256 other = _createLoan();
        ILoanBook.SignedPayment memory payment = _signedPayment(id, 100e6, NUMBER);
        bytes memory signature = _signPayment(luisKey, payment);
        for (uint256 i; i < 5; ++i) {
            ILoanBook.SignedPayment memory changed = abi.decode(abi.encode(payment), (ILoanBook.SignedPayment));
            if (i == 0) changed.id = other;
            if (i == 1) changed.payer = eva;
            if (i == 2) --changed.amount;
            if (i == 3) ++changed.number;
            if (i == 4) ++changed.validBefore;
            _refuse(changed, signature, _invalid(changed.payer));
        }
        _collect(payment);
    }

    function test_RevertWhen_TheLoanIsOfOthers() public {
        uint256 id = _createLoan();
        bytes memory reason = abi.encodeWithSelector(ILoanBook.TermsChanged.selector, id);
        ILoanBook.SignedPayment memory payment = _signedPayment(id, 100e6, NUMBER);
        payment.lender = eva;
        _refuse(payment, _signPayment(luisKey, payment), reason);
        payment = _signedPayment(id, 100e6, NUMBER);
        payment.borrower = eva;
        _refuse(payment, _signPayment(luisKey, payment), reason);
    }

    /// @dev After a reorganisation the id may belong to a loan between others: naming them does not help.
    function test_RevertWhen_ThePeopleWereExchanged() public {
        vm.prank(eva);
        uint256 id = book.createOffer(PRINCIPAL, DURATION, APR, NOTE);
        _accept(id);
        ILoanBook.SignedPayment memory payment = _signedPayment(id, 100e6, NUMBER);
        bytes memory signature = _signPayment(luisKey, payment);
        payment.lender = eva;
        _refuse(payment, signature, _invalid(luis));

        vm.prank(ana);
        id = book.createOffer(PRINCIPAL, DURATION, APR, NOTE);
        vm.prank(eva);
        book.acceptOffer(id);
        payment = _signedPayment(id, 100e6, NUMBER);
        signature = _signPayment(luisKey, payment);
        payment.borrower = eva;
        _refuse(payment, signature, _invalid(luis));
    }

    function test_RevertWhen_SomebodyElseSigned() public {
        ILoanBook.SignedPayment memory payment = _signedPayment(_createLoan(), 100e6, NUMBER);
        _refuse(payment, _signPayment(anaKey, payment), _invalid(luis));
    }

    function test_RevertWhen_TheSignatureHasAnotherForm() public {
        ILoanBook.SignedPayment memory payment = _signedPayment(_createLoan(), 100e6, NUMBER);
        bytes[] memory forms = _otherForms(_signPayment(luisKey, payment));
        for (uint256 i; i < forms.length; ++i) {
            _refuse(payment, forms[i], _invalid(luis));
        }
    }

    function test_RevertWhen_ThePayerIsNobody() public {
        ILoanBook.SignedPayment memory payment = _signedPayment(_createLoan(), 100e6, NUMBER);
        payment.payer = address(0);
        _refuse(payment, new bytes(65), _invalid(address(0)));
    }

    function test_RevertWhen_ThePayerIsTheBook() public {
        _createOffer();
        ILoanBook.SignedPayment memory payment = _signedPayment(_createLoan(), 100e6, NUMBER);
        payment.payer = address(book);
        _refuse(payment, _signPayment(luisKey, payment), _invalid(address(book)));
    }

    function test_RevertWhen_ItWasSignedForAnotherChain() public {
        ILoanBook.SignedPayment memory payment = _signedPayment(_createLoan(), 100e6, NUMBER);
        bytes memory signature = _signPayment(luisKey, payment);
        vm.chainId(block.chainid + 1);
        _refuse(payment, signature, _invalid(luis));
    }

    function test_RevertWhen_ItWasSignedForAnotherBook() public {
        ILoanBook.SignedPayment memory payment = _signedPayment(_createLoan(), 100e6, NUMBER);
        bytes memory signature = _signPayment(luisKey, payment);
        book = LoanBook(deployCode("LoanBook", abi.encode(dollar)));
        _enrich(ana);
        assertEq(_createLoan(), payment.id);
        _refuse(payment, signature, _invalid(luis));
    }

    function test_RevertWhen_TheLoanIsNotActive() public {
        ILoanBook.SignedPayment memory payment = _signedPayment(0, 100e6, NUMBER);
        (payment.lender, payment.borrower) = (address(0), address(0));
        _refuseInStatus(payment, ILoanBook.Status.None);
        payment = _signedPayment(_createOfferFor(luis), 100e6, NUMBER);
        _refuseInStatus(payment, ILoanBook.Status.Open);
        payment = _signedPayment(_createRequestFor(ana), 100e6, NUMBER);
        _refuseInStatus(payment, ILoanBook.Status.Requested);
        payment = _signedPayment(_createLoan(), 100e6, NUMBER);
        _repay(payment.id, TOTAL);
        _refuseInStatus(payment, ILoanBook.Status.Repaid);
        payment = _signedPayment(_createLoan(), 100e6, NUMBER);
        _forgive(payment.id);
        _refuseInStatus(payment, ILoanBook.Status.Forgiven);
    }

    function test_RevertWhen_TheLenderPays() public {
        ILoanBook.SignedPayment memory payment = _signedPayment(_createLoan(), 100e6, NUMBER);
        payment.payer = ana;
        bytes memory reason = abi.encodeWithSelector(ILoanBook.OwnLoan.selector, payment.id);
        _refuse(payment, _signPayment(anaKey, payment), reason);
    }

    function test_RevertWhen_ItIsNothing() public {
        ILoanBook.SignedPayment memory payment = _signedPayment(_createLoan(), 0, NUMBER);
        bytes memory reason = abi.encodeWithSelector(ILoanBook.NothingToPay.selector, payment.id);
        _refuse(payment, _signPayment(luisKey, payment), reason);
    }

    /// @dev More than is owed must be there too: the whole of what was signed moves first.
    function test_RevertWhen_ThePayerHasTooLittle() public {
        uint256 id = _createLoan();
        ILoanBook.SignedPayment memory payment = _signedPayment(id, FORTUNE + PRINCIPAL + 1, NUMBER);
        _refuse(payment, _signPayment(luisKey, payment), abi.encodeWithSelector(ERC20.InsufficientBalance.selector));
        assertEq(book.owed(id), TOTAL);
        assertFalse(dollar.authorizationState(luis, keccak256(abi.encode(id, ana, luis, NUMBER))));
    }

    /// @dev Of all that is sent, the padding of the signature apart.
    function testFuzz_RevertWhen_AByteWasChanged(uint256 place, uint8 change) public {
        uint256 id = _createLoan();
        ILoanBook.SignedPayment memory payment = _signedPayment(id, 100e6, NUMBER);
        bytes memory call = abi.encodeCall(book.repaySigned, (payment, _signPayment(luisKey, payment)));
        uint256 at = bound(place, 4, call.length - 32);
        call[at] ^= bytes1(change == 0 ? 1 : change);
        vm.prank(ana);
        (bool ok, ) = address(book).call(call);
        assertFalse(ok, "accepted");
        assertEq(book.owed(id), TOTAL);
    }

    function _refuse(ILoanBook.SignedPayment memory payment, bytes memory signature, bytes memory reason) private {
        vm.expectRevert(reason);
        vm.prank(ana);
        book.repaySigned(payment, signature);
    }

    function _refuseInStatus(ILoanBook.SignedPayment memory payment, ILoanBook.Status status) private {
        bytes memory reason = abi.encodeWithSelector(ILoanBook.LoanNotActive.selector, payment.id, status);
        _refuse(payment, _signPayment(luisKey, payment), reason);
    }

    function _invalid(address signer) private pure returns (bytes memory) {
        return abi.encodeWithSelector(Authorizations.InvalidAuthorization.selector, signer);
    }

    // ── Tokens ───────────────────────────────────────────────────────────────────────────────────────────────────

    function _use(address token) private {
        dollar = TestDollar(token);
        book = LoanBook(deployCode("LoanBook", abi.encode(token)));
        _enrich(ana);
        _enrich(luis);
    }

    function test_ALenderWhomTheTokenRefusesHasAClaim() public {
        _use(address(new BlockingDollar()));
        uint256 id = _createLoan();
        BlockingDollar(address(dollar)).setBlocked(ana, true);
        ILoanBook.SignedPayment memory payment = _signedPayment(id, 2 * TOTAL, NUMBER);
        bytes memory signature = _signPayment(luisKey, payment);
        vm.expectEmit(address(book));
        emit ILoanBook.PaymentHeld(id, ana, TOTAL);
        vm.prank(eva);
        assertEq(book.repaySigned(payment, signature), TOTAL);

        assertEq(book.claimable(ana), TOTAL);
        assertEq(dollar.balanceOf(address(book)), TOTAL);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL - TOTAL);
        vm.prank(ana);
        book.withdrawTo(eva);
        assertEq(dollar.balanceOf(eva), TOTAL);
    }

    /// @dev What is not owed must not stay with the book: then all is refused.
    function test_RevertWhen_ThePayerCannotGetTheRest() public {
        _use(address(new BlockingDollar()));
        uint256 id = _createLoan();
        BlockingDollar(address(dollar)).setBlocked(luis, true);
        ILoanBook.SignedPayment memory payment = _signedPayment(id, TOTAL + 1, NUMBER);
        _refuse(payment, _signPayment(luisKey, payment), abi.encodeWithSelector(ILoanBook.TransferFailed.selector));
        assertEq(book.owed(id), TOTAL);
        assertEq(_collect(_signedPayment(id, TOTAL, NUMBER)), TOTAL);
    }

    function test_RevertWhen_TheTokenMovesLess() public {
        _use(address(new FeeDollar()));
        _createOffer();
        uint256 id = _createLoan();
        FeeDollar(address(dollar)).setPercent(1);
        ILoanBook.SignedPayment memory payment = _signedPayment(id, 100e6, NUMBER);
        bytes memory reason = abi.encodeWithSelector(ILoanBook.TokenKeptAFee.selector, 100e6, 99e6);
        _refuse(payment, _signPayment(luisKey, payment), reason);
        assertEq(book.owed(id), TOTAL);
    }

    /// @dev The lender gets what was signed, and what came on top is nobody's.
    function test_TheTokenMayMoveMore() public {
        _use(address(new GenerousDollar()));
        uint256 id = _createLoan();
        GenerousDollar(address(dollar)).setBonus(7);
        assertEq(_collect(_signedPayment(id, 100e6, NUMBER)), 100e6);
        assertEq(book.owed(id), TOTAL - 100e6);
        assertEq(dollar.balanceOf(address(book)), 7);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + 100e6 + 7);
    }

    /// @dev As a token with a fallback that accepts whatever it is asked: the money of others is not the payment.
    function test_RevertWhen_TheTokenSaysYesAndMovesNothing() public {
        _createOffer();
        uint256 id = _createLoan();
        vm.mockCall(address(dollar), abi.encodeWithSelector(dollar.receiveWithAuthorization.selector), "");
        ILoanBook.SignedPayment memory payment = _signedPayment(id, 100e6, NUMBER);
        bytes memory reason = abi.encodeWithSelector(ILoanBook.TokenKeptAFee.selector, 100e6, 0);
        _refuse(payment, _signPayment(luisKey, payment), reason);
        assertEq(dollar.balanceOf(address(book)), PRINCIPAL);
        assertEq(book.owed(id), TOTAL);
    }

    function test_RevertWhen_TheTokenKnowsNoAuthorizations() public {
        TerseDollar terse = new TerseDollar(false);
        book = LoanBook(deployCode("LoanBook", abi.encode(terse)));
        terse.print(ana, FORTUNE);
        vm.startPrank(ana);
        terse.approve(address(book), FORTUNE);
        uint256 id = book.createOffer(PRINCIPAL, DURATION, APR, NOTE);
        vm.stopPrank();
        _accept(id);
        ILoanBook.SignedPayment memory payment = _signedPayment(id, 100e6, NUMBER);
        vm.expectRevert(bytes(""));
        vm.prank(ana);
        book.repaySigned(payment, new bytes(65));
        assertEq(book.owed(id), TOTAL);
        assertEq(terse.balanceOf(luis), PRINCIPAL);
    }

    /// @dev Its `transfer` moves the money and answers false: what left is not held as well.
    function test_APaymentThatLeftWithAFalseAnswerIsNotHeld() public {
        _use(address(new LyingDollar()));
        uint256 id = _createRequest();
        _fund(id);
        assertEq(_collect(_signedPayment(id, 100e6, NUMBER)), 100e6);
        assertEq(book.claimable(ana), 0);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + 100e6);
        assertEq(dollar.balanceOf(address(book)), 0);
    }

    /// @dev Its `transfer` answers true, moves nothing and gives the book a unit.
    function test_APaymentThatDidNotLeaveIsHeld() public {
        _use(address(new SpitefulDollar()));
        uint256 id = _createLoan();
        SpitefulDollar(address(dollar)).setRefused(ana);
        assertEq(_collect(_signedPayment(id, 100e6, NUMBER)), 100e6);
        assertEq(book.claimable(ana), 100e6);
        assertEq(dollar.balanceOf(address(book)), 100e6 + 1);
    }
}
