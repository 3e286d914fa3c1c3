// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../../src/ILoanBook.sol";
import {LoanLens} from "../../src/LoanLens.sol";
import {TestDollar} from "../../src/TestDollar.sol";
import {LoanBookTest} from "./LoanBookTest.sol";
import {BlockingDollar} from "../tokens/BlockingDollar.sol";

/// @dev What the tests of the lens share.
abstract contract LensTest is LoanBookTest {
    /// @dev Before everything, and without a limit.
    uint256 constant ALL = type(uint256).max;

    LoanLens lens = LoanLens(deployCode("LoanLens"));
    LoanLens.OwnList constant LENT = LoanLens.OwnList.Lent;
    LoanLens.OwnList constant BORROWED = LoanLens.OwnList.Borrowed;
    LoanLens.OwnList constant REQUESTED = LoanLens.OwnList.Requested;

    function _deployDollar() internal override returns (TestDollar) {
        return new BlockingDollar();
    }

    function _createOfferAs(
        address lender,
        address borrower,
        uint256 instalments,
        uint256 openDays
    ) internal returns (uint256) {
        vm.prank(lender);
        return book.createOfferFor(borrower, ILoanBook.Terms(PRINCIPAL, DURATION, APR, instalments), NOTE, openDays);
    }

    function _createRequestAs(
        address borrower,
        address lender,
        uint256 instalments,
        uint256 openDays
    ) internal returns (uint256) {
        vm.prank(borrower);
        return book.createRequest(lender, ILoanBook.Terms(PRINCIPAL, DURATION, APR, instalments), NOTE, openDays);
    }

    /// @dev The whole list, newest first, from the book.
    function _ownIds(LoanLens.OwnList list, address account) internal view returns (uint256[] memory ids) {
        uint256[] memory oldestFirst =
            list == LENT
                ? book.getOffersByLenderIds(account, 0, ALL)
                : list == BORROWED
                    ? book.getLoansByBorrowerIds(account, 0, ALL)
                    : book.getRequestsByBorrowerIds(account, 0, ALL);
        ids = new uint256[](oldestFirst.length);
        for (uint256 i; i < ids.length; ++i) {
            ids[i] = oldestFirst[ids.length - 1 - i];
        }
    }

    /// @dev The rows have the whole list, newest first; the items are the given ones.
    function _assertOwn(
        LoanLens.Own memory own,
        LoanLens.OwnList list,
        address account,
        uint256 length,
        uint256[] memory items
    ) internal view {
        uint256[] memory all = _ownIds(list, account);
        assertEq(own.length, length, "length");
        assertEq(own.rows.length, length, "rows");
        assertEq(abi.encode(own.rows), abi.encode(lens.ownOf(book, account, list, ALL, length).rows), "other rows");
        for (uint256 i; i < length; ++i) {
            ILoanBook.Summary memory loan = book.summaryOf(all[i]);
            assertEq(own.rows[i].id, all[i], "id");
            assertEq(uint8(own.rows[i].status), uint8(loan.status), "status");
            assertEq(own.rows[i].owed, loan.owed, "owed");
            assertEq(own.rows[i].dueTs, loan.dueTs, "dueTs");
        }
        assertEq(_ids(own.items), items);
        assertEq(abi.encode(own.items), abi.encode(lens.itemsOf(book, account, items)), "items");
    }

    function _assertPage(LoanLens.Page memory page, uint256[] memory ids, uint256 next) internal pure {
        assertEq(_ids(page.items), ids);
        assertEq(page.next, next, "next");
    }

    /// @dev The loan of the book, with the record of this person.
    function _assertItem(LoanLens.Item memory item, address other) internal view {
        (ILoanBook.Summary memory loan, string memory comment) = book.detailsOf(item.id);
        assertEq(abi.encode(item.loan), abi.encode(loan), "loan");
        assertEq(item.comment, comment, "comment");
        assertEq(abi.encode(item.record), abi.encode(book.recordOf(other)), "record");
    }

    function _ids(LoanLens.Item[] memory items) internal pure returns (uint256[] memory ids) {
        ids = new uint256[](items.length);
        for (uint256 i; i < items.length; ++i) {
            ids[i] = items[i].id;
        }
    }

    function _none() internal pure returns (uint256[] memory) {
        return new uint256[](0);
    }

    function _one(uint256 id) internal pure returns (uint256[] memory ids) {
        ids = new uint256[](1);
        ids[0] = id;
    }

    function _pair(uint256 first, uint256 second) internal pure returns (uint256[] memory ids) {
        ids = new uint256[](2);
        (ids[0], ids[1]) = (first, second);
    }

    function _three(uint256 first, uint256 second, uint256 third) internal pure returns (uint256[] memory ids) {
        ids = new uint256[](3);
        (ids[0], ids[1], ids[2]) = (first, second, third);
    }
}
