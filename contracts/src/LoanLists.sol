// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {FixedPointMathLib} from "solady/utils/FixedPointMathLib.sol";
import {ILoanBook} from "./ILoanBook.sol";
import {IdBoard} from "./IdBoard.sol";
import {IdList} from "./IdList.sol";
import {LoanMath} from "./LoanMath.sol";

/// @title The lists and records of ILoanBook: their storage and their views
abstract contract LoanLists is ILoanBook {
    using IdBoard for IdBoard.Board;
    using IdList for IdList.List;
    using FixedPointMathLib for uint256;

    uint256 private constant DOLLAR = 10 ** LoanMath.DECIMALS;

    /// @dev A borrower's tally has, from the lowest bit, three counters of WIDTH bits (loans repaid, of those the late
    /// ones, and loans forgiven), then whole dollars. No counter can overflow while fewer than 2 ** WIDTH loans were
    /// taken.
    uint256 private constant WIDTH = 21;
    uint256 private constant COUNTER = (1 << WIDTH) - 1;
    uint256 private constant COUNTERS = (1 << (3 * WIDTH)) - 1;
    uint256 private constant MAX_DOLLARS = type(uint96).max >> (3 * WIDTH);
    // The amounts that a loan adds to it when it ends.
    uint256 private constant REPAID = 1;
    uint256 private constant REPAID_LATE = 1 + (1 << WIDTH);
    uint256 private constant FORGIVEN = 1 << (2 * WIDTH);

    IdBoard.Board internal _board;
    mapping(address lender => IdList.List) internal _offersBy;
    mapping(address borrower => IdList.List) internal _offersFor;
    /// @dev Attached to each list is the borrower's tally.
    mapping(address borrower => IdList.List) internal _loansOf;
    mapping(address borrower => IdList.List) internal _requestsBy;
    mapping(address lender => IdList.List) internal _requestsFor;

    /// @inheritdoc ILoanBook
    function nextId() public view returns (uint256) {
        return uint256(_board.lastId) + 1;
    }

    /// @inheritdoc ILoanBook
    function allOffersLength() external view returns (uint256) {
        return _board.lastId;
    }

    /// @inheritdoc ILoanBook
    function allOfferIds(uint256 index) external view returns (uint256) {
        require(index < _board.lastId, IndexOutOfRange(index, _board.lastId));
        return index + 1;
    }

    /// @inheritdoc ILoanBook
    function openOffersLength() external view returns (uint256) {
        return _board.offers;
    }

    /// @inheritdoc ILoanBook
    function openOfferIds(uint256 index) external view returns (uint256) {
        return _board.get(IdBoard.OFFER, index);
    }

    /// @inheritdoc ILoanBook
    function getOpenOfferIds(uint256 offset, uint256 limit) external view returns (uint256[] memory) {
        return _board.page(IdBoard.OFFER, offset, limit);
    }

    /// @inheritdoc ILoanBook
    function getNewestOpenOfferIds(uint256 before, uint256 limit) external view returns (uint256[] memory, uint256) {
        return _board.pageBefore(IdBoard.OFFER, before, limit);
    }

    /// @inheritdoc ILoanBook
    function openRequestsLength() external view returns (uint256) {
        return _board.requests;
    }

    /// @inheritdoc ILoanBook
    function getOpenRequestIds(uint256 offset, uint256 limit) external view returns (uint256[] memory) {
        return _board.page(IdBoard.REQUEST, offset, limit);
    }

    /// @inheritdoc ILoanBook
    function getNewestOpenRequestIds(uint256 before, uint256 limit) external view returns (uint256[] memory, uint256) {
        return _board.pageBefore(IdBoard.REQUEST, before, limit);
    }

    /// @inheritdoc ILoanBook
    function offersByLenderLength(address lender) external view returns (uint256) {
        return _offersBy[lender].length;
    }

    /// @inheritdoc ILoanBook
    function offersByLender(address lender, uint256 index) external view returns (uint256) {
        return _offersBy[lender].get(index);
    }

    /// @inheritdoc ILoanBook
    function getOffersByLenderIds(
        address lender,
        uint256 offset,
        uint256 limit
    ) external view returns (uint256[] memory) {
        return _offersBy[lender].page(offset, limit);
    }

    /// @inheritdoc ILoanBook
    function loansByBorrowerLength(address borrower) external view returns (uint256) {
        return _loansOf[borrower].length;
    }

    /// @inheritdoc ILoanBook
    function loansByBorrower(address borrower, uint256 index) external view returns (uint256) {
        return _loansOf[borrower].get(index);
    }

    /// @inheritdoc ILoanBook
    function getLoansByBorrowerIds(
        address borrower,
        uint256 offset,
        uint256 limit
    ) external view returns (uint256[] memory) {
        return _loansOf[borrower].page(offset, limit);
    }

    /// @inheritdoc ILoanBook
    function offersForBorrowerLength(address borrower) external view returns (uint256) {
        return _offersFor[borrower].length;
    }

    /// @inheritdoc ILoanBook
    function offersForBorrower(address borrower, uint256 index) external view returns (uint256) {
        return _offersFor[borrower].get(index);
    }

    /// @inheritdoc ILoanBook
    function getOffersForBorrowerIds(
        address borrower,
        uint256 offset,
        uint256 limit
    ) external view returns (uint256[] memory) {
        return _offersFor[borrower].page(offset, limit);
    }

    /// @inheritdoc ILoanBook
    function requestsByBorrowerLength(address borrower) external view returns (uint256) {
        return _requestsBy[borrower].length;
    }

    /// @inheritdoc ILoanBook
    function getRequestsByBorrowerIds(
        address borrower,
        uint256 offset,
        uint256 limit
    ) external view returns (uint256[] memory) {
        return _requestsBy[borrower].page(offset, limit);
    }

    /// @inheritdoc ILoanBook
    function requestsForLenderLength(address lender) external view returns (uint256) {
        return _requestsFor[lender].length;
    }

    /// @inheritdoc ILoanBook
    function getRequestsForLenderIds(
        address lender,
        uint256 offset,
        uint256 limit
    ) external view returns (uint256[] memory) {
        return _requestsFor[lender].page(offset, limit);
    }

    /// @inheritdoc ILoanBook
    function recordOf(address person) external view returns (Record memory) {
        (uint256 taken, uint256 tally) = (_loansOf[person].length, _loansOf[person].attached);
        (uint256 late, uint256 forgiven) = ((tally >> WIDTH) & COUNTER, (tally >> (2 * WIDTH)) & COUNTER);
        return Record(taken, tally & COUNTER, late, forgiven, tally >> (3 * WIDTH));
    }

    /// @dev Adds a loan that ended to its borrower's tally: as repaid if at least the principal was, else as forgiven.
    /// Whatever may jump is computed before the tally is read: between jumps the compiler reads its slot once.
    /// @param noted what of `repaid` was paid outside of this contract
    function _countEnded(Summary memory loan, uint256 repaid, uint256 noted, bool late) internal {
        uint256 ended = late ? REPAID_LATE : REPAID;
        if (repaid < loan.principal) ended = FORGIVEN;
        IdList.List storage list = _loansOf[loan.borrower];
        // Cannot overflow: `noted` is a part of `repaid`, and the dollars have 33 bits.
        unchecked {
            uint256 dollars = loan.principal.min(repaid - noted) / DOLLAR;
            uint256 tally = list.attached;
            ended = FixedPointMathLib.ternary(list.length <= COUNTER, ended, 0);
            dollars = ((tally >> (3 * WIDTH)) + dollars).min(MAX_DOLLARS);
            list.attached = uint96((dollars << (3 * WIDTH)) | ((tally & COUNTERS) + ended));
        }
    }
}
