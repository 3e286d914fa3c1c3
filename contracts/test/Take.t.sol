// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

/// @notice K2 acceptOffer, also stating the terms, and fundRequest.
contract TakeTest is LoanBookTest {
    function test_TheBorrowerGetsThePrincipalOfAnOffer() public {
        _testAccept(abi.encodeCall(book.acceptOffer, (2)));
    }

    function test_TheBorrowerGetsThePrincipalOfAnOfferWithTheseTerms() public {
        _testAccept(abi.encodeCall(book.acceptOfferWithTerms, (2, ana, _terms())));
    }

    function _testAccept(bytes memory command) private {
        uint256 other = _createOffer();
        uint256 id = _createOffer();
        ILoanBook.Summary memory loan = _expectOffer();
        skip(1 days);

        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.LoanAccepted(id, luis, 1_800_086_400, 1_802_678_400);
        vm.prank(luis);
        (bool success, ) = address(book).call(command);

        assertTrue(success);
        _assertEmitted(1, 1);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL);
        assertEq(dollar.balanceOf(address(book)), PRINCIPAL);
        assertEq(uint8(book.getOffer(id).status), 2);
        _expectTaken(loan);
        _assertLoan(id, loan, NOTE);
        assertEq(book.openOffersLength(), 1);
        assertEq(book.openOfferIds(0), other);
        assertEq(book.offersByLenderLength(ana), 2);
        assertEq(_idsOf(ILoanBook.List.Borrowed, luis)[0], id);
        _assertRecord(luis, 1, 0, 0);
    }

    /// @dev With everything that is not the plain case.
    function test_TheOneItIsAddressedToTakesAnOffer() public {
        uint256 open = _createOffer();
        vm.prank(ana);
        uint256 id = book.createOfferFor(luis, ILoanBook.Terms(PRINCIPAL, DURATION, APR, 60), NOTE, 255);
        ILoanBook.Summary memory loan = _expectOffer();
        (loan.instalments, loan.openUntil) = (60, block.timestamp + 255 days);
        skip(100 days);
        _accept(id);

        _expectTaken(loan);
        _assertLoan(id, loan, NOTE);
        assertEq(book.openOffersLength(), 1);
        assertEq(book.openOfferIds(0), open);
        assertEq(_idsOf(ILoanBook.List.OffersFor, luis)[0], id);
        assertEq(_idsOf(ILoanBook.List.Borrowed, luis)[0], id);
    }

    /// @dev For anyone, and for ana.
    function test_TheBorrowerGetsThePrincipalOfARequest() public {
        uint256 other = _createRequest();
        uint256[2] memory ids = [_createRequest(), _createRequestFor(ana)];
        ILoanBook.Summary memory loan = _expectRequest();
        skip(1 days);
        _expectTaken(loan);
        for (uint256 i; i < 2; ++i) {
            vm.recordLogs();
            vm.expectEmit(address(book));
            emit ILoanBook.RequestFunded(ids[i], ana);
            vm.expectEmit(address(book));
            emit ILoanBook.LoanAccepted(ids[i], luis, 1_800_086_400, 1_802_678_400);
            _fund(ids[i]);

            _assertEmitted(2, 1);
            assertEq(dollar.balanceOf(ana), FORTUNE - (i + 1) * PRINCIPAL);
            assertEq(dollar.balanceOf(luis), FORTUNE + (i + 1) * PRINCIPAL);
            _assertLoan(ids[i], loan, NOTE);
        }
        assertEq(book.openRequestsLength(), 1);
        (uint256[] memory open, ) = book.newestOpenIds(true, 9, 9);
        assertEq(open[0], other);
        assertEq(_idsOf(ILoanBook.List.RequestsFor, ana)[0], ids[1]);
        _assertRecord(luis, 2, 0, 0);
        _assertRecord(ana, 0, 0, 0);
    }
}
