// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

contract ExpiryTest is LoanBookTest {
    function _createOffer(address borrower, uint256 openDays) private returns (uint256 id) {
        vm.prank(ana);
        return book.createOfferFor(borrower, _terms(), NOTE, openDays);
    }

    function _createRequest(address lender, uint256 openDays) private returns (uint256 id) {
        vm.prank(luis);
        return book.createRequest(lender, _terms(), NOTE, openDays);
    }

    /// @dev One of the ways to take each: public or addressed, plain or stating the terms.
    function _take(uint256 id, uint256 way) private {
        if (way == 0) {
            _accept(id);
        } else if (way == 1) {
            vm.prank(luis);
            book.acceptOfferWithTerms(id, ana, _terms());
        } else if (way == 2) {
            _fund(id);
        } else {
            vm.prank(ana);
            book.fundRequestWithPermit(id, luis, _terms(), 0, 0, 0, 0);
        }
    }

    function _publish(uint256 way, bool addressed, uint256 openDays) private returns (uint256 id) {
        if (way < 2) return _createOffer(addressed ? luis : address(0), openDays);
        return _createRequest(addressed ? ana : address(0), openDays);
    }

    /// forge-config: default.fuzz.runs = 30
    /// @custom:verify fuzz.runs = 1000
    function testFuzz_TheLastSecondCounts(uint8 openDays, uint256 time) public {
        openDays = uint8(bound(openDays, 1, 255));
        uint256 end = block.timestamp + uint256(openDays) * 1 days;
        time = bound(time, block.timestamp, end + 1 days);
        for (uint256 i; i < 8; ++i) {
            (uint256 way, bool addressed) = (i / 2, i % 2 == 0);
            uint256 snapshot = vm.snapshotState();
            uint256 id = _publish(way, addressed, openDays);
            assertEq(book.openUntil(id), end);
            vm.warp(time);
            if (time > end) vm.expectRevert(abi.encodeWithSelector(ILoanBook.Expired.selector, id));
            _take(id, way);
            if (time <= end) _assertStatus(id, ILoanBook.Status.Active);
            vm.revertToState(snapshot);
        }
    }

    function test_TheLastSecondAndTheNext() public {
        for (uint256 openDays = 1; openDays <= 255; openDays += 127) {
            uint256 end = block.timestamp + openDays * 1 days;
            testFuzz_TheLastSecondCounts(uint8(openDays), end);
            testFuzz_TheLastSecondCounts(uint8(openDays), end + 1);
        }
    }

    /// forge-config: default.fuzz.runs = 30
    /// @custom:verify fuzz.runs = 1000
    function testFuzz_WithoutAnEndItStaysOpen(uint32 time) public {
        time = uint32(bound(time, block.timestamp, type(uint32).max));
        for (uint256 i; i < 8; ++i) {
            uint256 id = _publish(i / 2, i % 2 == 0, 0);
            assertEq(book.openUntil(id), 0);
            uint256 before = block.timestamp;
            vm.warp(time);
            _take(id, i / 2);
            vm.warp(before);
        }
    }

    /// @dev Expiry is no status, and does not remove anything from a list.
    function test_AnExpiredOneKeepsItsStatusAndItsPlace() public {
        uint256 offer = _createOffer(address(0), 1);
        uint256 request = _createRequest(address(0), 1);
        ILoanBook.Summary memory loan = _expectOffer();
        loan.openUntil = block.timestamp + 1 days;
        skip(100 days);

        _assertLoan(offer, loan, NOTE);
        _assertStatus(request, ILoanBook.Status.Requested);
        assertEq(book.openOffersLength(), 1);
        assertEq(book.getOpenOfferIds(0, 9)[0], offer);
        assertEq(book.openRequestsLength(), 1);
        assertEq(book.getOpenRequestIds(0, 9)[0], request);
        assertEq(dollar.balanceOf(address(book)), PRINCIPAL);
    }

    // ── Taken off the board ──────────────────────────────────────────────────────────────────────────────────────

    function test_TheLenderTakesThePrincipalOfAnExpiredOfferBack() public {
        uint256 id = _createOffer(address(0), 1);
        uint256 addressed = _createOffer(luis, 1);
        skip(1 days + 1);
        _cancel(id);
        _cancel(addressed);

        _assertStatus(id, ILoanBook.Status.Cancelled);
        _assertStatus(addressed, ILoanBook.Status.Cancelled);
        assertEq(dollar.balanceOf(ana), FORTUNE);
        assertEq(book.openUntil(id), 1_800_086_400, "whatever its status");
    }

    function test_TheBorrowerWithdrawsAnExpiredRequest() public {
        uint256 id = _createRequest(address(0), 1);
        uint256 addressed = _createRequest(ana, 1);
        skip(1 days + 1);
        vm.startPrank(luis);
        book.cancelRequest(id);
        book.cancelRequest(addressed);

        _assertStatus(id, ILoanBook.Status.Cancelled);
        _assertStatus(addressed, ILoanBook.Status.Cancelled);
        assertEq(book.openRequestsLength(), 0);
    }

    /// @dev eva, a third party, clears what has expired: the principal goes to ana, who published it.
    function test_AnyoneCancelsAnExpiredOffer() public {
        uint256 id = _createOffer(address(0), 1);
        uint256 addressed = _createOffer(luis, 1);
        uint256 other = _createOffer(address(0), 2);
        skip(1 days + 1);

        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.OfferCancelled(id);
        vm.prank(eva);
        book.cancelOffer(id);
        _assertEmitted(1, 1);
        vm.prank(luis);
        book.cancelOffer(addressed);

        _assertStatus(id, ILoanBook.Status.Cancelled);
        _assertStatus(addressed, ILoanBook.Status.Cancelled);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL);
        assertEq(dollar.balanceOf(eva), FORTUNE);
        assertEq(dollar.balanceOf(luis), FORTUNE);
        assertEq(dollar.balanceOf(address(book)), PRINCIPAL);
        assertEq(book.claimable(ana), 0);
        assertEq(book.openOffersLength(), 1);
        assertEq(book.openOfferIds(0), other);
    }

    function test_AnyoneCancelsAnExpiredRequest() public {
        uint256 id = _createRequest(address(0), 1);
        uint256 addressed = _createRequest(ana, 1);
        uint256 other = _createRequest(address(0), 2);
        skip(1 days + 1);

        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.RequestCancelled(id);
        vm.prank(eva);
        book.cancelRequest(id);
        _assertEmitted(1, 0);
        vm.prank(ana);
        book.cancelRequest(addressed);

        _assertStatus(id, ILoanBook.Status.Cancelled);
        _assertStatus(addressed, ILoanBook.Status.Cancelled);
        assertEq(book.openRequestsLength(), 1);
        assertEq(book.getOpenRequestIds(0, 9)[0], other);
        _assertRecord(luis, 0, 0, 0);
    }

    /// @dev Whoever cancels it: if the token refuses ana, her principal waits for her, and for nobody else.
    function test_ThePrincipalOfAnExpiredOfferIsHeldForARefusedLender() public {
        uint256 id = _createOffer(address(0), 1);
        skip(1 days + 1);
        vm.mockCallRevert(address(dollar), abi.encodeCall(dollar.transfer, (ana, PRINCIPAL)), "");
        vm.expectEmit(address(book));
        emit ILoanBook.OfferCancelled(id);
        vm.expectEmit(address(book));
        emit ILoanBook.PaymentHeld(id, ana, PRINCIPAL);
        vm.prank(eva);
        book.cancelOffer(id);

        assertEq(book.claimable(ana), PRINCIPAL);
        assertEq(book.claimable(eva), 0);
        assertEq(dollar.balanceOf(address(book)), PRINCIPAL);
        vm.prank(ana);
        book.withdrawTo(eva);
        assertEq(dollar.balanceOf(eva), FORTUNE + PRINCIPAL);
    }

    /// @dev Up to its last second only whoever published it.
    /// forge-config: default.fuzz.runs = 30
    /// @custom:verify fuzz.runs = 1000
    function testFuzz_RevertWhen_AnotherCancelsBeforeItHasExpired(uint8 openDays, uint256 time) public {
        uint256 end = block.timestamp + uint256(openDays) * 1 days;
        time = bound(time, block.timestamp, openDays == 0 ? type(uint64).max : end);
        for (uint256 i; i < 2; ++i) {
            uint256 snapshot = vm.snapshotState();
            uint256 offer = _createOffer(i == 0 ? luis : address(0), openDays);
            uint256 request = _createRequest(i == 0 ? ana : address(0), openDays);
            vm.warp(time);
            _refuseToCancel(offer, request);
            if (openDays != 0) {
                vm.warp(end);
                _refuseToCancel(offer, request);
                vm.warp(end + 1);
                vm.startPrank(eva);
                book.cancelOffer(offer);
                book.cancelRequest(request);
                vm.stopPrank();
            }
            vm.revertToState(snapshot);
        }
    }

    function _refuseToCancel(uint256 offer, uint256 request) private {
        address[2] memory others = [eva, luis];
        for (uint256 i; i < others.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(ILoanBook.NotTheLender.selector, offer, others[i]));
            vm.prank(others[i]);
            book.cancelOffer(offer);
        }
        others[1] = ana;
        for (uint256 i; i < others.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(ILoanBook.NotTheBorrower.selector, request, others[i]));
            vm.prank(others[i]);
            book.cancelRequest(request);
        }
    }

    /// @dev An end that has passed lets nobody cancel what was taken in time, nor cancel twice.
    function test_RevertWhen_WhatWasTakenOrCancelledHasExpired() public {
        uint256 offer = _createOffer(address(0), 1);
        uint256 request = _createRequest(address(0), 1);
        uint256 cancelled = _createOffer(address(0), 1);
        uint256 withdrawn = _createRequest(address(0), 1);
        _accept(offer);
        _fund(request);
        skip(1 days + 1);
        vm.startPrank(eva);
        book.cancelOffer(cancelled);
        book.cancelRequest(withdrawn);

        vm.expectRevert(abi.encodeWithSelector(ILoanBook.OfferNotOpen.selector, offer, ILoanBook.Status.Active));
        book.cancelOffer(offer);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.RequestNotOpen.selector, request, ILoanBook.Status.Active));
        book.cancelRequest(request);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.OfferNotOpen.selector, cancelled, ILoanBook.Status.Cancelled));
        book.cancelOffer(cancelled);
        vm.expectRevert(
            abi.encodeWithSelector(ILoanBook.RequestNotOpen.selector, withdrawn, ILoanBook.Status.Cancelled)
        );
        book.cancelRequest(withdrawn);
        assertEq(dollar.balanceOf(address(book)), 0);
    }

    // ── Taken, refused ───────────────────────────────────────────────────────────────────────────────────────────

    /// @dev Once it is taken, the end no longer matters.
    function test_AnActiveLoanDoesNotExpire() public {
        uint256 id = _createOffer(address(0), 1);
        _accept(id);
        skip(2 days);

        _repay(id, 1);
        _extendBy(id, 1);
        _recordPayment(id, 1);
        _forgive(id);
        assertEq(book.openUntil(id), 1_800_086_400, "whatever its status");
    }

    /// @dev The other reasons to refuse are named first.
    function test_RevertWhen_ItIsRefusedForMoreThanItsAge() public {
        uint256 offer = _createOffer(luis, 1);
        uint256 request = _createRequest(ana, 1);
        ILoanBook.Terms memory other = ILoanBook.Terms(PRINCIPAL, DURATION, APR, 2);
        skip(1 days + 1);

        vm.expectRevert(abi.encodeWithSelector(ILoanBook.OwnOffer.selector, offer));
        vm.prank(ana);
        book.acceptOffer(offer);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.AddressedToAnother.selector, offer, luis));
        vm.prank(eva);
        book.acceptOffer(offer);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.TermsChanged.selector, offer));
        vm.prank(luis);
        book.acceptOfferWithTerms(offer, ana, other);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.OwnRequest.selector, request));
        vm.prank(luis);
        book.fundRequest(request, luis, _terms());
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.AddressedToAnother.selector, request, ana));
        vm.prank(eva);
        book.fundRequest(request, luis, _terms());
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.TermsChanged.selector, request));
        vm.prank(ana);
        book.fundRequest(request, luis, other);
    }

    /// @dev Its end lies after the last moment at which anything can be taken.
    function test_AnEndBeyondTheClock() public {
        vm.warp(type(uint32).max - 1 days);
        uint256 id = _createOffer(address(0), 255);
        uint256 other = _createOffer(address(0), 255);
        vm.warp(type(uint32).max);
        _accept(id);
        skip(1);
        vm.expectRevert(ILoanBook.Overflow.selector);
        _accept(other);
        vm.warp(book.openUntil(other) + 1);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.Expired.selector, other));
        _accept(other);
        _cancel(other);
        _assertStatus(other, ILoanBook.Status.Cancelled);
    }
}
