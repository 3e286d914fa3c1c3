// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {TestDollar} from "../src/TestDollar.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";
import {ReenteringDollar} from "./tokens/ReenteringDollar.sol";

function both(bytes memory first, bytes memory second) pure returns (bytes[] memory calls) {
    calls = new bytes[](2);
    (calls[0], calls[1]) = (first, second);
}

contract MulticallTest is LoanBookTest {
    function test_TwoPaymentsInOneCall() public {
        (uint256 first, uint256 second) = (_createLoan(), _createLoan());
        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(first, luis, 100e6, 100e6);
        vm.expectEmit(address(book));
        emit ILoanBook.Repaid(second, luis, TOTAL, TOTAL);
        vm.recordLogs();
        bytes[] memory calls = both(
            abi.encodeCall(book.repay, (first, 100e6)),
            abi.encodeCall(book.repay, (second, TOTAL))
        );
        vm.prank(luis);
        (bool done, bytes memory answer) = address(book).call(abi.encodeCall(book.multicall, (calls)));
        assertTrue(done);
        assertEq(answer, "", "results are lost");
        _assertEmitted(2, 2);
        assertEq(book.owed(first), TOTAL - 100e6);
        _assertStatus(second, ILoanBook.Status.Repaid);
    }

    /// @dev Each call sees what those before it did, and is by the caller. The lock is open between them and after them.
    function test_CallsWithinCalls() public {
        uint256 id = _createOffer();
        bytes[] memory inner = both(abi.encodeCall(book.acceptOffer, (id)), abi.encodeCall(book.repay, (id, 1)));
        bytes[] memory calls = both(
            abi.encodeCall(book.multicall, (inner)),
            abi.encodeCall(book.createRequest, (address(0), _terms(), NOTE, 0))
        );
        vm.startPrank(luis);
        book.multicall(calls);
        book.multicall(new bytes[](0));
        book.repay(id, 2);
        vm.stopPrank();
        assertEq(book.getOffer(id).repaid, 3);
        assertEq(book.getOffer(id).borrower, luis);
        _assertLoan(id + 1, _expectRequest(), NOTE);
    }

    // ── Refused ──────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev An error is that of the call, whatever its length, and undoes all of them.
    function test_RevertWhen_OneCallFails() public {
        uint256 id = _createLoan();
        bytes memory active = abi.encodeWithSelector(ILoanBook.LoanNotActive.selector, 9, ILoanBook.Status.None);
        _refuseAfterPayment(id, abi.encodeCall(book.repay, (9, 1)), active);
        bytes[] memory inner = both(abi.encodeCall(book.nextId, ()), abi.encodeCall(book.repay, (9, 1)));
        _refuseAfterPayment(id, abi.encodeCall(book.multicall, (inner)), active);
        bytes memory overflow = abi.encodeWithSelector(ILoanBook.Overflow.selector);
        vm.warp(uint256(type(uint32).max) + 1);
        _refuseAfterPayment(id, abi.encodeCall(book.createRequest, (ana, _terms(), NOTE, 0)), overflow);
        _refuseAfterPayment(id, hex"12345678", "");
        _refuseAfterPayment(id, hex"123456", "");
        _refuseAfterPayment(id, "", "");
        // The lock is open.
        assertEq(_repay(id, 1), 1);
        assertEq(book.getOffer(id).repaid, 1);
    }

    function _refuseAfterPayment(uint256 id, bytes memory command, bytes memory error) private {
        bytes[] memory calls = both(abi.encodeCall(book.repay, (id, 1)), command);
        for (uint256 i; i < 2; ++i) {
            vm.prank(luis);
            (bool done, bytes memory answer) = address(book).call(abi.encodeCall(book.multicall, (calls)));
            assertFalse(done);
            assertEq(answer, error, "the error as it was");
            (calls[0], calls[1]) = (calls[1], calls[0]);
        }
        assertEq(book.getOffer(id).repaid, 0, "undone");
    }

    function test_RevertWhen_EtherComesWithIt() public {
        vm.deal(luis, 1 ether);
        for (uint256 i; i < 2; ++i) {
            bytes memory message = i == 0 ? bytes("") : abi.encodeCall(book.multicall, (new bytes[](0)));
            vm.prank(luis);
            (bool done, ) = address(book).call{value: 1}(message);
            assertFalse(done);
        }
    }
}

/// @dev Whatever the token calls while a command of a multicall runs, that command alone is in progress.
contract ReenteredMulticallTest is LoanBookTest {
    function _deployDollar() internal override returns (TestDollar) {
        return TestDollar(deployCode("ReenteringDollar"));
    }

    function test_NothingHappensWithinAPermitOrATransfer() public {
        uint256 id = _createLoan();
        ReenteringDollar token = ReenteringDollar(address(dollar));
        bytes memory command = abi.encodeCall(book.createRequest, (address(0), _terms(), NOTE, 0));
        bytes[] memory calls = both(abi.encodeCall(book.nextId, ()), command);
        bytes memory locked = abi.encodeWithSelector(ILoanBook.Reentrancy.selector);
        for (uint256 i; i < 2; ++i) {
            token.setWithinPermit(i == 0);
            token.callBack(address(book), abi.encodeCall(book.multicall, (calls)));
            _callWithPermit(luisKey, 1, abi.encodeCall(book.repay, (id, 1)));
            assertEq(token.calls(), 1);
            assertFalse(token.succeeded());
            assertEq(token.answer(), locked);
            // A permit within the transfer, and a command within the permit.
            token.callBack(address(book), abi.encodeCall(book.permit, (1, 1, 27, 0, 0)));
            _callWithPermit(luisKey, 1, abi.encodeCall(book.repay, (id, 1)));
            assertEq(token.answer(), locked);
        }
        assertEq(book.nextId(), id + 1);
        assertEq(book.getOffer(id).repaid, 4);
    }
}
