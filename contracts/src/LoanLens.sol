// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {FixedPointMathLib} from "solady/utils/FixedPointMathLib.sol";
import {SafeTransferLib} from "solady/utils/SafeTransferLib.sol";
import {ILoanBook} from "./ILoanBook.sol";

/// @title All that a screen shows, in one call
/// @notice Reads any loan book, holds nothing and can change nothing, so it can be replaced without touching money.
///
/// Everything is newest first. A page is as long as `limit`, the list and MAX_PAGE allow: any numbers are welcome, and
/// pages joined give the whole. What strangers write into the book cannot make a call fail: it reads a bounded number of
/// loans, each of bounded size.
contract LoanLens {
    using FixedPointMathLib for uint256;

    /// @notice The most that one page holds.
    uint256 public constant MAX_PAGE = 200;
    /// @notice How many loans of each kind the dashboard brings, and how many addressed offers it looks through.
    uint256 public constant DASHBOARD_PAGE = 25;

    struct Item {
        uint256 id;
        ILoanBook.Loan loan;
        /// What the person on the other side did with the loans they took, and how many offers they ever published.
        ILoanBook.Record record;
        uint256 offered;
    }

    struct Dashboard {
        uint256 chainId;
        uint256 blockNumber;
        uint256 timestamp;
        /// Of the block before: two answers of one chain fit together, those of a fork do not.
        bytes32 parentHash;
        uint256 ethBalance;
        uint256 dollarBalance;
        uint256 claimable;
        uint256 nextId;
        /// All open offers that anyone may take, and the page of them that was asked for.
        uint256 openOffersLength;
        Item[] openOffers;
        /// All offers ever addressed to the account, and which of the newest are open.
        uint256 offersForLength;
        Item[] openOffersFor;
        /// All that the account ever offered, and the newest.
        uint256 lentLength;
        Item[] lent;
        /// All that the account ever borrowed, and the newest.
        uint256 borrowedLength;
        Item[] borrowed;
    }

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

    /// @notice The open offers that anyone may take, with the record of each lender.
    function openOffers(ILoanBook book, uint256 offset, uint256 limit) public view returns (Item[] memory) {
        return _items(book, book.getNewestOpenOfferIds(offset, limit.min(MAX_PAGE)), false);
    }

    /// @notice The offers addressed to the account, open or not, with the record of each lender.
    function offersFor(
        ILoanBook book,
        address account,
        uint256 offset,
        uint256 limit
    ) public view returns (Item[] memory) {
        uint256 length = book.offersForBorrowerLength(account);
        return _items(book, _newest(book.getOffersForBorrowerIds, account, length, offset, limit), false);
    }

    /// @notice What the account offered, taken or not, with the record of each borrower.
    function lentBy(
        ILoanBook book,
        address account,
        uint256 offset,
        uint256 limit
    ) public view returns (Item[] memory) {
        uint256 length = book.offersByLenderLength(account);
        return _items(book, _newest(book.getOffersByLenderIds, account, length, offset, limit), true);
    }

    /// @notice What the account borrowed, with the record of each lender.
    function borrowedBy(
        ILoanBook book,
        address account,
        uint256 offset,
        uint256 limit
    ) public view returns (Item[] memory) {
        uint256 length = book.loansByBorrowerLength(account);
        return _items(book, _newest(book.getLoansByBorrowerIds, account, length, offset, limit), false);
    }

    /// @dev The book's own page begins with the oldest, so it is counted from the end and turned round.
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

    /// @dev On the other side of an offer or a debt stands the lender; of a loan that was given, the borrower. Where
    /// nobody stands there yet, the record of address zero is empty.
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

    /// @dev Room for items that are all assigned at once. `new Item[](count)` would first make as many empty ones.
    function _allocate(uint256 count) private pure returns (Item[] memory items) {
        assembly ("memory-safe") {
            items := mload(0x40)
            mstore(items, count)
            mstore(0x40, add(items, mul(32, add(count, 1))))
        }
    }
}
