// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

/// @dev What holds for every way to publish an offer or a request: the limits of its terms, the comment, the clock, the
/// last id. luis publishes.
abstract contract PublishTest is LoanBookTest {
    /// @dev Publishes for `person`, or for anyone if it is zero. The last call is that to the book.
    function _publish(
        address person,
        ILoanBook.Terms memory terms,
        string memory comment,
        uint256 openDays
    ) internal virtual returns (uint256 id);

    function _publishComment(string memory comment) internal returns (uint256 id) {
        return _publish(address(0), ILoanBook.Terms(1, 1, 1, 1), comment, 0);
    }

    // ── What is kept ─────────────────────────────────────────────────────────────────────────────────────────────

    function testFuzz_KeepsWhatWasSaid(uint56 principal, uint32 duration, uint16 apr, bytes calldata seed) public {
        vm.assume(principal != 0 && duration != 0 && apr != 0);
        string memory comment = string(seed[:seed.length % 281]);
        deal(address(dollar), luis, principal);

        uint256 id = _publish(address(0), ILoanBook.Terms(principal, duration, apr, 1), comment, 0);

        ILoanBook.Loan memory loan = book.getOffer(id);
        assertEq(loan.principal, principal);
        assertEq(loan.duration, duration);
        assertEq(loan.apr, apr);
        assertEq(loan.createdAt, block.timestamp);
        assertEq(loan.comment, comment);
    }

    /// @dev Boundaries: 31 bytes fit in one slot, 32 need SSTORE2, 280 is the maximum.
    function test_KeepsCommentsOfEveryLength() public {
        for (uint256 length; length <= 280; ++length) {
            string memory comment = _comment(length);
            assertEq(book.getOffer(_publishComment(comment)).comment, comment);
        }
    }

    function test_ACommentMayBeAnyBytes() public {
        string memory comment = string(bytes.concat(new bytes(31), hex"ff00"));
        assertEq(book.getOffer(_publishComment(comment)).comment, comment);
        assertEq(book.getOffer(_publishComment(string(new bytes(31)))).comment, string(new bytes(31)));
        assertEq(book.getOffer(_publishComment(string(new bytes(1)))).comment, string(new bytes(1)));
        assertEq(book.getOffer(_publishComment(string(new bytes(280)))).comment, string(new bytes(280)));
    }

    function test_TakesTheSmallestAndTheLargest() public {
        deal(address(dollar), luis, type(uint256).max / 2);
        uint256 smallest = _publishComment("");
        ILoanBook.Terms memory most = ILoanBook.Terms(type(uint56).max, type(uint32).max, type(uint16).max, 1);
        uint256 largest = _publish(address(0), most, _comment(280), 0);

        assertEq(abi.encode(book.termsOf(smallest)), abi.encode(ILoanBook.Terms(1, 1, 1, 1)));
        assertEq(abi.encode(book.termsOf(largest)), abi.encode(most));
        assertEq(bytes(book.getOffer(largest).comment).length, book.MAX_COMMENT());
    }

    // ── What is refused ──────────────────────────────────────────────────────────────────────────────────────────

    function test_RevertWhen_PrincipalIsZero() public {
        _refuse(0, DURATION, APR, abi.encodeWithSelector(ILoanBook.PrincipalOutOfRange.selector, 0, type(uint56).max));
    }

    function testFuzz_RevertWhen_PrincipalIsTooLarge(uint256 principal) public {
        principal = bound(principal, uint256(type(uint56).max) + 1, type(uint256).max);
        _refuse(principal, DURATION, APR, _error(ILoanBook.PrincipalOutOfRange.selector, principal, type(uint56).max));
    }

    function test_RevertWhen_DurationIsZero() public {
        _refuse(PRINCIPAL, 0, APR, _error(ILoanBook.DurationOutOfRange.selector, 0, type(uint32).max));
    }

    function testFuzz_RevertWhen_DurationIsTooLong(uint256 duration) public {
        duration = bound(duration, uint256(type(uint32).max) + 1, type(uint256).max);
        _refuse(PRINCIPAL, duration, APR, _error(ILoanBook.DurationOutOfRange.selector, duration, type(uint32).max));
    }

    function test_RevertWhen_AprIsZero() public {
        _refuse(PRINCIPAL, DURATION, 0, _error(ILoanBook.AprOutOfRange.selector, 0, type(uint16).max));
    }

    function testFuzz_RevertWhen_AprIsTooHigh(uint256 apr) public {
        apr = bound(apr, uint256(type(uint16).max) + 1, type(uint256).max);
        _refuse(PRINCIPAL, DURATION, apr, _error(ILoanBook.AprOutOfRange.selector, apr, type(uint16).max));
    }

    function test_RevertWhen_ATermIsOneAboveItsLimit() public {
        uint256 principal = uint256(type(uint56).max) + 1;
        uint256 duration = uint256(type(uint32).max) + 1;
        uint256 apr = uint256(type(uint16).max) + 1;
        testFuzz_RevertWhen_PrincipalIsTooLarge(principal);
        testFuzz_RevertWhen_DurationIsTooLong(duration);
        testFuzz_RevertWhen_AprIsTooHigh(apr);
    }

    function test_RevertWhen_CommentIsTooLong() public {
        vm.expectRevert(_error(ILoanBook.CommentTooLong.selector, 281, 280));
        _publish(address(0), _terms(), _comment(281), 0);
    }

    /// @dev A contract with the highest nonce cannot create another (EIP-2681). Short comments need none.
    function test_RevertWhen_ALongCommentCannotBeStored() public {
        vm.setNonceUnsafe(address(book), type(uint64).max);
        vm.expectRevert(ILoanBook.DeploymentFailed.selector);
        _publish(address(0), _terms(), _comment(32), 0);

        assertEq(book.getOffer(_publish(address(0), _terms(), _comment(31), 0)).comment, _comment(31));
    }

    function test_RevertWhen_TheClockNoLongerFits() public {
        vm.warp(type(uint32).max);
        uint256 id = _publish(address(0), _terms(), NOTE, 0);
        assertEq(book.getOffer(id).createdAt, type(uint32).max);

        vm.warp(uint256(type(uint32).max) + 1);
        vm.expectRevert(ILoanBook.Overflow.selector);
        _publish(address(0), _terms(), NOTE, 0);
    }

    function test_RevertWhen_TheIdsAreUsedUp() public {
        _setLastId(type(uint32).max - 1);

        uint256 id = _publish(address(0), _terms(), NOTE, 0);

        assertEq(id, type(uint32).max);
        assertEq(book.nextId(), uint256(type(uint32).max) + 1);
        assertEq(book.allOffersLength(), type(uint32).max);
        assertEq(book.allOfferIds(type(uint32).max - 1), type(uint32).max);
        assertEq(book.getOffer(id).principal, PRINCIPAL);
        assertEq(book.getOffer(id).comment, NOTE);

        vm.expectRevert(ILoanBook.Overflow.selector);
        _publish(address(0), _terms(), NOTE, 0);
        assertEq(book.allOffersLength(), type(uint32).max);
    }

    function _refuse(uint256 principal, uint256 duration, uint256 apr, bytes memory error) private {
        vm.expectRevert(error);
        _publish(address(0), ILoanBook.Terms(principal, duration, apr, 1), NOTE, 0);
        assertEq(book.allOffersLength(), 0);
    }

    function _error(bytes4 selector, uint256 value, uint256 max) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(selector, value, max);
    }

    function _comment(uint256 length) internal pure returns (string memory) {
        bytes memory comment = new bytes(length);
        for (uint256 i; i < length; ++i) {
            comment[i] = bytes1(uint8(97 + (i % 26)));
        }
        return string(comment);
    }
}

