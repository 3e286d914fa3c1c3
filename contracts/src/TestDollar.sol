// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "solady/tokens/ERC20.sol";

/// @title The dollar of the test networks
/// @notice Worth nothing. Anyone may draw 1,000 of them, once an hour.
contract TestDollar is ERC20 {
    uint256 public constant DRAW = 1_000e6;
    uint256 public constant PAUSE = 1 hours;

    /// @notice When this address may draw again; 0 if it never drew.
    mapping(address => uint256) public nextDrawAt;

    error DrawTooSoon(uint256 nextDrawAt);

    function name() public pure override returns (string memory) {
        return "Test Dollar";
    }

    function symbol() public pure override returns (string memory) {
        return "tUSD";
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    /// @notice Gives the caller DRAW, unless they drew within the last PAUSE.
    function faucet() external {
        require(block.timestamp >= nextDrawAt[msg.sender], DrawTooSoon(nextDrawAt[msg.sender]));

        nextDrawAt[msg.sender] = block.timestamp + PAUSE;

        _mint(msg.sender, DRAW);
    }

    /// @dev Nobody may move someone's dollars without having been allowed to: by default this ERC20 would let Permit2 move
    /// everybody's, a contract that need not even exist on the network at hand.
    function _givePermit2InfiniteAllowance() internal pure override returns (bool) {
        return false;
    }
}
