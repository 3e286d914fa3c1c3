// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

/// @notice K1 K3 K5 The fields of a loan, lists by index and by page, and ids that run on. IdBoard.t.sol and IdList.t.sol
/// have the edges of their slots.
contract ViewsTest is LoanBookTest {
    function testFuzz_AnUnknownLoanIsEmpty(uint256 id) public {
        _createOffer();
        vm.assume(id != 1);
        ILoanBook.Summary memory nothing;
        _assertLoan(id, nothing, "");
        assertEq(book.expectedBy(id, type(uint256).max), 0);
    }

    /// @dev The lists of all, open, and by ana, have that many ids, and not this index.
    function _refuseIndex(uint256 index, uint256 all, uint256 open, uint256 lent) private {
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.IndexOutOfRange.selector, index, all));
        book.allOfferIds(index);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.IndexOutOfRange.selector, index, open));
        book.openOfferIds(index);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.IndexOutOfRange.selector, index, lent));
        book.offersByLender(ana, index);
    }

    function test_RevertWhen_AnIndexIsBeyondTheList() public {
        _refuseIndex(0, 0, 0, 0);
        _createLoan();
        _createOfferFor(luis);
        _createOffer();
        _refuseIndex(3, 3, 1, 3);
        _refuseIndex(type(uint256).max, 3, 1, 3);
    }

    /// @dev Empty, and after seven rounds: an offer for luis, which he takes, an open one, an open request, and one to ana.
    function testFuzz_AnyOffsetAndLimitAreWelcome(uint256 offset, uint256 limit) public {
        for (uint256 n; n <= 7; n += 7) {
            for (uint256 i; i < n; ++i) {
                _accept(_createOfferFor(luis));
                _createOffer();
                _createRequest();
                _createRequestFor(ana);
            }
            assertEq(book.nextId(), 4 * n + 1);
            assertEq(book.allOffersLength(), 4 * n);
            _assertPages(n, offset, limit);
            _assertPages(n, offset % 30, limit % 9);
            _assertPages(n, offset % 30, type(uint256).max);
        }
        for (uint256 i; i < 28; ++i) {
            assertEq(book.allOfferIds(i), i + 1);
            if (i < 7) assertEq(book.openOfferIds(i), 4 * i + 2);
            if (i < 14) assertEq(book.offersByLender(ana, i), 2 * i + 1 - (i % 2));
        }
    }

    /// @dev The ids of each kind are 4 apart. The lists Lent and Requested have two kinds.
    function _assertPages(uint256 n, uint256 offset, uint256 limit) private view {
        _assertEvery4(book.getOpenOfferIds(offset, limit), 2, n, offset, limit);
        assertEq(book.openOffersLength(), n);
        assertEq(book.openRequestsLength(), n);
        uint8[5] memory firsts = [0, 1, 0, 1, 4];
        for (uint256 i; i < 5; ++i) {
            (uint256[] memory ids, uint256 length) = book.idsOf(
                ILoanBook.List(i),
                i % 4 == 0 ? ana : luis,
                offset,
                limit
            );
            assertEq(length, firsts[i] == 0 ? 2 * n : n);
            _assertEvery4(ids, firsts[i], length, offset, limit);
            if (i == 0) assertEq(book.getOffersByLenderIds(ana, offset, limit), ids);
            if (i == 0) assertEq(book.offersByLenderLength(ana), length);
        }
        for (uint256 first = 2; first < 4; ++first) {
            (uint256[] memory ids, uint256 next) = book.newestOpenIds(first == 3, offset, limit);
            uint256 below = offset > 4 * n ? n : (offset + 3 - first) / 4;
            assertEq(ids.length, limit < below ? limit : below);
            for (uint256 i; i < ids.length; ++i) {
                assertEq(ids[i], first + 4 * (below - 1 - i));
            }
            if (limit != 0) assertEq(next, ids.length == below ? 0 : ids[ids.length - 1]);
        }
    }

    function _assertEvery4(
        uint256[] memory ids,
        uint256 first,
        uint256 length,
        uint256 offset,
        uint256 limit
    ) private pure {
        uint256 rest = offset > length ? 0 : length - offset;
        assertEq(ids.length, limit < rest ? limit : rest);
        for (uint256 i; i < ids.length && first != 0; ++i) {
            assertEq(ids[i], first + 4 * (offset + i));
        }
    }
}
