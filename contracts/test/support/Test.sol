// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestBase} from "forge-std/Base.sol";
import {StdAssertions} from "forge-std/StdAssertions.sol";
import {StdCheats} from "forge-std/StdCheats.sol";
import {StdUtils} from "forge-std/StdUtils.sol";

/// @dev Base of all tests: forge-std's Test without what none of them uses, of which the compiler would make code for
/// each of them.
abstract contract Test is TestBase, StdAssertions, StdCheats, StdUtils {
    /// @dev Every token here keeps balances where Solady's ERC20 does. forge-std's version searches the token's storage
    /// for the slot.
    function deal(address token, address to, uint256 give) internal override {
        vm.store(token, keccak256(abi.encodePacked(to, uint64(0), uint32(0x87a211a2))), bytes32(give));
    }
}
