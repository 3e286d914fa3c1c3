// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

/// @dev After a reorganisation of the chain, or told so by a node that lies, an id belongs to another loan than the one
/// that a person saw when they signed. Whatever they signed is refused, and was good on the chain that they saw.
contract ReorganisationTest is LoanBookTest {
    /// @dev forgive, extend, recordPayment, repayLoan and repaySigned, as the app would send them.
    function _signedForLuis(uint256 id) private view returns (bytes[5] memory commands) {
        ILoanBook.Summary memory loan = book.summaryOf(id);
        ILoanBook.SignedPayment memory payment = _signedPayment(id, loan.owed, 1);
        commands[0] = abi.encodeCall(book.forgive, (id, luis, loan.owed));
        commands[1] = abi.encodeCall(book.extend, (id, luis, loan.dueTs + 7 days));
        commands[2] = abi.encodeCall(book.recordPayment, (id, luis, 100e6, loan.noted, block.timestamp));
        commands[3] = abi.encodeCall(book.repayLoan, (id, ana, luis, loan.owed));
        commands[4] = abi.encodeCall(book.repaySigned, (payment, _signPayment(luisKey, payment)));
    }

    /// @dev The other loan is to another borrower, or by another lender, who would have luis' dollars if he paid.
    function test_RevertWhen_TheLoanIsOfAnother() public {
        uint256 fork = vm.snapshotState();
        uint256 id = _createLoan();
        bytes[5] memory commands = _signedForLuis(id);
        for (uint256 i; i < commands.length; ++i) {
            uint256 seen = vm.snapshotState();
            vm.prank(i < 3 ? ana : luis);
            (bool done, ) = address(book).call(commands[i]);
            assertTrue(done, "good on the chain that was seen");
            vm.revertToState(seen);
        }
        for (uint256 j; j < 2; ++j) {
            vm.revertToState(fork);
            fork = vm.snapshotState();
            vm.prank(j == 0 ? ana : eva);
            assertEq(book.createOffer(PRINCIPAL, DURATION, APR, NOTE), id);
            vm.prank(j == 0 ? eva : luis);
            book.acceptOffer(id);
            bytes memory notAnas = abi.encodeWithSelector(ILoanBook.NotYours.selector, id, ana);
            for (uint256 i; i < commands.length; ++i) {
                vm.expectRevert(
                    j == 1 && i < 3 ? notAnas : abi.encodeWithSelector(ILoanBook.TermsChanged.selector, id)
                );
                vm.prank(i < 3 ? ana : luis);
                (bool reverts, ) = address(book).call(commands[i]);
                assertTrue(reverts);
            }
        }
    }

    /// @dev What is not yet a loan: another lender's offer with the same terms, and another borrower's request.
    function test_RevertWhen_TheOfferOrRequestIsOfAnother() public {
        vm.startPrank(eva);
        uint256 offer = book.createOffer(PRINCIPAL, DURATION, APR, NOTE);
        uint256 request = book.createRequest(address(0), _terms(), NOTE, 0);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.TermsChanged.selector, offer));
        vm.prank(luis);
        book.acceptOfferWithTerms(offer, ana, _terms());
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.TermsChanged.selector, request));
        vm.prank(ana);
        book.fundRequest(request, luis, _terms());
    }
}
