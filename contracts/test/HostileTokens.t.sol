// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {TestDollar} from "../src/TestDollar.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";
import {FeeDollar} from "./tokens/FeeDollar.sol";
import {LyingDollar} from "./tokens/LyingDollar.sol";
import {ReenteringDollar} from "./tokens/ReenteringDollar.sol";

/// @dev A token with a blocklist, a fee, and vices that random lives (HostileLives.t.sol) do not have. A test turns
/// them on.
contract HostileDollar is FeeDollar {
    /// @dev Minted to the receiver of each transfer.
    uint256 bonus;
    /// @dev Gas that a transfer to this receiver burns.
    mapping(address receiver => uint256) appetite;
    /// @dev `transferFrom` to them moves nothing, takes `gift` from the receiver and answers false. `transfer` to them moves
    /// nothing, gives the sender `gift` and answers true.
    address misled;
    uint256 gift;
    /// @dev Transfers return no value.
    bool isSilent;

    function setBonus(uint256 bonus_) external {
        bonus = bonus_;
    }

    function setAppetite(address receiver, uint256 gas) external {
        appetite[receiver] = gas;
    }

    function mislead(address receiver, uint256 gift_) external {
        (misled, gift) = (receiver, gift_);
    }

    function silence() external {
        isSilent = true;
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        if (to != misled) return _silent(super.transferFrom(from, to, amount));
        _burn(to, gift);
        return false;
    }

    function transfer(address to, uint256 amount) public override returns (bool) {
        if (to != misled) return _silent(super.transfer(to, amount));
        _mint(msg.sender, gift);
        return true;
    }

    function _silent(bool answer) private view returns (bool) {
        if (!isSilent) return answer;
        assembly {
            return(0, 0)
        }
    }

    function _afterTokenTransfer(address from, address to, uint256 amount) internal override {
        super._afterTokenTransfer(from, to, amount);
        if (from != address(0) && bonus != 0) _mint(to, bonus);
        uint256 left = gasleft();
        while (left - gasleft() < appetite[to]) {}
    }
}

