// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeCastLib} from "solady/utils/SafeCastLib.sol";
import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./LoanBookTest.sol";

contract AcceptOfferTest is LoanBookTest {
    function test_TheBorrowerGetsThePrincipal() public {
        uint256 id = _createOffer();
        skip(1 days);

        vm.expectEmit(address(book));
        emit ILoanBook.LoanAccepted(id, luis, 1_800_086_400, 1_802_678_400);
        _accept(id);

        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL);
        assertEq(dollar.balanceOf(address(book)), 0);
        ILoanBook.Loan memory loan = book.getOffer(id);
        assertEq(loan.borrower, luis);
        assertEq(loan.createdAt, 1_800_000_000);
        assertEq(loan.startTs, 1_800_086_400);
        assertEq(loan.dueTs, 1_802_678_400);
        assertEq(loan.repaid, 0);
        assertEq(uint8(loan.status), 2);
        assertEq(book.owed(id), TOTAL);
    }

    function test_TheLoanMovesFromTheOpenOffersToTheBorrower() public {
        uint256 id = _createOffer();
        uint256 other = _createOffer();

        _accept(id);

        assertEq(book.openOffersLength(), 1);
        assertEq(book.openOfferIds(0), other);
        assertEq(book.allOffersLength(), 2);
        assertEq(book.offersByLenderLength(ana), 2);
        assertEq(book.loansByBorrowerLength(luis), 1);
        assertEq(book.loansByBorrower(luis, 0), id);
        _assertRecord(luis, 1, 0, 0);
        _assertRecord(ana, 0, 0, 0);
    }

    function test_TheOneItIsAddressedToMayTakeIt() public {
        uint256 open = _createOffer();
        uint256 id = _createOfferFor(luis);

        _accept(id);

        _assertStatus(id, ILoanBook.Status.Active);
        assertEq(book.openOffersLength(), 1);
        assertEq(book.openOfferIds(0), open);
        assertEq(book.loansByBorrower(luis, 0), id);
        assertEq(book.offersForBorrower(luis, 0), id);
    }

    function testFuzz_ItIsDueWhenItsTermHasPassed(uint32 start, uint32 duration) public {
        start = uint32(bound(start, block.timestamp, type(uint32).max));
        duration = uint32(bound(duration, 1, type(uint32).max));
        vm.prank(ana);
        uint256 id = book.createOffer(PRINCIPAL, duration, APR, NOTE);

        vm.warp(start);
        _accept(id);

        assertEq(book.getOffer(id).startTs, start);
        assertEq(book.getOffer(id).dueTs, uint256(start) + duration);
    }

    function test_RevertWhen_ThereIsNoSuchOffer() public {
        uint256 id = _createOffer();
        for (uint256 i; i < 2; ++i) {
            uint256 unknown = i == 0 ? 0 : id + 1;
            vm.expectRevert(abi.encodeWithSelector(ILoanBook.OfferNotOpen.selector, unknown, ILoanBook.Status.None));
            _accept(unknown);
        }
        vm.expectRevert(
            abi.encodeWithSelector(ILoanBook.OfferNotOpen.selector, type(uint256).max, ILoanBook.Status.None)
        );
        _accept(type(uint256).max);
    }

    function test_RevertWhen_ItIsTaken() public {
        uint256 id = _createLoan();
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.OfferNotOpen.selector, id, ILoanBook.Status.Active));
        _accept(id);
    }

    function test_RevertWhen_ItIsRepaid() public {
        uint256 id = _createLoan();
        _repay(id, TOTAL);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.OfferNotOpen.selector, id, ILoanBook.Status.Repaid));
        _accept(id);
    }

    function test_RevertWhen_ItIsCancelled() public {
        uint256 id = _createOffer();
        _cancel(id);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.OfferNotOpen.selector, id, ILoanBook.Status.Cancelled));
        _accept(id);
    }

    function test_RevertWhen_TheAddressedOneIsCancelled() public {
        uint256 id = _createOfferFor(luis);
        _cancel(id);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.OfferNotOpen.selector, id, ILoanBook.Status.Cancelled));
        _accept(id);
    }

    function test_RevertWhen_ItIsOnesOwn() public {
        uint256 id = _createOffer();
        uint256 addressed = _createOfferFor(luis);
        vm.startPrank(ana);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.OwnOffer.selector, id));
        book.acceptOffer(id);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.OwnOffer.selector, addressed));
        book.acceptOffer(addressed);
    }

    function test_RevertWhen_ItIsAddressedToAnother() public {
        uint256 id = _createOfferFor(luis);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.AddressedToAnother.selector, id, luis));
        vm.prank(eva);
        book.acceptOffer(id);
    }

    /// @dev From 2106 on (uint32 timestamps) nothing can be accepted, but offers can still be cancelled and loans
    /// repaid.
    function test_RevertWhen_TheClockNoLongerFits() public {
        uint256 taken = _createLoan();
        uint256 id = _createOffer();
        vm.warp(uint256(type(uint32).max) + 1);

        vm.expectRevert(SafeCastLib.Overflow.selector);
        _accept(id);

        _cancel(id);
        assertEq(_repay(taken, TOTAL), TOTAL);
        assertEq(dollar.balanceOf(address(book)), 0);
    }
}
