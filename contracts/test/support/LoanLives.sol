// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../../src/ILoanBook.sol";
import {Dice} from "./Dice.sol";
import {BlockingDollar} from "../tokens/BlockingDollar.sol";
import {paymentDigest, requestDigest} from "./Signing.sol";

/// @notice Handler for stateful fuzzing: random steps on a loan book that never revert. A step that needs an open offer,
/// an open request or an active loan creates one first. The expected state (ghost variables) is computed from the calls,
/// never from the book's own views.
///
/// Around every single call this checks that no loan changes its status in a way that is not allowed, and that no
/// borrower of an active loan is worse off: they owe no more, have no less time, and are expected to have paid no more
/// at any time.
///
/// The first step chooses where the ids begin: at 1, or shortly before a block of the board is full, or before the
/// block that is the last of a slot of its chart.
contract LoanLives is Dice {
    using {isTakableAt} for Life;

    ILoanBook public immutable book;
    BlockingDollar public immutable dollar;

    /// @dev Expected state of a loan: what the book must say of it. `addressee` is zero if anyone may take it. Of
    /// `loan.repaid`, `inCash` was recorded by the lender. `late`: a part was paid while the loan was overdue.
    struct Life {
        ILoanBook.Summary loan;
        string comment;
        address addressee;
        uint256 total;
        uint256 inCash;
        bool late;
    }

    /// @dev Expected state of an account: its lists, its record, its tokens, and what the book holds for it.
    struct Story {
        uint256[] lent;
        uint256[] taken;
        uint256[] offersFor;
        uint256[] requests;
        uint256[] requestsFor;
        ILoanBook.Record record;
        uint256 purse;
        uint256 claim;
    }

    struct Payment {
        uint256 id;
        address payer;
        uint256 amount;
        bool moved;
    }

    /// @dev What a borrower relies on. `expected` is expectedBy at `time`.
    struct Promise {
        uint256 owed;
        uint256 dueTs;
        uint256 time;
        uint256 expected;
    }

    address[] private _people;
    mapping(address => uint256) private _keyOf;
    uint256 private _now;

    /// @notice The last id before those of this contract, of which none is open.
    uint256 public base;
    /// @dev Indexed by id less `base`; element 0 is empty.
    Life[] private _lives;
    mapping(address => Story) private _storyOf;
    Payment[] private _payments;
    uint256 public donated;
    /// @dev The last number that somebody signed with.
    uint256 private _numbers;
    uint256 public voided;
    mapping(address => uint256) public withdrawnTo;

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
            _storyOf[person].purse = 2 ** 96;
        }
    }

    /// @dev Sets the clock to this contract's time, draws everything from the seed, and counts the step.
    modifier step(uint256 seed) {
        vm.warp(_now);
        dice = seed;
        if (steps == 0) _begin();
        _;
        steps++;
    }

    /// @dev Around each call to the book. The memory is not released in between: the caller may need it.
    modifier watched() {
        Promise[] memory promises = _promises();
        _;
        _keepPromises(promises);
    }

    /// @dev As if that many ids had been published and none were open. The last id has the lowest bits of slot 0.
    function _begin() private {
        uint256[3] memory bases = [uint256(0), 76, 20_476];
        base = bases[_below(bases.length)];
        vm.store(address(book), bytes32(0), bytes32(base));
        _check(book.allOffersLength() == base, "the last id is not where it was");
    }

    // ── Steps ────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @notice The selectors of all steps. Each takes a seed.
    function allSteps() external pure returns (bytes4[] memory selectors) {
        bytes4[23] memory list = [
            this.offer.selector,
            this.offerWithPermit.selector,
            this.request.selector,
            this.accept.selector,
            this.fund.selector,
            this.fundWithPermit.selector,
            this.fundSigned.selector,
            this.takeInTheLastSecond.selector,
            this.cancelOffer.selector,
            this.cancelRequest.selector,
            this.payPart.selector,
            this.payAll.selector,
            this.payWithPermit.selector,
            this.payInCash.selector,
            this.paySigned.selector,
            this.voidSigned.selector,
            this.payWhileBlocked.selector,
            this.extend.selector,
            this.forgive.selector,
            this.withdraw.selector,
            this.unblock.selector,
            this.donate.selector,
            this.wait.selector
        ];
        selectors = new bytes4[](list.length);
        for (uint256 i = 0; i < list.length; i++) {
            selectors[i] = list[i];
        }
    }

    function offer(uint256 seed) external step(seed) {
        _offer(_openDays());
    }

    function offerWithPermit(uint256 seed) external step(seed) {
        _offerWithPermit();
    }

    function request(uint256 seed) external step(seed) {
        _request(_openDays());
    }

    function accept(uint256 seed) external step(seed) {
        _accept(_some(ILoanBook.Status.Open, true));
    }

    function fund(uint256 seed) external step(seed) {
        _fund(_some(ILoanBook.Status.Requested, true), false);
    }

    function fundWithPermit(uint256 seed) external step(seed) {
        _fund(_some(ILoanBook.Status.Requested, true), true);
    }

    function fundSigned(uint256 seed) external step(seed) {
        _fundSigned();
    }

    /// @notice An offer or request that expires can still be taken in the second that its OpenUntil names. If there is
    /// none, publishes one, for another step to take.
    function takeInTheLastSecond(uint256 seed) external step(seed) {
        for (uint256 id = base + 1; id < _end(); id++) {
            ILoanBook.Summary memory loan = _life(id).loan;
            bool isOffer = loan.status == ILoanBook.Status.Open;
            if (loan.openUntil < _now || (!isOffer && loan.status != ILoanBook.Status.Requested)) continue;
            _now = loan.openUntil;
            vm.warp(_now);
            return isOffer ? _accept(id) : _fund(id, false);
        }
        if (_oneIn(2)) _offer(1 + _below(9));
        else _request(1 + _below(9));
    }

    /// @notice Expired or not, then by anyone, and whether or not the token blocks the lender.
    function cancelOffer(uint256 seed) external step(seed) {
        _cancelOffer(_some(ILoanBook.Status.Open, false));
    }

    function cancelRequest(uint256 seed) external step(seed) {
        _cancelRequest(_some(ILoanBook.Status.Requested, false));
    }

    function payPart(uint256 seed) external step(seed) {
        uint256 id = _some(ILoanBook.Status.Active, false);
        _pay(id, _payerOf(id), 1 + _below(_life(id).loan.owed), false);
    }

    function payAll(uint256 seed) external step(seed) {
        uint256 id = _some(ILoanBook.Status.Active, false);
        uint256 owed = _life(id).loan.owed;
        _pay(
            id,
            _payerOf(id),
            _oneIn(2)
                ? owed
                : _oneIn(2)
                    ? type(uint256).max
                    : owed + _below(owed),
            false
        );
    }

    function payWithPermit(uint256 seed) external step(seed) {
        uint256 id = _some(ILoanBook.Status.Active, false);
        _pay(id, _payerOf(id), 1 + _below(2 * _life(id).loan.owed), true);
    }

    function payInCash(uint256 seed) external step(seed) {
        uint256 id = _some(ILoanBook.Status.Active, false);
        _recordPayment(id, 1 + _below(2 * _life(id).loan.owed));
    }

    /// @notice Whoever collects it, and whether or not the token blocks the lender.
    function paySigned(uint256 seed) external step(seed) {
        uint256 id = _some(ILoanBook.Status.Active, false);
        if (_oneIn(3)) dollar.setBlocked(_life(id).loan.lender, true);
        _paySigned(id, _payerOf(id), 1 + _below(2 * _life(id).loan.owed));
    }

    /// @notice A number that was not used. What was signed with it is refused.
    function voidSigned(uint256 seed) external step(seed) {
        address borrower = _person();
        address lender = _personBut(borrower);
        (ILoanBook.SignedRequest memory signed, bytes memory signature) = _signedRequest(borrower, address(0));
        vm.prank(borrower);
        book.voidSigned(signed.number);
        voided++;

        vm.expectRevert(abi.encodeWithSelector(ILoanBook.NumberSpent.selector, borrower, signed.number));
        vm.prank(lender);
        book.fundSigned(signed, signature);
    }

    function payWhileBlocked(uint256 seed) external step(seed) {
        _payWhileBlocked();
    }

    function extend(uint256 seed) external step(seed) {
        _extend(_some(ILoanBook.Status.Active, false));
    }

    function forgive(uint256 seed) external step(seed) {
        _forgive(_some(ILoanBook.Status.Active, false));
    }

    function withdraw(uint256 seed) external step(seed) {
        if (_lenderWithClaim() == address(0)) _payWhileBlocked();
        _withdraw(_lenderWithClaim());
    }

    function unblock(uint256 seed) external step(seed) {
        dollar.setBlocked(_person(), false);
    }

    function donate(uint256 seed) external step(seed) {
        (address person, uint256 amount) = (_person(), 1 + _below(2 ** 64));
        vm.prank(person);
        dollar.transfer(address(book), amount);
        _storyOf[person].purse -= amount;
        donated += amount;
    }

    /// @notice Mostly days; sometimes years, or exactly to the end of an offer or to the due moment of an instalment, or
    /// one second later.
    function wait(uint256 seed) external step(seed) {
        ILoanBook.Summary memory loan = _lives[_below(_lives.length)].loan;
        uint256 moment = loan.status == ILoanBook.Status.Active ? _moment(loan) : loan.openUntil + _below(2);
        if (_oneIn(2) && moment > _now) _now = moment;
        else _now += 1 + _below(_oneIn(8) ? 10 * 365 days : 30 days);
        // After 2106 nothing can be published or taken (uint32 timestamps), and no step may revert.
        if (_now > type(uint32).max - 3650 days) _now = type(uint32).max - 3650 days;
        vm.warp(_now);
    }

    // ── Publishing ───────────────────────────────────────────────────────────────────────────────────────────────

    function _offer(uint256 openDays) private watched {
        address borrower = _oneIn(2) ? address(0) : _person();
        address lender = _personBut(borrower);
        ILoanBook.Terms memory terms = _terms();
        string memory comment = _comment();

        _approve(lender, terms.principal);
        vm.prank(lender);
        uint256 id;
        if (borrower == address(0) && openDays == 0 && terms.instalments == 1) {
            id = book.createOffer(terms.principal, terms.duration, terms.apr, comment);
        } else {
            id = book.createOfferFor(borrower, terms, comment, openDays);
        }
        _noteOffer(id, lender, borrower, terms, comment, openDays);
    }

    function _offerWithPermit() private watched {
        address borrower = _oneIn(2) ? address(0) : _person();
        address lender = _personBut(borrower);
        ILoanBook.Terms memory terms = _terms();
        string memory comment = _comment();
        (uint8 v, bytes32 r, bytes32 s) = _permit(lender, terms.principal);

        vm.prank(lender);
        uint256 id = book.createOfferWithPermit(borrower, terms, comment, 9, _now + 1 hours, v, r, s);
        _noteOffer(id, lender, borrower, terms, comment, 9);
    }

    function _noteOffer(
        uint256 id,
        address lender,
        address borrower,
        ILoanBook.Terms memory terms,
        string memory comment,
        uint256 openDays
    ) private {
        Life storage life = _note(id, terms, comment, openDays);
        life.loan.status = ILoanBook.Status.Open;
        life.loan.lender = lender;
        life.loan.borrower = borrower;
        life.addressee = borrower;
        _storyOf[lender].lent.push(id);
        _storyOf[lender].purse -= terms.principal;
        if (borrower != address(0)) _storyOf[borrower].offersFor.push(id);
    }

    function _request(uint256 openDays) private watched {
        address lender = _oneIn(2) ? address(0) : _person();
        address borrower = _personBut(lender);
        ILoanBook.Terms memory terms = _terms();
        string memory comment = _comment();

        vm.prank(borrower);
        uint256 id = book.createRequest(lender, terms, comment, openDays);

        Life storage life = _note(id, terms, comment, openDays);
        life.loan.status = ILoanBook.Status.Requested;
        life.loan.lender = lender;
        life.loan.borrower = borrower;
        life.addressee = lender;
        _storyOf[borrower].requests.push(id);
        if (lender != address(0)) _storyOf[lender].requestsFor.push(id);
    }

    /// @dev Ids count up from 1 and are never reused.
    function _note(
        uint256 id,
        ILoanBook.Terms memory terms,
        string memory comment,
        uint256 openDays
    ) private returns (Life storage life) {
        _check(id == _end(), "the id is not the next one");
        life = _lives.push();
        life.comment = comment;
        life.total = totalOf(terms);
        life.loan.principal = terms.principal;
        life.loan.duration = terms.duration;
        life.loan.apr = terms.apr;
        life.loan.instalments = terms.instalments;
        life.loan.createdAt = _now;
        life.loan.openUntil = openDays == 0 ? 0 : _now + openDays * 1 days;
    }

    // ── Taking and cancelling ────────────────────────────────────────────────────────────────────────────────────

    function _accept(uint256 id) private watched {
        Life storage life = _life(id);
        address borrower = life.addressee == address(0) ? _personBut(life.loan.lender) : life.addressee;
        dollar.setBlocked(borrower, false);

        vm.prank(borrower);
        if (_oneIn(2)) book.acceptOffer(id);
        else book.acceptOfferWithTerms(id, life.loan.lender, _termsOf(life));

        life.loan.borrower = borrower;
        _noteStart(id);
    }

    function _fund(uint256 id, bool withPermit) private watched {
        Life storage life = _life(id);
        (address borrower, uint256 principal) = (life.loan.borrower, life.loan.principal);
        address lender = life.addressee == address(0) ? _personBut(borrower) : life.addressee;
        dollar.setBlocked(borrower, false);

        if (withPermit) {
            (uint8 v, bytes32 r, bytes32 s) = _permit(lender, principal);
            vm.prank(lender);
            book.fundRequestWithPermit(id, borrower, _termsOf(life), _now + 1 hours, v, r, s);
        } else {
            _approve(lender, principal);
            vm.prank(lender);
            book.fundRequest(id, borrower, _termsOf(life));
        }

        life.loan.lender = lender;
        _storyOf[lender].lent.push(id);
        _storyOf[lender].purse -= principal;
        _noteStart(id);
    }

    function _fundSigned() private watched {
        address borrower = _person();
        address lender = _personBut(borrower);
        dollar.setBlocked(borrower, false);
        (ILoanBook.SignedRequest memory signed, bytes memory signature) = _signedRequest(
            borrower,
            _oneIn(2) ? lender : address(0)
        );

        uint256 id;
        if (_oneIn(2)) {
            (uint8 v, bytes32 r, bytes32 s) = _permit(lender, signed.terms.principal);
            vm.prank(lender);
            id = book.fundSignedWithPermit(signed, signature, _now + 1 hours, v, r, s);
        } else {
            _approve(lender, signed.terms.principal);
            vm.prank(lender);
            id = book.fundSigned(signed, signature);
        }

        Life storage life = _note(id, signed.terms, signed.comment, 0);
        (life.loan.lender, life.loan.borrower) = (lender, borrower);
        _storyOf[lender].lent.push(id);
        _storyOf[lender].purse -= signed.terms.principal;
        _noteStart(id);
    }

    /// @dev Each with a number of its own, and until now or later.
    function _signedRequest(
        address borrower,
        address lender
    ) private returns (ILoanBook.SignedRequest memory signed, bytes memory signature) {
        uint256 deadline = _now + _below(2);
        signed = ILoanBook.SignedRequest(borrower, lender, _terms(), _comment(), ++_numbers, deadline);
        signature = _sign(borrower, requestDigest(address(book), signed));
    }

    function _sign(address person, bytes32 digest) private view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(_keyOf[person], digest);
        return abi.encodePacked(r, s, v);
    }

    function _noteStart(uint256 id) private {
        Life storage life = _life(id);
        life.loan.status = ILoanBook.Status.Active;
        life.loan.startTs = _now;
        life.loan.dueTs = _now + life.loan.duration;
        life.loan.owed = life.total;
        Story storage story = _storyOf[life.loan.borrower];
        story.taken.push(id);
        story.record.taken++;
        story.purse += life.loan.principal;
    }

    function _cancelOffer(uint256 id) private watched {
        Life storage life = _life(id);
        bool blocked = _oneIn(3);
        dollar.setBlocked(life.loan.lender, blocked);

        vm.prank(life.isTakableAt(_now) ? life.loan.lender : _person());
        book.cancelOffer(id);

        life.loan.status = ILoanBook.Status.Cancelled;
        if (blocked) _storyOf[life.loan.lender].claim += life.loan.principal;
        else _storyOf[life.loan.lender].purse += life.loan.principal;
    }

    function _cancelRequest(uint256 id) private watched {
        vm.prank(_life(id).isTakableAt(_now) ? _life(id).loan.borrower : _person());
        book.cancelRequest(id);
        _life(id).loan.status = ILoanBook.Status.Cancelled;
    }

    // ── Active loans ─────────────────────────────────────────────────────────────────────────────────────────────

    function _payWhileBlocked() private {
        uint256 id = _some(ILoanBook.Status.Active, false);
        dollar.setBlocked(_life(id).loan.lender, true);
        _pay(id, _payerOf(id), 1 + _below(_life(id).loan.owed), false);
    }

    /// @dev The allowance is exactly what is owed.
    function _pay(uint256 id, address payer, uint256 amount, bool withPermit) private watched {
        Life storage life = _life(id);
        uint256 taken = amount < life.loan.owed ? amount : life.loan.owed;
        if (withPermit) {
            (uint8 v, bytes32 r, bytes32 s) = _permit(payer, amount);
            (address lender, address borrower) = (life.loan.lender, life.loan.borrower);
            vm.prank(payer);
            amount = book.repayWithPermit(id, lender, borrower, amount, _now + 1 hours, v, r, s);
        } else {
            _approve(payer, taken);
            vm.prank(payer);
            amount = book.repay(id, amount);
        }
        _check(amount == taken, "by how much the debt decreased");
        _noteTokens(id, payer, taken);
    }

    function _noteTokens(uint256 id, address payer, uint256 taken) private {
        Life storage life = _life(id);
        _payments.push(Payment(id, payer, taken, true));
        Story storage story = _storyOf[life.loan.lender];
        _storyOf[payer].purse -= taken;
        if (dollar.isBlocked(life.loan.lender)) story.claim += taken;
        else story.purse += taken;
        _notePayment(life, taken);
    }

    function _paySigned(uint256 id, address payer, uint256 amount) private watched {
        Life storage life = _life(id);
        (address lender, address borrower) = (life.loan.lender, life.loan.borrower);
        uint256 taken = amount < life.loan.owed ? amount : life.loan.owed;
        dollar.setBlocked(address(book), false);
        if (taken < amount) dollar.setBlocked(payer, false);
        ILoanBook.SignedPayment memory signed = ILoanBook.SignedPayment(
            id,
            lender,
            borrower,
            payer,
            amount,
            ++_numbers,
            _now + 1
        );
        bytes memory signature = _sign(payer, paymentDigest(address(book), signed));
        vm.prank(_person());
        _check(book.repaySigned(signed, signature) == taken, "by how much the debt decreased");
        _noteTokens(id, payer, taken);
    }

    function _recordPayment(uint256 id, uint256 amount) private watched {
        Life storage life = _life(id);
        uint256 taken = amount < life.loan.owed ? amount : life.loan.owed;
        (address lender, address borrower, uint256 repaid) = (life.loan.lender, life.loan.borrower, life.loan.repaid);
        vm.prank(lender);
        _check(book.recordPayment(id, borrower, amount, repaid) == taken, "by how much the debt decreased");

        _payments.push(Payment(id, lender, taken, false));
        life.inCash += taken;
        _notePayment(life, taken);
    }

    function _notePayment(Life storage life, uint256 taken) private {
        if (isOverdueAt(life.loan, _now)) life.late = true;
        life.loan.repaid += taken;
        life.loan.owed -= taken;
        if (life.loan.owed != 0) return;
        life.loan.status = ILoanBook.Status.Repaid;
        _noteEnd(life);
    }

    function _noteEnd(Life storage life) private {
        countEnded(_storyOf[life.loan.borrower].record, life.loan, life.inCash, life.late);
    }

    /// @dev By the most that is left, or less. If none is left, nothing happens.
    function _extend(uint256 id) private watched {
        Life storage life = _life(id);
        uint256 used = life.loan.dueTs - life.loan.startTs - life.loan.duration;
        if (used == type(uint32).max) return;
        life.loan.dueTs += _upTo(type(uint32).max - used, 1 + (type(uint32).max - used) / 100);

        (address borrower, uint256 dueTs) = (life.loan.borrower, life.loan.dueTs);
        vm.prank(life.loan.lender);
        book.extend(id, borrower, dueTs);
    }

    function _forgive(uint256 id) private watched {
        Life storage life = _life(id);
        (address borrower, uint256 owed) = (life.loan.borrower, life.loan.owed);
        vm.prank(life.loan.lender);
        book.forgive(id, borrower, owed);
        if (isOverdueAt(life.loan, _now)) life.late = true;
        life.loan.status = ILoanBook.Status.Forgiven;
        life.loan.owed = 0;
        _noteEnd(life);
    }

    function _withdraw(address lender) private watched {
        Story storage story = _storyOf[lender];
        address to = _oneIn(2) ? lender : _person();
        dollar.setBlocked(to, false);

        vm.prank(lender);
        uint256 amount = to == lender ? book.withdraw() : book.withdrawTo(to);

        _check(amount == story.claim, "withdrawn");
        _storyOf[to].purse += amount;
        withdrawnTo[to] += amount;
        story.claim = 0;
    }

    // ── Checks around every call ─────────────────────────────────────────────────────────────────────────────────

    /// @dev Of each active loan, before the call. The time is fixed: the moment of an instalment, or a second later.
    function _promises() private returns (Promise[] memory promises) {
        promises = new Promise[](_lives.length);
        for (uint256 i = 1; i < promises.length; i++) {
            if (_lives[i].loan.status != ILoanBook.Status.Active) continue;
            ILoanBook.Summary memory loan = book.summaryOf(base + i);
            uint256 time = _moment(loan);
            promises[i] = Promise(loan.owed, loan.dueTs, time, book.expectedBy(base + i, time));
        }
    }

    /// @dev The handler's status before the call was compared with the book's by the invariant. After the call it is the
    /// expected one, so both edges are checked: the expected and the real one.
    function _keepPromises(Promise[] memory promises) private view {
        for (uint256 i = 1; i < promises.length; i++) {
            Promise memory before = promises[i];
            if (before.dueTs == 0) continue;
            ILoanBook.Summary memory loan = book.summaryOf(base + i);
            _check(
                loan.status == ILoanBook.Status.Active ||
                    loan.status == ILoanBook.Status.Repaid ||
                    loan.status == ILoanBook.Status.Forgiven,
                "an active loan can only end"
            );
            _check(loan.owed <= before.owed, "the borrower owes more");
            _check(loan.dueTs >= before.dueTs, "the borrower has less time");
            _check(book.expectedBy(base + i, before.time) <= before.expected, "more is expected of the borrower");
        }
    }

    function _check(bool condition, string memory what) private pure {
        if (!condition) assertTrue(condition, what);
    }

    // ── Choices ──────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev A loan with this status, created if there is none. `takable`: and not expired.
    function _some(ILoanBook.Status status, bool takable) private returns (uint256 id) {
        uint256 first = _below(_lives.length);
        for (uint256 i = 0; i < _lives.length; i++) {
            id = base + ((first + i) % _lives.length);
            if (_life(id).loan.status == status && (!takable || _life(id).isTakableAt(_now))) return id;
        }
        if (status == ILoanBook.Status.Active) {
            if (_oneIn(2)) _accept(id = _some(ILoanBook.Status.Open, true));
            else _fund(id = _some(ILoanBook.Status.Requested, true), false);
            return id;
        }
        if (status == ILoanBook.Status.Open) _offer(_openDays());
        else _request(_openDays());
        return _end() - 1;
    }

    /// @dev Anyone but the lender, who records what they received instead.
    function _payerOf(uint256 id) private returns (address) {
        return _personBut(_life(id).loan.lender);
    }

    function _life(uint256 id) private view returns (Life storage) {
        return _lives[id - base];
    }

    /// @dev The next id.
    function _end() private view returns (uint256) {
        return base + _lives.length;
    }

    function _lenderWithClaim() private view returns (address) {
        for (uint256 i = 0; i < _people.length; i++) {
            if (_storyOf[_people[i]].claim != 0) return _people[i];
        }
        return address(0);
    }

    function _person() private returns (address) {
        return _people[_below(_people.length)];
    }

    function _personBut(address other) private returns (address) {
        uint256 i = _below(_people.length);
        return _people[i] == other ? _people[(i + 1) % _people.length] : _people[i];
    }

    function _approve(address owner, uint256 amount) private {
        vm.prank(owner);
        dollar.approve(address(book), amount);
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

    function _termsOf(Life storage life) private view returns (ILoanBook.Terms memory) {
        return ILoanBook.Terms(life.loan.principal, life.loan.duration, life.loan.apr, life.loan.instalments);
    }

    // ── Expected state ───────────────────────────────────────────────────────────────────────────────────────────

    /// @notice Indexed by id less `base`; element 0 is empty.
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

    function payments() external view returns (Payment[] memory) {
        return _payments;
    }
}

