// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "./support/Test.sol";
import {ILoanBook} from "../src/ILoanBook.sol";
import {IdList} from "../src/IdList.sol";

contract IdListTest is Test {
    using IdList for IdList.List;

    uint256 constant MANY = type(uint256).max;
    /// @dev All 32 bits, so that an overlap with a neighbour would show.
    uint32 constant OWNER = type(uint32).max;

    IdList.List list;

    function get(uint256 index) external view returns (uint256) {
        return list.get(index);
    }

    /// @dev Five full slots and one more id, by index and by page. The ids use all 32 bits, and the owner changes.
    function test_EveryIndexAfterEveryPush() public {
        for (uint256 n; n <= 31; ++n) {
            assertEq(list.length, n);
            assertEq(list.owner, n == 0 ? 0 : OWNER - n);
            for (uint256 i; i < n; ++i) {
                assertEq(list.get(i), type(uint32).max - i);
                uint256 limit = i % 7;
                uint256[] memory ids = list.page(i, i % 2 == 0 ? MANY : limit);
                assertEq(ids.length, i % 2 == 0 || limit > n - i ? n - i : limit);
                for (uint256 k; k < ids.length; ++k) {
                    assertEq(ids[k], type(uint32).max - i - k);
                }
            }
            assertEq(list.page(n, MANY).length + list.page(MANY, MANY).length, 0);
            for (uint256 i = n; i < n + 2; ++i) {
                vm.expectRevert(abi.encodeWithSelector(ILoanBook.IndexOutOfRange.selector, i, n));
                this.get(i);
            }
            list.push(type(uint32).max - n, OWNER - uint32(n + 1));
        }
    }
}
