// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../../src/ILoanBook.sol";
import {LoanLens} from "../../src/LoanLens.sol";
import {LensTest} from "../support/LensTest.sol";

contract LensOwnTest is LensTest {
    /// @dev Loans that are due in another order than they began, and open, repaid, forgiven and cancelled ones. Pages of
    /// every size, from every place on.
    function test_OrdersWhatIsOnesOwn() public {
        uint256[] memory ids = new uint256[](14);
        for (uint256 i; i < 14; ++i) {
            ids[i] = i % 2 == 0 ? _publish(false, ana, address(0), 1 + (i % 3), 0) : _createRequest();
            if (i > 1 && i % 2 == 0) _accept(ids[i]);
            if (i > 1 && i % 2 == 1) _fund(ids[i]);
            skip(1 days);
        }
        _repay(ids[2], TOTAL);
        _forgive(ids[3]);
        _extendBy(ids[4], 8 days);
        _extendBy(ids[5], 3 days);
        _cancel(_createOffer());
        uint256 request = _createRequest();
        vm.prank(luis);
        book.cancelRequest(request);
        for (uint256 i; i < 3 * 11 * 11; ++i) {
            (uint256 before, uint256 limit) = (6 + ((i / 3) % 11), i / 33);
            ILoanBook.List list = ILoanBook.List(i % 3);
            _compare(
                abi.encodeCall(
                    lens.ownOf,
                    (book, list == LENT ? ana : luis, list, before == 16 ? ALL : before, limit == 10 ? ALL : limit)
                )
            );
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
        uint256 nextDue = lens.ownOf(book, luis, BORROWED, ALL, 1).rows[0].nextDue;
        assertLe(book.expectedBy(id, nextDue), loan.repaid);
        assertGt(book.expectedBy(id, nextDue + 1), loan.repaid);
    }

    function test_ItemsOfAnyIds() public {
        uint256[] memory ids = new uint256[](lens.MAX_PAGE());
        (ids[0], ids[1]) = (ALL, _createLoan());
        address[3] memory people = [ana, luis, eva];
        for (uint256 i; i < 3; ++i) {
            _compare(abi.encodeCall(lens.itemsOf, (book, people[i], ids)));
        }
        vm.expectRevert(abi.encodeWithSelector(LoanLens.TooManyIds.selector, 201, 200));
        lens.itemsOf(book, ana, new uint256[](201));
    }

    function test_RevertWhen_TheBookGivesNoAnswer() public {
        vm.expectRevert(bytes(""));
        lens.itemsOf(ILoanBook(address(dollar)), ana, new uint256[](1));
    }
}
