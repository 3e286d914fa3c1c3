// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LoanLens} from "../../src/LoanLens.sol";
import {LensTest} from "../support/LensTest.sol";

contract LensDashboardTest is LensTest {
    function test_TheLimitsAreAsDocumented() public view {
        uint256[4] memory pages = [lens.MAX_PAGE(), lens.MAX_SCAN(), lens.MAX_SCAN_ADDRESSED(), lens.MAX_ROWS()];
        assertEq(abi.encode(pages), abi.encode(200, 240, 150, 1000));
        assertEq(abi.encode(lens.MAX_PACKED(), lens.MAX_PACK_GAS()), abi.encode(2000, 20_000_000));
        uint256[3] memory others = [lens.DASHBOARD_PAGE(), lens.DASHBOARD_ROWS(), lens.MAX_HISTORY()];
        assertEq(abi.encode(others), abi.encode(8, 100, 100));
    }

    /// @dev Also in the first block, which has no parent.
    function test_ShowsWhereAndWhenItWasRead() public {
        vm.chainId(11155111);
        vm.roll(500);
        vm.setBlockhash(499, keccak256("the block before"));
        vm.deal(luis, 2 ether);
        _createLoan();
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(luisKey, 7, block.timestamp);
        dollar.permit(luis, address(book), 7, block.timestamp, v, r, s);
        vm.mockCall(address(book), abi.encodeCall(book.claimable, (luis)), abi.encode(7));
        for (uint256 id; id < 2; ++id) {
            _compare(abi.encodeCall(lens.dashboard, (book, luis, 0, 0, ALL)));
            _compare(abi.encodeCall(lens.signingState, (book, luis, id)));
            vm.roll(0);
        }
    }

    /// @dev Every list with an entry that the others do not have. ana, luis and eva have different records, and at first
    /// none.
    function test_EachListHasItsOwn() public {
        _compareDashboards();
        _lend(eva, luis);
        uint256 id = _lend(eva, ana);
        skip(1 days);
        vm.prank(ana);
        book.repay(id, 2e6);
        for (uint256 i; i < 9; ++i) {
            address[3] memory others = [address(0), luis, eva];
            _publish(i % 2 == 1, ana, others[i % 3], 1, 0);
        }
        _lend(luis, ana);
        _createRequestFor(ana);
        _fund(_createRequest());
        _compareDashboards();
    }

    function _compareDashboards() private view {
        address[3] memory people = [ana, luis, eva];
        for (uint256 i; i < 3; ++i) {
            _compare(abi.encodeCall(lens.dashboard, (book, people[i], ALL, ALL, ALL)));
            _compare(abi.encodeCall(lens.dashboard, (book, people[i], i, 2 - i, i)));
        }
    }

    // ── People ───────────────────────────────────────────────────────────────────────────────────────────────────

    function _comparePeople() private view {
        _compare(abi.encodeCall(lens.personOf, (book, ana)));
        _compare(abi.encodeCall(lens.personOf, (book, luis)));
        _compare(abi.encodeCall(lens.personOf, (book, eva)));
    }

    /// @dev A loan counts from a day after its start, unless it ended before. The first of three instalments is due after
    /// ten days and overdue a second later.
    function test_APersonIsKnownByTheirLoans() public {
        uint256 planned = _publish(false, ana, address(0), 3, 0);
        _accept(planned);
        uint256 whole = _createLoan();
        _cancel(_createOfferFor(eva));
        _createOfferFor(eva);
        for (uint256 i; i < 3; ++i) {
            uint256 id = _lend(eva, luis);
            skip(1 days - 1);
            _comparePeople();
            if (i == 2) skip(1);
            vm.prank(eva);
            if (i != 1) book.forgive(id, luis, 2e6);
            else book.recordPayment(id, luis, 2e6, 0, block.timestamp);
            _comparePeople();
        }
        vm.warp(1_800_000_000 + 10 days);
        _comparePeople();
        skip(1);
        _comparePeople();
        for (uint256 i; i < 3; ++i) {
            _repay(planned, i == 0 ? TOTAL / 3 - 1 : 1);
            _comparePeople();
        }
        skip(20 days);
        _forgive(whole);
        _comparePeople();
    }

    /// @dev The newest hundred of luis' loans and of those that he gave, of which eva has the first two.
    function test_PeopleAreCountedInTheNewestHundred() public {
        for (uint256 i; i < 103; ++i) {
            address other = i < 2 ? eva : vm.addr(1 + (i % 40));
            _enrich(other);
            _lend(other, luis);
            _lend(luis, other);
            if (i < 98) continue;
            uint256 now_ = block.timestamp;
            skip(1 days);
            _comparePeople();
            vm.warp(now_);
        }
    }

    /// @dev A borrower lends themselves a dollar again and again. Whether these loans count in the record, are forgiven or
    /// repaid at once, they do not hide an overdue one, up to MAX_ROWS.
    function test_NewerLoansDoNotHideAnOverdueOne() public {
        _createLoan();
        skip(DURATION + 1);
        for (uint256 i = 1; i <= lens.MAX_ROWS(); ++i) {
            uint256 id = _lend(eva, luis);
            if (i % 10 == 0) skip(1 days);
            vm.prank(eva);
            if (i % 20 == 0) book.forgive(id, luis, 2e6);
            else book.recordPayment(id, luis, 2e6, 0, block.timestamp);
            if (i != 99 && i != 100 && i < lens.MAX_ROWS() - 1) continue;
            _comparePeople();
            assertEq(lens.personOf(book, luis).overdue, i == lens.MAX_ROWS() ? 0 : 1);
        }
    }
}
