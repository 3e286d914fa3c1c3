// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

/// @dev What both ways to fund have in common.
abstract contract FundTest is LoanBookTest {
    /// @dev The last call is that to the book.
    function _fundAs(address person, uint256 id, address borrower, ILoanBook.Terms memory terms) internal virtual;

    /// @dev Stating what the request says.
    function _fundAs(address person, uint256 id) internal {
        _fundAs(person, id, book.getOffer(id).borrower, book.termsOf(id));
    }

    function test_TheBorrowerGetsThePrincipalFromTheLender() public {
        uint256 id = _createRequest();
        ILoanBook.Summary memory loan = _expectRequest();
        skip(1 days);

        vm.recordLogs();
        vm.expectEmit(address(book));
        emit ILoanBook.RequestFunded(id, ana);
        vm.expectEmit(address(book));
        emit ILoanBook.LoanAccepted(id, luis, 1_800_086_400, 1_802_678_400);
        _fundAs(ana, id);

        _assertEmitted(2, 1);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL);
        assertEq(dollar.balanceOf(address(book)), 0);
        assertEq(uint8(book.getOffer(id).status), 2);
        assertEq(book.getOffer(id).createdAt, 1_800_000_000);
        assertEq(book.getOffer(id).startTs, 1_800_086_400);
        _expectTaken(loan);
        _assertLoan(id, loan, NOTE);
    }

    function test_TheOneItIsAddressedToMayFundIt() public {
        uint256 open = _createRequest();
        uint256 id = _createRequestFor(ana);

        vm.expectEmit(address(book));
        emit ILoanBook.RequestFunded(id, ana);
        _fundAs(ana, id);

        ILoanBook.Summary memory loan = _expectRequest();
        _expectTaken(loan);
        _assertLoan(id, loan, NOTE);
        assertEq(book.openRequestsLength(), 1);
        assertEq(book.getOpenRequestIds(0, 9)[0], open);
        assertEq(book.getRequestsForLenderIds(ana, 0, 9)[0], id);
        assertEq(book.offersByLender(ana, 0), id);
        assertEq(book.loansByBorrower(luis, 0), id);
    }

    function test_TheLoanMovesFromTheOpenRequestsToItsPeople() public {
        uint256 id = _createRequest();
        uint256 other = _createRequest();

        _fundAs(ana, id);

        assertEq(book.openRequestsLength(), 1);
        assertEq(book.getOpenRequestIds(0, 9)[0], other);
        assertEq(book.allOffersLength(), 2);
        assertEq(book.openOffersLength(), 0);
        assertEq(book.offersByLenderLength(ana), 1);
        assertEq(book.offersByLender(ana, 0), id);
        assertEq(book.loansByBorrowerLength(luis), 1);
        assertEq(book.loansByBorrower(luis, 0), id);
        assertEq(book.requestsByBorrowerLength(luis), 2);
        assertEq(book.requestsForLenderLength(ana), 0);
        assertEq(book.offersForBorrowerLength(luis), 0);
    }

    function test_ItCountsForBoth() public {
        _fundAs(ana, _createRequest());

        _assertRecord(luis, 1, 0, 0);
        _assertRecord(ana, 0, 0, 0);
    }

    /// @dev These two lists are in the order of the funding.
    function test_ListsAreInTheOrderOfTheFunding() public {
        uint256 first = _createRequest();
        uint256 second = _createLoan();
        uint256 third = _createRequest();
        _fundAs(ana, third);
        _fundAs(ana, first);

        assertEq(book.offersByLender(ana, 0), second);
        assertEq(book.offersByLender(ana, 1), third);
        assertEq(book.offersByLender(ana, 2), first);
        assertEq(abi.encode(book.getLoansByBorrowerIds(luis, 0, 9)), abi.encode(book.getOffersByLenderIds(ana, 0, 9)));
        assertEq(book.getRequestsByBorrowerIds(luis, 0, 9)[0], first);
        assertEq(book.getRequestsByBorrowerIds(luis, 0, 9)[1], third);
    }

    function test_AFundedRequestIsALoanLikeAnyOther() public {
        uint256 id = _createRequest();
        _fundAs(ana, id);

        _repay(id, 100e6);
        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + 100e6);
        _extendBy(id, 1 days);
        assertEq(book.getOffer(id).dueTs, block.timestamp + DURATION + 1 days);
        skip(DURATION + 1 days);
        _repay(id, TOTAL);

        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL + TOTAL);
        _assertStatus(id, ILoanBook.Status.Repaid);
        _assertRecord(luis, 1, 1, 0);
    }

    function testFuzz_KeepsTheTermsThatWereAskedFor(
        uint56 principal,
        uint32 duration,
        uint16 apr,
        uint8 instalments,
        uint8 openDays
    ) public {
        vm.assume(principal != 0 && duration != 0 && apr != 0);
        instalments = uint8(bound(instalments, 1, 60));
        deal(address(dollar), ana, principal);
        ILoanBook.Terms memory terms = ILoanBook.Terms(principal, duration, apr, instalments);
        vm.prank(luis);
        uint256 id = book.createRequest(address(0), terms, NOTE, openDays);
        uint256 openUntil = book.openUntil(id);

        _fundAs(ana, id, luis, terms);

        assertEq(abi.encode(book.termsOf(id)), abi.encode(terms));
        assertEq(book.openUntil(id), openUntil);
        assertEq(book.getOffer(id).comment, NOTE);
        assertEq(book.getOffer(id).dueTs, block.timestamp + duration);
        assertEq(dollar.balanceOf(luis), FORTUNE + principal);
        assertEq(dollar.balanceOf(ana), 0);
    }

    // ── Refusals ─────────────────────────────────────────────────────────────────────────────────────────────────

    function test_RevertWhen_ItIsByAnotherBorrower() public {
        uint256 id = _createRequest();
        _refuseAsChanged(ana, id, eva, _terms());
        _refuseAsChanged(ana, id, address(0), _terms());
        _refuseAsChanged(ana, id, ana, _terms());
        _assertStatus(id, ILoanBook.Status.Requested);
    }

    function test_RevertWhen_ATermIsAnother() public {
        vm.prank(luis);
        uint256 id = book.createRequest(address(0), ILoanBook.Terms(PRINCIPAL, DURATION, APR, 3), NOTE, 0);
        _refuseAsChanged(ana, id, luis, ILoanBook.Terms(PRINCIPAL - 1, DURATION, APR, 3));
        _refuseAsChanged(ana, id, luis, ILoanBook.Terms(PRINCIPAL, DURATION + 1, APR, 3));
        _refuseAsChanged(ana, id, luis, ILoanBook.Terms(PRINCIPAL, DURATION, APR + 1, 3));
        _refuseAsChanged(ana, id, luis, ILoanBook.Terms(PRINCIPAL, DURATION, APR, 4));
        _refuseAsChanged(ana, id, luis, ILoanBook.Terms(0, 0, 0, 0));
        // A number that is the same once it is cut to its width in storage.
        _refuseAsChanged(ana, id, luis, ILoanBook.Terms(PRINCIPAL + 2 ** 56, DURATION, APR, 3));
        _refuseAsChanged(ana, id, luis, ILoanBook.Terms(PRINCIPAL, DURATION + 2 ** 32, APR, 3));
        _refuseAsChanged(ana, id, luis, ILoanBook.Terms(PRINCIPAL, DURATION, APR + 2 ** 16, 3));
        _refuseAsChanged(ana, id, luis, ILoanBook.Terms(PRINCIPAL, DURATION, APR, 3 + 2 ** 8));
    }

    /// @dev What the caller states is compared before anything else is looked at.
    function test_RevertWhen_TermsChangedBesidesAnythingElse() public {
        ILoanBook.Terms memory other = ILoanBook.Terms(PRINCIPAL, DURATION, APR, 2);
        _refuseAsChanged(ana, 7, luis, other);
        uint256 taken = _createRequest();
        _fund(taken);
        _refuseAsChanged(ana, taken, luis, other);
        uint256 addressed = _createRequestFor(ana);
        _refuseAsChanged(luis, addressed, luis, other);
        _refuseAsChanged(eva, addressed, luis, other);
        _refuseAsChanged(eva, _createOffer(), luis, _terms());
    }

    function test_RevertWhen_ThereIsNoSuchRequest() public {
        _refuse(0, ILoanBook.Status.None);
        _refuse(1, ILoanBook.Status.None);
        _refuse(type(uint256).max, ILoanBook.Status.None);
    }

    function test_RevertWhen_ItIsAnOffer() public {
        _refuse(_createOffer(), ILoanBook.Status.Open);
        _refuse(_createOfferFor(luis), ILoanBook.Status.Open);
        _refuse(_createLoan(), ILoanBook.Status.Active);
    }

    function test_RevertWhen_ItIsFunded() public {
        uint256 id = _createRequest();
        uint256 addressed = _createRequestFor(ana);
        _fundAs(ana, id);
        _fundAs(ana, addressed);
        _refuse(id, ILoanBook.Status.Active);
        _refuse(addressed, ILoanBook.Status.Active);
        _repay(id, TOTAL);
        _refuse(id, ILoanBook.Status.Repaid);
        _forgive(addressed);
        _refuse(addressed, ILoanBook.Status.Forgiven);
    }

    function test_RevertWhen_ItIsCancelled() public {
        uint256 id = _createRequest();
        uint256 addressed = _createRequestFor(ana);
        vm.startPrank(luis);
        book.cancelRequest(id);
        book.cancelRequest(addressed);
        vm.stopPrank();
        _refuse(id, ILoanBook.Status.Cancelled);
        _refuse(addressed, ILoanBook.Status.Cancelled);
    }

    function test_RevertWhen_ItIsOnesOwn() public {
        uint256 id = _createRequest();
        uint256 addressed = _createRequestFor(ana);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.OwnRequest.selector, id));
        _fundAs(luis, id, luis, _terms());
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.OwnRequest.selector, addressed));
        _fundAs(luis, addressed, luis, _terms());
    }

    function test_RevertWhen_ItIsAddressedToAnother() public {
        uint256 id = _createRequestFor(ana);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.AddressedToAnother.selector, id, ana));
        _fundAs(eva, id, luis, _terms());
    }

    function test_RevertWhen_TheLenderHasTooLittle() public {
        uint256 id = _createRequest();
        deal(address(dollar), ana, PRINCIPAL - 1);
        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        _fundAs(ana, id, luis, _terms());
        _assertLoan(id, _expectRequest(), NOTE);
        assertEq(book.openRequestsLength(), 1);
    }

    function test_RevertWhen_TheLenderAllowsTooLittle() public {
        uint256 id = _createRequest();
        vm.prank(ana);
        dollar.approve(address(book), PRINCIPAL - 1);
        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        _fundAs(ana, id, luis, _terms());
    }

    function test_RevertWhen_TheClockNoLongerFits() public {
        uint256 id = _createRequest();
        uint256 other = _createRequest();
        vm.warp(type(uint32).max);
        _fundAs(ana, other);
        assertEq(book.getOffer(other).dueTs, uint256(type(uint32).max) + DURATION);

        vm.warp(uint256(type(uint32).max) + 1);
        vm.expectRevert(ILoanBook.Overflow.selector);
        _fundAs(ana, id, luis, _terms());
        _repay(other, TOTAL);
        _assertStatus(other, ILoanBook.Status.Repaid);
    }

    function _refuse(uint256 id, ILoanBook.Status status) private {
        (address borrower, ILoanBook.Terms memory terms) = (book.getOffer(id).borrower, book.termsOf(id));
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.RequestNotOpen.selector, id, status));
        _fundAs(ana, id, borrower, terms);
    }

    function _refuseAsChanged(address person, uint256 id, address borrower, ILoanBook.Terms memory terms) private {
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.TermsChanged.selector, id));
        _fundAs(person, id, borrower, terms);
    }
}

