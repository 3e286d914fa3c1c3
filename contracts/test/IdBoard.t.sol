// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "./support/Test.sol";
import {SafeCastLib} from "solady/utils/SafeCastLib.sol";
import {ILoanBook} from "../src/ILoanBook.sol";
import {IdBoard} from "../src/IdBoard.sol";
import {OnBoard} from "./support/OnBoard.sol";

/// @dev The library through external calls, so that what it refuses can be caught.
contract IdBoardHarness {
    using IdBoard for IdBoard.Board;

    IdBoard.Board private _board;

    function skip() external returns (uint256) {
        return _board.skip();
    }

    function skipMany(uint256 count) external {
        for (uint256 i; i < count; ++i) {
            _board.skip();
        }
    }

    function add(uint256 kind) public returns (uint256) {
        return kind == IdBoard.OFFER ? _board.addOffer() : _board.addRequest();
    }

    function addMany(uint256 kind, uint256 count) external {
        for (uint256 i; i < count; ++i) {
            add(kind);
        }
    }

    function remove(uint256 kind, uint256 id) public {
        if (kind == IdBoard.OFFER) _board.removeOffer(id);
        else _board.removeRequest(id);
    }

    function removeMany(uint256 kind, uint256 first, uint256 last) external {
        for (uint256 id = first; id <= last; ++id) {
            remove(kind, id);
        }
    }

    /// @dev As skipMany up to the last id before block `index`, in one step: empty blocks leave no trace in storage.
    function skipToBlock(uint256 index) external {
        while ((_board.lastId + 1) % IdBoard.BLOCK != 0) _board.skip();
        if (index * IdBoard.BLOCK - 1 == _board.lastId) return;
        _board.skip();
        _board.lastId = uint32(index * IdBoard.BLOCK - 1);
    }

    function lastId() external view returns (uint256) {
        return _board.lastId;
    }

    function setLastId(uint32 id) external {
        _board.lastId = id;
    }

    function older(uint256 index) external view returns (uint256) {
        return _board.older[index];
    }

    function newest() external view returns (uint256) {
        return _board.newest;
    }

    function chart(uint256 kind, uint256 index) external view returns (uint256) {
        return _board.chart[kind][index];
    }

    function has(uint256 kind, uint256 id) external view returns (bool) {
        return OnBoard.has(_board, id, kind);
    }

    function length(uint256 kind) external view returns (uint256) {
        return _board.length(kind);
    }

    function get(uint256 kind, uint256 index) external view returns (uint256) {
        return _board.get(kind, index);
    }

    function page(uint256 kind, uint256 offset, uint256 limit) external view returns (uint256[] memory) {
        return _board.page(kind, offset, limit);
    }

    function pageBefore(uint256 kind, uint256 before, uint256 limit) external view returns (uint256[] memory, uint256) {
        return _board.pageBefore(kind, before, limit);
    }
}

