// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ReentrancyGuardTransient} from "solady/utils/ReentrancyGuardTransient.sol";
import {SafeTransferLib} from "solady/utils/SafeTransferLib.sol";
import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBook} from "../src/LoanBook.sol";
import {TestDollar} from "../src/TestDollar.sol";
import {LoanBookTest} from "./LoanBookTest.sol";
import {FeeDollar} from "./tokens/FeeDollar.sol";
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

    function test_RevertWhen_TheTokenKeepsAPartOfAHeldPayment() public {
        uint256 id = _createLoan();
        _setFee(2);
        FeeDollar(address(dollar)).setBlocked(ana, true);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.TokenKeptAFee.selector, 100e6, 98e6));
        _repay(id, 100e6);
        assertEq(book.claimable(ana), 0);
        assertEq(book.owed(id), TOTAL);
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

/// @dev Reentrant token: calls back during a transfer.
contract ReenteringTokenTest is LoanBookTest {
    function _deployDollar() internal override returns (TestDollar) {
        return new ReenteringDollar();
    }

    function _commands() private view returns (bytes[] memory commands) {
        commands = new bytes[](8);
        commands[0] = abi.encodeCall(book.createOffer, (1, 1, 1, ""));
        commands[1] = abi.encodeCall(book.createOfferFor, (eva, 1, 1, 1, ""));
        commands[2] = abi.encodeCall(book.createOfferWithPermit, (eva, 1, 1, 1, "", 0, 0, 0, 0));
        commands[3] = abi.encodeCall(book.cancelOffer, (1));
        commands[4] = abi.encodeCall(book.acceptOffer, (1));
        commands[5] = abi.encodeCall(book.repay, (1, 1));
        commands[6] = abi.encodeCall(book.repayWithPermit, (1, 1, 0, 0, 0, 0));
        commands[7] = abi.encodeCall(book.withdraw, ());
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
            assertEq(reentering.answer(), abi.encodePacked(ReentrancyGuardTransient.Reentrancy.selector));
            vm.revertToState(snapshot);
        }
    }

    function test_NothingCanHappenWithinACreate() public {
        _createOffer();
        _assertLocked(_createAnother);
    }

    function test_NothingCanHappenWithinAnAccept() public {
        _createOffer();
        _assertLocked(_acceptFirst);
    }

    function test_NothingCanHappenWithinACancel() public {
        _createOffer();
        _assertLocked(_cancelFirst);
    }

    function test_NothingCanHappenWithinARepay() public {
        _createLoan();
        _assertLocked(_repayFirst);
    }

    function test_NothingCanHappenWithinAWithdraw() public {
        _createLoan();
        ReenteringDollar(address(dollar)).setBlocked(ana, true);
        _repay(1, 10);
        ReenteringDollar(address(dollar)).setBlocked(ana, false);
        _assertLocked(_withdraw);
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
    }

    function _createAnother() private {
        _createOffer();
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

        vm.expectRevert(SafeTransferLib.TransferFailed.selector);
        vm.prank(ana);
        book.withdraw();

        terse.setBlocked(ana, false);
        vm.prank(ana);
        book.withdraw();
        assertEq(terse.balanceOf(ana), FORTUNE - PRINCIPAL + TOTAL);
        assertEq(terse.balanceOf(luis), FORTUNE + PRINCIPAL - TOTAL);
        assertEq(terse.balanceOf(address(book)), 0);
    }

    function test_RevertWhen_TheLenderIsPoor() public {
        vm.prank(ana);
        terse.approve(address(book), PRINCIPAL - 1);
        vm.expectRevert(SafeTransferLib.TransferFromFailed.selector);
        _createOffer();
    }

    function test_RevertWhen_ThePayerIsPoor() public {
        uint256 id = _createLoan();
        vm.prank(luis);
        terse.approve(address(book), 0);
        vm.expectRevert(SafeTransferLib.TransferFromFailed.selector);
        _repay(id, 1);
        assertEq(book.claimable(ana), 0);
    }

    function test_RevertWhen_TheBorrowerIsRefused() public {
        uint256 id = _createOffer();
        terse.setBlocked(luis, true);
        vm.expectRevert(SafeTransferLib.TransferFailed.selector);
        _accept(id);
        _assertStatus(id, ILoanBook.Status.Open);
    }

    /// @dev The token has no `permit`: the allowance decides.
    function test_WithoutPermitsTheAllowanceDecides() public {
        vm.prank(ana);
        uint256 id = book.createOfferWithPermit(address(0), PRINCIPAL, DURATION, APR, NOTE, 0, 0, 0, 0);
        _accept(id);
        vm.prank(luis);
        assertEq(book.repayWithPermit(id, TOTAL, 0, 0, 0, 0), TOTAL);
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
        gas = bound(gas, 20_000, 200_000);
        vm.prank(luis);
        try book.repay{gas: gas}(id, TOTAL) {
            assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + TOTAL);
        } catch {
            assertEq(book.owed(id), TOTAL);
        }
        assertEq(book.claimable(ana), 0);
    }
}
