// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

contract ExpiryTest is LoanBookTest {
    function _publish(bool addressed, uint256 openDays) private returns (uint256 offer, uint256 request) {
        vm.prank(ana);
        offer = book.createOfferFor(addressed ? luis : address(0), _terms(), NOTE, openDays);
        vm.prank(luis);
        request = book.createRequest(addressed ? ana : address(0), _terms(), NOTE, openDays);
    }

    /// @dev Public or addressed, stating the terms or not. Without days there is no end.
    /// forge-config: default.fuzz.runs = 30
    /// @custom:verify fuzz.runs = 1000
    function testFuzz_TheLastSecondCounts(uint8 openDays, bool addressed, bool late) public {
        (uint256 offer, uint256 request) = _publish(addressed, openDays);
        (uint256 second, ) = _publish(addressed, openDays);
        uint256 end = openDays == 0 ? 0 : block.timestamp + uint256(openDays) * 1 days;
        assertEq(book.summaryOf(offer).openUntil, end);
        assertEq(book.summaryOf(request).openUntil, end);
        vm.warp(end == 0 ? type(uint32).max : end);
        _refuseToCancel(offer, request);
        late = late && end != 0;
        if (late) skip(1);
        if (late) vm.expectRevert(abi.encodeWithSelector(ILoanBook.Expired.selector, offer));
        _accept(offer);
        if (late) vm.expectRevert(abi.encodeWithSelector(ILoanBook.Expired.selector, second));
        vm.prank(luis);
        book.acceptOfferWithTerms(second, ana, _terms());
        if (late) vm.expectRevert(abi.encodeWithSelector(ILoanBook.Expired.selector, request));
        _fund(request);
        // Expiry is no status, and does not remove anything from a list.
        _assertStatus(offer, late ? ILoanBook.Status.Open : ILoanBook.Status.Active);
        _assertStatus(request, late ? ILoanBook.Status.Requested : ILoanBook.Status.Active);
        assertEq(book.openOffersLength(), late && !addressed ? 2 : 0);
    }

    /// @dev Up to its last second only whoever published it cancels it.
    function _refuseToCancel(uint256 offer, uint256 request) private {
        address[4] memory others = [eva, luis, eva, ana];
        for (uint256 i; i < 4; ++i) {
            vm.expectRevert(abi.encodeWithSelector(ILoanBook.NotYours.selector, i < 2 ? offer : request, others[i]));
            vm.prank(others[i]);
            if (i < 2) book.cancelOffer(offer);
            else book.cancelRequest(request);
        }
    }

    /// @dev eva clears it, and ana gets her principal. If the token refuses her, it waits for her.
    function test_AnyoneCancelsWhatHasExpired() public {
        for (uint256 i; i < 2; ++i) {
            (uint256 offer, uint256 request) = _publish(i == 0, 1);
            skip(1 days + 1);
            bytes memory transfer = abi.encodeCall(dollar.transfer, (ana, PRINCIPAL));
            if (i == 1) vm.mockCallRevert(address(dollar), transfer, "");
            vm.recordLogs();
            vm.startPrank(eva);
            vm.expectEmit(address(book));
            emit ILoanBook.OfferCancelled(offer);
            book.cancelOffer(offer);
            _assertEmitted(1 + i, 1 - i);
            vm.expectEmit(address(book));
            emit ILoanBook.RequestCancelled(request);
            book.cancelRequest(request);
            _assertEmitted(1, 0);
            vm.stopPrank();
            _assertStatus(offer, ILoanBook.Status.Cancelled);
            _assertStatus(request, ILoanBook.Status.Cancelled);
            assertEq(dollar.balanceOf(ana), FORTUNE - i * PRINCIPAL);
            assertEq(book.claimable(ana), i * PRINCIPAL);
            assertEq(book.openOffersLength() + book.openRequestsLength(), 0);
        }
    }
}
