// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Model of one loan in LoanBook, without accounts, tokens and packing, for solc's model checker. It proves
/// that no assert below can fail, for any sequence of calls. The total of the loan is arbitrary, but at least the
/// principal, which Interest proves.
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

    // As LoanBook stores it. `_addressed`: it names who alone may take it. Otherwise it has a bit on the board.
    bool private _exists;
    bool private _addressed;
    bool private _bit;
    Mark private _mark;
    uint256 private _startTs;
    uint256 private _payments;
    uint256 private _extraTime;
    uint256 private _principal;
    uint256 private _duration;
    uint256 private _total;

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

        // The principal is in escrow exactly while an offer is open, and never for a request.
        assert(_inTheBook == (current == Status.Open ? _principal : 0));

        // `repaid` is the sum of the payments: it never decreases, and never exceeds the total.
        assert(currentRepaid == _paidInTokens + _paidInCash);
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

        if (_addressed) _mark = Mark.Closed;
        else _bit = false;

        _inTheBook -= _principal;
    }

    function cancelRequest() external ruled {
        require(status() == Status.Requested);

        if (_addressed) _mark = Mark.Closed;
        else _bit = false;
    }

    function acceptOffer(uint32 time) external ruled {
        require(status() == Status.Open && time != 0);

        if (!_addressed) _bit = false;
        _startTs = time;

        _inTheBook -= _principal;
    }

    function fundRequest(uint32 time) external ruled {
        require(status() == Status.Requested && time != 0);

        if (!_addressed) _bit = false;
        (_startTs, _mark) = (time, Mark.Plain);
    }

    /// @dev By the lender: in cash.
    function repay(uint256 amount, bool byLender) external ruled returns (uint256 paid) {
        require(status() == Status.Active && amount != 0);

        // An active loan can always be repaid: the subtraction cannot underflow.
        uint256 alreadyRepaid = repaid();
        assert(alreadyRepaid < _total);
        uint256 rest = _total - alreadyRepaid;
        paid = amount < rest ? amount : rest;
        if (paid == rest) _mark = Mark.Closed;
        else (_mark, _payments) = (Mark.Amended, alreadyRepaid + paid);

        // Every payment, in cash or not, reduces the debt by itself, and takes no more than the caller's amount.
        assert(paid != 0 && paid <= amount && owed() == _lastOwed - paid);
        if (byLender) _paidInCash += paid;
        else _paidInTokens += paid;
    }

    function extend(uint256 extraTime) external ruled {
        require(status() == Status.Active && extraTime != 0);
        require(extraTime <= MAX_DURATION && _extraTime + extraTime <= MAX_DURATION);

        (_mark, _extraTime) = (Mark.Amended, _extraTime + extraTime);

        // More time, for the same debt.
        assert(dueTs() == _lastDueTs + extraTime && owed() == _lastOwed && repaid() == _lastRepaid);
    }

    function forgive() external ruled {
        require(status() == Status.Active);

        _mark = Mark.Forgiven;

        // Nothing is owed any more, and what was paid stays on record.
        assert(owed() == 0 && _lastOwed != 0 && repaid() == _lastRepaid);
    }

    function status() public view returns (Status) {
        bool open = _mark != Mark.Closed && (_addressed || _bit);
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
                    : !open
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

    function owed() public view returns (uint256) {
        return _owed(status(), repaid());
    }

    function dueTs() public view returns (uint256) {
        return _startTs == 0 ? 0 : _startTs + _duration + (_mark == Mark.Plain ? 0 : _extraTime);
    }

    /// @dev What the stored fields always keep to, and what the ghost variables say of them.
    function isConsistent() public view returns (bool) {
        Status current = status();
        (uint256 currentRepaid, uint256 currentDueTs) = (repaid(), dueTs());
        uint256 currentOwed = _owed(current, currentRepaid);
        bool taken = _startTs != 0;
        bool ghosts =
            _lastStatus == current &&
                _lastRepaid == currentRepaid &&
                _lastOwed == currentOwed &&
                _lastDueTs == currentDueTs &&
                _paidInTokens + _paidInCash == currentRepaid &&
                _inTheBook == (current == Status.Open ? _principal : 0);
        bool limits =
            _principal <= type(uint56).max &&
                _duration <= MAX_DURATION &&
                _total >= _principal &&
                _total <= _principal + type(uint128).max &&
                _startTs <= type(uint32).max &&
                _extraTime <= MAX_DURATION;
        // Nothing is set of a loan that does not exist. A bit is for what is public and not taken.
        bool beginning =
            _exists
                ? _principal != 0 && _duration != 0 && !(_bit && (_addressed || taken))
                : !_bit && !taken && _mark == Mark.Plain;
        // The marks of a loan that is taken, and of one that is not. A public one is cancelled by its bit alone.
        bool marks =
            taken
                ? _mark != Mark.Requested && _payments < _total
                : _mark == Mark.Plain || _mark == Mark.Requested || (_mark == Mark.Closed && _addressed);
        // The third slot is empty until a mark says that it is not.
        bool thirdSlot = (taken && _mark != Mark.Plain) || (_payments == 0 && _extraTime == 0);
        return ghosts && limits && beginning && marks && thirdSlot;
    }

    function _owed(Status current, uint256 currentRepaid) private view returns (uint256) {
        return current == Status.Active ? _total - currentRepaid : 0;
    }

    function _create(uint56 principal, uint32 duration, uint128 interest, bool addressed) private {
        require(status() == Status.None && principal != 0 && duration != 0);

        (_exists, _addressed, _bit) = (true, addressed, !addressed);
        (_principal, _duration, _total) = (principal, duration, uint256(principal) + interest);
    }
}
