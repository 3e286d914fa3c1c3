// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../../src/ILoanBook.sol";
import {LoanLens} from "../../src/LoanLens.sol";

interface IBalances {
    function balanceOf(address owner) external view returns (uint256);
}

/// @notice Reference implementation of LoanLens for differential tests: it reads whole lists and goes through them one
/// by one, in the order in which the answer has them.
contract ReferenceLens {
    function dashboard(
        ILoanBook book,
        address account,
        uint256 offers,
        uint256 requests,
        uint256 rows
    ) external view returns (LoanLens.Dashboard memory board) {
        board.chainId = block.chainid;
        board.blockNumber = block.number;
        board.timestamp = block.timestamp;
        board.parentHash = block.number == 0 ? bytes32(0) : blockhash(block.number - 1);
        board.ethBalance = account.balance;
        board.dollarBalance = IBalances(book.token()).balanceOf(account);
        board.claimable = book.claimable(account);
        board.nextId = book.nextId();
        board.openOffersLength = book.openOffersLength();
        board.openOffers = openOffers(book, type(uint256).max, offers);
        board.openRequestsLength = book.openRequestsLength();
        board.openRequests = openRequests(book, type(uint256).max, requests);
        board.offersForLength = book.offersForBorrowerLength(account);
        board.offersFor = offersFor(book, account, type(uint256).max, 8);
        board.requestsForLength = book.requestsForLenderLength(account);
        board.requestsFor = requestsFor(book, account, type(uint256).max, 8);
        uint256 count = rows < 100 ? rows : 100;
        board.lent = ownOf(book, account, LoanLens.OwnList.Lent, type(uint256).max, count);
        board.borrowed = ownOf(book, account, LoanLens.OwnList.Borrowed, type(uint256).max, count);
        board.requested = ownOf(book, account, LoanLens.OwnList.Requested, type(uint256).max, count);
    }

    function openOffers(ILoanBook book, uint256 before, uint256 limit) public view returns (LoanLens.Page memory) {
        return _openPage(book, book.getOpenOfferIds(0, type(uint256).max), before, limit);
    }

    function openRequests(ILoanBook book, uint256 before, uint256 limit) public view returns (LoanLens.Page memory) {
        return _openPage(book, book.getOpenRequestIds(0, type(uint256).max), before, limit);
    }

    function offersFor(
        ILoanBook book,
        address account,
        uint256 before,
        uint256 limit
    ) public view returns (LoanLens.Page memory) {
        uint256[] memory ids = book.getOffersForBorrowerIds(account, 0, type(uint256).max);
        uint256 place = before < ids.length ? before : ids.length;
        (LoanLens.Item[] memory items, uint256 left) = _walk(book, account, ids, place, 150, limit);
        return LoanLens.Page(items, left);
    }

    function requestsFor(
        ILoanBook book,
        address account,
        uint256 before,
        uint256 limit
    ) public view returns (LoanLens.Page memory) {
        uint256[] memory ids = book.getRequestsForLenderIds(account, 0, type(uint256).max);
        uint256 place = before < ids.length ? before : ids.length;
        (LoanLens.Item[] memory items, uint256 left) = _walk(book, account, ids, place, 150, limit);
        return LoanLens.Page(items, left);
    }

    function packedOffers(ILoanBook book, uint256 before, uint256 limit) external view returns (bytes memory, uint256) {
        return _packed(book, book.getOpenOfferIds(0, type(uint256).max), before, limit);
    }

    function packedRequests(
        ILoanBook book,
        uint256 before,
        uint256 limit
    ) external view returns (bytes memory, uint256) {
        return _packed(book, book.getOpenRequestIds(0, type(uint256).max), before, limit);
    }

    /// @dev Picks the best of the rows that are left, up to eight times.
    function ownOf(
        ILoanBook book,
        address account,
        LoanLens.OwnList list,
        uint256 before,
        uint256 limit
    ) public view returns (LoanLens.Own memory own) {
        uint256[] memory ids = _ownIds(book, account, list);
        own.length = ids.length;
        uint256 place = before < ids.length ? before : ids.length;
        uint256 count = place < limit ? place : limit;
        if (count > 1000) count = 1000;
        own.rows = new LoanLens.Row[](count);
        for (uint256 i = 0; i < count; i++) {
            own.rows[i] = _row(book, ids[--place]);
        }
        own.items = new LoanLens.Item[](count < 8 ? count : 8);
        bool[] memory picked = new bool[](count);
        for (uint256 i = 0; i < own.items.length; i++) {
            uint256 best = type(uint256).max;
            for (uint256 k = 0; k < count; k++) {
                if (picked[k]) continue;
                if (best == type(uint256).max || _isBefore(own.rows[k], own.rows[best])) best = k;
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
        uint256[] memory ids = book.getLoansByBorrowerIds(account, 0, type(uint256).max);
        person.record = book.recordOf(account);
        person.examined = ids.length > 100 ? 100 : ids.length;
        address[] memory known = new address[](person.examined);
        for (uint256 i = 0; i < ids.length && i < 1000; i++) {
            uint256 id = ids[ids.length - 1 - i];
            if (book.getOffer(id).status == ILoanBook.Status.Active) person.active++;
            if (book.getOffer(id).repaid < book.expectedBy(id, block.timestamp)) person.overdue++;
            if (i >= 100) continue;
            address lender = book.getOffer(id).lender;
            bool isKnown = false;
            for (uint256 k = 0; k < person.lenders; k++) {
                isKnown = isKnown || known[k] == lender;
            }
            if (!isKnown) known[person.lenders++] = lender;
        }
        _countLent(book, book.getOffersByLenderIds(account, 0, type(uint256).max), person);
    }

    /// @dev Of the newest hundred, those that were taken.
    function _countLent(ILoanBook book, uint256[] memory ids, LoanLens.Person memory person) private view {
        address[] memory known = new address[](100);
        for (uint256 i = 0; i < ids.length && i < 100; i++) {
            ILoanBook.Loan memory loan = book.getOffer(ids[ids.length - 1 - i]);
            if (loan.status == ILoanBook.Status.Open || loan.status == ILoanBook.Status.Cancelled) continue;
            person.lent++;
            bool isKnown = false;
            for (uint256 k = 0; k < person.borrowers; k++) {
                isKnown = isKnown || known[k] == loan.borrower;
            }
            if (!isKnown) known[person.borrowers++] = loan.borrower;
        }
    }

    // ── Parts ────────────────────────────────────────────────────────────────────────────────────────────────────

    function _openPage(
        ILoanBook book,
        uint256[] memory ids,
        uint256 before,
        uint256 limit
    ) private view returns (LoanLens.Page memory page) {
        uint256 place = _placeOf(ids, before);
        uint256 left;
        (page.items, left) = _walk(book, address(0), ids, place, 300, limit < 200 ? limit : 200);
        page.next = limit == 0 && ids.length != 0 ? before : _nextId(book, ids, before, place, left);
    }

    /// @dev How many of these ascending ids are below `before`.
    function _placeOf(uint256[] memory ids, uint256 before) private pure returns (uint256 place) {
        while (place < ids.length && ids[place] < before) place++;
    }

    /// @dev Where a page of ids goes on that began at `place`, with `left` ids to come: below the last one that it
    /// looked at, or where it began if it looked at none.
    function _nextId(
        ILoanBook book,
        uint256[] memory ids,
        uint256 before,
        uint256 place,
        uint256 left
    ) private view returns (uint256) {
        if (left == 0) return 0;
        if (left < place) return ids[left];
        return before < book.nextId() ? before : book.nextId();
    }

    /// @dev From `place` to the beginning of the list: goes on until it has looked at `most` entries or found `limit`.
    function _walk(
        ILoanBook book,
        address account,
        uint256[] memory ids,
        uint256 place,
        uint256 most,
        uint256 limit
    ) private view returns (LoanLens.Item[] memory items, uint256 left) {
        items = new LoanLens.Item[](0);
        left = place;
        while (left > 0 && place - left < most && items.length < limit) {
            uint256 id = ids[--left];
            if (_isTakable(book, id)) items = _with(items, _item(book, account, id));
        }
    }

    function _with(
        LoanLens.Item[] memory items,
        LoanLens.Item memory item
    ) private pure returns (LoanLens.Item[] memory longer) {
        longer = new LoanLens.Item[](items.length + 1);
        for (uint256 i = 0; i < items.length; i++) {
            longer[i] = items[i];
        }
        longer[items.length] = item;
    }

    function _packed(
        ILoanBook book,
        uint256[] memory ids,
        uint256 before,
        uint256 limit
    ) private view returns (bytes memory packed, uint256 next) {
        uint256 place = _placeOf(ids, before);
        uint256 left = place;
        while (left > 0 && place - left < limit && place - left < 2000) {
            uint256 id = ids[--left];
            if (_isTakable(book, id)) packed = bytes.concat(packed, _pack(book, id));
        }
        next = _nextId(book, ids, before, place, left);
    }

    function _pack(ILoanBook book, uint256 id) private view returns (bytes memory) {
        ILoanBook.Loan memory loan = book.getOffer(id);
        bool isOffer = loan.status == ILoanBook.Status.Open;
        return
            bytes.concat(
                bytes4(uint32(id)),
                bytes20(isOffer ? loan.lender : loan.borrower),
                bytes7(uint56(loan.principal)),
                bytes4(uint32(loan.duration)),
                bytes2(uint16(loan.apr)),
                bytes1(uint8(book.termsOf(id).instalments)),
                bytes5(uint40(book.openUntil(id))),
                bytes2(uint16(bytes(loan.comment).length)),
                bytes(loan.comment)
            );
    }

    function _isTakable(ILoanBook book, uint256 id) private view returns (bool) {
        ILoanBook.Summary memory loan = book.summaryOf(id);
        if (loan.status != ILoanBook.Status.Open && loan.status != ILoanBook.Status.Requested) return false;
        return loan.openUntil == 0 || loan.openUntil >= block.timestamp;
    }

    /// @dev The record is that of the other person, seen from the account. Seen from nobody it is that of the person
    /// who published.
    function _item(ILoanBook book, address account, uint256 id) private view returns (LoanLens.Item memory) {
        (ILoanBook.Summary memory loan, string memory comment) = book.detailsOf(id);
        address other = loan.lender;
        if (loan.lender == account) other = loan.borrower;
        if (loan.lender == address(0)) other = loan.borrower;
        return LoanLens.Item(id, loan, comment, book.recordOf(other));
    }

    function _row(ILoanBook book, uint256 id) private view returns (LoanLens.Row memory) {
        ILoanBook.Summary memory loan = book.summaryOf(id);
        return LoanLens.Row(id, loan.status, loan.owed, _nextDue(loan), loan.dueTs);
    }

    /// @dev Tries each instalment: the first one that is not paid in full.
    function _nextDue(ILoanBook.Summary memory loan) private pure returns (uint256) {
        if (loan.status != ILoanBook.Status.Active) return 0;
        uint256 total = loan.repaid + loan.owed;
        uint256 k = 1;
        while (loan.repaid * loan.instalments >= total * k) k++;
        return loan.startTs + ((loan.dueTs - loan.startTs) * k) / loan.instalments;
    }

    function _ownIds(ILoanBook book, address account, LoanLens.OwnList list) private view returns (uint256[] memory) {
        if (list == LoanLens.OwnList.Lent) return book.getOffersByLenderIds(account, 0, type(uint256).max);
        if (list == LoanLens.OwnList.Borrowed) return book.getLoansByBorrowerIds(account, 0, type(uint256).max);
        return book.getRequestsByBorrowerIds(account, 0, type(uint256).max);
    }

    /// @dev Among equals the one that stands first in the list.
    function _isBefore(LoanLens.Row memory row, LoanLens.Row memory other) private pure returns (bool) {
        (uint256 rank, uint256 otherRank) = (_rank(row.status), _rank(other.status));
        if (rank != otherRank) return rank < otherRank;
        return row.status == ILoanBook.Status.Active && row.nextDue < other.nextDue;
    }

    function _rank(ILoanBook.Status status) private pure returns (uint256) {
        if (status == ILoanBook.Status.Active) return 1;
        if (status == ILoanBook.Status.Open) return 2;
        if (status == ILoanBook.Status.Requested) return 2;
        if (status == ILoanBook.Status.Cancelled) return 4;
        return 3;
    }
}
