// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";
import {circleDigest} from "./support/Signing.sol";

using {once, with, withEach, changed} for bytes;

function once(bytes memory data) pure returns (bytes[] memory calls) {
    calls = new bytes[](1);
    calls[0] = data;
}

/// @dev The call with another value in this word of its arguments.
function with(bytes memory data, uint256 word, uint256 value) pure returns (bytes memory other) {
    other = bytes.concat(data);
    assembly ("memory-safe") {
        mstore(add(add(other, 36), mul(word, 32)), value)
    }
}

function withEach(bytes memory data, uint256 word, uint256[3] memory values) pure returns (bytes[] memory calls) {
    calls = new bytes[](3);
    for (uint256 i; i < 3; ++i) {
        calls[i] = with(data, word, values[i]);
    }
}

/// @dev A call for each bit in which a word is changed, also above the width that it has in storage.
function changed(bytes memory data, uint256 first, uint256 last) pure returns (bytes[] memory calls) {
    uint8[6] memory bits = [0, 8, 16, 32, 56, 159];
    calls = new bytes[](6 * (last - first + 1));
    for (uint256 i; i < calls.length; ++i) {
        uint256 word = first + i / 6;
        calls[i] = with(data, word, wordOf(data, word) ^ (1 << bits[i % 6]));
    }
}

function wordOf(bytes memory data, uint256 word) pure returns (uint256 value) {
    assembly ("memory-safe") {
        value := mload(add(add(data, 36), mul(word, 32)))
    }
}

abstract contract RefusalsBase is LoanBookTest {
    uint256 constant MAX = type(uint32).max;

    /// @dev The call reverts with just this error or, if that is empty, succeeds: directly, and in a multicall after a
    /// call that succeeds. What succeeds is undone.
    function _check(address caller, bytes memory command, bytes memory error) internal {
        bytes[] memory calls = new bytes[](2);
        calls[0] = abi.encodeCall(ILoanBook.voidSigned, (type(uint256).max));
        calls[1] = command;
        _checkOne(caller, command, error);
        _checkOne(caller, abi.encodeCall(ILoanBook.multicall, (calls)), error);
    }

    function _checkOne(address caller, bytes memory command, bytes memory error) private {
        uint256 snapshot = error.length == 0 ? vm.snapshotState() : 0;
        vm.prank(caller);
        (bool success, bytes memory result) = address(book).call(command);
        bool isRight = success ? error.length == 0 : error.length != 0 && keccak256(result) == keccak256(error);
        // The message is long, so only if there is a need.
        if (!isRight) assertTrue(false, string.concat(vm.toString(caller), vm.toString(command), vm.toString(result)));
        if (success) assertTrue(vm.revertToState(snapshot));
    }
}

