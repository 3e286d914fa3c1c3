// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BlockingDollar} from "./BlockingDollar.sol";

/// @notice A token that calls a contract back during each transfer (reentrancy), and stores the result of the call.
contract ReenteringDollar is BlockingDollar {
    address public target;
    bytes public message;
    bool public succeeded;
    bytes public answer;
    uint256 public calls;

    function callBack(address target_, bytes calldata message_) external {
        (target, message) = (target_, message_);
        (succeeded, answer, calls) = (false, "", 0);
    }

    function _afterTokenTransfer(address, address, uint256) internal override {
        if (target == address(0)) return;
        ++calls;
        (succeeded, answer) = target.call(message);
    }
}
