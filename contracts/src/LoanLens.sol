// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "solady/tokens/ERC20.sol";
import {FixedPointMathLib} from "solady/utils/FixedPointMathLib.sol";
import {LibSort} from "solady/utils/LibSort.sol";
import {SafeTransferLib} from "solady/utils/SafeTransferLib.sol";
import {ILoanBook} from "./ILoanBook.sol";

/// @title Read-only aggregator: everything that a screen shows, in one eth_call
/// @notice Works with any ILoanBook. It has no state and holds no tokens, so it can be replaced at any time.
///
/// All lists are read newest first, by an offset that counts the book's own entries: `next` is the offset to go on from,
/// and the list is read to its end when it reaches the list's length. As of one block, consecutive calls give the
/// whole list. Each call reads a bounded number of loans, each of bounded size: whatever strangers publish, no call takes
/// more than 30 million gas, beside the rows and items that the caller asks for.
contract LoanLens {
    using FixedPointMathLib for uint256;

    /// @notice Maximum number of entries that a page with whole loans reads.
    uint256 public constant MAX_PAGE = 200;
    /// @notice Maximum number of rows in one call.
    uint256 public constant MAX_ROWS = 1000;
    /// @notice Maximum number of packed entries in one call.
    uint256 public constant MAX_PACKED = 2000;
    /// @notice A call stops packing when it has spent this much gas, which some 1,600 of the longest comments take.
    uint256 public constant MAX_PACK_GAS = 26_000_000;
    /// @notice How many whole loans of each of the account's own lists `dashboard` returns, and how many of those that
    /// are addressed to it.
    uint256 public constant DASHBOARD_PAGE = 8;
    /// @notice How many of a person's newest loans `personOf` looks through.
    uint256 public constant MAX_HISTORY = 100;

    /// @dev In bytes, of a Summary and of a Record.
    uint256 private constant SUMMARY_SIZE = 13 * 32;
    uint256 private constant RECORD_SIZE = 4 * 32;

    /// @notice A whole loan, and the record of the person on its other side.
    struct Item {
        uint256 id;
        ILoanBook.Summary loan;
        string comment;
        ILoanBook.Record record;
    }

    struct Page {
        Item[] items;
        uint256 next;
    }

    /// @notice A loan in short. `nextDue` is when the next unpaid instalment is due; 0 unless the loan is active.
    struct Row {
        uint256 id;
        ILoanBook.Status status;
        uint256 owed;
        uint256 nextDue;
        uint256 dueTs;
    }

    /// @notice One of the account's own lists: its length, the newest MAX_ROWS in short, and the first ones whole: active
    /// loans by `nextDue`, then what is open, then what has ended, then what was cancelled, each newest first.
    struct Own {
        uint256 length;
        Row[] rows;
        Item[] items;
    }

    enum OwnList {
        Lent, // offers published and requests funded
        Borrowed, // loans taken
        Requested // requests published
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
        /// Open to anyone. The lengths include expired ones, the pages do not.
        uint256 openOffersLength;
        Page openOffers;
        uint256 openRequestsLength;
        Page openRequests;
        /// Addressed to the account. The lengths count all that ever were, the pages have the open ones.
        uint256 offersForLength;
        Page offersFor;
        uint256 requestsForLength;
        Page requestsFor;
        Own lent;
        Own borrowed;
        Own requested;
    }

    /// @notice A person, as far as the newest MAX_HISTORY of their loans tell.
    struct Person {
        ILoanBook.Record record;
        /// How many loans were looked through: fewer than `record.taken` if they took more than MAX_HISTORY.
        uint256 examined;
        uint256 overdue;
        uint256 lenders;
    }

    /// @notice What a wallet compares and fills in before it signs.
    struct SigningState {
        uint256 chainId;
        uint256 blockNumber;
        uint256 timestamp;
        uint256 ethBalance;
        uint256 dollarBalance;
        address token;
        /// Of the token, for a permit.
        uint256 permitNonce;
        ILoanBook.Summary loan;
    }

    /// @notice The account's balances and lists, and the newest open offers and requests, all as of one block.
    /// @param offers how many open offers to read, at most MAX_PAGE
    /// @param requests how many open requests to read, at most MAX_PAGE
    function dashboard(
        ILoanBook book,
        address account,
        uint256 offers,
        uint256 requests
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
        board.openOffers = openOffers(book, 0, offers);
        board.openRequestsLength = book.openRequestsLength();
        board.openRequests = openRequests(book, 0, requests);
        board.offersForLength = book.offersForBorrowerLength(account);
        board.offersFor = offersFor(book, account, 0, DASHBOARD_PAGE);
        board.requestsForLength = book.requestsForLenderLength(account);
        board.requestsFor = requestsFor(book, account, 0, DASHBOARD_PAGE);
        board.lent = _own(book, account, OwnList.Lent);
        board.borrowed = _own(book, account, OwnList.Borrowed);
        board.requested = _own(book, account, OwnList.Requested);
    }

    // ── Open to anyone ───────────────────────────────────────────────────────────────────────────────────────────

    /// @notice The open offers that anyone may accept, without expired ones.
    function openOffers(ILoanBook book, uint256 offset, uint256 limit) public view returns (Page memory) {
        return _takable(book, address(0), book.getNewestOpenOfferIds(offset, limit.min(MAX_PAGE)), offset, limit);
    }

    /// @notice The open requests that anyone may fund, without expired ones.
    function openRequests(ILoanBook book, uint256 offset, uint256 limit) public view returns (Page memory) {
        return _takable(book, address(0), book.getNewestOpenRequestIds(offset, limit.min(MAX_PAGE)), offset, limit);
    }

    /// @notice openOffers as packed bytes, to search through many: id (4 bytes), lender (20), principal (7), duration
    /// (4), apr (2), instalments (1), openUntil (5), length of the comment (2), comment; then the next one. At most
    /// MAX_PACKED, or as many as MAX_PACK_GAS lasts for.
    function packedOffers(
        ILoanBook book,
        uint256 offset,
        uint256 limit
    ) external view returns (bytes memory packed, uint256 next) {
        return _pack(book, book.getNewestOpenOfferIds(offset, limit.min(MAX_PACKED)), offset);
    }

    /// @notice openRequests as packedOffers gives offers, with the borrower in place of the lender.
    function packedRequests(
        ILoanBook book,
        uint256 offset,
        uint256 limit
    ) external view returns (bytes memory packed, uint256 next) {
        return _pack(book, book.getNewestOpenRequestIds(offset, limit.min(MAX_PACKED)), offset);
    }

    // ── Addressed to the account ─────────────────────────────────────────────────────────────────────────────────

    /// @notice The open offers that only the account may accept: at most `limit`, out of at most MAX_PAGE entries.
    function offersFor(
        ILoanBook book,
        address account,
        uint256 offset,
        uint256 limit
    ) public view returns (Page memory) {
        uint256 length = book.offersForBorrowerLength(account);
        return
            _takable(
                book,
                account,
                _newest(book.getOffersForBorrowerIds, account, length, offset, MAX_PAGE),
                offset,
                limit
            );
    }

    /// @notice The open requests that only the account may fund: at most `limit`, out of at most MAX_PAGE entries.
    function requestsFor(
        ILoanBook book,
        address account,
        uint256 offset,
        uint256 limit
    ) public view returns (Page memory) {
        uint256 length = book.requestsForLenderLength(account);
        return
            _takable(
                book,
                account,
                _newest(book.getRequestsForLenderIds, account, length, offset, MAX_PAGE),
                offset,
                limit
            );
    }

    // ── The account's own ────────────────────────────────────────────────────────────────────────────────────────

    /// @notice One of the account's own lists in short, at most MAX_ROWS.
    function rowsOf(
        ILoanBook book,
        address account,
        OwnList list,
        uint256 offset,
        uint256 limit
    ) public view returns (Row[] memory rows) {
        uint256[] memory ids = _ownIds(book, account, list, offset, limit.min(MAX_ROWS));
        rows = new Row[](ids.length);
        ILoanBook.Summary memory loan;
        for (uint256 i; i < ids.length; ++i) {
            _readSummary(book, ids[i], loan);
            _fill(rows[i], ids[i], loan);
        }
    }

    /// @notice The loans with these ids, each with the record of the person who is not the account.
    function itemsOf(ILoanBook book, address account, uint256[] memory ids) public view returns (Item[] memory items) {
        items = new Item[](ids.length);
        for (uint256 i; i < ids.length; ++i) {
            _readLoan(book, ids[i], items[i]);
            _readOther(book, account, items[i]);
        }
    }

    /// @notice What is known of a person: their record and, from the newest MAX_HISTORY of their loans, how many are
    /// overdue now and from how many different lenders they are.
    function personOf(ILoanBook book, address account) external view returns (Person memory person) {
        person.record = book.recordOf(account);
        uint256[] memory ids = _ownIds(book, account, OwnList.Borrowed, 0, MAX_HISTORY);
        person.examined = ids.length;
        uint256[] memory lenders = new uint256[](ids.length);
        ILoanBook.Summary memory loan;
        for (uint256 i; i < ids.length; ++i) {
            _readSummary(book, ids[i], loan);
            lenders[i] = uint160(loan.lender);
            if (loan.repaid < book.expectedBy(ids[i], block.timestamp)) ++person.overdue;
        }
        LibSort.sort(lenders);
        LibSort.uniquifySorted(lenders);
        person.lenders = lenders.length;
    }

    /// @notice Everything that must be known before the account signs a transaction about a loan, as of one block.
    /// @param id 0 if the transaction is not about a loan
    function signingState(
        ILoanBook book,
        address account,
        uint256 id
    ) external view returns (SigningState memory state) {
        (state.chainId, state.blockNumber, state.timestamp) = (block.chainid, block.number, block.timestamp);
        state.token = book.token();
        state.ethBalance = account.balance;
        state.dollarBalance = SafeTransferLib.balanceOf(state.token, account);
        state.permitNonce = ERC20(state.token).nonces(account);
        state.loan = book.summaryOf(id);
    }

    // ── Internal ─────────────────────────────────────────────────────────────────────────────────────────────────

    function _own(ILoanBook book, address account, OwnList list) private view returns (Own memory own) {
        own.length = _ownLength(book, account, list);
        if (own.length > DASHBOARD_PAGE) {
            own.rows = rowsOf(book, account, list, 0, MAX_ROWS);
            uint256[] memory order = _order(own.rows);
            uint256[] memory ids = new uint256[](DASHBOARD_PAGE);
            for (uint256 i; i < DASHBOARD_PAGE; ++i) {
                ids[i] = own.rows[order[i]].id;
            }
            own.items = itemsOf(book, account, ids);
        } else {
            // A short list is read once: the rows follow from the whole loans.
            Item[] memory items = itemsOf(book, account, _ownIds(book, account, list, 0, DASHBOARD_PAGE));
            own.rows = new Row[](items.length);
            for (uint256 i; i < items.length; ++i) {
                _fill(own.rows[i], items[i].id, items[i].loan);
            }
            uint256[] memory order = _order(own.rows);
            own.items = new Item[](items.length);
            for (uint256 i; i < items.length; ++i) {
                own.items[i] = items[order[i]];
            }
        }
    }

    /// @dev The places of the rows in the order of `Own`: by rank, then by `nextDue` or by their place in the list.
    function _order(Row[] memory rows) private pure returns (uint256[] memory keys) {
        keys = new uint256[](rows.length);
        for (uint256 i; i < rows.length; ++i) {
            uint256 within = rows[i].status == ILoanBook.Status.Active ? rows[i].nextDue : i;
            keys[i] = (_rank(rows[i].status) << 128) | (within << 64) | i;
        }
        LibSort.sort(keys);
        for (uint256 i; i < keys.length; ++i) {
            keys[i] = uint64(keys[i]);
        }
    }

    function _rank(ILoanBook.Status status) private pure returns (uint256) {
        if (status == ILoanBook.Status.Active) return 0;
        if (status == ILoanBook.Status.Open || status == ILoanBook.Status.Requested) return 1;
        return status == ILoanBook.Status.Cancelled ? 3 : 2;
    }

    function _fill(Row memory row, uint256 id, ILoanBook.Summary memory loan) private pure {
        (row.id, row.status, row.owed, row.dueTs) = (id, loan.status, loan.owed, loan.dueTs);
        if (loan.status != ILoanBook.Status.Active) return;
        uint256 paidInstalments = (loan.repaid * loan.instalments) / (loan.repaid + loan.owed);
        row.nextDue = loan.startTs + ((loan.dueTs - loan.startTs) * (paidInstalments + 1)) / loan.instalments;
    }

    function _ownLength(ILoanBook book, address account, OwnList list) private view returns (uint256) {
        if (list == OwnList.Lent) return book.offersByLenderLength(account);
        if (list == OwnList.Borrowed) return book.loansByBorrowerLength(account);
        return book.requestsByBorrowerLength(account);
    }

    function _ownIds(
        ILoanBook book,
        address account,
        OwnList list,
        uint256 offset,
        uint256 limit
    ) private view returns (uint256[] memory) {
        uint256 length = _ownLength(book, account, list);
        if (list == OwnList.Lent) return _newest(book.getOffersByLenderIds, account, length, offset, limit);
        if (list == OwnList.Borrowed) return _newest(book.getLoansByBorrowerIds, account, length, offset, limit);
        return _newest(book.getRequestsByBorrowerIds, account, length, offset, limit);
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
        uint256 count = rest.min(limit);
        ids = pageOf(account, rest - count, count);
        LibSort.reverse(ids);
    }

    /// @dev Those of the ids that can be accepted or funded now, up to `limit`.
    function _takable(
        ILoanBook book,
        address account,
        uint256[] memory ids,
        uint256 offset,
        uint256 limit
    ) private view returns (Page memory page) {
        Item[] memory items = new Item[](ids.length.min(limit));
        uint256 count;
        uint256 i;
        for (; i < ids.length && count < limit; ++i) {
            uint256 free = _freeMemory();
            _readLoan(book, ids[i], items[count]);
            if (_isTakable(items[count].loan)) _readOther(book, account, items[count++]);
            else _setFreeMemory(free);
        }
        page.items = _cut(items, count);
        page.next = offset + i;
    }

    function _isTakable(ILoanBook.Summary memory summary) private view returns (bool) {
        ILoanBook.Status status = summary.status;
        bool open = status == ILoanBook.Status.Open || status == ILoanBook.Status.Requested;
        return open && (summary.openUntil == 0 || block.timestamp <= summary.openUntil);
    }

    /// @dev Everything of the item but its record.
    function _readLoan(ILoanBook book, uint256 id, Item memory item) private view {
        item.id = id;
        item.comment = _readDetails(book, id, item.loan);
    }

    /// @dev The record. The other person is the borrower where the account is the lender, or where nobody is, and else
    /// the lender.
    function _readOther(ILoanBook book, address account, Item memory item) private view {
        address lender = item.loan.lender;
        _readRecord(book, lender == account || lender == address(0) ? item.loan.borrower : lender, item.record);
    }

    /// @dev Each entry is made in the memory behind the pack and then moved to its end, so that the same memory serves for
    /// all of them.
    function _pack(
        ILoanBook book,
        uint256[] memory ids,
        uint256 offset
    ) private view returns (bytes memory packed, uint256 next) {
        uint256 gasBefore = gasleft();
        ILoanBook.Summary memory loan;
        uint256 start = _freeMemory() + 32;
        uint256 end = start;
        uint256 i;
        for (; i < ids.length && gasBefore - gasleft() < MAX_PACK_GAS; ++i) {
            _setFreeMemory(((end + 31) / 32) * 32);
            string memory comment = _readDetails(book, ids[i], loan);
            if (!_isTakable(loan)) continue;
            bytes memory entry = abi.encodePacked(
                uint32(ids[i]),
                loan.lender == address(0) ? loan.borrower : loan.lender,
                uint56(loan.principal),
                uint32(loan.duration),
                uint16(loan.apr),
                uint8(loan.instalments),
                uint40(loan.openUntil),
                uint16(bytes(comment).length),
                comment
            );
            assembly ("memory-safe") {
                let size := mload(entry)
                mcopy(end, add(entry, 32), size)
                end := add(end, size)
            }
        }
        assembly ("memory-safe") {
            packed := sub(start, 32)
            mstore(packed, sub(end, start))
        }
        // What is left of the last entry lies behind the pack, and is free memory.
        _setFreeMemory(((end + 31) / 32) * 32);
        next = offset + i;
    }

    // ── The book's answers ───────────────────────────────────────────────────────────────────────────────────────
    // Copied straight into the struct that they are for: in an answer its words have the same layout. Solidity would
    // copy the answer to new memory and decode it to yet another place, and memory costs gas by the square of its size.

    function _readSummary(ILoanBook book, uint256 id, ILoanBook.Summary memory loan) private view {
        _ask(book, ILoanBook.summaryOf.selector, id);
        assembly ("memory-safe") {
            returndatacopy(loan, 0, SUMMARY_SIZE)
        }
    }

    /// @dev After the loan come the offset of the comment and the comment, with its length and padded to whole words.
    function _readDetails(
        ILoanBook book,
        uint256 id,
        ILoanBook.Summary memory loan
    ) private view returns (string memory comment) {
        _ask(book, ILoanBook.detailsOf.selector, id);
        assembly ("memory-safe") {
            returndatacopy(loan, 0, SUMMARY_SIZE)
            let offset := add(SUMMARY_SIZE, 32)
            let size := sub(returndatasize(), offset)
            comment := mload(0x40)
            returndatacopy(comment, offset, size)
            mstore(0x40, add(comment, size))
        }
    }

    function _readRecord(ILoanBook book, address person, ILoanBook.Record memory record) private view {
        _ask(book, ILoanBook.recordOf.selector, uint160(person));
        assembly ("memory-safe") {
            returndatacopy(record, 0, RECORD_SIZE)
        }
    }

    /// @dev Leaves the answer in the buffer of returned data. To copy more than was returned reverts.
    function _ask(ILoanBook book, bytes4 question, uint256 argument) private view {
        assembly ("memory-safe") {
            mstore(0, question)
            mstore(4, argument)
            if iszero(staticcall(gas(), book, 0, 36, 0, 0)) {
                revert(0, 0)
            }
        }
    }

    function _freeMemory() private pure returns (uint256 pointer) {
        assembly ("memory-safe") {
            pointer := mload(0x40)
        }
    }

    function _setFreeMemory(uint256 pointer) private pure {
        assembly ("memory-safe") {
            mstore(0x40, pointer)
        }
    }

    /// @dev Shortens an array in place.
    function _cut(Item[] memory items, uint256 count) private pure returns (Item[] memory) {
        assembly ("memory-safe") {
            mstore(items, count)
        }
        return items;
    }
}
