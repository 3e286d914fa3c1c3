// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../../src/ILoanBook.sol";
import {LoanLens} from "../../src/LoanLens.sol";
import {LensTest} from "../support/LensTest.sol";

contract LensOwnTest is LensTest {
    // ── The order of one's own ───────────────────────────────────────────────────────────────────────────────────

    /// @dev Active by nextDue, then open, then the others; newest first.
    function test_OrdersWhatIsOnesOwn() public {
        uint256[] memory expected = _makeOneOfEach();
        assertEq(expected.length, 7);
        LoanLens.Own memory own = lens.dashboard(book, ana, 0, 0, ALL).lent;
        _assertOwn(own, LENT, ana, 7, expected);

        // The same in a list that is longer than the page.
        for (uint256 i; i < 3; ++i) {
            _createOffer();
        }
        own = lens.dashboard(book, ana, 0, 0, ALL).lent;
        uint256[] memory longer = new uint256[](8);
        for (uint256 i; i < 3; ++i) {
            longer[i] = expected[i];
            longer[i + 3] = 10 - i;
        }
        (longer[6], longer[7]) = (expected[3], expected[4]);
        _assertOwn(own, LENT, ana, 10, longer);
    }

    function test_OrdersRequests() public {
        uint256 funded = _createRequest();
        uint256 open = _createRequest();
        uint256 cancelled = _createRequest();
        uint256 sooner = _createRequestAs(luis, address(0), 3, 0);
        uint256 newest = _createRequest();
        _fund(funded);
        vm.prank(luis);
        book.cancelRequest(cancelled);
        vm.prank(ana);
        book.fundRequest(sooner, luis, ILoanBook.Terms(PRINCIPAL, DURATION, APR, 3));

        uint256[] memory expected = new uint256[](5);
        (expected[0], expected[1], expected[2]) = (sooner, funded, newest);
        (expected[3], expected[4]) = (open, cancelled);
        _assertOwn(lens.dashboard(book, luis, 0, 0, ALL).requested, REQUESTED, luis, 5, expected);
        _assertOwn(lens.dashboard(book, luis, 0, 0, ALL).borrowed, BORROWED, luis, 2, _pair(sooner, funded));
    }

    /// @dev What nobody took comes last, however new: a repaid or forgiven loan is a person's history.
    function test_OrdersWhatWasCancelledAfterWhatEnded() public {
        uint256 repaid = _createLoan();
        uint256 forgiven = _createLoan();
        _repay(repaid, TOTAL);
        vm.prank(ana);
        book.forgive(forgiven, luis, TOTAL);
        uint256 cancelled = _createOffer();
        _cancel(cancelled);

        uint256[] memory expected = new uint256[](3);
        (expected[0], expected[1], expected[2]) = (forgiven, repaid, cancelled);
        _assertOwn(lens.dashboard(book, ana, 0, 0, ALL).lent, LENT, ana, 3, expected);
    }

    /// @dev Equal due times: newest first.
    function test_OrdersEqualDueTimesByAge() public {
        for (uint256 i; i < 12; ++i) {
            _createLoan();
        }
        LoanLens.Own memory own = lens.dashboard(book, luis, 0, 0, ALL).borrowed;
        uint256[] memory expected = new uint256[](8);
        for (uint256 i; i < 8; ++i) {
            expected[i] = 12 - i;
        }
        _assertOwn(own, BORROWED, luis, 12, expected);
    }

    /// @dev The oldest of many is the first if it is due next, and a payment brings it to its place.
    function test_TheNextDueIsNeverHidden() public {
        uint256 oldest = _createLoan();
        skip(1);
        for (uint256 i; i < 60; ++i) {
            _createLoan();
            if (i % 2 == 0) _cancel(_createOffer());
        }
        LoanLens.Dashboard memory board = lens.dashboard(book, ana, 0, 0, ALL);
        assertEq(board.lent.items[0].id, oldest);
        assertEq(board.lent.rows[90].id, oldest);
        assertEq(lens.dashboard(book, luis, 0, 0, ALL).borrowed.items[0].id, oldest);

        _repay(oldest, TOTAL);
        board = lens.dashboard(book, ana, 0, 0, ALL);
        assertEq(board.lent.items[0].id, board.lent.rows[0].id);
        assertEq(board.lent.rows[90].nextDue, 0);
    }

    // ── Rows ─────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_NextDueAfterEveryInstalment() public {
        uint8[5] memory plans = [1, 2, 3, 7, 60];
        for (uint256 i; i < plans.length; ++i) {
            _assertNextDueAfterEveryInstalment(plans[i], i % 2 == 0);
        }
    }

    function _assertNextDueAfterEveryInstalment(uint256 instalments, bool extended) private {
        uint256 id = _createOfferAs(ana, address(0), instalments, 0);
        _accept(id);
        if (extended) {
            vm.prank(ana);
            book.extend(id, luis, block.timestamp + DURATION + 1 days + 1);
        }
        uint256 span = DURATION + (extended ? 1 days + 1 : 0);
        for (uint256 paid; paid < instalments; ++paid) {
            LoanLens.Row memory row = lens.ownOf(book, ana, LENT, ALL, 1).rows[0];
            assertEq(row.id, id);
            assertEq(uint8(row.status), uint8(ILoanBook.Status.Active));
            assertEq(row.owed, book.owed(id));
            assertEq(row.dueTs, 1_800_000_000 + span);
            assertEq(row.nextDue, 1_800_000_000 + (span * (paid + 1)) / instalments);
            // All but a unit of the next instalment leaves the date where it is.
            uint256 until = (TOTAL * (paid + 1) + instalments - 1) / instalments;
            uint256 part = until - (TOTAL - book.owed(id));
            if (part > 1) _repay(id, part - 1);
            assertEq(lens.ownOf(book, ana, LENT, ALL, 1).rows[0].nextDue, row.nextDue);
            _repay(id, 1);
        }
        LoanLens.Row memory done = lens.ownOf(book, ana, LENT, ALL, 1).rows[0];
        assertEq(uint8(done.status), uint8(ILoanBook.Status.Repaid));
        assertEq(done.owed + done.nextDue, 0);
        assertEq(done.dueTs, 1_800_000_000 + span);
    }

    /// @dev `nextDue` is the last second in which the loan is not overdue if nothing more is paid.
    function testFuzz_FromNextDueOnItIsOverdue(
        uint56 principal,
        uint32 duration,
        uint8 instalments,
        uint32 extraTime,
        uint128 amount
    ) public {
        ILoanBook.Terms memory terms = ILoanBook.Terms(
            _bound(principal, 1, FORTUNE),
            _bound(duration, 1, extraTime % 2 == 0 ? 100 : type(uint32).max),
            APR,
            _bound(instalments, 1, 60)
        );
        vm.prank(ana);
        uint256 id = book.createOfferFor(luis, terms, "", 0);
        _accept(id);
        deal(address(dollar), luis, type(uint128).max);
        if (extraTime != 0) {
            vm.prank(ana);
            book.extend(id, luis, block.timestamp + terms.duration + extraTime);
        }
        if (book.owed(id) > 1) _repay(id, _bound(amount, 1, book.owed(id) - 1));

        LoanLens.Row memory row = lens.ownOf(book, luis, BORROWED, ALL, 1).rows[0];
        uint256 repaid = book.getOffer(id).repaid;
        assertLe(row.nextDue, row.dueTs);
        assertLe(book.expectedBy(id, row.nextDue), repaid);
        assertGt(book.expectedBy(id, row.nextDue + 1), repaid);
    }

    function test_OnlyActiveLoansAreDue() public {
        _makeOneOfEach();
        LoanLens.Row[] memory rows = lens.ownOf(book, ana, LENT, ALL, 10).rows;
        for (uint256 i; i < rows.length; ++i) {
            assertEq(rows[i].nextDue != 0, rows[i].status == ILoanBook.Status.Active);
        }
    }

    function test_PagesOfOnesOwnJoinToTheWhole() public {
        for (uint256 i; i < 23; ++i) {
            uint256 id = _createRequest();
            if (i % 2 == 0) _fund(id);
        }
        for (uint256 size = 1; size <= 24; ++size) {
            _assertRowsJoin(REQUESTED, luis, 23, size);
            _assertRowsJoin(BORROWED, luis, 12, size);
            _assertRowsJoin(LENT, ana, 12, size);
        }
    }

    function _assertRowsJoin(LoanLens.OwnList list, address account, uint256 length, uint256 size) private view {
        uint256[] memory all = _ownIds(list, account);
        assertEq(all.length, length);
        (uint256 count, uint256 before) = (0, ALL);
        while (count < length) {
            LoanLens.Own memory own = lens.ownOf(book, account, list, before, size);
            assertEq(own.length, length);
            assertEq(own.rows.length, size < length - count ? size : length - count);
            for (uint256 i; i < own.rows.length; ++i) {
                assertEq(own.rows[i].id, all[count++]);
            }
            assertEq(own.items.length, own.rows.length < 8 ? own.rows.length : 8);
            before = length - count;
        }
        assertEq(before, 0);
        LoanLens.Own memory none = lens.ownOf(book, account, list, before, size);
        assertEq(none.length, length);
        assertEq(none.rows.length + none.items.length, 0);
    }

    /// @dev On a page of whatever length: of nine and more loans only the first eight are read whole.
    function test_APageHasItsSoonestDueLoansWhole() public {
        for (uint256 i; i < 20; ++i) {
            vm.prank(ana);
            uint256 id = book.createOffer(PRINCIPAL, DURATION - i, APR, NOTE);
            _accept(id);
        }
        for (uint256 size = 1; size <= 12; ++size) {
            LoanLens.Own memory own = lens.ownOf(book, luis, BORROWED, 15, size);
            assertEq(own.rows[0].id, 15);
            assertEq(own.items.length, size < 8 ? size : 8);
            for (uint256 i; i < own.items.length; ++i) {
                assertEq(own.items[i].id, 15 - i);
                _assertItem(own.items[i], ana);
            }
        }
    }

    /// @dev Two funded requests of luis make all three lists longer by two: the second page begins where the first one
    /// ended.
    function test_WhatIsNewDoesNotShiftAPage() public {
        for (uint256 i; i < 10; ++i) {
            _fund(_createRequest());
        }
        LoanLens.Row[] memory borrowed = lens.ownOf(book, luis, BORROWED, 6, 4).rows;
        LoanLens.Row[] memory requested = lens.ownOf(book, luis, REQUESTED, 6, 4).rows;
        LoanLens.Row[] memory lent = lens.ownOf(book, ana, LENT, 6, 4).rows;
        assertEq(borrowed[0].id, 6);
        assertEq(borrowed[3].id, 3);
        for (uint256 i; i < 2; ++i) {
            _fund(_createRequest());
        }
        assertEq(abi.encode(lens.ownOf(book, luis, BORROWED, 6, 4).rows), abi.encode(borrowed));
        assertEq(abi.encode(lens.ownOf(book, luis, REQUESTED, 6, 4).rows), abi.encode(requested));
        assertEq(abi.encode(lens.ownOf(book, ana, LENT, 6, 4).rows), abi.encode(lent));
    }

    /// @dev What is beyond the rows of the dashboard is not on it, and within reach.
    function test_AListOfMoreThanMaxRows() public {
        uint256 oldest = _createLoan();
        vm.startPrank(ana);
        for (uint256 i; i < 1002; ++i) {
            book.createOffer(1, 1, 1, "");
        }
        vm.stopPrank();

        LoanLens.Own memory own = lens.dashboard(book, ana, 0, 0, ALL).lent;
        assertEq(own.length, 1003);
        assertEq(own.rows.length, 100);
        assertEq(own.rows[0].id, 1003);
        assertEq(own.rows[99].id, 904);
        assertEq(own.items.length, 8);
        assertEq(own.items[0].id, 1003);
        assertEq(lens.ownOf(book, ana, LENT, ALL, ALL).rows.length, 1000);
        assertEq(lens.ownOf(book, ana, LENT, 1001, 1001).rows.length, 1000);

        LoanLens.Row[] memory rest = lens.ownOf(book, ana, LENT, 3, ALL).rows;
        assertEq(rest.length, 3);
        assertEq(rest[2].id, oldest);
        assertEq(rest[2].owed, TOTAL);
        assertEq(rest[2].nextDue, 1_800_000_000 + DURATION);
        _assertItem(lens.itemsOf(book, ana, _one(rest[2].id))[0], luis);
    }

    /// @dev The order is that of the rows: an older loan that is due sooner is not among them.
    function test_TheCallerSaysHowManyRows() public {
        for (uint256 i; i < 12; ++i) {
            _createLoan();
            skip(1);
        }
        for (uint256 rows; rows < 14; ++rows) {
            LoanLens.Own memory own = lens.dashboard(book, luis, 0, 0, rows).borrowed;
            assertEq(own.length, 12);
            assertEq(abi.encode(own.rows), abi.encode(lens.ownOf(book, luis, BORROWED, ALL, rows).rows));
            uint256 count = rows < 12 ? rows : 12;
            assertEq(own.rows.length, count);
            assertEq(own.items.length, count < 8 ? count : 8);
            for (uint256 i; i < own.items.length; ++i) {
                assertEq(own.items[i].id, 13 - count + i);
            }
        }
    }

    function test_TheCallerSaysHowManyRowsOfAShortList() public {
        for (uint256 i; i < 3; ++i) {
            _createLoan();
            skip(1);
        }
        for (uint256 rows; rows < 5; ++rows) {
            LoanLens.Own memory own = lens.dashboard(book, luis, 0, 0, rows).borrowed;
            uint256 count = rows < 3 ? rows : 3;
            assertEq(own.length, 3);
            assertEq(abi.encode(own.rows), abi.encode(lens.ownOf(book, luis, BORROWED, ALL, count).rows));
            assertEq(own.items.length, count);
            for (uint256 i; i < count; ++i) {
                assertEq(own.items[i].id, 4 - count + i);
            }
        }
    }

    function test_RevertWhen_TheBookGivesNoAnswer() public view {
        bytes memory question = abi.encodeCall(LoanLens.itemsOf, (ILoanBook(address(dollar)), ana, _one(1)));
        (bool isAnswered, bytes memory answer) = address(lens).staticcall(question);
        assertFalse(isAnswered);
        assertEq(answer.length, 0);
    }

    function test_ItemsOfAnyIds() public {
        uint256 id = _createLoan();
        uint256[] memory ids = _three(type(uint256).max, id, 0);
        LoanLens.Item[] memory items = lens.itemsOf(book, ana, ids);
        assertEq(_ids(items), ids);
        _assertItem(items[0], address(0));
        _assertItem(items[1], luis);
        _assertItem(items[2], address(0));
        assertEq(uint8(items[0].loan.status), uint8(ILoanBook.Status.None));
        assertEq(lens.itemsOf(book, ana, _none()).length, 0);
    }

    function test_MoreItemsThanFitAreRefused() public {
        assertEq(lens.itemsOf(book, ana, new uint256[](200)).length, 200);
        vm.expectRevert(abi.encodeWithSelector(LoanLens.TooManyIds.selector, 201, 200));
        lens.itemsOf(book, ana, new uint256[](201));
    }

    // ── Internal ─────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev Seven offers of ana, in the order in which they should be shown: three active ones by nextDue, an open one,
    /// and then what is over.
    function _makeOneOfEach() private returns (uint256[] memory expected) {
        uint256 open = _createOffer();
        uint256 cancelled = _createOffer();
        uint256 forgiven = _createLoan();
        uint256 repaid = _createLoan();
        uint256 second = _createLoan();
        uint256 first = _createOfferAs(ana, address(0), 2, 0);
        _accept(first);
        uint256 third = _createLoan();
        _cancel(cancelled);
        _repay(repaid, TOTAL);
        vm.startPrank(ana);
        book.forgive(forgiven, luis, TOTAL);
        book.extend(third, luis, block.timestamp + DURATION + 1);
        vm.stopPrank();
        expected = new uint256[](7);
        (expected[0], expected[1], expected[2], expected[3]) = (first, second, third, open);
        (expected[4], expected[5], expected[6]) = (repaid, forgiven, cancelled);
    }
}
