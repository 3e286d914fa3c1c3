// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBook} from "../src/LoanBook.sol";
import {TestDollar} from "../src/TestDollar.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";
import {FeeDollar} from "./tokens/FeeDollar.sol";
import {GenerousDollar} from "./tokens/GenerousDollar.sol";
import {HungryDollar} from "./tokens/HungryDollar.sol";
import {ReenteringDollar} from "./tokens/ReenteringDollar.sol";
import {TerseDollar} from "./tokens/TerseDollar.sol";

/// @dev Fee-on-transfer token. The recipient bears the fee; the book always holds at least what it owes.
contract FeeTokenTest is LoanBookTest {
    function _deployDollar() internal override returns (TestDollar) {
        return new FeeDollar();
    }

    function _setFee(uint256 percent) private {
        FeeDollar(address(dollar)).setPercent(percent);
    }

    function test_RevertWhen_TheTokenKeepsAPartOfThePrincipal() public {
        _setFee(1);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.TokenKeptAFee.selector, PRINCIPAL, (PRINCIPAL * 99) / 100));
        _createOffer();
        assertEq(book.allOffersLength(), 0);
        assertEq(dollar.balanceOf(ana), FORTUNE);
    }

    function test_RevertWhen_TheMoneyOfOthersWouldCoverTheFee() public {
        _createOffer();
        _setFee(1);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.TokenKeptAFee.selector, PRINCIPAL, (PRINCIPAL * 99) / 100));
        _createOffer();
    }

    function test_RevertWhen_TheTokenTakesMoreThanItBrings() public {
        _createOffer();
        _setFee(150);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.TokenKeptAFee.selector, PRINCIPAL, 0));
        _createOffer();
    }

    function test_RevertWhen_TheTokenKeepsAPartOfAHeldPayment() public {
        uint256 id = _createLoan();
        _setFee(2);
        FeeDollar(address(dollar)).setBlocked(ana, true);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.TokenKeptAFee.selector, 100e6, 98e6));
        _repay(id, 100e6);
        assertEq(book.claimable(ana), 0);
        assertEq(book.owed(id), TOTAL);
    }

    function test_RevertWhen_TheTokenKeepsAPartOfWhatFundsARequest() public {
        uint256 id = _createRequest();
        _setFee(1);
        bytes memory error = abi.encodeWithSelector(
            ILoanBook.TokenKeptAFee.selector,
            PRINCIPAL,
            (PRINCIPAL * 99) / 100
        );
        vm.expectRevert(error);
        _fund(id);
        vm.expectRevert(error);
        vm.prank(ana);
        book.fundRequestWithPermit(id, luis, _terms(), 0, 0, 0, 0);

        _assertStatus(id, ILoanBook.Status.Requested);
        assertEq(book.offersByLenderLength(ana), 0);
        assertEq(dollar.balanceOf(ana), FORTUNE);
        assertEq(dollar.balanceOf(luis), FORTUNE);
    }

    /// @dev What the borrower has already does not make up for the fee.
    function test_RevertWhen_TheTokenKeepsASingleUnit() public {
        vm.startPrank(luis);
        uint256 id = book.createRequest(address(0), ILoanBook.Terms(100, 1, 1, 1), "", 0);
        vm.stopPrank();
        _setFee(1);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.TokenKeptAFee.selector, 100, 99));
        vm.prank(ana);
        book.fundRequest(id, luis, ILoanBook.Terms(100, 1, 1, 1));
    }

    /// @dev No token moves, so that there is no fee.
    function test_APaymentInCashHasNoFee() public {
        uint256 id = _createLoan();
        _setFee(50);
        assertEq(_recordPayment(id, 100e6), 100e6);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL);
        assertEq(book.owed(id), TOTAL - 100e6);
    }

    function test_AFeeThatComesLaterIsBorneByWhoReceives() public {
        uint256 taken = _createOffer();
        uint256 cancelled = _createOffer();
        uint256 open = _createOffer();
        _setFee(1);

        _accept(taken);
        assertEq(dollar.balanceOf(luis), FORTUNE + (PRINCIPAL * 99) / 100);
        assertEq(dollar.balanceOf(address(book)), 2 * PRINCIPAL);

        _cancel(cancelled);
        assertEq(dollar.balanceOf(ana), FORTUNE - 3 * PRINCIPAL + (PRINCIPAL * 99) / 100);
        assertEq(dollar.balanceOf(address(book)), PRINCIPAL);

        _repay(taken, 100e6);
        assertEq(dollar.balanceOf(ana), FORTUNE - 3 * PRINCIPAL + (PRINCIPAL * 99) / 100 + 99e6);
        assertEq(book.owed(taken), TOTAL - 100e6);

        _setFee(0);
        _cancel(open);
        assertEq(dollar.balanceOf(address(book)), 0);
    }

    function test_AFeeOnAWithdrawalIsBorneByTheLender() public {
        uint256 id = _createLoan();
        uint256 open = _createOffer();
        FeeDollar(address(dollar)).setBlocked(ana, true);
        _repay(id, 100e6);
        FeeDollar(address(dollar)).setBlocked(ana, false);
        _setFee(1);

        uint256 before = dollar.balanceOf(ana);
        vm.prank(ana);
        assertEq(book.withdraw(), 100e6);

        assertEq(dollar.balanceOf(ana), before + 99e6);
        assertEq(dollar.balanceOf(address(book)), PRINCIPAL);
        _assertStatus(open, ILoanBook.Status.Open);
    }

    function test_WhatSomeoneGivesToTheBookIsNobodys() public {
        vm.prank(eva);
        dollar.transfer(address(book), 5);
        uint256 id = _createOffer();
        _cancel(id);
        assertEq(dollar.balanceOf(address(book)), 5);
        assertEq(dollar.balanceOf(ana), FORTUNE);
    }
}

