// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Vm} from "forge-std/Vm.sol";
import {BookModel} from "./BookModel.sol";

/// @notice A BookModel that receives no commands: it knows only the book's events, and when each was emitted. It has no
/// tokens.
contract Indexer is BookModel {
    constructor(address book_) BookModel(book_) {}

    function read(Vm.Log[] calldata logs) external {
        for (uint256 i; i < logs.length; i++) {
            if (logs[i].emitter == book) _read(logs, i);
        }
    }

    function _read(Vm.Log[] calldata logs, uint256 i) private {
        (bytes32[] calldata topics, bytes calldata data) = (logs[i].topics, logs[i].data);
        (bytes32 kind, uint256 id, uint256 value) = (topics[0], uint256(topics[1]), uint256(bytes32(data)));
        address person = topics.length > 2 ? _address(topics[2]) : address(0);
        Summary storage loan = _entries[id].loan;
        if (kind == OfferCreated.selector) {
            (loan.lender, loan.status) = (person, Status.Open);
            _readNew(data);
            _lists[List.Lent][person].push(id);
        } else if (kind == RequestCreated.selector) {
            (loan.borrower, loan.status) = (person, Status.Requested);
            _readNew(data);
            _lists[List.Requested][person].push(id);
        } else if (kind == RequestSigned.selector) {
            isSpent[person][uint256(topics[3])] = true;
            _readNew(data);
        } else if (kind == OfferAddressed.selector) {
            (loan.borrower, _entries[id].addressee) = (person, person);
            _lists[List.OffersFor][person].push(id);
        } else if (kind == RequestAddressed.selector) {
            (loan.lender, _entries[id].addressee) = (person, person);
            _lists[List.RequestsFor][person].push(id);
        } else if (kind == Planned.selector) {
            loan.instalments = value;
        } else if (kind == OpenUntil.selector) {
            loan.openUntil = value;
        } else if (kind == OfferCancelled.selector || kind == RequestCancelled.selector) {
            loan.status = Status.Cancelled;
        } else if (kind == RequestFunded.selector) {
            loan.lender = person;
            _lists[List.Lent][person].push(id);
        } else if (kind == LoanAccepted.selector) {
            _start(id, loan.lender, person);
        } else if (kind == Repaid.selector) {
            _readPayment(logs, i, id, value);
        } else if (kind == Extended.selector) {
            _extend(id, value);
        } else if (kind == Forgiven.selector) {
            _waive(id);
        } else if (kind == PaymentHeld.selector) {
            claimable[person] += value;
        } else if (kind == Withdrawn.selector) {
            claimable[_address(topics[1])] -= value;
        } else if (kind == SignedVoided.selector) {
            isSpent[_address(topics[1])][value] = true;
        }
    }

    function _readNew(bytes calldata data) private {
        (uint256 principal, uint256 duration, uint256 apr, string memory comment) = abi.decode(
            data,
            (uint256, uint256, uint256, string)
        );
        _add(Terms(principal, duration, apr, 1), comment, 0, address(0));
    }

    /// @dev PaidBy follows if the payer is not the borrower, and then PaidElsewhere if it is the lender.
    function _readPayment(Vm.Log[] calldata logs, uint256 i, uint256 id, uint256 amount) private {
        Summary storage loan = _entries[id].loan;
        (address payer, uint256 paidAt) = (loan.borrower, block.timestamp);
        if (i + 1 < logs.length && logs[i + 1].topics[0] == PaidBy.selector) payer = _address(logs[i + 1].topics[2]);
        if (payer == loan.lender) paidAt = uint256(bytes32(logs[i + 2].data));
        _pay(id, amount, payer, paidAt);
    }

    function _address(bytes32 topic) private pure returns (address) {
        return address(uint160(uint256(topic)));
    }
}
