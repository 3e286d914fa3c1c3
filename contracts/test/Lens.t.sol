// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanLens} from "../src/LoanLens.sol";
import {LoanBookTest} from "./LoanBookTest.sol";
import {BlockingDollar} from "./tokens/BlockingDollar.sol";
import {TestDollar} from "../src/TestDollar.sol";

contract LensTest is LoanBookTest {
    LoanLens lens = LoanLens(deployCode("LoanLens"));

    function _deployDollar() internal override returns (TestDollar) {
        return new BlockingDollar();
    }

    function test_SaysWhereAndWhenItWasRead() public {
        vm.chainId(11155111);
        vm.roll(500);
        vm.setBlockhash(499, keccak256("the block before"));
        vm.deal(luis, 2 ether);
        _createOffer();

        LoanLens.Dashboard memory board = lens.dashboard(book, luis, 0, 0);

        assertEq(board.chainId, 11155111);
        assertEq(board.blockNumber, 500);
        assertEq(board.timestamp, 1_800_000_000);
        assertEq(board.parentHash, keccak256("the block before"));
        assertEq(board.ethBalance, 2 ether);
        assertEq(board.dollarBalance, FORTUNE);
        assertEq(board.claimable, 0);
        assertEq(board.nextId, 2);
        assertEq(board.openOffersLength, 1);
        assertEq(board.openOffers.length, 0);
    }

    function test_TheFirstBlockHasNoneBefore() public {
        vm.roll(0);
        assertEq(lens.dashboard(book, luis, 0, 0).parentHash, bytes32(0));
    }

    function test_SaysWhatCanBeWithdrawn() public {
        uint256 id = _createLoan();
        BlockingDollar(address(dollar)).setBlocked(ana, true);
        _repay(id, 7);

        assertEq(lens.dashboard(book, ana, 0, 0).claimable, 7);
    }

    function test_AnEmptyBookGivesAnEmptyDashboard() public view {
        LoanLens.Dashboard memory board = lens.dashboard(book, luis, type(uint256).max, type(uint256).max);
        assertEq(board.nextId, 1);
        assertEq(board.openOffersLength, 0);
        assertEq(board.openOffers.length, 0);
        assertEq(board.offersForLength, 0);
        assertEq(board.openOffersFor.length, 0);
        assertEq(board.lentLength, 0);
        assertEq(board.lent.length, 0);
        assertEq(board.borrowedLength, 0);
        assertEq(board.borrowed.length, 0);
    }

    function test_EachItemCarriesTheRecordOfTheOtherSide() public {
        // ana's borrowing history: two loans from eva, one repaid late.
        vm.startPrank(eva);
        uint256 first = book.createOffer(1e6, 1 days, 100, "");
        uint256 second = book.createOffer(1e6, 1 days, 100, "");
        vm.stopPrank();
        vm.startPrank(ana);
        book.acceptOffer(first);
        book.acceptOffer(second);
        skip(2 days);
        book.repay(first, type(uint256).max);
        vm.stopPrank();
        uint256 open = _createOffer();
        uint256 forLuis = _createOfferFor(luis);
        uint256 debt = _createLoan();

        LoanLens.Dashboard memory board = lens.dashboard(book, luis, 0, 10);
        assertEq(board.openOffers.length, 1);
        _assertItem(board.openOffers[0], open, 2, 1, 1, 3);
        assertEq(board.openOffersFor.length, 1);
        _assertItem(board.openOffersFor[0], forLuis, 2, 1, 1, 3);
        assertEq(board.borrowed.length, 1);
        _assertItem(board.borrowed[0], debt, 2, 1, 1, 3);

        // For a lender the counterparty is the borrower: ana for eva, luis for ana.
        board = lens.dashboard(book, eva, 0, 10);
        assertEq(board.lent.length, 2);
        _assertItem(board.lent[0], second, 2, 1, 1, 3);
        _assertItem(board.lent[1], first, 2, 1, 1, 3);
        board = lens.dashboard(book, ana, 0, 10);
        assertEq(board.lentLength, 3);
        _assertItem(board.lent[0], debt, 1, 0, 0, 0);
        _assertItem(board.lent[1], forLuis, 1, 0, 0, 0);
        _assertItem(board.lent[2], open, 0, 0, 0, 0);
        assertEq(board.borrowedLength, 2);
        _assertItem(board.borrowed[0], second, 0, 0, 0, 2);
        _assertItem(board.borrowed[1], first, 0, 0, 0, 2);
    }

    function test_OnlyOpenOnesOfTheAddressedOffersAreBrought() public {
        uint256 open = _createOfferFor(luis);
        uint256 taken = _createOfferFor(luis);
        uint256 cancelled = _createOfferFor(luis);
        uint256 newest = _createOfferFor(luis);
        _createOfferFor(eva);
        _accept(taken);
        _cancel(cancelled);

        LoanLens.Dashboard memory board = lens.dashboard(book, luis, 0, 10);
        assertEq(board.offersForLength, 4);
        assertEq(_ids(board.openOffersFor), _pair(newest, open));

        LoanLens.Item[] memory all = lens.offersFor(book, luis, 0, 10);
        assertEq(all.length, 4);
        assertEq(all[0].id, newest);
        assertEq(all[1].id, cancelled);
        assertEq(uint8(all[1].loan.status), uint8(ILoanBook.Status.Cancelled));
        assertEq(all[2].id, taken);
        assertEq(all[3].id, open);
    }

    /// @dev Spam: however many offers are addressed to an account, the dashboard scans only the newest. `offersFor`
    /// pages through the others.
    function test_TheDashboardBringsTheNewestOfEachKind() public {
        for (uint256 i; i < 26; ++i) {
            _createLoan();
        }
        for (uint256 i; i < 26; ++i) {
            _createOfferFor(luis);
        }
        LoanLens.Dashboard memory board = lens.dashboard(book, luis, 0, 10);
        assertEq(board.borrowedLength, 26);
        assertEq(board.borrowed.length, 25);
        assertEq(board.borrowed[0].id, 26);
        assertEq(board.borrowed[24].id, 2);
        assertEq(board.offersForLength, 26);
        assertEq(board.openOffersFor.length, 25);
        assertEq(board.openOffersFor[0].id, 52);
        assertEq(board.openOffersFor[24].id, 28);
        assertEq(lens.offersFor(book, luis, 25, 10)[0].id, 27);
        assertEq(lens.borrowedBy(book, luis, 25, 10)[0].id, 1);

        board = lens.dashboard(book, ana, 0, 10);
        assertEq(board.lentLength, 52);
        assertEq(board.lent.length, 25);
        assertEq(board.lent[0].id, 52);
        assertEq(lens.lentBy(book, ana, 51, 10)[0].id, 1);
    }

    function test_PagesJoinToTheWhole() public {
        for (uint256 i; i < 11; ++i) {
            _accept(_createOfferFor(luis));
            _createOffer();
        }
        for (uint256 size = 1; size <= 23; ++size) {
            _assertPagesJoinToTheWhole(size);
        }
    }

    function _assertPagesJoinToTheWhole(uint256 size) private view {
        for (uint256 offset; offset < 22; offset += size) {
            LoanLens.Item[] memory lent = lens.lentBy(book, ana, offset, size);
            assertEq(lent.length, size < 22 - offset ? size : 22 - offset);
            for (uint256 i; i < lent.length; ++i) {
                _assertWhole(lent[i], 22 - offset - i);
            }
        }
        for (uint256 offset; offset < 11; offset += size) {
            uint256 length = size < 11 - offset ? size : 11 - offset;
            LoanLens.Item[] memory open = lens.openOffers(book, offset, size);
            LoanLens.Item[] memory borrowed = lens.borrowedBy(book, luis, offset, size);
            LoanLens.Item[] memory addressed = lens.offersFor(book, luis, offset, size);
            LoanLens.Item[] memory onDashboard = lens.dashboard(book, luis, offset, size).openOffers;
            assertEq(open.length, length);
            assertEq(borrowed.length, length);
            assertEq(addressed.length, length);
            assertEq(_ids(onDashboard), _ids(open));
            for (uint256 i; i < length; ++i) {
                _assertWhole(open[i], 22 - 2 * (offset + i));
                _assertWhole(borrowed[i], 21 - 2 * (offset + i));
                _assertWhole(addressed[i], 21 - 2 * (offset + i));
            }
        }
    }

    function testFuzz_AnyOffsetAndLimitAreWelcome(address account, uint256 offset, uint256 limit) public {
        for (uint256 i; i < 6; ++i) {
            _createLoan();
            _createOfferFor(luis);
            _createOffer();
        }
        lens.dashboard(book, account, offset, limit);
        uint256 sixes =
            offset > 6
                ? 0
                : limit < 6 - offset
                    ? limit
                    : 6 - offset;
        assertEq(lens.openOffers(book, offset, limit).length, sixes);
        assertEq(lens.borrowedBy(book, luis, offset, limit).length, sixes);
        assertEq(lens.offersFor(book, luis, offset, limit).length, sixes);
        assertEq(lens.lentBy(book, account, offset, limit).length, account == ana ? sixes : 0);
    }

    function test_APageHasAnEnd() public {
        for (uint256 i; i < 201; ++i) {
            _accept(_createOfferFor(luis));
            _createOffer();
        }
        uint256 most = lens.MAX_PAGE();
        assertEq(most, 200);
        assertEq(lens.DASHBOARD_PAGE(), 25);
        assertEq(lens.openOffers(book, 0, type(uint256).max).length, most);
        assertEq(lens.openOffers(book, 1, 201).length, most);
        assertEq(lens.openOffers(book, most, type(uint256).max).length, 1);
        assertEq(lens.lentBy(book, ana, 0, type(uint256).max).length, most);
        assertEq(lens.borrowedBy(book, luis, 0, type(uint256).max).length, most);
        assertEq(lens.borrowedBy(book, luis, most, type(uint256).max).length, 1);
        assertEq(lens.offersFor(book, luis, 0, 201).length, most);
        assertEq(lens.dashboard(book, luis, 0, type(uint256).max).openOffers.length, most);
    }

    /// @dev Worst case for gas that other accounts can cause: the longest comment on every item, each from another
    /// account.
    function test_StrangersCannotMakeTheDashboardFail() public {
        bytes memory note = new bytes(280);
        for (uint256 i; i < note.length; ++i) {
            note[i] = 0xff;
        }
        for (uint256 i; i < 225; ++i) {
            address stranger = makeAddr(vm.toString(i));
            _enrich(stranger);
            vm.startPrank(stranger);
            book.createOffer(1, 1, 1, string(note));
            if (i < 25) book.createOfferFor(luis, 1, 1, 1, string(note));
            vm.stopPrank();
            if (i >= 200) _accept(book.nextId() - 1);
            if (i >= 200) {
                vm.prank(luis);
                book.createOfferFor(stranger, 1, 1, 1, string(note));
            }
        }
        LoanLens.Dashboard memory board = lens.dashboard{gas: 15_000_000}(book, luis, 0, type(uint256).max);
        assertEq(board.openOffers.length, 200);
        assertEq(board.openOffersFor.length, 25);
        assertEq(board.lent.length, 25);
        assertEq(board.borrowed.length, 25);
        assertEq(board.lent[24].loan.comment, string(note));
    }

    function _assertItem(
        LoanLens.Item memory item,
        uint256 id,
        uint256 taken,
        uint256 repaid,
        uint256 repaidLate,
        uint256 offered
    ) private view {
        _assertWhole(item, id);
        assertEq(item.record.taken, taken, "taken");
        assertEq(item.record.repaid, repaid, "repaid");
        assertEq(item.record.repaidLate, repaidLate, "repaidLate");
        assertEq(item.offered, offered, "offered");
    }

    function _assertWhole(LoanLens.Item memory item, uint256 id) private view {
        assertEq(item.id, id, "id");
        assertEq(abi.encode(item.loan), abi.encode(book.getOffer(id)), "loan");
    }

    function _ids(LoanLens.Item[] memory items) private pure returns (uint256[] memory ids) {
        ids = new uint256[](items.length);
        for (uint256 i; i < items.length; ++i) {
            ids[i] = items[i].id;
        }
    }

    function _pair(uint256 first, uint256 second) private pure returns (uint256[] memory pair) {
        pair = new uint256[](2);
        (pair[0], pair[1]) = (first, second);
    }
}
