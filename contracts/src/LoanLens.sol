// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "solady/tokens/ERC20.sol";
import {DynamicArrayLib} from "solady/utils/DynamicArrayLib.sol";
import {FixedPointMathLib} from "solady/utils/FixedPointMathLib.sol";
import {LibSort} from "solady/utils/LibSort.sol";
import {SafeTransferLib} from "solady/utils/SafeTransferLib.sol";
import {ILoanBook} from "./ILoanBook.sol";

/// @title Read-only aggregator: everything that a screen shows, in one eth_call
/// @notice Works with any ILoanBook. It has no state and holds no tokens, so it can be replaced at any time.
///
/// All lists are read newest first, in pages. A page begins below `before`: at first type(uint256).max, then what the
/// last page gave as `next`; 0: there are no more. In the lists that are open to anyone it is an id, in a person's
/// lists the place of an entry, counted from the oldest: those are in the order in which things happened to the
/// person. New entries have higher ids and places, so that pages do not shift.
///
/// Each call reads a bounded number of loans, each of bounded size: with a million ids in the book, no call takes more
/// than 25 million gas, whatever strangers publish. Each further million costs it up to 0.25 million.
contract LoanLens {
    using DynamicArrayLib for uint256[];
    using FixedPointMathLib for uint256;

    /// @notice Maximum number of whole loans in one call.
    uint256 public constant MAX_PAGE = 200;
    /// @notice Maximum number of entries that a page of what is open to anyone looks through.
    uint256 public constant MAX_SCAN = 300;
    /// @notice Maximum number of entries that a page of what is addressed to an account looks through.
    uint256 public constant MAX_SCAN_ADDRESSED = 150;
    /// @notice Maximum number of rows in one call.
    uint256 public constant MAX_ROWS = 1000;
    /// @notice Maximum number of packed entries in one call.
    uint256 public constant MAX_PACKED = 2000;
    /// @notice A call stops packing when it has spent this much gas. A thousand of the longest comments take less, even
    /// if their ids are so far apart that no two share a block of the board.
    uint256 public constant MAX_PACK_GAS = 20_000_000;
    /// @notice How many loans a page of one of the account's own lists has whole, and how many of those that are
    /// addressed to it are on the dashboard.
    uint256 public constant DASHBOARD_PAGE = 8;
    /// @notice Maximum number of rows of each of the account's own lists in `dashboard`.
    uint256 public constant DASHBOARD_ROWS = 100;
    /// @notice In how many of a person's newest loans `personOf` counts the lenders. It sorts these, and to sort five
    /// times as many overflows the stack in some orders.
    uint256 public constant MAX_HISTORY = 100;

    /// @dev In bytes, of a Summary and of a Record.
    uint256 private constant SUMMARY_SIZE = 13 * 32;
    uint256 private constant RECORD_SIZE = 5 * 32;
    /// @dev How many ids an open page reads at least when it goes on.
    uint256 private constant MIN_STEP = 50;

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

    /// @notice Asked for more loans than fit in one call.
    error TooManyIds(uint256 length, uint256 max);

    /// @notice A loan in short. `nextDue` is when the next unpaid instalment is due; 0 unless the loan is active.
    struct Row {
        uint256 id;
        ILoanBook.Status status;
        uint256 owed;
        uint256 nextDue;
        uint256 dueTs;
    }

    /// @notice A page of one of the account's own lists: the list's length, the page in short, and of it the first
    /// DASHBOARD_PAGE whole: active loans by `nextDue`, then what is open, then what has ended, then what was cancelled,
    /// each newest first.
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

    /// @notice A person, and what their loans tell.
    struct Person {
        ILoanBook.Record record;
        /// In how many of their newest loans `lenders` were counted.
        uint256 examined;
        uint256 lenders;
        /// How many active loans were looked at, newest first. They are all that there are, unless these lie behind
        /// more than MAX_ROWS loans.
        uint256 active;
        /// How many of these are overdue.
        uint256 overdue;
        /// How many of the newest MAX_HISTORY loans that they offered or funded were taken, and by how many people.
        uint256 lent;
        uint256 borrowers;
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
    /// @param offers how many open offers, at most MAX_PAGE
    /// @param requests how many open requests, at most MAX_PAGE
    /// @param rows how many rows of each of the account's own lists, at most DASHBOARD_ROWS
    function dashboard(
        ILoanBook book,
        address account,
        uint256 offers,
        uint256 requests,
        uint256 rows
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
        board.openOffers = openOffers(book, type(uint256).max, offers);
        board.openRequestsLength = book.openRequestsLength();
        board.openRequests = openRequests(book, type(uint256).max, requests);
        board.offersForLength = book.offersForBorrowerLength(account);
        board.offersFor = offersFor(book, account, type(uint256).max, DASHBOARD_PAGE);
        board.requestsForLength = book.requestsForLenderLength(account);
        board.requestsFor = requestsFor(book, account, type(uint256).max, DASHBOARD_PAGE);
        rows = rows.min(DASHBOARD_ROWS);
        board.lent = ownOf(book, account, OwnList.Lent, type(uint256).max, rows);
        board.borrowed = ownOf(book, account, OwnList.Borrowed, type(uint256).max, rows);
        board.requested = ownOf(book, account, OwnList.Requested, type(uint256).max, rows);
    }

    // ── Open to anyone ───────────────────────────────────────────────────────────────────────────────────────────

    /// @notice The open offers that anyone may accept, without expired ones: at most `limit` and MAX_PAGE, out of at
    /// most MAX_SCAN entries. If `limit` is 0, `next` is `before`, unless there are no entries at all.
    function openOffers(ILoanBook book, uint256 before, uint256 limit) public view returns (Page memory) {
        return _open(book, book.getNewestOpenOfferIds, before, limit, book.openOffersLength());
    }

    /// @notice The open requests that anyone may fund, as openOffers.
    function openRequests(ILoanBook book, uint256 before, uint256 limit) public view returns (Page memory) {
        return _open(book, book.getNewestOpenRequestIds, before, limit, book.openRequestsLength());
    }

    /// @notice openOffers as packed bytes, to search through many: id (4 bytes), lender (20), principal (7), duration
    /// (4), apr (2), instalments (1), openUntil (5), length of the comment (2), comment; then the next one. At most
    /// MAX_PACKED entries are looked at, or as many as MAX_PACK_GAS lasts for.
    function packedOffers(
        ILoanBook book,
        uint256 before,
        uint256 limit
    ) external view returns (bytes memory packed, uint256 next) {
        return _pack(book, book.getNewestOpenOfferIds, before, limit);
    }

    /// @notice openRequests as packedOffers gives offers, with the borrower in place of the lender.
    function packedRequests(
        ILoanBook book,
        uint256 before,
        uint256 limit
    ) external view returns (bytes memory packed, uint256 next) {
        return _pack(book, book.getNewestOpenRequestIds, before, limit);
    }

    // ── Addressed to the account ─────────────────────────────────────────────────────────────────────────────────

    /// @notice The open offers that only the account may accept: at most `limit`, out of at most MAX_SCAN_ADDRESSED
    /// entries. If `limit` is 0, `next` is where the page begins.
    function offersFor(
        ILoanBook book,
        address account,
        uint256 before,
        uint256 limit
    ) public view returns (Page memory) {
        uint256 end = before.min(book.offersForBorrowerLength(account));
        return
            _takable(
                book,
                account,
                _newest(book.getOffersForBorrowerIds, account, end, MAX_SCAN_ADDRESSED),
                end,
                limit
            );
    }

    /// @notice The open requests that only the account may fund, as offersFor.
    function requestsFor(
        ILoanBook book,
        address account,
        uint256 before,
        uint256 limit
    ) public view returns (Page memory) {
        uint256 end = before.min(book.requestsForLenderLength(account));
        return
            _takable(
                book,
                account,
                _newest(book.getRequestsForLenderIds, account, end, MAX_SCAN_ADDRESSED),
                end,
                limit
            );
    }

    // ── The account's own ────────────────────────────────────────────────────────────────────────────────────────

    /// @notice A page of one of the account's own lists, at most MAX_ROWS. The next page begins below `before`, or the
    /// list's length if that is lower, less the number of rows.
    function ownOf(
        ILoanBook book,
        address account,
        OwnList list,
        uint256 before,
        uint256 limit
    ) public view returns (Own memory own) {
        own.length = _ownLength(book, account, list);
        uint256[] memory ids = _ownIds(book, account, list, before, limit.min(MAX_ROWS));
        own.rows = new Row[](ids.length);
        if (ids.length > DASHBOARD_PAGE) {
            ILoanBook.Summary memory loan;
            for (uint256 i; i < ids.length; ++i) {
                _readSummary(book, ids[i], loan);
                _fill(own.rows[i], ids[i], loan);
            }
            uint256[] memory first = _first(own.rows);
            for (uint256 i; i < first.length; ++i) {
                first[i] = ids[first[i]];
            }
            own.items = itemsOf(book, account, first);
        } else {
            // A short page is read once: the rows follow from the whole loans.
            Item[] memory items = itemsOf(book, account, ids);
            for (uint256 i; i < items.length; ++i) {
                _fill(own.rows[i], items[i].id, items[i].loan);
            }
            uint256[] memory first = _first(own.rows);
            own.items = new Item[](items.length);
            for (uint256 i; i < items.length; ++i) {
                own.items[i] = items[first[i]];
            }
        }
    }

    /// @notice The loans with these ids, at most MAX_PAGE, each with the record of the borrower where the account is
    /// the lender or nobody is, and else of the lender.
    function itemsOf(ILoanBook book, address account, uint256[] memory ids) public view returns (Item[] memory items) {
        require(ids.length <= MAX_PAGE, TooManyIds(ids.length, MAX_PAGE));
        items = new Item[](ids.length);
        for (uint256 i; i < ids.length; ++i) {
            _readLoan(book, ids[i], items[i]);
            _readOther(book, account, items[i]);
        }
    }

    /// @notice What is known of a person: their record, from how many different lenders the newest MAX_HISTORY of their
    /// loans are, and how many of their active loans are overdue now. Looks for those until it has found as many as the
    /// record says are neither repaid nor forgiven, so that newer loans, up to MAX_ROWS, do not hide them. Of a lender,
    /// to how many different people the newest MAX_HISTORY went.
    function personOf(ILoanBook book, address account) external view returns (Person memory person) {
        ILoanBook.Record memory record = book.recordOf(account);
        person.record = record;
        uint256 active = record.taken - record.repaid - record.forgiven;
        uint256[] memory ids = _ownIds(book, account, OwnList.Borrowed, type(uint256).max, MAX_ROWS);
        person.examined = ids.length.min(MAX_HISTORY);
        uint256[] memory lenders = new uint256[](person.examined);
        ILoanBook.Summary memory loan;
        for (uint256 i; i < person.examined || (i < ids.length && person.active < active); ++i) {
            _readSummary(book, ids[i], loan);
            if (i < person.examined) lenders[i] = uint160(loan.lender);
            if (loan.status != ILoanBook.Status.Active) continue;
            ++person.active;
            if (loan.repaid < book.expectedBy(ids[i], block.timestamp)) ++person.overdue;
        }
        person.lenders = _distinct(lenders);
        _countLent(book, account, person);
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

    /// @dev The places of the first DASHBOARD_PAGE rows in the order of `Own`: by rank, then by `nextDue` or by their
    /// place in the list. Each is looked for among all, which takes the same gas in every order. A quicksort goes a level
    /// deeper for every two rows in some orders, which whoever accepts loans can bring about, and overflows the stack.
    function _first(Row[] memory rows) private pure returns (uint256[] memory places) {
        uint256 count = rows.length;
        uint256[] memory keys = new uint256[](count);
        for (uint256 i; i < count; ++i) {
            uint256 within = rows[i].status == ILoanBook.Status.Active ? rows[i].nextDue : i;
            keys[i] = (_rank(rows[i].status) << 128) | (within << 64) | i;
        }
        places = new uint256[](count.min(DASHBOARD_PAGE));
        uint256 from;
        for (uint256 place; place < places.length; ++place) {
            uint256 least = type(uint256).max;
            for (uint256 i; i < count; ++i) {
                uint256 key = keys.get(i);
                if (key >= from && key < least) least = key;
            }
            places[place] = uint64(least);
            from = least + 1;
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

    /// @dev What was offered and not taken leaves zeros, which are no borrower.
    function _countLent(ILoanBook book, address account, Person memory person) private view {
        uint256[] memory ids = _ownIds(book, account, OwnList.Lent, type(uint256).max, MAX_HISTORY);
        uint256[] memory borrowers = new uint256[](ids.length);
        ILoanBook.Summary memory loan;
        for (uint256 i; i < ids.length; ++i) {
            _readSummary(book, ids[i], loan);
            if (loan.startTs != 0) borrowers[person.lent++] = uint160(loan.borrower);
        }
        person.borrowers = _distinct(borrowers) - (person.lent < ids.length ? 1 : 0);
    }

    /// @dev Sorts the numbers.
    function _distinct(uint256[] memory numbers) private pure returns (uint256) {
        LibSort.sort(numbers);
        LibSort.uniquifySorted(numbers);
        return numbers.length;
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
        uint256 before,
        uint256 limit
    ) private view returns (uint256[] memory) {
        uint256 end = before.min(_ownLength(book, account, list));
        if (list == OwnList.Lent) return _newest(book.getOffersByLenderIds, account, end, limit);
        if (list == OwnList.Borrowed) return _newest(book.getLoansByBorrowerIds, account, end, limit);
        return _newest(book.getRequestsByBorrowerIds, account, end, limit);
    }

    /// @dev The newest before place `end`. The book's pages are oldest first.
    function _newest(
        function(address, uint256, uint256) external view returns (uint256[] memory) pageOf,
        address account,
        uint256 end,
        uint256 limit
    ) private view returns (uint256[] memory ids) {
        uint256 count = end.min(limit);
        ids = pageOf(account, end - count, count);
        LibSort.reverse(ids);
    }

    /// @dev Reads on past what has expired until the page is full: at first as many ids as the page has places, then as
    /// many as it lacks, but no fewer than MIN_STEP. A page of none reads nothing.
    function _open(
        ILoanBook book,
        function(uint256, uint256) external view returns (uint256[] memory, uint256) newestOf,
        uint256 before,
        uint256 limit,
        uint256 length
    ) private view returns (Page memory page) {
        Item[] memory items = new Item[](limit.min(length).min(MAX_PAGE));
        page.next = length == 0 ? 0 : before;
        if (items.length == 0) return page;
        (uint256 count, uint256 left, uint256 step) = (0, MAX_SCAN, items.length);
        do {
            (uint256[] memory ids, uint256 next) = newestOf(page.next, step.min(left));
            uint256 i;
            for (; i < ids.length && count < items.length; ++i) {
                uint256 free = _freeMemory();
                _readLoan(book, ids[i], items[count]);
                if (_isTakable(items[count].loan)) _readOther(book, address(0), items[count++]);
                else _setFreeMemory(free);
            }
            page.next = i == ids.length ? next : ids[i - 1];
            left -= i;
            step = MIN_STEP.max(items.length - count);
        } while (count < items.length && left != 0 && page.next != 0);
        page.items = _cut(items, count);
    }

    /// @dev Of the entries before place `end`, newest first, those that can be taken now, up to `limit`. Most of them
    /// have ended, and their comments are not read.
    function _takable(
        ILoanBook book,
        address account,
        uint256[] memory ids,
        uint256 end,
        uint256 limit
    ) private view returns (Page memory page) {
        uint256[] memory found = new uint256[](ids.length.min(limit));
        (uint256 count, uint256 examined) = (0, 0);
        ILoanBook.Summary memory loan;
        for (; examined < ids.length && count < found.length; ++examined) {
            _readSummary(book, ids[examined], loan);
            if (_isTakable(loan)) found[count++] = ids[examined];
        }
        page.items = itemsOf(book, account, DynamicArrayLib.truncate(found, count));
        page.next = end - examined;
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

    /// @dev Each entry is made in the memory behind the pack and then moved to its end, so that the same memory serves
    /// for all of them.
    function _pack(
        ILoanBook book,
        function(uint256, uint256) external view returns (uint256[] memory, uint256) newestOf,
        uint256 before,
        uint256 limit
    ) private view returns (bytes memory packed, uint256 next) {
        uint256 gasBefore = gasleft();
        uint256[] memory ids;
        (ids, next) = newestOf(before, limit.min(MAX_PACKED));
        ILoanBook.Summary memory loan;
        uint256 start = _freeMemory() + 32;
        uint256 end = start;
        for (uint256 i; i < ids.length; ++i) {
            if (i != 0 && gasBefore - gasleft() >= MAX_PACK_GAS) {
                next = ids[i - 1];
                break;
            }
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
        // The rest of the last entry lies behind the pack, and is free memory.
        _setFreeMemory(((end + 31) / 32) * 32);
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
