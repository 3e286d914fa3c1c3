// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LoanLens} from "../../src/LoanLens.sol";
import {LensTest} from "../support/LensTest.sol";

/// @dev Six rounds of five ids each: a loan is 1, addressed offers are 2, open offers 3, open requests 4, addressed requests 5,
/// all plus multiples of 5.
contract LensArgumentsTest is LensTest {
    function setUp() public override {
        super.setUp();
        for (uint256 i; i < 6; ++i) {
            _createLoan();
            _createOfferFor(luis);
            _createOffer();
            _createRequest();
            _createRequestFor(ana);
        }
    }

    function testFuzz_AnyCursorAndLimitAreWelcome(
        uint256 before,
        uint256 limit,
        uint8 beforeBits,
        uint8 limitBits
    ) public view {
        // Small numbers as often as large ones.
        (before, limit) = (before >> beforeBits, limit >> limitBits);
        lens.dashboard(book, luis, before, limit, before);
        _assertOpen(lens.openOffers(book, before, limit), 3, before, limit);
        _assertOpen(lens.openRequests(book, before, limit), 4, before, limit);
        _assertAddressed(lens.offersFor(book, luis, before, limit), 6, before, limit);
        _assertAddressed(lens.requestsFor(book, ana, before, limit), 6, before, limit);
        _assertAddressed(lens.offersFor(book, eva, before, limit), 0, before, limit);
        assertEq(lens.ownOf(book, luis, BORROWED, before, limit).rows.length, _min(limit, _min(before, 6)));
        assertEq(lens.ownOf(book, luis, REQUESTED, before, limit).rows.length, _min(limit, _min(before, 12)));
        assertEq(lens.ownOf(book, ana, LENT, before, limit).rows.length, _min(limit, _min(before, 18)));
        assertEq(lens.ownOf(book, eva, LENT, before, limit).rows.length, 0);
        (bytes memory packed, uint256 next) = lens.packedOffers(book, before, limit);
        LoanLens.Page memory page = lens.openOffers(book, before, limit);
        if (limit != 0) assertEq(next, page.next);
        assertEq(packed.length, page.items.length * (45 + bytes(NOTE).length));
        (packed, next) = lens.packedRequests(book, before, limit);
        page = lens.openRequests(book, before, limit);
        if (limit != 0) assertEq(next, page.next);
        assertEq(packed.length, page.items.length * (45 + bytes(NOTE).length));
    }

    /// @dev Of the ids `first`, `first` + 5 up to `first` + 25.
    function _assertOpen(LoanLens.Page memory page, uint256 first, uint256 before, uint256 limit) private pure {
        uint256 below = before <= first ? 0 : _min(6, (before - first - 1) / 5 + 1);
        uint256 count = _min(limit, below);
        assertEq(page.items.length, count);
        for (uint256 i; i < count; ++i) {
            assertEq(page.items[i].id, first + 5 * (below - 1 - i));
        }
        uint256 last = count == 0 ? 0 : page.items[count - 1].id;
        assertEq(
            page.next,
            limit == 0
                ? before
                : count == below
                    ? 0
                    : last
        );
    }

    function _assertAddressed(LoanLens.Page memory page, uint256 length, uint256 before, uint256 limit) private pure {
        uint256 count = _min(limit, _min(before, length));
        assertEq(page.items.length, count);
        assertEq(page.next, _min(before, length) - count);
    }

    function _min(uint256 a, uint256 b) private pure returns (uint256) {
        return a < b ? a : b;
    }
}
