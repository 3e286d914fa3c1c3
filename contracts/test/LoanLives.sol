// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test, Vm} from "forge-std/Test.sol";
import {ILoanBook} from "../src/ILoanBook.sol";
import {BlockingDollar} from "./tokens/BlockingDollar.sol";

/// @notice Handler for invariant tests: random steps on a loan book that never revert. A step that needs an open offer
/// or an active loan creates one first. The expected state (ghost variables) is computed from the calls and from the
/// tokens that moved, never from the book's own views.
contract LoanLives is Test {
    ILoanBook public immutable book;
    BlockingDollar public immutable dollar;

    /// @dev Expected state of a loan. `terms` is a hash of the terms at publication.
    struct Life {
        bytes32 terms;
        address lender;
        address addressee;
        address borrower;
        uint256 principal;
        uint256 total;
        uint256 repaid;
        uint256 dueTs;
        ILoanBook.Status status;
    }

    /// @dev Expected state of an account: ids published by it, addressed to it and accepted by it. `paidFor`: payments
    /// on the loans it gave. `received`: the part of them that it got; the rest is claimable.
    struct Story {
        uint256[] offers;
        uint256[] addressed;
        uint256[] taken;
        ILoanBook.Record record;
        uint256 paidFor;
        uint256 received;
    }

    address[] private _people;
    mapping(address => uint256) private _keyOf;
    uint256 private _now;

    Life[] private _lives;
    mapping(address => Story) private _storyOf;
    uint256 public paid;
    uint256 public announced;
    uint256 public donated;

    uint256 public steps;

    constructor(ILoanBook book_, BlockingDollar dollar_) {
        book = book_;
        dollar = dollar_;
        _now = block.timestamp;
        _lives.push();
        string[5] memory names = ["ana", "luis", "eva", "marta", "pedro"];
        for (uint256 i = 0; i < names.length; i++) {
            (address person, uint256 key) = makeAddrAndKey(names[i]);
            _people.push(person);
            _keyOf[person] = key;
            dollar.print(person, 2 ** 96);
        }
    }

    /// @dev Sets the clock to this contract's time, and counts the step.
    modifier step() {
        vm.warp(_now);
        _;
        steps++;
    }

    // ── Steps ────────────────────────────────────────────────────────────────────────────────────────────────────

    function publish(uint256 who, uint256 principal, uint256 duration, uint256 apr, uint256 note) external step {
        _publish(_person(who), address(0), principal, duration, apr, note);
    }

    function publishFor(
        uint256 who,
        uint256 whom,
        uint256 principal,
        uint256 duration,
        uint256 apr,
        uint256 note
    ) external step {
        address borrower = _person(whom);
        _publish(_personBut(who, borrower), borrower, principal, duration, apr, note);
    }

    function publishWithPermit(
        uint256 who,
        uint256 principal,
        uint256 duration,
        uint256 apr,
        uint256 note
    ) external step {
        address lender = _person(who);
        (principal, duration, apr) = _terms(principal, duration, apr);
        string memory comment = _comment(note);
        (uint8 v, bytes32 r, bytes32 s) = _permit(lender, principal);

        vm.prank(lender);
        book.createOfferWithPermit(address(0), principal, duration, apr, comment, _now + 1 hours, v, r, s);
        _noteOffer(lender, address(0), principal, duration, apr, comment);
    }

    function accept(uint256 which, uint256 who) external step {
        _accept(_some(ILoanBook.Status.Open, which), who);
    }

    function cancel(uint256 which) external step {
        uint256 id = _some(ILoanBook.Status.Open, which);
        Life storage life = _lives[id];
        dollar.setBlocked(life.lender, false);

        vm.prank(life.lender);
        book.cancelOffer(id);
        life.status = ILoanBook.Status.Cancelled;
    }

    function payPart(uint256 which, uint256 who, uint256 amount) external step {
        uint256 id = _some(ILoanBook.Status.Active, which);
        _pay(id, _person(who), _bound(amount, 1, _lives[id].total - _lives[id].repaid), false);
    }

    function payAll(uint256 which, uint256 who, uint256 tooMuch) external step {
        uint256 id = _some(ILoanBook.Status.Active, which);
        uint256 owed = _lives[id].total - _lives[id].repaid;
        _pay(id, _person(who), _bound(tooMuch, owed, type(uint256).max), false);
    }

    function payWithPermit(uint256 which, uint256 who, uint256 amount) external step {
        uint256 id = _some(ILoanBook.Status.Active, which);
        _pay(id, _person(who), _bound(amount, 1, 2 * _lives[id].total), true);
    }

    function payWhileBlocked(uint256 which, uint256 who, uint256 amount) external step {
        _payWhileBlocked(which, who, amount);
    }

    function withdraw(uint256 which, uint256 who) external step {
        address lender = _lenderWithClaim();
        if (lender == address(0)) {
            _payWhileBlocked(which, who, 1);
            lender = _lenderWithClaim();
        }
        dollar.setBlocked(lender, false);
        uint256 before = dollar.balanceOf(lender);
        uint256 due = _storyOf[lender].paidFor - _storyOf[lender].received;

        vm.prank(lender);
        uint256 amount = book.withdraw();

        assertEq(amount, due, "withdrawn");
        assertEq(dollar.balanceOf(lender) - before, due, "received");
        _storyOf[lender].received += due;
    }

    function unblock(uint256 who) external step {
        dollar.setBlocked(_person(who), false);
    }

    function donate(uint256 who, uint256 amount) external step {
        amount = _bound(amount, 1, 2 ** 64);
        vm.prank(_person(who));
        dollar.transfer(address(book), amount);
        donated += amount;
    }

    /// @dev Mostly days; sometimes years, or exactly until a loan is due or one second later.
    function wait(uint256 which, uint256 span) external step {
        uint256 dueTs = _lives[_some(ILoanBook.Status.Active, which)].dueTs + (span % 2);
        if (span % 3 == 0 && dueTs > _now) _now = dueTs;
        else _now += _bound(span, 1, span % 5 == 0 ? 20 * 365 days : 30 days);
        // After 2106 nothing can be published or accepted (uint32 timestamps), and no step may revert.
        if (_now > type(uint32).max - 365 days) _now = type(uint32).max - 365 days;
        vm.warp(_now);
    }

    // ── How the steps are made ───────────────────────────────────────────────────────────────────────────────────

    function _publish(
        address lender,
        address borrower,
        uint256 principal,
        uint256 duration,
        uint256 apr,
        uint256 note
    ) private {
        (principal, duration, apr) = _terms(principal, duration, apr);
        string memory comment = _comment(note);

        vm.startPrank(lender);
        dollar.approve(address(book), principal);
        if (borrower == address(0)) book.createOffer(principal, duration, apr, comment);
        else book.createOfferFor(borrower, principal, duration, apr, comment);
        vm.stopPrank();
        _noteOffer(lender, borrower, principal, duration, apr, comment);
    }

    function _noteOffer(
        address lender,
        address borrower,
        uint256 principal,
        uint256 duration,
        uint256 apr,
        string memory comment
    ) private {
        uint256 id = _lives.length;
        Life storage life = _lives.push();
        life.terms = keccak256(abi.encode(lender, principal, duration, apr, _now, comment));
        life.principal = principal;
        life.lender = lender;
        life.addressee = borrower;
        life.total = totalOf(principal, duration, apr);
        life.status = ILoanBook.Status.Open;
        _storyOf[lender].offers.push(id);
        if (borrower != address(0)) _storyOf[borrower].addressed.push(id);
    }

    function _accept(uint256 id, uint256 who) private {
        Life storage life = _lives[id];
        address borrower = life.addressee == address(0) ? _personBut(who, life.lender) : life.addressee;
        dollar.setBlocked(borrower, false);
        uint256 before = dollar.balanceOf(borrower);
        ILoanBook.Loan memory offer = book.getOffer(id);

        vm.prank(borrower);
        book.acceptOffer(id);

        assertEq(dollar.balanceOf(borrower) - before, offer.principal, "the borrower has the principal");
        life.borrower = borrower;
        life.dueTs = _now + offer.duration;
        life.status = ILoanBook.Status.Active;
        _storyOf[borrower].taken.push(id);
        _storyOf[borrower].record.taken++;
    }

    function _payWhileBlocked(uint256 which, uint256 who, uint256 amount) private {
        uint256 id = _some(ILoanBook.Status.Active, which);
        Life storage life = _lives[id];
        dollar.setBlocked(life.lender, true);
        _pay(id, _person(who), _bound(amount, 1, life.total - life.repaid), false);
    }

    function _pay(uint256 id, address payer, uint256 amount, bool withPermit) private {
        Life storage life = _lives[id];
        uint256 owed = life.total - life.repaid;
        uint256 taken = amount < owed ? amount : owed;
        uint256 payerBefore = dollar.balanceOf(payer);
        uint256 lenderBefore = dollar.balanceOf(life.lender);
        uint256 claimBefore = book.claimable(life.lender);

        vm.recordLogs();
        if (withPermit) {
            (uint8 v, bytes32 r, bytes32 s) = _permit(payer, amount);
            vm.prank(payer);
            assertEq(book.repayWithPermit(id, amount, _now + 1 hours, v, r, s), taken, "taken");
        } else {
            vm.startPrank(payer);
            dollar.approve(address(book), taken);
            assertEq(book.repay(id, amount), taken, "taken");
            vm.stopPrank();
        }
        announced += _announcedIn(vm.getRecordedLogs(), id);

        if (dollar.isBlocked(life.lender)) {
            assertEq(payerBefore - dollar.balanceOf(payer), taken, "the payer paid");
            assertEq(book.claimable(life.lender) - claimBefore, taken, "the book keeps it");
        } else {
            if (payer != life.lender) {
                assertEq(payerBefore - dollar.balanceOf(payer), taken, "the payer paid");
                assertEq(dollar.balanceOf(life.lender) - lenderBefore, taken, "the lender got it");
            }
            assertEq(book.claimable(life.lender), claimBefore, "nothing kept");
            _storyOf[life.lender].received += taken;
        }
        paid += taken;
        _storyOf[life.lender].paidFor += taken;
        life.repaid += taken;
        if (life.repaid < life.total) return;
        life.status = ILoanBook.Status.Repaid;
        _storyOf[life.borrower].record.repaid++;
        if (_now > life.dueTs) _storyOf[life.borrower].record.repaidLate++;
    }

    function _announcedIn(Vm.Log[] memory logs, uint256 id) private view returns (uint256 amount) {
        for (uint256 i = 0; i < logs.length; i++) {
            if (logs[i].emitter != address(book) || logs[i].topics[0] != ILoanBook.Repaid.selector) continue;
            assertEq(uint256(logs[i].topics[1]), id, "which loan");
            (uint256 part, uint256 totalRepaid) = abi.decode(logs[i].data, (uint256, uint256));
            assertEq(totalRepaid, _lives[id].repaid + part, "announced so far");
            amount += part;
        }
    }

    /// @dev A loan with this status, created if there is none.
    function _some(ILoanBook.Status status, uint256 which) private returns (uint256 id) {
        for (uint256 i = 0; i < _lives.length; i++) {
            id = ((which % _lives.length) + i) % _lives.length;
            if (_lives[id].status == status) return id;
        }
        if (status == ILoanBook.Status.Open) {
            _publish(_person(which), address(0), which, which >> 64, which >> 128, which >> 192);
            return _lives.length - 1;
        }
        id = _some(ILoanBook.Status.Open, which);
        _accept(id, which);
    }

    function _lenderWithClaim() private view returns (address) {
        for (uint256 i = 0; i < _people.length; i++) {
            Story storage story = _storyOf[_people[i]];
            if (story.paidFor > story.received) return _people[i];
        }
        return address(0);
    }

    function _person(uint256 who) private view returns (address) {
        return _people[who % _people.length];
    }

    function _personBut(uint256 who, address other) private view returns (address) {
        return _person(who) == other ? _person((who % _people.length) + 1) : _person(who);
    }

    function _terms(uint256 principal, uint256 duration, uint256 apr) private view returns (uint256, uint256, uint256) {
        return (
            _bound(principal, 1, book.MAX_PRINCIPAL()),
            duration % 4 == 0 ? _bound(duration, 1, book.MAX_DURATION()) : _bound(duration, 1, 90 days),
            _bound(apr, 1, book.MAX_APR())
        );
    }

    function _comment(uint256 note) private view returns (string memory) {
        bytes memory comment = new bytes(_bound(note, 0, note % 3 == 0 ? book.MAX_COMMENT() : 40));
        for (uint256 i = 0; i < comment.length; i += 7) {
            comment[i] = bytes1(uint8(97 + ((note >> i % 64) % 26)));
        }
        return string(comment);
    }

    function _permit(address owner, uint256 value) private view returns (uint8, bytes32, bytes32) {
        bytes32 digest = keccak256(
            abi.encode(
                keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"),
                owner,
                address(book),
                value,
                dollar.nonces(owner),
                _now + 1 hours
            )
        );
        return vm.sign(_keyOf[owner], keccak256(abi.encodePacked(hex"1901", dollar.DOMAIN_SEPARATOR(), digest)));
    }

    // ── Expected state ───────────────────────────────────────────────────────────────────────────────────────────

    /// @notice Principal plus interest by the formula in ILoanBook: integer division, plus one unit for any remainder.
    function totalOf(uint256 principal, uint256 duration, uint256 apr) public pure returns (uint256) {
        uint256 product = principal * apr * duration;
        return principal + product / (10_000 * 365 days) + (product % (10_000 * 365 days) == 0 ? 0 : 1);
    }

    /// @notice Indexed by id; element 0 is empty.
    function all() external view returns (Life[] memory) {
        return _lives;
    }

    function people() external view returns (address[] memory) {
        return _people;
    }

    function time() external view returns (uint256) {
        return _now;
    }

    function storyOf(address person) external view returns (Story memory) {
        return _storyOf[person];
    }
}
