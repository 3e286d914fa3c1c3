// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestDollar} from "../src/TestDollar.sol";
import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBook} from "../src/LoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

/// @notice K2 repay.
contract RepayTest is LoanBookTest {
    function test_RepaysInParts() public {
        uint256 id = _createLoan();
        ILoanBook.Summary memory loan = _expectOffer();
        _expectTaken(loan);
        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(id, luis, 100e6, 100e6);
        assertEq(_repay(id, 100e6), 100e6);
        (loan.repaid, loan.owed) = (100e6, TOTAL - 100e6);
        _assertLoan(id, loan, NOTE);

        vm.prank(luis);
        assertEq(book.repayLoan(id, ana, luis, TOTAL - 100e6 - 1), TOTAL - 100e6 - 1);
        (loan.repaid, loan.owed) = (TOTAL - 1, 1);
        _assertLoan(id, loan, NOTE);
        _assertRecord(luis, 1, 0, 0);

        skip(1 days);
        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(id, luis, 1, TOTAL);
        assertEq(_repay(id, 5), 1);
        _assertEmitted(1, 1);
        assertEq(uint8(book.getOffer(id).status), 3);
        (loan.status, loan.repaid, loan.owed) = (ILoanBook.Status.Repaid, TOTAL, 0);
        _assertLoan(id, loan, NOTE);
        _assertRecord(luis, 1, 1, 0);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + TOTAL);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL - TOTAL);
        assertEq(dollar.balanceOf(address(book)), 0);
        assertEq(book.claimable(ana), 0);
    }

    function test_AStrangerMayPay() public {
        uint256 id = _createLoan();
        skip(1 days);
        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(id, luis, TOTAL, TOTAL);
        vm.expectEmit(address(book));
        emit ILoanBook.PaidBy(id, eva);
        vm.prank(eva);
        book.repay(id, type(uint256).max);

        _assertEmitted(2, 1);
        assertEq(dollar.balanceOf(eva), FORTUNE - TOTAL);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + TOTAL);
        _assertRecord(luis, 1, 1, 0);
        _assertRecord(eva, 0, 0, 0);
    }

    function test_InterestIsRoundedUp() public {
        _assertTotal(1_000e6, 365 days, 1000, 1_100e6);
        _assertTotal(1, 1, 1, 2);
        _assertTotal(10_000, 365 days, 1, 10_001);
        _assertTotal(10_001, 365 days, 1, 10_003);
        _assertTotal(10_000, 365 days - 1, 1, 10_001);
        _assertTotal(10_000, 365 days + 1, 1, 10_002);
    }

    function _assertTotal(uint256 principal, uint256 time, uint256 apr, uint256 total) private returns (uint256 id) {
        deal(address(dollar), ana, principal);
        vm.prank(ana);
        id = book.createOffer(principal, time, apr, "");
        assertEq(book.owed(id), 0, "nothing is owed before someone takes it");
        _accept(id);
        assertEq(book.owed(id), total);
    }

    /// @dev 2⁵⁶ at 655.35 % for 2³² seconds: an interest of 893 times the principal. All fields at their largest.
    function test_TheLargestLoanCanBeRepaid() public {
        uint256 total = 64_386_175_154_665_637_132;
        uint256 id = _assertTotal(type(uint56).max, type(uint32).max, type(uint16).max, total);
        _extendBy(id, type(uint32).max);
        skip(1000 * 365 days);
        _recordPayment(id, total - 1);

        ILoanBook.Summary memory loan = book.summaryOf(id);
        assertEq(loan.repaid, total - 1);
        assertEq(loan.noted, total - 1);
        assertEq(loan.dueTs, 1_800_000_000 + 2 * uint256(type(uint32).max));
        assertEq(_repay(id, 2), 1);
        assertEq(book.getOffer(id).repaid, total);
        _assertRecord(luis, 1, 1, 1);
    }

    /// @dev Fifty loans in one transaction, with the same dollars, would be a record for nothing.
    function test_LoansOfOneTransactionLeaveNoRecord() public {
        Mill mill = new Mill();
        deal(address(dollar), address(mill), 2);
        mill.run(book, dollar, 50);

        address borrower = address(mill.borrower());
        assertEq(dollar.balanceOf(address(mill)) + dollar.balanceOf(borrower), 2);
        assertEq(_lengthOf(ILoanBook.List.Borrowed, borrower), 50);
        assertEq(uint8(book.getOffer(50).status), uint8(ILoanBook.Status.Repaid));
        ILoanBook.Record memory none;
        assertEq(abi.encode(book.recordOf(borrower)), abi.encode(none));
    }
}

/// @dev Lends a unit, is repaid with interest, and lends again.
contract Mill {
    Puppet public borrower = new Puppet();

    function run(LoanBook book, TestDollar dollar, uint256 times) external {
        dollar.approve(address(book), type(uint256).max);
        borrower.act(address(dollar), abi.encodeCall(dollar.approve, (address(book), type(uint256).max)));
        dollar.transfer(address(borrower), 1);
        for (uint256 i; i < times; ++i) {
            uint256 id = book.createOffer(1, 1, 1, "");
            borrower.act(address(book), abi.encodeCall(book.acceptOffer, (id)));
            borrower.act(address(book), abi.encodeCall(book.repay, (id, 2)));
            dollar.transfer(address(borrower), 1);
        }
    }
}

contract Puppet {
    function act(address target, bytes calldata command) external {
        (bool success, ) = target.call(command);
        require(success);
    }
}
