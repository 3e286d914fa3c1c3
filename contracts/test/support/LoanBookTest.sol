// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Vm} from "forge-std/Vm.sol";
import {Test} from "./Test.sol";
import {ILoanBook} from "../../src/ILoanBook.sol";
import {LoanBook} from "../../src/LoanBook.sol";
import {TestDollar} from "../../src/TestDollar.sol";
import {paymentDigest, requestDigest} from "./Signing.sol";

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
        deal(address(dollar), person, FORTUNE);
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
        return book.createOfferFor(borrower, _terms(), NOTE, 0);
    }

    /// @dev The terms above, in one instalment.
    function _terms() internal pure returns (ILoanBook.Terms memory) {
        return ILoanBook.Terms(PRINCIPAL, DURATION, APR, 1);
    }

    /// @dev A public request by luis with the terms above.
    function _createRequest() internal returns (uint256 id) {
        vm.prank(luis);
        return book.createRequest(address(0), _terms(), NOTE, 0);
    }

    function _createRequestFor(address lender) internal returns (uint256 id) {
        vm.prank(luis);
        return book.createRequest(lender, _terms(), NOTE, 0);
    }

    function _fund(uint256 id) internal {
        vm.prank(ana);
        book.fundRequest(id, luis, _terms());
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

    /// @dev By ana, to luis: a payment that she received in cash, now.
    function _recordPayment(uint256 id, uint256 amount) internal returns (uint256 paid) {
        return _recordPayment(id, amount, block.timestamp);
    }

    function _recordPayment(uint256 id, uint256 amount, uint256 paidAt) internal returns (uint256 paid) {
        uint256 noted = book.summaryOf(id).noted;
        vm.prank(ana);
        return book.recordPayment(id, luis, amount, noted, paidAt);
    }

    /// @dev By ana, to luis: later than before by `extraTime`.
    function _extendBy(uint256 id, uint256 extraTime) internal {
        uint256 dueTs = book.getOffer(id).dueTs + extraTime;
        vm.prank(ana);
        book.extend(id, luis, dueTs);
    }

    /// @dev By ana, to luis: all that is still owed.
    function _forgive(uint256 id) internal {
        uint256 owed = book.owed(id);
        vm.prank(ana);
        book.forgive(id, luis, owed);
    }

    /// @dev An offer by ana that luis accepted, with the terms above.
    function _createLoan() internal returns (uint256 id) {
        id = _createOffer();
        _accept(id);
    }

    /// @dev What the book says of ana's offer with the terms above, published now.
    function _expectOffer() internal view returns (ILoanBook.Summary memory loan) {
        loan.lender = ana;
        _fillIn(loan, ILoanBook.Status.Open);
    }

    /// @dev The same of luis' request.
    function _expectRequest() internal view returns (ILoanBook.Summary memory loan) {
        loan.borrower = luis;
        _fillIn(loan, ILoanBook.Status.Requested);
    }

    function _fillIn(ILoanBook.Summary memory loan, ILoanBook.Status status) private view {
        (loan.principal, loan.duration, loan.apr, loan.instalments) = (PRINCIPAL, DURATION, APR, 1);
        (loan.createdAt, loan.status) = (block.timestamp, status);
    }

    /// @dev The same, taken now.
    function _expectTaken(ILoanBook.Summary memory loan) internal view {
        (loan.lender, loan.borrower, loan.status, loan.owed) = (ana, luis, ILoanBook.Status.Active, TOTAL);
        (loan.startTs, loan.dueTs) = (block.timestamp, block.timestamp + DURATION);
    }

    /// @dev Every view of a loan agrees with `expected`. A tuple is returned without the word before a dynamic struct.
    function _assertLoan(uint256 id, ILoanBook.Summary memory expected, string memory comment) internal view {
        ILoanBook.Summary memory summary = book.summaryOf(id);
        assertEq(uint8(summary.status), uint8(expected.status), "status");
        assertEq(summary.repaid, expected.repaid, "repaid");
        assertEq(summary.dueTs, expected.dueTs, "dueTs");
        assertEq(summary.owed, expected.owed, "owed");
        assertEq(abi.encode(summary), abi.encode(expected), "summaryOf");
        (ILoanBook.Summary memory details, string memory words) = book.detailsOf(id);
        assertEq(abi.encode(details, words), abi.encode(expected, comment), "detailsOf");
        bytes memory loan = abi.encode(_withoutExtras(expected, comment));
        assertEq(abi.encode(book.getOffer(id)), loan, "getOffer");
        (bool success, bytes memory fields) = address(book).staticcall(abi.encodeCall(book.loans, (id)));
        assertTrue(success);
        assertEq(abi.encodePacked(uint256(32), fields), loan, "loans");
        assertEq(book.owed(id), expected.owed, "owed");
    }

    function _withoutExtras(
        ILoanBook.Summary memory summary,
        string memory comment
    ) private pure returns (ILoanBook.Loan memory loan) {
        (loan.lender, loan.borrower, loan.principal) = (summary.lender, summary.borrower, summary.principal);
        (loan.apr, loan.duration, loan.startTs) = (summary.apr, summary.duration, summary.startTs);
        (loan.dueTs, loan.repaid, loan.createdAt) = (summary.dueTs, summary.repaid, summary.createdAt);
        (loan.status, loan.comment) = (summary.status, comment);
    }

    /// @dev How many events were emitted since `vm.recordLogs`, by the book and by the token. With `vm.expectEmit` for
    /// each: those and no others.
    function _assertEmitted(uint256 byBook, uint256 byToken) internal {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        (uint256 ofBook, uint256 ofToken) = (0, 0);
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].emitter == address(book)) ++ofBook;
            if (logs[i].emitter == address(dollar)) ++ofToken;
        }
        assertEq(ofBook, byBook, "events of the book");
        assertEq(ofToken, byToken, "events of the token");
    }

    /// @dev Writes the last id into the board's slot, as if that many had been published and none were open.
    function _setLastId(uint256 lastId) internal {
        vm.store(address(book), bytes32(0), bytes32(lastId));
        assertEq(book.allOffersLength(), lastId);
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

    /// @dev What of luis' loans was forgiven, and the principal that came back.
    function _assertEnded(uint256 forgiven, uint256 repaidDollars) internal view {
        ILoanBook.Record memory record = book.recordOf(luis);
        assertEq(record.forgiven, forgiven, "forgiven");
        assertEq(record.repaidDollars, repaidDollars, "repaidDollars");
    }

    /// @dev All ids of a list.
    function _idsOf(ILoanBook.List list, address person) internal view returns (uint256[] memory ids) {
        (ids, ) = book.idsOf(list, person, 0, type(uint256).max);
    }

    function _lengthOf(ILoanBook.List list, address person) internal view returns (uint256 length) {
        (, length) = book.idsOf(list, person, 0, 0);
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

    /// @dev A request by luis with the terms above, for whoever has it, until tomorrow.
    function _signedRequest(uint256 number) internal view returns (ILoanBook.SignedRequest memory) {
        return ILoanBook.SignedRequest(luis, address(0), _terms(), NOTE, number, block.timestamp + 1 days);
    }

    function _signRequest(uint256 key, ILoanBook.SignedRequest memory request) internal view returns (bytes memory) {
        return _sign(key, requestDigest(address(book), request));
    }

    /// @dev A payment by luis to ana, until tomorrow.
    function _signedPayment(
        uint256 id,
        uint256 amount,
        uint256 number
    ) internal view returns (ILoanBook.SignedPayment memory) {
        return ILoanBook.SignedPayment(id, ana, luis, luis, amount, number, 0, block.timestamp + 1 days);
    }

    function _signPayment(uint256 key, ILoanBook.SignedPayment memory payment) internal view returns (bytes memory) {
        return _sign(key, paymentDigest(address(book), payment));
    }

    function _sign(uint256 key, bytes32 digest) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }
}
