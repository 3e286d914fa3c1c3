// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

/// @dev After a reorganisation of the chain, or told so by a node that lies, an id belongs to another loan than the one
/// that a person saw when they signed. Whatever they signed is refused, and was good on the chain that they saw.
contract ReorganisationTest is LoanBookTest {
    function test_RevertWhen_TheLoanIsOfAnotherBorrower() public {
        uint256 fork = vm.snapshotState();
        uint256 id = _createLoan();
        (bytes[4] memory commands, address[4] memory callers) = _signedForLuis(id);
        for (uint256 i; i < commands.length; ++i) {
            uint256 seen = vm.snapshotState();
            vm.prank(callers[i]);
            (bool done, ) = address(book).call(commands[i]);
            assertTrue(done, "good on the chain that was seen");
            vm.revertToState(seen);
        }
        vm.revertToState(fork);

        assertEq(_createOffer(), id);
        vm.prank(eva);
        book.acceptOffer(id);
        bytes32 loan = keccak256(abi.encode(book.summaryOf(id)));
        for (uint256 i; i < commands.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(ILoanBook.TermsChanged.selector, id));
            vm.prank(callers[i]);
            (bool reverts, ) = address(book).call(commands[i]);
            assertTrue(reverts);
        }
        assertEq(keccak256(abi.encode(book.summaryOf(id))), loan, "eva's loan is as it was");
        assertEq(dollar.balanceOf(luis), FORTUNE);
        assertEq(dollar.nonces(luis), 0);
    }

    /// @dev The other way round: the same borrower, and another lender, who has luis' dollars if he pays.
    function test_RevertWhen_TheLoanIsByAnotherLender() public {
        uint256 fork = vm.snapshotState();
        uint256 id = _createLoan();
        (bytes[4] memory commands, address[4] memory callers) = _signedForLuis(id);
        vm.revertToState(fork);

        vm.prank(eva);
        assertEq(book.createOffer(PRINCIPAL, DURATION, APR, NOTE), id);
        _accept(id);
        for (uint256 i; i < commands.length; ++i) {
            bytes memory error =
                callers[i] == ana
                    ? abi.encodeWithSelector(ILoanBook.NotTheLender.selector, id, ana)
                    : abi.encodeWithSelector(ILoanBook.TermsChanged.selector, id);
            vm.expectRevert(error);
            vm.prank(callers[i]);
            (bool reverts, ) = address(book).call(commands[i]);
            assertTrue(reverts);
        }
        assertEq(book.owed(id), TOTAL);
    }

    /// @dev forgive, extend, recordPayment and repayWithPermit, as the app would send them.
    function _signedForLuis(uint256 id) private view returns (bytes[4] memory commands, address[4] memory callers) {
        ILoanBook.Summary memory loan = book.summaryOf(id);
        uint256 deadline = block.timestamp + 1 hours;
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(luisKey, loan.owed, deadline);
        callers = [ana, ana, ana, luis];
        commands[0] = abi.encodeCall(book.forgive, (id, luis, loan.owed));
        commands[1] = abi.encodeCall(book.extend, (id, luis, loan.dueTs + 7 days));
        commands[2] = abi.encodeCall(book.recordPayment, (id, luis, 100e6, loan.repaid));
        commands[3] = abi.encodeCall(book.repayWithPermit, (id, ana, luis, loan.owed, deadline, v, r, s));
    }

    /// @dev What is not yet a loan: another lender's offer with the same terms, and another borrower's request.
    function test_RevertWhen_TheOfferOrRequestIsOfAnother() public {
        uint256 fork = vm.snapshotState();
        uint256 offer = _createOffer();
        uint256 request = _createRequest();
        vm.revertToState(fork);

        vm.startPrank(eva);
        assertEq(book.createOffer(PRINCIPAL, DURATION, APR, NOTE), offer);
        assertEq(book.createRequest(address(0), _terms(), NOTE, 0), request);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.TermsChanged.selector, offer));
        vm.prank(luis);
        book.acceptOfferWithTerms(offer, ana, _terms());
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.TermsChanged.selector, request));
        vm.prank(ana);
        book.fundRequest(request, luis, _terms());
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.TermsChanged.selector, request));
        vm.prank(ana);
        book.fundRequestWithPermit(request, luis, _terms(), 0, 0, 0, 0);
    }
}
