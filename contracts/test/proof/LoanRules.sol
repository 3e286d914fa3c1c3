// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The rules of one loan as LoanBook keeps them, without people, dollars and packed words, so that a solver can
/// prove them: whatever is called, however often and in whatever order, no assert below can fail. What the loan costs
/// in all is any number that is not less than the principal; Interest proves that it is one.
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

    // What the rules are about: kept for the proof alone.
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

        // An active loan can always be paid: the subtraction cannot fail.
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

        // Every payment counts, and none takes more than was offered.
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

        // A status only moves forward; a payment may leave an active loan active.
        assert(
            (_lastStatus == Status.None && current == Status.Open) ||
                (_lastStatus == Status.Open && (current == Status.Active || current == Status.Cancelled)) ||
                (_lastStatus == Status.Active && (current == Status.Active || current == Status.Repaid))
        );

        // Accepted and cancelled exclude each other, and the principal is in the book exactly while the offer is open.
        assert(!(_wasAccepted && _wasCancelled) && _inTheBook == (current == Status.Open ? _principal : 0));

        // What is repaid is what was paid: never less than before, never more than the whole.
        assert(currentRepaid == _paid && currentRepaid >= _lastRepaid && currentRepaid <= _total);

        // A loan is Repaid exactly when the whole was paid; until then, and only then, something is owed.
        assert((current == Status.Repaid) == (currentRepaid == _total) && (current == Status.Active) == (owed() != 0));

        assert(_total >= _principal);

        _lastStatus = current;
        _lastRepaid = currentRepaid;
    }
}
