// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "./support/Test.sol";
import {ERC20} from "solady/tokens/ERC20.sol";
import {Authorizations} from "../src/Authorizations.sol";
import {TestDollar} from "../src/TestDollar.sol";
import {authorizationDigest} from "./support/Signing.sol";

contract TestDollarTest is Test {
    address constant PERMIT2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;

    TestDollar dollar = TestDollar(deployCode("TestDollar"));
    address luis = makeAddr("luis");
    address ana;
    uint256 anaKey;

    function setUp() public {
        vm.warp(1_800_000_000);
        (ana, anaKey) = makeAddrAndKey("ana");
    }

    function test_SaysWhatItIs() public view {
        assertEq(dollar.name(), "Test Dollar");
        assertEq(dollar.symbol(), "tUSD");
        assertEq(dollar.decimals(), 6);
        assertEq(dollar.DRAW(), 1_000_000_000);
        assertEq(dollar.totalSupply(), 0);
    }

    function test_FaucetGivesAThousandDollars() public {
        assertEq(dollar.nextDrawAt(ana), 0);

        vm.expectEmit(address(dollar));
        emit ERC20.Transfer(address(0), ana, 1_000_000_000);
        vm.prank(ana);
        dollar.faucet();

        assertEq(dollar.balanceOf(ana), 1_000_000_000);
        assertEq(dollar.totalSupply(), 1_000_000_000);
        assertEq(dollar.nextDrawAt(ana), 1_800_003_600);
    }

    function test_FaucetGivesAgainAfterAnHour() public {
        vm.startPrank(ana);
        dollar.faucet();
        skip(1 hours);
        dollar.faucet();

        assertEq(dollar.balanceOf(ana), 2_000_000_000);
        assertEq(dollar.nextDrawAt(ana), 1_800_007_200);
    }

    function test_ThePauseOfOneIsNotThatOfAnother() public {
        vm.prank(ana);
        dollar.faucet();
        vm.prank(luis);
        dollar.faucet();

        assertEq(dollar.balanceOf(luis), 1_000_000_000);
    }

    function test_RevertWhen_DrawnWithinTheHour() public {
        vm.startPrank(ana);
        dollar.faucet();
        skip(1 hours - 1);

        vm.expectRevert(abi.encodeWithSelector(TestDollar.DrawTooSoon.selector, 1_800_003_600));
        dollar.faucet();
    }

    function testFuzz_PermitAllowsWhatWasSigned(uint256 value) public {
        uint256 deadline = block.timestamp + 1 hours;
        bytes32 typeHash = keccak256(
            "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"
        );
        bytes32 message = keccak256(abi.encode(typeHash, ana, luis, value, dollar.nonces(ana), deadline));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(
            anaKey,
            keccak256(abi.encodePacked(hex"1901", dollar.DOMAIN_SEPARATOR(), message))
        );

        dollar.permit(ana, luis, value, deadline, v, r, s);

        assertEq(dollar.allowance(ana, luis), value);
        assertEq(dollar.nonces(ana), 1);
    }

    function test_RevertWhen_Permit2MovesWhatItWasNotAllowed() public {
        vm.prank(ana);
        dollar.faucet();
        assertEq(dollar.allowance(ana, PERMIT2), 0);

        vm.expectRevert(ERC20.InsufficientAllowance.selector);
        vm.prank(PERMIT2);
        dollar.transferFrom(ana, luis, 1);
    }

    // ── EIP-3009 ─────────────────────────────────────────────────────────────────────────────────────────────────

    bytes32 constant NONCE = keccak256("once");

    function test_ThePayeeReceivesWhatWasSigned() public {
        vm.prank(ana);
        dollar.faucet();
        assertFalse(dollar.authorizationState(ana, NONCE));
        bytes memory signature = _authorize(luis, 300e6);

        vm.expectEmit(address(dollar));
        emit Authorizations.AuthorizationUsed(ana, NONCE);
        vm.expectEmit(address(dollar));
        emit ERC20.Transfer(ana, luis, 300e6);
        _receive(luis, luis, 300e6, signature);

        assertEq(dollar.balanceOf(luis), 300e6);
        assertEq(dollar.balanceOf(ana), 700e6);
        assertTrue(dollar.authorizationState(ana, NONCE));
        assertFalse(dollar.authorizationState(luis, NONCE));
    }

    function test_RevertWhen_SomebodyElseSendsIt() public {
        bytes memory signature = _authorize(luis, 300e6);
        vm.expectRevert(abi.encodeWithSelector(Authorizations.CallerIsNotThePayee.selector, luis));
        _receive(ana, luis, 300e6, signature);
    }

    function test_RevertWhen_ItIsEarlyOrLate() public {
        vm.prank(ana);
        dollar.faucet();
        bytes memory signature = _authorize(luis, 300e6);
        for (uint256 i; i < 2; ++i) {
            vm.warp(AFTER - i);
            vm.expectRevert(abi.encodeWithSelector(Authorizations.AuthorizationNotYetValid.selector, AFTER));
            _receive(luis, luis, 300e6, signature);
            vm.warp(BEFORE + i);
            vm.expectRevert(abi.encodeWithSelector(Authorizations.AuthorizationExpired.selector, BEFORE));
            _receive(luis, luis, 300e6, signature);
        }

        vm.warp(AFTER + 1);
        uint256 state = vm.snapshotState();
        _receive(luis, luis, 300e6, signature);
        vm.revertToState(state);
        vm.warp(BEFORE - 1);
        _receive(luis, luis, 300e6, signature);
    }

    function test_RevertWhen_ItWasUsed() public {
        vm.prank(ana);
        dollar.faucet();
        bytes memory signature = _authorize(luis, 300e6);
        _receive(luis, luis, 300e6, signature);
        vm.expectRevert(abi.encodeWithSelector(Authorizations.AuthorizationSpent.selector, ana, NONCE));
        _receive(luis, luis, 300e6, signature);
    }

    function test_RevertWhen_ItIsNotWhatWasSigned() public {
        bytes memory signature = _authorize(luis, 300e6);
        vm.expectRevert(abi.encodeWithSelector(Authorizations.InvalidAuthorization.selector, ana));
        _receive(luis, luis, 300e6 + 1, signature);
    }

    function test_RevertWhen_TheSignerHasTooLittle() public {
        bytes memory signature = _authorize(luis, 300e6);
        vm.expectRevert(ERC20.InsufficientBalance.selector);
        _receive(luis, luis, 300e6, signature);
        assertFalse(dollar.authorizationState(ana, NONCE));
    }

    uint256 constant AFTER = 1_799_999_000;
    uint256 constant BEFORE = 1_800_001_000;

    function _authorize(address to, uint256 value) private view returns (bytes memory) {
        bytes32 digest = authorizationDigest(dollar, ana, to, value, AFTER, BEFORE, NONCE);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(anaKey, digest);
        return abi.encodePacked(r, s, v);
    }

    function _receive(address caller, address to, uint256 value, bytes memory signature) private {
        vm.prank(caller);
        dollar.receiveWithAuthorization(ana, to, value, AFTER, BEFORE, NONCE, signature);
    }
}
