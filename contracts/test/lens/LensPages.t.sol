// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LibString} from "solady/utils/LibString.sol";
import {ILoanBook} from "../../src/ILoanBook.sol";
import {LensTest} from "../support/LensTest.sol";

/// @dev Pages of what is open to anyone and of what is addressed to a person, and packs.
contract LensPagesTest is LensTest {
    /// @dev Offers and requests, for anyone and for eva, who takes one of each. The oldest and the newest have expired, a
    /// second after their last one.
    function test_PagesSkipWhatNobodyCanTake() public {
        for (uint256 i; i < 16; ++i) {
            _publish(i % 2 == 1, ana, i % 4 < 2 ? address(0) : eva, 1, i < 4 || i > 11 ? 1 : 2);
        }
        vm.startPrank(eva);
        book.acceptOffer(7);
        book.fundRequest(8, ana, _terms());
        vm.stopPrank();
        skip(1 days);
        for (uint256 i; i < 2 * 18 * 4 * 2; ++i) {
            if (i == 2 * 18 * 4) skip(1);
            _comparePages(i % 2 == 1, (i / 2) % 18, (i / 36) % 4);
        }
    }

    /// @dev The first of each kind is open, and more newer ones have expired than a page examines: MAX_SCAN, and of those
    /// addressed to a person MAX_SCAN_ADDRESSED. It leads on, whatever its size.
    function test_ExpiredOnesHideNothing() public {
        for (uint256 i; i < 4 * 242; ++i) {
            _publish(i % 2 == 1, ana, i % 4 < 2 ? address(0) : eva, 1, i < 4 ? 0 : 1);
        }
        skip(1 days + 1);
        for (uint256 i; i < 12; ++i) {
            (bool requests, uint256 more, uint256 limit) = (i % 2 == 1, i / 4, i % 4 < 2 ? 1 : ALL);
            ILoanBook.List list = requests ? ILoanBook.List.RequestsFor : ILoanBook.List.OffersFor;
            _compare(abi.encodeCall(lens.open, (book, requests, 4 * (240 + more), limit)));
            _compare(abi.encodeCall(lens.addressed, (book, eva, list, 150 + more, limit)));
        }
    }

    /// @dev Comments of all lengths around a word of memory and of any bytes, and the largest numbers.
    function test_PacksHaveWholeEntries() public {
        deal(address(dollar), ana, type(uint128).max);
        ILoanBook.Terms memory terms = ILoanBook.Terms(type(uint56).max, type(uint32).max, type(uint16).max, 60);
        for (uint256 i; i < 140; ++i) {
            string memory comment = LibString.repeat(i % 3 == 0 ? unicode"ñ" : "z", i / 2);
            if (i > 135) comment = string(abi.encodePacked(new bytes(140), bytes32(ALL), new bytes(i - 32)));
            vm.prank(ana);
            if (i % 2 == 0) book.createOfferFor(address(0), terms, comment, i % 3 == 0 ? 0 : 255);
            else book.createRequest(address(0), terms, comment, i % 3 == 0 ? 0 : 255);
            _compare(abi.encodeCall(lens.packed, (book, i % 2 == 1, ALL, 3)));
            terms = ILoanBook.Terms(1 + i, 2, 3, 4);
        }
        _compare(abi.encodeCall(lens.packed, (book, false, ALL, ALL)));
    }

    /// @dev Among the tests of gas, because MAX_PACK_GAS ends a pack earlier without the optimizer.
    function test_GasSufficesForMaxPacked() public {
        bytes[] memory calls = new bytes[](lens.MAX_PACKED() + 1);
        for (uint256 i; i < calls.length; ++i) {
            calls[i] = abi.encodeCall(book.createRequest, (address(0), ILoanBook.Terms(1, 1, 1, 1), "", 0));
        }
        vm.prank(eva);
        book.multicall(calls);
        (bytes memory entries, uint256 next) = lens.packed(book, true, ALL, ALL);
        assertEq(next, 2);
        assertEq(entries.length, lens.MAX_PACKED() * 45);
        (entries, next) = lens.packed(book, true, next, ALL);
        assertEq(next, 0);
        assertEq(uint32(bytes4(entries)), 1);
    }
}
