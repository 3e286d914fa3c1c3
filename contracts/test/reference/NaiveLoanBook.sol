// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeTransferLib} from "solady/utils/SafeTransferLib.sol";
import {ILoanBook} from "../../src/ILoanBook.sol";

/// @notice Gas baseline: a loan book without optimisation, with one slot per field and arrays for lists. It has only
/// publishing, accepting, cancelling and repaying.
contract NaiveLoanBook {
    using SafeTransferLib for address;

    address public immutable token;
    uint256 public nextId = 1;
    mapping(uint256 id => ILoanBook.Loan) public loans;

    uint256[] public allOfferIds;
    uint256[] public openOfferIds;
    mapping(address lender => uint256[]) public offersByLender;
    mapping(uint256 id => uint256) private _indexInOpen;

    constructor(address token_) {
        token = token_;
    }

    function createOffer(
        uint256 principal,
        uint256 duration,
        uint256 apr,
        string calldata comment
    ) external returns (uint256 id) {
        require(principal > 0 && duration > 0 && apr > 0, "terms must be above zero");
        require(bytes(comment).length <= 280, "comment too long");

        id = nextId++;
        loans[id] = ILoanBook.Loan({
            lender: msg.sender,
            borrower: address(0),
            principal: principal,
            apr: apr,
            duration: duration,
            startTs: 0,
            dueTs: 0,
            repaid: 0,
            createdAt: block.timestamp,
            status: ILoanBook.Status.Open,
            comment: comment
        });
        allOfferIds.push(id);
        offersByLender[msg.sender].push(id);
        _indexInOpen[id] = openOfferIds.length;
        openOfferIds.push(id);

        emit ILoanBook.OfferCreated(id, msg.sender, principal, duration, apr, comment);

        token.safeTransferFrom(msg.sender, address(this), principal);
    }

    function acceptOffer(uint256 id) external {
        ILoanBook.Loan storage loan = loans[id];
        require(loan.status == ILoanBook.Status.Open, "not open");
        require(msg.sender != loan.lender, "own offer");

        loan.borrower = msg.sender;
        loan.startTs = block.timestamp;
        loan.dueTs = block.timestamp + loan.duration;
        loan.status = ILoanBook.Status.Active;
        _removeFromOpen(id);

        emit ILoanBook.LoanAccepted(id, msg.sender, loan.startTs, loan.dueTs);

        token.safeTransfer(msg.sender, loan.principal);
    }

    function cancelOffer(uint256 id) external {
        ILoanBook.Loan storage loan = loans[id];
        require(loan.status == ILoanBook.Status.Open, "not open");
        require(msg.sender == loan.lender, "not the lender");

        loan.status = ILoanBook.Status.Cancelled;
        _removeFromOpen(id);

        emit ILoanBook.OfferCancelled(id);

        token.safeTransfer(loan.lender, loan.principal);
    }

    function repay(uint256 id, uint256 amount) external returns (uint256 paid) {
        ILoanBook.Loan storage loan = loans[id];
        require(loan.status == ILoanBook.Status.Active, "not active");
        require(amount > 0, "nothing to pay");

        uint256 owed = owedInAll(id) - loan.repaid;
        paid = amount < owed ? amount : owed;
        loan.repaid += paid;
        if (paid == owed) loan.status = ILoanBook.Status.Repaid;

        emit ILoanBook.Repaid(id, loan.borrower, paid, loan.repaid);

        token.safeTransferFrom(msg.sender, loan.lender, paid);
    }

    function owedInAll(uint256 id) public view returns (uint256) {
        ILoanBook.Loan storage loan = loans[id];
        uint256 year = 10_000 * 365 days;
        return loan.principal + (loan.principal * loan.apr * loan.duration + year - 1) / year;
    }

    function getOffer(uint256 id) external view returns (ILoanBook.Loan memory) {
        return loans[id];
    }

    function allOffersLength() external view returns (uint256) {
        return allOfferIds.length;
    }

    function openOffersLength() external view returns (uint256) {
        return openOfferIds.length;
    }

    function offersByLenderLength(address lender) external view returns (uint256) {
        return offersByLender[lender].length;
    }

    function getOpenOfferIds(uint256 offset, uint256 limit) external view returns (uint256[] memory) {
        return _page(openOfferIds, offset, limit);
    }

    function getOffersByLenderIds(
        address lender,
        uint256 offset,
        uint256 limit
    ) external view returns (uint256[] memory) {
        return _page(offersByLender[lender], offset, limit);
    }

    function _page(uint256[] storage list, uint256 offset, uint256 limit) private view returns (uint256[] memory ids) {
        uint256 left = offset < list.length ? list.length - offset : 0;
        ids = new uint256[](limit < left ? limit : left);
        for (uint256 i = 0; i < ids.length; i++) {
            ids[i] = list[offset + i];
        }
    }

    /// @dev Swap and pop.
    function _removeFromOpen(uint256 id) private {
        uint256 index = _indexInOpen[id];
        uint256 last = openOfferIds[openOfferIds.length - 1];
        openOfferIds[index] = last;
        _indexInOpen[last] = index;
        openOfferIds.pop();
        delete _indexInOpen[id];
    }
}
