// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "solady/tokens/ERC20.sol";
import {FixedPointMathLib} from "solady/utils/FixedPointMathLib.sol";
import {SafeCastLib} from "solady/utils/SafeCastLib.sol";
import {SafeTransferLib} from "solady/utils/SafeTransferLib.sol";
import {Comment} from "./Comment.sol";
import {ILoanBook} from "./ILoanBook.sol";
import {IdBoard} from "./IdBoard.sol";
import {IdList} from "./IdList.sol";
import {LoanLists} from "./LoanLists.sol";
import {Lock} from "./Lock.sol";

/// @title ILoanBook, optimised for gas
/// @notice ILoanBook documents the behaviour. Most of the gas goes into storage writes, so fields that are written
/// together are packed into one slot, and values that can be derived are not stored.
///
/// Trust model: the token must not take more from this contract than it is told to. It may block an address, charge a
/// fee on transfer, return false or nothing, and reenter: none of that makes this contract owe more than it holds.
contract LoanBook is LoanLists, Lock {
    using FixedPointMathLib for uint256;
    using IdBoard for IdBoard.Board;
    using IdList for IdList.List;
    using SafeCastLib for uint256;
    using SafeTransferLib for address;

    uint256 public constant MAX_PRINCIPAL = type(uint56).max;
    uint256 public constant MAX_DURATION = type(uint32).max;
    uint256 public constant MAX_APR = type(uint16).max;
    uint256 public constant MAX_INSTALMENTS = 60;
    uint256 public constant MAX_OPEN_DAYS = type(uint8).max;
    uint256 public constant MAX_COMMENT = 280;

    uint256 private constant WHOLE = 10_000 * 365 days; // 100 % for a year

    /// @dev What `Entry` says of a loan beside its addresses and timestamps. The status follows from it:
    ///
    /// | mark      | startTs == 0: nobody took it                        | startTs != 0: taken           |
    /// | --------- | --------------------------------------------------- | ----------------------------- |
    /// | Plain     | Open; if public and not on the board Cancelled      | Active, nothing paid          |
    /// | Requested | Requested; if public and not on the board Cancelled | never                         |
    /// | Amended   | never                                               | Active, see the third slot    |
    /// | Closed    | Cancelled                                           | Repaid: `repaid` is the total |
    /// | Forgiven  | never                                               | Forgiven, see the third slot  |
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
        // Third slot: written by a payment in parts and by an extension.
        uint128 repaid;
        uint128 extraTime;
        // Fourth slot.
        bytes32 comment;
    }

    address public immutable token;

    mapping(uint256 id => Entry) private _entries;

    /// @inheritdoc ILoanBook
    mapping(address lender => uint256) public claimable;

    constructor(address token_) {
        require(token_.code.length != 0, TokenWithoutCode(token_));
        uint256 decimals = ERC20(token_).decimals();
        require(decimals == DECIMALS, WrongDecimals(token_, decimals));
        token = token_;
    }

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
        // On the board is what is open to anyone: the second slot need not be read.
        bool isPublic = _board.has(id, IdBoard.OFFER);
        Status status = isPublic ? Status.Open : _read(id).status;
        require(status == Status.Open, OfferNotOpen(id, status));
        Entry storage entry = _entries[id];
        (address lender, uint256 principal) = (entry.lender, entry.principal);
        require(lender == msg.sender, NotTheLender(id, msg.sender));

        if (isPublic) _board.removeOffer(id);
        else entry.mark = Mark.Closed;

        emit OfferCancelled(id);

        if (!_trySend(lender, principal)) _hold(id, lender, principal);
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
    function extend(uint256 id, uint256 extraTime) external nonReentrant {
        Summary memory loan = _readActiveOf(msg.sender, id);
        require(extraTime != 0, NothingToExtend(id));
        Entry storage entry = _entries[id];
        uint256 extra = extraTime.saturatingAdd(entry.extraTime);
        require(extra <= MAX_DURATION, DurationOutOfRange(extra, MAX_DURATION));

        (entry.mark, entry.extraTime) = (Mark.Amended, uint128(extra));

        emit Extended(id, loan.dueTs + extraTime);
    }

    /// @inheritdoc ILoanBook
    function forgive(uint256 id) external nonReentrant {
        Summary memory loan = _readActiveOf(msg.sender, id);

        _entries[id].mark = Mark.Forgiven;
        if (loan.repaid >= loan.principal) _countRepaid(loan.borrower, loan.repaid, block.timestamp > loan.dueTs);

        emit Forgiven(id, _owed(loan));
    }

    /// @inheritdoc ILoanBook
    function withdraw() external returns (uint256 amount) {
        return withdrawTo(msg.sender);
    }

    /// @inheritdoc ILoanBook
    function withdrawTo(address to) public nonReentrant returns (uint256 amount) {
        require(to != address(this) && to != address(0), WithdrawnToNobody());
        amount = claimable[msg.sender];
        require(amount != 0, NothingToWithdraw(msg.sender));

        claimable[msg.sender] = 0;

        emit Withdrawn(msg.sender, amount);

        token.safeTransfer(to, amount);
    }

    // ── Borrower ─────────────────────────────────────────────────────────────────────────────────────────────────

    /// @inheritdoc ILoanBook
    function acceptOffer(uint256 id) external nonReentrant {
        _accept(id, _read(id));
    }

    /// @inheritdoc ILoanBook
    function acceptOfferAs(uint256 id, address lender, Terms calldata terms) external nonReentrant {
        Summary memory loan = _read(id);
        require(loan.lender == lender && _haveTerms(loan, terms), TermsChanged(id));
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
        require(lender != msg.sender, AddressedToBorrower(msg.sender));

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
        require(loan.status == Status.Requested, RequestNotOpen(id, loan.status));
        require(loan.borrower == msg.sender, NotTheBorrower(id, msg.sender));

        if (loan.lender == address(0)) _board.removeRequest(id);
        else _entries[id].mark = Mark.Closed;

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
        uint256 amount,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external nonReentrant returns (uint256 paid) {
        Summary memory loan = _read(id);
        require(loan.lender == lender, TermsChanged(id));
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
        loan.owed = _owed(loan);
    }

    /// @inheritdoc ILoanBook
    function detailsOf(uint256 id) external view returns (Summary memory, string memory) {
        return (summaryOf(id), Comment.unpack(_entries[id].comment));
    }

    /// @inheritdoc ILoanBook
    function owed(uint256 id) external view returns (uint256) {
        return _owed(_read(id));
    }

    /// @inheritdoc ILoanBook
    function expectedBy(uint256 id, uint256 time) external view returns (uint256) {
        Summary memory loan = _read(id);
        if (loan.status != Status.Active || time <= loan.startTs) return 0;
        uint256 elapsed = time.min(loan.dueTs + 1) - loan.startTs;
        // Instalment k is due before `time` if (dueTs − startTs) · k < elapsed · instalments.
        uint256 due = (elapsed * loan.instalments - 1) / (loan.dueTs - loan.startTs);
        return (_totalOf(loan) * due.min(loan.instalments)).divUp(loan.instalments);
    }

    // ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────

    function _createOffer(
        address borrower,
        Terms memory terms,
        string calldata comment,
        uint256 openDays
    ) private returns (uint256 id) {
        _check(terms, comment, openDays);
        require(borrower != msg.sender, AddressedToLender(msg.sender));

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
        require(principal != 0 && principal <= MAX_PRINCIPAL, PrincipalOutOfRange(principal, MAX_PRINCIPAL));
        require(duration != 0 && duration <= MAX_DURATION, DurationOutOfRange(duration, MAX_DURATION));
        require(apr != 0 && apr <= MAX_APR, AprOutOfRange(apr, MAX_APR));
        require(parts != 0 && parts <= MAX_INSTALMENTS, InstalmentsOutOfRange(parts, MAX_INSTALMENTS));
        require(openDays <= MAX_OPEN_DAYS, OpenDaysOutOfRange(openDays, MAX_OPEN_DAYS));
        require(bytes(comment).length <= MAX_COMMENT, CommentTooLong(bytes(comment).length, MAX_COMMENT));
    }

    /// @dev The terms must be checked: here they are truncated to their width.
    function _write(uint256 id, address lender, address borrower, Terms memory terms, uint256 openDays) private {
        Entry storage entry = _entries[id];
        (entry.lender, entry.principal, entry.duration, entry.instalments) = (
            lender,
            uint56(terms.principal),
            uint32(terms.duration),
            uint8(terms.instalments)
        );
        (entry.borrower, entry.createdAt, entry.apr, entry.openDays) = (
            borrower,
            block.timestamp.toUint32(),
            uint16(terms.apr),
            uint8(openDays)
        );
    }

    function _announce(uint256 id, uint256 instalments, uint256 openDays) private {
        if (instalments != 1) emit Planned(id, instalments);
        if (openDays != 0) emit OpenUntil(id, block.timestamp + (openDays * 1 days));
    }

    function _accept(uint256 id, Summary memory loan) private {
        require(loan.status == Status.Open, OfferNotOpen(id, loan.status));
        require(loan.lender != msg.sender, OwnOffer(id));
        require(loan.borrower == address(0) || loan.borrower == msg.sender, AddressedToAnother(id, loan.borrower));
        require(loan.openUntil == 0 || block.timestamp <= loan.openUntil, Expired(id));

        if (loan.borrower == address(0)) _board.removeOffer(id);
        Entry storage entry = _entries[id];
        (entry.borrower, entry.startTs) = (msg.sender, block.timestamp.toUint32());
        _loansOf[msg.sender].push(id);

        emit LoanAccepted(id, msg.sender, block.timestamp, block.timestamp + loan.duration);

        token.safeTransfer(msg.sender, loan.principal);
    }

    function _fund(uint256 id, address borrower, Terms calldata terms) private {
        Summary memory loan = _read(id);
        require(loan.borrower == borrower && _haveTerms(loan, terms), TermsChanged(id));
        require(loan.status == Status.Requested, RequestNotOpen(id, loan.status));
        require(borrower != msg.sender, OwnRequest(id));
        require(loan.lender == address(0) || loan.lender == msg.sender, AddressedToAnother(id, loan.lender));
        require(loan.openUntil == 0 || block.timestamp <= loan.openUntil, Expired(id));

        Entry storage entry = _entries[id];
        if (loan.lender == address(0)) {
            _board.removeRequest(id);
            entry.lender = msg.sender;
        }
        (entry.startTs, entry.mark) = (block.timestamp.toUint32(), Mark.Plain);
        _offersBy[msg.sender].push(id);
        _loansOf[borrower].push(id);

        emit RequestFunded(id, msg.sender);
        emit LoanAccepted(id, borrower, block.timestamp, block.timestamp + loan.duration);

        _takeFromCaller(borrower, loan.principal);
    }

    function _repay(uint256 id, Summary memory loan, uint256 amount) private returns (uint256 paid) {
        require(loan.status == Status.Active, LoanNotActive(id, loan.status));
        require(amount != 0, NothingToPay(id));

        uint256 total = _totalOf(loan);
        paid = amount.min(total - loan.repaid);
        uint256 repaid = loan.repaid + paid;
        Entry storage entry = _entries[id];
        if (repaid == total) {
            entry.mark = Mark.Closed;
            _countRepaid(loan.borrower, repaid, block.timestamp > loan.dueTs);
        } else {
            (entry.mark, entry.repaid) = (Mark.Amended, uint128(repaid));
        }

        emit Repaid(id, loan.borrower, paid, repaid);
        if (msg.sender != loan.borrower) emit PaidBy(id, msg.sender);

        if (msg.sender == loan.lender) return paid;
        uint256 before = token.balanceOf(loan.lender);
        if (token.trySafeTransferFrom(msg.sender, loan.lender, paid)) return paid;
        // A token that answers false may have moved the money all the same, which the payer must not pay twice.
        if (token.balanceOf(loan.lender) > before) return paid;
        // If the payer lacks balance or allowance, _takeFromCaller reverts too. Otherwise the lender cannot receive
        // tokens, which must not keep the borrower in debt.
        _hold(id, loan.lender, paid);
        _takeFromCaller(address(this), paid);
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
            if (mark == Mark.Closed) (loan.status, loan.repaid) = (Status.Repaid, _totalOf(loan));
            else loan.status = mark == Mark.Forgiven ? Status.Forgiven : Status.Active;
        } else if (mark == Mark.Closed) {
            loan.status = Status.Cancelled;
        } else if (mark == Mark.Requested) {
            bool open = loan.lender != address(0) || _board.has(id, IdBoard.REQUEST);
            loan.status = open ? Status.Requested : Status.Cancelled;
        } else if (loan.createdAt != 0) {
            bool open = loan.borrower != address(0) || _board.has(id, IdBoard.OFFER);
            loan.status = open ? Status.Open : Status.Cancelled;
        }
    }

    function _readActiveOf(address lender, uint256 id) private view returns (Summary memory loan) {
        loan = _read(id);
        require(loan.status == Status.Active, LoanNotActive(id, loan.status));
        require(loan.lender == lender, NotTheLender(id, lender));
    }

    function _haveTerms(Summary memory loan, Terms calldata terms) private pure returns (bool) {
        return
            loan.principal == terms.principal &&
            loan.duration == terms.duration &&
            loan.apr == terms.apr &&
            loan.instalments == terms.instalments;
    }

    /// @dev Principal plus interest, rounded up in the lender's favour.
    function _totalOf(Summary memory loan) private pure returns (uint256) {
        // Cannot overflow: the factors have 56, 16 and 32 bits.
        unchecked {
            return loan.principal + (loan.principal * loan.apr * loan.duration + WHOLE - 1) / WHOLE;
        }
    }

    function _owed(Summary memory loan) private pure returns (uint256) {
        return loan.status == Status.Active ? _totalOf(loan) - loan.repaid : 0;
    }

    // ── Token transfers ──────────────────────────────────────────────────────────────────────────────────────────

    function _takeFromCaller(address to, uint256 amount) private {
        uint256 before = token.balanceOf(to);
        token.safeTransferFrom(msg.sender, to, amount);
        uint256 received = token.balanceOf(to).zeroFloorSub(before);
        require(received >= amount, TokenKeptAFee(amount, received));
    }

    /// @dev Whether the money left, by the balance: a token that answers false may have moved it all the same, and then
    /// this contract would owe it twice.
    function _trySend(address to, uint256 amount) private returns (bool) {
        uint256 before = token.balanceOf(address(this));
        (bool done, ) = token.call(abi.encodeCall(ERC20.transfer, (to, amount)));
        return done && token.balanceOf(address(this)) < before;
    }

    function _hold(uint256 id, address lender, uint256 amount) private {
        claimable[lender] += amount;
        emit PaymentHeld(id, lender, amount);
    }

    /// @dev Ignores a failure: the permit may have been front-run. Without an allowance the next transfer reverts.
    function _permit(uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) private {
        try ERC20(token).permit(msg.sender, address(this), value, deadline, v, r, s) {} catch {}
    }
}
