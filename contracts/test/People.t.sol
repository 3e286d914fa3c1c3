// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

/// @dev The numbers by which loans refer to people. Refusals.t.sol has the person who comes after the last number.
contract PeopleTest is LoanBookTest {
    /// @dev Storage slot of the last number.
    bytes32 constant LAST_NUMBER = bytes32(uint256(4));

    /// @dev In the slot of a list, above its length. It is the first that idsOf reads.
    function _number(ILoanBook.List list, address person) private returns (uint256) {
        vm.record();
        book.idsOf(list, person, 0, 0);
        (bytes32[] memory reads, ) = vm.accesses(address(book));
        return uint32(uint256(vm.load(address(book), reads[0])) >> 32);
    }

    function _lastNumber() private view returns (uint256) {
        return uint256(vm.load(address(book), LAST_NUMBER));
    }

    /// @dev An id in each list of this person, beginning with the list `first`.
    function _appear(address person, uint256 first) private {
        for (uint256 i; i < 5; ++i) {
            ILoanBook.List list = ILoanBook.List((first + i) % 5);
            if (list == ILoanBook.List.Lent) {
                vm.prank(person);
                book.createOffer(PRINCIPAL, DURATION, APR, NOTE);
            } else if (list == ILoanBook.List.Borrowed) {
                uint256 id = _createOffer();
                vm.prank(person);
                book.acceptOffer(id);
            } else if (list == ILoanBook.List.Requested) {
                vm.prank(person);
                book.createRequest(address(0), _terms(), NOTE, 0);
            } else if (list == ILoanBook.List.OffersFor) {
                _createOfferFor(person);
            } else {
                vm.prank(ana);
                book.createRequest(person, _terms(), NOTE, 0);
            }
        }
    }

    /// @dev Wherever they appear first, all of their lists have their number, and nobody else gets it. These five people get
    /// the last numbers that there are.
    function test_APersonKeepsTheirNumber() public {
        _createLoan();
        _createRequest();
        vm.store(address(book), LAST_NUMBER, bytes32(uint256(type(uint32).max) - 5));
        for (uint256 first; first < 5; ++first) {
            address person = vm.addr(100 + first);
            _enrich(person);
            uint256 number = _lastNumber() + 1;
            _appear(person, first);
            _appear(person, first + 1);
            assertEq(_lastNumber(), number, "one number");
            for (uint256 list; list < 5; ++list) {
                assertEq(_number(ILoanBook.List(list), person), number, "the same in each list");
                assertEq(_lengthOf(ILoanBook.List(list), person), 2);
            }
            uint256 id = _idsOf(ILoanBook.List.Borrowed, person)[0];
            assertEq(book.getOffer(id).borrower, person);
            skip(1 days);
            vm.prank(person);
            book.repay(id, TOTAL);
        }
        for (uint256 first; first < 5; ++first) {
            _assertRecord(vm.addr(100 + first), 2, 1, 0);
        }
        _assertRecord(luis, 1, 0, 0);
    }
}
