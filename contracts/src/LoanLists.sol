// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {FixedPointMathLib} from "solady/utils/FixedPointMathLib.sol";
import {SafeCastLib} from "solady/utils/SafeCastLib.sol";
import {ILoanBook} from "./ILoanBook.sol";
import {IdBoard} from "./IdBoard.sol";
import {IdList} from "./IdList.sol";
import {LoanMath} from "./LoanMath.sol";

/// @title The people, lists and records of ILoanBook: their storage and their views
/// @notice Loans refer to people by numbers of 32 bits, so that a loan fits into one slot. Number 0 is nobody. A person
/// gets a number with the first id in one of their lists. Each of their lists repeats it, so that a later push finds it in
/// the slot that it writes. No call, event, error, view or signature contains a number: a reorganisation may change it.
abstract contract LoanLists is ILoanBook {
    using IdBoard for IdBoard.Board;
    using IdList for IdList.List;
    using FixedPointMathLib for uint256;
    using SafeCastLib for uint256;

    uint256 private constant LISTS = 5;
    uint256 private constant DOLLAR = 10 ** LoanMath.DECIMALS;

    // Where the counters of a borrower's tally begin: four of 16 bits, then whole dollars of 32 bits. A full counter
    // stops.
    uint256 private constant REPAID_AT = 0;
    uint256 private constant LATE_AT = 16;
    uint256 private constant FORGIVEN_AT = 32;
    uint256 private constant BRIEF_AT = 48;
    uint256 private constant DOLLARS_AT = 64;

    struct Person {
        address account;
        uint96 tally;
    }

    IdBoard.Board internal _board;
    mapping(uint256 number => Person) private _people;
    uint32 private _lastNumber;
    /// @dev By List.
    mapping(address person => IdList.List[LISTS]) private _lists;

    function nextId() public view returns (uint256) {
        return uint256(_board.lastId) + 1;
    }

    function allOffersLength() external view returns (uint256) {
        return _board.lastId;
    }

    function allOfferIds(uint256 index) external view returns (uint256) {
        require(index < _board.lastId, IndexOutOfRange(index, _board.lastId));
        return index + 1;
    }

    function openOffersLength() external view returns (uint256) {
        return _board.offers;
    }

    function openOfferIds(uint256 index) external view returns (uint256) {
        return _board.offerAt(index);
    }

    function getOpenOfferIds(uint256 offset, uint256 limit) external view returns (uint256[] memory) {
        return _board.offersFrom(offset, limit);
    }

    function openRequestsLength() external view returns (uint256) {
        return _board.requests;
    }

    function newestOpenIds(
        bool requests,
        uint256 before,
        uint256 limit
    ) external view returns (uint256[] memory, uint256) {
        return _board.pageBefore(requests ? IdBoard.REQUEST : IdBoard.OFFER, before, limit);
    }

    function idsOf(
        List list,
        address person,
        uint256 offset,
        uint256 limit
    ) public view returns (uint256[] memory, uint256) {
        IdList.List storage ids = _lists[person][uint256(list)];
        return (ids.page(offset, limit), ids.length);
    }

    function offersByLenderLength(address lender) external view returns (uint256) {
        return _lists[lender][uint256(List.Lent)].length;
    }

    function offersByLender(address lender, uint256 index) external view returns (uint256) {
        return _lists[lender][uint256(List.Lent)].get(index);
    }

    function getOffersByLenderIds(
        address lender,
        uint256 offset,
        uint256 limit
    ) external view returns (uint256[] memory ids) {
        (ids, ) = idsOf(List.Lent, lender, offset, limit);
    }

    function recordOf(address person) external view returns (Record memory) {
        IdList.List storage borrowed = _lists[person][uint256(List.Borrowed)];
        uint256 tally = _people[borrowed.owner].tally;
        return
            Record(
                borrowed.length - uint16(tally >> BRIEF_AT),
                uint16(tally >> REPAID_AT),
                uint16(tally >> LATE_AT),
                uint16(tally >> FORGIVEN_AT),
                tally >> DOLLARS_AT
            );
    }

    function _accountOf(uint256 number) internal view returns (address) {
        return number == 0 ? address(0) : _people[number].account;
    }

    /// @dev Adds an id to a person's list. Returns their number.
    function _add(List list, address person, uint256 id) internal returns (uint32 number) {
        IdList.List storage ids = _lists[person][uint256(list)];
        number = ids.owner;
        if (number == 0) number = _numberOf(person);
        ids.push(id, number);
    }

    /// @dev The number that one of the lists has, or a new one.
    function _numberOf(address person) private returns (uint32 number) {
        IdList.List[LISTS] storage lists = _lists[person];
        for (uint256 i; number == 0 && i < LISTS; ++i) {
            number = lists[i].owner;
        }
        if (number != 0) return number;
        number = (uint256(_lastNumber) + 1).toUint32();
        (_lastNumber, _people[number].account) = (number, person);
    }

    /// @dev Adds a loan that ended to its borrower's tally: as repaid if at least the principal was, else as forgiven.
    function _count(
        uint256 borrower,
        uint256 principal,
        uint256 repaid,
        uint256 noted,
        bool late,
        bool brief
    ) internal {
        uint256 tally = _people[borrower].tally;
        // Cannot overflow: `noted` is a part of `repaid`, and a full counter stops.
        unchecked {
            if (brief) {
                tally = _increment(tally, BRIEF_AT);
            } else {
                if (repaid < principal) {
                    tally = _increment(tally, FORGIVEN_AT);
                } else {
                    tally = _increment(tally, REPAID_AT);
                    if (late) tally = _increment(tally, LATE_AT);
                }
                uint256 dollars = (tally >> DOLLARS_AT) + principal.min(repaid - noted) / DOLLAR;
                tally = (dollars.min(type(uint32).max) << DOLLARS_AT) | uint64(tally);
            }
        }
        _people[borrower].tally = uint96(tally);
    }

    function _increment(uint256 tally, uint256 counter) private pure returns (uint256) {
        unchecked {
            return tally + (FixedPointMathLib.ternary(uint16(tally >> counter) == type(uint16).max, 0, 1) << counter);
        }
    }
}
