// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeCastLib} from "solady/utils/SafeCastLib.sol";
import {Comment} from "./Comment.sol";
import {ILoanBook} from "./ILoanBook.sol";
import {LoanMath} from "./LoanMath.sol";

/// @title How a loan is stored
/// @notice Most of the gas of a command goes into storage writes, so fields that are written together are packed into
/// one slot, and values that can be derived are not stored.
abstract contract LoanEntries is ILoanBook {
    using LoanMath for ILoanBook.Summary;
    using SafeCastLib for uint256;

    /// @dev What `Entry` says of a loan beside its addresses and timestamps. The status follows from it:
    ///
    /// | mark      | startTs == 0: nobody took it | startTs != 0: taken           |
    /// | --------- | ---------------------------- | ----------------------------- |
    /// | Plain     | Open                         | Active, nothing paid          |
    /// | Requested | Requested                    | never                         |
    /// | Amended   | never                        | Active, see the third slot    |
    /// | Closed    | Cancelled                    | Repaid: `repaid` is the total |
    /// | Forgiven  | never                        | Forgiven, see the third slot  |
    enum Mark {
        Plain,
        Requested,
        Amended,
        Closed,
        Forgiven
    }

    /// @dev Storage layout of a loan: two packed slots, and two more that are written only if they are needed.
    /// Timestamps are uint32: from the year 2106 on nothing can be published or taken, but what exists can still be
    /// cancelled and repaid. No block of a live chain has timestamp 0, which here means "not yet".
    struct Entry {
        address lender;
        uint56 principal;
        uint32 duration;
        uint8 instalments;
        // Second slot. `createdAt` keeps it from being zero, so that taking the loan updates a slot, which costs less
        // gas than filling an empty one.
        address borrower;
        uint32 createdAt;
        uint32 startTs;
        uint16 apr;
        Mark mark;
        uint8 openDays;
        // Third slot: written by a payment in parts and by an extension. `noted` is what of `repaid` was recorded by
        // the lender, `late` whether a part came while the loan was overdue.
        uint72 repaid;
        uint72 noted;
        uint32 extraTime;
        bool late;
        // Fourth slot.
        bytes32 comment;
    }

    mapping(uint256 id => Entry) internal _entries;

    /// @dev The terms must be checked: here they are truncated to their width. A cast that may revert comes before the
    /// writes: between jumps the compiler writes a slot once.
    function _write(uint256 id, address lender, address borrower, Terms memory terms, uint256 openDays) internal {
        uint32 createdAt = block.timestamp.toUint32();
        Entry storage entry = _entries[id];
        (entry.lender, entry.principal, entry.duration, entry.instalments) = (
            lender,
            uint56(terms.principal),
            uint32(terms.duration),
            uint8(terms.instalments)
        );
        (entry.borrower, entry.createdAt, entry.apr, entry.openDays) = (
            borrower,
            createdAt,
            uint16(terms.apr),
            uint8(openDays)
        );
    }

    function _writeComment(uint256 id, string calldata comment) internal {
        if (bytes(comment).length != 0) _entries[id].comment = Comment.pack(comment);
    }

    /// @dev Everything but `owed`; `Mark` has the table. A loan repaid in one payment never writes the third slot.
    function _read(uint256 id) internal view returns (Summary memory loan) {
        Entry storage entry = _entries[id];
        loan.lender = entry.lender;
        loan.principal = entry.principal;
        loan.duration = entry.duration;
        loan.instalments = entry.instalments;
        loan.borrower = entry.borrower;
        loan.createdAt = entry.createdAt;
        loan.startTs = entry.startTs;
        loan.apr = entry.apr;
        (Mark mark, uint256 openDays) = (entry.mark, entry.openDays);
        if (openDays != 0) loan.openUntil = loan.createdAt + (openDays * 1 days);
        if (loan.startTs != 0) {
            // Cannot overflow: the summands have 32 bits.
            unchecked {
                loan.dueTs = loan.startTs + loan.duration;
                if (mark != Mark.Plain) (loan.repaid, loan.dueTs) = (entry.repaid, loan.dueTs + entry.extraTime);
            }
            if (mark == Mark.Closed) (loan.status, loan.repaid) = (Status.Repaid, loan.totalOf());
            else loan.status = mark == Mark.Forgiven ? Status.Forgiven : Status.Active;
        } else if (mark == Mark.Closed) {
            loan.status = Status.Cancelled;
        } else if (loan.createdAt != 0) {
            loan.status = mark == Mark.Requested ? Status.Requested : Status.Open;
        }
    }

    /// @dev An active loan that the caller gave to this borrower.
    function _readActive(uint256 id, address borrower) internal view returns (Summary memory loan) {
        loan = _read(id);
        if (loan.status != Status.Active) revert LoanNotActive(id, loan.status);
        if (loan.lender != msg.sender) revert NotTheLender(id, msg.sender);
        if (loan.borrower != borrower) revert TermsChanged(id);
    }

    /// @dev Of an active loan: what of `repaid` was only noted, and whether it is overdue or was when a part was paid.
    function _historyOf(uint256 id, Summary memory loan) internal view returns (uint256 noted, bool late) {
        if (loan.repaid != 0) (noted, late) = (_entries[id].noted, _entries[id].late);
        late = late || loan.isOverdue();
    }
}
