// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BlockingDollar} from "./BlockingDollar.sol";

/// @notice A token that delivers more than it is told to: mints a bonus to the receiver of each transfer.
contract GenerousDollar is BlockingDollar {
    uint256 public bonus;

    function setBonus(uint256 bonus_) external {
        bonus = bonus_;
    }

    function _afterTokenTransfer(address from, address to, uint256) internal override {
        if (from != address(0) && bonus != 0) _mint(to, bonus);
    }
}
