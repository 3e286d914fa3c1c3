// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BlockingDollar} from "./BlockingDollar.sol";

/// @notice A non-compliant ERC-20: its transfers return no value, or return false instead of reverting.
contract TerseDollar is BlockingDollar {
    bool public immutable answersFalse;

    constructor(bool answersFalse_) {
        answersFalse = answersFalse_;
    }

    function transfer(address to, uint256 amount) public override returns (bool) {
        bool moves = balanceOf(msg.sender) >= amount && !isBlocked[to];
        if (moves || !answersFalse) super.transfer(to, amount);
        return _answer(moves);
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        bool moves = balanceOf(from) >= amount && allowance(from, msg.sender) >= amount && !isBlocked[to];
        if (moves || !answersFalse) super.transferFrom(from, to, amount);
        return _answer(moves);
    }

    function _answer(bool moves) private view returns (bool) {
        if (answersFalse) return moves;
        assembly {
            return(0, 0)
        }
    }
}
