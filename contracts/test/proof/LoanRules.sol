// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Model of one loan in LoanBook, without accounts, tokens and packing, for solc's model checker. It proves
/// that no assert below can fail, for any sequence of calls. The total of the loan is arbitrary, but at least the
/// principal, which Interest proves.
contract LoanRules {
    enum Status {
        None,
        Open,
        Active,
        Repaid,
        Cancelled
    }

    bool private _exists;
    bool private _addressed;
    bool private _openBit;
    bool private _closed;
    bool private _partlyRepaid;
    uint32 private _startTs;
    uint256 private _partialPayments;
    uint256 private _principal;
    uint256 private _total;

    // Ghost variables: only the asserts use them.
    bool private _wasAccepted;
    bool private _wasCancelled;
    uint256 private _paid;
    uint256 private _inTheBook;
    Status private _lastStatus;
    uint256 private _lastRepaid;

    function create(uint64 principal, uint256 interest, bool addressed) external {
        require(status() == Status.None);
        require(principal != 0 && interest <= type(uint128).max);

        _exists = true;
        _addressed = addressed;
        _principal = principal;
        _total = principal + interest;
        if (!addressed) _openBit = true;

        _inTheBook += principal;
        _mustHold();
    }

    function cancel() external {
        require(status() == Status.Open);

        if (_addressed) _closed = true;
        else _openBit = false;

        _wasCancelled = true;
        _inTheBook -= _principal;
        _mustHold();
    }

    function accept(uint32 time) external {
        require(status() == Status.Open);
        require(time != 0);

        if (!_addressed) _openBit = false;
        _startTs = time;

        _wasAccepted = true;
        _inTheBook -= _principal;
        _mustHold();
    }

    function repay(uint256 amount) external returns (uint256 paid) {
        require(status() == Status.Active);
        require(amount != 0);

        // An active loan can always be repaid: the subtraction cannot underflow.
        uint256 alreadyRepaid = repaid();
        assert(alreadyRepaid < _total);
        uint256 rest = _total - alreadyRepaid;
        paid = amount < rest ? amount : rest;
        if (paid == rest) {
            _closed = true;
        } else {
            _partlyRepaid = true;
            _partialPayments = alreadyRepaid + paid;
        }

        // Every payment reduces the debt, and takes no more than the caller's amount.
        assert(paid != 0 && paid <= amount);
        _paid += paid;
        _mustHold();
    }

    function status() public view returns (Status) {
        if (!_exists) return Status.None;
        if (_startTs != 0) return _closed ? Status.Repaid : Status.Active;
        bool open = _addressed ? !_closed : _openBit;
        return open ? Status.Open : Status.Cancelled;
    }

    function repaid() public view returns (uint256) {
        if (status() == Status.Repaid) return _total;
        return _partlyRepaid ? _partialPayments : 0;
    }

    function owed() public view returns (uint256) {
        return status() == Status.Active ? _total - repaid() : 0;
    }

    function _mustHold() private {
        Status current = status();
        uint256 currentRepaid = repaid();

        // The status only moves forward; after a partial payment it stays Active.
        assert(
            (_lastStatus == Status.None && current == Status.Open) ||
                (_lastStatus == Status.Open && (current == Status.Active || current == Status.Cancelled)) ||
                (_lastStatus == Status.Active && (current == Status.Active || current == Status.Repaid))
        );

        // Accepted and cancelled are mutually exclusive. The principal is in escrow exactly while the offer is open.
        assert(!(_wasAccepted && _wasCancelled) && _inTheBook == (current == Status.Open ? _principal : 0));

        // `repaid` is the sum of the payments: it never decreases, and never exceeds the total.
        assert(currentRepaid == _paid && currentRepaid >= _lastRepaid && currentRepaid <= _total);

        // The status is Repaid exactly if the total was paid. Something is owed exactly while the loan is active.
        assert((current == Status.Repaid) == (currentRepaid == _total) && (current == Status.Active) == (owed() != 0));

        assert(_total >= _principal);

        _lastStatus = current;
        _lastRepaid = currentRepaid;
    }
}
