// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestDollar} from "../../src/TestDollar.sol";

/// @notice A token whose `transfer` moves the money and answers false, as if it had forgotten to return.
contract LyingDollar is TestDollar {
    function transfer(address to, uint256 amount) public override returns (bool) {
        super.transfer(to, amount);
        return false;
    }
}
