// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../../src/ILoanBook.sol";
import {LoanLens} from "../../src/LoanLens.sol";
import {LensTest} from "../support/LensTest.sol";

contract LensOwnTest is LensTest {
    /// @dev Active loans by `nextDue`, then open ones, then repaid and forgiven ones, then cancelled ones, however new.
    /// Newest first among equals.
    function test_OrdersWhatIsOnesOwn() public {
        uint256 open = _createOffer();
        uint256 forgiven = _createLoan();
        uint256 repaid = _createLoan();
        uint256 second = _createLoan();
        uint256 newerSecond = _createLoan();
        uint256 first = _publish(false, ana, address(0), 2, 0);
        _accept(first);
        uint256 third = _createLoan();
        _extendBy(third, 1);
        uint256 cancelled = _createOffer();
        _cancel(cancelled);
        _repay(repaid, TOTAL);
        _forgive(forgiven);
        uint256[8] memory expected = [first, newerSecond, second, third, open, repaid, forgiven, cancelled];
        LoanLens.Own memory own = lens.dashboard(book, ana, 0, 0, ALL).lent;
        for (uint256 i; i < 8; ++i) {
            assertEq(own.items[i].id, expected[i]);
            _assertItem(own.items[i], expected[i] == open || expected[i] == cancelled ? address(0) : luis);
        }

        // The same in a list that is longer than the page: the next ones come before the ones that have ended.
        for (uint256 i; i < 3; ++i) {
            _createOffer();
        }
        own = lens.dashboard(book, ana, 0, 0, ALL).lent;
        assertEq(own.length, 11);
        for (uint256 i; i < 4; ++i) {
            assertEq(own.items[i].id, expected[i]);
            assertEq(own.items[i + 4].id, i == 3 ? open : 11 - i);
        }
    }

    function test_OrdersRequests() public {
        uint256[4] memory ids = [_createRequest(), _createRequest(), _createRequest(), _createRequest()];
        _fund(ids[0]);
        vm.prank(luis);
        book.cancelRequest(ids[2]);
        LoanLens.Dashboard memory board = lens.dashboard(book, luis, 0, 0, ALL);
        uint256[4] memory expected = [ids[0], ids[3], ids[1], ids[2]];
        for (uint256 i; i < 4; ++i) {
            assertEq(board.requested.items[i].id, expected[i]);
            _assertItem(board.requested.items[i], i == 0 ? ana : luis);
        }
        assertEq(_ids(board.borrowed.items), _list(ids[0], 0, 0));
    }

    /// forge-config: default.fuzz.runs = 64
    /// @custom:verify fuzz.runs = 5000
    function testFuzz_TheSoonestDueAreWholeInAnyOrder(uint256 seed) public {
        _assertFirst(bound(seed, 1, 40), seed);
    }

    /// @dev The newest is due first. A sort that recurses would overflow the stack in some orders of so many.
    function test_TheSoonestDueOfAThousandAreWhole() public {
        _assertFirst(lens.MAX_ROWS(), 0);
    }

    /// @dev Writes loans that are due a second apart, in an order drawn from the seed; 0: the newest first.
    function _assertFirst(uint256 count, uint256 seed) private {
        uint256[] memory ranks = new uint256[](count);
        for (uint256 i; i < count; ++i) {
            uint256 other = seed == 0 ? i : uint256(keccak256(abi.encode(seed, i))) % (i + 1);
            ranks[i] = ranks[other];
            ranks[other] = count - i;
        }
        uint256[2] memory loan = _loadEntry(_createLoan());
        uint256[] memory ids = new uint256[](count);
        uint256[] memory idOf = new uint256[](count + 1);
        vm.pauseTracing();
        for (uint256 i; i < count; ++i) {
            (ids[i], idOf[ranks[i]]) = (1000 + i, 1000 + i);
            _storeEntry(1000 + i, [loan[0] + (ranks[i] << START_SHIFT), loan[1]], ana, luis);
        }
        _storeList(LENT, ana, ids);
        vm.resumeTracing();

        LoanLens.Own memory own = lens.ownOf(book, ana, LENT, ALL, ALL);
        assertEq(own.rows.length, count);
        assertEq(own.items.length, _min(count, 8));
        for (uint256 i; i < own.items.length; ++i) {
            assertEq(own.items[i].id, idOf[i + 1]);
        }
    }

    /// @dev `nextDue` is the last second in which the loan is not overdue if nothing more is paid. `paid` is any sum, or what
    /// some instalments require, or a unit less.
    function testFuzz_FromNextDueOnItIsOverdue(
        uint256 principal,
        uint256 duration,
        uint256 instalments,
        uint32 extraTime,
        uint256 paid
    ) public {
        ILoanBook.Terms memory terms = ILoanBook.Terms(bound(principal, 1, FORTUNE), 0, APR, bound(instalments, 1, 60));
        terms.duration = bound(duration, 1, extraTime % 2 == 0 ? 100 : type(uint32).max);
        vm.prank(ana);
        uint256 id = book.createOfferFor(luis, terms, "", 0);
        _accept(id);
        deal(address(dollar), luis, type(uint128).max);
        if (extraTime != 0) _extendBy(id, extraTime);
        uint256 owed = book.owed(id);
        uint256 due = (owed * (paid % terms.instalments) + terms.instalments - 1) / terms.instalments;
        if (paid % 3 == 0) due = bound(paid, 0, owed - 1);
        if (paid % 3 == 1 && due > 1) --due;
        if (due != 0 && due < owed) _repay(id, due);

        ILoanBook.Summary memory loan = book.summaryOf(id);
        LoanLens.Row memory row = lens.ownOf(book, luis, BORROWED, ALL, 1).rows[0];
        assertLe(book.expectedBy(id, row.nextDue), loan.repaid);
        assertGt(book.expectedBy(id, row.nextDue + 1), loan.repaid);
        assertEq(abi.encode(row), abi.encode(LoanLens.Row(id, loan.status, loan.owed, row.nextDue, loan.dueTs)));
    }

    /// @dev Pages of every size join to the whole. What is new does not shift them.
    function test_PagesOfOnesOwnJoinToTheWhole() public {
        for (uint256 i; i < 17; ++i) {
            uint256 id = _createRequest();
            if (i % 2 == 0) _fund(id);
        }
        for (uint256 size = 1; size <= 18; ++size) {
            for (uint256 list; list < 3; ++list) {
                _assertRowsJoin(ILoanBook.List(list), list == 0 ? ana : luis, size);
            }
            _fund(_createRequest());
        }
    }

    function _assertRowsJoin(ILoanBook.List list, address person, uint256 size) private view {
        uint256[] memory all = _idsOf(list, person);
        uint256 before = all.length;
        while (before != 0) {
            LoanLens.Own memory own = lens.ownOf(book, person, list, before, size);
            assertEq(own.length, all.length);
            assertEq(own.rows.length, _min(size, before));
            assertEq(own.items.length, _min(size, _min(before, 8)));
            for (uint256 i; i < own.rows.length; ++i) {
                assertEq(own.rows[i].id, all[--before]);
            }
        }
    }

    /// @dev Only the rows are ordered: an older loan that is due sooner is not among them.
    function test_TheCallerSaysHowManyRows() public {
        for (uint256 i; i < 12; ++i) {
            _createLoan();
            skip(1);
        }
        for (uint256 rows; rows < 14; ++rows) {
            LoanLens.Own memory own = lens.dashboard(book, luis, 0, 0, rows).borrowed;
            assertEq(own.length, 12);
            assertEq(own.rows.length, _min(rows, 12));
            for (uint256 i; i < own.items.length; ++i) {
                assertEq(own.items[i].id, 13 - own.rows.length + i);
            }
        }
    }

    function test_AListOfMoreThanMaxRows() public {
        uint256 oldest = _createLoan();
        bytes[] memory calls = new bytes[](lens.MAX_ROWS() + 2);
        for (uint256 i; i < calls.length; ++i) {
            calls[i] = abi.encodeCall(book.createOffer, (1, 1, 1, ""));
        }
        vm.prank(ana);
        book.multicall(calls);
        LoanLens.Own memory own = lens.dashboard(book, ana, 0, 0, ALL).lent;
        assertEq(own.length, 1003);
        assertEq(own.rows.length, lens.DASHBOARD_ROWS());
        assertEq(lens.ownOf(book, ana, LENT, ALL, ALL).rows.length, 1000);
        assertEq(lens.ownOf(book, ana, LENT, 3, ALL).rows[2].id, oldest);
    }

    function test_ItemsOfAnyIds() public {
        uint256[] memory ids = _list(type(uint256).max, _createLoan(), 7);
        LoanLens.Item[] memory items = lens.itemsOf(book, ana, ids);
        assertEq(_ids(items), ids);
        _assertItem(items[0], address(0));
        _assertItem(items[1], luis);
        _assertItem(items[2], address(0));
        assertEq(uint8(items[0].loan.status), uint8(ILoanBook.Status.None));
        _assertItem(lens.itemsOf(book, luis, ids)[1], ana);
        _assertItem(lens.itemsOf(book, eva, ids)[1], ana);
    }

    function test_MoreItemsThanFitAreRefused() public {
        assertEq(lens.itemsOf(book, ana, new uint256[](200)).length, 200);
        vm.expectRevert(abi.encodeWithSelector(LoanLens.TooManyIds.selector, 201, 200));
        lens.itemsOf(book, ana, new uint256[](201));
    }

    function test_RevertWhen_TheBookGivesNoAnswer() public {
        vm.expectRevert(bytes(""));
        lens.itemsOf(ILoanBook(address(dollar)), ana, new uint256[](1));
    }
}
