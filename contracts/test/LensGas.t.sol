// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanLens} from "../src/LoanLens.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

/// @dev Worst cases for gas that other accounts can cause: the longest comment on everything that is public or addressed
/// to luis. Each call is a transaction of its own (`isolate`), so that all storage and code is read cold.
/// forge-config: default.isolate = true
contract LensGasTest is LoanBookTest {
    /// @dev What a call may take: nodes allow 50 million and more.
    uint256 constant MOST = 30_000_000;

    LoanLens lens = LoanLens(deployCode("LoanLens"));
    string longest;

    function setUp() public override {
        super.setUp();
        bytes memory note = new bytes(book.MAX_COMMENT());
        for (uint256 i; i < note.length; ++i) {
            note[i] = 0xff;
        }
        longest = string(note);
    }

    /// @dev Each from another account, and cancelled where that makes a call read on.
    function test_StrangersCannotMakeTheDashboardFail() public {
        for (uint256 i; i < 200; ++i) {
            address stranger = makeAddr(vm.toString(i));
            _enrich(stranger);
            vm.startPrank(stranger);
            book.createOfferFor(address(0), _terms(), longest, 255);
            book.createRequest(address(0), _terms(), longest, 255);
            book.cancelOffer(book.createOfferFor(luis, _terms(), longest, 255));
            book.cancelRequest(book.createRequest(luis, _terms(), longest, 255));
            vm.stopPrank();
        }

        LoanLens.Dashboard memory board = lens.dashboard(book, luis, type(uint256).max, type(uint256).max);
        _assertGas(MOST);
        assertEq(board.openOffers.items.length, 200);
        assertEq(board.openOffers.items[199].comment, longest);
        assertEq(board.openRequests.items.length, 200);
        assertEq(board.openRequests.items[199].comment, longest);
        assertEq(board.offersFor.items.length + board.requestsFor.items.length, 0);
        assertEq(board.offersFor.next, 200);
        assertEq(board.requestsFor.next, 200);
    }

    function test_StrangersCannotMakeAPageFail() public {
        for (uint256 i; i < 200; ++i) {
            vm.prank(makeAddr(vm.toString(i)));
            book.createRequest(luis, _terms(), longest, 255);
        }
        LoanLens.Page memory page = lens.requestsFor(book, luis, 0, type(uint256).max);
        _assertGas(MOST);
        assertEq(page.items.length, 200);
    }

    /// @dev A call stops before it is too dear, and the next one goes on.
    function test_StrangersCannotMakeAPackFail() public {
        _request(2000, longest);
        (bytes memory packed, uint256 next) = lens.packedRequests(book, 0, type(uint256).max);
        _assertGas(MOST);
        assertGe(next, 1500);
        assertLt(next, 2000);
        assertEq(packed.length, next * (45 + 280));
        (bytes memory rest, uint256 end) = lens.packedRequests(book, next, type(uint256).max);
        assertEq(end, 2000);
        assertEq(rest.length, (2000 - next) * (45 + 280));
        assertEq(uint32(bytes4(rest)), 2000 - next);
    }

    /// @dev The shortest comment that is stored as code, and so takes the most gas for its length.
    function test_AShortNoteOfAStrangerDoesNotMakeAPackFail() public {
        _request(2000, "ffffffffffffffffffffffffffffffff");
        lens.packedRequests(book, 0, type(uint256).max);
        _assertGas(MOST);
    }

    function test_TwoThousandOrdinaryNotesFitInAPack() public {
        _request(2000, NOTE);
        (, uint256 next) = lens.packedRequests(book, 0, type(uint256).max);
        _assertGas(26_000_000);
        assertEq(next, 2000);
    }

    function test_APackHasAnEnd() public {
        _request(2001, "");
        (bytes memory packed, uint256 next) = lens.packedRequests(book, 0, type(uint256).max);
        assertEq(next, 2000);
        assertEq(packed.length, 2000 * 45);
        assertEq(uint32(bytes4(packed)), 2001);
        (packed, next) = lens.packedRequests(book, next, type(uint256).max);
        assertEq(next, 2001);
        assertEq(uint32(bytes4(packed)), 1);
        assertEq(packed.length, 45);
    }

    function _request(uint256 count, string memory note) private {
        ILoanBook.Terms memory terms = _terms();
        vm.startPrank(eva);
        for (uint256 i; i < count; ++i) {
            book.createRequest(address(0), terms, note, 255);
        }
        vm.stopPrank();
    }

    function _assertGas(uint256 most) private view {
        assertLe(vm.lastCallGas().gasTotalUsed, most);
    }
}
