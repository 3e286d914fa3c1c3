// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

/// @notice K1 K3 K5 The fields of a loan, lists by index and by page, and ids that run on. Differential.t.sol has loans in
/// every state, and every index and page.
contract ViewsTest is LoanBookTest {
    /// @dev An offer for luis, which he takes, an open one, an open request, and one to ana, twice.
    function test_EveryList() public {
        for (uint256 i; i < 2; ++i) {
            _accept(_createOfferFor(luis));
            _createOffer();
            _createRequest();
            _createRequestFor(ana);
        }
        ILoanBook.Summary memory nothing;
        _assertLoan(book.nextId(), nothing, "");
        assertEq(book.allOffersLength(), 8);
        assertEq(book.allOfferIds(7), 8);
        for (uint256 i = 8; i < 10; ++i) {
            vm.expectRevert(abi.encodeWithSelector(ILoanBook.IndexOutOfRange.selector, i, 8));
            book.allOfferIds(i);
        }
        assertEq(book.openOffersLength(), 2);
        assertEq(book.openOfferIds(1), 6);
        assertEq(book.getOpenOfferIds(0, 1)[0], 2);
        assertEq(book.openRequestsLength(), 2);
        (uint256[] memory ids, uint256 length) = book.newestOpenIds(true, 7, 9);
        assertEq(ids[0], 3);
        assertEq(book.offersByLenderLength(ana), 4);
        assertEq(book.offersByLender(ana, 2), 5);
        assertEq(book.getOffersByLenderIds(ana, 1, 9).length, 3);
        for (uint256 i; i < 5; ++i) {
            (ids, length) = book.idsOf(ILoanBook.List(i), i % 4 == 0 ? ana : luis, 1, 1);
            assertEq(length, [4, 2, 4, 2, 2][i]);
            assertEq(ids[0], [2, 5, 4, 5, 8][i]);
        }
    }
}
