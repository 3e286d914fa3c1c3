// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";
import {ERC20} from "solady/tokens/ERC20.sol";
import {TestDollar} from "../src/TestDollar.sol";

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
        assertEq(dollar.PAUSE(), 3600);
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
}
