// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestDollar} from "../../src/TestDollar.sol";

/// @notice A token with a blocklist of recipients, as USDC has, and with a mint function for tests.
contract BlockingDollar is TestDollar {
    mapping(address => bool) public isBlocked;

    error Blocked(address receiver);

    function print(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function setBlocked(address receiver, bool blocked) external {
        isBlocked[receiver] = blocked;
    }

    function _beforeTokenTransfer(address, address to, uint256) internal view override {
        require(!isBlocked[to], Blocked(to));
    }
}
