// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanLens} from "../src/LoanLens.sol";
import {LoanBookTest} from "./LoanBookTest.sol";

contract LensTest is LoanBookTest {
    uint256 LENDERS = vm.envOr("L", uint256(10));
    LoanLens lens = new LoanLens();

    /// @dev Offers by 100 different people, and 25 loans that luis gave and took: all that one call can bring.
    function _fill() internal {
        for (uint256 i; i < 25; ++i) {
            vm.prank(luis);
            uint256 id = book.createOffer(PRINCIPAL, DURATION, APR, NOTE);
            vm.prank(ana);
            book.acceptOffer(id);
            _createLoan();
        }
        for (uint256 i; i < 100; ++i) {
            address lender = makeAddr(vm.toString(i % LENDERS));
            _enrich(lender);
            vm.prank(lender);
            book.createOffer(PRINCIPAL, DURATION, APR, NOTE);
        }
    }

    function test_GasOfTheDashboard() public {
        _fill();

        LoanLens.Dashboard memory board = lens.dashboard(book, luis, 0, 100);
        uint256 gas = vm.lastCallGas().gasTotalUsed;
        assertEq(board.openOffers.length, 100);
        assertEq(board.lent.length, 25);
        assertEq(board.borrowed.length, 25);
        emit log_named_uint("gas", gas);
    }
}
