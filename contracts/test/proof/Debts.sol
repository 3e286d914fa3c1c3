// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Model of who can lower which debts in LoanBook, for solc's model checker. A circle is settled in steps, of
/// one loan each, so that the proof holds for any number of them.
///
/// By induction, as in LoanRules. The asserts speak of one person and one loan, and these are arbitrary.
contract Debts {
    // A loan is active exactly while something is owed.
    mapping(uint256 id => address) public lenderOf;
    mapping(uint256 id => address) public borrowerOf;
    mapping(uint256 id => uint256) public owed;
    mapping(uint256 id => uint256) public noted;

    // The circle that is being settled: who owes its last loan and the one before, and which circle a person last lent in.
    bool private _settling;
    address private _first;
    address private _debtor;
    uint256 private _amount;
    uint256 private _circle;
    mapping(address person => uint256) private _lentIn;

    // Ghost variables: only the asserts use them. `_net` is what the person lent less what they borrowed.
    address private _person;
    uint256 private _one;
    int256 private _net;
    int256 private _netBefore;
    bool private _settled;
    uint256 private _owedBefore;
    uint256 private _notedBefore;

    modifier ruled() {
        require(isConsistent());
        _;
        assert(isConsistent());
    }

    constructor(address person, uint256 one) {
        (_person, _one) = (person, one);
        assert(isConsistent());
    }

    function lend(uint256 id, address lender, address borrower, uint256 total) external ruled {
        require(!_settling && lenderOf[id] == address(0) && lender != address(0) && total != 0);
        (lenderOf[id], borrowerOf[id], owed[id]) = (lender, borrower, total);
        if (lender == _person) _net += int256(total);
        if (borrower == _person) _net -= int256(total);
    }

    /// @dev By the payer or, if they signed, by anyone.
    function repay(uint256 id, uint256 amount, address payer) external ruled returns (uint256 received) {
        require(!_settling && owed[id] != 0 && lenderOf[id] != payer);
        (uint256 before, uint256 notedBefore) = (owed[_one], noted[_one]);

        received = _pay(id, amount, payer);

        // The lender gets the dollars by which the debt falls, and nothing seems to be recorded by them.
        assert(owed[_one] == before - (id == _one ? received : 0) && noted[_one] == notedBefore);
    }

    function recordPayment(uint256 id, uint256 amount, uint256 alreadyNoted) external ruled {
        require(!_settling && owed[id] != 0 && lenderOf[id] == msg.sender);
        (uint256 before, uint256 notedBefore) = (owed[_one], noted[_one]);

        _record(id, amount, alreadyNoted);

        // Without dollars a debt falls only by its lender, and `noted` has all of it.
        assert(owed[_one] == before || lenderOf[_one] == msg.sender);
        assert(before - owed[_one] == noted[_one] - notedBefore);
    }

    function forgive(uint256 id, uint256 amount) external ruled {
        require(!_settling && owed[id] != 0 && lenderOf[id] == msg.sender && owed[id] <= amount);
        uint256 before = owed[_one];

        _lower(id, owed[id]);

        assert(owed[_one] == before || lenderOf[_one] == msg.sender);
    }

    /// @dev `last` is the last loan of the circle. No debt has more than 72 bits.
    function beginCircle(uint256 last, uint72 amount) external ruled {
        require(!_settling);
        (_settling, _first, _debtor, _amount) = (true, borrowerOf[last], borrowerOf[last], amount);
        ++_circle;

        (_netBefore, _settled, _owedBefore, _notedBefore) = (_net, false, owed[_one], noted[_one]);
    }

    /// @dev `signer` signed the circle.
    function settleNext(uint256 id, uint256 alreadyNoted, address signer) external ruled {
        require(_settling && owed[id] != 0 && lenderOf[id] == _debtor && signer == _debtor);
        require(_lentIn[_debtor] != _circle);
        uint256 before = owed[_one];

        require(_record(id, _amount, alreadyNoted) == _amount);
        _lentIn[_debtor] = _circle;
        _debtor = borrowerOf[id];

        assert(owed[_one] == before || lenderOf[_one] == signer);
        // Stated again, what was noted is refused.
        assert(noted[id] != alreadyNoted);
        if (id == _one) _settled = true;
    }

    /// @dev The borrower of the last loan is the lender of the first.
    function endCircle() external ruled {
        require(_settling && _debtor == _first);
        _settling = false;

        // Nobody's net position changed. Each debt of the circle fell by the amount, and no other one changed.
        assert(_net == _netBefore);
        assert(_owedBefore - owed[_one] == (_settled ? _amount : 0));
        assert(noted[_one] - _notedBefore == (_settled ? _amount : 0));
    }

    function isConsistent() public view returns (bool) {
        bool absent = lenderOf[_one] != address(0) || (owed[_one] == 0 && noted[_one] == 0);
        if (!_settling) return absent;
        int256 moved =
            (_debtor == _person ? int256(_amount) : int256(0)) - (_first == _person ? int256(_amount) : int256(0));
        bool one =
            _settled
                ? _lentIn[lenderOf[_one]] == _circle &&
                    _owedBefore == owed[_one] + _amount &&
                    noted[_one] == _notedBefore + _amount
                : _owedBefore == owed[_one] && noted[_one] == _notedBefore;
        return absent && _amount <= type(uint72).max && one && _net == _netBefore + moved;
    }

    function _record(uint256 id, uint256 amount, uint256 alreadyNoted) private returns (uint256) {
        require(alreadyNoted == noted[id]);
        return _pay(id, amount, lenderOf[id]);
    }

    function _pay(uint256 id, uint256 amount, address payer) private returns (uint256 paid) {
        require(amount != 0);
        paid = amount < owed[id] ? amount : owed[id];
        if (payer == lenderOf[id]) noted[id] += paid;
        _lower(id, paid);
    }

    function _lower(uint256 id, uint256 amount) private {
        owed[id] -= amount;
        if (lenderOf[id] == _person) _net -= int256(amount);
        if (borrowerOf[id] == _person) _net += int256(amount);
    }
}
