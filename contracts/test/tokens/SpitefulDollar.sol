// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestDollar} from "../../src/TestDollar.sol";

/// @notice A token that refuses one address in the most misleading way: `transferFrom` to it moves nothing, takes a unit
/// from the receiver and answers false; `transfer` to it moves nothing, gives the sender a unit and answers true.
contract SpitefulDollar is TestDollar {
    address public refused;

    function setRefused(address receiver) external {
        refused = receiver;
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        if (to != refused) return super.transferFrom(from, to, amount);
        _burn(to, 1);
        return false;
    }

    function transfer(address to, uint256 amount) public override returns (bool) {
        if (to != refused) return super.transfer(to, amount);
        _mint(msg.sender, 1);
        return true;
    }
}