/// @dev Principal plus interest by the formula in ILoanBook: integer division, plus one unit for any remainder.
function totalOf(ILoanBook.Terms memory terms) pure returns (uint256) {
    uint256 product = terms.principal * terms.apr * terms.duration;
    return terms.principal + product / (10_000 * 365 days) + (product % (10_000 * 365 days) == 0 ? 0 : 1);
}

function isTakableAt(LoanLives.Life storage life, uint256 time) view returns (bool) {
    return life.loan.openUntil == 0 || time <= life.loan.openUntil;
}

/// @dev By the plan in ILoanBook: an instalment is late from the second after its due moment on, if less than its share
/// of the total was repaid by then. Of an active loan.
function isOverdueAt(ILoanBook.Summary memory loan, uint256 time) pure returns (bool) {
    uint256 total = loan.repaid + loan.owed;
    for (uint256 k = 1; k <= loan.instalments; k++) {
        uint256 due = loan.startTs + ((loan.dueTs - loan.startTs) * k) / loan.instalments;
        if (time > due && loan.repaid * loan.instalments < total * k) return true;
    }
    return false;
}

/// @dev Adds a loan that was repaid or forgiven to its borrower's record, by the words of ILoanBook.
function countEnded(ILoanBook.Record storage record, ILoanBook.Summary memory loan, uint256 inCash, bool late) {
    if (loan.repaid < loan.principal) record.forgiven++;
    else record.repaid++;
    if (late && loan.repaid >= loan.principal) record.repaidLate++;
    uint256 moved = loan.repaid - inCash;
    record.repaidDollars += (moved < loan.principal ? moved : loan.principal) / 1e6;
    if (record.repaidDollars > 8_589_934_591) record.repaidDollars = 8_589_934_591;
}