contract HostileTokenTest is LoanBookTest {
    HostileDollar token;

    function _deployDollar() internal override returns (TestDollar) {
        token = new HostileDollar();
        return token;
    }

    // ── Blocks ───────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev Holds payments by luis, by a stranger and by luis' signature, and the principal of an offer. ana withdraws
    /// all of it once. The principal of an open offer stays.
    function test_ABlockedLenderBlocksNobodyAndWithdrawsElsewhere() public {
        uint256 id = _createLoan();
        uint256 offer = _createOffer();
        _createOffer();
        ILoanBook.SignedPayment memory payment = _signedPayment(id, TOTAL, 1);
        token.setBlocked(ana, true);
        vm.expectEmit(address(book));
        emit ILoanBook.PaymentHeld(id, ana, 100e6);
        assertEq(_repay(id, 100e6), 100e6);
        vm.prank(eva);
        book.repay(id, 1e6);
        vm.expectEmit(address(book));
        emit ILoanBook.PaymentHeld(id, ana, TOTAL - 101e6);
        book.repaySigned(payment, _signPayment(luisKey, payment));
        vm.expectEmit(address(book));
        emit ILoanBook.PaymentHeld(offer, ana, PRINCIPAL);
        _cancel(offer);
        assertEq(book.claimable(ana), TOTAL + PRINCIPAL);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL - TOTAL + 1e6);

        vm.startPrank(ana);
        vm.expectRevert(ILoanBook.TransferFailed.selector);
        book.withdraw();
        vm.expectEmit(address(book));
        emit ILoanBook.Withdrawn(ana, eva, TOTAL + PRINCIPAL);
        assertEq(book.withdrawTo(eva), TOTAL + PRINCIPAL);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.NothingToWithdraw.selector, ana));
        book.withdrawTo(eva);
        assertEq(dollar.balanceOf(eva), FORTUNE - 1e6 + TOTAL + PRINCIPAL);
        assertEq(dollar.balanceOf(address(book)), PRINCIPAL);
    }

    /// @dev The book holds nothing for borrowers, nor for a payer who signed more than the debt.
    function test_RevertWhen_TheBorrowerIsBlocked() public {
        (uint256 offer, uint256 request) = (_createOffer(), _createRequest());
        ILoanBook.SignedPayment memory payment = _signedPayment(_createLoan(), TOTAL + 1, 1);
        bytes memory signature = _signPayment(luisKey, payment);
        token.setBlocked(luis, true);
        vm.expectRevert(ILoanBook.TransferFailed.selector);
        _accept(offer);
        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        _fund(request);
        vm.expectRevert(ILoanBook.TransferFailed.selector);
        book.repaySigned(payment, signature);
    }

    // ── Moves another amount ─────────────────────────────────────────────────────────────────────────────────────

    function _expectFee(uint256 sent, uint256 received) private {
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.TokenKeptAFee.selector, sent, received));
    }

    /// @dev Neither what the book holds for others nor what the recipient has already makes up for the fee.
    function test_RevertWhen_TheTokenKeepsAPart() public {
        uint256 id = _createLoan();
        _createOffer();
        uint256 request = _createRequest();
        ILoanBook.SignedPayment memory payment = _signedPayment(id, 100e6, 1);
        bytes memory signature = _signPayment(luisKey, payment);
        token.setPercent(150);
        _expectFee(PRINCIPAL, 0);
        _createOffer();
        token.setPercent(1);
        _expectFee(PRINCIPAL, 297e6);
        _createOffer();
        _expectFee(PRINCIPAL, 297e6);
        _fund(request);
        _expectFee(100e6, 99e6);
        book.repaySigned(payment, signature);
        token.setBlocked(ana, true);
        _expectFee(100e6, 99e6);
        _repay(id, 100e6);
    }

    /// @dev The book owes only the amount that it asked for.
    function test_WhatTheTokenAddsIsNobodys() public {
        token.setBonus(7);
        _createOffer();
        uint256 id = _createRequest();
        _fund(id);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL + 7);
        ILoanBook.SignedPayment memory payment = _signedPayment(id, 100e6, 1);
        assertEq(book.repaySigned(payment, _signPayment(luisKey, payment)), 100e6);
        token.setBlocked(ana, true);
        assertEq(_repay(id, 100e6), 100e6);
        assertEq(book.owed(id), TOTAL - 200e6);
        assertEq(book.claimable(ana), 100e6);
        assertEq(dollar.balanceOf(ana), FORTUNE - 2 * PRINCIPAL + 100e6 + 7);
        assertEq(dollar.balanceOf(address(book)), PRINCIPAL + 100e6 + 21);
    }

    // ── Answers wrongly ──────────────────────────────────────────────────────────────────────────────────────────

    /// @dev It refuses ana. The balance by which the book could tell stays the same, or moves in the other direction.
    function test_WhatDidNotArriveIsHeld() public {
        for (uint256 gift; gift < 2; ++gift) {
            uint256 state = vm.snapshotState();
            uint256 id = _createLoan();
            uint256 offer = _createOffer();
            ILoanBook.SignedPayment memory payment = _signedPayment(id, 100e6, 1);
            token.mislead(ana, gift);
            book.repaySigned(payment, _signPayment(luisKey, payment));
            assertEq(book.claimable(ana), 100e6);
            _cancel(offer);
            assertEq(book.claimable(ana), 100e6 + PRINCIPAL);
            assertEq(_repay(id, 100e6), 100e6);
            assertEq(book.claimable(ana), 200e6 + PRINCIPAL);
            assertEq(dollar.balanceOf(address(book)), 200e6 + PRINCIPAL + 2 * gift);
            vm.startPrank(ana);
            vm.expectRevert(ILoanBook.TransferFailed.selector);
            book.withdraw();
            token.mislead(address(0), 0);
            assertEq(book.withdraw(), 200e6 + PRINCIPAL);
            vm.stopPrank();
            assertTrue(vm.revertToState(state));
        }
    }

    /// @dev Transfers that return no value, and revert on failure.
    function test_NoAnswerIsSuccess() public {
        token.silence();
        (uint256 offer, uint256 refused, uint256 id) = (_createOffer(), _createOffer(), _createLoan());
        _fund(_createRequest());
        _repay(id, 100e6);
        token.setBlocked(ana, true);
        _repay(id, TOTAL);
        _cancel(offer);
        vm.prank(ana);
        assertEq(book.withdrawTo(eva), PRINCIPAL + TOTAL - 100e6);
        assertEq(dollar.balanceOf(ana), FORTUNE - 4 * PRINCIPAL + 100e6);
        assertEq(dollar.balanceOf(luis), FORTUNE + 2 * PRINCIPAL - TOTAL);
        assertEq(dollar.balanceOf(address(book)), PRINCIPAL);
        token.setBlocked(luis, true);
        vm.expectRevert(ILoanBook.TransferFailed.selector);
        _accept(refused);
    }

    // ── Burns gas ────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev Sends a payment of TOTAL to ana, the same payment signed by luis, or a cancellation that returns TOTAL to
    /// her. She burns `appetite`. The book also holds an offer, with which it could pay.
    function _send(uint256 command, uint256 appetite, uint256 gas) private returns (bool ok, uint256 received) {
        uint256 id = _createLoan();
        _createOffer();
        vm.prank(ana);
        uint256 offer = book.createOfferFor(luis, ILoanBook.Terms(TOTAL, 1, 1, 1), "", 1);
        ILoanBook.SignedPayment memory payment = _signedPayment(id, TOTAL, 1);
        payment.validBefore = type(uint256).max;
        bytes[3] memory calls = [
            abi.encodeCall(book.repay, (id, TOTAL)),
            abi.encodeCall(book.repaySigned, (payment, _signPayment(luisKey, payment))),
            abi.encodeCall(book.cancelOffer, (offer))
        ];
        skip(2 days);
        token.setAppetite(ana, appetite);
        uint256 before = dollar.balanceOf(ana);
        vm.prank(luis);
        (ok, ) = address(book).call{gas: gas}(calls[command]);
        received = dollar.balanceOf(ana) - before;
        assertEq(received + book.claimable(ana), ok ? TOTAL : 0);
        assertEq(book.owed(id), ok && command != 2 ? 0 : TOTAL);
    }

    /// @dev A caller can make the transfer fail for lack of gas, which must not count as a refusal by the token. If the
    /// transfer takes up to 100,000 gas, the 64th part that then remains does not pay for holding the money.
    /// forge-config: default.fuzz.runs = 60
    /// @custom:verify fuzz.runs = 5000
    function testFuzz_NoGasLimitHoldsWhatTheLenderCouldGet(uint8 command, uint256 appetite, uint256 gas) public {
        _send(command % 3, bound(appetite, 0, 100_000), bound(gas, 10_000, 400_000));
        assertEq(book.claimable(ana), 0);
    }

    /// @dev With a hungrier token the caller can choose the gas so that the money is held. ana cannot block the
    /// borrower by burning gas.
    function test_WithEnoughGasEveryTransferSucceedsOrIsHeld() public {
        for (uint256 i; i < 6; ++i) {
            uint256 state = vm.snapshotState();
            (bool ok, uint256 received) = _send(i / 2, i % 2 == 0 ? 5_000_000 : type(uint256).max, 12_000_000);
            assertTrue(ok);
            assertEq(received, i % 2 == 0 ? TOTAL : 0);
            vm.revertToState(state);
        }
    }
}

