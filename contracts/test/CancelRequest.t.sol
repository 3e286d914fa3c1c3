// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

contract CancelRequestTest is LoanBookTest {
    function _cancelRequest(uint256 id) private {
        vm.prank(luis);
        book.cancelRequest(id);
    }

    function test_TheBorrowerWithdrawsARequest() public {
        uint256 other = _createRequest();
        uint256 id = _createRequest();

        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.RequestCancelled(id);
        _cancelRequest(id);

        _assertEmitted(1, 0);
        assertEq(uint8(book.getOffer(id).status), 4);
        ILoanBook.Summary memory request = _expectRequest();
        request.status = ILoanBook.Status.Cancelled;
        _assertLoan(id, request, NOTE);
        assertEq(book.openRequestsLength(), 1);
        assertEq(book.getOpenRequestIds(0, 9)[0], other);
        assertEq(dollar.balanceOf(luis), FORTUNE);
    }

    function test_AnAddressedRequestCanBeWithdrawn() public {
        uint256 open = _createRequest();
        uint256 id = _createRequestFor(ana);

        vm.expectEmit(address(book));
        emit ILoanBook.RequestCancelled(id);
        _cancelRequest(id);

        ILoanBook.Summary memory request = _expectRequest();
        (request.lender, request.status) = (ana, ILoanBook.Status.Cancelled);
        _assertLoan(id, request, NOTE);
        assertEq(book.openRequestsLength(), 1);
        assertEq(book.getOpenRequestIds(0, 9)[0], open);
    }

    function test_ItStaysInTheListsOfAllAndOfItsPeople() public {
        uint256 id = _createRequest();
        uint256 addressed = _createRequestFor(ana);
        _cancelRequest(id);
        _cancelRequest(addressed);

        assertEq(book.allOffersLength(), 2);
        assertEq(book.requestsByBorrowerLength(luis), 2);
        assertEq(book.getRequestsByBorrowerIds(luis, 0, 9)[0], id);
        assertEq(book.requestsForLenderLength(ana), 1);
        assertEq(book.getRequestsForLenderIds(ana, 0, 9)[0], addressed);
        assertEq(book.loansByBorrowerLength(luis), 0);
        _assertRecord(luis, 0, 0, 0);
    }

    function test_RevertWhen_NotTheBorrower() public {
        uint256 id = _createRequest();
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.NotTheBorrower.selector, id, eva));
        vm.prank(eva);
        book.cancelRequest(id);
    }

    function test_RevertWhen_TheAddresseeCancels() public {
        uint256 id = _createRequestFor(ana);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.NotTheBorrower.selector, id, ana));
        vm.prank(ana);
        book.cancelRequest(id);
    }

    function test_RevertWhen_ThereIsNoSuchRequest() public {
        _refuse(0, ILoanBook.Status.None);
        _refuse(1, ILoanBook.Status.None);
        _refuse(type(uint256).max, ILoanBook.Status.None);
    }

    /// @dev Neither its lender nor the borrower whom it is addressed to.
    function test_RevertWhen_ItIsAnOffer() public {
        uint256 id = _createOffer();
        _refuse(_createOfferFor(luis), ILoanBook.Status.Open);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.RequestNotOpen.selector, id, ILoanBook.Status.Open));
        vm.prank(ana);
        book.cancelRequest(id);
    }

    function test_RevertWhen_ItIsFunded() public {
        uint256 id = _createRequest();
        uint256 addressed = _createRequestFor(ana);
        _fund(id);
        _fund(addressed);
        _refuse(id, ILoanBook.Status.Active);
        _refuse(addressed, ILoanBook.Status.Active);
        _repay(id, TOTAL);
        _refuse(id, ILoanBook.Status.Repaid);
        _forgive(addressed);
        _refuse(addressed, ILoanBook.Status.Forgiven);
    }

    function test_RevertWhen_ItIsCancelledAlready() public {
        uint256 id = _createRequest();
        uint256 addressed = _createRequestFor(ana);
        _cancelRequest(id);
        _cancelRequest(addressed);
        _refuse(id, ILoanBook.Status.Cancelled);
        _refuse(addressed, ILoanBook.Status.Cancelled);
        assertEq(book.openRequestsLength(), 0);
    }

    /// @dev Nothing is stored but the status, so that the clock of 2106 does not matter.
    function test_ItCanBeWithdrawnForever() public {
        uint256 id = _createRequest();
        vm.warp(uint256(type(uint32).max) + 1);
        _cancelRequest(id);
        _assertStatus(id, ILoanBook.Status.Cancelled);
    }

    function _refuse(uint256 id, ILoanBook.Status status) private {
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.RequestNotOpen.selector, id, status));
        _cancelRequest(id);
    }
}
