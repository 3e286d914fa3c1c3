// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BlockingDollar} from "./BlockingDollar.sol";

/// @notice A token that calls a contract back during each transfer or permit that it asks for (reentrancy), and stores the
/// result of the call.
contract ReenteringDollar is BlockingDollar {
    address public target;
    bytes public message;
    bool public succeeded;
    bytes public answer;
    uint256 public calls;
    bool public withinPermit;

    function callBack(address target_, bytes calldata message_) external {
        (target, message) = (target_, message_);
        (succeeded, answer, calls) = (false, "", 0);
    }

    /// @dev Whether it calls back during a permit instead. Its permits do nothing else.
    function setWithinPermit(bool withinPermit_) external {
        withinPermit = withinPermit_;
    }

    function permit(address, address, uint256, uint256, uint8, bytes32, bytes32) public override {
        if (withinPermit) _callBack();
    }

    function _afterTokenTransfer(address, address, uint256) internal override {
        if (!withinPermit) _callBack();
    }

    function _callBack() private {
        if (msg.sender != target) return;
        ++calls;
        (succeeded, answer) = target.call(message);
    }
}
