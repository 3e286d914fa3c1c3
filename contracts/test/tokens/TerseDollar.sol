// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice A non-compliant ERC-20: its transfers return no value, or return false instead of reverting.
contract TerseDollar {
    uint8 public constant decimals = 6;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => bool) public isBlocked;
    bool public immutable answersFalse;

    constructor(bool answersFalse_) {
        answersFalse = answersFalse_;
    }

    function print(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function setBlocked(address receiver, bool blocked) external {
        isBlocked[receiver] = blocked;
    }

    function approve(address spender, uint256 amount) external {
        allowance[msg.sender][spender] = amount;
    }

    function transfer(address to, uint256 amount) external {
        _move(msg.sender, to, amount, true);
    }

    function transferFrom(address from, address to, uint256 amount) external {
        bool allowed = allowance[from][msg.sender] >= amount;
        if (allowed) allowance[from][msg.sender] -= amount;
        _move(from, to, amount, allowed);
    }

    /// @dev Returns in assembly, because the return data depends on the kind of token.
    function _move(address from, address to, uint256 amount, bool allowed) private {
        bool moves = allowed && balanceOf[from] >= amount && !isBlocked[to];
        require(moves || answersFalse, "refused");
        if (moves) {
            balanceOf[from] -= amount;
            balanceOf[to] += amount;
        }
        if (!answersFalse) return;
        assembly {
            mstore(0, moves)
            return(0, 32)
        }
    }
}
