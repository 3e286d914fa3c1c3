// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../../src/ILoanBook.sol";
import {LoanLens} from "../../src/LoanLens.sol";
import {BookStorage} from "./BookStorage.sol";

/// @dev Base of the tests of the lens, which compare it with its model. Differential.t.sol does that after random commands.
abstract contract LensTest is BookStorage {
    /// @dev As a cursor: before everything. As a limit: none.
    uint256 constant ALL = type(uint256).max;
    ILoanBook.List constant LENT = ILoanBook.List.Lent;
    ILoanBook.List constant BORROWED = ILoanBook.List.Borrowed;

    LoanLens lens = LoanLens(deployCode("LoanLens"));
    address model = deployCode("LensModel");

    /// @dev The lens must answer, and as its model does.
    function _compare(bytes memory query) internal view {
        (bool isAnswered, bytes memory answer) = address(lens).staticcall(query);
        (, bytes memory expected) = model.staticcall(query);
        assertTrue(isAnswered, vm.toString(query));
        assertEq(keccak256(answer), keccak256(expected), vm.toString(query));
    }

    /// @dev The pages of what is open to anyone, and of what is addressed to eva.
    function _comparePages(bool requests, uint256 before, uint256 limit) internal view {
        ILoanBook.List list = requests ? ILoanBook.List.RequestsFor : ILoanBook.List.OffersFor;
        _compare(abi.encodeCall(lens.open, (book, requests, before, limit)));
        _compare(abi.encodeCall(lens.packed, (book, requests, before, limit)));
        _compare(abi.encodeCall(lens.addressed, (book, eva, list, before, limit)));
    }

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
}