/// @dev A token that delivers more than it was told to. The book owes what it was told, and the rest is nobody's.
contract GenerousTokenTest is LoanBookTest {
    function _deployDollar() internal override returns (TestDollar) {
        return new GenerousDollar();
    }

    function _give(uint256 bonus) private {
        GenerousDollar(address(dollar)).setBonus(bonus);
    }

    function test_AnOfferHoldsThePrincipalAndMore() public {
        _give(1);
        uint256 id = _createOffer();
        assertEq(dollar.balanceOf(address(book)), PRINCIPAL + 1);

        _give(0);
        _cancel(id);
        assertEq(dollar.balanceOf(ana), FORTUNE);
        assertEq(dollar.balanceOf(address(book)), 1);
    }

    function test_ARequestIsFundedWithMore() public {
        uint256 id = _createRequest();
        _give(7e6);
        _fund(id);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL + 7e6);
        assertEq(book.owed(id), TOTAL);
    }

    function test_AHeldPaymentMayBeMore() public {
        uint256 id = _createLoan();
        GenerousDollar(address(dollar)).setBlocked(ana, true);
        _give(1);
        assertEq(_repay(id, 100e6), 100e6);
        assertEq(book.claimable(ana), 100e6);
        assertEq(dollar.balanceOf(address(book)), 100e6 + 1);
    }
}

