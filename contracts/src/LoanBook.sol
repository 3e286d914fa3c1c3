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
import {LoanEntries} from "./LoanEntries.sol";
import {LoanLists} from "./LoanLists.sol";
import {LoanMath} from "./LoanMath.sol";
import {Signed} from "./Signed.sol";

/// @title ILoanBook, optimised for gas
/// @notice ILoanBook documents the behaviour, LoanEntries the storage.
/// Refusals are `if … revert`: `require` computes the arguments of its error even where it holds.
contract LoanBook is LoanLists, Escrow, LoanEntries, Signed {
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

        _takeAuthorized(payer, amount, payment.validBefore, _nonceOf(payment), signature);
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
        return _createRequest(lender, terms, comment, openDays);
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
        _writeComment(id, comment);
        _offersBy[msg.sender].push(id);

        emit OfferCreated(id, msg.sender, terms.principal, terms.duration, terms.apr, comment);
        if (borrower != address(0)) {
            _offersFor[borrower].push(id);
            emit OfferAddressed(id, borrower);
        }
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

    function _announce(uint256 id, uint256 instalments, uint256 openDays) private {
        if (instalments != 1) emit Planned(id, instalments);
        if (openDays != 0) emit OpenUntil(id, block.timestamp + (openDays * 1 days));
    }

    function _accept(uint256 id, Summary memory loan) private {
        if (loan.status != Status.Open) revert OfferNotOpen(id, loan.status);
        if (loan.lender == msg.sender) revert OwnOffer(id);
        // The board here and not below: to compare the addressee once saves 60 gas.
        if (loan.borrower == address(0)) _board.removeOffer(id);
        else if (loan.borrower != msg.sender) revert AddressedToAnother(id, loan.borrower);
        if (loan.isExpired()) revert Expired(id);

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

    function _createRequest(
        address lender,
        Terms memory terms,
        string calldata comment,
        uint256 openDays
    ) private returns (uint256 id) {
        _check(terms, comment, openDays);
        if (lender == msg.sender) revert AddressedToBorrower(msg.sender);

        id = lender == address(0) ? _board.addRequest() : _board.skip();
        _write(id, lender, msg.sender, terms, openDays);
        _entries[id].mark = Mark.Requested;
        _writeComment(id, comment);
        _requestsBy[msg.sender].push(id);

        emit RequestCreated(id, msg.sender, terms.principal, terms.duration, terms.apr, comment);
        if (lender != address(0)) {
            _requestsFor[lender].push(id);
            emit RequestAddressed(id, lender);
        }
        _announce(id, terms.instalments, openDays);
    }

    function _fund(uint256 id, address borrower, Terms calldata terms) private {
        Summary memory loan = _read(id);
        if (loan.borrower != borrower || !loan.hasTerms(terms)) revert TermsChanged(id);
        if (loan.status != Status.Requested) revert RequestNotOpen(id, loan.status);
        _checkLender(id, borrower, loan.lender);
        if (loan.isExpired()) revert Expired(id);

        Entry storage entry = _entries[id];
        if (loan.lender == address(0)) {
            _board.removeRequest(id);
            entry.lender = msg.sender;
        }
        (entry.startTs, entry.mark) = (block.timestamp.toUint32(), Mark.Plain);
        _lend(id, borrower, loan.principal, loan.duration);
    }

    /// @dev Whether the caller may lend to `borrower`, who asks `lender` alone unless that is zero.
    function _checkLender(uint256 id, address borrower, address lender) private view {
        if (borrower == msg.sender) revert OwnRequest(id);
        if (lender != address(0) && lender != msg.sender) revert AddressedToAnother(id, lender);
    }

    function _fundSigned(SignedRequest calldata request, bytes calldata signature) private returns (uint256 id) {
        (address borrower, Terms memory terms) = (request.borrower, request.terms);
        _check(terms, request.comment, 0);
        _checkLender(0, borrower, request.lender);
        _use(request, signature);

        id = _board.skip();
        _write(id, msg.sender, borrower, terms, 0);
        _entries[id].startTs = uint32(block.timestamp);
        _writeComment(id, request.comment);

        emit RequestSigned(id, borrower, request.number, terms.principal, terms.duration, terms.apr, request.comment);
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

        (uint256 total, uint256 repaid) = (loan.totalOf(), loan.repaid);
        // Cannot overflow: less than the total was repaid, which has 72 bits.
        unchecked {
            paid = amount.min(total - repaid);
            repaid += paid;
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
}
