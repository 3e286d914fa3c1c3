// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "./support/Test.sol";
import {ERC20} from "solady/tokens/ERC20.sol";
import {Authorizations} from "../src/Authorizations.sol";
import {TestDollar} from "../src/TestDollar.sol";
import {authorizationDigest} from "./support/Signing.sol";

contract TestDollarTest is Test {
    address constant PERMIT2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;
    bytes32 constant NONCE = keccak256("once");

    TestDollar dollar = TestDollar(deployCode("TestDollar"));
    address luis = makeAddr("luis");
    address ana;
    uint256 anaKey;

    function setUp() public {
        vm.warp(1_800_000_000);
        (ana, anaKey) = makeAddrAndKey("ana");
    }

    function test_ATestDollarHasSixDecimals() public view {
        assertEq(dollar.name(), "Test Dollar");
        assertEq(dollar.symbol(), "tUSD");
        assertEq(dollar.decimals(), 6);
        assertEq(dollar.DRAW(), 1_000_000_000);
    }

    function test_FaucetGivesAThousandDollarsOnceAnHour() public {
        assertEq(dollar.nextDrawAt(ana), 0);
        vm.expectEmit(address(dollar));
        emit ERC20.Transfer(address(0), ana, 1_000_000_000);
        vm.prank(ana);
        dollar.faucet();
        assertEq(dollar.balanceOf(ana), 1_000_000_000);
        assertEq(dollar.nextDrawAt(ana), 1_800_003_600);

        skip(1 hours - 1);
        vm.expectRevert(abi.encodeWithSelector(TestDollar.DrawTooSoon.selector, 1_800_003_600));
        vm.prank(ana);
        dollar.faucet();
        vm.prank(luis);
        dollar.faucet();
        skip(1);
        vm.prank(ana);
        dollar.faucet();
        assertEq(dollar.balanceOf(ana), 2_000_000_000);
        assertEq(dollar.totalSupply(), 3_000_000_000);
        assertEq(dollar.nextDrawAt(ana), 1_800_007_200);
    }

    function test_Permit2MovesNothingUnasked() public {
        deal(address(dollar), ana, 1);
        assertEq(dollar.allowance(ana, PERMIT2), 0);
        vm.expectRevert(ERC20.InsufficientAllowance.selector);
        vm.prank(PERMIT2);
        dollar.transferFrom(ana, luis, 1);
    }

    /// @dev EIP-3009. RepaySigned.t.sol has the other refusals.
    function test_OnlyThePayeeReceivesWhatWasSigned() public {
        deal(address(dollar), ana, 1_000e6);
        bytes32 digest = authorizationDigest(dollar, ana, luis, 300e6, 0, type(uint256).max, NONCE);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(anaKey, digest);
        bytes memory signature = abi.encodePacked(r, s, v);
        vm.expectRevert(abi.encodeWithSelector(Authorizations.CallerIsNotThePayee.selector, luis));
        dollar.receiveWithAuthorization(ana, luis, 300e6, 0, type(uint256).max, NONCE, signature);

        vm.expectEmit(address(dollar));
        emit Authorizations.AuthorizationUsed(ana, NONCE);
        vm.expectEmit(address(dollar));
        emit ERC20.Transfer(ana, luis, 300e6);
        vm.prank(luis);
        dollar.receiveWithAuthorization(ana, luis, 300e6, 0, type(uint256).max, NONCE, signature);
        assertEq(dollar.balanceOf(luis), 300e6);
        assertEq(dollar.balanceOf(ana), 700e6);
        assertTrue(dollar.authorizationState(ana, NONCE));
        assertFalse(dollar.authorizationState(luis, NONCE));
    }
}