contract IdBoardTest is Test {
    uint256 constant OFFER = 0;
    uint256 constant REQUEST = 1;
    uint256 constant MANY = type(uint256).max;

    IdBoardHarness board = new IdBoardHarness();
    /// @dev The open ids of each kind, ascending.
    uint256[][2] plain;

    // ── One block ────────────────────────────────────────────────────────────────────────────────────────────────

    function test_AnEmptyBoardHasNothing() public {
        for (uint256 kind; kind < 2; ++kind) {
            assertEq(board.length(kind), 0);
            assertEq(board.page(kind, 0, MANY).length, 0);
            _assertBefore(kind, MANY, MANY);
            _assertBefore(kind, 1, 1);
            _assertBefore(kind, 0, 0);
            vm.expectRevert(abi.encodeWithSelector(ILoanBook.IndexOutOfRange.selector, 0, 0));
            board.get(kind, 0);
        }
        assertEq(board.lastId(), 0);
    }

    function test_IdsRunFromOneWhateverTheirKind() public {
        assertEq(board.skip(), 1);
        assertEq(board.add(OFFER), 2);
        assertEq(board.add(REQUEST), 3);
        assertEq(board.add(OFFER), 4);
        assertEq(board.lastId(), 4);
        assertEq(board.length(OFFER), 2);
        assertEq(board.length(REQUEST), 1);
        assertTrue(board.has(OFFER, 2) && board.has(REQUEST, 3) && board.has(OFFER, 4));
        assertFalse(board.has(OFFER, 1) || board.has(REQUEST, 1) || board.has(OFFER, 3) || board.has(REQUEST, 2));
        assertFalse(board.has(OFFER, 0) || board.has(OFFER, 5));
    }

    // ── Blocks of 80 ─────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev Its first id alone: the lowest bit.
    function test_ABlockOfOneOfferIsCopied() public {
        board.skipMany(79);
        assertEq(board.add(OFFER), 80);
        assertEq(board.newest(), 1);
        board.skipMany(80);

        assertEq(board.older(1), 1);
        assertEq(board.newest(), 0);
        assertTrue(board.has(OFFER, 80));
        assertEq(board.get(OFFER, 0), 80);
    }

    /// @dev The newest block is copied when the next one begins, with id 80.
    function test_ABlockIsCopiedWhenItIsFull() public {
        board.addMany(OFFER, 79);
        assertEq(board.older(0), 0);
        uint256 full = board.newest();
        assertEq(board.add(REQUEST), 80);

        assertEq(board.older(0), full);
        assertEq(board.newest(), 2, "the request is the first of its block");
        assertEq(board.chart(OFFER, 0), 1);
        assertEq(board.chart(REQUEST, 0), 0);
        assertEq(board.get(OFFER, 78), 79);
        assertEq(board.get(REQUEST, 0), 80);
    }

    /// @dev 160 bits hold two for each of 80 ids.
    function test_TheLastIdOfABlockUsesItsLastBits() public {
        board.skipToBlock(2);
        board.skipMany(79);
        board.add(REQUEST);
        assertEq(board.lastId(), 239);
        assertEq(board.newest(), 1 << 159);
        board.skip();
        assertEq(board.older(2), 1 << 159);
        assertTrue(board.has(REQUEST, 239));
        assertFalse(board.has(OFFER, 239) || board.has(OFFER, 240) || board.has(REQUEST, 159));
        board.remove(REQUEST, 239);
        assertEq(board.older(2), 0);
        assertEq(board.chart(REQUEST, 0), 0);
    }

    function test_BlocksMeetWithoutAGap() public {
        board.addMany(OFFER, 245);
        for (uint256 id = 1; id <= 245; ++id) {
            assertTrue(board.has(OFFER, id));
            assertFalse(board.has(REQUEST, id));
            assertEq(board.get(OFFER, id - 1), id);
        }
        board.removeMany(OFFER, 79, 80);
        board.removeMany(OFFER, 240, 240);
        assertEq(board.length(OFFER), 242);
        assertEq(board.get(OFFER, 77), 78);
        assertEq(board.get(OFFER, 78), 81);
        assertEq(board.get(OFFER, 236), 239);
        assertEq(board.get(OFFER, 237), 241);
        (uint256[] memory newest, uint256 next) = board.pageBefore(OFFER, 242, 2);
        assertEq(newest[0], 241);
        assertEq(newest[1], 239);
        assertEq(next, 239);
    }

    // ── The chart ────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev The bit of a block goes when its last id of that kind does, whatever the other kind has.
    function test_TheChartKnowsEachKindOfEachBlock() public {
        board.addMany(OFFER, 2);
        board.addMany(REQUEST, 2);
        board.skipToBlock(1);
        assertEq(board.chart(OFFER, 0), 0, "the newest block is not in it");
        board.addMany(REQUEST, 1);
        board.skipToBlock(3);
        board.add(OFFER);
        assertEq(board.chart(OFFER, 0), 1);
        assertEq(board.chart(REQUEST, 0), 3);

        board.remove(OFFER, 1);
        assertEq(board.chart(OFFER, 0), 1);
        board.remove(OFFER, 2);
        assertEq(board.chart(OFFER, 0), 0);
        assertEq(board.chart(REQUEST, 0), 3);
        board.remove(REQUEST, 80);
        assertEq(board.chart(REQUEST, 0), 1);
        board.removeMany(REQUEST, 3, 4);
        assertEq(board.chart(REQUEST, 0), 0);
        board.remove(OFFER, 240);
        assertEq(board.length(OFFER) + board.length(REQUEST), 0);
        assertEq(board.newest(), 0);
    }

    function test_ABlockThatEmptiedBeforeItWasOldHasNoBit() public {
        board.addMany(OFFER, 3);
        board.addMany(REQUEST, 1);
        board.removeMany(OFFER, 1, 3);
        board.skipToBlock(1);
        board.skip();
        assertEq(board.chart(OFFER, 0), 0);
        assertEq(board.chart(REQUEST, 0), 1);
    }

    /// @dev 256 blocks, which are 20,480 ids, have one slot in the chart. One id at each edge.
    function test_TheChartTurnsAfter256Blocks() public {
        uint256[6] memory blocks = [uint256(0), 254, 255, 256, 511, 512];
        for (uint256 i; i < blocks.length; ++i) {
            if (i != 0) board.skipToBlock(blocks[i]);
            plain[OFFER].push(board.add(OFFER));
            plain[REQUEST].push(board.add(REQUEST));
        }
        assertEq(plain[OFFER][3], 20_480);
        for (uint256 kind; kind < 2; ++kind) {
            assertEq(board.chart(kind, 0), 1 | (1 << 254) | (1 << 255));
            assertEq(board.chart(kind, 1), 1 | (1 << 255));
            assertEq(board.chart(kind, 2), 0, "the newest block is not in it");
            _assertAllPages(kind);
        }
        // Without those between: from the first to the newest, over 511 empty blocks.
        for (uint256 i = 1; i < 5; ++i) {
            board.remove(OFFER, plain[OFFER][i]);
        }
        assertEq(board.page(OFFER, 1, 1)[0], plain[OFFER][5]);
        (uint256[] memory newest, uint256 next) = board.pageBefore(OFFER, plain[OFFER][5], 1);
        assertEq(newest[0], plain[OFFER][0]);
        assertEq(next, 0);
        assertEq(board.chart(OFFER, 1), 0);
        _assertAllPages(REQUEST);
    }

    /// @dev The newest block is the first of a slot of the chart, and empty, or the only one that is not.
    function test_TheNewestBlockAtTheEdgeOfTheChart() public {
        board.add(OFFER);
        plain[OFFER].push(1);
        board.skipToBlock(256);
        board.skip();
        _assertAllPages(OFFER);
        plain[OFFER].push(board.add(OFFER));
        _assertAllPages(OFFER);
        board.remove(OFFER, 1);
        plain[OFFER][0] = plain[OFFER][1];
        plain[OFFER].pop();
        _assertAllPages(OFFER);
    }

    /// @dev The shortcut of the other tests leaves the same storage as every id on its own.
    function test_SkippingBlocksIsSkippingIds() public {
        IdBoardHarness slow = new IdBoardHarness();
        board.add(REQUEST);
        slow.add(REQUEST);
        board.skipToBlock(258);
        slow.skipMany(258 * 80 - 2);
        assertEq(board.lastId(), slow.lastId());
        board.addMany(OFFER, 81);
        slow.addMany(OFFER, 81);
        for (uint256 i; i < 3; ++i) {
            assertEq(vm.load(address(board), bytes32(i)), vm.load(address(slow), bytes32(i)));
        }
        for (uint256 index; index < 260; ++index) {
            assertEq(board.older(index), slow.older(index));
        }
        for (uint256 i; i < 4; ++i) {
            assertEq(board.chart(i % 2, i / 2), slow.chart(i % 2, i / 2));
        }
        assertEq(board.page(OFFER, 0, MANY), slow.page(OFFER, 0, MANY));
    }

    function test_ClosedIdsCostNextToNothing() public {
        board.add(OFFER);
        board.skipToBlock(100);
        board.add(OFFER);
        uint256 near = _gasOfSecond();
        board.skipToBlock(12_500);
        board.add(OFFER);
        // A million ids lie between: 49 slots of the chart at 2,100 gas.
        assertLt(_gasOfSecond(), near + 49 * 3500);
    }

    /// @dev Of the one before the newest.
    function _gasOfSecond() private returns (uint256) {
        uint256 newest = board.lastId();
        vm.cool(address(board));
        uint256 before = gasleft();
        board.pageBefore(OFFER, newest, 1);
        return before - gasleft();
    }

    // ── The end ──────────────────────────────────────────────────────────────────────────────────────────────────

    function test_RevertWhen_TheIdsAreUsedUp() public {
        board.setLastId(type(uint32).max - 2);
        assertEq(board.add(OFFER), type(uint32).max - 1);
        assertEq(board.add(REQUEST), type(uint32).max);
        assertTrue(board.has(REQUEST, type(uint32).max));
        assertTrue(board.has(OFFER, type(uint32).max - 1));

        vm.expectRevert(SafeCastLib.Overflow.selector);
        board.add(OFFER);
        vm.expectRevert(SafeCastLib.Overflow.selector);
        board.add(REQUEST);
        vm.expectRevert(SafeCastLib.Overflow.selector);
        board.skip();
        board.remove(OFFER, type(uint32).max - 1);
        board.remove(REQUEST, type(uint32).max);
        assertEq(board.newest(), 0);
    }

    // ── Against plain arrays ─────────────────────────────────────────────────────────────────────────────────────

    /// @dev `seed` chooses what each step does: adds, skips ids or blocks, removes one or most.
    /// forge-config: default.fuzz.runs = 10
    /// @custom:verify fuzz.runs = 500
    function testFuzz_AgreesWithPlainArrays(uint256 seed, uint256 offset, uint256 limit) public {
        for (uint256 i; i < 60; ++i) {
            uint256 dice = uint256(keccak256(abi.encode(seed, i)));
            (uint256 choice, uint256 kind, uint256 size) = (dice % 16, (dice >> 8) % 2, (dice >> 16) % 40);
            if (choice < 8) _add(kind, size);
            else if (choice < 10) board.skipMany(size);
            else if (choice == 10) board.skipToBlock(board.lastId() / 80 + 1 + ((dice >> 32) % 300));
            else if (choice < 15) _remove(kind, dice >> 32, 1);
            else _remove(kind, dice >> 32, plain[kind].length);
        }
        for (uint256 kind; kind < 2; ++kind) {
            _assertAllPages(kind);
            uint256 length = plain[kind].length;
            _assertPage(kind, offset, limit);
            _assertPage(kind, bound(offset, 0, length), bound(limit, 0, length));
            for (uint256 i; i < length; i += 7) {
                assertEq(board.get(kind, i), plain[kind][i]);
                assertTrue(board.has(kind, plain[kind][i]));
                assertFalse(board.has(1 - kind, plain[kind][i]));
            }
        }
    }

    function _add(uint256 kind, uint256 count) private {
        uint256 first = board.lastId() + 1;
        board.addMany(kind, count);
        for (uint256 i; i < count; ++i) {
            plain[kind].push(first + i);
        }
    }

    /// @dev Removes `count` ids from a place on; the last ones stay in order.
    function _remove(uint256 kind, uint256 from, uint256 count) private {
        uint256[] storage ids = plain[kind];
        if (ids.length == 0) return;
        from %= ids.length;
        uint256 kept = from;
        for (uint256 i = from; i < ids.length; ++i) {
            if (i < from + count) board.remove(kind, ids[i]);
            else ids[kept++] = ids[i];
        }
        while (ids.length > kept) ids.pop();
    }

    function _assertAllPages(uint256 kind) private view {
        uint256 length = plain[kind].length;
        assertEq(board.length(kind), length);
        _assertBefore(kind, MANY, MANY);
        for (uint256 i; i < length; i += length / 8 + 1) {
            uint256 id = plain[kind][i];
            _assertBefore(kind, id, 1);
            _assertBefore(kind, id + 1, length / 3 + 1);
            // Where its block begins, and the next one.
            _assertBefore(kind, id - (id % 80), 3);
            _assertBefore(kind, id - (id % 80) + 80, 80);
        }
        _assertPage(kind, 0, MANY);
        for (uint256 offset; offset <= length; offset += length / 5 + 1) {
            _assertPage(kind, offset, 1);
            _assertPage(kind, offset, length / 3 + 1);
            _assertPage(kind, offset, MANY);
        }
        _assertPage(kind, length, 1);
        _assertPage(kind, MANY, MANY);
    }

    function _assertPage(uint256 kind, uint256 offset, uint256 limit) private view {
        uint256[] memory oldest = board.page(kind, offset, limit);
        uint256 length = plain[kind].length;
        uint256 rest = offset < length ? length - offset : 0;
        assertEq(oldest.length, limit < rest ? limit : rest);
        for (uint256 i; i < oldest.length; ++i) {
            assertEq(oldest[i], plain[kind][offset + i]);
        }
    }

    /// @dev Newest first, of those below `before`; `next` is 0 exactly if none is left behind the page.
    function _assertBefore(uint256 kind, uint256 before, uint256 limit) private view {
        (uint256[] memory newest, uint256 next) = board.pageBefore(kind, before, limit);
        uint256 below = plain[kind].length;
        while (below != 0 && plain[kind][below - 1] >= before) --below;
        assertEq(newest.length, limit < below ? limit : below, "length");
        for (uint256 i; i < newest.length; ++i) {
            assertEq(newest[i], plain[kind][below - 1 - i], "newest first");
        }
        assertEq(next == 0, newest.length == below, "next is 0 exactly if there are no more");
        if (next == 0) return;
        assertLe(next, before, "next does not go back");
        if (newest.length != 0) assertEq(next, newest[newest.length - 1], "next is the last id");
        else assertGt(next, plain[kind][below - 1], "nothing is skipped");
    }

    // ── By a cursor ──────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev One id on each side of the edges of blocks and of slots of the chart, with every cursor around them.
    function test_ACursorAtEveryEdge() public {
        uint256[7] memory blocks = [uint256(1), 2, 3, 255, 256, 257, 512];
        for (uint256 i; i < blocks.length; ++i) {
            board.skipToBlock(blocks[i]);
            // The first id of the block, and the last one, after which the next id is a multiple of 80.
            for (uint256 k; k < 80; ++k) {
                if (k == 0 || k == 79) plain[i % 2].push(board.add(i % 2));
                else board.skip();
            }
            assertEq((board.lastId() + 1) % 80, 0);
            for (uint256 kind; kind < 2; ++kind) {
                _assertBefore(kind, MANY, MANY);
                _assertBefore(kind, board.lastId() + 1, 1);
                _assertBefore(kind, board.lastId(), 2);
            }
        }
        for (uint256 i; i < blocks.length; ++i) {
            for (uint256 before = blocks[i] * 80 - 1; before < blocks[i] * 80 + 3; ++before) {
                for (uint256 limit; limit < 4; ++limit) {
                    _assertBefore(OFFER, before, limit);
                    _assertBefore(REQUEST, before, limit);
                    _assertBefore(OFFER, before + 79, limit);
                    _assertBefore(REQUEST, before + 79, limit);
                }
            }
        }
    }

    function test_TheSmallestAndTheLargestCursors() public {
        plain[OFFER].push(board.add(OFFER));
        plain[OFFER].push(board.add(OFFER));
        for (uint256 before; before < 5; ++before) {
            for (uint256 limit; limit < 4; ++limit) {
                _assertBefore(OFFER, before, limit);
                _assertBefore(REQUEST, before, limit);
                _assertBefore(OFFER, MANY - before, limit);
                _assertBefore(OFFER, before, MANY - limit);
            }
        }
        (uint256[] memory ids, uint256 next) = board.pageBefore(OFFER, MANY, 0);
        assertEq(ids.length, 0);
        assertEq(next, 3, "the same page, with a limit, begins where this one would");
    }

    /// @dev What is added after the first page, and what is taken from those it showed, does not change the second.
    /// forge-config: default.fuzz.runs = 20
    /// @custom:verify fuzz.runs = 500
    function testFuzz_PagesDoNotShift(uint256 seed, uint256 size) public {
        board.skipToBlock(254 + (seed % 3));
        _add(OFFER, 60 + (seed % 40));
        board.skipMany((seed >> 8) % 200);
        _add(OFFER, 60 + ((seed >> 16) % 40));
        size = bound(size, 1, 120);
        uint256 length = plain[OFFER].length;
        uint256[] memory all = new uint256[](length);
        uint256 found;
        uint256 before = MANY;
        do {
            (uint256[] memory ids, uint256 next) = board.pageBefore(OFFER, before, size);
            for (uint256 i; i < ids.length; ++i) {
                all[found++] = ids[i];
            }
            // Between two pages somebody publishes, and somebody takes the newest of those that were shown.
            board.addMany(OFFER, (seed >> 24) % 30);
            board.addMany(REQUEST, (seed >> 32) % 30);
            board.remove(OFFER, ids[0]);
            before = next;
        } while (before != 0);
        assertEq(found, length);
        for (uint256 i; i < length; ++i) {
            assertEq(all[i], plain[OFFER][length - 1 - i]);
        }
    }
}
