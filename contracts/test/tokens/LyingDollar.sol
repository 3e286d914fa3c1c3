// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestDollar} from "../../src/TestDollar.sol";

/// @notice A token whose `transfer` moves the money and answers false, as if it had forgotten to return. So does its
/// `transferFrom` to one address, once that is set.
contract LyingDollar is TestDollar {
    address public denied;

    function setDenied(address receiver) external {
        denied = receiver;
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        super.transferFrom(from, to, amount);
        return to != denied;
    }

    function transfer(address to, uint256 amount) public override returns (bool) {
        super.transfer(to, amount);
        return false;
    }
}
