// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";
import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBook} from "../src/LoanBook.sol";
import {TestDollar} from "../src/TestDollar.sol";

/// @dev Base of all tests of the book: ana lends, luis borrows, eva is a third party. Each has a million dollars and
/// has approved the book for all of it.
///
/// All tests deploy contracts by name, with `deployCode`. `new` would embed their bytecode in every test that uses
/// them, compiled with the settings of the tests, which is without the optimizer.
abstract contract LoanBookTest is Test {
    uint256 constant PRINCIPAL = 300e6;
    uint256 constant DURATION = 30 days;
    uint256 constant APR = 1000;
    string constant NOTE = "Para la bici, sin prisa."; // 24 bytes
    /// @dev 300 dollars at 10 % for 30 days: interest of 2.465753425 dollars, rounded up to the smallest unit.
    uint256 constant TOTAL = 302_465_754;
    uint256 constant FORTUNE = 1_000_000e6;

    TestDollar dollar;
    LoanBook book;

    address ana;
    uint256 anaKey;
    address luis;
    uint256 luisKey;
    address eva = makeAddr("eva");

    function setUp() public virtual {
        vm.warp(1_800_000_000);
        (ana, anaKey) = makeAddrAndKey("ana");
        (luis, luisKey) = makeAddrAndKey("luis");
        dollar = _deployDollar();
        book = LoanBook(deployCode("LoanBook", abi.encode(dollar)));
        _enrich(ana);
        _enrich(luis);
        _enrich(eva);
    }

    function _deployDollar() internal virtual returns (TestDollar) {
        return TestDollar(deployCode("TestDollar"));
    }

    function _enrich(address person) internal {
        deal(address(dollar), person, FORTUNE, true);
        vm.prank(person);
        dollar.approve(address(book), type(uint256).max);
    }

    function _withdrawAllowance(address person) internal {
        vm.prank(person);
        dollar.approve(address(book), 0);
    }

    /// @dev A public offer by ana with the terms above.
    function _createOffer() internal returns (uint256 id) {
        vm.prank(ana);
        return book.createOffer(PRINCIPAL, DURATION, APR, NOTE);
    }

    function _createOfferFor(address borrower) internal returns (uint256 id) {
        vm.prank(ana);
        return book.createOfferFor(borrower, PRINCIPAL, DURATION, APR, NOTE);
    }

    function _accept(uint256 id) internal {
        vm.prank(luis);
        book.acceptOffer(id);
    }

    function _cancel(uint256 id) internal {
        vm.prank(ana);
        book.cancelOffer(id);
    }

    function _repay(uint256 id, uint256 amount) internal returns (uint256 paid) {
        vm.prank(luis);
        return book.repay(id, amount);
    }

    /// @dev The same, accepted by luis.
    function _createLoan() internal returns (uint256 id) {
        id = _createOffer();
        _accept(id);
    }

    function _assertStatus(uint256 id, ILoanBook.Status expected) internal view {
        assertEq(uint8(book.getOffer(id).status), uint8(expected), "status");
    }

    function _assertRecord(address person, uint256 taken, uint256 repaid, uint256 repaidLate) internal view {
        ILoanBook.Record memory record = book.recordOf(person);
        assertEq(record.taken, taken, "taken");
        assertEq(record.repaid, repaid, "repaid");
        assertEq(record.repaidLate, repaidLate, "repaidLate");
    }

    function _signPermit(
        uint256 key,
        uint256 value,
        uint256 deadline
    ) internal view returns (uint8 v, bytes32 r, bytes32 s) {
        address owner = vm.addr(key);
        bytes32 typeHash = keccak256(
            "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"
        );
        bytes32 message = keccak256(abi.encode(typeHash, owner, address(book), value, dollar.nonces(owner), deadline));
        return vm.sign(key, keccak256(abi.encodePacked(hex"1901", dollar.DOMAIN_SEPARATOR(), message)));
    }
}
