// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "./support/Test.sol";
import {ILoanBook} from "../src/ILoanBook.sol";
import {IdList} from "../src/IdList.sol";

/// @dev The library through external calls, so that what it refuses can be caught.
contract IdListHarness {
    using IdList for IdList.List;

    IdList.List private _list;

    function push(uint256 id) external {
        _list.push(id);
    }

    function pushMany(uint256 count) external {
        for (uint256 i; i < count; ++i) {
            _list.push(i + 1);
        }
    }

    function attach(uint96 value) external {
        _list.attached = value;
    }

    function attached() external view returns (uint96) {
        return _list.attached;
    }

    function length() external view returns (uint256) {
        return _list.length;
    }

    function get(uint256 index) external view returns (uint256) {
        return _list.get(index);
    }

    function page(uint256 offset, uint256 limit) external view returns (uint256[] memory) {
        return _list.page(offset, limit);
    }
}

contract IdListTest is Test {
    IdListHarness list = new IdListHarness();
    uint256[] plain;

    function test_AnEmptyListHasNothing() public {
        assertEq(list.length(), 0);
        assertEq(list.page(0, type(uint256).max).length, 0);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.IndexOutOfRange.selector, 0, 0));
        list.get(0);
    }

    /// @dev Long enough for every remainder modulo 4, the number of ids in a slot, several times.
    function test_EveryIndexAfterEveryPush() public {
        for (uint256 n = 1; n <= 21; ++n) {
            // Ids that use all 32 bits: a neighbour that overlaps would show.
            list.push(type(uint32).max - n);
            assertEq(list.length(), n);
            for (uint256 i; i < n; ++i) {
                assertEq(list.get(i), type(uint32).max - i - 1);
            }
            vm.expectRevert(abi.encodeWithSelector(ILoanBook.IndexOutOfRange.selector, n, n));
            list.get(n);
        }
    }

    function test_EveryPageOfEverySize() public {
        list.pushMany(13);
        for (uint256 offset; offset <= 14; ++offset) {
            for (uint256 limit; limit <= 14; ++limit) {
                uint256[] memory ids = list.page(offset, limit);
                uint256 rest = offset < 13 ? 13 - offset : 0;
                assertEq(ids.length, limit < rest ? limit : rest);
                for (uint256 i; i < ids.length; ++i) {
                    assertEq(ids[i], offset + i + 1);
                }
            }
        }
        assertEq(list.page(12, type(uint256).max).length, 1);
        assertEq(list.page(type(uint256).max, type(uint256).max).length, 0);
    }

    /// forge-config: default.fuzz.runs = 50
    /// @custom:verify fuzz.runs = 5000
    function testFuzz_AgreesWithAPlainArray(uint32[] calldata ids, uint256 offset, uint256 limit, uint96 value) public {
        list.attach(value);
        for (uint256 i; i < ids.length; ++i) {
            list.push(ids[i]);
            plain.push(ids[i]);
        }
        assertEq(list.attached(), value, "attached");
        assertEq(list.page(0, type(uint256).max), plain);
        offset = bound(offset, 0, ids.length);
        limit = bound(limit, 0, ids.length - offset);
        uint256[] memory page = list.page(offset, limit);
        assertEq(page.length, limit);
        for (uint256 i; i < limit; ++i) {
            assertEq(page[i], plain[offset + i]);
            assertEq(list.get(offset + i), plain[offset + i]);
        }
    }

    /// @dev What is attached shares a slot with the newest four and the length: neither touches the other.
    function test_WhatIsAttachedStays() public {
        list.attach(type(uint96).max);
        list.pushMany(9);
        assertEq(list.attached(), type(uint96).max);
        list.attach(0);
        assertEq(list.length(), 9);
        for (uint256 i; i < 9; ++i) {
            assertEq(list.get(i), i + 1);
        }
    }

    function test_ALongList() public {
        list.pushMany(1000);
        assertEq(list.length(), 1000);
        assertEq(list.get(0), 1);
        assertEq(list.get(995), 996);
        assertEq(list.get(996), 997);
        assertEq(list.get(999), 1000);
        assertEq(list.page(998, 5).length, 2);
    }

    /// @dev The board gives no id that has more bits.
    function test_TheLargestIdFits() public {
        list.push(1);
        list.push(type(uint32).max);
        list.push(2);
        assertEq(list.get(0), 1);
        assertEq(list.get(1), type(uint32).max);
        assertEq(list.get(2), 2);
    }
}
