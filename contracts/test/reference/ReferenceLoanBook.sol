// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeCastLib} from "solady/utils/SafeCastLib.sol";
import {SafeTransferLib} from "solady/utils/SafeTransferLib.sol";
import {ILoanBook} from "../../src/ILoanBook.sol";

interface IDollar {
    function balanceOf(address owner) external view returns (uint256);
    function permit(
        address owner,
        address spender,
        uint256 value,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external;
}

/// @notice Reference implementation of ILoanBook for differential tests: written to be obviously correct and to share
/// no technique with LoanBook. Each loan is stored as it is returned, and every list and record is computed by
/// iterating over all loans. Where the two books differ, one of them is wrong.
contract ReferenceLoanBook is ILoanBook {
    using SafeTransferLib for address;

    uint256 public constant MAX_PRINCIPAL = 18_446_744_073_709_551_615;
    uint256 public constant MAX_DURATION = 4_294_967_295;
    uint256 public constant MAX_APR = 65_535;
    uint256 public constant MAX_COMMENT = 280;

    address public token;
    /// @dev Indexed by id; element 0 stays empty.
    Loan[] private _loans;
    mapping(uint256 id => address) private _addressee;
    mapping(uint256 id => uint256) private _repaidAt;
    mapping(address borrower => uint256[]) private _takenBy;
    mapping(address lender => uint256) public claimable;

    constructor(address token_) {
        require(token_.code.length > 0, TokenWithoutCode(token_));
        token = token_;
        _loans.push();
    }

    // ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────

    function createOffer(
        uint256 principal,
        uint256 duration,
        uint256 apr,
        string calldata comment
    ) external returns (uint256) {
        return _create(address(0), principal, duration, apr, comment);
    }

    function createOfferFor(
        address borrower,
        uint256 principal,
        uint256 duration,
        uint256 apr,
        string calldata comment
    ) external returns (uint256) {
        return _create(borrower, principal, duration, apr, comment);
    }

    function createOfferWithPermit(
        address borrower,
        uint256 principal,
        uint256 duration,
        uint256 apr,
        string calldata comment,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external returns (uint256) {
        try IDollar(token).permit(msg.sender, address(this), principal, deadline, v, r, s) {} catch {}
        return _create(borrower, principal, duration, apr, comment);
    }

    function _create(
        address borrower,
        uint256 principal,
        uint256 duration,
        uint256 apr,
        string calldata comment
    ) private returns (uint256 id) {
        if (principal == 0 || principal > MAX_PRINCIPAL) revert PrincipalOutOfRange(principal, MAX_PRINCIPAL);
        if (duration == 0 || duration > MAX_DURATION) revert DurationOutOfRange(duration, MAX_DURATION);
        if (apr == 0 || apr > MAX_APR) revert AprOutOfRange(apr, MAX_APR);
        if (bytes(comment).length > MAX_COMMENT) revert CommentTooLong(bytes(comment).length, MAX_COMMENT);
        if (borrower == msg.sender) revert AddressedToLender(msg.sender);
        _beforeTheEnd();

        id = _loans.length;
        Loan storage loan = _loans.push();
        loan.lender = msg.sender;
        loan.borrower = borrower;
        loan.principal = principal;
        loan.apr = apr;
        loan.duration = duration;
        loan.createdAt = block.timestamp;
        loan.status = Status.Open;
        loan.comment = comment;
        _addressee[id] = borrower;

        emit OfferCreated(id, msg.sender, principal, duration, apr, comment);
        if (borrower != address(0)) emit OfferAddressed(id, borrower);

        _collect(principal);
    }

    /// @dev Timestamps must fit uint32: from 2106 on nothing can be published or accepted.
    function _beforeTheEnd() private view {
        if (block.timestamp > 4_294_967_295) revert SafeCastLib.Overflow();
    }

    function _collect(uint256 amount) private {
        uint256 before = IDollar(token).balanceOf(address(this));
        token.safeTransferFrom(msg.sender, address(this), amount);
        uint256 received = IDollar(token).balanceOf(address(this)) - before;
        if (received < amount) revert TokenKeptAFee(amount, received);
    }

    function cancelOffer(uint256 id) external {
        Loan memory loan = getOffer(id);
        if (loan.status != Status.Open) revert OfferNotOpen(id, loan.status);
        if (msg.sender != loan.lender) revert NotTheLender(id, msg.sender);

        _loans[id].status = Status.Cancelled;

        emit OfferCancelled(id);

        token.safeTransfer(loan.lender, loan.principal);
    }

    function withdraw() external returns (uint256 amount) {
        amount = claimable[msg.sender];
        if (amount == 0) revert NothingToWithdraw(msg.sender);

        claimable[msg.sender] = 0;

        emit Withdrawn(msg.sender, amount);

        token.safeTransfer(msg.sender, amount);
    }

    function acceptOffer(uint256 id) external {
        Loan memory loan = getOffer(id);
        if (loan.status != Status.Open) revert OfferNotOpen(id, loan.status);
        if (msg.sender == loan.lender) revert OwnOffer(id);
        if (_addressee[id] != address(0) && _addressee[id] != msg.sender) {
            revert AddressedToAnother(id, _addressee[id]);
        }
        _beforeTheEnd();

        _loans[id].borrower = msg.sender;
        _loans[id].startTs = block.timestamp;
        _loans[id].dueTs = block.timestamp + loan.duration;
        _loans[id].status = Status.Active;
        _takenBy[msg.sender].push(id);

        emit LoanAccepted(id, msg.sender, block.timestamp, block.timestamp + loan.duration);

        token.safeTransfer(msg.sender, loan.principal);
    }

    function repay(uint256 id, uint256 amount) external returns (uint256) {
        return _repay(id, amount);
    }

    function repayWithPermit(
        uint256 id,
        uint256 amount,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external returns (uint256) {
        try IDollar(token).permit(msg.sender, address(this), amount, deadline, v, r, s) {} catch {}
        return _repay(id, amount);
    }

    function _repay(uint256 id, uint256 amount) private returns (uint256 paid) {
        Loan memory loan = getOffer(id);
        if (loan.status != Status.Active) revert LoanNotActive(id, loan.status);
        if (amount == 0) revert NothingToPay(id);

        paid = amount > owed(id) ? owed(id) : amount;
        if (paid == owed(id)) {
            _loans[id].status = Status.Repaid;
            _repaidAt[id] = block.timestamp;
        }
        _loans[id].repaid = loan.repaid + paid;

        emit Repaid(id, loan.borrower, paid, loan.repaid + paid);

        if (token.trySafeTransferFrom(msg.sender, loan.lender, paid)) return paid;

        claimable[loan.lender] += paid;
        emit PaymentHeld(id, loan.lender, paid);
        _collect(paid);
    }

    // ── What the book says ───────────────────────────────────────────────────────────────────────────────────────

    function nextId() external view returns (uint256) {
        return _loans.length;
    }

    function getOffer(uint256 id) public view returns (Loan memory loan) {
        if (id < _loans.length) loan = _loans[id];
    }

    /// @notice Lets tests find a loan with a given status.
    function statusOf(uint256 id) external view returns (Status) {
        return id < _loans.length ? _loans[id].status : Status.None;
    }

    function loans(
        uint256 id
    )
        external
        view
        returns (address, address, uint256, uint256, uint256, uint256, uint256, uint256, uint256, Status, string memory)
    {
        Loan memory loan = getOffer(id);
        return (
            loan.lender,
            loan.borrower,
            loan.principal,
            loan.apr,
            loan.duration,
            loan.startTs,
            loan.dueTs,
            loan.repaid,
            loan.createdAt,
            loan.status,
            loan.comment
        );
    }

    /// @dev Simple interest, `apr` in basis points: integer division, plus one unit for any remainder.
    function owed(uint256 id) public view returns (uint256) {
        Loan memory loan = getOffer(id);
        if (loan.status != Status.Active) return 0;

        uint256 product = loan.principal * loan.apr * loan.duration;
        uint256 interest = product / 315_360_000_000;
        if (product % 315_360_000_000 != 0) interest += 1;
        return loan.principal + interest - loan.repaid;
    }

    function recordOf(address person) external view returns (Record memory record) {
        for (uint256 id = 1; id < _loans.length; id++) {
            Loan storage loan = _loans[id];
            if (loan.borrower != person || loan.startTs == 0) continue;
            record.taken++;
            if (loan.status == Status.Repaid) record.repaid++;
            if (loan.status == Status.Repaid && _repaidAt[id] > loan.dueTs) record.repaidLate++;
        }
    }

    // ── Lists ────────────────────────────────────────────────────────────────────────────────────────────────────

    function allOffersLength() external view returns (uint256) {
        return _loans.length - 1;
    }

    function allOfferIds(uint256 index) external view returns (uint256) {
        if (index >= _loans.length - 1) revert IndexOutOfRange(index, _loans.length - 1);
        return index + 1;
    }

    function openOffersLength() external view returns (uint256) {
        return _open().length;
    }

    function openOfferIds(uint256 index) external view returns (uint256) {
        return _at(_open(), index);
    }

    function getOpenOfferIds(uint256 offset, uint256 limit) external view returns (uint256[] memory) {
        return _page(_open(), offset, limit);
    }

    function getNewestOpenOfferIds(uint256 offset, uint256 limit) external view returns (uint256[] memory) {
        uint256[] memory open = _open();
        uint256[] memory newestFirst = new uint256[](open.length);
        for (uint256 i = 0; i < open.length; i++) {
            newestFirst[i] = open[open.length - 1 - i];
        }
        return _page(newestFirst, offset, limit);
    }

    function offersByLenderLength(address lender) external view returns (uint256) {
        return _byLender(lender).length;
    }

    function offersByLender(address lender, uint256 index) external view returns (uint256) {
        return _at(_byLender(lender), index);
    }

    function getOffersByLenderIds(
        address lender,
        uint256 offset,
        uint256 limit
    ) external view returns (uint256[] memory) {
        return _page(_byLender(lender), offset, limit);
    }

    function loansByBorrowerLength(address borrower) external view returns (uint256) {
        return _takenBy[borrower].length;
    }

    function loansByBorrower(address borrower, uint256 index) external view returns (uint256) {
        return _at(_takenBy[borrower], index);
    }

    function getLoansByBorrowerIds(
        address borrower,
        uint256 offset,
        uint256 limit
    ) external view returns (uint256[] memory) {
        return _page(_takenBy[borrower], offset, limit);
    }

    function offersForBorrowerLength(address borrower) external view returns (uint256) {
        return _for(borrower).length;
    }

    function offersForBorrower(address borrower, uint256 index) external view returns (uint256) {
        return _at(_for(borrower), index);
    }

    function getOffersForBorrowerIds(
        address borrower,
        uint256 offset,
        uint256 limit
    ) external view returns (uint256[] memory) {
        return _page(_for(borrower), offset, limit);
    }

    function _open() private view returns (uint256[] memory) {
        bool[] memory chosen = new bool[](_loans.length);
        for (uint256 id = 1; id < chosen.length; id++) {
            chosen[id] = _loans[id].status == Status.Open && _addressee[id] == address(0);
        }
        return _idsOf(chosen);
    }

    function _byLender(address lender) private view returns (uint256[] memory) {
        bool[] memory chosen = new bool[](_loans.length);
        for (uint256 id = 1; id < chosen.length; id++) {
            chosen[id] = _loans[id].lender == lender;
        }
        return _idsOf(chosen);
    }

    function _for(address borrower) private view returns (uint256[] memory) {
        bool[] memory chosen = new bool[](_loans.length);
        for (uint256 id = 1; id < chosen.length; id++) {
            chosen[id] = borrower != address(0) && _addressee[id] == borrower;
        }
        return _idsOf(chosen);
    }

    function _idsOf(bool[] memory chosen) private pure returns (uint256[] memory ids) {
        uint256 count = 0;
        for (uint256 id = 1; id < chosen.length; id++) {
            if (chosen[id]) count++;
        }
        ids = new uint256[](count);
        count = 0;
        for (uint256 id = 1; id < chosen.length; id++) {
            if (chosen[id]) ids[count++] = id;
        }
    }

    function _at(uint256[] memory list, uint256 index) private pure returns (uint256) {
        if (index >= list.length) revert IndexOutOfRange(index, list.length);
        return list[index];
    }

    function _page(uint256[] memory list, uint256 offset, uint256 limit) private pure returns (uint256[] memory ids) {
        if (offset > list.length) offset = list.length;
        if (limit > list.length - offset) limit = list.length - offset;
        ids = new uint256[](limit);
        for (uint256 i = 0; i < limit; i++) {
            ids[i] = list[offset + i];
        }
    }
}
