// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

function both(bytes memory first, bytes memory second) pure returns (bytes[] memory calls) {
    calls = new bytes[](2);
    (calls[0], calls[1]) = (first, second);
}

contract MulticallTest is LoanBookTest {
    /// @dev Each call sees what those before it did, and is by the caller. The lock is open between them and after
    /// them.
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

    // ── Behind a permit ──────────────────────────────────────────────────────────────────────────────────────────

    function _permit(uint256 key, uint256 value, uint256 deadline) private view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(key, value, deadline);
        return abi.encodeCall(book.permit, (value, deadline, v, r, s));
    }

    function _repayBehind(bytes memory permit, uint256 id) private {
        vm.prank(luis);
        book.multicall(both(permit, abi.encodeCall(book.repay, (id, TOTAL))));
    }

    /// @dev Also if another person sent the permit first.
    function test_APermitPaysForTheCommandBehindIt() public {
        for (uint256 i; i < 2; ++i) {
            uint256 id = _createLoan();
            _withdrawAllowance(luis);
            bytes memory permit = _permit(luisKey, TOTAL + 7, block.timestamp);
            (uint8 v, bytes32 r, bytes32 s) = _signPermit(luisKey, TOTAL + 7, block.timestamp);
            if (i == 1) dollar.permit(luis, address(book), TOTAL + 7, block.timestamp, v, r, s);
            _repayBehind(permit, id);
            _assertStatus(id, ILoanBook.Status.Repaid);
            assertEq(dollar.allowance(luis, address(book)), 7);
        }
    }

    /// @dev Permits by another key, late, and for too little, which is undone with the command. The allowance decides.
    function test_APermitThatFailsIsIgnored() public {
        bytes[3] memory permits = [
            _permit(anaKey, TOTAL, block.timestamp),
            _permit(luisKey, TOTAL, block.timestamp - 1),
            _permit(luisKey, TOTAL - 1, block.timestamp)
        ];
        for (uint256 i; i < 3; ++i) {
            uint256 id = _createLoan();
            uint256 state = vm.snapshotState();
            _withdrawAllowance(luis);
            vm.expectRevert(ILoanBook.TransferFromFailed.selector);
            _repayBehind(permits[i], id);
            assertEq(dollar.nonces(luis), 0);
            vm.revertToState(state);
            if (i < 2) _repayBehind(permits[i], id);
        }
    }
}