/// @notice K2: what each command refuses, and for which reason first.
/// @dev Each row of the tables is a call, and each column a kind of loan: none, then offers for anyone and for luis and
/// requests to anyone and to ana, then the same four expired, then active and ended. The three letters of a cell are what
/// happens if ana, luis and eva make the call. ana lends, and luis borrows.
///
/// | . | it succeeds    | o | OwnLoan            | z | NothingToPay     |
/// | f | OfferNotOpen   | n | NotYours           | p | PaidAtOutOfRange |
/// | q | RequestNotOpen | a | AddressedToAnother | e | NothingToExtend  |
/// | i | LoanNotActive  | x | Expired            | m | OutOfRange       |
/// | t | TermsChanged   | v | NumberSpent        |   |                  |
contract RefusalsTest is RefusalsBase {
    // The columns, of which OPEN and EXPIRED have four each.
    uint256 constant NONE = 0;
    uint256 constant OPEN = 1;
    uint256 constant EXPIRED = 5;
    uint256 constant ACTIVE = 9;
    uint256 constant ENDED = 10;

    uint256 constant VOIDED = 7;

    mapping(uint256 column => uint256[]) private ids;
    mapping(uint256 id => ILoanBook.Status) private statuses;
    /// @dev A loan by luis to ana.
    uint256 private back;

    function setUp() public override {
        super.setUp();
        _add(EXPIRED, 1, _publishFour(1), ILoanBook.Status.Open, ILoanBook.Status.Requested);
        uint256[4] memory later = _takeFour();
        _end(_takeFour());
        _cancel(_publishFour(1));
        // Active loans are stored in different ways.
        uint256[4] memory active = _takeFour();
        _repay(active[1], TOTAL / 3);
        _recordPayment(active[2], 9);
        _extendBy(active[3], 11);
        _add(ACTIVE, 0, active, ILoanBook.Status.Active, ILoanBook.Status.Active);
        skip(1);
        _add(OPEN, 1, _publishFour(1), ILoanBook.Status.Open, ILoanBook.Status.Requested);
        skip(1 days);
        // Now the first four have expired, and the others are in their last second.
        _add(OPEN, 1, _publishFour(0), ILoanBook.Status.Open, ILoanBook.Status.Requested);
        _end(later);
        _add(ACTIVE, 0, _takeFour(), ILoanBook.Status.Active, ILoanBook.Status.Active);
        ids[NONE] = [0, book.nextId() + 1, type(uint256).max];

        vm.startPrank(luis);
        back = book.createOffer(PRINCIPAL, DURATION, APR, "");
        book.voidSigned(VOIDED);
        vm.startPrank(ana);
        book.acceptOffer(back);
        book.voidSigned(VOIDED);
        vm.stopPrank();
    }

    /// @dev To this column, or to each of four. The first two have another status than the others.
    function _add(
        uint256 column,
        uint256 step,
        uint256[4] memory four,
        ILoanBook.Status first,
        ILoanBook.Status second
    ) private {
        for (uint256 i; i < 4; ++i) {
            ids[column + i * step].push(four[i]);
            statuses[four[i]] = i < 2 ? first : second;
        }
    }

    function _publishFour(uint256 openDays) private returns (uint256[4] memory four) {
        ILoanBook.Terms memory terms = ILoanBook.Terms(PRINCIPAL, DURATION, APR, 3);
        for (uint256 i; i < 4; ++i) {
            address other =
                i % 2 == 0
                    ? address(0)
                    : i == 1
                        ? luis
                        : ana;
            vm.prank(i < 2 ? ana : luis);
            if (i < 2) four[i] = book.createOfferFor(other, terms, NOTE, openDays);
            else four[i] = book.createRequest(other, terms, NOTE, openDays);
        }
    }

    function _takeFour() private returns (uint256[4] memory four) {
        four = _publishFour(1);
        for (uint256 i; i < 4; ++i) {
            vm.prank(i < 2 ? luis : ana);
            if (i < 2) book.acceptOffer(four[i]);
            else book.fundRequest(four[i], luis, ILoanBook.Terms(PRINCIPAL, DURATION, APR, 3));
        }
    }

    function _end(uint256[4] memory four) private {
        _repay(four[0], TOTAL);
        _recordPayment(four[1], TOTAL);
        _forgive(four[2]);
        _forgive(four[3]);
        _add(ENDED, 0, four, ILoanBook.Status.Repaid, ILoanBook.Status.Forgiven);
    }

    function _cancel(uint256[4] memory four) private {
        for (uint256 i; i < 4; ++i) {
            vm.prank(i < 2 ? ana : luis);
            if (i < 2) book.cancelOffer(four[i]);
            else book.cancelRequest(four[i]);
        }
        _add(ENDED, 0, four, ILoanBook.Status.Cancelled, ILoanBook.Status.Cancelled);
    }

    // ── The tables ───────────────────────────────────────────────────────────────────────────────────────────────

    // Without the optimizer, as mutants run, more rows in one test would run out of gas.

    function test_EveryCommandOnEveryOfferOrRequest() public {
        _checkRows(_proposalRow, 0, 6);
    }

    function test_EveryRequestWithOtherTerms() public {
        _checkRows(_proposalRow, 6, 7);
    }

    function test_EveryPaymentOnEveryLoan() public {
        _checkRows(_payingRow, 0, 11);
    }

    function test_EveryRecordedPaymentOnEveryLoan() public {
        _checkRows(_lenderRow, 0, 5);
    }

    function test_MoreTimeAndForgivenessOnEveryLoan() public {
        _checkRows(_lenderRow, 5, 12);
    }

    /// @dev Each call states what the book says of the loan, unless its row says otherwise.
    function _proposalRow(
        uint256 row,
        uint256 id,
        ILoanBook.Summary memory loan
    ) private pure returns (string memory, bytes[] memory) {
        ILoanBook.Terms memory terms = ILoanBook.Terms(loan.principal, loan.duration, loan.apr, loan.instalments);
        bytes memory accept = abi.encodeCall(ILoanBook.acceptOffer, (id));
        bytes memory acceptThese = abi.encodeCall(ILoanBook.acceptOfferWithTerms, (id, loan.lender, terms));
        bytes memory fund = abi.encodeCall(ILoanBook.fundRequest, (id, loan.borrower, terms));
        bytes memory cancelOffer = abi.encodeCall(ILoanBook.cancelOffer, (id));
        bytes memory cancelRequest = abi.encodeCall(ILoanBook.cancelRequest, (id));
        // none; offers, requests; expired offers, requests; active, ended
        if (row == 0) return ("fff o.. o.a fff fff oxx oxa fff fff fff fff", accept.once());
        if (row == 1) return ("fff o.. o.a fff fff oxx oxa fff fff fff fff", acceptThese.once());
        if (row == 2) return ("qqq qqq qqq .o. .oa qqq qqq xox xoa qqq qqq", fund.once());
        if (row == 3) return ("fff .nn .nn fff fff ... ... fff fff fff fff", cancelOffer.once());
        if (row == 4) return ("qqq qqq qqq n.n n.n qqq qqq ... ... qqq qqq", cancelRequest.once());
        // With another person or another term.
        string memory always = "ttt ttt ttt ttt ttt ttt ttt ttt ttt ttt ttt";
        return (always, row == 5 ? acceptThese.changed(1, 5) : fund.changed(1, 5));
    }

    /// @dev Of this table and the next only the column of active loans. In all others the cell is iii.
    function _payingRow(
        uint256 row,
        uint256 id,
        ILoanBook.Summary memory loan
    ) private view returns (string memory, bytes[] memory) {
        bytes memory repay = abi.encodeCall(ILoanBook.repay, (id, type(uint256).max));
        bytes memory repayLoan = abi.encodeCall(ILoanBook.repayLoan, (id, loan.lender, loan.borrower, 1));
        if (row == 0) return ("o..", repay.once());
        if (row == 1) return ("ozz", repay.with(1, 0).once());
        if (row == 2) return ("o..", repayLoan.once());
        if (row == 3) return ("ozz", repayLoan.with(3, 0).once());
        if (row == 4) return ("ttt", repayLoan.with(3, 0).changed(1, 2)); // other people
        if (row == 5) return ("...", _settle(id, loan).once());
        bytes memory signed = _signed(id, loan);
        if (row == 6) return ("...", signed.once());
        signed = signed.with(4, 0);
        if (row == 7) return ("zzz", signed.once()); // of nothing
        signed = signed.with(5, VOIDED);
        if (row == 8) return ("vvv", signed.once());
        signed = signed.with(3, uint160(ana));
        if (row == 9) return ("ooo", signed.once()); // by the lender
        return ("ttt", signed.changed(1, 2)); // of other people
    }

    function _lenderRow(
        uint256 row,
        uint256 id,
        ILoanBook.Summary memory loan
    ) private view returns (string memory, bytes[] memory) {
        bytes memory record = abi.encodeCall(ILoanBook.recordPayment, (id, loan.borrower, 1, loan.noted, 0));
        (uint256 start, uint256 due, uint256 owed) = (loan.startTs, loan.dueTs, loan.owed);
        unchecked {
            if (row == 0) return (".nn", record.withEach(4, [start, block.timestamp, block.timestamp]));
            if (row == 1) return ("znn", record.with(2, 0).withEach(4, [start, block.timestamp, block.timestamp]));
            record = record.with(2, 0);
            if (row == 2) return ("tnn", record.with(4, block.timestamp).changed(3, 3)); // another sum was recorded
            record = record.with(3, loan.noted + 1);
            if (row == 3) return ("pnn", record.withEach(4, [start - 1, block.timestamp + 1, type(uint256).max]));
            if (row == 4) return ("tnn", record.changed(1, 1)); // of another borrower

            bytes memory extend = abi.encodeCall(ILoanBook.extend, (id, loan.borrower, 0));
            uint256 limit = start + loan.duration + MAX;
            if (row == 5) return (".nn", extend.withEach(2, [due + 1, due + 2, limit]));
            if (row == 6) return ("enn", extend.withEach(2, [due, due - 1, 0]));
            if (row == 7) return ("mnn", extend.withEach(2, [limit + 1, limit + 2, type(uint256).max]));
            if (row == 8) return ("tnn", extend.changed(1, 1));

            bytes memory forgive = abi.encodeCall(ILoanBook.forgive, (id, loan.borrower, owed));
            if (row == 9) return (".nn", forgive.withEach(2, [owed, owed + 1, type(uint256).max]));
            if (row == 10) return ("tnn", forgive.withEach(2, [owed - 1, owed - 2, 0]));
            return ("tnn", forgive.changed(1, 1));
        }
    }

    /// @dev A payment of a unit by luis. The words of the call: id, lender, borrower, payer, amount, number …
    function _signed(uint256 id, ILoanBook.Summary memory loan) private view returns (bytes memory) {
        ILoanBook.SignedPayment memory payment = _signedPayment(id, 1, 0);
        (payment.lender, payment.borrower) = (loan.lender, loan.borrower);
        return abi.encodeCall(ILoanBook.repaySigned, (payment, _signPayment(luisKey, payment)));
    }

    /// @dev The circle of this loan and the one back.
    function _settle(uint256 id, ILoanBook.Summary memory loan) private view returns (bytes memory) {
        uint256[] memory circle = new uint256[](2);
        uint256[] memory noted = new uint256[](2);
        address[] memory lenders = new address[](2);
        bytes[] memory signatures = new bytes[](2);
        (circle[0], circle[1], noted[0]) = (id, back, loan.noted);
        (lenders[0], lenders[1]) = (ana, luis);
        bytes32 digest = circleDigest(address(book), circle, lenders, 1, noted, block.timestamp);
        (signatures[0], signatures[1]) = (_sign(anaKey, digest), _sign(luisKey, digest));
        return abi.encodeCall(ILoanBook.settleCircle, (circle, 1, noted, block.timestamp, signatures));
    }

    // ── Their checks ─────────────────────────────────────────────────────────────────────────────────────────────

    function _checkRows(
        function(uint256, uint256, ILoanBook.Summary memory) view returns (string memory, bytes[] memory) table,
        uint256 from,
        uint256 to
    ) private {
        for (uint256 row = from; row < to; ++row) {
            for (uint256 column; column <= ENDED; ++column) {
                for (uint256 i; i < ids[column].length; ++i) {
                    uint256 id = ids[column][i];
                    (string memory cells, bytes[] memory calls) = table(row, id, book.summaryOf(id));
                    _checkCell(id, bytes(cells), column, calls);
                }
            }
        }
    }

    function _checkCell(uint256 id, bytes memory cells, uint256 column, bytes[] memory calls) private {
        address[3] memory callers = [ana, luis, eva];
        for (uint256 i; i < 3; ++i) {
            bytes1 letter = cells.length == 3 ? (column == ACTIVE ? cells[i] : bytes1("i")) : cells[4 * column + i];
            for (uint256 j; j < calls.length; ++j) {
                bytes memory error = letter == "." ? bytes("") : _errorOf(letter, id, calls[j], callers[i]);
                _check(callers[i], calls[j], error);
            }
        }
    }

    function _errorOf(
        bytes1 letter,
        uint256 id,
        bytes memory call,
        address caller
    ) private view returns (bytes memory) {
        ILoanBook.Status status = statuses[id];
        address addressee = status == ILoanBook.Status.Open ? luis : ana;
        if (letter == "f") return abi.encodeWithSelector(ILoanBook.OfferNotOpen.selector, id, status);
        if (letter == "q") return abi.encodeWithSelector(ILoanBook.RequestNotOpen.selector, id, status);
        if (letter == "i") return abi.encodeWithSelector(ILoanBook.LoanNotActive.selector, id, status);
        if (letter == "t") return abi.encodeWithSelector(ILoanBook.TermsChanged.selector, id);
        if (letter == "o") return abi.encodeWithSelector(ILoanBook.OwnLoan.selector, id);
        if (letter == "n") return abi.encodeWithSelector(ILoanBook.NotYours.selector, id, caller);
        if (letter == "a") return abi.encodeWithSelector(ILoanBook.AddressedToAnother.selector, id, addressee);
        if (letter == "x") return abi.encodeWithSelector(ILoanBook.Expired.selector, id);
        if (letter == "v") return abi.encodeWithSelector(ILoanBook.NumberSpent.selector, luis, VOIDED);
        if (letter == "z") return abi.encodeWithSelector(ILoanBook.NothingToPay.selector, id);
        if (letter == "e") return abi.encodeWithSelector(ILoanBook.NothingToExtend.selector, id);
        ILoanBook.Summary memory loan = book.summaryOf(id);
        if (letter == "p") {
            return abi.encodeWithSelector(ILoanBook.PaidAtOutOfRange.selector, wordOf(call, 4), loan.startTs);
        }
        assertEq(letter, "m", "a letter of the table");
        uint256 extra = wordOf(call, 2) - loan.startTs - loan.duration;
        return abi.encodeWithSelector(ILoanBook.OutOfRange.selector, extra, MAX);
    }
}

