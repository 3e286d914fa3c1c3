// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ReentrancyGuardTransient} from "solady/utils/ReentrancyGuardTransient.sol";
import {ILoanBook} from "../src/ILoanBook.sol";
import {TestDollar} from "../src/TestDollar.sol";
import {LoanBookTest} from "./LoanBookTest.sol";
import {ReenteringDollar} from "./tokens/ReenteringDollar.sol";
import {LyingDollar} from "./tokens/LyingDollar.sol";

/// @dev A token whose `transfer` moves the money and answers false, while `transferFrom` answers true: a `transfer`
/// declared `returns (bool)` that forgets to return, of which there are some on mainnet.
contract LyingTokenTest is LoanBookTest {
    function _deployDollar() internal override returns (TestDollar) {
        return new LyingDollar();
    }

    /// @dev "None of that makes this contract owe more than it holds."
    function test_TheBookNeverOwesMoreThanItHolds() public {
        vm.prank(eva);
        book.createOffer(PRINCIPAL, DURATION, APR, NOTE);
        uint256 id = _createOffer();
        vm.prank(ana);
        vm.expectRevert(ILoanBook.TransferFailed.selector);
        book.cancelOffer(id);

        uint256 open = book.openOffersLength() * PRINCIPAL;
        assertGe(dollar.balanceOf(address(book)), open + book.claimable(ana), "owed beyond what is held");
    }
}

/// @dev "Every function that changes state reverts with Reentrancy if the token calls back into it."
contract ReenteringPermitTest is LoanBookTest {
    function _deployDollar() internal override returns (TestDollar) {
        return new ReenteringDollar();
    }

    function test_NothingCanHappenWithinThePermitOfACreate() public {
        ReenteringDollar reentering = ReenteringDollar(address(dollar));
        reentering.setWithinPermit(true);
        reentering.callBack(address(book), abi.encodeCall(book.createRequest, (address(0), _terms(), "", 0)));
        vm.prank(ana);
        book.createOfferWithPermit(address(0), _terms(), NOTE, 0, 0, 0, 0, 0);
        assertEq(reentering.answer(), abi.encodePacked(ReentrancyGuardTransient.Reentrancy.selector));
    }

    function test_NothingCanHappenWithinThePermitOfAFunding() public {
        ReenteringDollar reentering = ReenteringDollar(address(dollar));
        uint256 id = _createRequest();
        reentering.setWithinPermit(true);
        reentering.callBack(address(book), abi.encodeCall(book.createRequest, (address(0), _terms(), "", 0)));
        vm.prank(ana);
        book.fundRequestWithPermit(id, luis, _terms(), 0, 0, 0, 0);
        assertEq(reentering.answer(), abi.encodePacked(ReentrancyGuardTransient.Reentrancy.selector));
    }
}