contract FundRequestTest is FundTest {
    function _fundAs(address person, uint256 id, address borrower, ILoanBook.Terms memory terms) internal override {
        vm.prank(person);
        book.fundRequest(id, borrower, terms);
    }
}

/// @dev The tests above with a permit that fails and is ignored; below with one that counts.
contract FundRequestWithPermitTest is FundTest {
    function _fundAs(address person, uint256 id, address borrower, ILoanBook.Terms memory terms) internal override {
        vm.prank(person);
        book.fundRequestWithPermit(id, borrower, terms, 0, 0, 0, 0);
    }

    function test_FundsWithAPermit() public {
        uint256 id = _createRequest();
        _withdrawAllowance(ana);
        uint256 deadline = block.timestamp + 1 hours;
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(anaKey, PRINCIPAL, deadline);

        vm.expectEmit(address(book));
        emit ILoanBook.RequestFunded(id, ana);
        vm.prank(ana);
        book.fundRequestWithPermit(id, luis, _terms(), deadline, v, r, s);

        ILoanBook.Summary memory loan = _expectRequest();
        _expectTaken(loan);
        _assertLoan(id, loan, NOTE);
        assertEq(dollar.balanceOf(luis), FORTUNE + PRINCIPAL);
        assertEq(dollar.allowance(ana, address(book)), 0);
        assertEq(dollar.nonces(ana), 1);
    }

    function test_FundsWithAPermitThatSomeoneElseUsedFirst() public {
        uint256 id = _createRequest();
        _withdrawAllowance(ana);
        uint256 deadline = block.timestamp + 1 hours;
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(anaKey, PRINCIPAL, deadline);
        vm.prank(eva);
        dollar.permit(ana, address(book), PRINCIPAL, deadline, v, r, s);

        vm.prank(ana);
        book.fundRequestWithPermit(id, luis, _terms(), deadline, v, r, s);

        _assertStatus(id, ILoanBook.Status.Active);
    }

    function test_RevertWhen_ThePermitExpired() public {
        _refusePermit(PRINCIPAL, block.timestamp - 1, ana);
    }

    function test_RevertWhen_ThePermitIsForAnotherValue() public {
        _refusePermit(PRINCIPAL + 1, block.timestamp, ana);
    }

    function test_RevertWhen_SomeoneElseBringsThePermit() public {
        _refusePermit(PRINCIPAL, block.timestamp, eva);
    }

    /// @dev A permit by ana for this value, in the hands of `bearer`.
    function _refusePermit(uint256 value, uint256 deadline, address bearer) private {
        uint256 id = _createRequest();
        _withdrawAllowance(ana);
        _withdrawAllowance(eva);
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(anaKey, value, deadline);
        vm.expectRevert(ILoanBook.TransferFromFailed.selector);
        vm.prank(bearer);
        book.fundRequestWithPermit(id, luis, _terms(), deadline, v, r, s);
    }

    /// @dev The refusal undoes the permit too.
    function test_RevertWhen_TermsChangedBehindAPermit() public {
        uint256 id = _createRequest();
        _withdrawAllowance(ana);
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(anaKey, PRINCIPAL, block.timestamp);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.TermsChanged.selector, id));
        vm.prank(ana);
        book.fundRequestWithPermit(id, eva, _terms(), block.timestamp, v, r, s);
        assertEq(dollar.allowance(ana, address(book)), 0);
        assertEq(dollar.nonces(ana), 0);
    }
}
