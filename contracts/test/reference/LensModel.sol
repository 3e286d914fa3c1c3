// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "solady/tokens/ERC20.sol";
import {FixedPointMathLib} from "solady/utils/FixedPointMathLib.sol";
import {LibSort} from "solady/utils/LibSort.sol";
import {ILoanBook} from "../../src/ILoanBook.sol";
import {LoanLens} from "../../src/LoanLens.sol";

/// @notice Answers as LoanLens must, from whole lists of the book, newest first and one entry after the other. BookModel is
/// the model of the lists.
contract LensModel {
    using FixedPointMathLib for uint256;

    uint256 constant ALL = type(uint256).max;

    function dashboard(
        ILoanBook book,
        address account,
        uint256 offers,
        uint256 requests,
        uint256 rows
    ) external view returns (LoanLens.Dashboard memory board) {
        (board.chainId, board.blockNumber, board.timestamp) = (block.chainid, block.number, block.timestamp);
        board.parentHash = block.number == 0 ? bytes32(0) : blockhash(block.number - 1);
        (board.ethBalance, board.dollarBalance) = (account.balance, ERC20(book.token()).balanceOf(account));
        (board.claimable, board.nextId) = (book.claimable(account), book.nextId());
        board.openOffersLength = _openIds(book, false).length;
        board.openOffers = open(book, false, ALL, offers);
        board.openRequestsLength = _openIds(book, true).length;
        board.openRequests = open(book, true, ALL, requests);
        board.offersForLength = _idsOf(book, account, ILoanBook.List.OffersFor).length;
        board.offersFor = addressed(book, account, ILoanBook.List.OffersFor, ALL, 8);
        board.requestsForLength = _idsOf(book, account, ILoanBook.List.RequestsFor).length;
        board.requestsFor = addressed(book, account, ILoanBook.List.RequestsFor, ALL, 8);
        board.lent = ownOf(book, account, ILoanBook.List.Lent, ALL, rows.min(100));
        board.borrowed = ownOf(book, account, ILoanBook.List.Borrowed, ALL, rows.min(100));
        board.requested = ownOf(book, account, ILoanBook.List.Requested, ALL, rows.min(100));
    }

    function open(
        ILoanBook book,
        bool requests,
        uint256 before,
        uint256 limit
    ) public view returns (LoanLens.Page memory page) {
        uint256[] memory ids = _openIds(book, requests);
        uint256 end;
        (page.items, end) = _walk(book, address(0), ids, _placeOf(ids, before), 240, limit.min(200));
        page.next = limit == 0 && ids.length != 0 ? before : _next(ids, end);
    }

    function packed(
        ILoanBook book,
        bool requests,
        uint256 before,
        uint256 limit
    ) external view returns (bytes memory entries, uint256 next) {
        uint256[] memory ids = _openIds(book, requests);
        uint256 place = _placeOf(ids, before);
        if (limit == 0 && place < ids.length) return ("", before.min(book.nextId()));
        uint256 end = ids.length.min(place + limit.min(2000));
        for (; place < end; place++) {
            if (_isTakable(book.summaryOf(ids[place]))) entries = bytes.concat(entries, _pack(book, ids[place]));
        }
        next = _next(ids, end);
    }

    function addressed(
        ILoanBook book,
        address account,
        ILoanBook.List list,
        uint256 before,
        uint256 limit
    ) public view returns (LoanLens.Page memory page) {
        uint256[] memory ids = _idsOf(book, account, list);
        uint256 end;
        (page.items, end) = _walk(book, account, ids, ids.length - before.min(ids.length), 150, limit);
        page.next = ids.length - end;
    }

    /// @dev Picks the best of the rows that are left, up to eight times.
    function ownOf(
        ILoanBook book,
        address account,
        ILoanBook.List list,
        uint256 before,
        uint256 limit
    ) public view returns (LoanLens.Own memory own) {
        uint256[] memory ids = _idsOf(book, account, list);
        own.length = ids.length;
        uint256 place = ids.length - before.min(ids.length);
        uint256 count = (ids.length - place).min(limit).min(1000);
        own.rows = new LoanLens.Row[](count);
        for (uint256 i = 0; i < count; i++) {
            own.rows[i] = _row(book, ids[place + i]);
        }
        own.items = new LoanLens.Item[](count.min(8));
        bool[] memory picked = new bool[](count);
        for (uint256 i = 0; i < own.items.length; i++) {
            uint256 best = ALL;
            for (uint256 k = 0; k < count; k++) {
                if (!picked[k] && (best == ALL || _isBefore(own.rows[k], own.rows[best]))) best = k;
            }
            picked[best] = true;
            own.items[i] = _item(book, account, own.rows[best].id);
        }
    }

    function itemsOf(
        ILoanBook book,
        address account,
        uint256[] memory ids
    ) external view returns (LoanLens.Item[] memory items) {
        if (ids.length > 200) revert LoanLens.TooManyIds(ids.length, 200);
        items = new LoanLens.Item[](ids.length);
        for (uint256 i = 0; i < ids.length; i++) {
            items[i] = _item(book, account, ids[i]);
        }
    }

    /// @dev Looks at the newest thousand, however many of them are active.
    function personOf(ILoanBook book, address account) external view returns (LoanLens.Person memory person) {
        uint256[] memory ids = _idsOf(book, account, ILoanBook.List.Borrowed);
        person.record = book.recordOf(account);
        person.examined = ids.length.min(100);
        for (uint256 i = 0; i < ids.length && i < 1000; i++) {
            ILoanBook.Summary memory loan = book.summaryOf(ids[i]);
            if (loan.status == ILoanBook.Status.Active) person.active++;
            if (loan.repaid < book.expectedBy(ids[i], block.timestamp)) person.overdue++;
        }
        (, person.lenders) = _count(book, ids, false);
        (person.lent, person.borrowers) = _count(book, _idsOf(book, account, ILoanBook.List.Lent), true);
    }

    function signingState(
        ILoanBook book,
        address account,
        uint256 id
    ) external view returns (LoanLens.SigningState memory state) {
        (state.chainId, state.blockNumber, state.timestamp) = (block.chainid, block.number, block.timestamp);
        ERC20 token = ERC20(book.token());
        (state.ethBalance, state.dollarBalance) = (account.balance, token.balanceOf(account));
        (state.token, state.permitNonce) = (address(token), token.nonces(account));
        state.loan = book.summaryOf(id);
    }

    // ── Parts ────────────────────────────────────────────────────────────────────────────────────────────────────

    function _openIds(ILoanBook book, bool requests) private view returns (uint256[] memory ids) {
        (ids, ) = book.newestOpenIds(requests, ALL, ALL);
    }

    function _idsOf(ILoanBook book, address account, ILoanBook.List list) private view returns (uint256[] memory ids) {
        (ids, ) = book.idsOf(list, account, 0, ALL);
        LibSort.reverse(ids);
    }

    /// @dev Of the newest hundred, how many lasted a day, and how many different people are on the other side.
    function _count(
        ILoanBook book,
        uint256[] memory ids,
        bool borrowers
    ) private view returns (uint256 lasted, uint256 people) {
        address[] memory known = new address[](100);
        for (uint256 i = 0; i < ids.length && i < 100; i++) {
            ILoanBook.Summary memory loan = book.summaryOf(ids[i]);
            if (loan.startTs == 0 || loan.brief || block.timestamp < loan.startTs + 86_400) continue;
            lasted++;
            address other = borrowers ? loan.borrower : loan.lender;
            uint256 k = 0;
            while (k < people && known[k] != other) k++;
            if (k == people) known[people++] = other;
        }
    }

    /// @dev The place of the first of these descending ids that is below `before`.
    function _placeOf(uint256[] memory ids, uint256 before) private pure returns (uint256 place) {
        while (place < ids.length && ids[place] >= before) place++;
    }

    /// @dev The cursor behind a page that ended before place `end`.
    function _next(uint256[] memory ids, uint256 end) private pure returns (uint256) {
        return end == ids.length ? 0 : ids[end - 1];
    }

    /// @dev From `place` on, until it has looked at `most` entries or found `limit`.
    function _walk(
        ILoanBook book,
        address account,
        uint256[] memory ids,
        uint256 place,
        uint256 most,
        uint256 limit
    ) private view returns (LoanLens.Item[] memory items, uint256 end) {
        LoanLens.Item[] memory found = new LoanLens.Item[](limit.min(ids.length));
        uint256 count = 0;
        for (end = place; end < ids.length && end - place < most && count < limit; end++) {
            if (_isTakable(book.summaryOf(ids[end]))) found[count++] = _item(book, account, ids[end]);
        }
        items = new LoanLens.Item[](count);
        for (uint256 i = 0; i < count; i++) {
            items[i] = found[i];
        }
    }

    function _pack(ILoanBook book, uint256 id) private view returns (bytes memory) {
        (ILoanBook.Summary memory loan, string memory comment) = book.detailsOf(id);
        return
            bytes.concat(
                bytes4(uint32(id)),
                bytes20(loan.status == ILoanBook.Status.Open ? loan.lender : loan.borrower),
                bytes7(uint56(loan.principal)),
                bytes4(uint32(loan.duration)),
                bytes2(uint16(loan.apr)),
                bytes1(uint8(loan.instalments)),
                bytes5(uint40(loan.openUntil)),
                bytes2(uint16(bytes(comment).length)),
                bytes(comment)
            );
    }

    function _isTakable(ILoanBook.Summary memory loan) private view returns (bool) {
        if (loan.status != ILoanBook.Status.Open && loan.status != ILoanBook.Status.Requested) return false;
        return loan.openUntil == 0 || loan.openUntil >= block.timestamp;
    }

    /// @dev The record is that of the other person, seen from the account. Seen from nobody it is that of the person
    /// who published.
    function _item(ILoanBook book, address account, uint256 id) private view returns (LoanLens.Item memory) {
        (ILoanBook.Summary memory loan, string memory comment) = book.detailsOf(id);
        address other = loan.lender;
        if (loan.lender == account || loan.lender == address(0)) other = loan.borrower;
        return LoanLens.Item(id, loan, comment, book.recordOf(other));
    }

    /// @dev Tries each instalment for `nextDue`: the first one that is not paid in full.
    function _row(ILoanBook book, uint256 id) private view returns (LoanLens.Row memory) {
        ILoanBook.Summary memory loan = book.summaryOf(id);
        uint256 nextDue = 0;
        if (loan.status == ILoanBook.Status.Active) {
            uint256 k = 1;
            while (loan.repaid * loan.instalments >= (loan.repaid + loan.owed) * k) k++;
            nextDue = loan.startTs + ((loan.dueTs - loan.startTs) * k) / loan.instalments;
        }
        return LoanLens.Row(id, loan.status, loan.owed, nextDue, loan.dueTs);
    }

    /// @dev Among equals the one that stands first in the list.
    function _isBefore(LoanLens.Row memory row, LoanLens.Row memory other) private pure returns (bool) {
        (uint256 rank, uint256 otherRank) = (_rank(row.status), _rank(other.status));
        if (rank != otherRank) return rank < otherRank;
        return row.status == ILoanBook.Status.Active && row.nextDue < other.nextDue;
    }

    function _rank(ILoanBook.Status status) private pure returns (uint256) {
        if (status == ILoanBook.Status.Active) return 1;
        if (status == ILoanBook.Status.Open || status == ILoanBook.Status.Requested) return 2;
        return status == ILoanBook.Status.Cancelled ? 4 : 3;
    }
}