/// @dev Reentrant token: calls back during a transfer.
contract ReenteringTokenTest is LoanBookTest {
    function _deployDollar() internal override returns (TestDollar) {
        return new ReenteringDollar();
    }

    /// @dev Every function that changes state.
    function _commands() private view returns (bytes[] memory commands) {
        ILoanBook.Terms memory terms = ILoanBook.Terms(1, 1, 1, 1);
        commands = new bytes[](21);
        commands[0] = abi.encodeCall(book.createOffer, (1, 1, 1, ""));
        commands[1] = abi.encodeCall(book.createOfferFor, (eva, terms, "", 0));
        commands[2] = abi.encodeCall(book.createOfferWithPermit, (eva, terms, "", 0, 0, 0, 0, 0));
        commands[3] = abi.encodeCall(book.cancelOffer, (1));
        commands[4] = abi.encodeCall(book.fundRequest, (1, luis, _terms()));
        commands[5] = abi.encodeCall(book.fundRequestWithPermit, (1, luis, _terms(), 0, 0, 0, 0));
        commands[6] = abi.encodeCall(book.extend, (1, luis, type(uint32).max));
        commands[7] = abi.encodeCall(book.forgive, (1, luis, TOTAL));
        commands[8] = abi.encodeCall(book.withdraw, ());
        commands[9] = abi.encodeCall(book.withdrawTo, (eva));
        commands[10] = abi.encodeCall(book.acceptOffer, (1));
        commands[11] = abi.encodeCall(book.acceptOfferWithTerms, (1, ana, _terms()));
        commands[12] = abi.encodeCall(book.createRequest, (address(0), terms, "", 0));
        commands[13] = abi.encodeCall(book.cancelRequest, (1));
        commands[14] = abi.encodeCall(book.repay, (1, 1));
        commands[15] = abi.encodeCall(book.repayWithPermit, (1, ana, luis, 1, 0, 0, 0, 0));
        commands[16] = abi.encodeCall(book.recordPayment, (1, luis, 1, 0));
        commands[17] = abi.encodeCall(book.fundSigned, (_signedRequest(1), ""));
        commands[18] = abi.encodeCall(book.fundSignedWithPermit, (_signedRequest(1), "", 0, 0, 0, 0));
        commands[19] = abi.encodeCall(book.repaySigned, (_signedPayment(1, 1, 1), ""));
        commands[20] = abi.encodeCall(book.voidSigned, (1));
    }

    /// @dev Runs `command` once for each call that the token may reenter with.
    function _assertLocked(function() internal command) private {
        ReenteringDollar reentering = ReenteringDollar(address(dollar));
        bytes[] memory commands = _commands();
        for (uint256 i; i < commands.length; ++i) {
            uint256 snapshot = vm.snapshotState();
            reentering.callBack(address(book), commands[i]);
            command();
            assertGt(reentering.calls(), 0);
            assertFalse(reentering.succeeded());
            assertEq(reentering.answer(), abi.encodePacked(ILoanBook.Reentrancy.selector));
            vm.revertToState(snapshot);
        }
    }

    function test_NothingCanHappenWithinACreate() public {
        _createOffer();
        _assertLocked(_createAnother);
    }

    function test_NothingCanHappenWithinACreateWithAPermit() public {
        _createOffer();
        _assertLocked(_createAnotherWithPermit);
    }

    function test_NothingCanHappenWithinAnAccept() public {
        _createOffer();
        _assertLocked(_acceptFirst);
        _assertLocked(_acceptFirstAsStated);
    }

    function test_NothingCanHappenWithinAFunding() public {
        _createRequest();
        _assertLocked(_fundFirst);
        _assertLocked(_fundFirstWithPermit);
    }

    function test_NothingCanHappenWithinTheFundingOfASignedRequest() public {
        _assertLocked(_fundWhatWasSigned);
    }

    function _fundWhatWasSigned() private {
        ILoanBook.SignedRequest memory request = _signedRequest(1);
        bytes memory signature = _signRequest(luisKey, request);
        vm.prank(ana);
        book.fundSigned(request, signature);
    }

    /// @dev In any of three transfers: to the book, to ana, and of the rest to luis.
    function test_NothingCanHappenWithinASignedPayment() public {
        _createLoan();
        _assertLocked(_collectWhatWasSigned);
    }

    function _collectWhatWasSigned() private {
        ILoanBook.SignedPayment memory payment = _signedPayment(1, TOTAL + 1, 1);
        bytes memory signature = _signPayment(luisKey, payment);
        vm.prank(eva);
        book.repaySigned(payment, signature);
        assertEq(ReenteringDollar(address(dollar)).calls(), 3);
    }

    function test_NothingCanHappenWithinACancel() public {
        _createOffer();
        _assertLocked(_cancelFirst);
    }

    function test_NothingCanHappenWithinARepay() public {
        _createLoan();
        _assertLocked(_repayFirst);
        _assertLocked(_repayFirstWithPermit);
    }

    function test_NothingCanHappenWithinAHeldRepay() public {
        _createLoan();
        ReenteringDollar(address(dollar)).setBlocked(ana, true);
        _assertLocked(_repayFirst);
        _repay(1, 1);
        assertEq(book.claimable(ana), 1);
    }

    /// @dev The lock is taken before the permit.
    function test_NothingCanHappenWithinThePermitOfARepay() public {
        _createLoan();
        ReenteringDollar(address(dollar)).setWithinPermit(true);
        _assertLocked(_repayFirstWithPermit);
    }

    function test_NothingCanHappenWithinAWithdraw() public {
        _createLoan();
        ReenteringDollar(address(dollar)).setBlocked(ana, true);
        _repay(1, 10);
        ReenteringDollar(address(dollar)).setBlocked(ana, false);
        _assertLocked(_withdraw);
        _assertLocked(_withdrawElsewhere);
    }

    function test_TheLockOpensAgain() public {
        _createLoan();
        _repay(1, 1);
        _createLoan();
        _repay(2, 1);
        assertEq(book.owed(2), TOTAL - 1);
    }

    /// @dev Read-only reentrancy: during a transfer the views already return the final state.
    function test_ReadingWithinATransferIsAllowed() public {
        ReenteringDollar reentering = ReenteringDollar(address(dollar));
        uint256 id = _createOffer();
        reentering.callBack(address(book), abi.encodeCall(book.openOffersLength, ()));
        _accept(id);
        assertTrue(reentering.succeeded());
        assertEq(reentering.answer(), abi.encode(0));

        id = _createRequest();
        reentering.callBack(address(book), abi.encodeCall(book.summaryOf, (id)));
        _fund(id);
        assertEq(reentering.answer(), abi.encode(book.summaryOf(id)));
        _assertStatus(id, ILoanBook.Status.Active);
    }

    function _createAnother() private {
        _createOffer();
    }

    function _createAnotherWithPermit() private {
        vm.prank(ana);
        book.createOfferWithPermit(address(0), _terms(), NOTE, 0, 0, 0, 0, 0);
    }

    function _acceptFirstAsStated() private {
        vm.prank(luis);
        book.acceptOfferWithTerms(1, ana, _terms());
    }

    function _fundFirst() private {
        _fund(1);
    }

    function _fundFirstWithPermit() private {
        vm.prank(ana);
        book.fundRequestWithPermit(1, luis, _terms(), 0, 0, 0, 0);
    }

    function _repayFirstWithPermit() private {
        vm.prank(luis);
        book.repayWithPermit(1, ana, luis, 1, 0, 0, 0, 0);
    }

    function _withdrawElsewhere() private {
        vm.prank(ana);
        book.withdrawTo(eva);
    }

    function _acceptFirst() private {
        _accept(1);
    }

    function _cancelFirst() private {
        _cancel(1);
    }

    function _repayFirst() private {
        _repay(1, 1);
    }

    function _withdraw() private {
        vm.prank(ana);
        book.withdraw();
    }
}

