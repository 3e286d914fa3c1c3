// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LibBit} from "solady/utils/LibBit.sol";
import {ReentrancyGuardTransient} from "solady/utils/ReentrancyGuardTransient.sol";
import {SSTORE2} from "solady/utils/SSTORE2.sol";
import {SafeCastLib} from "solady/utils/SafeCastLib.sol";
import {SafeTransferLib} from "solady/utils/SafeTransferLib.sol";
import {ILoanBook} from "./ILoanBook.sol";

interface IPermit {
    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external;
}

/// @title LoanBook
/// @notice ILoanBook says what it does; here is how. What a transaction costs is mostly how many words it writes, so
/// everything a loan needs lies in two, and its status follows from them instead of being kept beside them.
///
/// The token is trusted to move exactly what it is told to, out of no other account than it is told to. What else it may
/// do (refuse an address, keep a part on the way in, answer false or nothing, call back) harms nobody's money here.
contract LoanBook is ILoanBook, ReentrancyGuardTransient {
    using SafeTransferLib for address;
    using SafeCastLib for uint256;

    uint256 public constant MAX_PRINCIPAL = type(uint64).max;
    uint256 public constant MAX_DURATION = type(uint32).max;
    uint256 public constant MAX_APR = type(uint16).max;
    uint256 public constant MAX_COMMENT = 280;

    /// @dev Moments are kept in 32 bits: after the year 2106 nothing new begins here, and what began can still be
    /// cancelled and paid.
    struct Entry {
        address lender;
        uint64 principal;
        uint32 duration;
        // One word ends here.
        address borrower;
        uint32 createdAt;
        uint32 startTs;
        uint16 apr;
        bool partlyRepaid;
        bool closed;
        // Another ends here; the rest is written only when there is something to say.
        uint256 partialPayments;
        string shortComment;
        address longComment;
    }

    /// @dev Ids in the order in which they came. The newest five share a word with the counters, so that to add one is
    /// to write one word; each time five are full, they are also copied to where they stay.
    struct List {
        uint32 length;
        uint32 repaid;
        uint32 repaidLate;
        uint160 newestFive;
        mapping(uint256 => uint160) fives;
    }

    address public immutable token;

    uint32 private _lastId;
    mapping(uint256 => Entry) private _entries;
    /// @dev One bit for each open offer that anyone may take: bit `id % 256` of word `id / 256`.
    mapping(uint256 => uint256) private _openBits;
    mapping(address => List) private _byLender;
    /// @dev These also count what became of the loans.
    mapping(address => List) private _byBorrower;
    mapping(address => List) private _forBorrower;

    /// @inheritdoc ILoanBook
    mapping(address => uint256) public claimable;

    constructor(address token_) {
        require(token_.code.length != 0, TokenWithoutCode(token_));
        token = token_;
    }

    // ── Lender ───────────────────────────────────────────────────────────────────────────────────────────────────

    /// @inheritdoc ILoanBook
    function createOffer(uint256 principal, uint256 duration, uint256 apr, string calldata comment)
        external
        nonReentrant
        returns (uint256 id)
    {
        return _createOffer(address(0), principal, duration, apr, comment);
    }

    /// @inheritdoc ILoanBook
    function createOfferFor(address borrower, uint256 principal, uint256 duration, uint256 apr, string calldata comment)
        external
        nonReentrant
        returns (uint256 id)
    {
        return _createOffer(borrower, principal, duration, apr, comment);
    }

    /// @inheritdoc ILoanBook
    function createOfferWithPermit(
        address borrower,
        uint256 principal,
        uint256 duration,
        uint256 apr,
        string calldata comment,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external nonReentrant returns (uint256 id) {
        _permit(principal, deadline, v, r, s);
        return _createOffer(borrower, principal, duration, apr, comment);
    }

    function _createOffer(address borrower, uint256 principal, uint256 duration, uint256 apr, string calldata comment)
        private
        returns (uint256 id)
    {
        require(principal != 0 && principal <= MAX_PRINCIPAL, PrincipalOutOfRange(principal, MAX_PRINCIPAL));
        require(duration != 0 && duration <= MAX_DURATION, DurationOutOfRange(duration, MAX_DURATION));
        require(apr != 0 && apr <= MAX_APR, AprOutOfRange(apr, MAX_APR));
        require(bytes(comment).length <= MAX_COMMENT, CommentTooLong(bytes(comment).length, MAX_COMMENT));
        require(borrower != msg.sender, AddressedToLender(msg.sender));

        id = ++_lastId;
        Entry storage entry = _entries[id];
        entry.lender = msg.sender;
        entry.principal = uint64(principal);
        entry.duration = uint32(duration);
        entry.borrower = borrower;
        entry.createdAt = block.timestamp.toUint32();
        entry.apr = uint16(apr);
        _writeComment(entry, comment);
        _push(_byLender[msg.sender], id);
        if (borrower == address(0)) {
            _flipOpenBit(id);
        } else {
            _push(_forBorrower[borrower], id);
        }

        emit OfferCreated(id, msg.sender, principal, duration, apr, comment);
        if (borrower != address(0)) emit OfferAddressed(id, borrower);

        _takeIn(principal);
    }

    /// @inheritdoc ILoanBook
    function cancelOffer(uint256 id) external nonReentrant {
        Entry storage entry = _openOffer(id);
        require(msg.sender == entry.lender, NotTheLender(id, msg.sender));

        if (entry.borrower == address(0)) _flipOpenBit(id);
        else entry.closed = true;

        emit OfferCancelled(id);

        token.safeTransfer(msg.sender, entry.principal);
    }

    /// @inheritdoc ILoanBook
    function withdraw() external nonReentrant returns (uint256 amount) {
        amount = claimable[msg.sender];
        require(amount != 0, NothingToWithdraw(msg.sender));

        claimable[msg.sender] = 0;

        emit Withdrawn(msg.sender, amount);

        token.safeTransfer(msg.sender, amount);
    }

    // ── Borrower ─────────────────────────────────────────────────────────────────────────────────────────────────

    /// @inheritdoc ILoanBook
    function acceptOffer(uint256 id) external nonReentrant {
        Entry storage entry = _openOffer(id);
        address addressee = entry.borrower;
        require(msg.sender != entry.lender, OwnOffer(id));
        require(addressee == address(0) || addressee == msg.sender, AddressedToAnother(id, addressee));

        if (addressee == address(0)) _flipOpenBit(id);
        entry.borrower = msg.sender;
        entry.startTs = block.timestamp.toUint32();
        _push(_byBorrower[msg.sender], id);

        emit LoanAccepted(id, msg.sender, block.timestamp, block.timestamp + entry.duration);

        token.safeTransfer(msg.sender, entry.principal);
    }

    /// @inheritdoc ILoanBook
    function repay(uint256 id, uint256 amount) external nonReentrant returns (uint256 paid) {
        return _repay(id, amount);
    }

    /// @inheritdoc ILoanBook
    function repayWithPermit(uint256 id, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
        nonReentrant
        returns (uint256 paid)
    {
        _permit(amount, deadline, v, r, s);
        return _repay(id, amount);
    }

    function _repay(uint256 id, uint256 amount) private returns (uint256 paid) {
        Entry storage entry = _entries[id];
        Status status = _statusOf(id, entry);
        require(status == Status.Active, LoanNotActive(id, status));
        require(amount != 0, NothingToPay(id));

        uint256 total = _totalOf(entry);
        uint256 repaid = _repaidOf(entry, status);
        address borrower = entry.borrower;
        if (amount < total - repaid) {
            paid = amount;
            entry.partlyRepaid = true;
            entry.partialPayments = repaid + paid;
        } else {
            paid = total - repaid;
            entry.closed = true;
            List storage loansTaken = _byBorrower[borrower];
            ++loansTaken.repaid;
            if (block.timestamp > _dueTsOf(entry)) ++loansTaken.repaidLate;
        }

        emit Repaid(id, borrower, paid, repaid + paid);

        address lender = entry.lender;
        if (!token.trySafeTransferFrom(msg.sender, lender, paid)) _holdPayment(id, lender, paid);
    }

    /// @dev The token did not move the payment. If the fault is the payer's, it does not move it to the book either, and
    /// all is undone; else it is the lender who cannot be paid, and the borrower must not suffer from that.
    function _holdPayment(uint256 id, address lender, uint256 amount) private {
        claimable[lender] += amount;

        emit PaymentHeld(id, lender, amount);

        _takeIn(amount);
    }

    // ── What the book says ───────────────────────────────────────────────────────────────────────────────────────

    /// @inheritdoc ILoanBook
    function nextId() external view returns (uint256) {
        return uint256(_lastId) + 1;
    }

    /// @inheritdoc ILoanBook
    function getOffer(uint256 id) public view returns (Loan memory loan) {
        Entry storage entry = _entries[id];
        loan.lender = entry.lender;
        loan.borrower = entry.borrower;
        loan.principal = entry.principal;
        loan.apr = entry.apr;
        loan.duration = entry.duration;
        loan.startTs = entry.startTs;
        loan.createdAt = entry.createdAt;
        loan.status = _statusOf(id, entry);
        loan.comment = _commentOf(entry);
        if (loan.startTs != 0) {
            loan.dueTs = _dueTsOf(entry);
            loan.repaid = _repaidOf(entry, loan.status);
        }
    }

    /// @inheritdoc ILoanBook
    function loans(uint256 id)
        external
        view
        returns (
            address lender,
            address borrower,
            uint256 principal,
            uint256 apr,
            uint256 duration,
            uint256 startTs,
            uint256 dueTs,
            uint256 repaid,
            uint256 createdAt,
            Status status,
            string memory comment
        )
    {
        Loan memory loan = getOffer(id);
        (lender, borrower, principal) = (loan.lender, loan.borrower, loan.principal);
        (apr, duration, startTs) = (loan.apr, loan.duration, loan.startTs);
        (dueTs, repaid, createdAt) = (loan.dueTs, loan.repaid, loan.createdAt);
        (status, comment) = (loan.status, loan.comment);
    }

    /// @inheritdoc ILoanBook
    function owed(uint256 id) external view returns (uint256) {
        Entry storage entry = _entries[id];
        Status status = _statusOf(id, entry);
        return status == Status.Active ? _totalOf(entry) - _repaidOf(entry, status) : 0;
    }

    /// @inheritdoc ILoanBook
    function recordOf(address person) external view returns (Record memory) {
        List storage loansTaken = _byBorrower[person];
        return Record(loansTaken.length, loansTaken.repaid, loansTaken.repaidLate);
    }

    // ── Lists ────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @inheritdoc ILoanBook
    function allOffersLength() external view returns (uint256) {
        return _lastId;
    }

    /// @inheritdoc ILoanBook
    function allOfferIds(uint256 index) external view returns (uint256 id) {
        require(index < _lastId, IndexOutOfRange(index, _lastId));
        return index + 1;
    }

    /// @inheritdoc ILoanBook
    function openOffersLength() public view returns (uint256 length) {
        for (uint256 word; word <= _lastId >> 8; ++word) {
            length += LibBit.popCount(_openBits[word]);
        }
    }

    /// @inheritdoc ILoanBook
    function openOfferIds(uint256 index) external view returns (uint256 id) {
        uint256[] memory page = _openPage(index, 1, false);
        require(page.length != 0, IndexOutOfRange(index, openOffersLength()));
        return page[0];
    }

    /// @inheritdoc ILoanBook
    function getOpenOfferIds(uint256 offset, uint256 limit) external view returns (uint256[] memory ids) {
        return _openPage(offset, limit, false);
    }

    /// @inheritdoc ILoanBook
    function getNewestOpenOfferIds(uint256 offset, uint256 limit) external view returns (uint256[] memory ids) {
        return _openPage(offset, limit, true);
    }

    /// @inheritdoc ILoanBook
    function offersByLenderLength(address lender) external view returns (uint256) {
        return _byLender[lender].length;
    }

    /// @inheritdoc ILoanBook
    function offersByLender(address lender, uint256 index) external view returns (uint256 id) {
        return _at(_byLender[lender], index);
    }

    /// @inheritdoc ILoanBook
    function getOffersByLenderIds(address lender, uint256 offset, uint256 limit)
        external
        view
        returns (uint256[] memory ids)
    {
        return _page(_byLender[lender], offset, limit);
    }

    /// @inheritdoc ILoanBook
    function loansByBorrowerLength(address borrower) external view returns (uint256) {
        return _byBorrower[borrower].length;
    }

    /// @inheritdoc ILoanBook
    function loansByBorrower(address borrower, uint256 index) external view returns (uint256 id) {
        return _at(_byBorrower[borrower], index);
    }

    /// @inheritdoc ILoanBook
    function getLoansByBorrowerIds(address borrower, uint256 offset, uint256 limit)
        external
        view
        returns (uint256[] memory ids)
    {
        return _page(_byBorrower[borrower], offset, limit);
    }

    /// @inheritdoc ILoanBook
    function offersForBorrowerLength(address borrower) external view returns (uint256) {
        return _forBorrower[borrower].length;
    }

    /// @inheritdoc ILoanBook
    function offersForBorrower(address borrower, uint256 index) external view returns (uint256 id) {
        return _at(_forBorrower[borrower], index);
    }

    /// @inheritdoc ILoanBook
    function getOffersForBorrowerIds(address borrower, uint256 offset, uint256 limit)
        external
        view
        returns (uint256[] memory ids)
    {
        return _page(_forBorrower[borrower], offset, limit);
    }

    // ── A loan, as it is kept ────────────────────────────────────────────────────────────────────────────────────

    /// @dev An offer that anyone may take is open while its bit is set. To cancel it is to clear the bit; only an
    /// addressed offer, which has none, is marked closed.
    function _statusOf(uint256 id, Entry storage entry) private view returns (Status) {
        if (entry.lender == address(0)) return Status.None;
        if (entry.startTs != 0) return entry.closed ? Status.Repaid : Status.Active;
        bool open = entry.borrower == address(0) ? _openBits[id >> 8] >> (id & 0xff) & 1 != 0 : !entry.closed;
        return open ? Status.Open : Status.Cancelled;
    }

    function _openOffer(uint256 id) private view returns (Entry storage entry) {
        entry = _entries[id];
        Status status = _statusOf(id, entry);
        require(status == Status.Open, OfferNotOpen(id, status));
    }

    function _dueTsOf(Entry storage entry) private view returns (uint256) {
        return uint256(entry.startTs) + entry.duration;
    }

    /// @dev Principal and interest, rounded up in the lender's favour.
    function _totalOf(Entry storage entry) private view returns (uint256) {
        uint256 principal = entry.principal;
        uint256 yearly = 10_000 * 365 days;
        return principal + (principal * entry.apr * entry.duration + yearly - 1) / yearly;
    }

    /// @dev A loan paid back in one go never writes `partialPayments`, nor does the last payment of another.
    function _repaidOf(Entry storage entry, Status status) private view returns (uint256) {
        if (status == Status.Repaid) return _totalOf(entry);
        return entry.partlyRepaid ? entry.partialPayments : 0;
    }

    /// @dev Up to 31 bytes take one word; more are cheaper as the code of a contract.
    function _writeComment(Entry storage entry, string calldata comment) private {
        if (bytes(comment).length > 31) entry.longComment = SSTORE2.write(bytes(comment));
        else if (bytes(comment).length != 0) entry.shortComment = comment;
    }

    function _commentOf(Entry storage entry) private view returns (string memory comment) {
        comment = entry.shortComment;
        if (bytes(comment).length == 0 && entry.longComment != address(0)) {
            comment = string(SSTORE2.read(entry.longComment));
        }
    }

    // ── Lists, as they are kept ──────────────────────────────────────────────────────────────────────────────────

    function _flipOpenBit(uint256 id) private {
        _openBits[id >> 8] ^= 1 << (id & 0xff);
    }

    function _openPage(uint256 offset, uint256 limit, bool newestFirst) private view returns (uint256[] memory ids) {
        ids = new uint256[](_pageLength(openOffersLength(), offset, limit));
        uint256 newestWord = _lastId >> 8;
        uint256 found;
        for (uint256 i; found < ids.length; ++i) {
            uint256 word = newestFirst ? newestWord - i : i;
            uint256 bits = _openBits[word];
            uint256 count = LibBit.popCount(bits);
            if (count <= offset) {
                offset -= count;
                continue;
            }
            while (bits != 0 && found < ids.length) {
                uint256 bit = newestFirst ? LibBit.fls(bits) : LibBit.ffs(bits);
                bits ^= 1 << bit;
                if (offset != 0) --offset;
                else ids[found++] = word << 8 | bit;
            }
        }
    }

    function _push(List storage list, uint256 id) private {
        uint256 length = ++list.length;
        uint160 newestFive = list.newestFive << 32 | uint160(id);
        list.newestFive = newestFive;
        if (length % 5 == 0) list.fives[length / 5 - 1] = newestFive;
    }

    function _at(List storage list, uint256 index) private view returns (uint256 id) {
        uint256 length = list.length;
        require(index < length, IndexOutOfRange(index, length));
        uint256 newer = length - 1 - index;
        return newer < 5 ? uint32(list.newestFive >> 32 * newer) : uint32(list.fives[index / 5] >> 32 * (4 - index % 5));
    }

    function _page(List storage list, uint256 offset, uint256 limit) private view returns (uint256[] memory ids) {
        ids = new uint256[](_pageLength(list.length, offset, limit));
        for (uint256 i; i < ids.length; ++i) {
            ids[i] = _at(list, offset + i);
        }
    }

    function _pageLength(uint256 length, uint256 offset, uint256 limit) private pure returns (uint256) {
        if (offset >= length) return 0;
        return limit < length - offset ? limit : length - offset;
    }

    // ── The token ────────────────────────────────────────────────────────────────────────────────────────────────

    function _takeIn(uint256 amount) private {
        uint256 before = token.balanceOf(address(this));
        token.safeTransferFrom(msg.sender, address(this), amount);
        uint256 received = token.balanceOf(address(this)) - before;
        require(received >= amount, TokenKeptAFee(amount, received));
    }

    /// @dev Whether it succeeds does not matter: someone may have sent the same permit first, and the transfer that
    /// follows needs the allowance anyhow.
    function _permit(uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) private {
        try IPermit(token).permit(msg.sender, address(this), value, deadline, v, r, s) {} catch {}
    }

    function _useTransientReentrancyGuardOnlyOnMainnet() internal pure override returns (bool) {
        return false;
    }
}
