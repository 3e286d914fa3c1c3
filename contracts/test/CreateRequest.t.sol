// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

contract CreateRequestTest is LoanBookTest {
    function test_PublishesARequestForAnyone() public {
        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.RequestCreated(1, luis, PRINCIPAL, DURATION, APR, NOTE);
        uint256 id = _createRequest();

        _assertEmitted(1, 0);
        assertEq(id, 1);
        assertEq(uint8(book.getOffer(id).status), 5);
        assertEq(book.getOffer(id).borrower, luis);
        assertEq(book.getOffer(id).lender, address(0));
        _assertLoan(id, _expectRequest(), NOTE);
    }

    /// @dev The events of everything that is not the plain case, in order.
    function test_PublishesARequestWithEverything() public {
        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.RequestCreated(1, luis, PRINCIPAL, DURATION, APR, NOTE);
        vm.expectEmit(address(book));
        emit ILoanBook.RequestAddressed(1, ana);
        vm.expectEmit(address(book));
        emit ILoanBook.Planned(1, 12);
        vm.expectEmit(address(book));
        emit ILoanBook.OpenUntil(1, 1_802_592_000);
        vm.prank(luis);
        book.createRequest(ana, ILoanBook.Terms(PRINCIPAL, DURATION, APR, 12), NOTE, 30);

        _assertEmitted(4, 0);
        ILoanBook.Summary memory request = _expectRequest();
        (request.lender, request.instalments, request.openUntil) = (ana, 12, 1_802_592_000);
        _assertLoan(1, request, NOTE);
    }

    /// @dev Neither balance nor allowance is needed.
    function test_MovesNoMoney() public {
        deal(address(dollar), luis, 0);
        _withdrawAllowance(luis);
        _createRequest();
        _createRequestFor(ana);

        assertEq(dollar.balanceOf(luis), 0);
        assertEq(dollar.balanceOf(ana), FORTUNE);
        assertEq(dollar.balanceOf(address(book)), 0);
    }

    function test_ARequestForAnyoneIsListedAsOpen() public {
        uint256 id = _createRequest();

        assertEq(book.allOffersLength(), 1);
        assertEq(book.allOfferIds(0), id);
        assertEq(book.openRequestsLength(), 1);
        assertEq(book.getOpenRequestIds(0, 9)[0], id);
        (uint256[] memory newest, ) = book.getNewestOpenRequestIds(9, 9);
        assertEq(newest[0], id);
        assertEq(book.requestsByBorrowerLength(luis), 1);
        assertEq(book.getRequestsByBorrowerIds(luis, 0, 9)[0], id);
        assertEq(book.requestsForLenderLength(address(0)), 0);
        assertEq(book.openOffersLength(), 0);
        assertEq(book.offersByLenderLength(address(0)), 0);
        assertEq(book.loansByBorrowerLength(luis), 0);
        assertEq(book.offersForBorrowerLength(luis), 0);
    }

    function test_AnAddressedRequestIsListedForItsLender() public {
        uint256 id = _createRequestFor(ana);

        assertEq(book.allOffersLength(), 1);
        assertEq(book.openRequestsLength(), 0);
        assertEq(book.requestsByBorrowerLength(luis), 1);
        assertEq(book.getRequestsByBorrowerIds(luis, 0, 9)[0], id);
        assertEq(book.requestsForLenderLength(ana), 1);
        assertEq(book.getRequestsForLenderIds(ana, 0, 9)[0], id);
        assertEq(book.offersByLenderLength(ana), 0);
        assertEq(book.offersForBorrowerLength(luis), 0);
        assertEq(book.loansByBorrowerLength(luis), 0);
    }

    function test_ARequestIsNotOnRecord() public {
        _createRequest();
        _createRequestFor(ana);

        _assertRecord(luis, 0, 0, 0);
    }

    function test_OffersAndRequestsShareTheirIds() public {
        assertEq(_createRequest(), 1);
        assertEq(_createOffer(), 2);
        assertEq(_createRequestFor(ana), 3);
        assertEq(_createOfferFor(luis), 4);
        assertEq(_createRequest(), 5);
        assertEq(book.nextId(), 6);
        assertEq(book.allOffersLength(), 5);
        assertEq(book.openOffersLength(), 1);
        assertEq(book.openRequestsLength(), 2);
        assertEq(book.getOpenRequestIds(1, 1)[0], 5);
    }

    function test_RevertWhen_AddressedToOneself() public {
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.AddressedToBorrower.selector, luis));
        _createRequestFor(luis);
    }
}
