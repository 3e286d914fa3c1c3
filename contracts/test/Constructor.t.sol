// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

contract ConstructorTest is LoanBookTest {
    function test_TheTokenIsTheOneOfTheDeployment() public view {
        assertEq(book.token(), address(dollar));
    }

    /// @dev No chain takes more code than EIP-170 allows. The limit of our own leaves room for what must be mended.
    function test_CodeSizeLeavesRoomToGrow() public view {
        assertLe(address(book).code.length, 22_000);
        assertLe(address(book).code.length, 24_576);
    }

    function test_RevertWhen_TheTokenHasNoCode() public {
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.TokenWithoutCode.selector, eva));
        deployCode("LoanBook", abi.encode(eva));
    }

    function testFuzz_RevertWhen_TheTokenHasOtherDecimals(uint8 decimals) public {
        vm.assume(decimals != 6);
        vm.mockCall(address(dollar), abi.encodeCall(dollar.decimals, ()), abi.encode(decimals));
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.WrongDecimals.selector, dollar, decimals));
        deployCode("LoanBook", abi.encode(dollar));
    }

    /// @dev A contract that does not say its decimals, such as the book.
    function test_RevertWhen_TheTokenHasNoDecimals() public {
        vm.expectRevert(bytes(""));
        deployCode("LoanBook", abi.encode(book));
    }
}
