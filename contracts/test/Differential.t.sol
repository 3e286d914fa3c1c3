// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test, Vm} from "forge-std/Test.sol";
import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBook} from "../src/LoanBook.sol";
import {ReferenceLoanBook} from "./reference/ReferenceLoanBook.sol";
import {BlockingDollar} from "./tokens/BlockingDollar.sol";

/// @notice Differential fuzzing: the same random calls on LoanBook and on ReferenceLoanBook, each with a token of its
/// own. After every step both must agree on every loan and account, and at the end on every view. Most calls succeed;
/// some are invalid on purpose, and then both must revert with the same data.
contract DifferentialTest is Test {
    uint256 constant STEPS = 12;

    struct Side {
        ILoanBook book;
        BlockingDollar dollar;
    }

    Side real;
    Side plain;
    ReferenceLoanBook plainBook;

    address[] people;
    mapping(address => uint256) keyOf;

    uint256 dice;
    /// @dev How often each command succeeded and reverted, by its selector.
    mapping(bytes4 command => uint256) obeyed;
    mapping(bytes4 command => uint256) refused;

    function setUp() public {
        vm.warp(1_760_000_000);
        real.dollar = new BlockingDollar();
        plain.dollar = new BlockingDollar();
        real.book = LoanBook(deployCode("LoanBook", abi.encode(real.dollar)));
        plainBook = ReferenceLoanBook(deployCode("ReferenceLoanBook", abi.encode(plain.dollar)));
        plain.book = plainBook;

        string[5] memory names = ["ana", "luis", "eva", "marta", "pedro"];
        for (uint256 i = 0; i < names.length; i++) {
            (address person, uint256 key) = makeAddrAndKey(names[i]);
            people.push(person);
            keyOf[person] = key;
            real.dollar.print(person, 2 ** 80);
            plain.dollar.print(person, 2 ** 80);
            // The last one has no allowance, and so depends on permits.
            if (i < names.length - 1) _approve(person, type(uint256).max);
        }
    }

    /// @dev A fuzz run makes 12 steps on two books and some 500 view calls: the 100,000 runs of the verify
    /// profile would take half an hour.
    /// forge-config: verify.fuzz.runs = 10000
    function testFuzz_BothBooksAgree(uint256 seed) public {
        dice = seed;
        if (_oneIn(16)) vm.warp(type(uint32).max - _below(365 days));
        for (uint256 i = 0; i < STEPS; i++) {
            _passTime();
            _step();
            _compareStep();
        }
        _compareAll();
    }

    /// @notice The same with enough offers for every list to fill several slots.
    /// forge-config: default.fuzz.runs = 5
    /// forge-config: verify.fuzz.runs = 100
    function testFuzz_BothBooksAgreeOnLongLists(uint256 seed) public {
        dice = seed;
        uint256 count = 257 + _below(300);
        for (uint256 i = 0; i < count; i++) {
            address borrower = _oneIn(3) ? people[1] : address(0);
            _both(people[(_below(8) / 7) * 2], abi.encodeCall(ILoanBook.createOfferFor, (borrower, 1, 1, 1, "")));
        }
        for (uint256 i = 0; i < count / 2; i++) {
            uint256 id = 1 + _below(count);
            if (_oneIn(3)) _both(plain.book.getOffer(id).lender, abi.encodeCall(ILoanBook.cancelOffer, (id)));
            else _both(people[(_below(6) / 5) * 2 + 1], abi.encodeCall(ILoanBook.acceptOffer, (id)));
        }
        _compareAll();
        for (uint256 i = 0; i < 20; i++) {
            _compareBook(count);
            _comparePages(people[_below(4)], count);
        }
    }

    /// @notice Checks that the steps above are not vacuous: in one long run every command both succeeds and reverts.
    function test_StepsReachEveryCommand() public {
        dice = 1;
        for (uint256 i = 0; i < 60 * STEPS; i++) {
            _passTime();
            _step();
        }
        _compareAll();

        bytes4[8] memory commands = [
            ILoanBook.createOffer.selector,
            ILoanBook.createOfferFor.selector,
            ILoanBook.createOfferWithPermit.selector,
            ILoanBook.acceptOffer.selector,
            ILoanBook.cancelOffer.selector,
            ILoanBook.repay.selector,
            ILoanBook.repayWithPermit.selector,
            ILoanBook.withdraw.selector
        ];
        uint256 obeyedInAll = 0;
        for (uint256 i = 0; i < commands.length; i++) {
            assertGe(obeyed[commands[i]], 10, "obeyed");
            assertGe(refused[commands[i]], 5, "refused");
            obeyedInAll += obeyed[commands[i]];
        }
        assertGe(obeyedInAll, 36 * STEPS, "most steps must succeed");
    }

    // ── Steps ────────────────────────────────────────────────────────────────────────────────────────────────────

    function _step() private {
        uint256 roll = _below(100);
        // Three of four steps that are not possible yet are replaced by an earlier one; the fourth is tried, and
        // reverts.
        if (!_oneIn(4)) {
            if (roll >= 52 && roll < 87 && !_has(ILoanBook.Status.Active)) roll = 30;
            if (roll >= 30 && roll < 59 && !_has(ILoanBook.Status.Open)) roll = _below(30);
        }
        if (roll < 12) _createOffer();
        else if (roll < 22) _createOfferFor();
        else if (roll < 30) _createOfferWithPermit();
        else if (roll < 52) _acceptOffer();
        else if (roll < 59) _cancelOffer();
        else if (roll < 80) _repay();
        else if (roll < 87) _repayWithPermit();
        else if (roll < 92) _withdraw();
        else if (roll < 97) _block();
        else _approve(_person(), _oneIn(3) ? _below(10_000e6) : type(uint256).max);
    }

    function _has(ILoanBook.Status status) private view returns (bool) {
        for (uint256 id = 1; id < plain.book.nextId(); id++) {
            if (plainBook.statusOf(id) == status) return true;
        }
        return false;
    }

    function _createOffer() private {
        _both(
            _person(),
            abi.encodeCall(ILoanBook.createOffer, (_principal(), _duration(), _apr(), string(_comment())))
        );
    }

    function _createOfferFor() private {
        address borrower = _oneIn(8) ? address(0) : _person();
        bytes memory call = abi.encodeCall(
            ILoanBook.createOfferFor,
            (borrower, _principal(), _duration(), _apr(), string(_comment()))
        );
        _both(_payer(_oneIn(8) ? borrower : _someoneBut(borrower)), call);
    }

    struct Permit {
        uint256 deadline;
        uint8 v;
        bytes32 r;
        bytes32 s;
    }

    function _createOfferWithPermit() private {
        address lender = _person();
        uint256 principal = _principal();
        (Permit memory onReal, Permit memory onPlain) = _permits(lender, principal);
        bytes memory call = abi.encode(
            _oneIn(2) ? address(0) : _person(),
            principal,
            _duration(),
            _apr(),
            string(_comment())
        );
        _both(lender, _createCall(call, onReal), _createCall(call, onPlain));
    }

    function _createCall(bytes memory terms, Permit memory permit) private pure returns (bytes memory) {
        (address borrower, uint256 principal, uint256 duration, uint256 apr, string memory comment) = abi.decode(
            terms,
            (address, uint256, uint256, uint256, string)
        );
        return
            abi.encodeCall(
                ILoanBook.createOfferWithPermit,
                (borrower, principal, duration, apr, comment, permit.deadline, permit.v, permit.r, permit.s)
            );
    }

    function _acceptOffer() private {
        uint256 id = _id(ILoanBook.Status.Open);
        ILoanBook.Loan memory loan = plain.book.getOffer(id);
        address borrower = loan.borrower == address(0) ? _someoneBut(loan.lender) : loan.borrower;
        _both(_oneIn(6) ? _person() : borrower, abi.encodeCall(ILoanBook.acceptOffer, (id)));
    }

    function _cancelOffer() private {
        uint256 id = _id(ILoanBook.Status.Open);
        address lender = plain.book.getOffer(id).lender;
        _both(_oneIn(6) ? _person() : lender, abi.encodeCall(ILoanBook.cancelOffer, (id)));
    }

    function _repay() private {
        uint256 id = _id(ILoanBook.Status.Active);
        _both(_payer(_person()), abi.encodeCall(ILoanBook.repay, (id, _amount(plain.book.owed(id)))));
    }

    function _repayWithPermit() private {
        uint256 id = _id(ILoanBook.Status.Active);
        uint256 amount = _amount(plain.book.owed(id));
        address payer = _oneIn(2) ? people[people.length - 1] : _person();
        (Permit memory onReal, Permit memory onPlain) = _permits(payer, amount);
        _both(
            payer,
            abi.encodeCall(ILoanBook.repayWithPermit, (id, amount, onReal.deadline, onReal.v, onReal.r, onReal.s)),
            abi.encodeCall(ILoanBook.repayWithPermit, (id, amount, onPlain.deadline, onPlain.v, onPlain.r, onPlain.s))
        );
    }

    function _withdraw() private {
        address lender = _person();
        for (uint256 i = 0; i < people.length && plain.book.claimable(lender) == 0; i++) {
            lender = people[i];
        }
        if (!_oneIn(4)) _setBlocked(lender, false);
        _both(lender, abi.encodeCall(ILoanBook.withdraw, ()));
    }

    function _block() private {
        for (uint256 i = 0; i < people.length; i++) {
            _setBlocked(people[i], false);
        }
        if (!_oneIn(4)) _setBlocked(_person(), true);
    }

    function _setBlocked(address receiver, bool blocked) private {
        real.dollar.setBlocked(receiver, blocked);
        plain.dollar.setBlocked(receiver, blocked);
    }

    function _approve(address owner, uint256 amount) private {
        vm.startPrank(owner);
        real.dollar.approve(address(real.book), amount);
        plain.dollar.approve(address(plain.book), amount);
        vm.stopPrank();
    }

    /// @dev In a quarter of the steps no time passes; sometimes the clock moves exactly to a due date, or one second
    /// after.
    function _passTime() private {
        uint256 roll = _below(24);
        if (roll < 6) return;
        if (roll < 18) return skip(_below(30 days));
        if (roll < 19) return skip(_below(3 * 365 days));
        uint256 dueTs = plain.book.getOffer(_id(ILoanBook.Status.Active)).dueTs + _below(2);
        if (dueTs > block.timestamp && dueTs < block.timestamp + 10 * 365 days) vm.warp(dueTs);
    }

    // ── Both sides ───────────────────────────────────────────────────────────────────────────────────────────────

    function _both(address caller, bytes memory call) private {
        _both(caller, call, call);
    }

    function _both(address caller, bytes memory onReal, bytes memory onPlain) private {
        (bool realOk, bytes memory realOut, Vm.Log[] memory realLogs) = _play(real, caller, onReal);
        (bool plainOk, bytes memory plainOut, Vm.Log[] memory plainLogs) = _play(plain, caller, onPlain);

        assertEq(realOk, plainOk, "one book refused");
        assertEq(realOut, plainOut, "answer");
        assertEq(realLogs.length, plainLogs.length, "number of events");
        for (uint256 i = 0; i < realLogs.length; i++) {
            assertEq(realLogs[i].emitter, _asReal(plainLogs[i].emitter), "who announced");
            assertEq(realLogs[i].data, plainLogs[i].data, "event data");
            assertEq(realLogs[i].topics.length, plainLogs[i].topics.length, "number of topics");
            for (uint256 t = 0; t < realLogs[i].topics.length; t++) {
                bytes32 topic = plainLogs[i].topics[t];
                address mapped = _asReal(address(uint160(uint256(topic))));
                bool isAddress = uint256(topic) >> 160 == 0;
                assertEq(realLogs[i].topics[t], isAddress ? bytes32(uint256(uint160(mapped))) : topic, "topic");
            }
        }
        realOk ? obeyed[bytes4(onReal)]++ : refused[bytes4(onReal)]++;
    }

    function _play(
        Side memory side,
        address caller,
        bytes memory call
    ) private returns (bool ok, bytes memory out, Vm.Log[] memory logs) {
        vm.recordLogs();
        vm.prank(caller);
        (ok, out) = address(side.book).call(call);
        logs = vm.getRecordedLogs();
    }

    function _asReal(address account) private view returns (address) {
        if (account == address(plain.book)) return address(real.book);
        if (account == address(plain.dollar)) return address(real.dollar);
        return account;
    }

    // ── All that anyone can see ──────────────────────────────────────────────────────────────────────────────────

    /// @dev Compares loans and accounts. Lists are compared only sometimes: an error in a list stays until the end.
    function _compareStep() private {
        uint256 next = plain.book.nextId();
        for (uint256 id = 0; id <= next; id++) {
            _same(abi.encodeCall(ILoanBook.getOffer, (id)));
            _same(abi.encodeCall(ILoanBook.owed, (id)));
        }
        for (uint256 i = 0; i < people.length; i++) {
            _comparePerson(people[i]);
        }
        if (!_oneIn(4)) return;
        _compareListsOf(_person(), next);
        _compareBook(next);
    }

    function _compareAll() private {
        uint256 next = plain.book.nextId();
        for (uint256 id = 0; id <= next; id++) {
            _compareLoan(id);
            _same(abi.encodeCall(ILoanBook.allOfferIds, (id)));
        }
        _compareLoan(_dice());
        for (uint256 i = 0; i < people.length; i++) {
            _comparePerson(people[i]);
            _compareListsOf(people[i], next);
        }
        _comparePerson(address(0));
        _compareListsOf(address(0), next);
        _compareBook(next);
    }

    function _compareBook(uint256 next) private {
        _same(abi.encodeCall(ILoanBook.nextId, ()));
        _same(abi.encodeCall(ILoanBook.allOffersLength, ()));
        _same(abi.encodeCall(ILoanBook.allOfferIds, (_offset(next))));
        _same(abi.encodeCall(ILoanBook.openOffersLength, ()));
        _same(abi.encodeCall(ILoanBook.openOfferIds, (_offset(next / 2))));
        _same(abi.encodeCall(ILoanBook.getOpenOfferIds, (0, type(uint256).max)));
        _same(abi.encodeCall(ILoanBook.getOpenOfferIds, (_offset(next / 2), _offset(next / 2))));
        _same(abi.encodeCall(ILoanBook.getNewestOpenOfferIds, (0, type(uint256).max)));
        _same(abi.encodeCall(ILoanBook.getNewestOpenOfferIds, (_offset(next / 2), _offset(next / 2))));
        assertEq(real.dollar.balanceOf(address(real.book)), plain.dollar.balanceOf(address(plain.book)), "in the book");
    }

    function _compareLoan(uint256 id) private view {
        _same(abi.encodeCall(ILoanBook.getOffer, (id)));
        _same(abi.encodeCall(ILoanBook.loans, (id)));
        _same(abi.encodeCall(ILoanBook.owed, (id)));
    }

    function _comparePerson(address person) private view {
        _same(abi.encodeCall(ILoanBook.claimable, (person)));
        _same(abi.encodeCall(ILoanBook.recordOf, (person)));
        assertEq(real.dollar.balanceOf(person), plain.dollar.balanceOf(person), "balance");
        uint256 allowed = plain.dollar.allowance(person, address(plain.book));
        assertEq(real.dollar.allowance(person, address(real.book)), allowed, "allowance");
    }

    function _compareListsOf(address person, uint256 next) private {
        _same(abi.encodeCall(ILoanBook.offersByLenderLength, (person)));
        _same(abi.encodeCall(ILoanBook.getOffersByLenderIds, (person, 0, type(uint256).max)));
        _same(abi.encodeCall(ILoanBook.loansByBorrowerLength, (person)));
        _same(abi.encodeCall(ILoanBook.getLoansByBorrowerIds, (person, 0, type(uint256).max)));
        _same(abi.encodeCall(ILoanBook.offersForBorrowerLength, (person)));
        _same(abi.encodeCall(ILoanBook.getOffersForBorrowerIds, (person, 0, type(uint256).max)));
        _comparePages(person, next / 4);
    }

    function _comparePages(address person, uint256 about) private {
        _same(abi.encodeCall(ILoanBook.offersByLender, (person, _offset(about))));
        _same(abi.encodeCall(ILoanBook.getOffersByLenderIds, (person, _offset(about), _offset(about))));
        _same(abi.encodeCall(ILoanBook.loansByBorrower, (person, _offset(about))));
        _same(abi.encodeCall(ILoanBook.getLoansByBorrowerIds, (person, _offset(about), _offset(about))));
        _same(abi.encodeCall(ILoanBook.offersForBorrower, (person, _offset(about))));
        _same(abi.encodeCall(ILoanBook.getOffersForBorrowerIds, (person, _offset(about), _offset(about))));
    }

    function _same(bytes memory query) private view {
        (bool realOk, bytes memory realOut) = address(real.book).staticcall(query);
        (bool plainOk, bytes memory plainOut) = address(plain.book).staticcall(query);
        if (realOk == plainOk && keccak256(realOut) == keccak256(plainOut)) return;
        assertEq(realOut, plainOut, vm.toString(query));
        assertEq(realOk, plainOk, vm.toString(query));
    }

    // ── Dice ─────────────────────────────────────────────────────────────────────────────────────────────────────

    function _dice() private returns (uint256) {
        return dice = uint256(keccak256(abi.encode(dice)));
    }

    function _below(uint256 bound) private returns (uint256) {
        return _dice() % bound;
    }

    function _oneIn(uint256 n) private returns (bool) {
        return _below(n) == 0;
    }

    function _person() private returns (address) {
        return people[_below(people.length)];
    }

    /// @dev A permit overwrites the allowance, so a caller without a permit usually approves again.
    function _payer(address person) private returns (address) {
        if (!_oneIn(12)) _approve(person, type(uint256).max);
        return person;
    }

    function _someoneBut(address person) private returns (address) {
        uint256 i = _below(people.length);
        return people[i] == person ? people[(i + 1) % people.length] : people[i];
    }

    /// @dev Usually a loan with this status, if there is one; otherwise any id.
    function _id(ILoanBook.Status status) private returns (uint256 id) {
        uint256 next = plain.book.nextId();
        if (_oneIn(12)) return _oneIn(3) ? _dice() : _below(next + 1);
        id = _below(next);
        for (uint256 i = 0; i < next && plainBook.statusOf(id) != status; i++) {
            id = (id + 1) % next;
        }
    }

    function _principal() private returns (uint256) {
        return _inRange(real.book.MAX_PRINCIPAL(), 10_000e6);
    }

    function _duration() private returns (uint256) {
        return _inRange(real.book.MAX_DURATION(), 90 days);
    }

    function _apr() private returns (uint256) {
        return _inRange(real.book.MAX_APR(), 2000);
    }

    /// @dev Mostly a common value; sometimes the minimum, the maximum, or one out of range.
    function _inRange(uint256 max, uint256 usual) private returns (uint256) {
        uint256 roll = _below(40);
        if (roll == 0) return _oneIn(2) ? 0 : max + 1 + (_dice() % 2 ** (1 + _below(200)));
        if (roll < 4) return max;
        if (roll < 8) return 1 + _below(10);
        if (roll < 12) return 1 + _below(max);
        return 1 + _below(usual);
    }

    function _comment() private returns (bytes memory comment) {
        uint16[8] memory lengths = [0, 1, 24, 31, 32, 33, 280, 281];
        uint256 length = _oneIn(2) ? _below(60) : lengths[_below(lengths.length)];
        comment = new bytes(length);
        for (uint256 i = 0; i < length; i += 1 + i / 8) {
            comment[i] = bytes1(uint8(_dice()));
        }
    }

    /// @dev Boundaries of what is owed: zero, little, a part, one less than all, all, more, far more.
    function _amount(uint256 owed) private returns (uint256) {
        uint256 roll = _below(12);
        if (roll == 0) return _oneIn(2) ? 0 : 1;
        if (roll < 6) return 1 + _below(owed + 1);
        if (roll < 7) return owed > 0 ? owed - 1 : 1;
        if (roll < 10) return owed;
        if (roll < 11) return owed + 1;
        return type(uint256).max;
    }

    /// @dev Around the length of a list, and sometimes far beyond it.
    function _offset(uint256 length) private returns (uint256) {
        if (_oneIn(10)) return type(uint256).max - _below(3);
        return _below(length + 2);
    }

    /// @dev Usually valid; otherwise signed by another account, expired, or already used (front-run).
    function _permits(address owner, uint256 value) private returns (Permit memory onReal, Permit memory onPlain) {
        uint256 roll = _below(10);
        uint256 key = roll == 0 ? keyOf[_someoneBut(owner)] : keyOf[owner];
        uint256 deadline = roll == 1 ? block.timestamp - 1 : block.timestamp + 1 hours;
        onReal = _permit(real, owner, value, deadline, key);
        onPlain = _permit(plain, owner, value, deadline, key);
        if (roll < 2 || roll > 3) return (onReal, onPlain);
        real.dollar.permit(owner, address(real.book), value, deadline, onReal.v, onReal.r, onReal.s);
        plain.dollar.permit(owner, address(plain.book), value, deadline, onPlain.v, onPlain.r, onPlain.s);
    }

    function _permit(
        Side memory side,
        address owner,
        uint256 value,
        uint256 deadline,
        uint256 key
    ) private view returns (Permit memory permit) {
        bytes32 digest = keccak256(
            abi.encode(
                keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"),
                owner,
                address(side.book),
                value,
                side.dollar.nonces(owner),
                deadline
            )
        );
        digest = keccak256(abi.encodePacked(hex"1901", side.dollar.DOMAIN_SEPARATOR(), digest));
        permit.deadline = deadline;
        (permit.v, permit.r, permit.s) = vm.sign(key, digest);
    }
}
