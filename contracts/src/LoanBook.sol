// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "solady/tokens/ERC20.sol";
import {FixedPointMathLib} from "solady/utils/FixedPointMathLib.sol";
import {LibString} from "solady/utils/LibString.sol";
import {ReentrancyGuardTransient} from "solady/utils/ReentrancyGuardTransient.sol";
import {SSTORE2} from "solady/utils/SSTORE2.sol";
import {SafeCastLib} from "solady/utils/SafeCastLib.sol";
import {SafeTransferLib} from "solady/utils/SafeTransferLib.sol";
import {ILoanBook} from "./ILoanBook.sol";
import {IdList} from "./IdList.sol";
import {OfferBoard} from "./OfferBoard.sol";

/// @title ILoanBook, optimised for gas
/// @notice ILoanBook documents the behaviour. Most of the gas goes into storage writes, so fields that are written
/// together are packed into one slot, and values that can be derived are not stored.
///
/// Trust model: the token must not take more from this contract than it is told to. It may block an address, charge a
/// fee on transfer, return false or nothing, and reenter: none of that makes this contract owe more than it holds.
contract LoanBook is ILoanBook, ReentrancyGuardTransient {
    using FixedPointMathLib for uint256;
    using IdList for IdList.List;
    using OfferBoard for OfferBoard.Board;
    using SafeCastLib for uint256;
    using SafeTransferLib for address;

    uint256 public constant MAX_PRINCIPAL = type(uint64).max;
    uint256 public constant MAX_DURATION = type(uint32).max;
    uint256 public constant MAX_APR = type(uint16).max;
    uint256 public constant MAX_COMMENT = 280;

    /// @dev Storage layout of a loan: two packed slots, and two more that are written only if they are needed.
    /// Timestamps are uint32: from the year 2106 on nothing can be published or accepted, but what exists can still be
    /// cancelled and repaid.
    struct Entry {
        address lender;
        uint64 principal;
        uint32 duration;
        // Second slot. `createdAt` keeps it from being zero, so that accepting updates a slot, which costs less gas
        // than filling an empty one.
        address borrower;
        uint32 createdAt;
        uint32 startTs;
        uint16 apr;
        bool partlyRepaid;
        bool closed;
        uint256 partialPayments;
        // Up to 31 bytes: the comment, packed with its length. Longer: the address of an SSTORE2 contract with the
        // text.
        bytes32 comment;
    }

    address public immutable token;

    mapping(uint256 id => Entry) private _entries;
    OfferBoard.Board private _board;
    mapping(address lender => IdList.List) private _offersBy;
    mapping(address borrower => IdList.List) private _offersFor;
    mapping(address borrower => IdList.List) private _loansOf;

    /// @inheritdoc ILoanBook
    mapping(address lender => uint256) public claimable;

    constructor(address token_) {
        require(token_.code.length != 0, TokenWithoutCode(token_));
        token = token_;
    }

    // ── Lender ───────────────────────────────────────────────────────────────────────────────────────────────────

    /// @inheritdoc ILoanBook
    function createOffer(
        uint256 principal,
        uint256 duration,
        uint256 apr,
        string calldata comment
    ) external returns (uint256 id) {
        return createOfferFor(address(0), principal, duration, apr, comment);
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
    ) external returns (uint256 id) {
        _permit(principal, deadline, v, r, s);
        return createOfferFor(borrower, principal, duration, apr, comment);
    }

    /// @inheritdoc ILoanBook
    function createOfferFor(
        address borrower,
        uint256 principal,
        uint256 duration,
        uint256 apr,
        string calldata comment
    ) public nonReentrant returns (uint256 id) {
        require(principal != 0 && principal <= MAX_PRINCIPAL, PrincipalOutOfRange(principal, MAX_PRINCIPAL));
        require(duration != 0 && duration <= MAX_DURATION, DurationOutOfRange(duration, MAX_DURATION));
        require(apr != 0 && apr <= MAX_APR, AprOutOfRange(apr, MAX_APR));
        require(bytes(comment).length <= MAX_COMMENT, CommentTooLong(bytes(comment).length, MAX_COMMENT));
        require(borrower != msg.sender, AddressedToLender(msg.sender));

        id = _board.nextId({onBoard: borrower == address(0)});
        Entry storage entry = _entries[id];
        entry.lender = msg.sender;
        entry.principal = principal.toUint64();
        entry.duration = duration.toUint32();
        entry.borrower = borrower;
        entry.createdAt = block.timestamp.toUint32();
        entry.apr = apr.toUint16();
        if (bytes(comment).length != 0) entry.comment = _packComment(comment);
        _offersBy[msg.sender].push(id);
        if (borrower != address(0)) _offersFor[borrower].push(id);

        emit OfferCreated(id, msg.sender, principal, duration, apr, comment);
        if (borrower != address(0)) emit OfferAddressed(id, borrower);

        _takeIn(principal);
    }

    /// @inheritdoc ILoanBook
    function cancelOffer(uint256 id) external nonReentrant {
        Loan memory loan = _read(id);
        require(loan.status == Status.Open, OfferNotOpen(id, loan.status));
        require(loan.lender == msg.sender, NotTheLender(id, msg.sender));

        if (loan.borrower == address(0)) _board.remove(id);
        else _entries[id].closed = true;

        emit OfferCancelled(id);

        token.safeTransfer(loan.lender, loan.principal);
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
        Loan memory loan = _read(id);
        require(loan.status == Status.Open, OfferNotOpen(id, loan.status));
        require(loan.lender != msg.sender, OwnOffer(id));
        require(loan.borrower == address(0) || loan.borrower == msg.sender, AddressedToAnother(id, loan.borrower));

        if (loan.borrower == address(0)) _board.remove(id);
        Entry storage entry = _entries[id];
        (entry.borrower, entry.startTs) = (msg.sender, block.timestamp.toUint32());
        _loansOf[msg.sender].push(id);

        emit LoanAccepted(id, msg.sender, block.timestamp, block.timestamp + loan.duration);

        token.safeTransfer(msg.sender, loan.principal);
    }

    /// @inheritdoc ILoanBook
    function repayWithPermit(
        uint256 id,
        uint256 amount,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external returns (uint256 paid) {
        _permit(amount, deadline, v, r, s);
        return repay(id, amount);
    }

    /// @inheritdoc ILoanBook
    function repay(uint256 id, uint256 amount) public nonReentrant returns (uint256 paid) {
        Loan memory loan = _read(id);
        require(loan.status == Status.Active, LoanNotActive(id, loan.status));
        require(amount != 0, NothingToPay(id));

        uint256 rest = _totalOf(loan) - loan.repaid;
        paid = amount.min(rest);
        uint256 repaid = loan.repaid + paid;
        if (paid == rest) {
            _entries[id].closed = true;
            ++_loansOf[loan.borrower].repaid;
            if (block.timestamp > loan.dueTs) ++_loansOf[loan.borrower].repaidLate;
        } else {
            _entries[id].partlyRepaid = true;
            _entries[id].partialPayments = repaid;
        }

        emit Repaid(id, loan.borrower, paid, repaid);

        if (!token.trySafeTransferFrom(msg.sender, loan.lender, paid)) {
            // If the payer lacks balance or allowance, _takeIn reverts too. Otherwise the lender cannot receive tokens,
            // which must not keep the borrower in debt.
            claimable[loan.lender] += paid;
            emit PaymentHeld(id, loan.lender, paid);
            _takeIn(paid);
        }
    }

    // ── Views ────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @inheritdoc ILoanBook
    function nextId() external view returns (uint256) {
        return uint256(_board.lastId) + 1;
    }

    /// @inheritdoc ILoanBook
    function getOffer(uint256 id) public view returns (Loan memory loan) {
        loan = _read(id);
        loan.comment = _unpackComment(_entries[id].comment);
    }

    /// @inheritdoc ILoanBook
    function loans(
        uint256 id
    )
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
        (lender, borrower, principal, apr) = (loan.lender, loan.borrower, loan.principal, loan.apr);
        (duration, startTs, dueTs) = (loan.duration, loan.startTs, loan.dueTs);
        (repaid, createdAt, status, comment) = (loan.repaid, loan.createdAt, loan.status, loan.comment);
    }

    /// @inheritdoc ILoanBook
    function owed(uint256 id) external view returns (uint256) {
        Loan memory loan = _read(id);
        return loan.status == Status.Active ? _totalOf(loan) - loan.repaid : 0;
    }

    /// @inheritdoc ILoanBook
    function recordOf(address person) external view returns (Record memory record) {
        IdList.List storage list = _loansOf[person];
        (record.taken, record.repaid, record.repaidLate) = (list.length, list.repaid, list.repaidLate);
    }

    // ── Lists ────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @inheritdoc ILoanBook
    function allOffersLength() external view returns (uint256) {
        return _board.lastId;
    }

    /// @inheritdoc ILoanBook
    function allOfferIds(uint256 index) external view returns (uint256) {
        require(index < _board.lastId, IndexOutOfRange(index, _board.lastId));
        return index + 1;
    }

    /// @inheritdoc ILoanBook
    function openOffersLength() external view returns (uint256) {
        return _board.length;
    }

    /// @inheritdoc ILoanBook
    function openOfferIds(uint256 index) external view returns (uint256) {
        return _board.get(index);
    }

    /// @inheritdoc ILoanBook
    function getOpenOfferIds(uint256 offset, uint256 limit) external view returns (uint256[] memory) {
        return _board.page(offset, limit, false);
    }

    /// @inheritdoc ILoanBook
    function getNewestOpenOfferIds(uint256 offset, uint256 limit) external view returns (uint256[] memory) {
        return _board.page(offset, limit, true);
    }

    /// @inheritdoc ILoanBook
    function offersByLenderLength(address lender) external view returns (uint256) {
        return _offersBy[lender].length;
    }

    /// @inheritdoc ILoanBook
    function offersByLender(address lender, uint256 index) external view returns (uint256) {
        return _offersBy[lender].get(index);
    }

    /// @inheritdoc ILoanBook
    function getOffersByLenderIds(
        address lender,
        uint256 offset,
        uint256 limit
    ) external view returns (uint256[] memory) {
        return _offersBy[lender].page(offset, limit);
    }

    /// @inheritdoc ILoanBook
    function loansByBorrowerLength(address borrower) external view returns (uint256) {
        return _loansOf[borrower].length;
    }

    /// @inheritdoc ILoanBook
    function loansByBorrower(address borrower, uint256 index) external view returns (uint256) {
        return _loansOf[borrower].get(index);
    }

    /// @inheritdoc ILoanBook
    function getLoansByBorrowerIds(
        address borrower,
        uint256 offset,
        uint256 limit
    ) external view returns (uint256[] memory) {
        return _loansOf[borrower].page(offset, limit);
    }

    /// @inheritdoc ILoanBook
    function offersForBorrowerLength(address borrower) external view returns (uint256) {
        return _offersFor[borrower].length;
    }

    /// @inheritdoc ILoanBook
    function offersForBorrower(address borrower, uint256 index) external view returns (uint256) {
        return _offersFor[borrower].get(index);
    }

    /// @inheritdoc ILoanBook
    function getOffersForBorrowerIds(
        address borrower,
        uint256 offset,
        uint256 limit
    ) external view returns (uint256[] memory) {
        return _offersFor[borrower].page(offset, limit);
    }

    // ── Storage ──────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev Everything but the comment. The status is derived. A public offer is open while its bit on the board is
    /// set; cancelling clears the bit. An addressed offer has no bit; cancelling sets `closed`. On an accepted loan
    /// `closed` means repaid, and then `repaid` is the total: a loan repaid in one payment never writes
    /// `partialPayments`.
    function _read(uint256 id) private view returns (Loan memory loan) {
        Entry storage entry = _entries[id];
        loan.lender = entry.lender;
        loan.principal = entry.principal;
        loan.duration = entry.duration;
        loan.borrower = entry.borrower;
        loan.createdAt = entry.createdAt;
        loan.startTs = entry.startTs;
        loan.apr = entry.apr;
        (bool closed, bool partlyRepaid) = (entry.closed, entry.partlyRepaid);
        if (loan.startTs != 0) {
            loan.dueTs = loan.startTs + loan.duration;
            loan.status = closed ? Status.Repaid : Status.Active;
            if (closed) loan.repaid = _totalOf(loan);
            else if (partlyRepaid) loan.repaid = entry.partialPayments;
        } else if (loan.lender != address(0)) {
            bool open = loan.borrower == address(0) ? _board.has(id) : !closed;
            loan.status = open ? Status.Open : Status.Cancelled;
        }
    }

    /// @dev Principal plus interest, rounded up in the lender's favour.
    function _totalOf(Loan memory loan) private pure returns (uint256) {
        uint256 whole = 10_000 * 365 days;
        return loan.principal + (loan.principal * loan.apr * loan.duration + whole - 1) / whole;
    }

    function _packComment(string calldata comment) private returns (bytes32 packed) {
        if (bytes(comment).length < 32) return LibString.packOne(comment);
        return bytes32(uint256(uint160(SSTORE2.write(bytes(comment)))));
    }

    /// @dev The first byte tells the two apart: it is the length of a packed comment, and zero for an address.
    function _unpackComment(bytes32 packed) private view returns (string memory) {
        if (packed[0] != 0 || packed == 0) return LibString.unpackOne(packed);
        return string(SSTORE2.read(address(uint160(uint256(packed)))));
    }

    // ── Token transfers ──────────────────────────────────────────────────────────────────────────────────────────

    function _takeIn(uint256 amount) private {
        uint256 before = token.balanceOf(address(this));
        token.safeTransferFrom(msg.sender, address(this), amount);
        uint256 received = token.balanceOf(address(this)) - before;
        require(received >= amount, TokenKeptAFee(amount, received));
    }

    /// @dev Ignores a failure: the permit may have been front-run, and without the allowance the transfer that follows
    /// reverts anyway.
    function _permit(uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) private {
        try ERC20(token).permit(msg.sender, address(this), value, deadline, v, r, s) {} catch {}
    }

    /// @dev Keeps the reentrancy lock in transient storage on every chain; Solady's default is mainnet only.
    function _useTransientReentrancyGuardOnlyOnMainnet() internal pure override returns (bool) {
        return false;
    }
}
