// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {circleDigest, requestDigest} from "../support/Signing.sol";
import {TokenModel} from "./TokenModel.sol";

/// @notice The book in plain state, with its own model of the token: written to be obviously correct and to share no
/// technique with LoanBook. Each command changes the state and emits the events, or reverts with the error, that the book
/// must have. Each loan is stored as it is returned; records and what is open are computed by going through the loans.
contract BookModel is TokenModel {
    struct Entry {
        Summary loan;
        string comment;
        /// Who alone may take it; zero: anyone.
        address addressee;
        /// What the lender recorded, with the last payment.
        uint256 cash;
    }

    mapping(uint256 id => Entry) internal _entries;
    /// @dev The last id before those of this model, of which none is open.
    uint256 public base;
    uint256 public nextId = 1;
    mapping(List list => mapping(address person => uint256[])) internal _lists;
    mapping(address lender => uint256) public claimable;
    mapping(address signer => mapping(uint256 number => bool)) public isSpent;

    constructor(address book_) TokenModel(book_) {}

    /// @notice As if that many ids had been published.
    function beginAt(uint256 lastId) external {
        (base, nextId) = (lastId, lastId + 1);
    }

    // ── Offers ───────────────────────────────────────────────────────────────────────────────────────────────────

    function createOffer(
        uint256 principal,
        uint256 duration,
        uint256 apr,
        string calldata comment
    ) external returns (uint256) {
        return createOfferFor(address(0), Terms(principal, duration, apr, 1), comment, 0);
    }

    function createOfferFor(
        address borrower,
        Terms memory terms,
        string calldata comment,
        uint256 openDays
    ) public returns (uint256 id) {
        _check(terms, comment, openDays);
        if (borrower == msg.sender) revert AddressedToSelf(msg.sender);

        id = _add(terms, comment, openDays, borrower);
        Summary storage loan = _entries[id].loan;
        (loan.lender, loan.borrower, loan.status) = (msg.sender, borrower, Status.Open);
        _lists[List.Lent][msg.sender].push(id);
        if (borrower != address(0)) _lists[List.OffersFor][borrower].push(id);

        emit OfferCreated(id, msg.sender, terms.principal, terms.duration, terms.apr, comment);
        if (borrower != address(0)) emit OfferAddressed(id, borrower);
        _announce(id);
        _collect(book, terms.principal);
    }

    function cancelOffer(uint256 id) external {
        Summary storage loan = _entries[id].loan;
        if (loan.status != Status.Open) revert OfferNotOpen(id, loan.status);
        if (msg.sender != loan.lender && !_isExpired(loan)) revert NotYours(id, msg.sender);
        loan.status = Status.Cancelled;
        emit OfferCancelled(id);
        _deliver(id, loan.lender, loan.principal);
    }

    function acceptOfferWithTerms(uint256 id, address lender, Terms calldata terms) external {
        if (_entries[id].loan.lender != lender) revert TermsChanged(id);
        _checkTerms(id, terms);
        acceptOffer(id);
    }

    function acceptOffer(uint256 id) public {
        Summary storage loan = _entries[id].loan;
        if (loan.status != Status.Open) revert OfferNotOpen(id, loan.status);
        _checkTaker(id, loan.lender);
        _start(id, loan.lender, msg.sender);
        (, bool answer) = _give(msg.sender, loan.principal);
        if (!answer) revert TransferFailed();
    }

    // ── Requests ─────────────────────────────────────────────────────────────────────────────────────────────────

    function createRequest(
        address lender,
        Terms calldata terms,
        string calldata comment,
        uint256 openDays
    ) external returns (uint256 id) {
        _check(terms, comment, openDays);
        if (lender == msg.sender) revert AddressedToSelf(msg.sender);

        id = _add(terms, comment, openDays, lender);
        Summary storage loan = _entries[id].loan;
        (loan.lender, loan.borrower, loan.status) = (lender, msg.sender, Status.Requested);
        _lists[List.Requested][msg.sender].push(id);
        if (lender != address(0)) _lists[List.RequestsFor][lender].push(id);

        emit RequestCreated(id, msg.sender, terms.principal, terms.duration, terms.apr, comment);
        if (lender != address(0)) emit RequestAddressed(id, lender);
        _announce(id);
    }

    function cancelRequest(uint256 id) external {
        Summary storage loan = _entries[id].loan;
        if (loan.status != Status.Requested) revert RequestNotOpen(id, loan.status);
        if (msg.sender != loan.borrower && !_isExpired(loan)) revert NotYours(id, msg.sender);
        loan.status = Status.Cancelled;
        emit RequestCancelled(id);
    }

    function fundRequest(uint256 id, address borrower, Terms calldata terms) external {
        Summary storage loan = _entries[id].loan;
        if (loan.borrower != borrower) revert TermsChanged(id);
        _checkTerms(id, terms);
        if (loan.status != Status.Requested) revert RequestNotOpen(id, loan.status);
        _checkTaker(id, borrower);
        _lend(id, borrower);
    }

    function fundSigned(SignedRequest calldata request, bytes calldata signature) external returns (uint256 id) {
        (Terms memory terms, address borrower) = (request.terms, request.borrower);
        _check(terms, request.comment, 0);
        if (borrower == msg.sender) revert OwnLoan(0);
        if (request.lender != address(0) && request.lender != msg.sender) revert AddressedToAnother(0, request.lender);
        if (block.timestamp > request.deadline) revert SignatureExpired(request.deadline);
        _spend(borrower, request.number);
        if (!_isBy(borrower, requestDigest(book, request), signature)) revert InvalidSignature(borrower);

        id = _add(terms, request.comment, 0, address(0));
        emit RequestSigned(id, borrower, request.number, terms.principal, terms.duration, terms.apr, request.comment);
        _announce(id);
        _lend(id, borrower);
    }

    function voidSigned(uint256 number) external {
        _spend(msg.sender, number);
        emit SignedVoided(msg.sender, number);
    }

    // ── Payments ─────────────────────────────────────────────────────────────────────────────────────────────────

    function repay(uint256 id, uint256 amount) public returns (uint256 paid) {
        Summary storage loan = _active(id);
        if (loan.lender == msg.sender) revert OwnLoan(id);
        paid = _pay(id, amount, msg.sender, block.timestamp);
        if (_pull(msg.sender, loan.lender, paid)) return paid;
        _hold(id, loan.lender, paid);
        _collect(book, paid);
    }

    function repayLoan(uint256 id, address lender, address borrower, uint256 amount) external returns (uint256) {
        _checkSides(id, lender, borrower);
        return repay(id, amount);
    }

    function repaySigned(SignedPayment calldata payment, bytes calldata signature) external returns (uint256 paid) {
        (uint256 id, address payer, uint256 amount) = (payment.id, payment.payer, payment.amount);
        _checkSides(id, payment.lender, payment.borrower);
        if (payment.lender == payer) revert OwnLoan(id);
        if (isSpent[payer][payment.number]) revert NumberSpent(payer, payment.number);
        paid = _pay(id, amount, payer, block.timestamp);
        uint256 before = balanceOf[book];
        _receive(payment, signature);
        _checkReceived(book, before, amount);
        _deliver(id, payment.lender, paid);
        if (paid == amount) return paid;
        (, bool answer) = _give(payer, amount - paid);
        if (!answer) revert TransferFailed();
    }

    function recordPayment(
        uint256 id,
        address borrower,
        uint256 amount,
        uint256 noted,
        uint256 paidAt
    ) external returns (uint256) {
        _checkLent(id, borrower);
        uint256 startTs = _entries[id].loan.startTs;
        if (paidAt < startTs || paidAt > block.timestamp) revert PaidAtOutOfRange(paidAt, startTs);
        return _record(id, amount, noted, paidAt);
    }

    /// @dev Who lent each loan is checked against the loan before, and against all others.
    function settleCircle(
        uint256[] calldata ids,
        uint256 amount,
        uint256[] calldata noted,
        uint256 deadline,
        bytes[] calldata signatures
    ) external {
        uint256 count = ids.length;
        if (count < 2 || count > 6) revert NotACircle();
        if (noted.length != count || signatures.length != count) revert NotACircle();
        if (block.timestamp > deadline) revert SignatureExpired(deadline);
        address[] memory lenders = new address[](count);
        for (uint256 i; i < count; i++) {
            lenders[i] = _active(ids[i]).lender;
            if (lenders[i] != _entries[ids[(i + count - 1) % count]].loan.borrower) revert NotACircle();
            for (uint256 j; j < i; j++) {
                if (lenders[j] == lenders[i]) revert NotACircle();
            }
            if (_record(ids[i], amount, noted[i], block.timestamp) != amount) revert AmountAboveDebt(ids[i]);
        }
        bytes32 digest = circleDigest(book, ids, lenders, amount, noted, deadline);
        for (uint256 i; i < count; i++) {
            if (!_isBy(lenders[i], digest, signatures[i])) revert InvalidSignature(lenders[i]);
        }
    }

    function extend(uint256 id, address borrower, uint256 dueTs) external {
        _checkLent(id, borrower);
        Summary storage loan = _entries[id].loan;
        if (dueTs <= loan.dueTs) revert NothingToExtend(id);
        _checkRange(dueTs - loan.startTs - loan.duration, 0, 4_294_967_295);
        _extend(id, dueTs);
    }

    function forgive(uint256 id, address borrower, uint256 amount) external {
        _checkLent(id, borrower);
        Summary storage loan = _entries[id].loan;
        if (loan.owed > amount) revert TermsChanged(id);
        _waive(id);
    }

    function withdraw() external returns (uint256) {
        return withdrawTo(msg.sender);
    }

    function withdrawTo(address to) public returns (uint256 amount) {
        if (to == book || to == address(0)) revert WithdrawnToNobody();
        amount = claimable[msg.sender];
        if (amount == 0) revert NothingToWithdraw(msg.sender);
        claimable[msg.sender] = 0;
        emit Withdrawn(msg.sender, to, amount);
        if (!_tryGive(to, amount)) revert TransferFailed();
    }

    // ── Several commands ─────────────────────────────────────────────────────────────────────────────────────────

    function permit(uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external {
        _permit(msg.sender, value, deadline, v, r, s);
    }

    function multicall(bytes[] calldata calls) external {
        for (uint256 i; i < calls.length; i++) {
            (bool ok, bytes memory reason) = address(this).delegatecall(calls[i]);
            if (!ok) _require(reason);
        }
    }

    // ── Parts of the commands ────────────────────────────────────────────────────────────────────────────────────

    function _check(Terms memory terms, string calldata comment, uint256 openDays) private pure {
        _checkRange(terms.principal, 1, 72_057_594_037_927_935);
        _checkRange(terms.duration, 1, 4_294_967_295);
        _checkRange(terms.apr, 1, 65_535);
        _checkRange(terms.instalments, 1, 60);
        _checkRange(openDays, 0, 255);
        _checkRange(bytes(comment).length, 0, 280);
    }

    function _checkRange(uint256 value, uint256 min, uint256 max) private pure {
        if (value < min || value > max) revert OutOfRange(value, max);
    }

    /// @dev From 2106 on nothing can be published or taken.
    function _checkCalendar() private view {
        if (block.timestamp > 4_294_967_295) revert Overflow();
    }

    function _checkTerms(uint256 id, Terms calldata terms) private view {
        Summary storage loan = _entries[id].loan;
        Terms memory own = Terms(loan.principal, loan.duration, loan.apr, loan.instalments);
        if (keccak256(abi.encode(own)) != keccak256(abi.encode(terms))) revert TermsChanged(id);
    }

    function _checkTaker(uint256 id, address owner) private view {
        if (msg.sender == owner) revert OwnLoan(id);
        address addressee = _entries[id].addressee;
        if (addressee != address(0) && addressee != msg.sender) revert AddressedToAnother(id, addressee);
        if (_isExpired(_entries[id].loan)) revert Expired(id);
        _checkCalendar();
    }

    function _active(uint256 id) private view returns (Summary storage loan) {
        loan = _entries[id].loan;
        if (loan.status != Status.Active) revert LoanNotActive(id, loan.status);
    }

    function _checkSides(uint256 id, address lender, address borrower) private view {
        Summary storage loan = _active(id);
        if (loan.lender != lender || loan.borrower != borrower) revert TermsChanged(id);
    }

    function _checkLent(uint256 id, address borrower) private view {
        Summary storage loan = _active(id);
        if (loan.lender != msg.sender) revert NotYours(id, msg.sender);
        if (loan.borrower != borrower) revert TermsChanged(id);
    }

    function _isExpired(Summary storage loan) private view returns (bool) {
        return loan.openUntil != 0 && block.timestamp > loan.openUntil;
    }

    function _isOverdue(uint256 id, uint256 time) private view returns (bool) {
        return _entries[id].loan.repaid < expectedBy(id, time);
    }

    function _spend(address signer, uint256 number) private {
        if (isSpent[signer][number]) revert NumberSpent(signer, number);
        isSpent[signer][number] = true;
    }

    function _add(
        Terms memory terms,
        string memory comment,
        uint256 openDays,
        address addressee
    ) internal returns (uint256 id) {
        _checkCalendar();
        id = nextId++;
        Summary storage loan = _entries[id].loan;
        (loan.principal, loan.duration, loan.apr) = (terms.principal, terms.duration, terms.apr);
        (loan.instalments, loan.createdAt) = (terms.instalments, block.timestamp);
        if (openDays != 0) loan.openUntil = block.timestamp + openDays * 86_400;
        (_entries[id].comment, _entries[id].addressee) = (comment, addressee);
    }

    function _announce(uint256 id) private {
        Summary storage loan = _entries[id].loan;
        if (loan.instalments > 1) emit Planned(id, loan.instalments);
        if (loan.openUntil > 0) emit OpenUntil(id, loan.openUntil);
    }

    function _lend(uint256 id, address borrower) private {
        _lists[List.Lent][msg.sender].push(id);
        emit RequestFunded(id, msg.sender);
        _start(id, msg.sender, borrower);
        _collect(borrower, _entries[id].loan.principal);
    }

    function _start(uint256 id, address lender, address borrower) internal {
        Summary storage loan = _entries[id].loan;
        (loan.lender, loan.borrower, loan.status, loan.owed) = (lender, borrower, Status.Active, _totalOf(loan));
        (loan.startTs, loan.dueTs) = (block.timestamp, block.timestamp + loan.duration);
        _lists[List.Borrowed][borrower].push(id);
        emit LoanAccepted(id, borrower, loan.startTs, loan.dueTs);
    }

    function _record(uint256 id, uint256 amount, uint256 noted, uint256 paidAt) private returns (uint256 paid) {
        if (noted != _entries[id].cash) revert TermsChanged(id);
        paid = _pay(id, amount, _entries[id].loan.lender, paidAt);
        emit PaidElsewhere(id, paidAt);
    }

    function _pay(uint256 id, uint256 amount, address payer, uint256 paidAt) internal returns (uint256 paid) {
        if (amount == 0) revert NothingToPay(id);
        Entry storage entry = _entries[id];
        Summary storage loan = entry.loan;
        bool late = loan.late || _isOverdue(id, paidAt);
        paid = amount < loan.owed ? amount : loan.owed;
        (loan.repaid, loan.owed) = (loan.repaid + paid, loan.owed - paid);
        if (payer == loan.lender) entry.cash += paid;
        if (loan.owed == 0) _end(id, Status.Repaid, late);
        else (loan.noted, loan.late) = (entry.cash, late);

        emit Repaid(id, loan.borrower, paid, loan.repaid);
        if (payer != loan.borrower) emit PaidBy(id, payer);
    }

    function _extend(uint256 id, uint256 dueTs) internal {
        Summary storage loan = _entries[id].loan;
        loan.dueTs = dueTs;
        if (!_isOverdue(id, block.timestamp)) loan.late = false;
        emit Extended(id, dueTs);
    }

    function _waive(uint256 id) internal {
        Summary storage loan = _entries[id].loan;
        emit Forgiven(id, loan.owed);
        _end(id, Status.Forgiven, loan.late || _isOverdue(id, block.timestamp));
    }

    function _end(uint256 id, Status status, bool late) private {
        Entry storage entry = _entries[id];
        (entry.loan.status, entry.loan.owed, entry.loan.late) = (status, 0, late);
        entry.loan.brief = block.timestamp < entry.loan.startTs + 86_400;
    }

    function _collect(address to, uint256 amount) private {
        uint256 before = balanceOf[to];
        if (!_pull(msg.sender, to, amount)) revert TransferFromFailed();
        _checkReceived(to, before, amount);
    }

    function _checkReceived(address to, uint256 before, uint256 amount) private view {
        uint256 received = balanceOf[to] > before ? balanceOf[to] - before : 0;
        if (received < amount) revert TokenKeptAFee(amount, received);
    }

    function _deliver(uint256 id, address lender, uint256 amount) private {
        if (!_tryGive(lender, amount)) _hold(id, lender, amount);
    }

    function _tryGive(address to, uint256 amount) private returns (bool) {
        uint256 before = balanceOf[book];
        (bool moved, ) = _give(to, amount);
        return moved && balanceOf[book] < before;
    }

    function _hold(uint256 id, address lender, uint256 amount) private {
        claimable[lender] += amount;
        emit PaymentHeld(id, lender, amount);
    }

    // ── Loans ────────────────────────────────────────────────────────────────────────────────────────────────────

    function summaryOf(uint256 id) external view returns (Summary memory) {
        return _entries[id].loan;
    }

    function detailsOf(uint256 id) external view returns (Summary memory, string memory) {
        return (_entries[id].loan, _entries[id].comment);
    }

    function getOffer(uint256 id) public view returns (Loan memory loan) {
        Summary memory found = _entries[id].loan;
        (loan.lender, loan.borrower, loan.principal) = (found.lender, found.borrower, found.principal);
        (loan.apr, loan.duration, loan.startTs) = (found.apr, found.duration, found.startTs);
        (loan.dueTs, loan.repaid, loan.createdAt) = (found.dueTs, found.repaid, found.createdAt);
        (loan.status, loan.comment) = (found.status, _entries[id].comment);
    }

    function owed(uint256 id) external view returns (uint256) {
        return _entries[id].loan.owed;
    }

    /// @dev Simple interest: integer division, plus one unit for any remainder.
    function _totalOf(Summary storage loan) private view returns (uint256) {
        uint256 product = loan.principal * loan.apr * loan.duration;
        return loan.principal + product / 315_360_000_000 + (product % 315_360_000_000 == 0 ? 0 : 1);
    }

    /// @dev Tries each instalment, from the last one on. Its due moment need not be a whole second, so both sides are
    /// multiplied by the number of instalments.
    function expectedBy(uint256 id, uint256 time) public view returns (uint256) {
        Summary memory loan = _entries[id].loan;
        if (loan.status != Status.Active) return 0;
        uint256 total = loan.repaid + loan.owed;
        if (time > loan.dueTs) return total;
        uint256 parts = loan.instalments;
        for (uint256 k = parts; k > 0; k--) {
            if (time * parts <= loan.startTs * parts + (loan.dueTs - loan.startTs) * k) continue;
            return (total * k) / parts + ((total * k) % parts == 0 ? 0 : 1);
        }
        return 0;
    }

    /// @dev No test takes as many loans as would make the counters stop.
    function recordOf(address person) external view returns (Record memory record) {
        uint256[] storage taken = _lists[List.Borrowed][person];
        for (uint256 i; i < taken.length; i++) {
            Entry storage entry = _entries[taken[i]];
            Summary memory loan = entry.loan;
            if (loan.brief) continue;
            record.taken++;
            if (loan.status == Status.Active) continue;
            if (loan.repaid < loan.principal) record.forgiven++;
            else record.repaid++;
            if (loan.repaid >= loan.principal && loan.late) record.repaidLate++;
            uint256 moved = loan.repaid - entry.cash;
            record.repaidDollars += (moved < loan.principal ? moved : loan.principal) / 1_000_000;
        }
        if (record.repaidDollars > 4_294_967_295) record.repaidDollars = 4_294_967_295;
    }

    // ── Lists ────────────────────────────────────────────────────────────────────────────────────────────────────

    function allOffersLength() external view returns (uint256) {
        return nextId - 1;
    }

    function allOfferIds(uint256 index) external view returns (uint256) {
        if (index >= nextId - 1) revert IndexOutOfRange(index, nextId - 1);
        return index + 1;
    }

    function openOffersLength() external view returns (uint256) {
        return openIds(false).length;
    }

    function openOfferIds(uint256 index) external view returns (uint256) {
        return _at(openIds(false), index);
    }

    function getOpenOfferIds(uint256 offset, uint256 limit) external view returns (uint256[] memory) {
        return _page(openIds(false), offset, limit);
    }

    function openRequestsLength() external view returns (uint256) {
        return openIds(true).length;
    }

    /// @dev Counts those below the cursor, takes the last of them, and tells where the rest goes on.
    function newestOpenIds(
        bool requests,
        uint256 before,
        uint256 limit
    ) external view returns (uint256[] memory ids, uint256 next) {
        uint256[] memory open = openIds(requests);
        uint256 below = 0;
        while (below < open.length && open[below] < before) below++;
        ids = new uint256[](limit < below ? limit : below);
        for (uint256 i; i < ids.length; i++) {
            ids[i] = open[below - 1 - i];
        }
        if (ids.length == below) return (ids, 0);
        if (ids.length != 0) return (ids, ids[ids.length - 1]);
        return (ids, before < nextId ? before : nextId);
    }

    function offersByLenderLength(address lender) external view returns (uint256) {
        return _lists[List.Lent][lender].length;
    }

    function offersByLender(address lender, uint256 index) external view returns (uint256) {
        return _at(_lists[List.Lent][lender], index);
    }

    function getOffersByLenderIds(
        address lender,
        uint256 offset,
        uint256 limit
    ) external view returns (uint256[] memory) {
        return _page(_lists[List.Lent][lender], offset, limit);
    }

    function idsOf(
        List list,
        address person,
        uint256 offset,
        uint256 limit
    ) external view returns (uint256[] memory, uint256) {
        return (_page(_lists[list][person], offset, limit), _lists[list][person].length);
    }

    /// @notice All that anyone may take, ascending.
    function openIds(bool requests) public view returns (uint256[] memory ids) {
        ids = new uint256[](nextId - base);
        uint256 count = 0;
        for (uint256 id = base + 1; id < nextId; id++) {
            Entry storage entry = _entries[id];
            if (entry.loan.status != (requests ? Status.Requested : Status.Open)) continue;
            if (entry.addressee == address(0)) ids[count++] = id;
        }
        return _page(ids, 0, count);
    }

    /// @notice Lets tests find a loan with this status, from the id `from` on; 0: there is none.
    function find(Status status, uint256 from) external view returns (uint256 id) {
        uint256 count = nextId - base - 1;
        for (uint256 i; i < count; i++) {
            id = base + 1 + ((from + i) % count);
            if (_entries[id].loan.status == status) return id;
        }
        return 0;
    }

    function _at(uint256[] memory list, uint256 index) private pure returns (uint256) {
        if (index >= list.length) revert IndexOutOfRange(index, list.length);
        return list[index];
    }

    function _page(uint256[] memory list, uint256 offset, uint256 limit) private pure returns (uint256[] memory ids) {
        if (offset > list.length) offset = list.length;
        if (limit > list.length - offset) limit = list.length - offset;
        ids = new uint256[](limit);
        for (uint256 i; i < limit; i++) {
            ids[i] = list[offset + i];
        }
    }
}