/// @dev "Every function that changes state reverts with Reentrancy if the token calls back into it." The book has an
/// offer, a loan, a request and a payment that it holds for ana.
contract ReenteringTokenTest is LoanBookTest {
    ReenteringDollar reentering;
    address[] callers;
    bytes[] calls;

    function _deployDollar() internal override returns (TestDollar) {
        reentering = new ReenteringDollar();
        return reentering;
    }

    function setUp() public override {
        super.setUp();
        _createOffer();
        _createLoan();
        _createRequest();
        reentering.setBlocked(ana, true);
        _repay(2, 10);
        reentering.setBlocked(ana, false);
    }

    function _add(address caller, bytes memory call) private {
        callers.push(caller);
        calls.push(call);
    }

    /// @dev permit is the first. The last one makes three transfers.
    function _addThoseThatCallTheToken() private {
        ILoanBook.SignedRequest memory request = _signedRequest(1);
        ILoanBook.SignedPayment memory payment = _signedPayment(2, TOTAL + 1, 2);
        bytes[] memory repayment = new bytes[](1);
        repayment[0] = abi.encodeCall(book.repay, (2, 1));
        _add(luis, abi.encodeCall(book.permit, (1, 1, 0, 0, 0)));
        _add(ana, abi.encodeCall(book.createOffer, (1, 1, 1, "")));
        _add(ana, abi.encodeCall(book.createOfferFor, (luis, _terms(), "", 0)));
        _add(ana, abi.encodeCall(book.cancelOffer, (1)));
        _add(ana, abi.encodeCall(book.fundRequest, (3, luis, _terms())));
        _add(ana, abi.encodeCall(book.fundSigned, (request, _signRequest(luisKey, request))));
        _add(ana, abi.encodeCall(book.withdraw, ()));
        _add(ana, abi.encodeCall(book.withdrawTo, (eva)));
        _add(luis, abi.encodeCall(book.acceptOffer, (1)));
        _add(luis, abi.encodeCall(book.acceptOfferWithTerms, (1, ana, _terms())));
        _add(luis, repayment[0]);
        _add(luis, abi.encodeCall(book.repayLoan, (2, ana, luis, 1)));
        _add(luis, abi.encodeCall(book.multicall, (repayment)));
        _add(eva, abi.encodeCall(book.repaySigned, (payment, _signPayment(luisKey, payment))));
    }

    function test_NothingCanHappenWithinACall() public {
        _addThoseThatCallTheToken();
        uint256 count = calls.length;
        uint256[] memory none = new uint256[](0);
        calls.push(abi.encodeCall(book.createRequest, (address(0), _terms(), "", 0)));
        calls.push(abi.encodeCall(book.cancelRequest, (3)));
        calls.push(abi.encodeCall(book.recordPayment, (2, luis, 1, 0, block.timestamp)));
        calls.push(abi.encodeCall(book.settleCircle, (none, 1, none, block.timestamp, new bytes[](0))));
        calls.push(abi.encodeCall(book.extend, (2, luis, type(uint32).max)));
        calls.push(abi.encodeCall(book.forgive, (2, luis, TOTAL)));
        calls.push(abi.encodeCall(book.voidSigned, (1)));
        for (uint256 i; i < count; ++i) {
            for (uint256 j; j < calls.length; ++j) {
                uint256 state = vm.snapshotState();
                reentering.setWithinPermit(i == 0);
                reentering.callBack(address(book), calls[j]);
                vm.prank(callers[i]);
                (bool ok, ) = address(book).call(calls[i]);
                assertTrue(ok);
                assertEq(reentering.calls(), i == count - 1 ? 3 : 1);
                assertFalse(reentering.succeeded());
                assertEq(reentering.answer(), abi.encodePacked(ILoanBook.Reentrancy.selector));
                vm.revertToState(state);
            }
        }
    }

    /// @dev Read-only reentrancy: during a transfer the views already return the final state.
    function test_ReadingWithinATransferIsAllowed() public {
        reentering.callBack(address(book), abi.encodeCall(book.summaryOf, (3)));
        _fund(3);
        assertEq(reentering.answer(), abi.encode(book.summaryOf(3)));
        _assertStatus(3, ILoanBook.Status.Active);
    }
}

