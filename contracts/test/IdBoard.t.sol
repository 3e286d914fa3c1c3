// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";
import {SafeCastLib} from "solady/utils/SafeCastLib.sol";
import {ILoanBook} from "../src/ILoanBook.sol";
import {IdBoard} from "../src/IdBoard.sol";

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

    function summary(uint256 kind, uint256 index) external view returns (uint256) {
        return _board.summary[kind][index];
    }

    function has(uint256 kind, uint256 id) external view returns (bool) {
        return _board.has(id, kind);
    }

    function length(uint256 kind) external view returns (uint256) {
        return _board.length(kind);
    }

    function get(uint256 kind, uint256 index) external view returns (uint256) {
        return _board.get(kind, index);
    }

    function page(
        uint256 kind,
        uint256 offset,
        uint256 limit,
        bool newestFirst
    ) external view returns (uint256[] memory) {
        return _board.page(kind, offset, limit, newestFirst);
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
            assertEq(board.page(kind, 0, MANY, false).length, 0);
            assertEq(board.page(kind, 0, MANY, true).length, 0);
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
        assertEq(board.summary(OFFER, 0), 1);
        assertEq(board.summary(REQUEST, 0), 0);
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
        assertEq(board.summary(REQUEST, 0), 0);
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
        uint256[] memory newest = board.page(OFFER, 4, 2, true);
        assertEq(newest[0], 241);
        assertEq(newest[1], 239);
    }

    // ── The summary ──────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev The bit of a block goes when its last id of that kind does, whatever the other kind has.
    function test_TheSummaryKnowsEachKindOfEachBlock() public {
        board.addMany(OFFER, 2);
        board.addMany(REQUEST, 2);
        board.skipToBlock(1);
        assertEq(board.summary(OFFER, 0), 0, "the newest block is not in it");
        board.addMany(REQUEST, 1);
        board.skipToBlock(3);
        board.add(OFFER);
        assertEq(board.summary(OFFER, 0), 1);
        assertEq(board.summary(REQUEST, 0), 3);

        board.remove(OFFER, 1);
        assertEq(board.summary(OFFER, 0), 1);
        board.remove(OFFER, 2);
        assertEq(board.summary(OFFER, 0), 0);
        assertEq(board.summary(REQUEST, 0), 3);
        board.remove(REQUEST, 80);
        assertEq(board.summary(REQUEST, 0), 1);
        board.removeMany(REQUEST, 3, 4);
        assertEq(board.summary(REQUEST, 0), 0);
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
        assertEq(board.summary(OFFER, 0), 0);
        assertEq(board.summary(REQUEST, 0), 1);
    }

    /// @dev 256 blocks, which are 20,480 ids, have one slot in the summary. One id at each edge.
    function test_TheSummaryTurnsAfter256Blocks() public {
        uint256[6] memory blocks = [uint256(0), 254, 255, 256, 511, 512];
        for (uint256 i; i < blocks.length; ++i) {
            if (i != 0) board.skipToBlock(blocks[i]);
            plain[OFFER].push(board.add(OFFER));
            plain[REQUEST].push(board.add(REQUEST));
        }
        assertEq(plain[OFFER][3], 20_480);
        for (uint256 kind; kind < 2; ++kind) {
            assertEq(board.summary(kind, 0), 1 | (1 << 254) | (1 << 255));
            assertEq(board.summary(kind, 1), 1 | (1 << 255));
            assertEq(board.summary(kind, 2), 0, "the newest block is not in it");
            _assertAllPages(kind);
        }
        // Without those between: from the first to the newest, over 511 empty blocks.
        for (uint256 i = 1; i < 5; ++i) {
            board.remove(OFFER, plain[OFFER][i]);
        }
        assertEq(board.page(OFFER, 1, 1, false)[0], plain[OFFER][5]);
        assertEq(board.page(OFFER, 1, 1, true)[0], plain[OFFER][0]);
        assertEq(board.summary(OFFER, 1), 0);
        _assertAllPages(REQUEST);
    }

    /// @dev The newest block is the first of a slot of the summary, and empty, or the only one that is not.
    function test_TheNewestBlockAtTheEdgeOfTheSummary() public {
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
            assertEq(board.summary(i % 2, i / 2), slow.summary(i % 2, i / 2));
        }
        assertEq(board.page(OFFER, 0, MANY, false), slow.page(OFFER, 0, MANY, false));
    }

    function test_ClosedIdsCostNextToNothing() public {
        board.add(OFFER);
        board.skipToBlock(100);
        board.add(OFFER);
        uint256 near = _gasOfSecond(true);
        board.skipToBlock(12_500);
        board.add(OFFER);
        // A million ids lie between: 49 slots of the summary at 2,100 gas.
        assertLt(_gasOfSecond(true), near + 49 * 3500);
    }

    function _gasOfSecond(bool newestFirst) private returns (uint256) {
        vm.cool(address(board));
        uint256 before = gasleft();
        board.page(OFFER, 1, 1, newestFirst);
        return before - gasleft();
    }

    // ── The end ──────────────────────────────────────────────────────────────────────────────────────────────────

    function test_RevertWhen_TheIdsAreUsedUp() public {
        board.setLastId(type(uint32).max - 2);
        assertEq(board.add(OFFER), type(uint32).max - 1);
        assertEq(board.add(REQUEST), type(uint32).max);
        assertTrue(board.has(REQUEST, type(uint32).max));
        assertEq(board.page(OFFER, 0, MANY, true)[0], type(uint32).max - 1);

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
    /// forge-config: verify.fuzz.runs = 500
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
        uint256[] memory oldest = board.page(kind, offset, limit, false);
        uint256[] memory newest = board.page(kind, offset, limit, true);
        uint256 length = plain[kind].length;
        uint256 rest = offset < length ? length - offset : 0;
        assertEq(oldest.length, limit < rest ? limit : rest);
        assertEq(newest.length, oldest.length);
        for (uint256 i; i < oldest.length; ++i) {
            assertEq(oldest[i], plain[kind][offset + i]);
            assertEq(newest[i], plain[kind][length - 1 - offset - i]);
        }
    }
}
