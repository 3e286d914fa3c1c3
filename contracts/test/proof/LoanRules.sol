// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Model of one loan in LoanBook, without accounts, tokens and packing, for solc's model checker. It proves
/// that no assert below can fail, for any sequence of calls. The total of the loan is arbitrary, but at least the
/// principal, which Interest proves. Its payments are stored as sums: Plan proves that a mark tells the same.
///
/// By induction: the model checker takes each function by itself and begins with arbitrary storage, of which `ruled`
/// requires that it is consistent, and asserts the same in the end. The constructor asserts it of the beginning. So the
/// require never refuses a call.
contract LoanRules {
    enum Status {
        None,
        Open,
        Active,
        Repaid,
        Cancelled,
        Requested,
        Forgiven
    }

    enum Mark {
        Plain,
        Requested,
        Amended,
        Closed,
        Forgiven
    }

    uint256 private constant MAX_DURATION = type(uint32).max;
    uint256 private constant LEAST_TIME = 1 days;

    // As LoanBook stores it. `_addressed`: it names who alone may take it. Otherwise it has a bit on the board, from
    // which nothing is read. `_noted` is what of `_payments` was recorded by the lender.
    bool private _exists;
    bool private _addressed;
    bool public isOnTheBoard;
    Mark private _mark;
    uint256 private _startTs;
    uint256 private _payments;
    uint256 private _noted;
    uint256 private _extraTime;
    uint256 private _principal;
    uint256 private _duration;
    uint256 private _total;

    // Counts of this loan in the borrower's record.
    uint256 public countedRepaid;
    uint256 public countedForgiven;
    uint256 public countedShort;
    uint256 public countedPrincipal;

    // Ghost variables: only the asserts use them.
    uint256 private _inTheBook;
    uint256 private _paidInTokens;
    uint256 private _paidInCash;
    Status private _lastStatus;
    uint256 private _lastRepaid;
    uint256 private _lastOwed;
    uint256 private _lastDueTs;

    modifier ruled() {
        require(isConsistent());
        _;
        Status current = status();
        (uint256 currentRepaid, uint256 currentDueTs) = (repaid(), dueTs());
        uint256 currentOwed = _owed(current, currentRepaid);

        // The status only moves forward. After a partial payment and an extension it stays Active.
        assert(
            (_lastStatus == Status.None && (current == Status.Open || current == Status.Requested)) ||
                (_lastStatus == Status.Open && (current == Status.Active || current == Status.Cancelled)) ||
                (_lastStatus == Status.Requested && (current == Status.Active || current == Status.Cancelled)) ||
                (_lastStatus == Status.Active &&
                    (current == Status.Active || current == Status.Repaid || current == Status.Forgiven))
        );

        // What is repaid never decreases, and never exceeds the total.
        assert(currentRepaid >= _lastRepaid && currentRepaid <= _total);

        // The status is Repaid exactly if the total was paid. Something is owed exactly while the loan is active.
        assert((current == Status.Repaid) == (currentRepaid == _total));
        assert((current == Status.Active) == (currentOwed != 0));

        // Once the loan runs, the debt never rises and the due time never falls, nor is it ever beyond twice the longest.
        assert(_lastStatus != Status.Active || currentOwed <= _lastOwed);
        assert(currentDueTs >= _lastDueTs && currentDueTs <= _startTs + 2 * MAX_DURATION);

        (_lastStatus, _lastRepaid, _lastOwed, _lastDueTs) = (current, currentRepaid, currentOwed, currentDueTs);
        assert(isConsistent());
    }

    constructor() {
        assert(isConsistent());
    }

    function createOffer(uint56 principal, uint32 duration, uint128 interest, bool addressed) external ruled {
        _create(principal, duration, interest, addressed);

        _inTheBook = principal;
    }

    function createRequest(uint56 principal, uint32 duration, uint128 interest, bool addressed) external ruled {
        _create(principal, duration, interest, addressed);
        _mark = Mark.Requested;
    }

    function cancelOffer() external ruled {
        require(status() == Status.Open);

        if (!_addressed) isOnTheBoard = false;
        _mark = Mark.Closed;

        _inTheBook -= _principal;
    }

    function cancelRequest() external ruled {
        require(status() == Status.Requested);

        if (!_addressed) isOnTheBoard = false;
        _mark = Mark.Closed;
    }

    function acceptOffer(uint32 time) external ruled {
        require(status() == Status.Open && time != 0);

        if (!_addressed) isOnTheBoard = false;
        _startTs = time;

        _inTheBook -= _principal;
    }

    function fundRequest(uint32 time) external ruled {
        require(status() == Status.Requested && time != 0);

        if (!_addressed) isOnTheBoard = false;
        (_startTs, _mark) = (time, Mark.Plain);
    }

    function repay(uint256 amount, uint256 time) external ruled returns (uint256 paid) {
        require(status() == Status.Active && amount != 0 && time >= _startTs);
        // An active loan can always be repaid: no subtraction underflows.
        assert(repaid() < _total);

        uint256 alreadyNoted = noted();
        paid = _pay(amount, false, time);

        // Every payment reduces the debt by itself, and takes no more than the caller's amount. What the lender states
        // in order to record another one stays true.
        assert(paid != 0 && paid <= amount && owed() == _lastOwed - paid);
        assert(status() != Status.Active || noted() == alreadyNoted);
        _paidInTokens += paid;
    }

    /// @dev In cash, if `alreadyNoted` is what was recorded before.
    function recordPayment(
        uint256 amount,
        uint256 alreadyNoted,
        uint256 paidAt,
        uint256 time
    ) external ruled returns (uint256 paid) {
        require(status() == Status.Active && amount != 0 && alreadyNoted == noted());
        require(paidAt >= _startTs && paidAt <= time);

        paid = _pay(amount, true, time);

        // So does cash. Stated again, the same payment is refused.
        assert(paid != 0 && paid <= amount && owed() == _lastOwed - paid);
        assert(status() != Status.Active || noted() != alreadyNoted);
        _paidInCash += paid;
    }

    function extend(uint256 newDueTs) external ruled {
        require(status() == Status.Active && newDueTs > dueTs());
        uint256 extraTime = newDueTs - _startTs - _duration;
        require(extraTime <= MAX_DURATION);

        (_mark, _extraTime) = (Mark.Amended, extraTime);

        // More time, for the same debt. Stated again, the same date is refused.
        assert(dueTs() == newDueTs && newDueTs > _lastDueTs && owed() == _lastOwed && repaid() == _lastRepaid);
    }

    function forgive(uint256 amount, uint256 time) external ruled {
        require(status() == Status.Active && amount >= owed() && time >= _startTs);

        _countEnded(repaid(), noted(), time);
        _mark = Mark.Forgiven;

        // Nothing is owed any more, and what was paid stays on record.
        assert(owed() == 0 && amount != 0 && amount >= _lastOwed && repaid() == _lastRepaid);
    }

    function status() public view returns (Status) {
        return
            !_exists
                ? Status.None
                : _startTs != 0
                    ? (
                        _mark == Mark.Closed
                            ? Status.Repaid
                            : _mark == Mark.Forgiven
                                ? Status.Forgiven
                                : Status.Active
                    )
                    : _mark == Mark.Closed
                        ? Status.Cancelled
                        : _mark == Mark.Requested
                            ? Status.Requested
                            : Status.Open;
    }

    function repaid() public view returns (uint256) {
        return
            _startTs == 0 || _mark == Mark.Plain
                ? 0
                : _mark == Mark.Closed
                    ? _total
                    : _payments;
    }

    function noted() public view returns (uint256) {
        return _startTs == 0 || _mark == Mark.Plain ? 0 : _noted;
    }

    function owed() public view returns (uint256) {
        return _owed(status(), repaid());
    }

    function dueTs() public view returns (uint256) {
        return _startTs == 0 ? 0 : _startTs + _duration + (_mark == Mark.Plain ? 0 : _extraTime);
    }

    /// @dev What always holds of the stored fields and of the ghost variables.
    function isConsistent() public view returns (bool) {
        Status current = status();
        (uint256 currentRepaid, uint256 currentDueTs) = (repaid(), dueTs());
        uint256 currentOwed = _owed(current, currentRepaid);
        bool taken = _startTs != 0;
        bool ghosts =
            _lastStatus == current &&
                _lastRepaid == currentRepaid &&
                _lastOwed == currentOwed &&
                _lastDueTs == currentDueTs;
        // What is repaid is the sum of the payments.
        bool sums = _paidInTokens + _paidInCash == currentRepaid && (_mark == Mark.Closed || _noted == _paidInCash);
        // The principal is in escrow exactly while an offer is open, and never for a request.
        bool escrow = _inTheBook == (current == Status.Open ? _principal : 0);
        bool limits =
            _principal <= type(uint56).max &&
                _duration <= MAX_DURATION &&
                _total >= _principal &&
                _total <= _principal + type(uint128).max &&
                _startTs <= type(uint32).max &&
                _extraTime <= MAX_DURATION;
        // Nothing is set of a loan that does not exist. It is on the board exactly while anyone may take it.
        bool open = current == Status.Open || current == Status.Requested;
        bool beginning =
            _exists
                ? _principal != 0 && _duration != 0 && isOnTheBoard == (open && !_addressed)
                : !isOnTheBoard && !taken && _mark == Mark.Plain;
        // The marks of a loan that is taken, and of one that is not.
        bool marks =
            taken
                ? _mark != Mark.Requested && _payments < _total && _noted <= _payments
                : _mark == Mark.Plain || _mark == Mark.Requested || _mark == Mark.Closed;
        // The second slot is empty until a mark says that it is not.
        bool secondSlot = (taken && _mark != Mark.Plain) || (_payments == 0 && _noted == 0 && _extraTime == 0);
        // It is counted once, when it ends: as short within a day, else as repaid if at least the principal was, else as
        // forgiven. No more of the principal is counted than came back in tokens.
        bool ended = current == Status.Repaid || current == Status.Forgiven;
        bool counted =
            countedRepaid <= 1 &&
                countedForgiven <= 1 &&
                countedShort <= 1 &&
                countedRepaid + countedForgiven + countedShort == (ended ? 1 : 0) &&
                (!ended || countedShort == 1 || (countedRepaid == 1) == (currentRepaid >= _principal)) &&
                ((ended && countedShort == 0) || countedPrincipal == 0) &&
                countedPrincipal <= _paidInTokens &&
                countedPrincipal <= _principal;
        return ghosts && sums && escrow && limits && beginning && marks && secondSlot && counted;
    }

    function _owed(Status current, uint256 currentRepaid) private view returns (uint256) {
        return current == Status.Active ? _total - currentRepaid : 0;
    }

    function _pay(uint256 amount, bool isNoted, uint256 time) private returns (uint256 paid) {
        uint256 alreadyRepaid = repaid();
        uint256 rest = _total - alreadyRepaid;
        paid = amount < rest ? amount : rest;
        uint256 notedInAll = noted() + (isNoted ? paid : 0);
        if (paid == rest) {
            _mark = Mark.Closed;
            _countEnded(_total, notedInAll, time);
        } else {
            (_mark, _payments, _noted) = (Mark.Amended, alreadyRepaid + paid, notedInAll);
        }
    }

    /// @dev `notedInAll` is a part of `paidInAll`, or this would underflow.
    function _countEnded(uint256 paidInAll, uint256 notedInAll, uint256 time) private {
        if (time - _startTs < LEAST_TIME) {
            countedShort++;
            return;
        }
        if (paidInAll < _principal) countedForgiven++;
        else countedRepaid++;
        uint256 moved = paidInAll - notedInAll;
        countedPrincipal += moved < _principal ? moved : _principal;
    }

    function _create(uint56 principal, uint32 duration, uint128 interest, bool addressed) private {
        require(status() == Status.None && principal != 0 && duration != 0);

        (_exists, _addressed, isOnTheBoard) = (true, addressed, !addressed);
        (_principal, _duration, _total) = (principal, duration, uint256(principal) + interest);
    }
}
