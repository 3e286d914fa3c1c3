// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EfficientHashLib} from "solady/utils/EfficientHashLib.sol";
import {LibBit} from "solady/utils/LibBit.sol";
import {ILoanBook} from "../../src/ILoanBook.sol";
import {LoanBookTest} from "./LoanBookTest.sol";

/// @dev Writes the storage of the book directly, because publishing as much would take minutes.
abstract contract BookStorage is LoanBookTest {
    // Storage slots of the book. The first one has the board's counters and its newest block.
    uint256 constant BOARD = 0;
    uint256 constant OLDER = 1;
    uint256 constant CHART = 2;
    uint256 constant PEOPLE = 3;
    uint256 constant LISTS = 5;
    uint256 constant ENTRIES = 6;
    uint256 constant BLOCK = 80;
    uint256 constant OFFERS = uint256(type(uint160).max) / 3;
    /// @dev Where `startTs` begins in the first slot of a loan.
    uint256 constant START_SHIFT = 184;

    mapping(address person => uint256) private _numbers;
    uint256 private _lastNumber = 1 << 31;

    /// @dev Writes the board as if ids had been published up to block `index`, which is empty. The blocks in between get
    /// `bits`.
    function _turnBoardTo(uint256 index, uint160 bits) internal {
        uint256 word = uint256(_load(bytes32(BOARD)));
        (uint256 lastId, uint256 offers, uint256 requests) = (uint32(word), uint32(word >> 32), uint32(word >> 64));
        _storeBlock(lastId / BLOCK, uint160(word >> 96));
        for (uint256 i = lastId / BLOCK + 1; i < index && bits != 0; ++i) {
            _storeBlock(i, bits);
            offers += LibBit.popCount(bits & OFFERS);
            requests += LibBit.popCount(bits & (OFFERS << 1));
        }
        _store(bytes32(BOARD), (index * BLOCK) | (offers << 32) | (requests << 64));
        assertEq(book.nextId(), index * BLOCK + 1);
        assertEq(book.openOffersLength(), offers);
        assertEq(book.openRequestsLength(), requests);
    }

    function _storeBlock(uint256 index, uint160 bits) private {
        _store(EfficientHashLib.hash(index, OLDER), bits);
        for (uint256 kind; kind < 2; ++kind) {
            if (bits & (OFFERS << kind) == 0) continue;
            bytes32 slot = EfficientHashLib.hash(index / 256, uint256(EfficientHashLib.hash(kind, CHART)));
            _store(slot, uint256(_load(slot)) | (1 << (index % 256)));
        }
    }

    /// @dev Reads the first two slots of a loan. Its comment begins in the third.
    function _loadEntry(uint256 id) internal view returns (uint256[2] memory) {
        return [uint256(_load(_slotOf(id, 0))), uint256(_load(_slotOf(id, 1)))];
    }

    /// @dev Writes a loan between these people, with the terms and the state of another one.
    function _storeEntry(uint256 id, uint256[2] memory slots, address lender, address borrower) internal {
        uint256 people = _numberOf(lender) | (_numberOf(borrower) << 32);
        _store(_slotOf(id, 0), ((slots[0] >> 64) << 64) | people);
        if (slots[1] != 0) _store(_slotOf(id, 1), slots[1]);
    }

    function _slotOf(uint256 id, uint256 index) internal pure returns (bytes32) {
        return bytes32(uint256(EfficientHashLib.hash(id, ENTRIES)) + index);
    }

    /// @dev Replaces a list by these ids, oldest first.
    function _storeList(ILoanBook.List list, address person, uint256[] memory ids) internal {
        bytes32 slot = _slotOf(list, person);
        uint192 newestSix;
        for (uint256 i; i < ids.length; ++i) {
            newestSix = (newestSix << 32) | uint192(ids[i]);
            if (i % 6 == 5) _store(EfficientHashLib.hash(i / 6, uint256(slot) + 1), newestSix);
        }
        _store(slot, ids.length | (_numberOf(person) << 32) | (uint256(newestSix) << 64));
        assertEq(_idsOf(list, person), ids);
    }

    function _slotOf(ILoanBook.List list, address person) internal pure returns (bytes32) {
        return bytes32(uint256(EfficientHashLib.hash(uint160(person), LISTS)) + 2 * uint256(list));
    }

    /// @dev Returns a person's number. People who have none get one, far above those that the book gives.
    function _numberOf(address person) internal returns (uint256 number) {
        if (person == address(0)) return 0;
        number = _numbers[person];
        for (uint256 i; number == 0 && i <= uint256(type(ILoanBook.List).max); ++i) {
            number = uint32(uint256(_load(_slotOf(ILoanBook.List(i), person))) >> 32);
        }
        if (number == 0) {
            number = ++_lastNumber;
            _store(EfficientHashLib.hash(number, PEOPLE), uint160(person));
        }
        _numbers[person] = number;
    }

    function _load(bytes32 slot) internal view returns (bytes32) {
        return vm.load(address(book), slot);
    }

    function _store(bytes32 slot, uint256 word) internal {
        vm.store(address(book), slot, bytes32(word));
    }
}
