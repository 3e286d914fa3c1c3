// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./LoanBookTest.sol";

contract RepayTest is LoanBookTest {
    function test_RepaysInFull() public {
        uint256 id = _createLoan();

        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(id, luis, TOTAL, TOTAL);
        assertEq(_repay(id, TOTAL), TOTAL);

        _assertStatus(id, ILoanBook.Status.Repaid);
        _assertRecord(luis, 1, 1, 0);
        assertEq(dollar.balanceOf(ana), FORTUNE + TOTAL - PRINCIPAL);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL - TOTAL);
        assertEq(dollar.balanceOf(address(book)), 0);
        assertEq(book.owed(id), 0);
        assertEq(book.getOffer(id).repaid, TOTAL);
    }
}
