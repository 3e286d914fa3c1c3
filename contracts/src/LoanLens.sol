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

    // The most that one call returns: whole loans, rows, packed entries.
    uint256 public constant MAX_PAGE = 200;
    uint256 public constant MAX_ROWS = 1000;
    uint256 public constant MAX_PACKED = 2000;
    // The most entries that a page looks through: of what is open to anyone, and of what is addressed to an account.
    uint256 public constant MAX_SCAN = 240;
    uint256 public constant MAX_SCAN_ADDRESSED = 150;
    /// @notice A call stops packing when it has spent this much gas: after 626 entries at the worst, whose comments have 127
    /// bytes and whose ids are so far apart that no two share a block of the board.
    uint256 public constant MAX_PACK_GAS = 20_000_000;
    /// @dev A call with less gas stops when this much is left, which reads one more entry and returns the page.
    uint256 private constant LEAST_GAS_LEFT = 1_000_000;
    /// @dev An entry takes more, of which to find its id takes less than half.
    uint256 private constant ENTRY_GAS = 10_000;
    /// @notice How many loans a page of one of the account's own lists has whole, and how many of those that are
    /// addressed to it are on the dashboard.
    uint256 public constant DASHBOARD_PAGE = 8;
    /// @notice Maximum number of rows of each of the account's own lists in `dashboard`.
    uint256 public constant DASHBOARD_ROWS = 100;
    /// @notice In how many of a person's newest loans `personOf` counts the lenders. It sorts these, and to sort five
    /// times as many overflows the stack in some orders.
    uint256 public constant MAX_HISTORY = 100;

    /// @dev In bytes, of a Summary and of a Record.
    uint256 private constant SUMMARY_SIZE = 16 * 32;
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
        /// How many of their newest loans were examined. `lenders` counts the people who lent them, without loans that are
        /// younger than a day or ended within one.
        uint256 examined;
        uint256 lenders;
        /// How many active loans were looked at, newest first: all, unless they lie behind more than MAX_ROWS loans.
        uint256 active;
        uint256 overdue;
        /// How many of the newest MAX_HISTORY loans that they offered or funded lasted a day, and how many people took those.
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
    /// @param offers how many open offers, and `requests` how many open requests, each at most MAX_PAGE
    /// @param rows how many rows of each of the account's own lists, at most DASHBOARD_ROWS
    function dashboard(
        ILoanBook book,
        address account,
        uint256 offers,
        uint256 requests,
        uint256 rows
    ) external view returns (Dashboard memory board) {
        (board.chainId, board.blockNumber, board.timestamp) = (block.chainid, block.number, block.timestamp);
        board.parentHash = blockhash(block.number.zeroFloorSub(1));
        board.ethBalance = account.balance;
        board.dollarBalance = SafeTransferLib.balanceOf(book.token(), account);
        (board.claimable, board.nextId) = (book.claimable(account), book.nextId());
        board.openOffersLength = book.openOffersLength();
        board.openOffers = open(book, false, type(uint256).max, offers);
        board.openRequestsLength = book.openRequestsLength();
        board.openRequests = open(book, true, type(uint256).max, requests);
        board.offersForLength = _lengthOf(book, account, ILoanBook.List.OffersFor);
        board.offersFor = addressed(book, account, ILoanBook.List.OffersFor, type(uint256).max, DASHBOARD_PAGE);
        board.requestsForLength = _lengthOf(book, account, ILoanBook.List.RequestsFor);
        board.requestsFor = addressed(book, account, ILoanBook.List.RequestsFor, type(uint256).max, DASHBOARD_PAGE);
        rows = rows.min(DASHBOARD_ROWS);
        board.lent = ownOf(book, account, ILoanBook.List.Lent, type(uint256).max, rows);
        board.borrowed = ownOf(book, account, ILoanBook.List.Borrowed, type(uint256).max, rows);
        board.requested = ownOf(book, account, ILoanBook.List.Requested, type(uint256).max, rows);
    }

    // ── Open to anyone ───────────────────────────────────────────────────────────────────────────────────────────

    /// @notice What anyone may take, offers or requests, without what has expired: at most `limit` and MAX_PAGE, out of at
    /// most MAX_SCAN entries. If `limit` is 0, `next` is `before`, unless there are no entries at all.
    /// @dev Reads on past what has expired until the page is full: at first as many ids as the page has places, then as
    /// many as it lacks, but no fewer than MIN_STEP. A page of none reads nothing.
    function open(ILoanBook book, bool requests, uint256 before, uint256 limit) public view returns (Page memory page) {
        uint256 length = requests ? book.openRequestsLength() : book.openOffersLength();
        Item[] memory items = new Item[](limit.min(length).min(MAX_PAGE));
        page.next = length == 0 ? 0 : before;
        if (items.length == 0) return page;
        (uint256 count, uint256 left, uint256 step) = (0, MAX_SCAN, items.length);
        do {
            (uint256[] memory ids, uint256 next) = book.newestOpenIds(requests, page.next, step.min(left));
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
        assembly ("memory-safe") {
            mstore(items, count)
        }
        page.items = items;
    }

    /// @notice `open` as packed bytes, to search through many: id (4 bytes), lender of an offer or borrower of a request
    /// (20), principal (7), duration (4), apr (2), instalments (1), openUntil (5), length of the comment (2), comment; then
    /// the next one. At most MAX_PACKED entries are looked at, or as many as the gas or MAX_PACK_GAS lasts for.
    /// @dev Each entry is made in the memory behind the pack and then moved to its end, so that the same memory serves
    /// for all of them.
    function packed(
        ILoanBook book,
        bool requests,
        uint256 before,
        uint256 limit
    ) external view returns (bytes memory entries, uint256 next) {
        uint256 stopAt = gasleft().zeroFloorSub(MAX_PACK_GAS).max(LEAST_GAS_LEFT);
        uint256[] memory ids;
        (ids, next) = book.newestOpenIds(requests, before, limit.min(MAX_PACKED).min(gasleft() / ENTRY_GAS));
        ILoanBook.Summary memory loan;
        uint256 start = _freeMemory() + 32;
        uint256 end = start;
        for (uint256 i; i < ids.length; ++i) {
            if (i != 0 && gasleft() < stopAt) {
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
            entries := sub(start, 32)
            mstore(entries, sub(end, start))
        }
        // The rest of the last entry lies behind the pack, and is free memory.
        _setFreeMemory(((end + 31) / 32) * 32);
    }

    // ── Addressed to the account ─────────────────────────────────────────────────────────────────────────────────

    /// @notice Of the list OffersFor or RequestsFor, what the account may take now: at most `limit`, out of at most
    /// MAX_SCAN_ADDRESSED entries. If `limit` is 0, `next` is where the page begins.
    /// @dev Most entries have ended, and their comments are not read.
    function addressed(
        ILoanBook book,
        address account,
        ILoanBook.List list,
        uint256 before,
        uint256 limit
    ) public view returns (Page memory page) {
        uint256[] memory ids;
        (ids, page.next) = _newest(book, account, list, before, MAX_SCAN_ADDRESSED);
        uint256[] memory found = new uint256[](ids.length.min(limit));
        (uint256 count, uint256 examined) = (0, 0);
        ILoanBook.Summary memory loan;
        for (; examined < ids.length && count < found.length; ++examined) {
            _readSummary(book, ids[examined], loan);
            if (_isTakable(loan)) found[count++] = ids[examined];
        }
        page.items = itemsOf(book, account, DynamicArrayLib.truncate(found, count));
        page.next -= examined;
    }

    // ── The account's own ────────────────────────────────────────────────────────────────────────────────────────

    /// @notice A page of the list Lent, Borrowed or Requested, at most MAX_ROWS. The next page begins below `before`, or the
    /// list's length if that is lower, less the number of rows.
    function ownOf(
        ILoanBook book,
        address account,
        ILoanBook.List list,
        uint256 before,
        uint256 limit
    ) public view returns (Own memory own) {
        own.length = _lengthOf(book, account, list);
        (uint256[] memory ids, ) = _newest(book, account, list, before, limit.min(MAX_ROWS));
        own.rows = new Row[](ids.length);
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
        (uint256[] memory ids, ) = _newest(book, account, ILoanBook.List.Borrowed, type(uint256).max, MAX_ROWS);
        person.examined = ids.length.min(MAX_HISTORY);
        uint256[] memory lenders = new uint256[](person.examined);
        ILoanBook.Summary memory loan;
        for (uint256 i; i < person.examined || (i < ids.length && person.active < active); ++i) {
            _readSummary(book, ids[i], loan);
            if (i < person.examined && _lasted(loan)) lenders[i] = uint160(loan.lender);
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

    function _countLent(ILoanBook book, address account, Person memory person) private view {
        (uint256[] memory ids, ) = _newest(book, account, ILoanBook.List.Lent, type(uint256).max, MAX_HISTORY);
        uint256[] memory borrowers = new uint256[](ids.length);
        ILoanBook.Summary memory loan;
        for (uint256 i; i < ids.length; ++i) {
            _readSummary(book, ids[i], loan);
            if (_lasted(loan)) borrowers[person.lent++] = uint160(loan.borrower);
        }
        person.borrowers = _distinct(borrowers);
    }

    /// @dev Whether a loan was taken and lasted a day: others can be made in one block, with borrowed money.
    function _lasted(ILoanBook.Summary memory loan) private view returns (bool) {
        return loan.startTs != 0 && !loan.brief && block.timestamp - loan.startTs >= 1 days;
    }

    /// @dev How many different numbers there are, without 0. Sorts them.
    function _distinct(uint256[] memory numbers) private pure returns (uint256) {
        LibSort.sort(numbers);
        LibSort.uniquifySorted(numbers);
        return numbers.length - (numbers.length != 0 && numbers[0] == 0 ? 1 : 0);
    }

    function _lengthOf(ILoanBook book, address account, ILoanBook.List list) private view returns (uint256 length) {
        (, length) = book.idsOf(list, account, 0, 0);
    }

    /// @dev The newest ids before place `before`, and the place where they end. The book's pages are oldest first.
    function _newest(
        ILoanBook book,
        address account,
        ILoanBook.List list,
        uint256 before,
        uint256 limit
    ) private view returns (uint256[] memory ids, uint256 end) {
        end = before.min(_lengthOf(book, account, list));
        uint256 count = end.min(limit);
        (ids, ) = book.idsOf(list, account, end - count, count);
        LibSort.reverse(ids);
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
}
