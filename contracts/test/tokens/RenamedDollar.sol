// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "solady/tokens/ERC20.sol";

/// @notice A dollar that was renamed since its EIP-712 domain was fixed, and tells the domain by EIP-5267.
contract RenamedDollar is ERC20 {
    function name() public pure override returns (string memory) {
        return "New Dollar";
    }

    function symbol() public pure override returns (string memory) {
        return "NEW";
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    /// @notice EIP-5267.
    function eip712Domain()
        external
        view
        returns (bytes1, string memory, string memory, uint256, address, bytes32, uint256[] memory)
    {
        return (0x0f, "Old Dollar", "7", block.chainid, address(this), 0, new uint256[](0));
    }

    function _constantNameHash() internal pure override returns (bytes32) {
        return keccak256("Old Dollar");
    }

    function _versionHash() internal pure override returns (bytes32) {
        return keccak256("7");
    }

    function _givePermit2InfiniteAllowance() internal pure override returns (bool) {
        return false;
    }
}
