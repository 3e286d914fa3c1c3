// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeCastLib} from "solady/utils/SafeCastLib.sol";
import {IdBoard} from "../src/IdBoard.sol";
import {ILoanBook} from "../src/ILoanBook.sol";
import {Dice} from "./support/Dice.sol";

/// @dev The board against plain arrays. A bit of the chart that should not be set changes no answer and only makes a scan
/// more expensive, so the chart is compared too.
contract IdBoardTest is Dice {
    using IdBoard for IdBoard.Board;

    uint256 constant OFFER = 0;
    uint256 constant REQUEST = 1;
    uint256 constant BLOCK = 80;
    uint256 constant MANY = type(uint256).max;

    IdBoard.Board board;
    /// @dev The open ids of each kind, ascending.
    uint256[][2] plain;

    // External, so that a refusal can be caught.
    function add(uint256 kind) public returns (uint256 id) {
        uint256 lastId = board.lastId;
        id = kind == OFFER ? board.addOffer() : board.addRequest();
        assertEq(id, lastId + 1);
        plain[kind].push(id);
    }

    function skipId() public {
        uint256 lastId = board.lastId;
        assertEq(board.skip(), lastId + 1);
    }

    function offerAt(uint256 index) external view returns (uint256) {
        return board.offerAt(index);
    }

    /// @dev Ids on both sides of the edges of blocks and of the chart's slots of 256 blocks, also an empty
    /// board. Then they are removed one by one, over more and more empty blocks.
    function test_EveryEdge() public {
        _assertBoard();
        uint16[8] memory blocks = [1, 2, 3, 255, 256, 257, 511, 768];
        for (uint256 i; i < blocks.length; ++i) {
            _skipToBlock(blocks[i]);
            add(i % 2);
            _assertBoard();
            _addOrSkip(false, 0, 78);
            add(i % 2);
            // The next id is the first of a block.
            assertEq((board.lastId + 1) % BLOCK, 0);
            _assertBoard();
        }
        while (plain[OFFER].length != 0) {
            _remove(OFFER, plain[OFFER].length / 2, 1);
            _remove(REQUEST, plain[REQUEST].length / 3, 1);
            _assertBoard();
        }
    }

    /// @dev A million closed ids are 49 slots of the chart, of 2,100 gas each.
    function test_ClosedIdsCostNextToNothing() public {
        add(OFFER);
        _skipToBlock(100);
        uint256 near = _gasBehind(add(OFFER));
        _skipToBlock(12_500);
        board.removeOffer(100 * BLOCK);
        assertLt(_gasBehind(add(OFFER)), near + 49 * 3500);
        // Once all open ids are found, nothing is read before them.
        board.removeOffer(1);
        assertLt(_gasBehind(MANY), near);
    }

    function _gasBehind(uint256 id) private returns (uint256 gas) {
        vm.cool(address(this));
        gas = gasleft();
        board.pageBefore(OFFER, id, 1);
        gas -= gasleft();
    }

    function test_RevertWhen_TheIdsAreUsedUp() public {
        board.lastId = type(uint32).max - 2;
        assertEq(add(OFFER), type(uint32).max - 1);
        assertEq(add(REQUEST), type(uint32).max);
        for (uint256 kind; kind < 2; ++kind) {
            vm.expectRevert(SafeCastLib.Overflow.selector);
            this.add(kind);
        }
        vm.expectRevert(SafeCastLib.Overflow.selector);
        this.skipId();
        _remove(OFFER, 0, 1);
        _remove(REQUEST, 0, 1);
        assertEq(board.offers + board.requests + uint256(board.newest), 0);
    }

    /// forge-config: default.fuzz.runs = 16
    /// @custom:verify fuzz.runs = 5000
    function testFuzz_AgreesWithPlainArrays(uint256 seed, uint256 before, uint256 limit) public {
        dice = seed;
        if (_oneIn(2)) _skipToBlock(254 + _below(4));
        for (uint256 i; i < 40; ++i) {
            (uint256 choice, uint256 kind) = (_below(16), _below(2));
            if (choice < 10) _addOrSkip(choice < 8, kind, _below(40));
            else if (choice == 10) _skipToBlock(board.lastId / BLOCK + 1 + _below(300));
            else if (choice < 14) _remove(kind, _dice(), 1);
            else _remove(kind, _dice(), choice == 14 ? 100 : MANY);
        }
        _assertBoard();
        for (uint256 kind; kind < 2; ++kind) {
            _assertBefore(kind, before, limit);
            _assertBefore(kind, bound(before, 0, board.lastId + 2), bound(limit, 0, plain[kind].length + 1));
        }
        _assertPage(before, limit);
        _assertPage(bound(before, 0, plain[OFFER].length), bound(limit, 0, plain[OFFER].length));
    }

    function _addOrSkip(bool isOpen, uint256 kind, uint256 count) private {
        for (uint256 i; i < count; ++i) {
            if (isOpen) add(kind);
            else skipId();
        }
    }

    /// @dev Skips to the last id before a block. Empty blocks leave nothing in storage but the last id.
    function _skipToBlock(uint256 index) private {
        while ((board.lastId + 1) % BLOCK != 0) skipId();
        if (index * BLOCK - 1 == board.lastId) return;
        skipId();
        board.lastId = uint32(index * BLOCK - 1);
    }

    /// @dev Removes `count` ids from a place on. The later ones stay in order.
    function _remove(uint256 kind, uint256 from, uint256 count) private {
        uint256[] storage ids = plain[kind];
        if (ids.length == 0) return;
        from %= ids.length;
        uint256 kept = from;
        for (uint256 i = from; i < ids.length; ++i) {
            if (i - from >= count) ids[kept++] = ids[i];
            else if (kind == OFFER) board.removeOffer(ids[i]);
            else board.removeRequest(ids[i]);
        }
        while (ids.length > kept) ids.pop();
    }

    function _assertBoard() private frees {
        assertEq(board.offers, plain[OFFER].length);
        assertEq(board.requests, plain[REQUEST].length);
        for (uint256 kind; kind < 2; ++kind) {
            _assertChart(kind);
            _assertBefore(kind, MANY, MANY);
            _assertBefore(kind, MANY, 0);
            _assertBefore(kind, 0, 1);
            _assertBefore(kind, 2, MANY);
            uint256 count = plain[kind].length;
            for (uint256 i; i < count; i += count / 8 + 1) {
                uint256 id = plain[kind][i];
                _assertBefore(kind, id, 1);
                _assertBefore(kind, id + 1, count / 3 + 1);
                // Where its block begins, and the next one.
                _assertBefore(kind, id - (id % BLOCK), 3);
                _assertBefore(kind, id - (id % BLOCK) + BLOCK, BLOCK);
            }
        }
        uint256 length = plain[OFFER].length;
        for (uint256 offset; offset < length; offset += length / 5 + 1) {
            assertEq(board.offerAt(offset), plain[OFFER][offset]);
            _assertPage(offset, 1);
            _assertPage(offset, length / 3 + 1);
            _assertPage(offset, MANY);
        }
        _assertPage(length, 1);
        _assertPage(MANY, MANY);
        for (uint256 index = length; index < length + 2; ++index) {
            vm.expectRevert(abi.encodeWithSelector(ILoanBook.IndexOutOfRange.selector, index, length));
            this.offerAt(index);
        }
    }

    /// @dev A bit for each older block that has ids of the kind, and no other bit.
    function _assertChart(uint256 kind) private view {
        (uint256 newestBlock, uint256 place) = (board.lastId / BLOCK, 0);
        for (uint256 slot; slot <= newestBlock / 256; ++slot) {
            uint256 expected;
            for (; place < plain[kind].length; ++place) {
                uint256 index = plain[kind][place] / BLOCK;
                if (index / 256 != slot) break;
                if (index < newestBlock) expected |= 1 << (index % 256);
            }
            assertEq(board.chart[kind][slot], expected, "chart");
        }
    }

    /// @dev Offers, oldest first.
    function _assertPage(uint256 offset, uint256 limit) private view {
        uint256[] memory ids = board.offersFrom(offset, limit);
        uint256 length = plain[OFFER].length;
        uint256 rest = offset < length ? length - offset : 0;
        assertEq(ids.length, limit < rest ? limit : rest);
        for (uint256 i; i < ids.length; ++i) {
            if (ids[i] != plain[OFFER][offset + i]) assertEq(ids[i], plain[OFFER][offset + i], "oldest first");
        }
    }

    /// @dev Newest first, of the ids below `before`. `next` is 0 exactly if none is left.
    function _assertBefore(uint256 kind, uint256 before, uint256 limit) private view {
        (uint256[] memory ids, uint256 next) = board.pageBefore(kind, before, limit);
        uint256 below = plain[kind].length;
        while (below != 0 && plain[kind][below - 1] >= before) --below;
        assertEq(ids.length, limit < below ? limit : below, "length");
        for (uint256 i; i < ids.length; ++i) {
            if (ids[i] != plain[kind][below - 1 - i]) assertEq(ids[i], plain[kind][below - 1 - i], "newest first");
        }
        assertEq(next == 0, ids.length == below, "next is 0 exactly if there are no more");
        if (next == 0) return;
        assertLe(next, before, "next does not go back");
        if (ids.length != 0) assertEq(next, ids[ids.length - 1], "next is the last id");
        else assertGt(next, plain[kind][below - 1], "nothing is skipped");
    }
}
