// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBook} from "../src/LoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

/// @dev Permits in front of a command, by multicall.
contract PermitsTest is LoanBookTest {
    function _multicall(address caller, bytes memory first, bytes memory second) private {
        bytes[] memory calls = new bytes[](2);
        (calls[0], calls[1]) = (first, second);
        vm.prank(caller);
        book.multicall(calls);
    }

    function _permit(uint256 key, uint256 value, uint256 deadline) private view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(key, value, deadline);
        return abi.encodeCall(book.permit, (value, deadline, v, r, s));
    }

    function test_EachCommandThatPaysTakesAPermit() public {
        uint256 requested = _createRequest();
        ILoanBook.SignedRequest memory request = _signedRequest(1);
        bytes memory signature = _signRequest(luisKey, request);
        bytes[] memory commands = new bytes[](4);
        commands[0] = abi.encodeCall(book.createOffer, (PRINCIPAL, DURATION, APR, NOTE));
        commands[1] = abi.encodeCall(book.createOfferFor, (luis, _terms(), NOTE, 0));
        commands[2] = abi.encodeCall(book.fundRequest, (requested, luis, _terms()));
        commands[3] = abi.encodeCall(book.fundSigned, (request, signature));
        _withdrawAllowance(ana);
        for (uint256 i; i < commands.length; ++i) {
            _callWithPermit(anaKey, PRINCIPAL, commands[i]);
            assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL * (i + 1));
            assertEq(dollar.allowance(ana, address(book)), 0);
            assertEq(dollar.nonces(ana), i + 1);
        }

        _withdrawAllowance(luis);
        _callWithPermit(luisKey, TOTAL + 7, abi.encodeCall(book.repayLoan, (requested, ana, luis, TOTAL + 7)));
        assertEq(dollar.allowance(luis, address(book)), 7);
    }

    /// @dev What luis sends in front of a payment of TOTAL, none of which is his permit for it.
    function _failingPermits() private returns (bytes[] memory permits) {
        uint256 deadline = block.timestamp + 1 hours;
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(luisKey, TOTAL, deadline);
        permits = new bytes[](6);
        permits[0] = abi.encodeCall(book.permit, (TOTAL + 1, deadline, v, r, s));
        permits[1] = abi.encodeCall(book.permit, (TOTAL, deadline + 1, v, r, s));
        permits[2] = abi.encodeCall(book.permit, (0, 0, 0, 0, 0));
        permits[3] = _permit(luisKey, TOTAL, block.timestamp - 1);
        permits[4] = _permit(anaKey, TOTAL, deadline);
        LoanBook own = book;
        book = LoanBook(deployCode("LoanBook", abi.encode(dollar)));
        permits[5] = _permit(luisKey, TOTAL, deadline);
        book = own;
    }

    function test_APermitThatFailsIsIgnored() public {
        uint256 id = _createLoan();
        bytes memory command = abi.encodeCall(book.repayLoan, (id, ana, luis, TOTAL));
        bytes[] memory permits = _failingPermits();
        for (uint256 i; i < permits.length; ++i) {
            uint256 state = vm.snapshotState();
            _multicall(luis, permits[i], command);
            assertEq(book.owed(id), 0);
            assertEq(dollar.nonces(luis), 0);
            vm.revertToState(state);
            _withdrawAllowance(luis);
            vm.expectRevert(ILoanBook.TransferFromFailed.selector);
            _multicall(luis, permits[i], command);
            vm.revertToState(state);
        }
    }

    function test_APermitThatSomebodyElseSentFirstCounts() public {
        uint256 id = _createLoan();
        _withdrawAllowance(luis);
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(luisKey, TOTAL, block.timestamp);
        dollar.permit(luis, address(book), TOTAL, block.timestamp, v, r, s);
        bytes memory permit = abi.encodeCall(book.permit, (TOTAL, block.timestamp, v, r, s));
        _multicall(luis, permit, abi.encodeCall(book.repay, (id, TOTAL)));
        assertEq(book.owed(id), 0);
    }

    /// @dev The permit is undone too: it counts again, in front of less.
    function test_RevertWhen_ThePermitIsForTooLittle() public {
        uint256 id = _createLoan();
        _withdrawAllowance(luis);
        bytes memory permit = _permit(luisKey, TOTAL - 1, block.timestamp);
        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        _multicall(luis, permit, abi.encodeCall(book.repay, (id, TOTAL)));
        assertEq(dollar.nonces(luis), 0);
        _multicall(luis, permit, abi.encodeCall(book.repay, (id, TOTAL - 1)));
        assertEq(book.owed(id), 1);
    }

    // ── repayLoan ────────────────────────────────────────────────────────────────────────────────────────────────

    function test_RepayLoanPaysOnlyTheLoanThatWasMeant() public {
        uint256 id = _createLoan();
        _refuseRepayLoan(id, eva, luis, abi.encodeWithSelector(ILoanBook.TermsChanged.selector, id));
        _refuseRepayLoan(id, ana, eva, abi.encodeWithSelector(ILoanBook.TermsChanged.selector, id));
        _refuseRepayLoan(id, ana, luis, abi.encodeWithSelector(ILoanBook.OwnLoan.selector, id));
        bytes memory notActive = abi.encodeWithSelector(ILoanBook.LoanNotActive.selector, 7, ILoanBook.Status.None);
        _refuseRepayLoan(7, eva, eva, notActive);
        vm.prank(eva);
        assertEq(book.repayLoan(id, ana, luis, TOTAL + 1), TOTAL);
        assertEq(dollar.balanceOf(eva), FORTUNE - TOTAL);
        assertEq(book.owed(id), 0);
    }

    function _refuseRepayLoan(uint256 id, address lender, address borrower, bytes memory reason) private {
        vm.expectRevert(reason);
        vm.prank(ana);
        book.repayLoan(id, lender, borrower, 0);
    }
}
