// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestDollar} from "../../src/TestDollar.sol";

/// @notice A token whose `transferFrom` to one address moves a single unit and answers false: whoever judged by the
/// receiver's balance would take that for a payment.
contract StingyDollar is TestDollar {
    address public denied;

    function setDenied(address receiver) external {
        denied = receiver;
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        if (to != denied) return super.transferFrom(from, to, amount);
        super.transferFrom(from, to, 1);
        return false;
    }
}
