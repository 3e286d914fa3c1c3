// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The tally of a borrower in LoanBook, 96 bits of a slot, for solc's model checker. Shifts are products and
/// quotients here.
contract Tally {
    uint256 private constant DOLLAR = 1e6;
    uint256 private constant FULL = type(uint16).max;
    uint256 private constant FULL_DOLLARS = type(uint32).max;
    uint256 private constant DOLLARS = 2 ** 64;

    uint256 public dollars;
    // Ghost variable: only the asserts use it. The tokens that came back of all these loans.
    uint256 private _moved;

    constructor() {
        assert(isConsistent());
    }

    /// @dev Adds to the dollars of any tally a loan that lasted a day, of which `noted` moved no tokens. By induction, as
    /// in LoanRules.
    function add(uint256 tally, uint56 principal, uint72 repaid, uint72 noted) external returns (uint256 sum) {
        require(isConsistent() && noted <= repaid && tally / DOLLARS == dollars);
        uint256 before = dollars;

        uint256 back = repaid - noted < principal ? repaid - noted : principal;
        dollars += back / DOLLAR;
        if (dollars > FULL_DOLLARS) dollars = FULL_DOLLARS;
        sum = dollars * DOLLARS + (tally % DOLLARS);
        _moved += repaid - noted;

        // Dollars never fall, and no loan adds more than its principal. The counters stay as they were.
        assert(dollars >= before && (dollars - before) * DOLLAR <= principal);
        assert(sum / DOLLARS == dollars && sum % DOLLARS == tally % DOLLARS && sum < 2 ** 96);
        assert(isConsistent());
    }

    /// @dev A counter that begins at `unit` (of repaid, late, forgiven or brief loans) grows by one or, when it is full,
    /// stops. What is above and below it stays.
    function increment(uint256 tally, uint256 unit) external pure returns (uint256 sum) {
        require(tally < 2 ** 96);
        require(unit == 1 || unit == 2 ** 16 || unit == 2 ** 32 || unit == 2 ** 48);
        uint256 above = tally / unit / (FULL + 1);
        uint256 count = (tally / unit) % (FULL + 1);
        uint256 below = tally % unit;

        sum = tally + (count == FULL ? 0 : unit);

        uint256 next = count == FULL ? FULL : count + 1;
        assert(next <= FULL && sum == (above * (FULL + 1) + next) * unit + below);
    }

    /// @dev Dollars never exceed what moved.
    function isConsistent() public view returns (bool) {
        return dollars <= FULL_DOLLARS && dollars * DOLLAR <= _moved;
    }
}
