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

    /// @dev Five full slots and one more id. The ids use all 32 bits.
    function test_EveryIndexAfterEveryPush() public {
        for (uint256 n; n <= 31; ++n) {
            assertEq(list.length, n);
            assertEq(list.owner, n == 0 ? 0 : OWNER);
            for (uint256 i; i < n; ++i) {
                assertEq(list.get(i), type(uint32).max - i);
            }
            vm.expectRevert(abi.encodeWithSelector(ILoanBook.IndexOutOfRange.selector, n, n));
            this.get(n);
            list.push(type(uint32).max - n, OWNER);
        }
    }

    /// forge-config: default.fuzz.runs = 50
    /// @custom:verify fuzz.runs = 5000
    function testFuzz_AgreesWithAPlainArray(uint32[] memory ids, uint32 owner, uint256 offset, uint256 limit) public {
        for (uint256 i; i < ids.length; ++i) {
            list.push(ids[i], owner);
            assertEq(list.owner, owner);
        }
        assertEq(list.page(0, MANY).length, ids.length);
        assertEq(list.page(MANY, MANY).length, 0);
        (offset, limit) = (bound(offset, 0, ids.length + 1), bound(limit, 0, ids.length + 1));
        uint256[] memory page = list.page(offset, limit);
        uint256 rest = offset < ids.length ? ids.length - offset : 0;
        assertEq(page.length, limit < rest ? limit : rest);
        for (uint256 i; i < page.length; ++i) {
            assertEq(page[i], ids[offset + i]);
        }
    }
}
