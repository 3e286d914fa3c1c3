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
        uint256 requests
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
        board.openOffers = openOffers(book, 0, offers);
        board.openRequestsLength = book.openRequestsLength();
        board.openRequests = openRequests(book, 0, requests);
        board.offersForLength = book.offersForBorrowerLength(account);
        board.offersFor = offersFor(book, account, 0, 8);
        board.requestsForLength = book.requestsForLenderLength(account);
        board.requestsFor = requestsFor(book, account, 0, 8);
        board.lent = _own(book, account, LoanLens.OwnList.Lent);
        board.borrowed = _own(book, account, LoanLens.OwnList.Borrowed);
        board.requested = _own(book, account, LoanLens.OwnList.Requested);
    }

    function openOffers(ILoanBook book, uint256 offset, uint256 limit) public view returns (LoanLens.Page memory) {
        if (limit > 200) limit = 200;
        return _page(book, address(0), book.getOpenOfferIds(0, type(uint256).max), offset, limit, limit);
    }

    function openRequests(ILoanBook book, uint256 offset, uint256 limit) public view returns (LoanLens.Page memory) {
        if (limit > 200) limit = 200;
        return _page(book, address(0), book.getOpenRequestIds(0, type(uint256).max), offset, limit, limit);
    }

    function offersFor(
        ILoanBook book,
        address account,
        uint256 offset,
        uint256 limit
    ) public view returns (LoanLens.Page memory) {
        return _page(book, account, book.getOffersForBorrowerIds(account, 0, type(uint256).max), offset, 200, limit);
    }

    function requestsFor(
        ILoanBook book,
        address account,
        uint256 offset,
        uint256 limit
    ) public view returns (LoanLens.Page memory) {
        return _page(book, account, book.getRequestsForLenderIds(account, 0, type(uint256).max), offset, 200, limit);
    }

    function packedOffers(ILoanBook book, uint256 offset, uint256 limit) external view returns (bytes memory, uint256) {
        return _packed(book, book.getOpenOfferIds(0, type(uint256).max), offset, limit);
    }

    function packedRequests(
        ILoanBook book,
        uint256 offset,
        uint256 limit
    ) external view returns (bytes memory, uint256) {
        return _packed(book, book.getOpenRequestIds(0, type(uint256).max), offset, limit);
    }

    function rowsOf(
        ILoanBook book,
        address account,
        LoanLens.OwnList list,
        uint256 offset,
        uint256 limit
    ) public view returns (LoanLens.Row[] memory rows) {
        uint256[] memory ids = _ownIds(book, account, list);
        uint256 count = offset < ids.length ? ids.length - offset : 0;
        if (count > limit) count = limit;
        if (count > 1000) count = 1000;
        rows = new LoanLens.Row[](count);
        for (uint256 i = 0; i < count; i++) {
            rows[i] = _row(book, ids[ids.length - 1 - offset - i]);
        }
    }

    function itemsOf(
        ILoanBook book,
        address account,
        uint256[] memory ids
    ) external view returns (LoanLens.Item[] memory items) {
        items = new LoanLens.Item[](ids.length);
        for (uint256 i = 0; i < ids.length; i++) {
            items[i] = _item(book, account, ids[i]);
        }
    }

    function personOf(ILoanBook book, address account) external view returns (LoanLens.Person memory person) {
        uint256[] memory ids = book.getLoansByBorrowerIds(account, 0, type(uint256).max);
        person.record = book.recordOf(account);
        person.examined = ids.length > 100 ? 100 : ids.length;
        address[] memory known = new address[](person.examined);
        for (uint256 i = 0; i < person.examined; i++) {
            uint256 id = ids[ids.length - 1 - i];
            if (book.getOffer(id).repaid < book.expectedBy(id, block.timestamp)) person.overdue++;
            address lender = book.getOffer(id).lender;
            bool isKnown = false;
            for (uint256 k = 0; k < person.lenders; k++) {
                isKnown = isKnown || known[k] == lender;
            }
            if (!isKnown) known[person.lenders++] = lender;
        }
    }

    // ── Parts ────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev From the end of the list: goes on until it has read `most` entries or found `limit`.
    function _page(
        ILoanBook book,
        address account,
        uint256[] memory ids,
        uint256 offset,
        uint256 most,
        uint256 limit
    ) private view returns (LoanLens.Page memory page) {
        page.next = offset;
        page.items = new LoanLens.Item[](0);
        while (page.next < ids.length && page.next - offset < most && page.items.length < limit) {
            uint256 id = ids[ids.length - 1 - page.next++];
            if (_isTakable(book, id)) page.items = _with(page.items, _item(book, account, id));
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
        uint256 offset,
        uint256 limit
    ) private view returns (bytes memory packed, uint256 next) {
        next = offset;
        while (next < ids.length && next - offset < limit && next - offset < 2000) {
            uint256 id = ids[ids.length - 1 - next++];
            if (_isTakable(book, id)) packed = bytes.concat(packed, _pack(book, id));
        }
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

    /// @dev Picks the best of the rows that are left, up to eight times.
    function _own(
        ILoanBook book,
        address account,
        LoanLens.OwnList list
    ) private view returns (LoanLens.Own memory own) {
        own.length = _ownIds(book, account, list).length;
        own.rows = rowsOf(book, account, list, 0, 1000);
        own.items = new LoanLens.Item[](own.length < 8 ? own.length : 8);
        bool[] memory picked = new bool[](own.rows.length);
        for (uint256 i = 0; i < own.items.length; i++) {
            uint256 best = type(uint256).max;
            for (uint256 k = 0; k < own.rows.length; k++) {
                if (picked[k]) continue;
                if (best == type(uint256).max || _isBefore(own.rows[k], own.rows[best])) best = k;
            }
            picked[best] = true;
            own.items[i] = _item(book, account, own.rows[best].id);
        }
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
