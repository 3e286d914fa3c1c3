// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {FixedPointMathLib} from "solady/utils/FixedPointMathLib.sol";
import {SafeCastLib} from "solady/utils/SafeCastLib.sol";
import {SafeTransferLib} from "solady/utils/SafeTransferLib.sol";
import {Comment} from "./Comment.sol";
import {Escrow} from "./Escrow.sol";
import {ILoanBook} from "./ILoanBook.sol";
import {IdBoard} from "./IdBoard.sol";
import {IdList} from "./IdList.sol";
import {LoanLists} from "./LoanLists.sol";
import {LoanMath} from "./LoanMath.sol";
import {Signed} from "./Signed.sol";

/// @title ILoanBook, optimised for gas
/// @notice ILoanBook documents the behaviour. Most of the gas goes into storage writes, so fields that are written
/// together are packed into one slot, and values that can be derived are not stored.
/// Refusals are `if … revert`: `require` computes the arguments of its error even where it holds.
contract LoanBook is LoanLists, Escrow, Signed {
    using FixedPointMathLib for uint256;
    using IdBoard for IdBoard.Board;
    using IdList for IdList.List;
    using LoanMath for ILoanBook.Summary;
    using SafeCastLib for uint256;
    using SafeTransferLib for address;

    uint256 public constant MAX_PRINCIPAL = type(uint56).max;
    uint256 public constant MAX_DURATION = type(uint32).max;
    uint256 public constant MAX_APR = type(uint16).max;
    uint256 public constant MAX_INSTALMENTS = 60;
    uint256 public constant MAX_OPEN_DAYS = type(uint8).max;
    uint256 public constant MAX_COMMENT = 280;

    /// @dev What `Entry` says of a loan beside its addresses and timestamps. The status follows from it:
    ///
    /// | mark      | startTs == 0: nobody took it | startTs != 0: taken           |
    /// | --------- | ---------------------------- | ----------------------------- |
    /// | Plain     | Open                         | Active, nothing paid          |
    /// | Requested | Requested                    | never                         |
    /// | Amended   | never                        | Active, see the third slot    |
    /// | Closed    | Cancelled                    | Repaid: `repaid` is the total |
    /// | Forgiven  | never                        | Forgiven, see the third slot  |
    enum Mark {
        Plain,
        Requested,
        Amended,
        Closed,
        Forgiven
    }

    /// @dev Storage layout of a loan: two packed slots, and two more that are written only if they are needed.
    /// Timestamps are uint32: from the year 2106 on nothing can be published or taken, but what exists can still be
    /// cancelled and repaid. No block of a live chain has timestamp 0, which here means "not yet".
    struct Entry {
        address lender;
        uint56 principal;
        uint32 duration;
        uint8 instalments;
        // Second slot. `createdAt` keeps it from being zero, so that taking the loan updates a slot, which costs less
        // gas than filling an empty one.
        address borrower;
        uint32 createdAt;
        uint32 startTs;
        uint16 apr;
        Mark mark;
        uint8 openDays;
        // Third slot: written by a payment in parts and by an extension. `noted` is what of `repaid` was recorded by
        // the lender, `late` whether a part came while the loan was overdue.
        uint72 repaid;
        uint72 noted;
        uint32 extraTime;
        bool late;
        // Fourth slot.
        bytes32 comment;
    }

    mapping(uint256 id => Entry) private _entries;

    constructor(address token_) Escrow(token_) {}

    // ── Lender ───────────────────────────────────────────────────────────────────────────────────────────────────

    /// @inheritdoc ILoanBook
    function createOffer(
        uint256 principal,
        uint256 duration,
        uint256 apr,
        string calldata comment
    ) external nonReentrant returns (uint256 id) {
        return _createOffer(address(0), Terms(principal, duration, apr, 1), comment, 0);
    }

    /// @inheritdoc ILoanBook
    function createOfferFor(
        address borrower,
        Terms calldata terms,
        string calldata comment,
        uint256 openDays
    ) external nonReentrant returns (uint256 id) {
        return _createOffer(borrower, terms, comment, openDays);
    }

    /// @inheritdoc ILoanBook
    function createOfferWithPermit(
        address borrower,
        Terms calldata terms,
        string calldata comment,
        uint256 openDays,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external nonReentrant returns (uint256 id) {
        _permit(terms.principal, deadline, v, r, s);
        return _createOffer(borrower, terms, comment, openDays);
    }

    /// @inheritdoc ILoanBook
    function cancelOffer(uint256 id) external nonReentrant {
        Summary memory loan = _read(id);
        if (loan.status != Status.Open) revert OfferNotOpen(id, loan.status);
        if (loan.lender != msg.sender && !loan.isExpired()) revert NotTheLender(id, msg.sender);

        if (loan.borrower == address(0)) _board.removeOffer(id);
        _entries[id].mark = Mark.Closed;

        emit OfferCancelled(id);

        if (!_trySend(loan.lender, loan.principal)) _hold(id, loan.lender, loan.principal);
    }

    /// @inheritdoc ILoanBook
    function fundRequest(uint256 id, address borrower, Terms calldata terms) external nonReentrant {
        _fund(id, borrower, terms);
    }

    /// @inheritdoc ILoanBook
    function fundRequestWithPermit(
        uint256 id,
        address borrower,
        Terms calldata terms,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external nonReentrant {
        _permit(terms.principal, deadline, v, r, s);
        _fund(id, borrower, terms);
    }

    /// @inheritdoc ILoanBook
    function fundSigned(
        SignedRequest calldata request,
        bytes calldata signature
    ) external nonReentrant returns (uint256 id) {
        return _fundSigned(request, signature);
    }

    /// @inheritdoc ILoanBook
    function fundSignedWithPermit(
        SignedRequest calldata request,
        bytes calldata signature,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external nonReentrant returns (uint256 id) {
        _permit(request.terms.principal, deadline, v, r, s);
        return _fundSigned(request, signature);
    }

    /// @inheritdoc ILoanBook
    function repaySigned(
        SignedPayment calldata payment,
        bytes calldata signature
    ) external nonReentrant returns (uint256 paid) {
        (uint256 id, address payer, uint256 amount) = (payment.id, payment.payer, payment.amount);
        Summary memory loan = _read(id);
        if (loan.lender != payment.lender || loan.borrower != payment.borrower) revert TermsChanged(id);
        _requireUnspent(payer, payment.number);
        paid = _pay(id, loan, amount, payer, false);

        _takeAuthorized(payer, amount, payment.deadline, _nonceOf(payment), signature);
        if (!_trySend(loan.lender, paid)) _hold(id, loan.lender, paid);
        // If somebody paid meanwhile, less is owed than was signed.
        unchecked {
            if (paid != amount) token.safeTransfer(payer, amount - paid);
        }
    }

    /// @inheritdoc ILoanBook
    function recordPayment(
        uint256 id,
        address borrower,
        uint256 amount,
        uint256 repaid
    ) external nonReentrant returns (uint256 paid) {
        Summary memory loan = _readActive(id, borrower);
        if (repaid != loan.repaid) revert TermsChanged(id);
        return _pay(id, loan, amount, msg.sender, true);
    }

    /// @inheritdoc ILoanBook
    function extend(uint256 id, address borrower, uint256 dueTs) external nonReentrant {
        Summary memory loan = _readActive(id, borrower);
        if (dueTs <= loan.dueTs) revert NothingToExtend(id);
        uint256 extra = dueTs - loan.startTs - loan.duration;
        if (extra > MAX_DURATION) revert DurationOutOfRange(extra, MAX_DURATION);

        Entry storage entry = _entries[id];
        (entry.mark, entry.extraTime) = (Mark.Amended, uint32(extra));

        emit Extended(id, dueTs);
    }

    /// @inheritdoc ILoanBook
    function forgive(uint256 id, address borrower, uint256 amount) external nonReentrant {
        Summary memory loan = _readActive(id, borrower);
        if (amount != loan.owedOn()) revert TermsChanged(id);

        (uint256 noted, bool late) = _historyOf(id, loan);
        _entries[id].mark = Mark.Forgiven;
        _countEnded(loan, loan.repaid, noted, late);

        emit Forgiven(id, amount);
    }

    // ── Borrower ─────────────────────────────────────────────────────────────────────────────────────────────────

    /// @inheritdoc ILoanBook
    function acceptOffer(uint256 id) external nonReentrant {
        _accept(id, _read(id));
    }

    /// @inheritdoc ILoanBook
    function acceptOfferWithTerms(uint256 id, address lender, Terms calldata terms) external nonReentrant {
        Summary memory loan = _read(id);
        if (loan.lender != lender || !loan.hasTerms(terms)) revert TermsChanged(id);
        _accept(id, loan);
    }

    /// @inheritdoc ILoanBook
    function createRequest(
        address lender,
        Terms calldata terms,
        string calldata comment,
        uint256 openDays
    ) external nonReentrant returns (uint256 id) {
        _check(terms, comment, openDays);
        if (lender == msg.sender) revert AddressedToBorrower(msg.sender);

        id = lender == address(0) ? _board.addRequest() : _board.skip();
        _write(id, lender, msg.sender, terms, openDays);
        _entries[id].mark = Mark.Requested;
        if (bytes(comment).length != 0) _entries[id].comment = Comment.pack(comment);
        if (lender != address(0)) _requestsFor[lender].push(id);
        _requestsBy[msg.sender].push(id);

        emit RequestCreated(id, msg.sender, terms.principal, terms.duration, terms.apr, comment);
        if (lender != address(0)) emit RequestAddressed(id, lender);
        _announce(id, terms.instalments, openDays);
    }

    /// @inheritdoc ILoanBook
    function cancelRequest(uint256 id) external nonReentrant {
        Summary memory loan = _read(id);
        if (loan.status != Status.Requested) revert RequestNotOpen(id, loan.status);
        if (loan.borrower != msg.sender && !loan.isExpired()) revert NotTheBorrower(id, msg.sender);

        if (loan.lender == address(0)) _board.removeRequest(id);
        _entries[id].mark = Mark.Closed;

        emit RequestCancelled(id);
    }

    /// @inheritdoc ILoanBook
    function repay(uint256 id, uint256 amount) external nonReentrant returns (uint256 paid) {
        return _repay(id, _read(id), amount);
    }

    /// @inheritdoc ILoanBook
    function repayWithPermit(
        uint256 id,
        address lender,
        address borrower,
        uint256 amount,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external nonReentrant returns (uint256 paid) {
        Summary memory loan = _read(id);
        if (loan.lender != lender || loan.borrower != borrower) revert TermsChanged(id);
        _permit(amount, deadline, v, r, s);
        return _repay(id, loan, amount);
    }

    // ── Views ────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @inheritdoc ILoanBook
    function getOffer(uint256 id) public view returns (Loan memory loan) {
        Summary memory found = _read(id);
        (loan.lender, loan.borrower, loan.principal) = (found.lender, found.borrower, found.principal);
        (loan.apr, loan.duration, loan.startTs) = (found.apr, found.duration, found.startTs);
        (loan.dueTs, loan.repaid, loan.createdAt) = (found.dueTs, found.repaid, found.createdAt);
        (loan.status, loan.comment) = (found.status, Comment.unpack(_entries[id].comment));
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
    function termsOf(uint256 id) external view returns (Terms memory) {
        Summary memory loan = _read(id);
        return Terms(loan.principal, loan.duration, loan.apr, loan.instalments);
    }

    /// @inheritdoc ILoanBook
    function openUntil(uint256 id) external view returns (uint256) {
        return _read(id).openUntil;
    }

    /// @inheritdoc ILoanBook
    function summaryOf(uint256 id) public view returns (Summary memory loan) {
        loan = _read(id);
        loan.owed = loan.owedOn();
    }

    /// @inheritdoc ILoanBook
    function detailsOf(uint256 id) external view returns (Summary memory, string memory) {
        return (summaryOf(id), Comment.unpack(_entries[id].comment));
    }

    /// @inheritdoc ILoanBook
    function owed(uint256 id) external view returns (uint256) {
        return _read(id).owedOn();
    }

    /// @inheritdoc ILoanBook
    function expectedBy(uint256 id, uint256 time) external view returns (uint256) {
        return _read(id).expectedBy(time);
    }

    // ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────

    function _createOffer(
        address borrower,
        Terms memory terms,
        string calldata comment,
        uint256 openDays
    ) private returns (uint256 id) {
        _check(terms, comment, openDays);
        if (borrower == msg.sender) revert AddressedToLender(msg.sender);

        id = borrower == address(0) ? _board.addOffer() : _board.skip();
        _write(id, msg.sender, borrower, terms, openDays);
        if (bytes(comment).length != 0) _entries[id].comment = Comment.pack(comment);
        _offersBy[msg.sender].push(id);
        if (borrower != address(0)) _offersFor[borrower].push(id);

        emit OfferCreated(id, msg.sender, terms.principal, terms.duration, terms.apr, comment);
        if (borrower != address(0)) emit OfferAddressed(id, borrower);
        _announce(id, terms.instalments, openDays);

        _takeFromCaller(address(this), terms.principal);
    }

    function _check(Terms memory terms, string calldata comment, uint256 openDays) private pure {
        (uint256 principal, uint256 duration) = (terms.principal, terms.duration);
        (uint256 apr, uint256 parts) = (terms.apr, terms.instalments);
        if (principal == 0 || principal > MAX_PRINCIPAL) revert PrincipalOutOfRange(principal, MAX_PRINCIPAL);
        if (duration == 0 || duration > MAX_DURATION) revert DurationOutOfRange(duration, MAX_DURATION);
        if (apr == 0 || apr > MAX_APR) revert AprOutOfRange(apr, MAX_APR);
        if (parts == 0 || parts > MAX_INSTALMENTS) revert InstalmentsOutOfRange(parts, MAX_INSTALMENTS);
        if (openDays > MAX_OPEN_DAYS) revert OpenDaysOutOfRange(openDays, MAX_OPEN_DAYS);
        if (bytes(comment).length > MAX_COMMENT) revert CommentTooLong(bytes(comment).length, MAX_COMMENT);
    }

    /// @dev The terms must be checked: here they are truncated to their width. A cast that may revert comes before the
    /// writes: between jumps the compiler writes a slot once.
    function _write(uint256 id, address lender, address borrower, Terms memory terms, uint256 openDays) private {
        uint32 createdAt = block.timestamp.toUint32();
        Entry storage entry = _entries[id];
        (entry.lender, entry.principal, entry.duration, entry.instalments) = (
            lender,
            uint56(terms.principal),
            uint32(terms.duration),
            uint8(terms.instalments)
        );
        (entry.borrower, entry.createdAt, entry.apr, entry.openDays) = (
            borrower,
            createdAt,
            uint16(terms.apr),
            uint8(openDays)
        );
    }

    function _announce(uint256 id, uint256 instalments, uint256 openDays) private {
        if (instalments != 1) emit Planned(id, instalments);
        if (openDays != 0) emit OpenUntil(id, block.timestamp + (openDays * 1 days));
    }

    function _accept(uint256 id, Summary memory loan) private {
        if (loan.status != Status.Open) revert OfferNotOpen(id, loan.status);
        if (loan.lender == msg.sender) revert OwnOffer(id);
        if (loan.borrower != address(0) && loan.borrower != msg.sender) revert AddressedToAnother(id, loan.borrower);
        if (loan.isExpired()) revert Expired(id);

        if (loan.borrower == address(0)) _board.removeOffer(id);
        uint32 startTs = block.timestamp.toUint32();
        Entry storage entry = _entries[id];
        (entry.borrower, entry.startTs) = (msg.sender, startTs);
        _loansOf[msg.sender].push(id);

        // Cannot overflow: the summands have 32 bits.
        unchecked {
            emit LoanAccepted(id, msg.sender, block.timestamp, block.timestamp + loan.duration);
        }

        token.safeTransfer(msg.sender, loan.principal);
    }

    function _fund(uint256 id, address borrower, Terms calldata terms) private {
        Summary memory loan = _read(id);
        if (loan.borrower != borrower || !loan.hasTerms(terms)) revert TermsChanged(id);
        if (loan.status != Status.Requested) revert RequestNotOpen(id, loan.status);
        if (borrower == msg.sender) revert OwnRequest(id);
        if (loan.lender != address(0) && loan.lender != msg.sender) revert AddressedToAnother(id, loan.lender);
        if (loan.isExpired()) revert Expired(id);

        Entry storage entry = _entries[id];
        if (loan.lender == address(0)) {
            _board.removeRequest(id);
            entry.lender = msg.sender;
        }
        (entry.startTs, entry.mark) = (block.timestamp.toUint32(), Mark.Plain);
        _lend(id, borrower, loan.principal, loan.duration);
    }

    function _fundSigned(SignedRequest calldata request, bytes calldata signature) private returns (uint256 id) {
        (address borrower, Terms calldata terms) = (request.borrower, request.terms);
        _check(terms, request.comment, 0);
        if (borrower == msg.sender) revert OwnRequest(0);
        if (request.lender != address(0) && request.lender != msg.sender) revert AddressedToAnother(0, request.lender);
        _use(request, signature);

        id = _board.skip();
        _write(id, msg.sender, borrower, terms, 0);
        _entries[id].startTs = uint32(block.timestamp);
        if (bytes(request.comment).length != 0) _entries[id].comment = Comment.pack(request.comment);

        emit RequestSigned(
            id,
            borrower,
            request.number,
            terms.principal,
            terms.duration,
            terms.apr,
            request.comment
        );
        _announce(id, terms.instalments, 0);
        _lend(id, borrower, terms.principal, terms.duration);
    }

    /// @dev The caller lends to somebody who asked for it.
    function _lend(uint256 id, address borrower, uint256 principal, uint256 duration) private {
        _offersBy[msg.sender].push(id);
        _loansOf[borrower].push(id);

        emit RequestFunded(id, msg.sender);
        // Cannot overflow: the summands have 32 bits.
        unchecked {
            emit LoanAccepted(id, borrower, block.timestamp, block.timestamp + duration);
        }

        _takeFromCaller(borrower, principal);
    }

    function _repay(uint256 id, Summary memory loan, uint256 amount) private returns (uint256 paid) {
        paid = _pay(id, loan, amount, msg.sender, false);

        if (token.trySafeTransferFrom(msg.sender, loan.lender, paid)) return paid;
        // If the payer lacks balance or allowance, _takeFromCaller reverts too. Otherwise the lender cannot receive
        // tokens, which must not keep the borrower in debt.
        _hold(id, loan.lender, paid);
        _takeFromCaller(address(this), paid);
    }

    /// @dev What a payment changes, however it is made. Only one that is noted comes from the lender.
    function _pay(
        uint256 id,
        Summary memory loan,
        uint256 amount,
        address payer,
        bool isNoted
    ) private returns (uint256 paid) {
        if (loan.status != Status.Active) revert LoanNotActive(id, loan.status);
        if (!isNoted && loan.lender == payer) revert OwnLoan(id);
        if (amount == 0) revert NothingToPay(id);

        uint256 total = loan.totalOf();
        uint256 repaid;
        // Cannot overflow: less than the total was repaid, which has 72 bits.
        unchecked {
            paid = amount.min(total - loan.repaid);
            repaid = loan.repaid + paid;
        }
        (uint256 noted, bool late) = _historyOf(id, loan);
        if (isNoted) noted += paid;
        Entry storage entry = _entries[id];
        if (repaid == total) {
            entry.mark = Mark.Closed;
            _countEnded(loan, repaid, noted, late);
        } else {
            entry.mark = Mark.Amended;
            (entry.repaid, entry.noted, entry.late) = (uint72(repaid), uint72(noted), late);
        }

        emit Repaid(id, loan.borrower, paid, repaid);
        if (payer != loan.borrower) emit PaidBy(id, payer);
    }

    // ── Storage ──────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev Everything but `owed`; `Mark` has the table. A loan repaid in one payment never writes the third slot.
    function _read(uint256 id) private view returns (Summary memory loan) {
        Entry storage entry = _entries[id];
        loan.lender = entry.lender;
        loan.principal = entry.principal;
        loan.duration = entry.duration;
        loan.instalments = entry.instalments;
        loan.borrower = entry.borrower;
        loan.createdAt = entry.createdAt;
        loan.startTs = entry.startTs;
        loan.apr = entry.apr;
        (Mark mark, uint256 openDays) = (entry.mark, entry.openDays);
        if (openDays != 0) loan.openUntil = loan.createdAt + (openDays * 1 days);
        if (loan.startTs != 0) {
            // Cannot overflow: the summands have 32 bits.
            unchecked {
                loan.dueTs = loan.startTs + loan.duration;
                if (mark != Mark.Plain) (loan.repaid, loan.dueTs) = (entry.repaid, loan.dueTs + entry.extraTime);
            }
            if (mark == Mark.Closed) (loan.status, loan.repaid) = (Status.Repaid, loan.totalOf());
            else loan.status = mark == Mark.Forgiven ? Status.Forgiven : Status.Active;
        } else if (mark == Mark.Closed) {
            loan.status = Status.Cancelled;
        } else if (loan.createdAt != 0) {
            loan.status = mark == Mark.Requested ? Status.Requested : Status.Open;
        }
    }

    /// @dev An active loan that the caller gave to this borrower.
    function _readActive(uint256 id, address borrower) private view returns (Summary memory loan) {
        loan = _read(id);
        if (loan.status != Status.Active) revert LoanNotActive(id, loan.status);
        if (loan.lender != msg.sender) revert NotTheLender(id, msg.sender);
        if (loan.borrower != borrower) revert TermsChanged(id);
    }

    /// @dev Of an active loan: what of `repaid` was only noted, and whether it is overdue or was when a part was paid.
    function _historyOf(uint256 id, Summary memory loan) private view returns (uint256 noted, bool late) {
        if (loan.repaid != 0) (noted, late) = (_entries[id].noted, _entries[id].late);
        late = late || loan.isOverdue();
    }
}