/// @dev A token whose transfers return no value, and revert on failure.
contract TerseTokenTest is LoanBookTest {
    TerseDollar terse;

    function setUp() public virtual override {
        super.setUp();
        _open({answersFalse: false});
    }

    function _open(bool answersFalse) internal {
        terse = new TerseDollar(answersFalse);
        book = LoanBook(deployCode("LoanBook", abi.encode(terse)));
        for (uint256 i; i < 2; ++i) {
            address person = i == 0 ? ana : luis;
            terse.print(person, FORTUNE);
            vm.prank(person);
            terse.approve(address(book), FORTUNE);
        }
    }

    function test_AWholeLifePasses() public {
        _cancel(_createOffer());
        uint256 id = _createLoan();
        _repay(id, 100e6);
        assertEq(terse.balanceOf(ana), FORTUNE - PRINCIPAL + 100e6);

        terse.setBlocked(ana, true);
        _repay(id, TOTAL);
        assertEq(book.claimable(ana), TOTAL - 100e6);
        assertEq(terse.balanceOf(address(book)), TOTAL - 100e6);

        vm.expectRevert(ILoanBook.TransferFailed.selector);
        vm.prank(ana);
        book.withdraw();

        terse.setBlocked(ana, false);
        vm.prank(ana);
        book.withdraw();
        assertEq(terse.balanceOf(ana), FORTUNE - PRINCIPAL + TOTAL);
        assertEq(terse.balanceOf(luis), FORTUNE + PRINCIPAL - TOTAL);
        assertEq(terse.balanceOf(address(book)), 0);
    }

    function test_ACancelledOfferIsHeldForARefusedLender() public {
        uint256 id = _createOffer();
        uint256 addressed = _createOfferFor(luis);
        terse.setBlocked(ana, true);
        vm.expectEmit(address(book));
        emit ILoanBook.OfferCancelled(id);
        vm.expectEmit(address(book));
        emit ILoanBook.PaymentHeld(id, ana, PRINCIPAL);
        _cancel(id);
        _cancel(addressed);
        assertEq(book.claimable(ana), 2 * PRINCIPAL);
        assertEq(terse.balanceOf(address(book)), 2 * PRINCIPAL);

        vm.prank(ana);
        assertEq(book.withdrawTo(eva), 2 * PRINCIPAL);
        assertEq(terse.balanceOf(eva), 2 * PRINCIPAL);
        assertEq(terse.balanceOf(address(book)), 0);
    }

    function test_ACancelledOfferIsPaidOut() public {
        _cancel(_createOffer());
        assertEq(terse.balanceOf(ana), FORTUNE);
        assertEq(book.claimable(ana), 0);
    }

    function test_ARequestIsFunded() public {
        uint256 id = _createRequest();
        _fund(id);
        assertEq(terse.balanceOf(ana), FORTUNE - PRINCIPAL);
        assertEq(terse.balanceOf(luis), FORTUNE + PRINCIPAL);
    }

    function test_RevertWhen_TheLenderOfARequestIsPoor() public {
        uint256 id = _createRequest();
        vm.prank(ana);
        terse.approve(address(book), PRINCIPAL - 1);
        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        _fund(id);
        _assertStatus(id, ILoanBook.Status.Requested);
    }

    function test_RevertWhen_TheLenderIsPoor() public {
        vm.prank(ana);
        terse.approve(address(book), PRINCIPAL - 1);
        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        _createOffer();
    }

    function test_RevertWhen_ThePayerIsPoor() public {
        uint256 id = _createLoan();
        vm.prank(luis);
        terse.approve(address(book), 0);
        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        _repay(id, 1);
        assertEq(book.claimable(ana), 0);
    }

    function test_RevertWhen_TheBorrowerIsRefused() public {
        uint256 id = _createOffer();
        terse.setBlocked(luis, true);
        vm.expectRevert(ILoanBook.TransferFailed.selector);
        _accept(id);
        _assertStatus(id, ILoanBook.Status.Open);
    }

    /// @dev The token has no `permit`: the allowance decides.
    function test_WithoutPermitsTheAllowanceDecides() public {
        vm.prank(ana);
        uint256 id = book.createOfferWithPermit(address(0), _terms(), NOTE, 0, 0, 0, 0, 0);
        _accept(id);
        vm.prank(luis);
        assertEq(book.repayWithPermit(id, ana, luis, TOTAL, 0, 0, 0, 0), TOTAL);

        id = _createRequest();
        vm.prank(ana);
        book.fundRequestWithPermit(id, luis, _terms(), 0, 0, 0, 0);
        _assertStatus(id, ILoanBook.Status.Active);
    }
}

