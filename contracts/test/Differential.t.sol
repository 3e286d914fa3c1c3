// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Vm} from "forge-std/Vm.sol";
import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanLens} from "../src/LoanLens.sol";
import {Dice} from "./support/Dice.sol";
import {paymentDigest, requestDigest} from "./support/Signing.sol";
import {ReferenceLoanBook} from "./reference/ReferenceLoanBook.sol";
import {BlockingDollar} from "./tokens/BlockingDollar.sol";

/// @notice Differential fuzzing: the same random calls on LoanBook and on ReferenceLoanBook, each with a token of its
/// own. After every step both must agree on every loan and account, and at the end on every view. LoanLens reads the one
/// book and ReferenceLens the other, and they must agree too. Most calls succeed; some are invalid on purpose, and then
/// both must revert with the same data.
contract DifferentialTest is Dice {
    uint256 constant STEPS = 14;

    struct Side {
        ILoanBook book;
        BlockingDollar dollar;
        address lens;
    }

    Side real;
    Side plain;
    ReferenceLoanBook plainBook;

    address[] people;
    mapping(address => uint256) keyOf;

    /// @dev How often each command succeeded and reverted, by its selector, and each error, by its own.
    mapping(bytes4 command => uint256) obeyed;
    mapping(bytes4 command => uint256) refused;
    mapping(bytes4 reason => uint256) refusedFor;

    function setUp() public {
        vm.warp(1_800_000_000);
        real.dollar = new BlockingDollar();
        plain.dollar = new BlockingDollar();
        real.book = ILoanBook(deployCode("LoanBook", abi.encode(real.dollar)));
        plainBook = ReferenceLoanBook(deployCode("ReferenceLoanBook", abi.encode(plain.dollar)));
        plain.book = plainBook;
        real.lens = deployCode("LoanLens");
        plain.lens = deployCode("ReferenceLens");

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

    /// @dev A fuzz run makes 14 steps on two books and hundreds of view calls: the 100,000 runs of the verify profile
    /// would take hours.
    /// forge-config: default.fuzz.runs = 64
    /// @custom:verify fuzz.runs = 10000
    function testFuzz_BothBooksAgree(uint256 seed) public {
        dice = seed;
        if (_oneIn(16)) vm.warp(type(uint32).max - _below(365 days));
        for (uint256 i = 0; i < STEPS; i++) {
            _passTime();
            _step();
            _compareStep();
        }
        _compareAll();
        _compareLens(_person());
    }

    /// @notice The same with enough offers and requests for every list to fill several slots, for the board to fill
    /// several blocks, and for the lens to reach its limits.
    /// forge-config: default.fuzz.runs = 2
    /// @custom:verify fuzz.runs = 100
    function testFuzz_BothBooksAgreeOnLongLists(uint256 seed) public {
        dice = seed;
        uint256 count = 200 + _below(200);
        // In some runs there is nothing but offers, or nothing but requests.
        uint256 offersOfTen = _oneIn(3) ? 10 * _below(2) : 1 + _below(9);
        for (uint256 i = 0; i < count; i++) {
            if (_oneIn(8)) skip(_below(1 days));
            if (_below(10) < offersOfTen) _addOffer();
            else _addRequest();
        }
        for (uint256 i = 0; i < count / 2; i++) {
            _take(1 + _below(count));
        }
        _compareAll();
        for (uint256 i = 0; i < 6; i++) {
            _compareBook(count);
            _comparePages(people[_below(4)], count);
            if (i < 2) _comparePagesOfLens(people[_below(4)], count);
        }
        _compareLens(people[_below(4)]);
    }

    /// @notice Checks that the steps above are not vacuous: in one long run every command both succeeds and reverts,
    /// and every reason for a refusal is given.
    function test_StepsReachEveryCommand() public {
        dice = 1;
        for (uint256 i = 0; i < 1900; i++) {
            if (_oneIn(8)) _passTime();
            _step();
        }

        bytes4[21] memory commands = [
            ILoanBook.createOffer.selector,
            ILoanBook.createOfferFor.selector,
            ILoanBook.createOfferWithPermit.selector,
            ILoanBook.createRequest.selector,
            ILoanBook.acceptOffer.selector,
            ILoanBook.acceptOfferWithTerms.selector,
            ILoanBook.fundRequest.selector,
            ILoanBook.fundRequestWithPermit.selector,
            ILoanBook.cancelOffer.selector,
            ILoanBook.cancelRequest.selector,
            ILoanBook.extend.selector,
            ILoanBook.forgive.selector,
            ILoanBook.recordPayment.selector,
            ILoanBook.repay.selector,
            ILoanBook.repayWithPermit.selector,
            ILoanBook.withdraw.selector,
            ILoanBook.withdrawTo.selector,
            ILoanBook.fundSigned.selector,
            ILoanBook.fundSignedWithPermit.selector,
            ILoanBook.repaySigned.selector,
            ILoanBook.voidSigned.selector
        ];
        uint256 obeyedInAll = 0;
        for (uint256 i = 0; i < commands.length; i++) {
            assertGe(obeyed[commands[i]], 5, "obeyed");
            assertGe(refused[commands[i]], 2, "refused");
            obeyedInAll += obeyed[commands[i]];
        }
        assertGe(obeyedInAll, 950, "most steps must succeed");
        _everyReasonWasGiven();
    }

    function _everyReasonWasGiven() private view {
        bytes4[26] memory reasons = [
            ILoanBook.PrincipalOutOfRange.selector,
            ILoanBook.DurationOutOfRange.selector,
            ILoanBook.AprOutOfRange.selector,
            ILoanBook.InstalmentsOutOfRange.selector,
            ILoanBook.OpenDaysOutOfRange.selector,
            ILoanBook.CommentTooLong.selector,
            ILoanBook.AddressedToLender.selector,
            ILoanBook.AddressedToBorrower.selector,
            ILoanBook.OfferNotOpen.selector,
            ILoanBook.RequestNotOpen.selector,
            ILoanBook.LoanNotActive.selector,
            ILoanBook.NotTheLender.selector,
            ILoanBook.NotTheBorrower.selector,
            ILoanBook.OwnOffer.selector,
            ILoanBook.OwnRequest.selector,
            ILoanBook.OwnLoan.selector,
            ILoanBook.AddressedToAnother.selector,
            ILoanBook.Expired.selector,
            ILoanBook.TermsChanged.selector,
            ILoanBook.NothingToPay.selector,
            ILoanBook.NothingToExtend.selector,
            ILoanBook.NothingToWithdraw.selector,
            ILoanBook.InvalidSignature.selector,
            ILoanBook.SignatureExpired.selector,
            ILoanBook.NumberSpent.selector,
            ILoanBook.TransferFromFailed.selector
        ];
        for (uint256 i = 0; i < reasons.length; i++) {
            assertGt(refusedFor[reasons[i]], 0, vm.toString(abi.encodePacked(reasons[i])));
        }
        assertGt(refusedFor[ILoanBook.TransferFailed.selector], 0, "TransferFailed");
    }

    // ── Steps ────────────────────────────────────────────────────────────────────────────────────────────────────

    function _step() private frees {
        uint256 roll = _below(118);
        // Three of four steps that are not possible yet are replaced by an earlier one; the fourth is tried, and
        // reverts.
        if (!_oneIn(4)) {
            bool needsActive = (roll >= 56 && roll < 89) || (roll >= 108 && roll < 116);
            if (needsActive && !_has(ILoanBook.Status.Active)) roll = 26 + _below(22);
            if (roll >= 26 && roll < 38 && !_has(ILoanBook.Status.Open)) roll = _below(16);
            if (roll >= 38 && roll < 48 && !_has(ILoanBook.Status.Requested)) roll = 16;
        }
        if (roll < 5) _createOffer();
        else if (roll < 11) _createOfferFor();
        else if (roll < 16) _createOfferWithPermit();
        else if (roll < 26) _createRequest();
        else if (roll < 38) _acceptOffer();
        else if (roll < 48) _fundRequest();
        else if (roll < 52) _cancelOffer();
        else if (roll < 56) _cancelRequest();
        else if (roll < 62) _extend();
        else if (roll < 65) _forgive();
        else if (roll < 75) _repay();
        else if (roll < 80) _recordPayment();
        else if (roll < 89) _repayWithPermit();
        else if (roll < 94) _withdraw();
        else if (roll < 98) _block();
        else if (roll < 100) _approve(_person(), _oneIn(3) ? _below(10_000e6) : type(uint256).max);
        else if (roll < 108) _fundSigned();
        else if (roll < 116) _repaySigned();
        else _both(_person(), abi.encodeCall(ILoanBook.voidSigned, (_number())));
    }

    function _has(ILoanBook.Status status) private view returns (bool) {
        for (uint256 id = plain.book.nextId() - 1; id > 0; id--) {
            if (plainBook.statusOf(id) == status) return true;
        }
        return false;
    }

    function _createOffer() private {
        ILoanBook.Terms memory terms = _anyTerms();
        bytes memory call = abi.encodeCall(
            ILoanBook.createOffer,
            (terms.principal, terms.duration, terms.apr, _anyComment())
        );
        _both(_payer(_person()), call);
    }

    function _createOfferFor() private {
        address borrower = _oneIn(4) ? address(0) : _person();
        bytes memory call = abi.encodeCall(
            ILoanBook.createOfferFor,
            (borrower, _anyTerms(), _anyComment(), _anyOpenDays())
        );
        _both(_payer(_oneIn(8) ? borrower : _someoneBut(borrower)), call);
    }

    struct Permit {
        uint256 deadline;
        uint8 v;
        bytes32 r;
        bytes32 s;
    }

    struct Offer {
        address borrower;
        ILoanBook.Terms terms;
        string comment;
        uint256 openDays;
    }

    function _createOfferWithPermit() private {
        address lender = _person();
        Offer memory offer = Offer(_oneIn(2) ? address(0) : _person(), _anyTerms(), _anyComment(), _anyOpenDays());
        (Permit memory onReal, Permit memory onPlain) = _permits(lender, offer.terms.principal);
        _both(lender, _offerCall(offer, onReal), _offerCall(offer, onPlain));
    }

    function _offerCall(Offer memory offer, Permit memory permit) private pure returns (bytes memory) {
        return
            abi.encodeCall(
                ILoanBook.createOfferWithPermit,
                (
                    offer.borrower,
                    offer.terms,
                    offer.comment,
                    offer.openDays,
                    permit.deadline,
                    permit.v,
                    permit.r,
                    permit.s
                )
            );
    }

    function _createRequest() private {
        address lender = _oneIn(2) ? address(0) : _person();
        bytes memory call = abi.encodeCall(
            ILoanBook.createRequest,
            (lender, _anyTerms(), _anyComment(), _anyOpenDays())
        );
        _both(_oneIn(8) ? _person() : _someoneBut(lender), call);
    }

    function _acceptOffer() private {
        uint256 id = _id(ILoanBook.Status.Open);
        ILoanBook.Loan memory loan = plain.book.getOffer(id);
        address borrower = loan.borrower == address(0) ? _someoneBut(loan.lender) : loan.borrower;
        if (_oneIn(6)) borrower = _person();
        if (_oneIn(2)) return _both(borrower, abi.encodeCall(ILoanBook.acceptOffer, (id)));
        address lender = _oneIn(16) ? _person() : loan.lender;
        _both(borrower, abi.encodeCall(ILoanBook.acceptOfferWithTerms, (id, lender, _termsOf(id))));
    }

    function _fundRequest() private {
        uint256 id = _id(ILoanBook.Status.Requested);
        ILoanBook.Loan memory loan = plain.book.getOffer(id);
        address lender = loan.lender == address(0) ? _someoneBut(loan.borrower) : loan.lender;
        if (_oneIn(6)) lender = _person();
        address borrower = _oneIn(16) ? _person() : loan.borrower;
        ILoanBook.Terms memory terms = _termsOf(id);
        if (_oneIn(2)) return _both(_payer(lender), abi.encodeCall(ILoanBook.fundRequest, (id, borrower, terms)));
        (Permit memory onReal, Permit memory onPlain) = _permits(lender, terms.principal);
        _both(lender, _fundCall(id, borrower, terms, onReal), _fundCall(id, borrower, terms, onPlain));
    }

    function _fundCall(
        uint256 id,
        address borrower,
        ILoanBook.Terms memory terms,
        Permit memory permit
    ) private pure returns (bytes memory) {
        return
            abi.encodeCall(
                ILoanBook.fundRequestWithPermit,
                (id, borrower, terms, permit.deadline, permit.v, permit.r, permit.s)
            );
    }

    function _cancelOffer() private {
        uint256 id = _id(ILoanBook.Status.Open);
        address lender = plain.book.getOffer(id).lender;
        _both(_oneIn(6) ? _person() : lender, abi.encodeCall(ILoanBook.cancelOffer, (id)));
    }

    function _cancelRequest() private {
        uint256 id = _id(ILoanBook.Status.Requested);
        address borrower = plain.book.getOffer(id).borrower;
        _both(_oneIn(6) ? _person() : borrower, abi.encodeCall(ILoanBook.cancelRequest, (id)));
    }

    /// @dev The sum of all extensions has a maximum: sometimes this one reaches it, or exceeds it by a second.
    function _extend() private {
        uint256 id = _id(ILoanBook.Status.Active);
        ILoanBook.Loan memory loan = plain.book.getOffer(id);
        uint256 dueTs = loan.dueTs + _upTo(type(uint32).max, 30 days);
        if (_oneIn(12)) dueTs = _oneIn(2) ? loan.dueTs : _below(loan.dueTs + 1);
        if (_oneIn(40)) dueTs = type(uint256).max - _below(3);
        if (_oneIn(6)) dueTs = loan.startTs + loan.duration + type(uint32).max + _below(2);
        bytes memory call = abi.encodeCall(ILoanBook.extend, (id, _borrowerOf(loan), dueTs));
        _both(_oneIn(6) ? _person() : loan.lender, call);
    }

    function _forgive() private {
        uint256 id = _id(ILoanBook.Status.Active);
        ILoanBook.Loan memory loan = plain.book.getOffer(id);
        uint256 owed = plain.book.owed(id);
        if (_oneIn(12)) owed = _amount(owed);
        bytes memory call = abi.encodeCall(ILoanBook.forgive, (id, _borrowerOf(loan), owed));
        _both(_oneIn(4) ? _person() : loan.lender, call);
    }

    function _recordPayment() private {
        uint256 id = _id(ILoanBook.Status.Active);
        ILoanBook.Loan memory loan = plain.book.getOffer(id);
        uint256 repaid = _oneIn(12) ? _amount(loan.repaid) : loan.repaid;
        uint256 amount = _amount(plain.book.owed(id));
        bytes memory call = abi.encodeCall(ILoanBook.recordPayment, (id, _borrowerOf(loan), amount, repaid));
        _both(_oneIn(8) ? _person() : loan.lender, call);
    }

    /// @dev Seldom another one.
    function _borrowerOf(ILoanBook.Loan memory loan) private returns (address) {
        return _oneIn(16) ? _person() : loan.borrower;
    }

    /// @dev Mostly not the lender, who must record a payment instead.
    function _repay() private {
        uint256 id = _id(ILoanBook.Status.Active);
        address lender = plain.book.getOffer(id).lender;
        if (_oneIn(6)) _setBlocked(lender, true);
        address payer = _oneIn(12) ? lender : _someoneBut(lender);
        _both(_payer(payer), abi.encodeCall(ILoanBook.repay, (id, _amount(plain.book.owed(id)))));
    }

    function _repayWithPermit() private {
        uint256 id = _id(ILoanBook.Status.Active);
        ILoanBook.Loan memory loan = plain.book.getOffer(id);
        if (_oneIn(16)) loan.lender = _person();
        loan.borrower = _borrowerOf(loan);
        uint256 amount = _amount(plain.book.owed(id));
        address payer = _oneIn(2) ? people[people.length - 1] : _person();
        (Permit memory onReal, Permit memory onPlain) = _permits(payer, amount);
        _both(payer, _repayCall(id, loan, amount, onReal), _repayCall(id, loan, amount, onPlain));
    }

    function _repayCall(
        uint256 id,
        ILoanBook.Loan memory loan,
        uint256 amount,
        Permit memory permit
    ) private pure returns (bytes memory) {
        return
            abi.encodeCall(
                ILoanBook.repayWithPermit,
                (id, loan.lender, loan.borrower, amount, permit.deadline, permit.v, permit.r, permit.s)
            );
    }

    function _fundSigned() private {
        ILoanBook.SignedRequest memory request;
        request.borrower = _person();
        address lender = _oneIn(12) ? request.borrower : _someoneBut(request.borrower);
        if (_oneIn(2)) request.lender = _oneIn(8) ? _person() : lender;
        (request.terms, request.comment, request.number) = (_anyTerms(), _anyComment(), _number());
        request.deadline = _oneIn(12) ? block.timestamp - 1 : block.timestamp + _below(2);
        (bytes memory onReal, bytes memory onPlain) = _signatures(
            request.borrower,
            requestDigest(address(real.book), request),
            requestDigest(address(plain.book), request)
        );
        if (_oneIn(2)) return _fundSignedWithPermit(lender, request, onReal, onPlain);
        _both(
            _payer(lender),
            abi.encodeCall(ILoanBook.fundSigned, (request, onReal)),
            abi.encodeCall(ILoanBook.fundSigned, (request, onPlain))
        );
    }

    function _fundSignedWithPermit(
        address lender,
        ILoanBook.SignedRequest memory request,
        bytes memory onReal,
        bytes memory onPlain
    ) private {
        (Permit memory real_, Permit memory plain_) = _permits(lender, request.terms.principal);
        _both(
            lender,
            abi.encodeCall(
                ILoanBook.fundSignedWithPermit,
                (request, onReal, real_.deadline, real_.v, real_.r, real_.s)
            ),
            abi.encodeCall(
                ILoanBook.fundSignedWithPermit,
                (request, onPlain, plain_.deadline, plain_.v, plain_.r, plain_.s)
            )
        );
    }

    function _repaySigned() private {
        ILoanBook.SignedPayment memory payment;
        payment.id = _id(ILoanBook.Status.Active);
        ILoanBook.Loan memory loan = plain.book.getOffer(payment.id);
        if (_oneIn(6)) _setBlocked(loan.lender, true);
        payment.lender = _oneIn(16) ? _person() : loan.lender;
        payment.borrower = _borrowerOf(loan);
        payment.payer = _oneIn(12) ? loan.lender : _someoneBut(loan.lender);
        (payment.amount, payment.number) = (_amount(plain.book.owed(payment.id)), _number());
        payment.validBefore = _oneIn(12) ? block.timestamp : block.timestamp + 1 + _below(2);
        (bytes memory onReal, bytes memory onPlain) = _signatures(
            payment.payer,
            paymentDigest(address(real.book), payment),
            paymentDigest(address(plain.book), payment)
        );
        _both(
            _person(),
            abi.encodeCall(ILoanBook.repaySigned, (payment, onReal)),
            abi.encodeCall(ILoanBook.repaySigned, (payment, onPlain))
        );
    }

    /// @dev Some of them again and again.
    function _number() private returns (uint256) {
        return _oneIn(4) ? _below(3) : _dice();
    }

    /// @dev Mostly by the signer; otherwise by another, with the other `s`, or without its last byte.
    function _signatures(
        address signer,
        bytes32 real_,
        bytes32 plain_
    ) private returns (bytes memory onReal, bytes memory onPlain) {
        uint256 roll = _below(30);
        uint256 key = keyOf[roll == 0 || signer == address(0) ? people[0] : signer];
        return (_signature(key, real_, roll), _signature(key, plain_, roll));
    }

    function _signature(uint256 key, bytes32 digest, uint256 roll) private pure returns (bytes memory) {
        uint256 order = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        if (roll == 1) return abi.encodePacked(r, order - uint256(s), v == 27 ? uint8(28) : uint8(27));
        return roll == 2 ? abi.encodePacked(r, s) : abi.encodePacked(r, s, v);
    }

    function _withdraw() private {
        address lender = _person();
        for (uint256 i = 0; i < people.length && plain.book.claimable(lender) == 0; i++) {
            lender = people[i];
        }
        if (_oneIn(2)) return _both(lender, abi.encodeCall(ILoanBook.withdrawTo, (_person())));
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

    /// @dev In a quarter of the steps no time passes; sometimes the clock moves exactly to the end of an offer or a
    /// request or to the due moment of an instalment, or one second after.
    function _passTime() private {
        uint256 roll = _below(24);
        if (roll < 6) return;
        if (roll < 14) return skip(_below(20 days));
        if (roll < 15) return skip(_below(3 * 365 days));
        uint256 moment = _momentOf(_below(plain.book.nextId()));
        if (moment > block.timestamp && moment < block.timestamp + 10 * 365 days) vm.warp(moment);
    }

    function _momentOf(uint256 id) private returns (uint256) {
        ILoanBook.Summary memory loan = plain.book.summaryOf(id);
        if (loan.status == ILoanBook.Status.Active) return _moment(loan);
        return loan.openUntil + _below(2);
    }

    // ── Steps for long lists ─────────────────────────────────────────────────────────────────────────────────────

    function _addOffer() private frees {
        address borrower = _oneIn(3) ? people[1] : address(0);
        ILoanBook.Terms memory terms = ILoanBook.Terms(1 + _below(9), 1 + _below(9 days), 1, 1 + _below(3));
        uint256 openDays = _oneIn(3) ? 1 + _below(60) : 0;
        string memory comment = _oneIn(8) ? "hola" : "";
        _both(
            people[(_below(8) / 7) * 2],
            abi.encodeCall(ILoanBook.createOfferFor, (borrower, terms, comment, openDays))
        );
    }

    function _addRequest() private frees {
        address lender = _oneIn(3) ? people[0] : address(0);
        ILoanBook.Terms memory terms = ILoanBook.Terms(1 + _below(9), 1 + _below(9 days), 1, 1 + _below(3));
        uint256 openDays = _oneIn(3) ? 1 + _below(60) : 0;
        _both(people[(_below(8) / 7) * 2 + 1], abi.encodeCall(ILoanBook.createRequest, (lender, terms, "", openDays)));
    }

    /// @dev Takes or cancels it, whatever it is.
    function _take(uint256 id) private frees {
        ILoanBook.Loan memory loan = plain.book.getOffer(id);
        bool isOffer = loan.status == ILoanBook.Status.Open;
        if (_oneIn(4)) {
            if (isOffer) _both(loan.lender, abi.encodeCall(ILoanBook.cancelOffer, (id)));
            else _both(loan.borrower, abi.encodeCall(ILoanBook.cancelRequest, (id)));
        } else if (isOffer) {
            _both(people[(_below(6) / 5) * 2 + 1], abi.encodeCall(ILoanBook.acceptOffer, (id)));
        } else {
            ILoanBook.Terms memory terms = plain.book.termsOf(id);
            _both(people[(_below(6) / 5) * 2], abi.encodeCall(ILoanBook.fundRequest, (id, loan.borrower, terms)));
        }
    }

    // ── Both sides ───────────────────────────────────────────────────────────────────────────────────────────────

    function _both(address caller, bytes memory call) private {
        _both(caller, call, call);
    }

    function _both(address caller, bytes memory onReal, bytes memory onPlain) private {
        (bool realOk, bytes memory realOut, Vm.Log[] memory realLogs) = _play(real, caller, onReal);
        (bool plainOk, bytes memory plainOut, Vm.Log[] memory plainLogs) = _play(plain, caller, onPlain);

        if (keccak256(realOut) != keccak256(plainOut)) assertEq(realOut, plainOut, "answer");
        if (realOk != plainOk) assertEq(realOk, plainOk, "one book refused");
        _sameLogs(realLogs, plainLogs);
        realOk ? obeyed[bytes4(onReal)]++ : refused[bytes4(onReal)]++;
        if (!realOk) refusedFor[bytes4(realOut)]++;
    }

    /// @dev The same, except that each book and each token has its own address.
    function _sameLogs(Vm.Log[] memory realLogs, Vm.Log[] memory plainLogs) private view {
        for (uint256 i = 0; i < plainLogs.length; i++) {
            plainLogs[i].emitter = _asReal(plainLogs[i].emitter);
            for (uint256 t = 0; t < plainLogs[i].topics.length; t++) {
                bytes32 topic = plainLogs[i].topics[t];
                if (uint256(topic) >> 160 != 0) continue;
                plainLogs[i].topics[t] = bytes32(uint256(uint160(_asReal(address(uint160(uint256(topic)))))));
            }
        }
        if (keccak256(abi.encode(realLogs)) == keccak256(abi.encode(plainLogs))) return;
        assertEq(realLogs.length, plainLogs.length, "number of events");
        for (uint256 i = 0; i < realLogs.length; i++) {
            assertEq(abi.encode(realLogs[i]), abi.encode(plainLogs[i]), "event");
        }
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
        for (uint256 id = 1; id <= next; id++) {
            _same(abi.encodeCall(ILoanBook.summaryOf, (id)));
        }
        _comparePerson(_person());
        _compareExpectations(_below(next));
        if (!_oneIn(8)) return;
        _compareListsOf(_person());
        _compareBook(next);
    }

    function _compareAll() private {
        uint256 next = plain.book.nextId();
        for (uint256 id = 0; id <= next; id++) {
            _compareLoan(id);
            _compareExpectations(id);
            _same(abi.encodeCall(ILoanBook.allOfferIds, (id)));
        }
        _compareLoan(_dice());
        for (uint256 i = 0; i < people.length; i++) {
            _comparePerson(people[i]);
            _compareListsOf(people[i]);
        }
        _comparePages(_person(), next / 4);
        _comparePerson(address(0));
        _compareListsOf(address(0));
        _compareBook(next);
        _same(abi.encodeCall(ILoanBook.MAX_PRINCIPAL, ()));
        _same(abi.encodeCall(ILoanBook.MAX_DURATION, ()));
        _same(abi.encodeCall(ILoanBook.MAX_APR, ()));
        _same(abi.encodeCall(ILoanBook.MAX_INSTALMENTS, ()));
        _same(abi.encodeCall(ILoanBook.MAX_OPEN_DAYS, ()));
        _same(abi.encodeCall(ILoanBook.MAX_COMMENT, ()));
    }

    function _compareBook(uint256 next) private {
        _same(abi.encodeCall(ILoanBook.nextId, ()));
        _same(abi.encodeCall(ILoanBook.allOffersLength, ()));
        _same(abi.encodeCall(ILoanBook.allOfferIds, (_offset(next))));
        _same(abi.encodeCall(ILoanBook.openOffersLength, ()));
        _same(abi.encodeCall(ILoanBook.openOfferIds, (_offset(next / 2))));
        _same(abi.encodeCall(ILoanBook.getOpenOfferIds, (0, type(uint256).max)));
        _same(abi.encodeCall(ILoanBook.getOpenOfferIds, (_offset(next / 2), _offset(next / 2))));
        _same(abi.encodeCall(ILoanBook.getNewestOpenOfferIds, (type(uint256).max, type(uint256).max)));
        _same(abi.encodeCall(ILoanBook.getNewestOpenOfferIds, (_offset(next), _offset(next / 2))));
        _same(abi.encodeCall(ILoanBook.openRequestsLength, ()));
        _same(abi.encodeCall(ILoanBook.getOpenRequestIds, (0, type(uint256).max)));
        _same(abi.encodeCall(ILoanBook.getOpenRequestIds, (_offset(next / 2), _offset(next / 2))));
        _same(abi.encodeCall(ILoanBook.getNewestOpenRequestIds, (type(uint256).max, type(uint256).max)));
        _same(abi.encodeCall(ILoanBook.getNewestOpenRequestIds, (_offset(next), _offset(next / 2))));
        assertEq(real.dollar.balanceOf(address(real.book)), plain.dollar.balanceOf(address(plain.book)), "in the book");
    }

    function _compareLoan(uint256 id) private view {
        _same(abi.encodeCall(ILoanBook.getOffer, (id)));
        _same(abi.encodeCall(ILoanBook.loans, (id)));
        _same(abi.encodeCall(ILoanBook.termsOf, (id)));
        _same(abi.encodeCall(ILoanBook.openUntil, (id)));
        _same(abi.encodeCall(ILoanBook.detailsOf, (id)));
        _same(abi.encodeCall(ILoanBook.owed, (id)));
    }

    function _compareExpectations(uint256 id) private {
        _same(abi.encodeCall(ILoanBook.expectedBy, (id, block.timestamp)));
        ILoanBook.Summary memory loan = plain.book.summaryOf(id);
        if (loan.status != ILoanBook.Status.Active) return;
        _same(abi.encodeCall(ILoanBook.expectedBy, (id, _oneIn(8) ? _dice() : loan.startTs)));
        _same(abi.encodeCall(ILoanBook.expectedBy, (id, _moment(loan))));
        _same(abi.encodeCall(ILoanBook.expectedBy, (id, _moment(loan))));
    }

    function _comparePerson(address person) private view {
        _same(abi.encodeCall(ILoanBook.claimable, (person)));
        _same(abi.encodeCall(ILoanBook.recordOf, (person)));
        _same(abi.encodeCall(ILoanBook.isSpent, (person, 1)));
        uint256 balance = plain.dollar.balanceOf(person);
        if (real.dollar.balanceOf(person) != balance) assertEq(real.dollar.balanceOf(person), balance, "balance");
        uint256 allowed = plain.dollar.allowance(person, address(plain.book));
        uint256 realAllowed = real.dollar.allowance(person, address(real.book));
        if (realAllowed != allowed) assertEq(realAllowed, allowed, "allowance");
    }

    function _compareListsOf(address person) private view {
        _same(abi.encodeCall(ILoanBook.offersByLenderLength, (person)));
        _same(abi.encodeCall(ILoanBook.getOffersByLenderIds, (person, 0, type(uint256).max)));
        _same(abi.encodeCall(ILoanBook.loansByBorrowerLength, (person)));
        _same(abi.encodeCall(ILoanBook.getLoansByBorrowerIds, (person, 0, type(uint256).max)));
        _same(abi.encodeCall(ILoanBook.offersForBorrowerLength, (person)));
        _same(abi.encodeCall(ILoanBook.getOffersForBorrowerIds, (person, 0, type(uint256).max)));
        _same(abi.encodeCall(ILoanBook.requestsByBorrowerLength, (person)));
        _same(abi.encodeCall(ILoanBook.getRequestsByBorrowerIds, (person, 0, type(uint256).max)));
        _same(abi.encodeCall(ILoanBook.requestsForLenderLength, (person)));
        _same(abi.encodeCall(ILoanBook.getRequestsForLenderIds, (person, 0, type(uint256).max)));
    }

    function _comparePages(address person, uint256 about) private {
        _same(abi.encodeCall(ILoanBook.offersByLender, (person, _offset(about))));
        _same(abi.encodeCall(ILoanBook.getOffersByLenderIds, (person, _offset(about), _offset(about))));
        _same(abi.encodeCall(ILoanBook.loansByBorrower, (person, _offset(about))));
        _same(abi.encodeCall(ILoanBook.getLoansByBorrowerIds, (person, _offset(about), _offset(about))));
        _same(abi.encodeCall(ILoanBook.offersForBorrower, (person, _offset(about))));
        _same(abi.encodeCall(ILoanBook.getOffersForBorrowerIds, (person, _offset(about), _offset(about))));
        _same(abi.encodeCall(ILoanBook.getRequestsByBorrowerIds, (person, _offset(about), _offset(about))));
        _same(abi.encodeCall(ILoanBook.getRequestsForLenderIds, (person, _offset(about), _offset(about))));
    }

    function _same(bytes memory query) private view frees {
        _sameAnswer(address(real.book), query, address(plain.book), query);
    }

    function _sameAnswer(
        address realTarget,
        bytes memory onReal,
        address plainTarget,
        bytes memory onPlain
    ) private view {
        (bool realOk, bytes memory realOut) = realTarget.staticcall(onReal);
        (bool plainOk, bytes memory plainOut) = plainTarget.staticcall(onPlain);
        if (realOk == plainOk && keccak256(realOut) == keccak256(plainOut)) return;
        assertEq(realOk, plainOk, vm.toString(onReal));
        // An answer may have hundreds of kilobytes: shows the first word that differs.
        for (uint256 i = 32; i <= realOut.length && i <= plainOut.length; i += 32) {
            (bytes32 realWord, bytes32 plainWord) = (_word(realOut, i), _word(plainOut, i));
            if (realWord != plainWord)
                assertEq(realWord, plainWord, string.concat(vm.toString(onReal), " at ", vm.toString(i)));
        }
        assertEq(realOut.length, plainOut.length, vm.toString(onReal));
    }

    function _word(bytes memory data, uint256 offset) private pure returns (bytes32 word) {
        assembly ("memory-safe") {
            word := mload(add(data, offset))
        }
    }

    // ── The lens ─────────────────────────────────────────────────────────────────────────────────────────────────

    function _compareLens(address person) private {
        ILoanBook book = real.book;
        uint256 next = plain.book.nextId();
        uint256 max = type(uint256).max;
        bytes memory query = abi.encodeCall(
            LoanLens.dashboard,
            (book, person, _offset(next), _offset(next), _offset(next / 4))
        );
        _sameSight(query);
        _sameSight(abi.encodeCall(LoanLens.openOffers, (book, max, max)));
        _sameSight(abi.encodeCall(LoanLens.openRequests, (book, max, max)));
        _sameSight(abi.encodeCall(LoanLens.packedOffers, (book, max, max)));
        _sameSight(abi.encodeCall(LoanLens.packedRequests, (book, max, max)));
        for (uint256 i = 0; i < people.length; i++) {
            _sameSight(abi.encodeCall(LoanLens.personOf, (book, people[i])));
        }
        uint256[] memory ids = new uint256[](3);
        (ids[0], ids[1], ids[2]) = (_below(next), _below(next + 1), _dice());
        _sameSight(abi.encodeCall(LoanLens.itemsOf, (book, person, ids)));
        _comparePagesOfLens(person, next / 2);
    }

    function _comparePagesOfLens(address person, uint256 about) private {
        ILoanBook book = real.book;
        _sameSight(abi.encodeCall(LoanLens.openOffers, (book, _offset(about), _offset(about))));
        _sameSight(abi.encodeCall(LoanLens.openRequests, (book, _offset(about), _offset(about))));
        _sameSight(abi.encodeCall(LoanLens.packedOffers, (book, _offset(about), _offset(about))));
        _sameSight(abi.encodeCall(LoanLens.packedRequests, (book, _offset(about), _offset(about))));
        _sameSight(abi.encodeCall(LoanLens.offersFor, (book, person, _offset(about), _offset(about))));
        _sameSight(abi.encodeCall(LoanLens.requestsFor, (book, person, _offset(about), _offset(about))));
        LoanLens.OwnList list = LoanLens.OwnList(_below(3));
        _sameSight(abi.encodeCall(LoanLens.ownOf, (book, person, list, _offset(about), _offset(about))));
    }

    /// @dev The query has the real book as its first argument, in whose place the other lens gets the other book.
    function _sameSight(bytes memory onReal) private view frees {
        bytes memory onPlain = bytes.concat(onReal);
        address plainBook_ = address(plain.book);
        assembly ("memory-safe") {
            mstore(add(onPlain, 36), plainBook_)
        }
        _sameAnswer(real.lens, onReal, plain.lens, onPlain);
    }

    // ── Dice ─────────────────────────────────────────────────────────────────────────────────────────────────────

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

    /// @dev The terms of the loan; seldom with one of them changed.
    function _termsOf(uint256 id) private returns (ILoanBook.Terms memory terms) {
        terms = plain.book.termsOf(id);
        uint256 roll = _below(32);
        if (roll == 0) terms.principal ^= 1 + _below(9);
        if (roll == 1) terms.duration ^= 1 + _below(9);
        if (roll == 2) terms.apr ^= 1 + _below(9);
        if (roll == 3) terms.instalments ^= 1 + _below(9);
    }

    function _anyTerms() private returns (ILoanBook.Terms memory terms) {
        terms = _terms();
        terms.principal = _inRange(terms.principal, 0, type(uint56).max);
        terms.duration = _inRange(terms.duration, 0, type(uint32).max);
        terms.apr = _inRange(terms.apr, 0, type(uint16).max);
        terms.instalments = _inRange(terms.instalments, 0, 60);
    }

    /// @dev Seldom a number out of range instead of the given one: too small, or too large by one or by far.
    function _inRange(uint256 value, uint256 tooSmall, uint256 max) private returns (uint256) {
        if (!_oneIn(40)) return value;
        if (_oneIn(2)) return tooSmall;
        return max + 1 + (_oneIn(2) ? 0 : _dice() % 2 ** (1 + _below(200)));
    }

    function _anyOpenDays() private returns (uint256) {
        return _inRange(_openDays(), 256, 255);
    }

    function _anyComment() private returns (string memory) {
        return _oneIn(40) ? string(new bytes(281 + _below(9))) : _comment();
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
