// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

/// @notice K2 cancelOffer, and cancelRequest.
contract CancelTest is LoanBookTest {
    function test_TheLenderGetsThePrincipalBack() public {
        uint256 other = _createOffer();
        uint256[2] memory ids = [_createOffer(), _createOfferFor(luis)];
        ILoanBook.Summary memory offer = _expectOffer();
        offer.status = ILoanBook.Status.Cancelled;
        for (uint256 i; i < 2; ++i) {
            vm.recordLogs();
            vm.expectEmit(address(book));
            emit ILoanBook.OfferCancelled(ids[i]);
            _cancel(ids[i]);

            _assertEmitted(1, 1);
            if (i == 1) offer.borrower = luis;
            _assertLoan(ids[i], offer, NOTE);
            assertEq(dollar.balanceOf(ana), FORTUNE - (2 - i) * PRINCIPAL);
            assertEq(dollar.balanceOf(address(book)), (2 - i) * PRINCIPAL);
            assertEq(book.claimable(ana), 0);
        }
        assertEq(uint8(book.getOffer(ids[0]).status), 4);
        assertEq(book.openOffersLength(), 1);
        assertEq(book.openOfferIds(0), other);
        assertEq(book.offersByLender(ana, 1), ids[0]);
        assertEq(_idsOf(ILoanBook.List.OffersFor, luis)[0], ids[1]);
        assertEq(_lengthOf(ILoanBook.List.Borrowed, luis), 0);
    }

    function test_TheBorrowerWithdrawsARequest() public {
        uint256 other = _createRequest();
        uint256[2] memory ids = [_createRequest(), _createRequestFor(ana)];
        ILoanBook.Summary memory request = _expectRequest();
        request.status = ILoanBook.Status.Cancelled;
        for (uint256 i; i < 2; ++i) {
            vm.recordLogs();
            vm.expectEmit(address(book));
            emit ILoanBook.RequestCancelled(ids[i]);
            vm.prank(luis);
            book.cancelRequest(ids[i]);

            _assertEmitted(1, 0);
            if (i == 1) request.lender = ana;
            _assertLoan(ids[i], request, NOTE);
        }
        assertEq(book.openRequestsLength(), 1);
        (uint256[] memory open, ) = book.newestOpenIds(true, 9, 9);
        assertEq(open[0], other);
        assertEq(_idsOf(ILoanBook.List.Requested, luis)[1], ids[0]);
        assertEq(_idsOf(ILoanBook.List.RequestsFor, ana)[0], ids[1]);
        _assertRecord(luis, 0, 0, 0);
    }
}
