// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

contract ConstructorTest is LoanBookTest {
    function test_TheBookHasItsToken() public view {
        assertEq(book.token(), address(dollar));
    }

    /// @dev EIP-170.
    function test_CodeSizeFitsAnyChain() public view {
        assertLe(address(book).code.length, 24_576);
    }

    /// @dev The token has no code, or does not say its decimals, as the book, or has others than six.
    function testFuzz_RevertWhen_TheTokenIsNoDollar(uint8 decimals) public {
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.TokenWithoutCode.selector, eva));
        deployCode("LoanBook", abi.encode(eva));
        vm.expectRevert(bytes(""));
        deployCode("LoanBook", abi.encode(book));
        vm.assume(decimals != 6);
        vm.mockCall(address(dollar), abi.encodeCall(dollar.decimals, ()), abi.encode(decimals));
        vm.expectRevert(abi.encodeWithSelector(ILoanBook.WrongDecimals.selector, dollar, decimals));
        deployCode("LoanBook", abi.encode(dollar));
    }
}
