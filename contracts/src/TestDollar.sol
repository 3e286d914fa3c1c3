// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Authorizations} from "./Authorizations.sol";

/// @title ERC-20 dollar for test networks, with a faucet
/// @notice Worth nothing. Anyone may draw 1,000 once an hour.
contract TestDollar is Authorizations {
    uint256 public constant DRAW = 1_000e6;
    uint256 private constant PAUSE = 1 hours;

    /// @notice The earliest time at which this address may draw again; 0 if it never drew.
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

    /// @notice Mints DRAW to the caller, unless they drew within the last PAUSE.
    function faucet() external {
        require(block.timestamp >= nextDrawAt[msg.sender], DrawTooSoon(nextDrawAt[msg.sender]));

        nextDrawAt[msg.sender] = block.timestamp + PAUSE;

        _mint(msg.sender, DRAW);
    }

    /// @dev No infinite allowance for Permit2, which is Solady's default: transfers need an explicit approval, and
    /// Permit2 may not even exist on this chain.
    function _givePermit2InfiniteAllowance() internal pure override returns (bool) {
        return false;
    }
}
