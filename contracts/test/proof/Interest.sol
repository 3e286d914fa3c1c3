// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice What a loan costs in all, by the formula of LoanBook, for a solver to prove: no terms that fit the book can
/// make an assert below fail, or a calculation overflow.
contract Interest {
    function total(uint64 principal, uint16 apr, uint32 duration) external pure returns (uint256) {
        uint256 whole = 10_000 * 365 days;
        uint256 product = uint256(principal) * apr * duration;
        uint256 interest = (product + whole - 1) / whole;
        uint256 sum = principal + interest;

        // Never less than the principal.
        assert(sum >= principal);
        // Rounding never favours the borrower, and costs them less than one unit.
        assert(interest * whole >= product);
        assert(interest * whole < product + whole);
        return sum;
    }
}
