// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestDollar} from "../../src/TestDollar.sol";

/// @notice A token that tells the receiver of a transfer, as ERC-777 does. One of them passes all of it on at once.
contract PassingDollar is TestDollar {
    address public passer;
    address public heir;

    function setHeir(address passer_, address heir_) external {
        (passer, heir) = (passer_, heir_);
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        super.transferFrom(from, to, amount);
        if (to == passer) _transfer(to, heir, amount);
        return true;
    }
}
