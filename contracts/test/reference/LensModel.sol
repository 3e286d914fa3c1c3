// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../../src/ILoanBook.sol";
import {LoanLens} from "../../src/LoanLens.sol";
import {BookModel} from "./BookModel.sol";

/// @notice What LoanLens must answer, from whole lists of the model, one entry after the other in the order of the answer.
/// The book in each question is ignored.
contract LensModel {
    uint256 constant ALL = type(uint256).max;

    BookModel private immutable _model;

    constructor(BookModel model) {
        _model = model;
    }

    function dashboard(
        ILoanBook book,
        address account,
        uint256 offers,
        uint256 requests,
        uint256 rows
    ) external view returns (LoanLens.Dashboard memory board) {
        (board.chainId, board.blockNumber, board.timestamp) = (block.chainid, block.number, block.timestamp);
        board.parentHash = block.number == 0 ? bytes32(0) : blockhash(block.number - 1);
        (board.ethBalance, board.dollarBalance) = (account.balance, _model.balanceOf(account));
        (board.claimable, board.nextId) = (_model.claimable(account), _model.nextId());
        board.openOffersLength = _model.openOffersLength();
        board.openOffers = open(book, false, ALL, offers);
        board.openRequestsLength = _model.openRequestsLength();
        board.openRequests = open(book, true, ALL, requests);
        board.offersForLength = _idsOf(account, ILoanBook.List.OffersFor).length;
        board.offersFor = addressed(book, account, ILoanBook.List.OffersFor, ALL, 8);
        board.requestsForLength = _idsOf(account, ILoanBook.List.RequestsFor).length;
        board.requestsFor = addressed(book, account, ILoanBook.List.RequestsFor, ALL, 8);
        uint256 count = rows < 100 ? rows : 100;
        board.lent = ownOf(book, account, ILoanBook.List.Lent, ALL, count);
        board.borrowed = ownOf(book, account, ILoanBook.List.Borrowed, ALL, count);
        board.requested = ownOf(book, account, ILoanBook.List.Requested, ALL, count);
    }

    function open(
        ILoanBook,
        bool requests,
        uint256 before,
        uint256 limit
    ) public view returns (LoanLens.Page memory page) {
        uint256[] memory ids = _model.openIds(requests);
        uint256 place = _placeOf(ids, before);
        uint256 left;
        (page.items, left) = _walk(address(0), ids, place, 300, limit < 200 ? limit : 200);
        page.next = limit == 0 && ids.length != 0 ? before : _nextId(ids, before, place, left);
    }

    function packed(
        ILoanBook,
        bool requests,
        uint256 before,
        uint256 limit
    ) external view returns (bytes memory entries, uint256 next) {
        uint256[] memory ids = _model.openIds(requests);
        uint256 place = _placeOf(ids, before);
        uint256 left = place;
        while (left > 0 && place - left < limit && place - left < 2000) {
            uint256 id = ids[--left];
            if (_isTakable(id)) entries = bytes.concat(entries, _pack(id));
        }
        next = _nextId(ids, before, place, left);
    }

    function addressed(
        ILoanBook,
        address account,
        ILoanBook.List list,
        uint256 before,
        uint256 limit
    ) public view returns (LoanLens.Page memory page) {
        uint256[] memory ids = _idsOf(account, list);
        (page.items, page.next) = _walk(account, ids, before < ids.length ? before : ids.length, 150, limit);
    }

    /// @dev Picks the best of the rows that are left, up to eight times.
    function ownOf(
        ILoanBook,
        address account,
        ILoanBook.List list,
        uint256 before,
        uint256 limit
    ) public view returns (LoanLens.Own memory own) {
        uint256[] memory ids = _idsOf(account, list);
        own.length = ids.length;
        uint256 place = before < ids.length ? before : ids.length;
        uint256 count = place < limit ? place : limit;
        if (count > 1000) count = 1000;
        own.rows = new LoanLens.Row[](count);
        for (uint256 i = 0; i < count; i++) {
            own.rows[i] = _row(ids[--place]);
        }
        own.items = new LoanLens.Item[](count < 8 ? count : 8);
        bool[] memory picked = new bool[](count);
        for (uint256 i = 0; i < own.items.length; i++) {
            uint256 best = ALL;
            for (uint256 k = 0; k < count; k++) {
                if (!picked[k] && (best == ALL || _isBefore(own.rows[k], own.rows[best]))) best = k;
            }
            picked[best] = true;
            own.items[i] = _item(account, own.rows[best].id);
        }
    }

    function itemsOf(
        ILoanBook,
        address account,
        uint256[] memory ids
    ) external view returns (LoanLens.Item[] memory items) {
        if (ids.length > 200) revert LoanLens.TooManyIds(ids.length, 200);
        items = new LoanLens.Item[](ids.length);
        for (uint256 i = 0; i < ids.length; i++) {
            items[i] = _item(account, ids[i]);
        }
    }

    /// @dev Looks at the newest thousand, however many of them are active.
    function personOf(ILoanBook, address account) external view returns (LoanLens.Person memory person) {
        uint256[] memory ids = _idsOf(account, ILoanBook.List.Borrowed);
        person.record = _model.recordOf(account);
        person.examined = ids.length > 100 ? 100 : ids.length;
        for (uint256 i = 0; i < ids.length && i < 1000; i++) {
            uint256 id = ids[ids.length - 1 - i];
            ILoanBook.Summary memory loan = _model.summaryOf(id);
            if (loan.status == ILoanBook.Status.Active) person.active++;
            if (loan.repaid < _model.expectedBy(id, block.timestamp)) person.overdue++;
        }
        (, person.lenders) = _count(ids, false);
        (person.lent, person.borrowers) = _count(_idsOf(account, ILoanBook.List.Lent), true);
    }

    function signingState(
        ILoanBook,
        address account,
        uint256 id
    ) external view returns (LoanLens.SigningState memory state) {
        (state.chainId, state.blockNumber, state.timestamp) = (block.chainid, block.number, block.timestamp);
        (state.ethBalance, state.dollarBalance) = (account.balance, _model.balanceOf(account));
        (state.token, state.permitNonce) = (_model.token(), _model.nonces(account));
        state.loan = _model.summaryOf(id);
    }

    // ── Parts ────────────────────────────────────────────────────────────────────────────────────────────────────

    function _idsOf(address account, ILoanBook.List list) private view returns (uint256[] memory ids) {
        (ids, ) = _model.idsOf(list, account, 0, ALL);
    }

    /// @dev Of the newest hundred, how many lasted a day, and how many different people are on the other side.
    function _count(uint256[] memory ids, bool borrowers) private view returns (uint256 lasted, uint256 people) {
        address[] memory known = new address[](100);
        for (uint256 i = 0; i < ids.length && i < 100; i++) {
            ILoanBook.Summary memory loan = _model.summaryOf(ids[ids.length - 1 - i]);
            if (loan.startTs == 0 || loan.brief || block.timestamp < loan.startTs + 86_400) continue;
            lasted++;
            address other = borrowers ? loan.borrower : loan.lender;
            uint256 k = 0;
            while (k < people && known[k] != other) k++;
            if (k == people) known[people++] = other;
        }
    }

    /// @dev How many of these ascending ids are below `before`.
    function _placeOf(uint256[] memory ids, uint256 before) private pure returns (uint256 place) {
        while (place < ids.length && ids[place] < before) place++;
    }

    /// @dev Where a page of ids goes on that began at `place`, with `left` ids to come: below the last one that it
    /// looked at, or where it began if it looked at none.
    function _nextId(uint256[] memory ids, uint256 before, uint256 place, uint256 left) private view returns (uint256) {
        if (left == 0) return 0;
        if (left < place) return ids[left];
        return before < _model.nextId() ? before : _model.nextId();
    }

    /// @dev From `place` to the beginning of the list: goes on until it has looked at `most` entries or found `limit`.
    function _walk(
        address account,
        uint256[] memory ids,
        uint256 place,
        uint256 most,
        uint256 limit
    ) private view returns (LoanLens.Item[] memory items, uint256 left) {
        LoanLens.Item[] memory found = new LoanLens.Item[](place < limit ? place : limit);
        uint256 count = 0;
        left = place;
        while (left > 0 && place - left < most && count < limit) {
            if (_isTakable(ids[--left])) found[count++] = _item(account, ids[left]);
        }
        items = new LoanLens.Item[](count);
        for (uint256 i = 0; i < count; i++) {
            items[i] = found[i];
        }
    }

    function _pack(uint256 id) private view returns (bytes memory) {
        (ILoanBook.Summary memory loan, string memory comment) = _model.detailsOf(id);
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

    function _isTakable(uint256 id) private view returns (bool) {
        ILoanBook.Summary memory loan = _model.summaryOf(id);
        if (loan.status != ILoanBook.Status.Open && loan.status != ILoanBook.Status.Requested) return false;
        return loan.openUntil == 0 || loan.openUntil >= block.timestamp;
    }

    /// @dev The record is that of the other person, seen from the account. Seen from nobody it is that of the person
    /// who published.
    function _item(address account, uint256 id) private view returns (LoanLens.Item memory) {
        (ILoanBook.Summary memory loan, string memory comment) = _model.detailsOf(id);
        address other = loan.lender;
        if (loan.lender == account || loan.lender == address(0)) other = loan.borrower;
        return LoanLens.Item(id, loan, comment, _model.recordOf(other));
    }

    /// @dev Tries each instalment for `nextDue`: the first one that is not paid in full.
    function _row(uint256 id) private view returns (LoanLens.Row memory) {
        ILoanBook.Summary memory loan = _model.summaryOf(id);
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
