// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";
import {TestDollar} from "../src/TestDollar.sol";

contract TestDollarTest is Test {
    TestDollar dollar = new TestDollar();
    address ana = makeAddr("ana");

    function test_FaucetGivesAThousandDollars() public {
        vm.prank(ana);
        dollar.faucet();

        assertEq(dollar.balanceOf(ana), 1_000_000_000);
        assertEq(dollar.totalSupply(), 1_000_000_000);
        assertEq(dollar.decimals(), 6);
    }

    function test_FaucetGivesAgainAfterAnHour() public {
        vm.startPrank(ana);
        dollar.faucet();
        skip(1 hours);
        dollar.faucet();

        assertEq(dollar.balanceOf(ana), 2_000_000_000);
    }

    function test_RevertWhen_DrawnWithinTheHour() public {
        vm.startPrank(ana);
        dollar.faucet();
        uint256 next = block.timestamp + 1 hours;
        skip(1 hours - 1);

        vm.expectRevert(abi.encodeWithSelector(TestDollar.DrawTooSoon.selector, next));
        dollar.faucet();
    }
}
