// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

/// @notice K2 createOffer, nextId and getOffer.
contract PublishTest is LoanBookTest {
    function test_PublishesAnOfferForAnyone() public {
        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.OfferCreated(1, ana, PRINCIPAL, DURATION, APR, NOTE);
        assertEq(_createOffer(), 1);

        _assertEmitted(1, 1);
        assertEq(uint8(book.getOffer(1).status), 1);
        _assertLoan(1, _expectOffer(), NOTE);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL);
        assertEq(dollar.balanceOf(address(book)), PRINCIPAL);
        assertEq(book.allOfferIds(0), 1);
        assertEq(book.openOfferIds(0), 1);
        assertEq(book.offersByLender(ana, 0), 1);
        assertEq(_lengthOf(ILoanBook.List.OffersFor, address(0)), 0);
        _assertRecord(ana, 0, 0, 0);
    }

    /// @dev Needs no money.
    function test_PublishesARequestForAnyone() public {
        deal(address(dollar), luis, 0);
        _withdrawAllowance(luis);
        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.RequestCreated(1, luis, PRINCIPAL, DURATION, APR, NOTE);
        assertEq(_createRequest(), 1);

        _assertEmitted(1, 0);
        assertEq(uint8(book.getOffer(1).status), 5);
        _assertLoan(1, _expectRequest(), NOTE);
        assertEq(book.allOfferIds(0), 1);
        (uint256[] memory open, ) = book.newestOpenIds(true, 9, 9);
        assertEq(open[0], 1);
        assertEq(book.openRequestsLength(), 1);
        assertEq(book.openOffersLength(), 0);
        assertEq(_idsOf(ILoanBook.List.Requested, luis)[0], 1);
        assertEq(_lengthOf(ILoanBook.List.RequestsFor, address(0)), 0);
        assertEq(_lengthOf(ILoanBook.List.Borrowed, luis), 0);
        _assertRecord(luis, 0, 0, 0);
    }

    /// @dev An offer or request of luis to eva.
    function _publish(
        bool isOffer,
        ILoanBook.Terms memory terms,
        string memory comment,
        uint256 openDays
    ) private returns (uint256) {
        vm.prank(luis);
        if (isOffer) return book.createOfferFor(eva, terms, comment, openDays);
        return book.createRequest(eva, terms, comment, openDays);
    }

    /// @dev The events of everything that is not the plain case, in order. A plan only if there is more than one
    /// instalment, and an end only if there is one, also beyond the clock.
    function test_AnnouncesAddresseePlanAndEnd() public {
        vm.warp(type(uint32).max);
        for (uint256 id = 1; id <= 60; ++id) {
            (bool isOffer, uint256 openDays) = (id % 2 == 0, id == 60 ? 255 : id / 3);
            vm.recordLogs();
            vm.expectEmit(address(book));
            if (isOffer) emit ILoanBook.OfferCreated(id, luis, 1, 1, 1, "");
            else emit ILoanBook.RequestCreated(id, luis, 1, 1, 1, "");
            vm.expectEmit(address(book));
            if (isOffer) emit ILoanBook.OfferAddressed(id, eva);
            else emit ILoanBook.RequestAddressed(id, eva);
            if (id != 1) vm.expectEmit(address(book));
            if (id != 1) emit ILoanBook.Planned(id, id);
            if (openDays != 0) vm.expectEmit(address(book));
            if (openDays != 0) emit ILoanBook.OpenUntil(id, type(uint32).max + openDays * 86_400);
            assertEq(_publish(isOffer, ILoanBook.Terms(1, 1, 1, id), "", openDays), id);
            _assertEmitted(2 + (id == 1 ? 0 : 1) + (openDays == 0 ? 0 : 1), isOffer ? 1 : 0);
        }
        assertEq(book.nextId(), 61);
        assertEq(book.openOffersLength() + book.openRequestsLength(), 0);
        assertEq(_idsOf(ILoanBook.List.OffersFor, eva)[0], 2);
        assertEq(_idsOf(ILoanBook.List.RequestsFor, eva)[0], 1);
        assertEq(_idsOf(ILoanBook.List.Lent, luis)[0], 2);
        assertEq(_idsOf(ILoanBook.List.Requested, luis)[0], 1);
        assertEq(_lengthOf(ILoanBook.List.Lent, eva) + _lengthOf(ILoanBook.List.Borrowed, eva), 0);
    }

    function testFuzz_KeepsWhatWasSaid(bool isOffer, ILoanBook.Terms memory terms, uint8 openDays) public {
        terms.principal = bound(terms.principal, 1, type(uint56).max);
        terms.duration = bound(terms.duration, 1, type(uint32).max);
        terms.apr = bound(terms.apr, 1, type(uint16).max);
        terms.instalments = bound(terms.instalments, 1, 60);
        deal(address(dollar), luis, terms.principal);

        ILoanBook.Summary memory loan = isOffer ? _expectOffer() : _expectRequest();
        (loan.lender, loan.borrower) = isOffer ? (luis, eva) : (eva, luis);
        (loan.principal, loan.duration) = (terms.principal, terms.duration);
        (loan.apr, loan.instalments) = (terms.apr, terms.instalments);
        loan.openUntil = openDays == 0 ? 0 : 1_800_000_000 + uint256(openDays) * 86_400;
        _assertLoan(_publish(isOffer, terms, NOTE, openDays), loan, NOTE);
    }

    /// @dev 31 bytes fit into one slot, 127 into four, and more become code. Any bytes are welcome, also zeros.
    function test_KeepsCommentsOfEveryLength() public {
        for (uint256 i; i <= 2 * 280; ++i) {
            bytes memory comment = new bytes(i / 2);
            for (uint256 j; i % 2 == 0 && j < comment.length; ++j) {
                comment[j] = bytes1(uint8(i + j));
            }
            uint256 id = _publish(i % 3 == 0, ILoanBook.Terms(1, 1, 1, 1), string(comment), 0);
            assertEq(bytes(book.getOffer(id).comment), comment);
        }
    }

    function test_SaysItsLimits() public view {
        assertEq(book.MAX_PRINCIPAL(), type(uint56).max);
        assertEq(book.MAX_DURATION(), type(uint32).max);
        assertEq(book.MAX_APR(), type(uint16).max);
        assertEq(book.MAX_INSTALMENTS(), 60);
        assertEq(book.MAX_OPEN_DAYS(), 255);
        assertEq(book.MAX_COMMENT(), 280);
        assertEq(book.MAX_CIRCLE(), 6);
    }
}