/// @dev The same with a token that returns false instead of reverting.
contract FalseTokenTest is TerseTokenTest {
    function setUp() public override {
        super.setUp();
        _open({answersFalse: true});
    }
}

/// @dev A transfer that fails for lack of gas, which the caller can provoke, must not count as a refusal by the token.
contract ShortGasTest is LoanBookTest {
    function testFuzz_NoGasLimitHoldsAPaymentThatTheLenderCouldGet(uint256 gas) public {
        uint256 id = _createLoan();
        _assertPaidOrRefused(id, bound(gas, 20_000, 200_000));
    }

    function testFuzz_NoGasLimitHoldsAPrincipalThatTheLenderCouldGet(uint256 gas) public {
        uint256 id = _createOffer();
        gas = bound(gas, 10_000, 200_000);
        vm.prank(ana);
        try book.cancelOffer{gas: gas}(id) {
            assertEq(dollar.balanceOf(ana), FORTUNE);
        } catch {
            _assertStatus(id, ILoanBook.Status.Open);
        }
        assertEq(book.claimable(ana), 0);
    }

    /// @dev Whoever collects it chooses the gas.
    function testFuzz_NoGasLimitHoldsASignedPaymentThatTheLenderCouldGet(uint256 gas) public {
        ILoanBook.SignedPayment memory payment = _signedPayment(_createLoan(), TOTAL, 1);
        bytes memory signature = _signPayment(luisKey, payment);
        uint256 before = dollar.balanceOf(ana);
        vm.prank(eva);
        try book.repaySigned{gas: bound(gas, 40_000, 250_000)}(payment, signature) {
            assertEq(dollar.balanceOf(ana), before + TOTAL);
        } catch {
            assertEq(book.owed(payment.id), TOTAL);
        }
        assertEq(book.claimable(ana), 0);
    }

    function _assertPaidOrRefused(uint256 id, uint256 gas) internal {
        uint256 before = dollar.balanceOf(ana);
        vm.prank(luis);
        try book.repay{gas: gas}(id, TOTAL) {
            assertEq(dollar.balanceOf(ana), before + TOTAL);
        } catch {
            assertEq(book.owed(id), TOTAL);
        }
        assertEq(book.claimable(ana), 0);
    }
}