/// @dev A token whose `transfer` moves the money and answers false, while `transferFrom` answers true: a `transfer`
/// declared `returns (bool)` that forgets to return, of which there are some on mainnet.
contract LyingTokenTest is LoanBookTest {
    function _deployDollar() internal override returns (TestDollar) {
        return new LyingDollar();
    }

    /// @dev No `transfer` moves the principal of a request, so that this token does not get in the way.
    function _createFunded() private returns (uint256 id) {
        id = _createRequest();
        _fund(id);
    }

    /// @dev "None of that makes this contract owe more than it holds."
    function test_WhatLeftWithAFalseAnswerIsNotHeldAsWell() public {
        vm.prank(eva);
        book.createOffer(PRINCIPAL, DURATION, APR, NOTE);
        _cancel(_createOffer());
        assertEq(dollar.balanceOf(ana), FORTUNE);
        ILoanBook.SignedPayment memory payment = _signedPayment(_createFunded(), 100e6, 1);
        assertEq(book.repaySigned(payment, _signPayment(luisKey, payment)), 100e6);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + 100e6);
        assertEq(book.claimable(ana), 0);
        assertEq(dollar.balanceOf(address(book)), PRINCIPAL);
    }

    /// @dev What Escrow gives up: ana gets both payments, one of them from the book. The debt falls by one. If luis
    /// allows the book no more than he owes, he pays once or not at all.
    function test_APaymentThatArrivedWithAFalseAnswerIsTakenTwice() public {
        uint256 id = _createFunded();
        LyingDollar(address(dollar)).setDenied(ana);
        assertEq(_repay(id, 100e6), 100e6);
        assertEq(book.owed(id), TOTAL - 100e6);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL - 200e6);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + 100e6);
        assertEq(book.claimable(ana), 100e6);
        assertEq(dollar.balanceOf(address(book)), 100e6);

        vm.prank(luis);
        dollar.approve(address(book), 100e6);
        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        _repay(id, 100e6);
    }
}