/// @dev createOffer: always one instalment, for anyone, without an end.
contract PublishPlainOfferTest is PublishTest {
    function _publish(
        address,
        ILoanBook.Terms memory terms,
        string memory comment,
        uint256
    ) internal override returns (uint256) {
        vm.prank(luis);
        return book.createOffer(terms.principal, terms.duration, terms.apr, comment);
    }
}

/// @dev With a plan, an end and one person whom it is for.
abstract contract PublishInFullTest is PublishTest {
    /// @dev How many transfers publishing makes.
    function _transfers() internal pure virtual returns (uint256) {
        return 1;
    }

    function testFuzz_KeepsThePlanTheEndAndThePerson(uint8 instalments, uint8 openDays, address person) public {
        instalments = uint8(bound(instalments, 1, 60));
        vm.assume(person != luis);
        ILoanBook.Terms memory terms = ILoanBook.Terms(PRINCIPAL, DURATION, APR, instalments);

        uint256 id = _publish(person, terms, NOTE, openDays);

        ILoanBook.Summary memory loan = book.summaryOf(id);
        assertEq(abi.encode(book.termsOf(id)), abi.encode(terms));
        assertEq(loan.instalments, instalments);
        assertEq(loan.openUntil, openDays == 0 ? 0 : 1_800_000_000 + uint256(openDays) * 86_400);
        assertEq(book.openUntil(id), loan.openUntil);
        assertEq(loan.lender == luis ? loan.borrower : loan.lender, person);
    }

    function test_AnnouncesAPlanOnlyIfThereAreMoreInstalments() public {
        for (uint256 instalments = 1; instalments <= 60; ++instalments) {
            vm.recordLogs();
            if (instalments != 1) {
                vm.expectEmit(address(book));
                emit ILoanBook.Planned(instalments, instalments);
            }
            uint256 id = _publish(address(0), ILoanBook.Terms(1, 1, 1, instalments), "", 0);
            assertEq(id, instalments);
            _assertEmitted(instalments == 1 ? 1 : 2, _transfers());
            assertEq(book.termsOf(id).instalments, instalments);
        }
    }

    function test_AnnouncesItsEndOnlyIfItHasOne() public {
        for (uint256 openDays; openDays <= 255; ++openDays) {
            vm.recordLogs();
            if (openDays != 0) {
                vm.expectEmit(address(book));
                emit ILoanBook.OpenUntil(openDays + 1, block.timestamp + openDays * 86_400);
            }
            uint256 id = _publish(address(0), ILoanBook.Terms(1, 1, 1, 1), "", openDays);
            _assertEmitted(openDays == 0 ? 1 : 2, _transfers());
            assertEq(book.openUntil(id), openDays == 0 ? 0 : block.timestamp + openDays * 86_400);
        }
    }

    /// @dev The end is past what uint32 holds: it is not stored, but computed.
    function test_TheEndMayLieBeyondTheClock() public {
        vm.warp(type(uint32).max);
        vm.expectEmit(address(book));
        emit ILoanBook.OpenUntil(1, uint256(type(uint32).max) + 255 days);
        uint256 id = _publish(address(0), _terms(), NOTE, 255);

        assertEq(book.openUntil(id), uint256(type(uint32).max) + 255 days);
    }

    function test_RevertWhen_ThereAreNoInstalments() public {
        vm.expectRevert(_error(ILoanBook.InstalmentsOutOfRange.selector, 0, 60));
        _publish(address(0), ILoanBook.Terms(PRINCIPAL, DURATION, APR, 0), NOTE, 0);
    }

    function testFuzz_RevertWhen_ThereAreTooManyInstalments(uint256 instalments) public {
        instalments = bound(instalments, 61, type(uint256).max);
        vm.expectRevert(_error(ILoanBook.InstalmentsOutOfRange.selector, instalments, 60));
        _publish(address(0), ILoanBook.Terms(PRINCIPAL, DURATION, APR, instalments), NOTE, 0);
    }

    function testFuzz_RevertWhen_ItIsOpenForTooLong(uint256 openDays) public {
        openDays = bound(openDays, 256, type(uint256).max);
        vm.expectRevert(_error(ILoanBook.OpenDaysOutOfRange.selector, openDays, 255));
        _publish(address(0), _terms(), NOTE, openDays);
    }

    function test_RevertWhen_ANumberIsOneAboveItsLimit() public {
        testFuzz_RevertWhen_ThereAreTooManyInstalments(61);
        testFuzz_RevertWhen_ThereAreTooManyInstalments(256);
        testFuzz_RevertWhen_ItIsOpenForTooLong(256);
    }

    function test_RevertWhen_TheIdsForOnePersonAreUsedUp() public {
        _setLastId(type(uint32).max - 1);
        assertEq(_publish(eva, _terms(), NOTE, 0), type(uint32).max);

        vm.expectRevert(ILoanBook.Overflow.selector);
        _publish(eva, _terms(), NOTE, 0);
    }
}

contract PublishOfferTest is PublishInFullTest {
    function _publish(
        address person,
        ILoanBook.Terms memory terms,
        string memory comment,
        uint256 openDays
    ) internal override returns (uint256) {
        vm.prank(luis);
        return book.createOfferFor(person, terms, comment, openDays);
    }
}

contract PublishOfferWithPermitTest is PublishInFullTest {
    function _publish(
        address person,
        ILoanBook.Terms memory terms,
        string memory comment,
        uint256 openDays
    ) internal override returns (uint256) {
        vm.prank(luis);
        return book.createOfferWithPermit(person, terms, comment, openDays, 0, 0, 0, 0);
    }
}

contract PublishRequestTest is PublishInFullTest {
    function _transfers() internal pure override returns (uint256) {
        return 0;
    }

    function _publish(
        address person,
        ILoanBook.Terms memory terms,
        string memory comment,
        uint256 openDays
    ) internal override returns (uint256) {
        vm.prank(luis);
        return book.createRequest(person, terms, comment, openDays);
    }
}
