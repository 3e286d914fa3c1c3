// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The total of a loan by the formula of LoanBook, for solc's model checker: no terms within the book's limits
/// can make an assert below fail or overflow.
contract Interest {
    function total(uint56 principal, uint16 apr, uint32 duration) external pure returns (uint256) {
        uint256 whole = 10_000 * 365 days;
        uint256 product = uint256(principal) * apr * duration;
        uint256 interest = (product + whole - 1) / whole;
        uint256 sum = principal + interest;

        // The total is at least the principal.
        assert(sum >= principal);
        // Interest is rounded up, by less than one unit.
        assert(interest * whole >= product);
        assert(interest * whole < product + whole);
        return sum;
    }
}
