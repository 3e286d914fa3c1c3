// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BlockingDollar} from "./BlockingDollar.sol";

/// @notice Fee-on-transfer token: burns a percentage of each transfer once it is switched on.
contract FeeDollar is BlockingDollar {
    uint256 public percent;

    function setPercent(uint256 percent_) external {
        percent = percent_;
    }

    function _afterTokenTransfer(address from, address to, uint256 amount) internal virtual override {
        if (from != address(0) && to != address(0)) _burn(to, (amount * percent) / 100);
    }
}
