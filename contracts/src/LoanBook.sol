// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {FixedPointMathLib} from "solady/utils/FixedPointMathLib.sol";
import {SafeCastLib} from "solady/utils/SafeCastLib.sol";
import {SafeTransferLib} from "solady/utils/SafeTransferLib.sol";
import {Comment} from "./Comment.sol";
import {Escrow} from "./Escrow.sol";
import {ILoanBook} from "./ILoanBook.sol";
import {IdBoard} from "./IdBoard.sol";
import {LoanEntries} from "./LoanEntries.sol";
import {LoanMath} from "./LoanMath.sol";
import {Signed} from "./Signed.sol";

/// @title ILoanBook, optimised for gas
/// @notice ILoanBook documents the behaviour, LoanEntries the storage.
/// Refusals are `if … revert`: `require` computes the arguments of its error even where it holds.
contract LoanBook is LoanEntries, Escrow, Signed {
    using FixedPointMathLib for uint256;
    using IdBoard for IdBoard.Board;
    using LoanMath for Summary;
    using SafeCastLib for uint256;
    using SafeTransferLib for address;

    // The limits of what ILoanBook takes. That of a comment is in bytes.
    uint256 public constant MAX_PRINCIPAL = type(uint56).max;
    uint256 public constant MAX_DURATION = type(uint32).max;
    uint256 public constant MAX_APR = type(uint16).max;
    uint256 public constant MAX_INSTALMENTS = 60;
    uint256 public constant MAX_OPEN_DAYS = type(uint8).max;
    uint256 public constant MAX_COMMENT = 280;
    uint256 public constant MAX_CIRCLE = 6;

    constructor(address token_) Escrow(token_) {}

    // ── Lender ───────────────────────────────────────────────────────────────────────────────────────────────────

    function createOffer(
        uint256 principal,
        uint256 duration,
        uint256 apr,
        string calldata comment
    ) external nonReentrant returns (uint256 id) {
        return _createOffer(address(0), Terms(principal, duration, apr, 1), comment, 0);
    }

    function createOfferFor(
        address borrower,
        Terms calldata terms,
        string calldata comment,
        uint256 openDays
    ) external nonReentrant returns (uint256 id) {
        return _createOffer(borrower, terms, comment, openDays);
    }

    function cancelOffer(uint256 id) external nonReentrant {
        Summary memory loan = _read(id);
        if (loan.status != Status.Open) revert OfferNotOpen(id, loan.status);
        if (loan.lender != msg.sender && !loan.isExpired()) revert NotYours(id, msg.sender);

        if (loan.borrower == address(0)) _board.removeOffer(id);
        _entries[id].mark = CLOSED;

        emit OfferCancelled(id);

        if (!_trySend(loan.lender, loan.principal)) _hold(id, loan.lender, loan.principal);
    }

    function fundRequest(uint256 id, address borrower, Terms calldata terms) external nonReentrant {
        Summary memory loan = _read(id);
        if (loan.borrower != borrower || !loan.hasTerms(terms)) revert TermsChanged(id);
        if (loan.status != Status.Requested) revert RequestNotOpen(id, loan.status);
        _checkLender(id, borrower, loan.lender);
        if (loan.isExpired()) revert Expired(id);

        if (loan.lender == address(0)) _board.removeRequest(id);
        uint32 startTs = block.timestamp.toUint32();
        uint32 lender = _add(List.Lent, msg.sender, id);
        _add(List.Borrowed, borrower, id);
        Entry storage entry = _entries[id];
        (entry.lender, entry.startTs, entry.mark) = (lender, startTs, PLAIN);
        _lend(id, borrower, loan.principal, loan.duration);
    }

    function fundSigned(
        SignedRequest calldata request,
        bytes calldata signature
    ) external nonReentrant returns (uint256 id) {
        (address borrower, Terms memory terms) = (request.borrower, request.terms);
        _check(terms, request.comment, 0);
        _checkLender(0, borrower, request.lender);
        _use(request, signature);

        id = _board.skip();
        uint32 lender = _add(List.Lent, msg.sender, id);
        _write(id, lender, _add(List.Borrowed, borrower, id), terms, 0, PLAIN);
        _entries[id].startTs = uint32(block.timestamp);
        Comment.write(_entries[id].comment, request.comment);

        emit RequestSigned(id, borrower, request.number, terms.principal, terms.duration, terms.apr, request.comment);
        _announce(id, terms.instalments, 0);
        _lend(id, borrower, terms.principal, terms.duration);
    }

    function repaySigned(
        SignedPayment calldata payment,
        bytes calldata signature
    ) external nonReentrant returns (uint256 paid) {
        (uint256 id, address payer, uint256 amount) = (payment.id, payment.payer, payment.amount);
        Summary memory loan = _readActive(id);
        if (loan.lender != payment.lender || loan.borrower != payment.borrower) revert TermsChanged(id);
        if (loan.lender == payer) revert OwnLoan(id);
        _requireUnspent(payer, payment.number);
        paid = _pay(id, loan, amount, payer, block.timestamp);

        _takeAuthorized(payment, _nonceOf(payment), signature);
        if (!_trySend(loan.lender, paid)) _hold(id, loan.lender, paid);
        // If somebody paid meanwhile, less is owed than was signed.
        unchecked {
            if (paid != amount) token.safeTransfer(payer, amount - paid);
        }
    }

    function recordPayment(
        uint256 id,
        address borrower,
        uint256 amount,
        uint256 noted,
        uint256 paidAt
    ) external nonReentrant returns (uint256) {
        Summary memory loan = _readLent(id, borrower);
        if (paidAt < loan.startTs || paidAt > block.timestamp) revert PaidAtOutOfRange(paidAt, loan.startTs);
        return _record(id, loan, amount, noted, paidAt);
    }

    function settleCircle(
        uint256[] calldata ids,
        uint256 amount,
        uint256[] calldata noted,
        uint256 deadline,
        bytes[] calldata signatures
    ) external nonReentrant {
        uint256 count = ids.length;
        if (count < 2 || count > MAX_CIRCLE || noted.length != count || signatures.length != count) revert NotACircle();
        if (block.timestamp > deadline) revert SignatureExpired(deadline);

        address[] memory lenders = new address[](count);
        address debtor = _read(ids[count - 1]).borrower;
        for (uint256 i; i < count; ++i) {
            Summary memory loan = _readActive(ids[i]);
            if (loan.lender != debtor) revert NotACircle();
            for (uint256 j; j < i; ++j) {
                if (lenders[j] == debtor) revert NotACircle();
            }
            if (_record(ids[i], loan, amount, noted[i], block.timestamp) < amount) revert AmountAboveDebt(ids[i]);
            (lenders[i], debtor) = (debtor, loan.borrower);
        }
        bytes32 digest = _circleDigest(ids, lenders, amount, noted, deadline);
        for (uint256 i; i < count; ++i) {
            _requireSigned(lenders[i], digest, signatures[i]);
        }
    }

    function extend(uint256 id, address borrower, uint256 dueTs) external nonReentrant {
        Summary memory loan = _readLent(id, borrower);
        if (dueTs <= loan.dueTs) revert NothingToExtend(id);
        uint256 extra = dueTs - loan.startTs - loan.duration;
        if (extra > MAX_DURATION) revert OutOfRange(extra, MAX_DURATION);

        loan.dueTs = dueTs;
        bool late = loan.late && loan.isOverdueAt(block.timestamp);
        Entry storage entry = _entries[id];
        entry.mark = late ? AMENDED | LATE : AMENDED;
        (entry.repaid, entry.extraTime) = (uint72(loan.repaid), uint32(extra));

        emit Extended(id, dueTs);
    }

    function forgive(uint256 id, address borrower, uint256 amount) external nonReentrant {
        Summary memory loan = _readLent(id, borrower);
        uint256 waived = loan.owedOn();
        if (waived > amount) revert TermsChanged(id);

        _entries[id].repaid = uint72(loan.repaid);
        _end(id, FORGIVEN, loan, loan.repaid, loan.noted, loan.isLateAt(block.timestamp));

        emit Forgiven(id, waived);
    }

    // ── Borrower ─────────────────────────────────────────────────────────────────────────────────────────────────

    function acceptOffer(uint256 id) external nonReentrant {
        _accept(id);
    }

    function acceptOfferWithTerms(uint256 id, address lender, Terms calldata terms) external nonReentrant {
        Summary memory loan = _read(id);
        if (loan.lender != lender || !loan.hasTerms(terms)) revert TermsChanged(id);
        _accept(id);
    }

    function createRequest(
        address lender,
        Terms calldata terms,
        string calldata comment,
        uint256 openDays
    ) external nonReentrant returns (uint256 id) {
        _check(terms, comment, openDays);
        if (lender == msg.sender) revert AddressedToSelf(msg.sender);

        id = lender == address(0) ? _board.addRequest() : _board.skip();
        uint32 borrower = _add(List.Requested, msg.sender, id);
        uint32 addressee = lender == address(0) ? 0 : _add(List.RequestsFor, lender, id);
        _write(id, addressee, borrower, terms, openDays, REQUESTED);
        Comment.write(_entries[id].comment, comment);

        emit RequestCreated(id, msg.sender, terms.principal, terms.duration, terms.apr, comment);
        if (lender != address(0)) emit RequestAddressed(id, lender);
        _announce(id, terms.instalments, openDays);
    }

    function cancelRequest(uint256 id) external nonReentrant {
        Summary memory loan = _read(id);
        if (loan.status != Status.Requested) revert RequestNotOpen(id, loan.status);
        if (loan.borrower != msg.sender && !loan.isExpired()) revert NotYours(id, msg.sender);

        if (loan.lender == address(0)) _board.removeRequest(id);
        _entries[id].mark = CLOSED;

        emit RequestCancelled(id);
    }

    function repay(uint256 id, uint256 amount) external nonReentrant returns (uint256) {
        return _repay(id, _readActive(id), amount);
    }

    function repayLoan(
        uint256 id,
        address lender,
        address borrower,
        uint256 amount
    ) external nonReentrant returns (uint256) {
        Summary memory loan = _readActive(id);
        if (loan.lender != lender || loan.borrower != borrower) revert TermsChanged(id);
        return _repay(id, loan, amount);
    }

    // ── Several commands at once ─────────────────────────────────────────────────────────────────────────────────

    /// @dev Not locked, and without results: each call locks for itself. Not payable, like the whole contract, so that no
    /// call can count the same ether twice.
    function multicall(bytes[] calldata calls) external {
        for (uint256 i; i < calls.length; ++i) {
            bytes calldata data = calls[i];
            assembly ("memory-safe") {
                let free := mload(0x40)
                calldatacopy(free, data.offset, data.length)
                if iszero(delegatecall(gas(), address(), free, data.length, 0, 0)) {
                    returndatacopy(free, 0, returndatasize())
                    revert(free, returndatasize())
                }
            }
        }
    }

    // ── Views ────────────────────────────────────────────────────────────────────────────────────────────────────

    function getOffer(uint256 id) public view returns (Loan memory loan) {
        Summary memory found = _read(id);
        (loan.lender, loan.borrower, loan.principal) = (found.lender, found.borrower, found.principal);
        (loan.apr, loan.duration, loan.startTs) = (found.apr, found.duration, found.startTs);
        (loan.dueTs, loan.repaid, loan.createdAt) = (found.dueTs, found.repaid, found.createdAt);
        (loan.status, loan.comment) = (found.status, Comment.read(_entries[id].comment));
    }

    /// @notice The fields of getOffer, as a tuple.
    /// @dev It is encoded like the struct, without the offset in front.
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
        bytes memory encoded = abi.encode(getOffer(id));
        assembly ("memory-safe") {
            return(add(encoded, 64), sub(mload(encoded), 32))
        }
    }

    function summaryOf(uint256 id) public view returns (Summary memory loan) {
        loan = _read(id);
        loan.owed = loan.owedOn();
    }

    function detailsOf(uint256 id) external view returns (Summary memory, string memory) {
        return (summaryOf(id), Comment.read(_entries[id].comment));
    }

    function owed(uint256 id) external view returns (uint256) {
        return _read(id).owedOn();
    }

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
        if (borrower == msg.sender) revert AddressedToSelf(msg.sender);

        id = borrower == address(0) ? _board.addOffer() : _board.skip();
        uint32 lender = _add(List.Lent, msg.sender, id);
        uint32 addressee = borrower == address(0) ? 0 : _add(List.OffersFor, borrower, id);
        _write(id, lender, addressee, terms, openDays, PLAIN);
        Comment.write(_entries[id].comment, comment);

        emit OfferCreated(id, msg.sender, terms.principal, terms.duration, terms.apr, comment);
        if (borrower != address(0)) emit OfferAddressed(id, borrower);
        _announce(id, terms.instalments, openDays);

        _takeFromCaller(address(this), terms.principal);
    }

    function _check(Terms memory terms, string calldata comment, uint256 openDays) private pure {
        (uint256 principal, uint256 duration, uint256 apr) = (terms.principal, terms.duration, terms.apr);
        uint256 parts = terms.instalments;
        if (principal == 0 || principal > MAX_PRINCIPAL) revert OutOfRange(principal, MAX_PRINCIPAL);
        if (duration == 0 || duration > MAX_DURATION) revert OutOfRange(duration, MAX_DURATION);
        if (apr == 0 || apr > MAX_APR) revert OutOfRange(apr, MAX_APR);
        if (parts == 0 || parts > MAX_INSTALMENTS) revert OutOfRange(parts, MAX_INSTALMENTS);
        if (openDays > MAX_OPEN_DAYS) revert OutOfRange(openDays, MAX_OPEN_DAYS);
        if (bytes(comment).length > MAX_COMMENT) revert OutOfRange(bytes(comment).length, MAX_COMMENT);
    }

    function _announce(uint256 id, uint256 instalments, uint256 openDays) private {
        if (instalments != 1) emit Planned(id, instalments);
        if (openDays != 0) emit OpenUntil(id, block.timestamp + (openDays * 1 days));
    }

    /// @dev Reads the one slot that it needs instead of a Summary: this is the command that should cost least.
    function _accept(uint256 id) private {
        Entry storage entry = _entries[id];
        (uint256 lender, uint256 borrower, uint256 principal) = (entry.lender, entry.borrower, entry.principal);
        (uint256 createdAt, uint256 openDays, uint256 duration) = (entry.createdAt, entry.openDays, entry.duration);
        if (createdAt == 0 || uint256(entry.startTs) | entry.mark != 0) revert OfferNotOpen(id, _read(id).status);
        uint32 number = _add(List.Borrowed, msg.sender, id);
        if (lender == number) revert OwnLoan(id);
        // The board here and not below: to compare the addressee once saves 60 gas.
        if (borrower == 0) _board.removeOffer(id);
        else if (borrower != number) revert AddressedToAnother(id, _accountOf(borrower));
        if (openDays != 0 && block.timestamp > createdAt + (openDays * 1 days)) revert Expired(id);

        uint32 startTs = block.timestamp.toUint32();
        (entry.borrower, entry.startTs) = (number, startTs);

        // Cannot overflow: the summands have 32 bits.
        unchecked {
            emit LoanAccepted(id, msg.sender, block.timestamp, block.timestamp + duration);
        }

        token.safeTransfer(msg.sender, principal);
    }

    /// @dev Whether the caller may lend to `borrower`, who asks `lender` alone unless that is zero.
    function _checkLender(uint256 id, address borrower, address lender) private view {
        if (borrower == msg.sender) revert OwnLoan(id);
        if (lender != address(0) && lender != msg.sender) revert AddressedToAnother(id, lender);
    }

    /// @dev The caller lends to somebody who asked for it.
    function _lend(uint256 id, address borrower, uint256 principal, uint256 duration) private {
        emit RequestFunded(id, msg.sender);
        // Cannot overflow: the summands have 32 bits.
        unchecked {
            emit LoanAccepted(id, borrower, block.timestamp, block.timestamp + duration);
        }

        _takeFromCaller(borrower, principal);
    }

    function _repay(uint256 id, Summary memory loan, uint256 amount) private returns (uint256 paid) {
        if (loan.lender == msg.sender) revert OwnLoan(id);
        paid = _pay(id, loan, amount, msg.sender, block.timestamp);

        if (token.trySafeTransferFrom(msg.sender, loan.lender, paid)) return paid;
        // If the payer lacks balance or allowance, _takeFromCaller reverts too. Otherwise the lender cannot receive
        // tokens, which must not keep the borrower in debt.
        _hold(id, loan.lender, paid);
        _takeFromCaller(address(this), paid);
    }

    /// @dev A payment that the lender received elsewhere. `noted` is what they had recorded before.
    function _record(
        uint256 id,
        Summary memory loan,
        uint256 amount,
        uint256 noted,
        uint256 paidAt
    ) private returns (uint256 paid) {
        if (noted != loan.noted) revert TermsChanged(id);
        paid = _pay(id, loan, amount, loan.lender, paidAt);

        emit PaidElsewhere(id, paidAt);
    }

    /// @dev Stores a payment on an active loan. Whether it was late depends on `paidAt`. The lender does not pay, but only
    /// records payments.
    function _pay(
        uint256 id,
        Summary memory loan,
        uint256 amount,
        address payer,
        uint256 paidAt
    ) private returns (uint256 paid) {
        if (amount == 0) revert NothingToPay(id);

        (uint256 total, uint256 repaid, uint256 noted) = (loan.totalOf(), loan.repaid, loan.noted);
        // Cannot overflow: less than the total was repaid, which has 72 bits.
        unchecked {
            paid = amount.min(total - repaid);
            repaid += paid;
        }
        bool late = loan.isLateAt(paidAt);
        if (payer == loan.lender) noted += paid;
        if (repaid == total) _end(id, CLOSED, loan, repaid, noted, late);
        else _writePaid(id, loan, repaid, noted, late);

        emit Repaid(id, loan.borrower, paid, repaid);
        if (payer != loan.borrower) emit PaidBy(id, payer);
    }

    /// @dev Borrowed money can repay any number of loans in one block, so those that end within a day count in no record.
    function _end(uint256 id, uint8 mark, Summary memory loan, uint256 repaid, uint256 noted, bool late) private {
        bool brief = block.timestamp - loan.startTs < 1 days;
        Entry storage entry = _entries[id];
        entry.mark = mark | (brief ? BRIEF : PLAIN) | (late ? LATE : PLAIN);
        _count(entry.borrower, loan.principal, repaid, noted, late, brief);
    }
}
