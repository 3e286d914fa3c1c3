// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LibString} from "solady/utils/LibString.sol";
import {SafeCastLib} from "solady/utils/SafeCastLib.sol";
import {LoanLists} from "./LoanLists.sol";
import {LoanMath} from "./LoanMath.sol";

/// @title How a loan is stored
/// @notice Most of the gas of a command goes into storage writes, so fields that are written together are packed into
/// one slot, and values that can be derived are not stored.
abstract contract LoanEntries is LoanLists {
    using LoanMath for Summary;
    using SafeCastLib for uint256;

    /// @dev The state of a loan, stored as `mark`. The status follows from it:
    ///
    /// | mark              | startTs == 0: nobody took it | startTs != 0: taken                                 |
    /// | ----------------- | ---------------------------- | --------------------------------------------------- |
    /// | PLAIN             | Open                         | Active, nothing paid                                |
    /// | REQUESTED         | Requested                    | never                                               |
    /// | AMENDED           | never                        | Active, see the second slot                         |
    /// | PART + k          | never                        | Active, exactly k instalments were paid, in tokens  |
    /// | CLOSED            | Cancelled                    | Repaid: `repaid` is the total                       |
    /// | FORGIVEN          | never                        | Forgiven, see the second slot                       |
    ///
    /// LATE is added if a payment came, or the rest was forgiven, while the loan was overdue. BRIEF is added if the loan ended
    /// within a day.
    /// Constants, because the range check of an enum keeps the compiler from merging the writes of `_write` into one.
    uint8 internal constant PLAIN = 0;
    uint8 internal constant REQUESTED = 1;
    uint8 internal constant AMENDED = 2;
    uint8 internal constant CLOSED = 3;
    uint8 internal constant FORGIVEN = 4;
    uint8 internal constant BRIEF = 8;
    uint8 internal constant PART = 64;
    uint8 internal constant LATE = 128;

    /// @dev Storage layout of a loan: one packed slot, and others that are written only if they are needed. `createdAt`
    /// keeps the first one from being zero. Timestamps are uint32: from the year 2106 on nothing can be published or taken,
    /// but what exists can still be cancelled and repaid. No block of a live chain has timestamp 0, which here means "not
    /// yet".
    struct Entry {
        uint32 lender; // numbers of people
        uint32 borrower;
        uint56 principal;
        uint32 duration;
        uint32 createdAt;
        uint32 startTs;
        uint16 apr;
        uint8 mark;
        uint8 instalments;
        uint8 openDays;
        // Second slot: written by an extension, by forgiveness, and by payments that `mark` cannot tell. `noted` is what of
        // `repaid` was recorded by the lender.
        uint72 repaid;
        uint72 noted;
        uint32 extraTime;
        // Third slot and, for long texts, others at its hash.
        LibString.StringStorage comment;
    }

    mapping(uint256 id => Entry) internal _entries;

    /// @dev The terms must be checked: here they are truncated to their width. A cast that may revert comes before the
    /// writes: between jumps the compiler writes a slot once.
    function _write(
        uint256 id,
        uint32 lender,
        uint32 borrower,
        Terms memory terms,
        uint256 openDays,
        uint8 mark
    ) internal {
        uint32 createdAt = block.timestamp.toUint32();
        Entry storage entry = _entries[id];
        entry.lender = lender;
        entry.borrower = borrower;
        entry.principal = uint56(terms.principal);
        entry.duration = uint32(terms.duration);
        entry.createdAt = createdAt;
        entry.apr = uint16(terms.apr);
        entry.mark = mark;
        entry.instalments = uint8(terms.instalments);
        entry.openDays = uint8(openDays);
    }

    /// @dev A payment that ends with an instalment takes no slot, unless the loan has the second one already.
    function _writePaid(uint256 id, Summary memory loan, uint256 repaid, uint256 noted, bool late) internal {
        Entry storage entry = _entries[id];
        uint256 parts = (repaid * loan.instalments) / loan.totalOf();
        uint256 mark = entry.mark;
        bool isFree = mark == PLAIN || mark & PART != 0;
        if (isFree && noted == 0 && loan.totalAfter(parts) == repaid) {
            mark = PART + parts;
        } else {
            mark = AMENDED;
            (entry.repaid, entry.noted) = (uint72(repaid), uint72(noted));
        }
        entry.mark = uint8(late ? mark | LATE : mark);
    }

    /// @dev Everything but `owed`.
    function _read(uint256 id) internal view returns (Summary memory loan) {
        Entry storage entry = _entries[id];
        (uint256 lender, uint256 borrower) = (entry.lender, entry.borrower);
        loan.principal = entry.principal;
        loan.duration = entry.duration;
        loan.instalments = entry.instalments;
        loan.createdAt = entry.createdAt;
        loan.startTs = entry.startTs;
        loan.apr = entry.apr;
        (uint256 mark, uint256 openDays) = (entry.mark, entry.openDays);
        (loan.lender, loan.borrower) = (_accountOf(lender), _accountOf(borrower));
        if (openDays != 0) loan.openUntil = loan.createdAt + (openDays * 1 days);
        if (loan.startTs != 0) {
            _readTaken(entry, mark, loan);
        } else if (mark == CLOSED) {
            loan.status = Status.Cancelled;
        } else if (loan.createdAt != 0) {
            loan.status = mark == REQUESTED ? Status.Requested : Status.Open;
        }
    }

    /// @dev What `mark` tells of a loan that was taken.
    function _readTaken(Entry storage entry, uint256 mark, Summary memory loan) private view {
        (loan.status, loan.late) = (Status.Active, mark & LATE != 0);
        // Cannot overflow: the summands have 32 bits.
        unchecked {
            loan.dueTs = loan.startTs + loan.duration;
            if (mark & PART != 0) {
                loan.repaid = loan.totalAfter(mark % PART);
            } else if (mark != PLAIN) {
                (loan.repaid, loan.noted, loan.dueTs) = (entry.repaid, entry.noted, loan.dueTs + entry.extraTime);
                loan.brief = mark & BRIEF != 0;
                if (mark & FORGIVEN != 0) loan.status = Status.Forgiven;
                else if (mark & CLOSED == CLOSED) (loan.status, loan.repaid) = (Status.Repaid, loan.totalOf());
            }
        }
    }

    function _readActive(uint256 id) internal view returns (Summary memory loan) {
        loan = _read(id);
        if (loan.status != Status.Active) revert LoanNotActive(id, loan.status);
    }

    /// @dev Reads an active loan. Reverts unless the caller lent it to `borrower`.
    function _readLent(uint256 id, address borrower) internal view returns (Summary memory loan) {
        loan = _readActive(id);
        if (loan.lender != msg.sender) revert NotYours(id, msg.sender);
        if (loan.borrower != borrower) revert TermsChanged(id);
    }
}
