// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeTransferLib} from "solady/utils/SafeTransferLib.sol";
import {ILoanBook} from "../../src/ILoanBook.sol";

interface IDollar {
    function balanceOf(address owner) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function permit(
        address owner,
        address spender,
        uint256 value,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external;
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external;
}

interface IAccount {
    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4);
}

/// @notice Reference implementation of ILoanBook for differential tests: written to be obviously correct and to share
/// no technique with LoanBook. Each loan is stored as it is returned. The lists in the order of events are plain arrays;
/// every other list, and every record, is computed by iterating over loans. Where the two books differ, one of them is
/// wrong.
contract ReferenceLoanBook is ILoanBook {
    using SafeTransferLib for address;

    uint256 public constant MAX_PRINCIPAL = 72_057_594_037_927_935;
    uint256 public constant MAX_DURATION = 4_294_967_295;
    uint256 public constant MAX_APR = 65_535;
    uint256 public constant MAX_INSTALMENTS = 60;
    uint256 public constant MAX_OPEN_DAYS = 255;
    uint256 public constant MAX_COMMENT = 280;

    struct Entry {
        Loan loan;
        uint256 instalments;
        uint256 openUntil;
        bool isRequest;
        /// Who alone may take it; zero: anyone.
        address addressee;
        Payment[] payments;
        /// Whether it was overdue when the rest was forgiven.
        bool forgivenLate;
    }

    struct Payment {
        uint256 amount;
        bool inCash;
        /// Whether the loan was overdue before it.
        bool late;
    }

    address public token;
    /// @dev Indexed by id; element 0 stays empty.
    Entry[] private _entries;
    mapping(address borrower => uint256[]) private _takenBy;
    mapping(address lender => uint256[]) private _lentBy;
    mapping(address lender => uint256) public claimable;
    mapping(address signer => mapping(uint256 number => bool)) public isSpent;

    constructor(address token_) {
        if (token_.code.length == 0) revert TokenWithoutCode(token_);
        token = token_;
        _entries.push();
    }

    // ── Offers ───────────────────────────────────────────────────────────────────────────────────────────────────

    function createOffer(
        uint256 principal,
        uint256 duration,
        uint256 apr,
        string calldata comment
    ) external returns (uint256) {
        return _offer(address(0), Terms(principal, duration, apr, 1), comment, 0);
    }

    function createOfferFor(
        address borrower,
        Terms calldata terms,
        string calldata comment,
        uint256 openDays
    ) external returns (uint256) {
        return _offer(borrower, terms, comment, openDays);
    }

    function createOfferWithPermit(
        address borrower,
        Terms calldata terms,
        string calldata comment,
        uint256 openDays,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external returns (uint256) {
        try IDollar(token).permit(msg.sender, address(this), terms.principal, deadline, v, r, s) {} catch {}
        return _offer(borrower, terms, comment, openDays);
    }

    function _offer(
        address borrower,
        Terms memory terms,
        string calldata comment,
        uint256 openDays
    ) private returns (uint256 id) {
        _check(terms, comment, openDays);
        if (borrower == msg.sender) revert AddressedToLender(msg.sender);

        id = _add(terms, comment, openDays);
        _entries[id].loan.lender = msg.sender;
        _entries[id].loan.borrower = borrower;
        _entries[id].loan.status = Status.Open;
        _entries[id].addressee = borrower;
        _lentBy[msg.sender].push(id);

        emit OfferCreated(id, msg.sender, terms.principal, terms.duration, terms.apr, comment);
        if (borrower != address(0)) emit OfferAddressed(id, borrower);
        _announce(id);

        _collect(address(this), terms.principal);
    }

    function cancelOffer(uint256 id) external {
        Loan memory loan = getOffer(id);
        if (loan.status != Status.Open) revert OfferNotOpen(id, loan.status);
        if (msg.sender != loan.lender && !_isExpired(id)) revert NotTheLender(id, msg.sender);

        _entries[id].loan.status = Status.Cancelled;

        emit OfferCancelled(id);

        try IDollar(token).transfer(loan.lender, loan.principal) {} catch {
            claimable[loan.lender] += loan.principal;
            emit PaymentHeld(id, loan.lender, loan.principal);
        }
    }

    function acceptOffer(uint256 id) external {
        _accept(id);
    }

    function acceptOfferWithTerms(uint256 id, address lender, Terms calldata terms) external {
        if (getOffer(id).lender != lender || !_equal(termsOf(id), terms)) revert TermsChanged(id);
        _accept(id);
    }

    function _accept(uint256 id) private {
        Loan memory loan = getOffer(id);
        if (loan.status != Status.Open) revert OfferNotOpen(id, loan.status);
        if (msg.sender == loan.lender) revert OwnOffer(id);
        _checkTakable(id);

        _start(id, loan.lender, msg.sender);

        emit LoanAccepted(id, msg.sender, block.timestamp, block.timestamp + loan.duration);

        token.safeTransfer(msg.sender, loan.principal);
    }

    // ── Requests ─────────────────────────────────────────────────────────────────────────────────────────────────

    function createRequest(
        address lender,
        Terms calldata terms,
        string calldata comment,
        uint256 openDays
    ) external returns (uint256 id) {
        _check(terms, comment, openDays);
        if (lender == msg.sender) revert AddressedToBorrower(msg.sender);

        id = _add(terms, comment, openDays);
        _entries[id].loan.lender = lender;
        _entries[id].loan.borrower = msg.sender;
        _entries[id].loan.status = Status.Requested;
        _entries[id].isRequest = true;
        _entries[id].addressee = lender;

        emit RequestCreated(id, msg.sender, terms.principal, terms.duration, terms.apr, comment);
        if (lender != address(0)) emit RequestAddressed(id, lender);
        _announce(id);
    }

    function cancelRequest(uint256 id) external {
        Loan memory loan = getOffer(id);
        if (loan.status != Status.Requested) revert RequestNotOpen(id, loan.status);
        if (msg.sender != loan.borrower && !_isExpired(id)) revert NotTheBorrower(id, msg.sender);

        _entries[id].loan.status = Status.Cancelled;

        emit RequestCancelled(id);
    }

    function fundRequest(uint256 id, address borrower, Terms calldata terms) external {
        _fund(id, borrower, terms);
    }

    function fundRequestWithPermit(
        uint256 id,
        address borrower,
        Terms calldata terms,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        try IDollar(token).permit(msg.sender, address(this), terms.principal, deadline, v, r, s) {} catch {}
        _fund(id, borrower, terms);
    }

    function _fund(uint256 id, address borrower, Terms calldata terms) private {
        Loan memory loan = getOffer(id);
        if (loan.borrower != borrower || !_equal(termsOf(id), terms)) revert TermsChanged(id);
        if (loan.status != Status.Requested) revert RequestNotOpen(id, loan.status);
        if (msg.sender == loan.borrower) revert OwnRequest(id);
        _checkTakable(id);

        _start(id, msg.sender, loan.borrower);
        _lentBy[msg.sender].push(id);

        emit RequestFunded(id, msg.sender);
        emit LoanAccepted(id, loan.borrower, block.timestamp, block.timestamp + loan.duration);

        _collect(loan.borrower, loan.principal);
    }

    // ── Signed ───────────────────────────────────────────────────────────────────────────────────────────────────

    function fundSigned(SignedRequest calldata request, bytes calldata signature) external returns (uint256) {
        return _fundSigned(request, signature);
    }

    function fundSignedWithPermit(
        SignedRequest calldata request,
        bytes calldata signature,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external returns (uint256) {
        try IDollar(token).permit(msg.sender, address(this), request.terms.principal, deadline, v, r, s) {} catch {}
        return _fundSigned(request, signature);
    }

    function _fundSigned(SignedRequest calldata request, bytes calldata signature) private returns (uint256 id) {
        Terms memory terms = request.terms;
        _check(terms, request.comment, 0);
        if (msg.sender == request.borrower) revert OwnRequest(0);
        if (request.lender != address(0) && msg.sender != request.lender) revert AddressedToAnother(0, request.lender);
        if (block.timestamp > request.deadline) revert SignatureExpired(request.deadline);
        _spend(request.borrower, request.number);
        if (!_isSignedBy(request.borrower, _digestOf(request), signature)) revert InvalidSignature(request.borrower);

        id = _add(terms, request.comment, 0);
        _start(id, msg.sender, request.borrower);
        _lentBy[msg.sender].push(id);

        emit RequestSigned(
            id,
            request.borrower,
            request.number,
            terms.principal,
            terms.duration,
            terms.apr,
            request.comment
        );
        _announce(id);
        emit RequestFunded(id, msg.sender);
        emit LoanAccepted(id, request.borrower, block.timestamp, block.timestamp + terms.duration);

        _collect(request.borrower, terms.principal);
    }

    function voidSigned(uint256 number) external {
        _spend(msg.sender, number);
        emit SignedVoided(msg.sender, number);
    }

    function _spend(address signer, uint256 number) private {
        if (isSpent[signer][number]) revert NumberSpent(signer, number);
        isSpent[signer][number] = true;
    }

    function repaySigned(SignedPayment calldata payment, bytes calldata signature) external returns (uint256 paid) {
        uint256 id = payment.id;
        address payer = payment.payer;
        Loan memory loan = getOffer(id);
        if (loan.lender != payment.lender) revert TermsChanged(id);
        if (loan.borrower != payment.borrower) revert TermsChanged(id);
        if (isSpent[payer][payment.number]) revert NumberSpent(payer, payment.number);
        if (loan.status != Status.Active) revert LoanNotActive(id, loan.status);
        if (loan.lender == payer) revert OwnLoan(id);

        paid = _pay(id, payment.amount, payer, false);

        _receive(payment, signature);
        try IDollar(token).transfer(loan.lender, paid) {} catch {
            claimable[loan.lender] += paid;
            emit PaymentHeld(id, loan.lender, paid);
        }
        if (paid < payment.amount) token.safeTransfer(payer, payment.amount - paid);
    }

    function _receive(SignedPayment calldata payment, bytes calldata signature) private {
        bytes32 nonce = keccak256(abi.encode(payment.id, payment.lender, payment.borrower, payment.number));
        uint256 before = IDollar(token).balanceOf(address(this));
        IDollar(token).receiveWithAuthorization(
            payment.payer,
            address(this),
            payment.amount,
            0,
            payment.validBefore,
            nonce,
            signature
        );
        uint256 received = IDollar(token).balanceOf(address(this)) - before;
        if (received < payment.amount) revert TokenKeptAFee(payment.amount, received);
    }

    function _digestOf(SignedRequest calldata request) private view returns (bytes32) {
        bytes32 domainType = keccak256(
            "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
        );
        bytes32 domain = keccak256(
            abi.encode(domainType, keccak256("EntrePares"), keccak256("1"), block.chainid, address(this))
        );
        bytes memory people = abi.encode(
            keccak256(
                "Request(address borrower,address lender,uint256 principal,uint256 duration,uint256 apr,uint256 instalments,string comment,uint256 number,uint256 deadline)"
            ),
            request.borrower,
            request.lender
        );
        bytes memory rest = abi.encode(keccak256(bytes(request.comment)), request.number, request.deadline);
        bytes32 message = keccak256(bytes.concat(people, abi.encode(request.terms), rest));
        return keccak256(bytes.concat(bytes2(0x1901), domain, message));
    }

    /// @dev A key's signature is r, s and v, with an s of the lower half.
    function _isSignedBy(address signer, bytes32 digest, bytes calldata signature) private view returns (bool) {
        if (signer.code.length > 0) {
            try IAccount(signer).isValidSignature(digest, signature) returns (bytes4 answer) {
                return answer == 0x1626ba7e;
            } catch {
                return false;
            }
        }
        if (signature.length != 65) return false;
        (bytes32 r, bytes32 s) = (bytes32(signature[:32]), bytes32(signature[32:64]));
        if (uint256(s) > 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0) return false;
        return signer != address(0) && ecrecover(digest, uint8(signature[64]), r, s) == signer;
    }

    // ── Loans ────────────────────────────────────────────────────────────────────────────────────────────────────

    function recordPayment(
        uint256 id,
        address borrower,
        uint256 amount,
        uint256 repaid
    ) external returns (uint256 paid) {
        _checkActiveOf(msg.sender, id, borrower);
        if (getOffer(id).repaid != repaid) revert TermsChanged(id);
        return _pay(id, amount, msg.sender, true);
    }

    function extend(uint256 id, address borrower, uint256 dueTs) external {
        _checkActiveOf(msg.sender, id, borrower);
        Loan storage loan = _entries[id].loan;
        if (dueTs <= loan.dueTs) revert NothingToExtend(id);
        uint256 agreed = loan.startTs + loan.duration;
        if (dueTs - agreed > MAX_DURATION) revert DurationOutOfRange(dueTs - agreed, MAX_DURATION);

        loan.dueTs = dueTs;

        emit Extended(id, dueTs);
    }

    function forgive(uint256 id, address borrower, uint256 amount) external {
        _checkActiveOf(msg.sender, id, borrower);
        if (owed(id) != amount) revert TermsChanged(id);

        emit Forgiven(id, amount);

        _entries[id].forgivenLate = _isOverdue(id);
        _entries[id].loan.status = Status.Forgiven;
    }

    function repay(uint256 id, uint256 amount) external returns (uint256) {
        return _repay(id, amount);
    }

    function repayWithPermit(
        uint256 id,
        address lender,
        address borrower,
        uint256 amount,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external returns (uint256) {
        if (getOffer(id).lender != lender) revert TermsChanged(id);
        if (getOffer(id).borrower != borrower) revert TermsChanged(id);
        try IDollar(token).permit(msg.sender, address(this), amount, deadline, v, r, s) {} catch {}
        return _repay(id, amount);
    }

    function _repay(uint256 id, uint256 amount) private returns (uint256 paid) {
        Loan memory loan = getOffer(id);
        if (loan.status != Status.Active) revert LoanNotActive(id, loan.status);
        if (loan.lender == msg.sender) revert OwnLoan(id);

        paid = _pay(id, amount, msg.sender, false);

        if (token.trySafeTransferFrom(msg.sender, loan.lender, paid)) return paid;

        claimable[loan.lender] += paid;
        emit PaymentHeld(id, loan.lender, paid);
        _collect(address(this), paid);
    }

    function _pay(uint256 id, uint256 amount, address payer, bool inCash) private returns (uint256 paid) {
        if (amount == 0) revert NothingToPay(id);

        paid = amount > owed(id) ? owed(id) : amount;
        _entries[id].payments.push(Payment(paid, inCash, _isOverdue(id)));
        Loan storage loan = _entries[id].loan;
        if (paid == owed(id)) loan.status = Status.Repaid;
        loan.repaid += paid;

        emit Repaid(id, loan.borrower, paid, loan.repaid);
        if (payer != loan.borrower) emit PaidBy(id, payer);
    }

    function withdraw() external returns (uint256) {
        return _withdraw(msg.sender);
    }

    function withdrawTo(address to) external returns (uint256) {
        if (to == address(this) || to == address(0)) revert WithdrawnToNobody();
        return _withdraw(to);
    }

    function _withdraw(address to) private returns (uint256 amount) {
        amount = claimable[msg.sender];
        if (amount == 0) revert NothingToWithdraw(msg.sender);

        claimable[msg.sender] = 0;

        emit Withdrawn(msg.sender, to, amount);

        token.safeTransfer(to, amount);
    }

    // ── Parts of the commands ────────────────────────────────────────────────────────────────────────────────────

    function _check(Terms memory terms, string calldata comment, uint256 openDays) private pure {
        if (terms.principal == 0 || terms.principal > MAX_PRINCIPAL) {
            revert PrincipalOutOfRange(terms.principal, MAX_PRINCIPAL);
        }
        if (terms.duration == 0 || terms.duration > MAX_DURATION) {
            revert DurationOutOfRange(terms.duration, MAX_DURATION);
        }
        if (terms.apr == 0 || terms.apr > MAX_APR) revert AprOutOfRange(terms.apr, MAX_APR);
        if (terms.instalments == 0 || terms.instalments > MAX_INSTALMENTS) {
            revert InstalmentsOutOfRange(terms.instalments, MAX_INSTALMENTS);
        }
        if (openDays > MAX_OPEN_DAYS) revert OpenDaysOutOfRange(openDays, MAX_OPEN_DAYS);
        if (bytes(comment).length > MAX_COMMENT) revert CommentTooLong(bytes(comment).length, MAX_COMMENT);
    }

    function _add(Terms memory terms, string calldata comment, uint256 openDays) private returns (uint256 id) {
        _checkCalendar();
        id = _entries.length;
        Entry storage entry = _entries.push();
        entry.loan.principal = terms.principal;
        entry.loan.apr = terms.apr;
        entry.loan.duration = terms.duration;
        entry.loan.createdAt = block.timestamp;
        entry.loan.comment = comment;
        entry.instalments = terms.instalments;
        if (openDays != 0) entry.openUntil = block.timestamp + openDays * 86_400;
    }

    function _announce(uint256 id) private {
        if (_entries[id].instalments > 1) emit Planned(id, _entries[id].instalments);
        if (_entries[id].openUntil > 0) emit OpenUntil(id, _entries[id].openUntil);
    }

    function _checkTakable(uint256 id) private view {
        Entry storage entry = _entries[id];
        if (entry.addressee != address(0) && entry.addressee != msg.sender) {
            revert AddressedToAnother(id, entry.addressee);
        }
        if (_isExpired(id)) revert Expired(id);
    }

    function _isExpired(uint256 id) private view returns (bool) {
        return _entries[id].openUntil != 0 && block.timestamp > _entries[id].openUntil;
    }

    function _isOverdue(uint256 id) private view returns (bool) {
        return _entries[id].loan.repaid < expectedBy(id, block.timestamp);
    }

    function _start(uint256 id, address lender, address borrower) private {
        _checkCalendar();
        Loan storage loan = _entries[id].loan;
        loan.lender = lender;
        loan.borrower = borrower;
        loan.startTs = block.timestamp;
        loan.dueTs = block.timestamp + loan.duration;
        loan.status = Status.Active;
        _takenBy[borrower].push(id);
    }

    /// @dev Timestamps must fit 32 bits: from 2106 on nothing can be published or taken.
    function _checkCalendar() private view {
        if (block.timestamp > 4_294_967_295) revert Overflow();
    }

    function _checkActiveOf(address lender, uint256 id, address borrower) private view {
        Loan memory loan = getOffer(id);
        if (loan.status != Status.Active) revert LoanNotActive(id, loan.status);
        if (loan.lender != lender) revert NotTheLender(id, lender);
        if (loan.borrower != borrower) revert TermsChanged(id);
    }

    function _equal(Terms memory left, Terms memory right) private pure returns (bool) {
        return keccak256(abi.encode(left)) == keccak256(abi.encode(right));
    }

    function _collect(address to, uint256 amount) private {
        uint256 before = IDollar(token).balanceOf(to);
        token.safeTransferFrom(msg.sender, to, amount);
        uint256 received = IDollar(token).balanceOf(to) - before;
        if (received < amount) revert TokenKeptAFee(amount, received);
    }

    // ── What the book says ───────────────────────────────────────────────────────────────────────────────────────

    function nextId() external view returns (uint256) {
        return _entries.length;
    }

    function getOffer(uint256 id) public view returns (Loan memory loan) {
        if (id < _entries.length) loan = _entries[id].loan;
    }

    function loans(
        uint256 id
    )
        external
        view
        returns (address, address, uint256, uint256, uint256, uint256, uint256, uint256, uint256, Status, string memory)
    {
        Loan memory loan = getOffer(id);
        return (
            loan.lender,
            loan.borrower,
            loan.principal,
            loan.apr,
            loan.duration,
            loan.startTs,
            loan.dueTs,
            loan.repaid,
            loan.createdAt,
            loan.status,
            loan.comment
        );
    }

    function termsOf(uint256 id) public view returns (Terms memory) {
        if (id >= _entries.length) return Terms(0, 0, 0, 0);
        Entry storage entry = _entries[id];
        return Terms(entry.loan.principal, entry.loan.duration, entry.loan.apr, entry.instalments);
    }

    function openUntil(uint256 id) public view returns (uint256) {
        return id < _entries.length ? _entries[id].openUntil : 0;
    }

    function summaryOf(uint256 id) public view returns (Summary memory summary) {
        if (id >= _entries.length) return summary;
        Loan storage loan = _entries[id].loan;
        summary.lender = loan.lender;
        summary.borrower = loan.borrower;
        summary.principal = loan.principal;
        summary.apr = loan.apr;
        summary.duration = loan.duration;
        summary.startTs = loan.startTs;
        summary.dueTs = loan.dueTs;
        summary.repaid = loan.repaid;
        summary.createdAt = loan.createdAt;
        summary.status = loan.status;
        summary.instalments = _entries[id].instalments;
        summary.openUntil = _entries[id].openUntil;
        summary.owed = owed(id);
    }

    function detailsOf(uint256 id) external view returns (Summary memory, string memory) {
        return (summaryOf(id), getOffer(id).comment);
    }

    /// @notice Lets tests find a loan with a given status.
    function statusOf(uint256 id) public view returns (Status) {
        return id < _entries.length ? _entries[id].loan.status : Status.None;
    }

    function owed(uint256 id) public view returns (uint256) {
        return statusOf(id) == Status.Active ? _totalOf(id) - _entries[id].loan.repaid : 0;
    }

    /// @dev Simple interest, `apr` in basis points: integer division, plus one unit for any remainder.
    function _totalOf(uint256 id) private view returns (uint256) {
        Loan storage loan = _entries[id].loan;
        uint256 product = loan.principal * loan.apr * loan.duration;
        uint256 interest = product / 315_360_000_000;
        if (product % 315_360_000_000 != 0) interest += 1;
        return loan.principal + interest;
    }

    /// @dev Tries each instalment, from the last one on. Its due moment need not be a whole second, so both sides are
    /// multiplied by the number of instalments.
    function expectedBy(uint256 id, uint256 time) public view returns (uint256) {
        if (statusOf(id) != Status.Active) return 0;
        Loan storage loan = _entries[id].loan;
        if (time > loan.dueTs) return _totalOf(id);
        uint256 parts = _entries[id].instalments;
        for (uint256 k = parts; k > 0; k--) {
            if (time * parts <= loan.startTs * parts + (loan.dueTs - loan.startTs) * k) continue;
            uint256 product = _totalOf(id) * k;
            return product / parts + (product % parts == 0 ? 0 : 1);
        }
        return 0;
    }

    /// @dev No test takes as many loans as would make the counters stop.
    function recordOf(address person) external view returns (Record memory record) {
        uint256[] storage taken = _takenBy[person];
        record.taken = taken.length;
        for (uint256 i = 0; i < taken.length; i++) {
            Entry storage entry = _entries[taken[i]];
            if (entry.loan.status == Status.Active) continue;
            if (entry.loan.repaid >= entry.loan.principal) {
                record.repaid++;
                if (_wasLate(entry)) record.repaidLate++;
            } else {
                record.forgiven++;
            }
            uint256 moved = _moved(entry);
            if (moved > entry.loan.principal) moved = entry.loan.principal;
            record.repaidDollars += moved / 1_000_000;
        }
        if (record.repaidDollars > 8_589_934_591) record.repaidDollars = 8_589_934_591;
    }

    function _wasLate(Entry storage entry) private view returns (bool) {
        for (uint256 i = 0; i < entry.payments.length; i++) {
            if (entry.payments[i].late) return true;
        }
        return entry.forgivenLate;
    }

    function _moved(Entry storage entry) private view returns (uint256 sum) {
        for (uint256 i = 0; i < entry.payments.length; i++) {
            if (!entry.payments[i].inCash) sum += entry.payments[i].amount;
        }
    }

    // ── Lists ────────────────────────────────────────────────────────────────────────────────────────────────────

    function allOffersLength() external view returns (uint256) {
        return _entries.length - 1;
    }

    function allOfferIds(uint256 index) external view returns (uint256) {
        if (index >= _entries.length - 1) revert IndexOutOfRange(index, _entries.length - 1);
        return index + 1;
    }

    function openOffersLength() external view returns (uint256) {
        return _open(Status.Open).length;
    }

    function openOfferIds(uint256 index) external view returns (uint256) {
        return _at(_open(Status.Open), index);
    }

    function getOpenOfferIds(uint256 offset, uint256 limit) external view returns (uint256[] memory) {
        return _page(_open(Status.Open), offset, limit);
    }

    function getNewestOpenOfferIds(uint256 before, uint256 limit) external view returns (uint256[] memory, uint256) {
        return _newest(_open(Status.Open), before, limit);
    }

    function openRequestsLength() external view returns (uint256) {
        return _open(Status.Requested).length;
    }

    function getOpenRequestIds(uint256 offset, uint256 limit) external view returns (uint256[] memory) {
        return _page(_open(Status.Requested), offset, limit);
    }

    function getNewestOpenRequestIds(uint256 before, uint256 limit) external view returns (uint256[] memory, uint256) {
        return _newest(_open(Status.Requested), before, limit);
    }

    function offersByLenderLength(address lender) external view returns (uint256) {
        return _lentBy[lender].length;
    }

    function offersByLender(address lender, uint256 index) external view returns (uint256) {
        return _at(_lentBy[lender], index);
    }

    function getOffersByLenderIds(
        address lender,
        uint256 offset,
        uint256 limit
    ) external view returns (uint256[] memory) {
        return _page(_lentBy[lender], offset, limit);
    }

    function loansByBorrowerLength(address borrower) external view returns (uint256) {
        return _takenBy[borrower].length;
    }

    function loansByBorrower(address borrower, uint256 index) external view returns (uint256) {
        return _at(_takenBy[borrower], index);
    }

    function getLoansByBorrowerIds(
        address borrower,
        uint256 offset,
        uint256 limit
    ) external view returns (uint256[] memory) {
        return _page(_takenBy[borrower], offset, limit);
    }

    function offersForBorrowerLength(address borrower) external view returns (uint256) {
        return _addressedTo(borrower, false).length;
    }

    function offersForBorrower(address borrower, uint256 index) external view returns (uint256) {
        return _at(_addressedTo(borrower, false), index);
    }

    function getOffersForBorrowerIds(
        address borrower,
        uint256 offset,
        uint256 limit
    ) external view returns (uint256[] memory) {
        return _page(_addressedTo(borrower, false), offset, limit);
    }

    function requestsByBorrowerLength(address borrower) external view returns (uint256) {
        return _requestsBy(borrower).length;
    }

    function getRequestsByBorrowerIds(
        address borrower,
        uint256 offset,
        uint256 limit
    ) external view returns (uint256[] memory) {
        return _page(_requestsBy(borrower), offset, limit);
    }

    function requestsForLenderLength(address lender) external view returns (uint256) {
        return _addressedTo(lender, true).length;
    }

    function getRequestsForLenderIds(
        address lender,
        uint256 offset,
        uint256 limit
    ) external view returns (uint256[] memory) {
        return _page(_addressedTo(lender, true), offset, limit);
    }

    function _open(Status status) private view returns (uint256[] memory) {
        bool[] memory chosen = new bool[](_entries.length);
        for (uint256 id = 1; id < chosen.length; id++) {
            chosen[id] = _entries[id].loan.status == status && _entries[id].addressee == address(0);
        }
        return _idsOf(chosen);
    }

    function _addressedTo(address person, bool isRequest) private view returns (uint256[] memory) {
        bool[] memory chosen = new bool[](_entries.length);
        for (uint256 id = 1; id < chosen.length && person != address(0); id++) {
            chosen[id] = _entries[id].addressee == person && _entries[id].isRequest == isRequest;
        }
        return _idsOf(chosen);
    }

    function _requestsBy(address borrower) private view returns (uint256[] memory) {
        bool[] memory chosen = new bool[](_entries.length);
        for (uint256 id = 1; id < chosen.length; id++) {
            chosen[id] = _entries[id].isRequest && _entries[id].loan.borrower == borrower;
        }
        return _idsOf(chosen);
    }

    function _idsOf(bool[] memory chosen) private pure returns (uint256[] memory ids) {
        uint256 count = 0;
        for (uint256 id = 1; id < chosen.length; id++) {
            if (chosen[id]) count++;
        }
        ids = new uint256[](count);
        count = 0;
        for (uint256 id = 1; id < chosen.length; id++) {
            if (chosen[id]) ids[count++] = id;
        }
    }

    /// @dev Counts those below the cursor, takes the last of them, and tells where the rest goes on.
    function _newest(
        uint256[] memory list,
        uint256 before,
        uint256 limit
    ) private view returns (uint256[] memory ids, uint256 next) {
        uint256 below = 0;
        for (uint256 i = 0; i < list.length; i++) {
            if (list[i] < before) below++;
        }
        ids = new uint256[](limit < below ? limit : below);
        for (uint256 i = 0; i < ids.length; i++) {
            ids[i] = list[below - 1 - i];
        }
        if (ids.length == below) return (ids, 0);
        if (ids.length != 0) return (ids, ids[ids.length - 1]);
        return (ids, before < _entries.length ? before : _entries.length);
    }

    function _at(uint256[] memory list, uint256 index) private pure returns (uint256) {
        if (index >= list.length) revert IndexOutOfRange(index, list.length);
        return list[index];
    }

    function _page(uint256[] memory list, uint256 offset, uint256 limit) private pure returns (uint256[] memory ids) {
        if (offset > list.length) offset = list.length;
        if (limit > list.length - offset) limit = list.length - offset;
        ids = new uint256[](limit);
        for (uint256 i = 0; i < limit; i++) {
            ids[i] = list[offset + i];
        }
    }
}