/// @notice K2: limits of arguments, money, time and storage.
contract LimitsTest is RefusalsBase {
    /// @dev By createOfferFor, createRequest, fundSigned and createOffer, which has neither instalments nor days. A signed
    /// request has no days. The fields: the terms, the days for which it is open, the bytes of the comment.
    function _publish(uint256[6] memory fields, address addressee) private view returns (bytes[] memory calls) {
        ILoanBook.Terms memory terms = ILoanBook.Terms(fields[0], fields[1], fields[2], fields[3]);
        string memory comment = string(new bytes(fields[5]));
        ILoanBook.SignedRequest memory request = _signedRequest(0);
        (request.terms, request.comment) = (terms, comment);
        calls = new bytes[](4);
        calls[0] = abi.encodeCall(ILoanBook.createOfferFor, (addressee, terms, comment, fields[4]));
        calls[1] = abi.encodeCall(ILoanBook.createRequest, (addressee, terms, comment, fields[4]));
        calls[2] = abi.encodeCall(ILoanBook.fundSigned, (request, _signRequest(luisKey, request)));
        calls[3] = abi.encodeCall(ILoanBook.createOffer, (fields[0], fields[1], fields[2], comment));
    }

    function _checkAll(address caller, bytes[] memory calls, bytes memory error) private {
        for (uint256 i; i < calls.length; ++i) {
            _check(caller, calls[i], error);
        }
    }

    function test_RevertWhen_AnArgumentIsBeyondItsLimit() public {
        deal(address(dollar), eva, type(uint256).max / 4);
        uint256[6] memory most = [book.MAX_PRINCIPAL(), book.MAX_DURATION(), book.MAX_APR(), 60, 255, 280];
        _checkAll(eva, _publish(most, address(0)), "");
        _checkAll(eva, _publish([uint256(1), 1, 1, 1, 0, 0], luis), "");
        for (uint256 field; field < 6; ++field) {
            uint256 max = most[field];
            // Neither days nor a comment are needed.
            for (uint256 i; i < (field > 3 ? 2 : 3); ++i) {
                uint256 value = i == 2 ? 0 : (max + 1) << i;
                uint256[6] memory fields = [PRINCIPAL, DURATION, APR, 1, 0, 0];
                fields[field] = value;
                bytes[] memory calls = _publish(fields, address(0));
                for (uint256 j; j < 4; ++j) {
                    if ((field == 3 && j == 3) || (field == 4 && j > 1)) continue;
                    _check(eva, calls[j], abi.encodeWithSelector(ILoanBook.OutOfRange.selector, value, max));
                }
            }
        }
    }

    function test_RevertWhen_TheMoneyDoesNotSuffice() public {
        bytes[] memory calls = _publish([PRINCIPAL, DURATION, APR, 1, 0, 0], address(0));
        calls[1] = abi.encodeCall(ILoanBook.fundRequest, (_createRequest(), luis, _terms()));
        for (uint256 i; i < 4; ++i) {
            _checkMoney(ana, calls[i], PRINCIPAL);
        }
        uint256 id = _createLoan();
        _checkMoney(luis, abi.encodeCall(ILoanBook.repay, (id, TOTAL)), TOTAL);
        _checkMoney(luis, abi.encodeCall(ILoanBook.repayLoan, (id, ana, luis, TOTAL)), TOTAL);
    }

    /// @dev A unit less than the amount is too little, as a balance and as an allowance.
    function _checkMoney(address caller, bytes memory call, uint256 amount) private {
        uint256 snapshot = vm.snapshotState();
        for (uint256 i; i < 3; ++i) {
            deal(address(dollar), caller, i == 0 ? amount - 1 : amount);
            vm.prank(caller);
            dollar.approve(address(book), i == 1 ? amount - 1 : amount);
            _check(caller, call, i == 2 ? bytes("") : abi.encodeWithSelector(ILoanBook.TransferFromFailed.selector));
        }
        assertTrue(vm.revertToState(snapshot));
    }

    /// @dev From 2106 on nothing is published or taken. What exists can still be cancelled, repaid and forgiven.
    function test_RevertWhen_TheClockNoLongerFits() public {
        uint256 offer = _createOffer();
        uint256 request = _createRequest();
        uint256 id = _createLoan();
        for (uint256 i; i < 2; ++i) {
            vm.warp(MAX + i);
            bytes memory error = i == 0 ? bytes("") : abi.encodeWithSelector(ILoanBook.Overflow.selector);
            _checkAll(eva, _publish([uint256(1), 1, 1, 1, 0, 0], luis), error);
            _check(eva, abi.encodeCall(ILoanBook.acceptOffer, (offer)), error);
            _check(eva, abi.encodeCall(ILoanBook.acceptOfferWithTerms, (offer, ana, _terms())), error);
            _check(eva, abi.encodeCall(ILoanBook.fundRequest, (request, luis, _terms())), error);
        }
        _check(ana, abi.encodeCall(ILoanBook.cancelOffer, (offer)), "");
        _check(luis, abi.encodeCall(ILoanBook.cancelRequest, (request)), "");
        _check(ana, abi.encodeCall(ILoanBook.recordPayment, (id, luis, 1, 0, block.timestamp)), "");
        _check(ana, abi.encodeCall(ILoanBook.extend, (id, luis, block.timestamp + 1)), "");
        _check(ana, abi.encodeCall(ILoanBook.forgive, (id, luis, TOTAL)), "");
        _check(luis, abi.encodeCall(ILoanBook.repay, (id, TOTAL)), "");
    }

    function test_RevertWhen_TheIdsAreUsedUp() public {
        _setLastId(MAX - 1);
        bytes[] memory open = _publish([PRINCIPAL, DURATION, APR, 1, 0, 0], address(0));
        bytes[] memory addressed = _publish([PRINCIPAL, DURATION, APR, 1, 0, 0], luis);
        _checkAll(eva, open, "");
        _checkAll(eva, addressed, "");

        assertEq(_createOffer(), MAX);
        assertEq(book.nextId(), MAX + 1);
        assertEq(book.allOfferIds(MAX - 1), MAX);
        _assertLoan(MAX, _expectOffer(), NOTE);
        _checkAll(eva, open, abi.encodeWithSelector(ILoanBook.Overflow.selector));
        _checkAll(eva, addressed, abi.encodeWithSelector(ILoanBook.Overflow.selector));
    }

    /// @dev Each person has a number of 32 bits. ana and luis have theirs, and eva would be the 2³²nd.
    function test_RevertWhen_TheNumbersOfPeopleAreUsedUp() public {
        uint256 id = _createOffer();
        _createRequest();
        bytes[] memory calls = _publish([PRINCIPAL, DURATION, APR, 1, 0, 0], address(0));
        bytes memory toEva = abi.encodeCall(ILoanBook.createOfferFor, (eva, _terms(), NOTE, 0));
        for (uint256 i; i < 2; ++i) {
            vm.store(address(book), bytes32(uint256(4)), bytes32(MAX - 1 + i));
            bytes memory error = i == 0 ? bytes("") : abi.encodeWithSelector(ILoanBook.Overflow.selector);
            _checkAll(eva, calls, error);
            _check(eva, abi.encodeCall(ILoanBook.acceptOffer, (id)), error);
            _check(ana, toEva, error);
            _checkAll(ana, calls, "");
            _check(luis, abi.encodeCall(ILoanBook.acceptOffer, (id)), "");
        }
    }

    /// @dev A contract with the highest nonce cannot create another (EIP-2681).
    function test_RevertWhen_ALongCommentCannotBeStored() public {
        vm.setNonceUnsafe(address(book), type(uint64).max);
        _checkAll(eva, _publish([PRINCIPAL, DURATION, APR, 1, 0, 24], address(0)), "");
        _checkAll(eva, _publish([PRINCIPAL, DURATION, APR, 1, 0, 127], address(0)), "");
        bytes memory error = abi.encodeWithSelector(ILoanBook.DeploymentFailed.selector);
        _checkAll(eva, _publish([PRINCIPAL, DURATION, APR, 1, 0, 128], address(0)), error);
    }

    function test_RevertWhen_ASignedRequestCannotBeFunded() public {
        ILoanBook.SignedRequest memory request = _signedRequest(0);
        (request.lender, request.deadline) = (ana, block.timestamp);
        bytes memory call = abi.encodeCall(ILoanBook.fundSigned, (request, _signRequest(luisKey, request)));
        _check(ana, call, "");
        _check(luis, call, abi.encodeWithSelector(ILoanBook.OwnLoan.selector, 0));
        _check(eva, call, abi.encodeWithSelector(ILoanBook.AddressedToAnother.selector, 0, ana));
        skip(1);
        _check(ana, call, abi.encodeWithSelector(ILoanBook.SignatureExpired.selector, request.deadline));
        rewind(1);
        vm.prank(luis);
        book.voidSigned(0);
        _check(ana, call, abi.encodeWithSelector(ILoanBook.NumberSpent.selector, luis, 0));
    }

    function test_RevertWhen_TheAddressIsTheWrongOne() public {
        bytes[] memory calls = _publish([PRINCIPAL, DURATION, APR, 1, 0, 0], eva);
        _check(eva, calls[0], abi.encodeWithSelector(ILoanBook.AddressedToSelf.selector, eva));
        _check(eva, calls[1], abi.encodeWithSelector(ILoanBook.AddressedToSelf.selector, eva));
        bytes memory nothing = abi.encodeWithSelector(ILoanBook.NothingToWithdraw.selector, eva);
        _check(eva, abi.encodeCall(ILoanBook.withdraw, ()), nothing);
        _check(eva, abi.encodeCall(ILoanBook.withdrawTo, (ana)), nothing);
        bytes memory nobody = abi.encodeWithSelector(ILoanBook.WithdrawnToNobody.selector);
        _check(eva, abi.encodeCall(ILoanBook.withdrawTo, (address(book))), nobody);
        _check(eva, abi.encodeCall(ILoanBook.withdrawTo, (address(0))), nobody);
    }
}
