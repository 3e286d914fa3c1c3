// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LibBit} from "solady/utils/LibBit.sol";
import {LoanBookTest} from "./LoanBookTest.sol";

/// @dev Writes the book's storage, where publishing would take minutes.
abstract contract BookStorage is LoanBookTest {
    /// @dev Storage slot of the book's IdBoard.Board: counters and newest block. The mapping of older blocks is the
    /// next slot, and then comes the one of the charts.
    bytes32 constant BOARD = bytes32(uint256(0));
    uint256 constant OLDER = 1;
    uint256 constant CHART = 2;
    uint256 constant BLOCK = 80;
    uint256 constant OFFERS = uint256(type(uint160).max) / 3;

    // Slots of the mappings of lists, and of the one of entries.
    uint256 constant OFFERS_BY = 3;
    uint256 constant OFFERS_FOR = 4;
    uint256 constant LOANS_OF = 5;
    uint256 constant REQUESTS_BY = 6;
    uint256 constant REQUESTS_FOR = 7;
    uint256 constant ENTRIES = 9;

    /// @dev Writes the bitmap's storage as if ids had been published up to block `index`, which is empty; the blocks in
    /// between get `bits`.
    function _turnBoardTo(uint256 index, uint160 bits) internal {
        uint256 word = uint256(vm.load(address(book), BOARD));
        (uint256 lastId, uint256 offers, uint256 requests) = (uint32(word), uint32(word >> 32), uint32(word >> 64));
        _storeBlock(lastId / BLOCK, uint160(word >> 96));
        for (uint256 i = lastId / BLOCK + 1; i < index && bits != 0; ++i) {
            _storeBlock(i, bits);
            offers += LibBit.popCount(bits & OFFERS);
            requests += LibBit.popCount(bits & (OFFERS << 1));
        }
        vm.store(address(book), BOARD, bytes32((index * BLOCK) | (offers << 32) | (requests << 64)));
        assertEq(book.nextId(), index * BLOCK + 1);
        assertEq(book.openOffersLength(), offers);
        assertEq(book.openRequestsLength(), requests);
    }

    function _storeBlock(uint256 index, uint160 bits) private {
        vm.store(address(book), keccak256(abi.encode(index, OLDER)), bytes32(uint256(bits)));
        for (uint256 kind; kind < 2; ++kind) {
            bytes32 slot = keccak256(abi.encode(index / 256, keccak256(abi.encode(kind, CHART))));
            if (bits & (OFFERS << kind) == 0) continue;
            vm.store(address(book), slot, vm.load(address(book), slot) | bytes32(1 << (index % 256)));
        }
    }

    /// @dev The first three slots of an entry; the fourth is its comment.
    function _loadEntry(uint256 id) internal view returns (bytes32[3] memory slots) {
        bytes32 slot = keccak256(abi.encode(id, ENTRIES));
        for (uint256 i; i < 3; ++i) {
            slots[i] = vm.load(address(book), bytes32(uint256(slot) + i));
        }
    }

    /// @dev The same loan between other people, with the comment that is the code of `note`.
    function _storeEntry(uint256 id, bytes32[3] memory slots, address lender, address borrower, address note) internal {
        uint256 slot = uint256(keccak256(abi.encode(id, ENTRIES)));
        vm.store(address(book), bytes32(slot), _withAddress(slots[0], lender));
        vm.store(address(book), bytes32(slot + 1), _withAddress(slots[1], borrower));
        if (slots[2] != 0) vm.store(address(book), bytes32(slot + 2), slots[2]);
        vm.store(address(book), bytes32(slot + 3), bytes32(uint256(uint160(note))));
    }

    function _withAddress(bytes32 word, address person) private pure returns (bytes32) {
        return bytes32(((uint256(word) >> 160) << 160) | uint160(person));
    }

    /// @dev Replaces a person's list by these ids, oldest first, and empties the record that is attached to it.
    function _storeList(uint256 lists, address person, uint256[] memory ids) internal {
        uint256 slot = uint256(keccak256(abi.encode(person, lists)));
        uint128 newestFour;
        for (uint256 i; i < ids.length; ++i) {
            newestFour = (newestFour << 32) | uint128(ids[i]);
            if (i % 4 != 3) continue;
            vm.store(address(book), keccak256(abi.encode(i / 4, slot + 1)), bytes32(uint256(newestFour)));
        }
        vm.store(address(book), bytes32(slot), bytes32(ids.length | (uint256(newestFour) << 32)));
    }
}
