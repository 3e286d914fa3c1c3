// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The plan of a loan by the formula of LoanBook's `expectedBy`, for solc's model checker: no plan within the
/// book's limits can make an assert below fail or overflow. `span` is the time from `startTs` to `dueTs`, and `elapsed`
/// the time since `startTs`.
contract Plan {
    function expected(uint72 total, uint8 instalments, uint40 span, uint64 elapsed) public pure returns (uint256 sum) {
        if (elapsed == 0) return 0;
        uint256 due = _due(instalments, span, elapsed);
        sum = _part(total, instalments, due);

        // Never more than the total, and all of it from the second after dueTs on.
        assert(sum <= total);
        assert(elapsed <= span || sum == total);
        // In the second of dueTs the last instalment is not yet late.
        assert(elapsed > span || due < instalments);
    }

    /// @dev The more instalments are due, the more is expected.
    function partsGrow(uint72 total, uint8 instalments, uint256 some, uint256 more) external pure {
        require(some <= more);
        assert(_part(total, instalments, some) <= _part(total, instalments, more));
    }

    /// @dev As time goes by, no fewer instalments are due, and so no less is expected.
    function growsWithTime(uint8 instalments, uint40 span, uint64 earlier, uint64 later) external pure {
        require(earlier <= later);
        assert(_due(instalments, span, earlier) <= _due(instalments, span, later));
    }

    /// @dev With more time for the loan, no more instalments are due at any time, and so no more is expected.
    function shrinksWithExtension(uint8 instalments, uint40 span, uint40 longer, uint64 elapsed) external pure {
        require(span <= longer);
        assert(_due(instalments, longer, elapsed) <= _due(instalments, span, elapsed));
    }

    /// @dev A loan's `mark` tells that exactly some instalments were paid: 64 and their number, and 128 if late. Whatever
    /// an instalment leaves is recognised, and read as the sum that it was.
    function mark(uint72 total, uint8 instalments, uint72 repaid, uint8 paid, bool late) external pure returns (uint8) {
        require(repaid < total && instalments != 0 && instalments <= 60 && paid <= instalments);
        uint256 parts = (uint256(repaid) * instalments) / total;
        bool isExact = _part(total, instalments, parts) == repaid;
        assert(isExact || _part(total, instalments, paid) != repaid);
        uint256 sum = 64 + parts + (late ? 128 : 0);
        assert(sum <= type(uint8).max && sum % 64 == parts && (sum / 64) % 2 == 1 && (sum / 128 == 1) == late);
        return isExact && parts != 0 ? uint8(sum) : 0;
    }

    /// @dev How many instalments were due before now.
    function _due(uint8 instalments, uint40 span, uint64 elapsed) private pure returns (uint256) {
        require(instalments != 0 && instalments <= 60 && span != 0 && elapsed != 0);
        uint256 capped = elapsed < uint256(span) + 1 ? elapsed : uint256(span) + 1;
        uint256 due = (capped * instalments - 1) / span;
        return due < instalments ? due : instalments;
    }

    function _part(uint72 total, uint8 instalments, uint256 due) private pure returns (uint256) {
        require(instalments != 0 && instalments <= 60 && due <= instalments);
        return (total * due + instalments - 1) / instalments;
    }
}
