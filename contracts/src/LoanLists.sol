// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {FixedPointMathLib} from "solady/utils/FixedPointMathLib.sol";
import {ILoanBook} from "./ILoanBook.sol";
import {IdBoard} from "./IdBoard.sol";
import {IdList} from "./IdList.sol";

/// @title The lists and records of ILoanBook: their storage and their views
abstract contract LoanLists is ILoanBook {
    using IdBoard for IdBoard.Board;
    using IdList for IdList.List;
    using FixedPointMathLib for uint256;

    uint256 internal constant DECIMALS = 6;
    uint256 private constant DOLLAR = 10 ** DECIMALS;

    IdBoard.Board internal _board;
    mapping(address lender => IdList.List) internal _offersBy;
    mapping(address borrower => IdList.List) internal _offersFor;
    /// @dev Attached to each list is the borrower's tally, see _countRepaid.
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
        return _board.page(IdBoard.OFFER, offset, limit, false);
    }

    /// @inheritdoc ILoanBook
    function getNewestOpenOfferIds(uint256 offset, uint256 limit) external view returns (uint256[] memory) {
        return _board.page(IdBoard.OFFER, offset, limit, true);
    }

    /// @inheritdoc ILoanBook
    function openRequestsLength() external view returns (uint256) {
        return _board.requests;
    }

    /// @inheritdoc ILoanBook
    function getOpenRequestIds(uint256 offset, uint256 limit) external view returns (uint256[] memory) {
        return _board.page(IdBoard.REQUEST, offset, limit, false);
    }

    /// @inheritdoc ILoanBook
    function getNewestOpenRequestIds(uint256 offset, uint256 limit) external view returns (uint256[] memory) {
        return _board.page(IdBoard.REQUEST, offset, limit, true);
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
        return Record(taken, uint32(tally), uint32(tally >> 32), tally >> 64);
    }

    /// @dev The tally, from the lowest bit: 32 bits of loans repaid, 32 of those that were late, 32 of whole dollars.
    function _countRepaid(address borrower, uint256 total, bool late) internal {
        IdList.List storage list = _loansOf[borrower];
        uint256 tally = list.attached;
        uint256 dollars = ((tally >> 64) + (total / DOLLAR)).min(type(uint32).max);
        list.attached = uint96((dollars << 64) | (uint64(tally) + (late ? (1 << 32) + 1 : 1)));
    }
}
