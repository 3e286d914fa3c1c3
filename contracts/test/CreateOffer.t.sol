// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeCastLib} from "solady/utils/SafeCastLib.sol";
import {SafeTransferLib} from "solady/utils/SafeTransferLib.sol";
import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBook} from "../src/LoanBook.sol";
import {LoanBookTest} from "./LoanBookTest.sol";

contract CreateOfferTest is LoanBookTest {
    function test_PublishesAnOfferForAnyone() public {
        vm.expectEmit(address(book));
        emit ILoanBook.OfferCreated(1, ana, PRINCIPAL, DURATION, APR, NOTE);
        uint256 id = _createOffer();

        assertEq(id, 1);
        ILoanBook.Loan memory loan = book.getOffer(id);
        assertEq(loan.lender, ana);
        assertEq(loan.borrower, address(0));
        assertEq(loan.principal, PRINCIPAL);
        assertEq(loan.apr, APR);
        assertEq(loan.duration, DURATION);
        assertEq(loan.startTs, 0);
        assertEq(loan.dueTs, 0);
        assertEq(loan.repaid, 0);
        assertEq(loan.createdAt, 1_800_000_000);
        assertEq(uint8(loan.status), 1);
        assertEq(loan.comment, NOTE);
    }

    function test_HoldsThePrincipal() public {
        _createOffer();

        assertEq(dollar.balanceOf(ana), FORTUNE - PRINCIPAL);
        assertEq(dollar.balanceOf(address(book)), PRINCIPAL);
    }

    function test_IdsRunFromOne() public {
        assertEq(book.nextId(), 1);
        assertEq(_createOffer(), 1);
        assertEq(book.nextId(), 2);
        _cancel(1);
        assertEq(_createOfferFor(luis), 2);
        assertEq(_createOffer(), 3);
        assertEq(book.nextId(), 4);
    }

    function test_AnOfferForAnyoneIsListedAsOpen() public {
        uint256 id = _createOffer();

        assertEq(book.allOffersLength(), 1);
        assertEq(book.allOfferIds(0), id);
        assertEq(book.openOffersLength(), 1);
        assertEq(book.openOfferIds(0), id);
        assertEq(book.offersByLenderLength(ana), 1);
        assertEq(book.offersByLender(ana, 0), id);
        assertEq(book.offersForBorrowerLength(address(0)), 0);
        assertEq(book.loansByBorrowerLength(address(0)), 0);
    }

    function test_AddressesAnOfferToOneBorrower() public {
        vm.expectEmit(address(book));
        emit ILoanBook.OfferCreated(1, ana, PRINCIPAL, DURATION, APR, NOTE);
        vm.expectEmit(address(book));
        emit ILoanBook.OfferAddressed(1, luis);
        uint256 id = _createOfferFor(luis);

        assertEq(book.getOffer(id).borrower, luis);
        _assertStatus(id, ILoanBook.Status.Open);
        assertEq(book.allOffersLength(), 1);
        assertEq(book.openOffersLength(), 0);
        assertEq(book.offersByLender(ana, 0), id);
        assertEq(book.offersForBorrowerLength(luis), 1);
        assertEq(book.offersForBorrower(luis, 0), id);
        assertEq(book.loansByBorrowerLength(luis), 0);
        assertEq(dollar.balanceOf(address(book)), PRINCIPAL);
    }

    function test_AnOfferForNobodyIsForAnyone() public {
        vm.recordLogs();
        uint256 id = _createOfferFor(address(0));

        assertEq(vm.getRecordedLogs().length, 2, "OfferCreated and the token's Transfer");
        assertEq(book.openOfferIds(0), id);
    }

    function testFuzz_KeepsWhatWasSaid(uint64 principal, uint32 duration, uint16 apr, bytes calldata seed) public {
        vm.assume(principal != 0 && duration != 0 && apr != 0);
        string memory comment = string(seed[:seed.length % 281]);
        deal(address(dollar), ana, principal);

        vm.prank(ana);
        uint256 id = book.createOffer(principal, duration, apr, comment);

        ILoanBook.Loan memory loan = book.getOffer(id);
        assertEq(loan.principal, principal);
        assertEq(loan.duration, duration);
        assertEq(loan.apr, apr);
        assertEq(loan.comment, comment);
        assertEq(dollar.balanceOf(address(book)), principal);
    }

    /// @dev Boundaries: 31 bytes fit in one slot, 32 need SSTORE2, 280 is the maximum.
    function test_KeepsCommentsOfEveryLength() public {
        for (uint256 length; length <= 280; ++length) {
            string memory comment = _comment(length);
            vm.prank(ana);
            uint256 id = book.createOffer(1, 1, 1, comment);
            assertEq(book.getOffer(id).comment, comment);
        }
    }

    function test_ACommentMayBeAnyBytes() public {
        string memory comment = string(bytes.concat(new bytes(31), hex"ff00"));
        vm.prank(ana);
        book.createOffer(1, 1, 1, comment);
        assertEq(book.getOffer(1).comment, comment);

        vm.prank(ana);
        book.createOffer(1, 1, 1, string(new bytes(31)));
        assertEq(book.getOffer(2).comment, string(new bytes(31)));
    }

    function test_TakesTheSmallestAndTheLargest() public {
        deal(address(dollar), ana, type(uint256).max / 2);
        vm.startPrank(ana);
        book.createOffer(1, 1, 1, "");
        book.createOffer(type(uint64).max, type(uint32).max, type(uint16).max, _comment(280));

        assertEq(book.getOffer(2).principal, book.MAX_PRINCIPAL());
        assertEq(book.getOffer(2).duration, book.MAX_DURATION());
        assertEq(book.getOffer(2).apr, book.MAX_APR());
        assertEq(bytes(book.getOffer(2).comment).length, book.MAX_COMMENT());
    }

    function test_SaysItsLimits() public view {
        assertEq(book.MAX_PRINCIPAL(), type(uint64).max);
        assertEq(book.MAX_DURATION(), type(uint32).max);
        assertEq(book.MAX_APR(), type(uint16).max);
        assertEq(book.MAX_COMMENT(), 280);
        assertEq(book.token(), address(dollar));
    }

    function test_RevertWhen_PrincipalIsZero() public {
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.PrincipalOutOfRange.selector, 0, type(uint64).max));
        book.createOffer(0, DURATION, APR, NOTE);
    }

    function testFuzz_RevertWhen_PrincipalIsTooLarge(uint256 principal) public {
        principal = bound(principal, uint256(type(uint64).max) + 1, type(uint256).max);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.PrincipalOutOfRange.selector, principal, type(uint64).max));
        book.createOffer(principal, DURATION, APR, NOTE);
    }

    function test_RevertWhen_DurationIsZero() public {
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.DurationOutOfRange.selector, 0, type(uint32).max));
        book.createOffer(PRINCIPAL, 0, APR, NOTE);
    }

    function testFuzz_RevertWhen_DurationIsTooLong(uint256 duration) public {
        duration = bound(duration, uint256(type(uint32).max) + 1, type(uint256).max);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.DurationOutOfRange.selector, duration, type(uint32).max));
        book.createOffer(PRINCIPAL, duration, APR, NOTE);
    }

    function test_RevertWhen_AprIsZero() public {
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.AprOutOfRange.selector, 0, type(uint16).max));
        book.createOffer(PRINCIPAL, DURATION, 0, NOTE);
    }

    function testFuzz_RevertWhen_AprIsTooHigh(uint256 apr) public {
        apr = bound(apr, uint256(type(uint16).max) + 1, type(uint256).max);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.AprOutOfRange.selector, apr, type(uint16).max));
        book.createOffer(PRINCIPAL, DURATION, apr, NOTE);
    }

    function test_RevertWhen_CommentIsTooLong() public {
        string memory comment = _comment(281);
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.CommentTooLong.selector, 281, 280));
        book.createOffer(PRINCIPAL, DURATION, APR, comment);
    }

    function test_RevertWhen_AddressedToOneself() public {
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.AddressedToLender.selector, ana));
        _createOfferFor(ana);
    }

    function test_RevertWhen_TheLenderHasTooLittle() public {
        deal(address(dollar), ana, PRINCIPAL - 1);
        vm.expectRevert(SafeTransferLib.TransferFromFailed.selector);
        _createOffer();
    }

    function test_RevertWhen_TheLenderAllowsTooLittle() public {
        vm.prank(ana);
        dollar.approve(address(book), PRINCIPAL - 1);
        vm.expectRevert(SafeTransferLib.TransferFromFailed.selector);
        _createOffer();
    }

    function test_RevertWhen_TheClockNoLongerFits() public {
        vm.warp(type(uint32).max);
        _createOffer();
        assertEq(book.getOffer(1).createdAt, type(uint32).max);

        vm.warp(uint256(type(uint32).max) + 1);
        vm.expectRevert(SafeCastLib.Overflow.selector);
        _createOffer();
    }

    function test_RevertWhen_TheTokenHasNoCode() public {
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.TokenWithoutCode.selector, eva));
        deployCode("LoanBook", abi.encode(eva));
    }

    // ── With a permit ────────────────────────────────────────────────────────────────────────────────────────────

    function test_PublishesWithAPermit() public {
        _withdrawAllowance(ana);
        uint256 deadline = block.timestamp + 1 hours;
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(anaKey, PRINCIPAL, deadline);

        vm.prank(ana);
        uint256 id = book.createOfferWithPermit(luis, PRINCIPAL, DURATION, APR, NOTE, deadline, v, r, s);

        assertEq(id, 1);
        assertEq(book.getOffer(id).borrower, luis);
        assertEq(book.getOffer(id).principal, PRINCIPAL);
        assertEq(book.getOffer(id).duration, DURATION);
        assertEq(book.getOffer(id).apr, APR);
        assertEq(book.getOffer(id).comment, NOTE);
        assertEq(dollar.balanceOf(address(book)), PRINCIPAL);
        assertEq(dollar.allowance(ana, address(book)), 0);
        assertEq(dollar.nonces(ana), 1);
    }

    function test_PublishesWithAPermitThatSomeoneElseUsedFirst() public {
        _withdrawAllowance(ana);
        uint256 deadline = block.timestamp + 1 hours;
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(anaKey, PRINCIPAL, deadline);
        vm.prank(eva);
        dollar.permit(ana, address(book), PRINCIPAL, deadline, v, r, s);

        vm.prank(ana);
        book.createOfferWithPermit(address(0), PRINCIPAL, DURATION, APR, NOTE, deadline, v, r, s);

        assertEq(book.openOfferIds(0), 1);
    }

    function test_RevertWhen_ThePermitExpired() public {
        _withdrawAllowance(ana);
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(anaKey, PRINCIPAL, block.timestamp - 1);

        vm.expectRevert(SafeTransferLib.TransferFromFailed.selector);
        vm.prank(ana);
        book.createOfferWithPermit(address(0), PRINCIPAL, DURATION, APR, NOTE, block.timestamp - 1, v, r, s);
    }

    function test_RevertWhen_ThePermitIsForAnotherValue() public {
        _withdrawAllowance(ana);
        uint256 deadline = block.timestamp + 1 hours;
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(anaKey, PRINCIPAL - 1, deadline);

        vm.expectRevert(SafeTransferLib.TransferFromFailed.selector);
        vm.prank(ana);
        book.createOfferWithPermit(address(0), PRINCIPAL, DURATION, APR, NOTE, deadline, v, r, s);
    }

    function test_RevertWhen_SomeoneElseBringsThePermit() public {
        _withdrawAllowance(eva);
        uint256 deadline = block.timestamp + 1 hours;
        (uint8 v, bytes32 r, bytes32 s) = _signPermit(anaKey, PRINCIPAL, deadline);

        vm.expectRevert(SafeTransferLib.TransferFromFailed.selector);
        vm.prank(eva);
        book.createOfferWithPermit(address(0), PRINCIPAL, DURATION, APR, NOTE, deadline, v, r, s);
    }

    function _comment(uint256 length) private pure returns (string memory) {
        bytes memory comment = new bytes(length);
        for (uint256 i; i < length; ++i) {
            comment[i] = bytes1(uint8(97 + (i % 26)));
        }
        return string(comment);
    }
}
