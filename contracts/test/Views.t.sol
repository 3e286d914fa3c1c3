// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

/// @notice K1 K3 K5 The fields of a loan, lists by index and by page, and ids that run on.
contract ViewsTest is LoanBookTest {
    /// @dev The open requests that _fill makes.
    uint256[] requests;

    // ── One loan ─────────────────────────────────────────────────────────────────────────────────────────────────

    function testFuzz_AnUnknownLoanIsEmpty(uint256 id) public {
        _createOffer();
        vm.assume(id != 1);

        ILoanBook.Loan memory loan = book.getOffer(id);
        ILoanBook.Loan memory empty;
        assertEq(abi.encode(loan), abi.encode(empty));
        ILoanBook.Summary memory nothing;
        _assertLoan(id, nothing, "");
        assertEq(book.expectedBy(id, type(uint256).max), 0);
    }

    function test_LoansSaysTheSameAsGetOffer() public {
        _assertLoansSaysTheSame(0);
        _assertLoansSaysTheSame(_createOffer());
        _assertLoansSaysTheSame(_createOfferFor(luis));
        uint256 id = _createLoan();
        _assertLoansSaysTheSame(id);
        _repay(id, 7);
        _assertLoansSaysTheSame(id);
        _repay(id, TOTAL);
        _assertLoansSaysTheSame(id);
        assertEq(id, 3);
        id = _createRequest();
        _assertLoansSaysTheSame(id);
        _fund(id);
        _extendBy(id, 1 days);
        _assertLoansSaysTheSame(id);
        _recordPayment(id, 1);
        _assertLoansSaysTheSame(id);
        _forgive(id);
        _assertLoansSaysTheSame(id);
    }

    function _assertLoansSaysTheSame(uint256 id) private view {
        (bool success, bytes memory fields) = address(book).staticcall(abi.encodeCall(book.loans, (id)));
        assertTrue(success);
        // ABI encoding: a returned tuple lacks the offset word that precedes a returned dynamic struct.
        assertEq(abi.encodePacked(uint256(32), fields), abi.encode(book.getOffer(id)));
    }

    // ── Lists ────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_EmptyListsHaveEmptyPages() public view {
        assertEq(book.allOffersLength(), 0);
        assertEq(book.openOffersLength(), 0);
        assertEq(book.getOpenOfferIds(0, type(uint256).max).length, 0);
        _assertNoneBefore(0);
        _assertNoneBefore(1);
        _assertNoneBefore(type(uint256).max);
        assertEq(book.getOffersByLenderIds(ana, 0, type(uint256).max).length, 0);
        assertEq(book.getLoansByBorrowerIds(luis, 0, type(uint256).max).length, 0);
        assertEq(book.getOffersForBorrowerIds(luis, 0, type(uint256).max).length, 0);
        assertEq(book.openRequestsLength(), 0);
        assertEq(book.getOpenRequestIds(0, type(uint256).max).length, 0);
        assertEq(book.getRequestsByBorrowerIds(luis, 0, type(uint256).max).length, 0);
        assertEq(book.getRequestsForLenderIds(ana, 0, type(uint256).max).length, 0);
        _assertRecord(luis, 0, 0, 0);
        _assertEnded(0, 0);
    }

    function _assertNoneBefore(uint256 before) private view {
        (uint256[] memory offers, uint256 nextOffer) = book.getNewestOpenOfferIds(before, type(uint256).max);
        (uint256[] memory asked, uint256 nextRequest) = book.getNewestOpenRequestIds(before, type(uint256).max);
        assertEq(offers.length + asked.length + nextOffer + nextRequest, 0);
    }

    function test_RevertWhen_AnEmptyListIsIndexed() public {
        bytes memory error = abi.encodeWithSelector(ILoanBook.IndexOutOfRange.selector, 0, 0);
        vm.expectRevert(error);
        book.allOfferIds(0);
        vm.expectRevert(error);
        book.openOfferIds(0);
        vm.expectRevert(error);
        book.offersByLender(ana, 0);
        vm.expectRevert(error);
        book.loansByBorrower(luis, 0);
        vm.expectRevert(error);
        book.offersForBorrower(luis, 0);
    }

    function test_RevertWhen_AnIndexIsBeyondTheList() public {
        _createLoan();
        _createOfferFor(luis);
        _createOffer();

        vm.expectRevert(abi.encodeWithSelector(ILoanBook.IndexOutOfRange.selector, 3, 3));
        book.allOfferIds(3);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.IndexOutOfRange.selector, 1, 1));
        book.openOfferIds(1);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.IndexOutOfRange.selector, 3, 3));
        book.offersByLender(ana, 3);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.IndexOutOfRange.selector, 1, 1));
        book.loansByBorrower(luis, 1);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.IndexOutOfRange.selector, type(uint256).max, 1));
        book.offersForBorrower(luis, type(uint256).max);
    }

    /// @dev Long enough for every remainder modulo 4, the number of ids in a slot.
    function test_ListsKeepEveryIdInOrder() public {
        for (uint256 n = 1; n <= 23; ++n) {
            uint256 id = _createOfferFor(luis);
            _accept(id);
            assertEq(book.offersByLenderLength(ana), n);
            assertEq(book.offersForBorrowerLength(luis), n);
            assertEq(book.loansByBorrowerLength(luis), n);
            for (uint256 i; i < n; ++i) {
                assertEq(book.allOfferIds(i), i + 1);
                assertEq(book.offersByLender(ana, i), i + 1);
                assertEq(book.offersForBorrower(luis, i), i + 1);
                assertEq(book.loansByBorrower(luis, i), i + 1);
            }
        }
    }

    function test_ListsOfDifferentPeopleAreApart() public {
        vm.prank(eva);
        uint256 first = book.createOffer(1, 1, 1, "");
        uint256 second = _createOffer();
        vm.prank(eva);
        uint256 third = book.createOfferFor(ana, ILoanBook.Terms(1, 1, 1, 1), "", 0);
        _accept(first);
        vm.prank(ana);
        book.acceptOffer(third);

        assertEq(book.offersByLenderLength(eva), 2);
        assertEq(book.offersByLender(eva, 1), third);
        assertEq(book.offersByLenderLength(ana), 1);
        assertEq(book.offersByLender(ana, 0), second);
        assertEq(book.loansByBorrower(luis, 0), first);
        assertEq(book.loansByBorrower(ana, 0), third);
        assertEq(book.offersForBorrower(ana, 0), third);
        assertEq(book.offersForBorrowerLength(luis), 0);
    }

    function test_TheListsOfRequestsOfDifferentPeopleAreApart() public {
        ILoanBook.Terms memory terms = ILoanBook.Terms(1, 1, 1, 1);
        vm.prank(eva);
        uint256 first = book.createRequest(ana, terms, "", 0);
        uint256 second = _createRequest();
        uint256 third = _createRequestFor(eva);
        vm.prank(ana);
        book.fundRequest(first, eva, terms);

        assertEq(book.requestsByBorrowerLength(eva), 1);
        assertEq(book.getRequestsByBorrowerIds(eva, 0, 9)[0], first);
        assertEq(book.requestsByBorrowerLength(luis), 2);
        assertEq(book.getRequestsByBorrowerIds(luis, 0, 9)[0], second);
        assertEq(book.getRequestsByBorrowerIds(luis, 1, 9)[0], third);
        assertEq(book.requestsForLenderLength(ana), 1);
        assertEq(book.getRequestsForLenderIds(ana, 0, 9)[0], first);
        assertEq(book.getRequestsForLenderIds(eva, 0, 9)[0], third);
        assertEq(book.requestsByBorrowerLength(ana), 0);
        assertEq(book.offersByLenderLength(ana), 1);
        assertEq(book.offersByLenderLength(eva), 0);
        assertEq(book.loansByBorrowerLength(eva), 1);
    }

    // ── Pages ────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev 200 offers, more than two blocks of the bitmap, and requests among them. `seed` chooses which are addressed,
    /// accepted or cancelled.
    function _fill(uint256 seed) private returns (uint256[] memory open) {
        open = new uint256[](200);
        uint256 count;
        for (uint256 i; i < 200; ++i) {
            uint256 fate = uint256(keccak256(abi.encode(seed, i))) % 5;
            uint256 id = fate == 0 ? _createOfferFor(luis) : _createOffer();
            if (fate == 1) _accept(id);
            else if (fate == 2) _cancel(id);
            else if (fate != 0) open[count++] = id;
            if (fate == 4) requests.push(_createRequest());
        }
        // Closes some more after their block is no longer the newest.
        uint256 kept;
        for (uint256 i; i < count; ++i) {
            uint256 fate = uint256(keccak256(abi.encode(seed, i, "later"))) % 5;
            if (fate == 0) _accept(open[i]);
            else if (fate == 1) _cancel(open[i]);
            else open[kept++] = open[i];
        }
        uint256[] memory exact = new uint256[](kept);
        for (uint256 i; i < kept; ++i) {
            exact[i] = open[i];
        }
        return exact;
    }

    /// forge-config: default.fuzz.runs = 20
    /// @custom:verify fuzz.runs = 500
    function testFuzz_OpenOffersAreExactlyTheOpenOnes(uint256 seed, uint256 offset, uint256 limit) public {
        uint256[] memory open = _fill(seed);
        uint256[] memory newest = _reversed(open);

        assertEq(book.openRequestsLength(), requests.length);
        assertEq(book.getOpenRequestIds(0, type(uint256).max), requests);
        assertEq(_newestRequests(type(uint256).max, type(uint256).max), _reversed(requests));
        assertEq(book.openOffersLength(), open.length);
        assertEq(book.getOpenOfferIds(0, open.length), open);
        assertEq(_newestOffers(type(uint256).max, open.length), newest);
        for (uint256 i; i < open.length; ++i) {
            assertEq(book.openOfferIds(i), open[i]);
            _assertStatus(open[i], ILoanBook.Status.Open);
        }

        offset = bound(offset, 0, open.length);
        limit = bound(limit, 0, open.length - offset);
        assertEq(book.getOpenOfferIds(offset, limit), _slice(open, offset, limit));
        if (offset != 0) assertEq(_newestOffers(newest[offset - 1], limit), _slice(newest, offset, limit));

        uint256 size = bound(limit, 1, 50);
        uint256 before = type(uint256).max;
        for (uint256 i; i < open.length; i += size) {
            uint256 length = size < open.length - i ? size : open.length - i;
            assertEq(book.getOpenOfferIds(i, size), _slice(open, i, length));
            uint256[] memory page;
            (page, before) = book.getNewestOpenOfferIds(before, size);
            assertEq(page, _slice(newest, i, length));
            assertEq(before, i + length == open.length ? 0 : page[length - 1]);
        }
    }

    function _newestOffers(uint256 before, uint256 limit) private view returns (uint256[] memory ids) {
        (ids, ) = book.getNewestOpenOfferIds(before, limit);
    }

    function _newestRequests(uint256 before, uint256 limit) private view returns (uint256[] memory ids) {
        (ids, ) = book.getNewestOpenRequestIds(before, limit);
    }

    /// @dev Between two pages somebody publishes, and what the first page showed is taken, cancelled and funded.
    function test_PagesDoNotShift() public {
        for (uint256 i; i < 50; ++i) {
            _createOffer();
            _createRequest();
        }
        (uint256[] memory offers, uint256 nextOffer) = book.getNewestOpenOfferIds(type(uint256).max, 20);
        (uint256[] memory asked, uint256 nextRequest) = book.getNewestOpenRequestIds(type(uint256).max, 20);
        assertEq(offers[19], nextOffer);
        assertEq(asked[19], nextRequest);
        uint256[] memory moreOffers = _newestOffers(nextOffer, 20);
        uint256[] memory moreRequests = _newestRequests(nextRequest, 20);
        for (uint256 i; i < 9; ++i) {
            _createOffer();
            _createRequest();
            if (i % 2 == 0) _accept(offers[i]);
            else _cancel(offers[i]);
            _fund(asked[i]);
        }
        assertEq(_newestOffers(nextOffer, 20), moreOffers);
        assertEq(_newestRequests(nextRequest, 20), moreRequests);
    }

    function test_TheWordsOfBitsMeetWithoutAGap() public {
        for (uint256 id = 1; id <= 161; ++id) {
            vm.prank(ana);
            book.createOffer(1, 1, 1, "");
            assertEq(book.openOffersLength(), id);
            assertEq(book.openOfferIds(id - 1), id);
            assertEq(_newestOffers(id + 1, 1)[0], id);
        }
        _cancel(79);
        _cancel(80);
        _cancel(160);
        assertEq(book.openOffersLength(), 158);
        assertEq(book.openOfferIds(77), 78);
        assertEq(book.openOfferIds(78), 81);
        assertEq(book.openOfferIds(156), 159);
        assertEq(book.openOfferIds(157), 161);
        for (uint256 id = 1; id <= 161; ++id) {
            bool cancelled = id == 79 || id == 80 || id == 160;
            _assertStatus(id, cancelled ? ILoanBook.Status.Cancelled : ILoanBook.Status.Open);
        }
        _accept(1);
        _accept(81);
        assertEq(book.openOfferIds(0), 2);
        assertEq(book.openOfferIds(77), 82);
    }

    /// @dev Blocks of the bitmap before a page are skipped whole, so that the end of a long list stays readable.
    function test_ManyOffersBeforeAPageCostLessThanAWordOfThem() public {
        for (uint256 id = 1; id <= 161; ++id) {
            vm.prank(ana);
            book.createOffer(1, 1, 1, "");
        }
        // The first block holds the ids up to 79, the second those up to 159.
        uint256 withinTheFirst = _gasOfPageAt(78);
        uint256 afterTheSecond = _gasOfPageAt(159);
        assertLt(afterTheSecond, withinTheFirst / 2);
    }

    function _gasOfPageAt(uint256 offset) private view returns (uint256) {
        uint256 before = gasleft();
        uint256 id = book.openOfferIds(offset);
        uint256 used = before - gasleft();
        assertEq(id, offset + 1);
        return used;
    }

    function testFuzz_AnyOffsetAndLimitAreWelcome(uint256 offset, uint256 limit) public {
        for (uint256 i; i < 7; ++i) {
            _accept(_createOfferFor(luis));
            _createOffer();
            _createRequest();
            _createRequestFor(ana);
        }
        _assertSevens(offset, limit);
    }

    function _assertSevens(uint256 offset, uint256 limit) private view {
        // ana publishes 14 offers: 7 are open, and 7 are addressed to luis, who accepts them. luis publishes 14 requests:
        // 7 are open, and 7 are addressed to ana.
        uint256 sevens = _expectedLength(7, offset, limit);
        assertEq(book.getOpenOfferIds(offset, limit).length, sevens);
        assertEq(book.getLoansByBorrowerIds(luis, offset, limit).length, sevens);
        assertEq(book.getOffersForBorrowerIds(luis, offset, limit).length, sevens);
        assertEq(book.getOpenRequestIds(offset, limit).length, sevens);
        // The ids of the open offers are 2, 6, …, 26, and those of the open requests 3, 7, …, 27.
        uint256 below = offset > 26 ? 7 : (offset + 1) / 4;
        assertEq(_newestOffers(offset, limit).length, limit < below ? limit : below);
        below = offset > 27 ? 7 : offset / 4;
        assertEq(_newestRequests(offset, limit).length, limit < below ? limit : below);
        assertEq(book.getRequestsForLenderIds(ana, offset, limit).length, sevens);
        assertEq(book.getOffersByLenderIds(ana, offset, limit).length, _expectedLength(14, offset, limit));
        assertEq(book.getRequestsByBorrowerIds(luis, offset, limit).length, _expectedLength(14, offset, limit));
    }

    function test_TheLargestNumbersAreWelcome() public {
        testFuzz_AnyOffsetAndLimitAreWelcome(type(uint256).max, type(uint256).max);
        assertEq(book.getOpenOfferIds(0, type(uint256).max).length, 7);
        assertEq(book.getOpenOfferIds(6, type(uint256).max).length, 1);
        assertEq(book.getOpenOfferIds(7, type(uint256).max).length, 0);
        assertEq(_newestOffers(3, type(uint256).max).length, 1);
        for (uint256 before; before < 30; ++before) {
            _assertSevens(before, before % 9);
        }
        assertEq(book.getOffersByLenderIds(ana, 13, type(uint256).max).length, 1);
        assertEq(book.getLoansByBorrowerIds(luis, type(uint256).max, 1).length, 0);
    }

    function test_PagesOfPeopleJoinToTheWhole() public {
        for (uint256 i; i < 17; ++i) {
            _accept(_createOfferFor(luis));
        }
        for (uint256 i; i < 17; ++i) {
            _createRequestFor(ana);
        }
        for (uint256 size = 1; size <= 18; ++size) {
            _assertPagesJoinToTheWhole(size);
        }
    }

    function _assertPagesJoinToTheWhole(uint256 size) private view {
        for (uint256 offset; offset < 17; offset += size) {
            uint256[] memory byLender = book.getOffersByLenderIds(ana, offset, size);
            uint256[] memory byBorrower = book.getLoansByBorrowerIds(luis, offset, size);
            uint256[] memory forBorrower = book.getOffersForBorrowerIds(luis, offset, size);
            assertEq(byLender.length, size < 17 - offset ? size : 17 - offset);
            assertEq(byBorrower, byLender);
            assertEq(forBorrower, byLender);
            uint256[] memory asked = book.getRequestsByBorrowerIds(luis, offset, size);
            assertEq(book.getRequestsForLenderIds(ana, offset, size), asked);
            for (uint256 i; i < byLender.length; ++i) {
                assertEq(byLender[i], offset + i + 1);
                assertEq(asked[i], 17 + offset + i + 1);
            }
        }
    }

    /// @dev Between the two offers lie more closed ids than two slots of the board's chart cover.
    function test_PagesReachAcrossTensOfThousandsOfClosedIds() public {
        uint256 first = _createOffer();
        // Fills the block of the first offer, so that it is put away together with its bit of the chart.
        while (book.nextId() < 81) _createOfferFor(luis);
        uint256 word = uint256(vm.load(address(book), bytes32(0)));
        uint256 lastId = 3 * 256 * 80;
        vm.store(address(book), bytes32(0), bytes32((word & ~uint256(type(uint32).max)) | lastId));

        uint256 second = _createOffer();
        assertEq(second, lastId + 1);
        uint256[] memory ids = book.getOpenOfferIds(0, 10);
        assertEq(ids.length, 2);
        assertEq(ids[0], first);
        assertEq(ids[1], second);
        assertEq(_newestOffers(second + 1, 10), _reversed(ids));
        assertEq(_newestOffers(second, 10)[0], first);
    }

    function _expectedLength(uint256 length, uint256 offset, uint256 limit) private pure returns (uint256) {
        if (offset > length) return 0;
        return limit < length - offset ? limit : length - offset;
    }

    function _slice(uint256[] memory ids, uint256 offset, uint256 length) private pure returns (uint256[] memory part) {
        part = new uint256[](length);
        for (uint256 i; i < length; ++i) {
            part[i] = ids[offset + i];
        }
    }

    function _reversed(uint256[] memory ids) private pure returns (uint256[] memory reversed) {
        reversed = new uint256[](ids.length);
        for (uint256 i; i < ids.length; ++i) {
            reversed[i] = ids[ids.length - 1 - i];
        }
    }
}