/// @dev The same with a token that burns gas, up to all that it is given.
contract HungryTokenTest is ShortGasTest {
    function _deployDollar() internal override returns (TestDollar) {
        return new HungryDollar();
    }

    function _burn(address receiver, uint256 gas) private {
        HungryDollar(address(dollar)).setAppetite(receiver, gas);
    }

    /// @dev A transfer to ana takes up to 100,000, one to the book takes nothing beside: what is left when the first one
    /// runs out of gas, a 64th part, does not pay for the second, even where the book holds dollars already.
    /// forge-config: default.fuzz.runs = 60
    /// @custom:verify fuzz.runs = 5000
    function testFuzz_NoGasLimitHoldsAPaymentOfAHungryToken(uint256 appetite, uint256 gas) public {
        uint256 id = _createLoan();
        _createOffer();
        _burn(ana, bound(appetite, 0, 100_000));
        _assertPaidOrRefused(id, bound(gas, 20_000, 300_000));
    }

    /// @dev With a hungrier one whoever pays can choose the gas so that the payment is held although ana could get it. It is
    /// hers all the same, and she withdraws it.
    function test_APaymentThatIsHeldForLackOfGasIsNotLost() public {
        uint256 held;
        for (uint256 gas = 5_000_000; gas <= 6_500_000; gas += 500_000) {
            uint256 snapshot = vm.snapshotState();
            uint256 id = _createLoan();
            _burn(ana, 6_000_000);
            uint256 before = dollar.balanceOf(ana);
            vm.prank(luis);
            try book.repay{gas: gas}(id, TOTAL) {
                assertEq(dollar.balanceOf(ana) + book.claimable(ana), before + TOTAL);
                assertEq(dollar.balanceOf(address(book)), book.claimable(ana));
                if (book.claimable(ana) != 0) ++held;
            } catch {
                assertEq(book.owed(id), TOTAL);
                assertEq(book.claimable(ana), 0);
            }
            vm.revertToState(snapshot);
        }
        assertGt(held, 0, "no payment was held: this test does not see what it is about");
    }

    /// @dev A principal that is held for lack of gas is still ana's, whoever chose it.
    /// forge-config: default.fuzz.runs = 60
    /// @custom:verify fuzz.runs = 5000
    function testFuzz_NoGasLimitLosesThePrincipalOfAHungryToken(uint256 appetite, uint256 gas) public {
        uint256 id = _createOffer();
        _burn(ana, bound(appetite, 0, 5_000_000));
        gas = bound(gas, 20_000, 12_000_000);
        vm.prank(ana);
        try book.cancelOffer{gas: gas}(id) {
            _assertStatus(id, ILoanBook.Status.Cancelled);
            assertEq(dollar.balanceOf(ana) + book.claimable(ana), FORTUNE);
        } catch {
            _assertStatus(id, ILoanBook.Status.Open);
            assertEq(book.claimable(ana), 0);
        }
        assertEq(dollar.balanceOf(address(book)) + dollar.balanceOf(ana), FORTUNE);
    }

    /// @dev A transfer to ana burns whatever it is given: with enough gas, the rest pays for holding the money.
    function test_ALenderWhoBurnsAllGasDoesNotBlockTheBorrower() public {
        uint256 id = _createLoan();
        uint256 open = _createOffer();
        _burn(ana, type(uint256).max);
        vm.prank(luis);
        book.repay{gas: 12_000_000}(id, TOTAL);
        vm.prank(ana);
        book.cancelOffer{gas: 12_000_000}(open);

        _assertStatus(id, ILoanBook.Status.Repaid);
        _assertStatus(open, ILoanBook.Status.Cancelled);
        assertEq(book.claimable(ana), TOTAL + PRINCIPAL);
        vm.prank(ana);
        book.withdrawTo(eva);
        assertEq(dollar.balanceOf(eva), FORTUNE + TOTAL + PRINCIPAL);
    }

    function test_ATransferThatNeedsMillionsSucceeds() public {
        uint256 id = _createLoan();
        _burn(ana, 5_000_000);
        vm.prank(luis);
        book.repay{gas: 6_000_000}(id, TOTAL);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + TOTAL);
    }
}
