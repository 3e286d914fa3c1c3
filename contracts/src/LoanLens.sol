// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {FixedPointMathLib} from "solady/utils/FixedPointMathLib.sol";
import {SafeTransferLib} from "solady/utils/SafeTransferLib.sol";
import {ILoanBook} from "./ILoanBook.sol";

/// @title Read-only aggregator: everything that a screen shows, in one eth_call
/// @notice Works with any ILoanBook. It has no state and holds no tokens, so it can be replaced at any time.
///
/// All lists are newest first. Pagination: a page has at most `limit` and MAX_PAGE items, beginning at index `offset`.
/// Both are clamped, so no value reverts, and consecutive pages give the whole list. Nobody can make a call run out of
/// gas by publishing offers: it reads a bounded number of loans, each of bounded size.
contract LoanLens {
    using FixedPointMathLib for uint256;

    /// @notice Maximum number of items in one page.
    uint256 public constant MAX_PAGE = 200;
    /// @notice How many items of each of the account's lists `dashboard` returns. Of the offers addressed to the
    /// account it scans as many, and returns those that are open.
    uint256 public constant DASHBOARD_PAGE = 25;

    struct Item {
        uint256 id;
        ILoanBook.Loan loan;
        /// The counterparty's borrowing history, and how many offers they ever published.
        ILoanBook.Record record;
        uint256 offered;
    }

    struct Dashboard {
        uint256 chainId;
        uint256 blockNumber;
        uint256 timestamp;
        /// Hash of the parent block, to detect a reorg between two answers.
        bytes32 parentHash;
        uint256 ethBalance;
        uint256 dollarBalance;
        uint256 claimable;
        uint256 nextId;
        /// The number of open offers that anyone may accept, and the requested page of them.
        uint256 openOffersLength;
        Item[] openOffers;
        /// The number of offers ever addressed to the account, and the open ones among the newest.
        uint256 offersForLength;
        Item[] openOffersFor;
        /// The number of offers that the account ever published, and the newest of them.
        uint256 lentLength;
        Item[] lent;
        /// The number of loans that the account ever took, and the newest of them.
        uint256 borrowedLength;
        Item[] borrowed;
    }

    /// @notice The account's balances and lists, and a page of the open offers, all as of one block.
    function dashboard(
        ILoanBook book,
        address account,
        uint256 offset,
        uint256 limit
    ) external view returns (Dashboard memory board) {
        board.chainId = block.chainid;
        board.blockNumber = block.number;
        board.timestamp = block.timestamp;
        board.parentHash = blockhash(block.number.zeroFloorSub(1));
        board.ethBalance = account.balance;
        board.dollarBalance = SafeTransferLib.balanceOf(book.token(), account);
        board.claimable = book.claimable(account);
        board.nextId = book.nextId();
        board.openOffersLength = book.openOffersLength();
        board.openOffers = openOffers(book, offset, limit);
        board.offersForLength = book.offersForBorrowerLength(account);
        board.openOffersFor = _open(offersFor(book, account, 0, DASHBOARD_PAGE));
        board.lentLength = book.offersByLenderLength(account);
        board.lent = lentBy(book, account, 0, DASHBOARD_PAGE);
        board.borrowedLength = book.loansByBorrowerLength(account);
        board.borrowed = borrowedBy(book, account, 0, DASHBOARD_PAGE);
    }

    /// @notice The open offers that anyone may accept, with the record of each lender.
    function openOffers(ILoanBook book, uint256 offset, uint256 limit) public view returns (Item[] memory) {
        return _items(book, book.getNewestOpenOfferIds(offset, limit.min(MAX_PAGE)), false);
    }

    /// @notice The offers addressed to the account, whatever their status, with the record of each lender.
    function offersFor(
        ILoanBook book,
        address account,
        uint256 offset,
        uint256 limit
    ) public view returns (Item[] memory) {
        uint256 length = book.offersForBorrowerLength(account);
        return _items(book, _newest(book.getOffersForBorrowerIds, account, length, offset, limit), false);
    }

    /// @notice The offers that the account published, whatever their status, with the record of each borrower.
    function lentBy(
        ILoanBook book,
        address account,
        uint256 offset,
        uint256 limit
    ) public view returns (Item[] memory) {
        uint256 length = book.offersByLenderLength(account);
        return _items(book, _newest(book.getOffersByLenderIds, account, length, offset, limit), true);
    }

    /// @notice The loans that the account took, with the record of each lender.
    function borrowedBy(
        ILoanBook book,
        address account,
        uint256 offset,
        uint256 limit
    ) public view returns (Item[] memory) {
        uint256 length = book.loansByBorrowerLength(account);
        return _items(book, _newest(book.getLoansByBorrowerIds, account, length, offset, limit), false);
    }

    /// @dev The book's pages are oldest first: this counts the page from the end of the list and reverses it.
    function _newest(
        function(address, uint256, uint256) external view returns (uint256[] memory) pageOf,
        address account,
        uint256 length,
        uint256 offset,
        uint256 limit
    ) private view returns (uint256[] memory ids) {
        uint256 rest = length.zeroFloorSub(offset);
        uint256 count = rest.min(limit).min(MAX_PAGE);
        ids = pageOf(account, rest - count, count);
        for (uint256 i; i < count / 2; ++i) {
            (ids[i], ids[count - 1 - i]) = (ids[count - 1 - i], ids[i]);
        }
    }

    /// @dev The counterparty is the borrower where the account is the lender (`lent`), and the lender everywhere else.
    /// An offer without a borrower gets the record of address zero, which is empty.
    function _items(ILoanBook book, uint256[] memory ids, bool lent) private view returns (Item[] memory items) {
        items = _allocate(ids.length);
        for (uint256 i; i < ids.length; ++i) {
            ILoanBook.Loan memory loan = book.getOffer(ids[i]);
            address other = lent ? loan.borrower : loan.lender;
            items[i] = Item(ids[i], loan, book.recordOf(other), book.offersByLenderLength(other));
        }
    }

    function _open(Item[] memory items) private pure returns (Item[] memory open) {
        uint256 count;
        for (uint256 i; i < items.length; ++i) {
            if (items[i].loan.status == ILoanBook.Status.Open) items[count++] = items[i];
        }
        open = _allocate(count);
        for (uint256 i; i < count; ++i) {
            open[i] = items[i];
        }
    }

    /// @dev Allocates an array without initialising its elements, all of which the caller must assign.
    /// `new Item[](count)` would allocate an empty struct for each of them first.
    function _allocate(uint256 count) private pure returns (Item[] memory items) {
        assembly ("memory-safe") {
            items := mload(0x40)
            mstore(items, count)
            mstore(0x40, add(items, mul(32, add(count, 1))))
        }
    }
}
