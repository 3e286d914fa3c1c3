// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../../src/ILoanBook.sol";
import {LoanLens} from "../../src/LoanLens.sol";
import {BookStorage} from "./BookStorage.sol";

/// @dev Base of the tests of the lens.
abstract contract LensTest is BookStorage {
    /// @dev As a cursor: before everything. As a limit: none.
    uint256 constant ALL = type(uint256).max;
    ILoanBook.List constant LENT = ILoanBook.List.Lent;
    ILoanBook.List constant BORROWED = ILoanBook.List.Borrowed;
    ILoanBook.List constant REQUESTED = ILoanBook.List.Requested;
    ILoanBook.List constant OFFERS_FOR = ILoanBook.List.OffersFor;
    ILoanBook.List constant REQUESTS_FOR = ILoanBook.List.RequestsFor;

    LoanLens lens = LoanLens(deployCode("LoanLens"));

    /// @dev An offer or a request, for `other` or, if that is zero, for anyone.
    function _publish(
        bool request,
        address person,
        address other,
        uint256 instalments,
        uint256 openDays
    ) internal returns (uint256) {
        ILoanBook.Terms memory terms = ILoanBook.Terms(PRINCIPAL, DURATION, APR, instalments);
        vm.prank(person);
        if (request) return book.createRequest(other, terms, NOTE, openDays);
        return book.createOfferFor(other, terms, NOTE, openDays);
    }

    /// @dev A loan of a dollar for a day, by a lender to a borrower.
    function _lend(address lender, address borrower) internal returns (uint256 id) {
        vm.prank(lender);
        id = book.createOfferFor(borrower, ILoanBook.Terms(1e6, 1 days, 1, 1), "", 0);
        vm.prank(borrower);
        book.acceptOffer(id);
    }

    function _assertPage(LoanLens.Page memory page, uint256[] memory ids, uint256 next) internal pure {
        assertEq(_ids(page.items), ids);
        assertEq(page.next, next, "next");
    }

    /// @dev The loan of the book, with the record of this person.
    function _assertItem(LoanLens.Item memory item, address other) internal view {
        (ILoanBook.Summary memory loan, string memory comment) = book.detailsOf(item.id);
        assertEq(abi.encode(item), abi.encode(LoanLens.Item(item.id, loan, comment, book.recordOf(other))), "item");
    }

    function _ids(LoanLens.Item[] memory items) internal pure returns (uint256[] memory ids) {
        ids = new uint256[](items.length);
        for (uint256 i; i < items.length; ++i) {
            ids[i] = items[i].id;
        }
    }

    /// @dev Up to three ids; 0: none.
    function _list(uint256 first, uint256 second, uint256 third) internal pure returns (uint256[] memory ids) {
        uint256[3] memory all = [first, second, third];
        uint256 count;
        while (count < 3 && all[count] != 0) ++count;
        ids = new uint256[](count);
        for (uint256 i; i < count; ++i) {
            ids[i] = all[i];
        }
    }

    function _min(uint256 a, uint256 b) internal pure returns (uint256) {
        return a < b ? a : b;
    }
}
