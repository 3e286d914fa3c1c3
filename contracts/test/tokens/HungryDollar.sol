// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestDollar} from "../../src/TestDollar.sol";

/// @notice A token whose transfers burn gas, as much as was set for the receiver.
contract HungryDollar is TestDollar {
    mapping(address => uint256) public appetite;

    function setAppetite(address receiver, uint256 gas) external {
        appetite[receiver] = gas;
    }

    function _afterTokenTransfer(address, address to, uint256) internal view override {
        uint256 left = gasleft();
        while (left - gasleft() < appetite[to]) {}
    }
}
