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

    /// @dev EIP-3009. Signed.t.sol has invalid signatures.
    function test_ThePayeeReceivesOnceWhatWasSigned() public {
        deal(address(dollar), ana, 1_000e6);
        (uint256 from, uint256 until) = (block.timestamp, block.timestamp + 2);
        bytes32 digest = authorizationDigest(dollar, ana, luis, 300e6, from, until, NONCE);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(anaKey, digest);
        bytes memory call = abi.encodeCall(
            dollar.receiveWithAuthorization,
            (ana, luis, 300e6, from, until, NONCE, abi.encodePacked(r, s, v))
        );
        for (uint256 i; i < 2; ++i) {
            vm.warp(from - i);
            _refuse(luis, call, abi.encodeWithSelector(Authorizations.AuthorizationNotYetValid.selector, from));
            vm.warp(until + i);
            _refuse(luis, call, abi.encodeWithSelector(Authorizations.AuthorizationExpired.selector, until));
        }
        vm.warp(from + 1);
        _refuse(ana, call, abi.encodeWithSelector(Authorizations.CallerIsNotThePayee.selector, luis));

        vm.expectEmit(address(dollar));
        emit Authorizations.AuthorizationUsed(ana, NONCE);
        vm.expectEmit(address(dollar));
        emit ERC20.Transfer(ana, luis, 300e6);
        vm.prank(luis);
        (bool done, ) = address(dollar).call(call);
        assertTrue(done);
        assertEq(dollar.balanceOf(luis), 300e6);
        assertEq(dollar.balanceOf(ana), 700e6);
        assertFalse(dollar.authorizationState(luis, NONCE));
        _refuse(luis, call, abi.encodeWithSelector(Authorizations.AuthorizationSpent.selector, ana, NONCE));
    }

    function _refuse(address caller, bytes memory call, bytes memory error) private {
        vm.prank(caller);
        (bool done, bytes memory answer) = address(dollar).call(call);
        assertFalse(done);
        assertEq(answer, error);
    }
}
