// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Vm} from "forge-std/Vm.sol";
import {ERC20} from "solady/tokens/ERC20.sol";
import {ILoanBook} from "../../src/ILoanBook.sol";
import {BookModel} from "../reference/BookModel.sol";
import {BlockingDollar} from "../tokens/BlockingDollar.sol";
import {Dice} from "./Dice.sol";
import {circleDigest, paymentDigest, requestDigest} from "./Signing.sol";

/// @notice Random commands on a book and on its model, which must give the same answer, or refuse with the same error, and
/// emit the same events. Most commands succeed; some are invalid on purpose. A command that needs an open offer, an open
/// request or an active loan mostly makes one first.
abstract contract LoanLives is Dice {
    uint256 internal constant ALL = type(uint256).max;

    /// @dev How often something happened, by its selector, in all, and in how many kinds.
    struct Kinds {
        mapping(bytes4 selector => uint256) times;
        uint256 total;
        uint256 count;
    }

    ILoanBook internal book;
    BookModel internal model;
    ERC20 internal dollar;
    address[] internal people;
    mapping(address person => uint256) internal keyOf;
    uint256 internal donated;

    /// @dev By whom the next commands are made; zero: by whom they are for.
    address private _caller;
    /// @dev The last signed payment, and who signed it.
    bytes private _lastPayment;
    address internal payer;
    /// @dev The commands that succeeded and failed, and the errors, except the token's for want of balance.
    Kinds internal obeyed;
    Kinds internal refused;
    Kinds internal reasons;
    /// @dev How often somebody paid more in a multicall than the allowance that they had before.
    uint256 internal paidByPermit;

    function _begin(ERC20 dollar_) internal {
        vm.warp(1_800_000_000);
        dollar = dollar_;
        book = ILoanBook(deployCode("LoanBook", abi.encode(dollar)));
        model = BookModel(deployCode("BookModel", abi.encode(book)));
        delete people;
        string[6] memory names = ["ana", "luis", "eva", "marta", "pedro", "rosa"];
        for (uint256 i = 0; i < names.length; i++) {
            (address person, uint256 key) = makeAddrAndKey(names[i]);
            people.push(person);
            keyOf[person] = key;
            // The last one has little, and the one before depends on permits.
            uint256 purse = i == 5 ? 20_000e6 : 2 ** 80;
            deal(address(dollar), person, purse);
            model.print(person, purse);
            if (i != 4) _approve(person, ALL);
        }
    }

    /// @dev Ids begin at 1, or shortly before a block of the board is full, or the last block of a slot of its chart, as
    /// if that many had been published and none were open. The last id has the lowest bits of slot 0.
    function _seed(uint256 seed) internal {
        dice = seed;
        uint16[3] memory bases = [0, 76, 20_476];
        uint256 base = bases[_below(3)];
        vm.store(address(book), 0, bytes32(base));
        model.beginAt(base);
        if (_oneIn(16)) vm.warp(type(uint32).max - _below(365 days));
    }

    // ── Steps ────────────────────────────────────────────────────────────────────────────────────────────────────

    function _step() internal frees {
        uint256 roll = _below(24);
        if (roll == 0) return _setBlocked(_person(), !_oneIn(4));
        if (roll == 1) return _unblockAll();
        if (roll == 2) return _approve(_person(), _oneIn(3) ? _below(10_000e6) : ALL);
        if (roll == 3 && _oneIn(4)) return _donate();
        if (roll < 6) return _callSeveral();
        if (roll < 8) {
            _do(_settleCircle);
            return;
        }
        function() returns (address, bytes memory)[17] memory commands = [
            _createOffer,
            _createOfferFor,
            _createRequest,
            _withdraw,
            _acceptOffer,
            _acceptOffer,
            _fundRequest,
            _cancel,
            _cancel,
            _extend,
            _forgive,
            _repay,
            _repay,
            _recordPayment,
            _fundSigned,
            _repaySigned,
            _oneIn(2) ? _voidSigned : _permit
        ];
        _do(commands[_below(commands.length)]);
    }

    function _do(function() returns (address, bytes memory) command) internal returns (bool) {
        (address by, bytes memory call) = command();
        return _both(by, call);
    }

    function _createOffer() private returns (address, bytes memory) {
        ILoanBook.Terms memory terms = _anyTerms();
        bytes memory call = abi.encodeCall(
            ILoanBook.createOffer,
            (terms.principal, terms.duration, terms.apr, _anyComment())
        );
        return (_payer(_person()), call);
    }

    function _createOfferFor() private returns (address, bytes memory) {
        address borrower = _oneIn(3) ? address(0) : _person();
        bytes memory call = abi.encodeCall(
            ILoanBook.createOfferFor,
            (borrower, _anyTerms(), _anyComment(), _anyOpenDays())
        );
        return (_payer(_someoneBut(borrower)), call);
    }

    function _createRequest() private returns (address, bytes memory) {
        address lender = _oneIn(2) ? address(0) : _person();
        bytes memory call = abi.encodeCall(
            ILoanBook.createRequest,
            (lender, _anyTerms(), _anyComment(), _anyOpenDays())
        );
        return (_by(_someoneBut(lender)), call);
    }

    function _acceptOffer() private returns (address, bytes memory) {
        uint256 id = _id(ILoanBook.Status.Open);
        ILoanBook.Summary memory loan = model.summaryOf(id);
        address borrower = _by(loan.borrower == address(0) ? _someoneBut(loan.lender) : loan.borrower);
        if (_oneIn(2)) return (borrower, abi.encodeCall(ILoanBook.acceptOffer, (id)));
        address lender = _seldomOther(loan.lender);
        return (borrower, abi.encodeCall(ILoanBook.acceptOfferWithTerms, (id, lender, _termsOf(loan))));
    }

    function _fundRequest() private returns (address, bytes memory) {
        uint256 id = _id(ILoanBook.Status.Requested);
        ILoanBook.Summary memory loan = model.summaryOf(id);
        address lender = _payer(loan.lender == address(0) ? _someoneBut(loan.borrower) : loan.lender);
        address borrower = _seldomOther(loan.borrower);
        return (lender, abi.encodeCall(ILoanBook.fundRequest, (id, borrower, _termsOf(loan))));
    }

    function _cancel() private returns (address, bytes memory) {
        bool isOffer = _oneIn(2);
        uint256 id = _id(isOffer ? ILoanBook.Status.Open : ILoanBook.Status.Requested);
        ILoanBook.Summary memory loan = model.summaryOf(id);
        if (_oneIn(3)) _setBlocked(loan.lender, true);
        if (isOffer) return (_by(loan.lender), abi.encodeCall(ILoanBook.cancelOffer, (id)));
        return (_by(loan.borrower), abi.encodeCall(ILoanBook.cancelRequest, (id)));
    }

    /// @dev The sum of all extensions has a maximum: sometimes this one reaches it, or exceeds it by a second.
    function _extend() private returns (address, bytes memory) {
        (uint256 id, ILoanBook.Summary memory loan) = _active();
        uint256 dueTs = loan.dueTs + _upTo(type(uint32).max, 30 days);
        uint256 roll = _below(24);
        if (roll < 2) dueTs = roll == 0 ? loan.dueTs : _below(loan.dueTs + 1);
        if (roll == 2) dueTs = ALL - _below(3);
        if (roll > 2 && roll < 6) dueTs = loan.startTs + loan.duration + type(uint32).max + _below(2);
        return (_by(loan.lender), abi.encodeCall(ILoanBook.extend, (id, _seldomOther(loan.borrower), dueTs)));
    }

    function _forgive() private returns (address, bytes memory) {
        (uint256 id, ILoanBook.Summary memory loan) = _active();
        uint256 amount = _oneIn(2) ? loan.owed : _amount(loan);
        return (_by(loan.lender), abi.encodeCall(ILoanBook.forgive, (id, _seldomOther(loan.borrower), amount)));
    }

    function _recordPayment() private returns (address, bytes memory) {
        (uint256 id, ILoanBook.Summary memory loan) = _active();
        uint256 noted = _oneIn(8) ? _below(loan.noted + 2) : loan.noted;
        uint256 paidAt = _oneIn(2) ? _moment(loan) : loan.startTs + _below(block.timestamp - loan.startTs + 1);
        if (paidAt > block.timestamp) paidAt = block.timestamp;
        if (_oneIn(6)) paidAt = _oneIn(2) ? block.timestamp + 1 : loan.startTs - (loan.startTs == 0 ? 0 : 1);
        address borrower = _seldomOther(loan.borrower);
        return (
            _by(loan.lender),
            abi.encodeCall(ILoanBook.recordPayment, (id, borrower, _amount(loan), noted, paidAt))
        );
    }

    function _repay() private returns (address, bytes memory) {
        (uint256 id, ILoanBook.Summary memory loan) = _active();
        if (_oneIn(4)) _setBlocked(loan.lender, true);
        address by = _payer(_oneIn(12) ? loan.lender : _someoneBut(loan.lender));
        if (_oneIn(2)) return (by, abi.encodeCall(ILoanBook.repay, (id, _amount(loan))));
        (address lender, address borrower) = (_seldomOther(loan.lender), _seldomOther(loan.borrower));
        return (by, abi.encodeCall(ILoanBook.repayLoan, (id, lender, borrower, _amount(loan))));
    }

    function _withdraw() private returns (address, bytes memory) {
        address lender = _person();
        for (uint256 i = 0; i < people.length && model.claimable(lender) == 0; i++) {
            lender = people[i];
        }
        if (model.claimable(lender) == 0 && !_oneIn(6)) {
            uint256 id = _id(ILoanBook.Status.Open);
            lender = model.summaryOf(id).lender;
            _setBlocked(lender, true);
            _both(lender, abi.encodeCall(ILoanBook.cancelOffer, (id)));
        }
        if (!_oneIn(3)) _setBlocked(lender, false);
        if (_oneIn(2)) return (_by(lender), abi.encodeCall(ILoanBook.withdraw, ()));
        address to = _oneIn(6) ? (_oneIn(2) ? address(book) : address(0)) : _person();
        return (_by(lender), abi.encodeCall(ILoanBook.withdrawTo, (to)));
    }

    // ── Signed ───────────────────────────────────────────────────────────────────────────────────────────────────

    function _fundSigned() private returns (address, bytes memory) {
        address borrower = _person();
        return _signAndFund(_payer(_someoneBut(borrower)), borrower);
    }

    function _signAndFund(address lender, address borrower) private returns (address, bytes memory) {
        ILoanBook.SignedRequest memory request;
        (request.borrower, request.number) = (borrower, _number());
        if (_oneIn(2)) request.lender = _seldomOther(lender);
        (request.terms, request.comment) = (_anyTerms(), _anyComment());
        request.deadline = _oneIn(12) ? block.timestamp - 1 : block.timestamp + _below(2);
        bytes memory signature = _sign(borrower, requestDigest(address(book), request), _below(30));
        return (lender, abi.encodeCall(ILoanBook.fundSigned, (request, signature)));
    }

    function _repaySigned() private returns (address, bytes memory) {
        if (_oneIn(4) && _lastPayment.length != 0) return (_person(), _lastPayment);
        ILoanBook.SignedPayment memory payment;
        ILoanBook.Summary memory loan;
        (payment.id, loan) = _active();
        if (_oneIn(6)) _setBlocked(loan.lender, true);
        payer =
            _oneIn(12)
                ? loan.lender
                : _oneIn(2)
                    ? loan.borrower
                    : _someoneBut(loan.lender);
        payment.payer = payer;
        (payment.lender, payment.borrower) = (_seldomOther(loan.lender), _seldomOther(loan.borrower));
        (payment.amount, payment.number) = (_amount(loan), _number());
        payment.validAfter = block.timestamp - (_oneIn(9) ? 0 : 1 + _below(9));
        payment.validBefore = block.timestamp + (_oneIn(12) ? 0 : 1 + _below(2));
        bytes memory signature = _sign(payment.payer, paymentDigest(address(book), payment), _below(30));
        _lastPayment = abi.encodeCall(ILoanBook.repaySigned, (payment, signature));
        return (_person(), _lastPayment);
    }

    function _voidSigned() private returns (address, bytes memory) {
        return (_by(_person()), abi.encodeCall(ILoanBook.voidSigned, (_below(3))));
    }

    /// @dev Mostly valid; otherwise by another key, expired, or already used.
    function _permit() private returns (address by, bytes memory) {
        by = _by(people[4]);
        uint256 roll = _below(10);
        uint256 deadline = roll == 1 ? block.timestamp - 1 : block.timestamp;
        uint256 value = _upTo(ALL, 2 ** 60);
        uint256 key = keyOf[roll == 0 ? _someoneBut(by) : by];
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, model.permitDigest(by, value, deadline));
        if (roll == 2) _token(by, abi.encodeCall(ERC20.permit, (by, address(book), value, deadline, v, r, s)));
        return (by, abi.encodeCall(ILoanBook.permit, (value, deadline, v, r, s)));
    }

    function _callSeveral() private {
        (address by, bytes memory call) = _multicall();
        if (by == people[4]) _approve(by, 0);
        (uint256 allowance, uint256 balance) = (model.allowanceOf(by), model.balanceOf(by));
        if (allowance > balance) allowance = balance;
        if (_both(by, call) && allowance + model.balanceOf(by) < balance) paidByPermit++;
    }

    /// @dev Up to three commands by one person, often behind a permit.
    function _multicall() private returns (address by, bytes memory) {
        by = _oneIn(2) ? people[4] : _person();
        bytes[] memory calls = new bytes[](_below(4));
        function() returns (address, bytes memory)[9] memory commands = [
            _createOffer,
            _createOfferFor,
            _createRequest,
            _createRequest,
            _acceptOffer,
            _repay,
            _repay,
            _voidSigned,
            _fundSigned
        ];
        for (uint256 i = 0; i < calls.length; i++) {
            _caller = by;
            (, calls[i]) = i == 0 && !_oneIn(3) ? _permit() : commands[_below(commands.length)]();
            _caller = address(0);
        }
        return (by, abi.encodeCall(ILoanBook.multicall, (calls)));
    }

    /// @dev By the signer unless `roll` is below 3: then by another, with the other `s`, or without its last byte.
    function _sign(address signer, bytes32 digest, uint256 roll) private returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(keyOf[roll == 0 || keyOf[signer] == 0 ? _person() : signer], digest);
        uint256 order = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
        if (roll == 1) return abi.encodePacked(r, order - uint256(s), v == 27 ? uint8(28) : uint8(27));
        return roll == 2 ? abi.encodePacked(r, s) : abi.encodePacked(r, s, v);
    }

    /// @dev Some of them again and again.
    function _number() private returns (uint256) {
        return _oneIn(4) ? _below(3) : _dice();
    }

    // ── Circles ──────────────────────────────────────────────────────────────────────────────────────────────────

    struct Circle {
        uint256[] ids;
        address[] lenders;
        uint256[] noted;
        uint256 amount;
        uint256 deadline;
        bytes[] signatures;
    }

    /// @dev Half of the circles have a flaw: their size, a person twice, other loans, another order, amount, payments or
    /// deadline, too few of something, or a wrong signature.
    function _settleCircle() private returns (address, bytes memory) {
        uint256 flaw = _oneIn(2) ? _below(11) : ALL;
        Circle memory it = _circle(flaw == 0 ? _below(2) * 6 + 1 : 2 + _below(5), flaw == 1);
        uint256 count = it.ids.length;
        if (flaw == 2) it.ids[_below(count)] = _oneIn(4) ? _dice() : _id(ILoanBook.Status.Active);
        if (flaw == 3) (it.ids[0], it.ids[count - 1]) = (it.ids[count - 1], it.ids[0]);
        it.amount = ALL;
        for (uint256 i = 0; i < count; i++) {
            ILoanBook.Summary memory loan = model.summaryOf(it.ids[i]);
            (it.lenders[i], it.noted[i]) = (loan.lender, loan.noted);
            if (loan.owed < it.amount) it.amount = loan.owed;
        }
        if (flaw == 4) it.amount = _oneIn(2) ? 0 : it.amount + 1;
        else if (!_oneIn(3)) it.amount = 1 + _below(it.amount + 1);
        if (flaw == 5) it.noted[_below(count)]++;
        it.deadline = flaw == 6 ? block.timestamp - 1 : block.timestamp + _below(2);
        if (flaw == 7) it.noted = new uint256[](count - 1);
        bytes32 digest = circleDigest(address(book), it.ids, it.lenders, it.amount, it.noted, it.deadline);
        it.signatures = new bytes[](flaw == 8 ? count - 1 : count);
        for (uint256 i = 0; i < it.signatures.length; i++) {
            it.signatures[i] = _sign(it.lenders[i], flaw == 9 ? ~digest : digest, flaw == 10 ? _below(3 + count) : ALL);
        }
        return (
            _person(),
            abi.encodeCall(ILoanBook.settleCircle, (it.ids, it.amount, it.noted, it.deadline, it.signatures))
        );
    }

    /// @dev People in random order, each with a loan to the next one; `crossed`: the third one is the first again.
    function _circle(uint256 count, bool crossed) private returns (Circle memory it) {
        address[] memory order = people;
        for (uint256 i = 0; i < 5; i++) {
            uint256 k = i + _below(6 - i);
            (order[i], order[k]) = (order[k], order[i]);
        }
        if (crossed) order[2] = order[0];
        (it.ids, it.lenders, it.noted) = (new uint256[](count), new address[](count), new uint256[](count));
        for (uint256 i = 0; i < count; i++) {
            it.ids[i] = _loanBetween(order[i % 6], order[((i + 1) % count) % 6]);
        }
    }

    /// @dev The newest active loan between these two, or a new one.
    function _loanBetween(address lender, address borrower) private returns (uint256) {
        (uint256[] memory lent, ) = model.idsOf(ILoanBook.List.Lent, lender, 0, ALL);
        for (uint256 i = lent.length; i > 0; i--) {
            ILoanBook.Summary memory loan = model.summaryOf(lent[i - 1]);
            if (loan.borrower == borrower && loan.status == ILoanBook.Status.Active) return lent[i - 1];
        }
        _approve(lender, ALL);
        _setBlocked(borrower, false);
        bool done = lender == borrower;
        for (uint256 i = 0; i < 3 && !done; i++) {
            (, bytes memory call) = _signAndFund(lender, borrower);
            done = _both(lender, call);
        }
        return model.nextId() - 1;
    }

    // ── Both sides ───────────────────────────────────────────────────────────────────────────────────────────────

    function _both(address by, bytes memory call) internal virtual returns (bool ok) {
        vm.recordLogs();
        vm.prank(by);
        bytes memory out;
        (ok, out) = address(book).call(call);
        vm.prank(by);
        (bool expectedOk, bytes memory expected) = address(model).call(call);

        if (keccak256(out) != keccak256(expected)) assertEq(out, expected, "answer");
        if (ok != expectedOk) assertEq(ok, expectedOk, "success");
        Vm.Log[] memory logs = vm.getRecordedLogs();
        _compareEvents(logs);
        _count(ok ? obeyed : refused, bytes4(call));
        if (ok) _follow(by, call, logs);
        else if (bytes4(out) != ERC20.InsufficientBalance.selector) _count(reasons, bytes4(out));
    }

    /// @dev For tests that follow what succeeds.
    function _follow(address by, bytes memory call, Vm.Log[] memory logs) internal virtual {}

    function _count(Kinds storage kinds, bytes4 selector) internal {
        kinds.total++;
        if (kinds.times[selector]++ == 0) kinds.count++;
    }

    /// @dev Those of the book and those of the model, without those of the token.
    function _compareEvents(Vm.Log[] memory logs) private view {
        uint256 m = 0;
        for (uint256 b = 0; b < logs.length; b++) {
            if (logs[b].emitter != address(book)) continue;
            while (m < logs.length && logs[m].emitter != address(model)) m++;
            if (m == logs.length) assertEq(logs[b].topics[0], "", "the model has no such event");
            bytes memory event_ = abi.encode(logs[b].topics, logs[b].data);
            bytes memory expected = abi.encode(logs[m].topics, logs[m].data);
            if (keccak256(event_) != keccak256(expected)) assertEq(event_, expected, "event");
            m++;
        }
        for (; m < logs.length; m++) {
            if (logs[m].emitter == address(model)) assertEq(logs[m].topics[0], "", "the book has no such event");
        }
    }

    /// @dev A command of the token.
    function _token(address by, bytes memory call) internal {
        vm.prank(by);
        (bool ok, ) = address(dollar).call(call);
        vm.prank(by);
        address(model).call(call);
        ok;
    }

    function _same(bytes memory query) internal view frees {
        _sameAnswer(address(book), address(model), query);
    }

    function _sameAnswer(address real, address plain, bytes memory query) internal view {
        (bool ok, bytes memory answer) = real.staticcall(query);
        (bool expectedOk, bytes memory expected) = plain.staticcall(query);
        if (ok == expectedOk && keccak256(answer) == keccak256(expected)) return;
        assertEq(ok, expectedOk, vm.toString(query));
        // An answer may have hundreds of kilobytes: shows the first word that differs.
        for (uint256 i = 32; i <= answer.length && i <= expected.length; i += 32) {
            (bytes32 word, bytes32 expectedWord) = (_word(answer, i), _word(expected, i));
            if (word != expectedWord) {
                assertEq(word, expectedWord, string.concat(vm.toString(query), " at ", vm.toString(i)));
            }
        }
        assertEq(answer.length, expected.length, vm.toString(query));
    }

    function _word(bytes memory data, uint256 offset) private pure returns (bytes32 word) {
        assembly ("memory-safe") {
            word := mload(add(data, offset))
        }
    }

    function _compareLoans() internal view {
        uint256 next = model.nextId();
        for (uint256 id = model.base() + 1; id <= next; id++) {
            _same(abi.encodeCall(ILoanBook.summaryOf, (id)));
        }
    }

    function _comparePerson(address person) internal view {
        _same(abi.encodeCall(ILoanBook.claimable, (person)));
        _same(abi.encodeCall(ILoanBook.recordOf, (person)));
        _same(abi.encodeCall(ILoanBook.isSpent, (person, 1)));
    }

    function _comparePurse(address person) internal view {
        _eq(dollar.balanceOf(person), model.balanceOf(person), "balance");
        _eq(dollar.allowance(person, address(book)), model.allowanceOf(person), "allowance");
        _eq(dollar.balanceOf(address(book)), model.balanceOf(address(book)), "balance of the book");
    }

    /// @dev The open principals and the claims, by the book's own views.
    function _owedByTheBook() internal view returns (uint256 sum) {
        uint256 next = book.nextId();
        for (uint256 id = model.base() + 1; id < next; id++) {
            ILoanBook.Summary memory loan = book.summaryOf(id);
            if (loan.status == ILoanBook.Status.Open) sum += loan.principal;
        }
        for (uint256 i = 0; i < people.length; i++) {
            sum += book.claimable(people[i]);
        }
    }

    // forge-std's asserts are cheatcode calls, which are slow: they are called only on failure.

    function _eq(uint256 left, uint256 right, string memory what) internal pure {
        if (left != right) assertEq(left, right, what);
    }

    function _true(bool condition, string memory what) internal pure {
        if (!condition) assertTrue(condition, what);
    }

    // ── The token and the clock ──────────────────────────────────────────────────────────────────────────────────

    function _setBlocked(address receiver, bool blocked) internal virtual {
        if (receiver == address(0)) return;
        _token(address(this), abi.encodeCall(BlockingDollar.setBlocked, (receiver, blocked)));
    }

    function _unblockAll() internal {
        for (uint256 i = 0; i < people.length; i++) {
            _setBlocked(people[i], false);
        }
    }

    function _approve(address owner, uint256 amount) internal {
        _token(owner, abi.encodeCall(ERC20.approve, (address(book), amount)));
    }

    function _donate() private {
        (address person, uint256 amount) = (_person(), 1 + _below(2 ** 64));
        if (amount > model.balanceOf(person)) return;
        _token(person, abi.encodeCall(ERC20.transfer, (address(book), amount)));
        donated += amount;
    }

    /// @dev In a quarter of the steps no time passes; sometimes the clock moves exactly to the end of an offer or a
    /// request or to the due moment of an instalment, or one second after.
    function _passTime() internal {
        uint256 roll = _below(24);
        if (roll < 6) return;
        if (roll < 14) return skip(_below(20 days));
        if (roll < 15) return skip(_below(3 * 365 days));
        ILoanBook.Summary memory loan = model.summaryOf(model.base() + _below(model.nextId() - model.base()));
        uint256 moment = loan.status == ILoanBook.Status.Active ? _moment(loan) : loan.openUntil + _below(2);
        if (moment > block.timestamp && moment < block.timestamp + 10 * 365 days) vm.warp(moment);
    }

    /// @dev A moment at which what is expected of an active loan may change, or the second after.
    function _moment(ILoanBook.Summary memory loan) internal returns (uint256) {
        if (loan.instalments == 0) return _dice();
        uint256 k = _below(loan.instalments + 1);
        return loan.startTs + ((loan.dueTs - loan.startTs) * k) / loan.instalments + _below(2);
    }

    // ── Choices ──────────────────────────────────────────────────────────────────────────────────────────────────

    function _person() internal returns (address) {
        return people[_below(people.length)];
    }

    function _someoneBut(address person) internal returns (address) {
        uint256 i = _below(people.length);
        return people[i] == person ? people[(i + 1) % people.length] : people[i];
    }

    function _seldomOther(address person) private returns (address) {
        return _oneIn(24) ? _person() : person;
    }

    function _by(address person) private returns (address) {
        if (_caller != address(0)) return _caller;
        return _oneIn(10) ? _person() : person;
    }

    /// @dev A permit overwrites the allowance, so who needs one usually approves again.
    function _payer(address person) private returns (address by) {
        by = _by(person);
        if (_caller == address(0) && by != people[4] && !_oneIn(12)) _approve(by, ALL);
    }

    function _active() private returns (uint256 id, ILoanBook.Summary memory loan) {
        id = _id(ILoanBook.Status.Active);
        loan = model.summaryOf(id);
    }

    /// @dev Usually a loan with this status, which is made if there is none; otherwise any id.
    function _id(ILoanBook.Status status) internal returns (uint256 id) {
        if (_oneIn(12)) return _oneIn(3) ? _dice() : model.base() + _below(model.nextId() - model.base() + 1);
        id = model.find(status, _dice() >> 1);
        if (id != 0) return id;
        address caller = _caller;
        _caller = address(0);
        if (status == ILoanBook.Status.Open) _do(_oneIn(2) ? _createOffer : _createOfferFor);
        else if (status == ILoanBook.Status.Requested) _do(_createRequest);
        else _do(_oneIn(2) ? _acceptOffer : _fundRequest);
        _caller = caller;
        return model.find(status, 0);
    }

    /// @dev The terms of the loan; seldom with one of them changed.
    function _termsOf(ILoanBook.Summary memory loan) private returns (ILoanBook.Terms memory terms) {
        terms = ILoanBook.Terms(loan.principal, loan.duration, loan.apr, loan.instalments);
        uint256 roll = _below(32);
        if (roll == 0) terms.principal ^= 1 + _below(9);
        if (roll == 1) terms.duration ^= 1 + _below(9);
        if (roll == 2) terms.apr ^= 1 + _below(9);
        if (roll == 3) terms.instalments ^= 1 + _below(9);
    }

    function _anyTerms() private returns (ILoanBook.Terms memory) {
        return
            ILoanBook.Terms(
                _inRange(_upTo(type(uint56).max, 10_000e6), 0, type(uint56).max),
                _inRange(_upTo(type(uint32).max, 90 days), 0, type(uint32).max),
                _inRange(_upTo(65_535, 2000), 0, 65_535),
                _inRange(_oneIn(2) ? 1 : _upTo(60, 12), 0, 60)
            );
    }

    /// @dev Seldom a number out of range instead of the given one: too small, or too large by one or by far.
    function _inRange(uint256 value, uint256 tooSmall, uint256 max) private returns (uint256) {
        if (!_oneIn(40)) return value;
        if (_oneIn(2)) return tooSmall;
        return max + 1 + (_oneIn(2) ? 0 : _dice() % 2 ** (1 + _below(200)));
    }

    function _anyOpenDays() private returns (uint256) {
        return _inRange(_oneIn(2) ? 0 : _upTo(255, 30), 256, 255);
    }

    /// @dev Often as long as what fits one slot, or two, three or four, or what becomes code, or a byte more or less.
    function _anyComment() private returns (string memory) {
        uint16[14] memory lengths = [0, 1, 30, 31, 32, 63, 64, 95, 96, 126, 127, 128, 129, 280];
        uint256 length = _oneIn(2) ? _below(60) : lengths[_below(lengths.length)];
        if (_oneIn(40)) length = 281 + _below(9);
        bytes memory comment = new bytes(length);
        for (uint256 i = 0; i < length; i += 1 + i / 8) {
            comment[i] = bytes1(uint8(_dice()));
        }
        return string(comment);
    }

    /// @dev Often what ends with an instalment. Otherwise around the boundaries of what is owed: zero, little, a part, one
    /// less than all, all, more, far more.
    function _amount(ILoanBook.Summary memory loan) private returns (uint256) {
        uint256 roll = _below(20);
        if (roll < 8 && loan.owed != 0) {
            uint256 total = loan.repaid + loan.owed;
            uint256 k = (loan.repaid * loan.instalments) / total + 1;
            if (_oneIn(4)) k += _below(loan.instalments - k + 1);
            return (total * k + loan.instalments - 1) / loan.instalments - loan.repaid;
        }
        if (roll < 9) return _oneIn(2) ? 0 : 1;
        if (roll < 14) return 1 + _below(loan.owed + 1);
        if (roll < 15) return loan.owed > 0 ? loan.owed - 1 : 1;
        if (roll < 18) return loan.owed;
        return roll < 19 ? loan.owed + 1 : ALL;
    }
}
