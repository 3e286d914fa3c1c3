// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {FixedPointMathLib} from "solady/utils/FixedPointMathLib.sol";
import {ILoanBook} from "./ILoanBook.sol";

/// @title What follows from the fields of a loan: total, debt, plan and expiry
library LoanMath {
    using FixedPointMathLib for uint256;

    /// @dev Of a dollar.
    uint256 internal constant DECIMALS = 6;

    uint256 private constant WHOLE = 10_000 * 365 days; // 100 % for a year

    /// @dev Principal plus interest, rounded up in the lender's favour.
    function totalOf(ILoanBook.Summary memory loan) internal pure returns (uint256) {
        // Cannot overflow: the factors have 56, 16 and 32 bits.
        unchecked {
            return loan.principal + (loan.principal * loan.apr * loan.duration + WHOLE - 1) / WHOLE;
        }
    }

    /// @dev What is expected when this many instalments are due.
    function totalAfter(ILoanBook.Summary memory loan, uint256 instalments) internal pure returns (uint256) {
        return (totalOf(loan) * instalments).divUp(loan.instalments);
    }

    function owedOn(ILoanBook.Summary memory loan) internal pure returns (uint256) {
        return loan.status == ILoanBook.Status.Active ? totalOf(loan) - loan.repaid : 0;
    }

    /// @dev ILoanBook.expectedBy
    function expectedBy(ILoanBook.Summary memory loan, uint256 time) internal pure returns (uint256) {
        if (loan.status != ILoanBook.Status.Active || time <= loan.startTs) return 0;
        uint256 elapsed = time.min(loan.dueTs + 1) - loan.startTs;
        // Instalment k is due before `time` if (dueTs − startTs) · k < elapsed · instalments.
        uint256 due = (elapsed * loan.instalments - 1) / (loan.dueTs - loan.startTs);
        return totalAfter(loan, due.min(loan.instalments));
    }

    /// @dev Returns whether an active loan was overdue at `time`, or when a part was paid.
    function isLateAt(ILoanBook.Summary memory loan, uint256 time) internal pure returns (bool) {
        return loan.late || isOverdueAt(loan, time);
    }

    /// @dev Returns whether an active loan was overdue at `time`. A single instalment is due with the loan, which is
    /// cheaper to check.
    function isOverdueAt(ILoanBook.Summary memory loan, uint256 time) internal pure returns (bool) {
        if (time > loan.dueTs) return true;
        return loan.instalments != 1 && loan.repaid < expectedBy(loan, time);
    }

    /// @dev Of an offer or request that nobody has taken.
    function isExpired(ILoanBook.Summary memory loan) internal view returns (bool) {
        return loan.openUntil != 0 && block.timestamp > loan.openUntil;
    }

    function hasTerms(ILoanBook.Summary memory loan, ILoanBook.Terms calldata terms) internal pure returns (bool) {
        return
            loan.principal == terms.principal &&
            loan.duration == terms.duration &&
            loan.apr == terms.apr &&
            loan.instalments == terms.instalments;
    }
}
