// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {TestDollar} from "../src/TestDollar.sol";
import {Dice} from "./support/Dice.sol";
import {paymentDigest, requestDigest} from "./support/Signing.sol";
import {BlockingDollar} from "./tokens/BlockingDollar.sol";
import {FeeDollar} from "./tokens/FeeDollar.sol";
import {GenerousDollar} from "./tokens/GenerousDollar.sol";
import {LyingDollar} from "./tokens/LyingDollar.sol";
import {ReenteringDollar} from "./tokens/ReenteringDollar.sol";
import {SpitefulDollar} from "./tokens/SpitefulDollar.sol";

/// @notice Random commands with a token that changes its mind before each of them. Whatever it does within the trust
/// model of Escrow, and whether a command succeeds or not, the book never owes more than it holds: the principals of open
/// offers, and what is claimable.
abstract contract HostileLives is Dice {
    uint256 constant STEPS = 45;

    TestDollar dollar;
    ILoanBook book;
    address[] people;
    mapping(address => uint256) keyOf;
    uint256 numbers;

    /// @dev How many commands succeeded while the token was hostile, and how many did not.
    uint256 obeyed;
    uint256 refused;

    function setUp() public {
        vm.warp(1_800_000_000);
        dollar = _deployDollar();
        book = ILoanBook(deployCode("LoanBook", abi.encode(dollar)));
        string[3] memory names = ["ana", "luis", "eva"];
        for (uint256 i = 0; i < names.length; i++) {
            (address person, uint256 key) = makeAddrAndKey(names[i]);
            people.push(person);
            keyOf[person] = key;
            deal(address(dollar), people[i], 1_000_000e6);
            vm.prank(people[i]);
            dollar.approve(address(book), type(uint256).max);
        }
    }

    function _deployDollar() internal virtual returns (TestDollar);

    /// @dev The token becomes hostile, in a way that the dice choose.
    function _provoke() internal virtual;

    /// @dev The token does what a token should.
    function _calm() internal virtual;

    function testFuzz_TheBookHoldsWhatItOwes(uint256 seed) public {
        dice = seed;
        _live(STEPS);
        _everybodyLeaves();
    }

    /// @notice Checks that the test above is not vacuous.
    function test_HostileStepsAreObeyedAndRefused() public {
        dice = 7;
        _live(3 * STEPS);
        assertGt(obeyed, STEPS / 3, "obeyed");
        assertGt(refused, 5, "refused");
    }

    function _live(uint256 steps) private {
        for (uint256 i = 0; i < steps; i++) {
            bool isHostile = _oneIn(2);
            if (isHostile) _provoke();
            else _calm();
            if (_oneIn(4)) skip(_below(5 days));
            bool done = _step();
            if (isHostile) done ? obeyed++ : refused++;
            if (i % 3 == 0) _isSolvent();
        }
        _isSolvent();
    }

    /// @dev Any command, mostly by whom it is for.
    function _step() private frees returns (bool done) {
        uint256 id = _below(book.nextId() + 1);
        ILoanBook.Summary memory loan = book.summaryOf(id);
        uint256 roll = _below(8);
        if (roll == 0 || loan.status == ILoanBook.Status.None) return _publish();
        if (loan.status == ILoanBook.Status.Open) {
            if (roll < 3) return _call(loan.lender, abi.encodeCall(book.cancelOffer, (id)));
            address borrower = loan.borrower == address(0) ? _person() : loan.borrower;
            return _call(borrower, abi.encodeCall(book.acceptOffer, (id)));
        }
        if (loan.status == ILoanBook.Status.Requested) {
            if (roll < 2) return _call(loan.borrower, abi.encodeCall(book.cancelRequest, (id)));
            bytes memory call = abi.encodeCall(book.fundRequest, (id, loan.borrower, book.termsOf(id)));
            return _call(loan.lender == address(0) ? _person() : loan.lender, call);
        }
        if (loan.status == ILoanBook.Status.Active) return _actOn(id, loan, roll);
        bytes memory withdrawal =
            roll < 4 ? abi.encodeCall(book.withdraw, ()) : abi.encodeCall(book.withdrawTo, (_person()));
        return _call(_person(), withdrawal);
    }

    function _publish() private returns (bool) {
        uint256 principal = 1 + _below(10_000e6);
        ILoanBook.Terms memory terms = ILoanBook.Terms(principal, 1 + _below(60 days), 1 + _below(5000), 1 + _below(4));
        address person = _oneIn(2) ? _person() : address(0);
        uint256 openDays = _oneIn(3) ? 1 + _below(9) : 0;
        if (_oneIn(4)) return _fundSigned(terms);
        if (_oneIn(3)) return _call(_person(), abi.encodeCall(book.createRequest, (person, terms, "", openDays)));
        if (_oneIn(2)) return _call(_person(), abi.encodeCall(book.createOfferFor, (person, terms, "", openDays)));
        bytes memory call = abi.encodeCall(
            book.createOfferWithPermit,
            (person, terms, "", openDays, block.timestamp, 27, bytes32(dice), bytes32(dice))
        );
        return _call(_person(), call);
    }

    function _fundSigned(ILoanBook.Terms memory terms) private returns (bool) {
        ILoanBook.SignedRequest memory request = ILoanBook.SignedRequest(
            _person(),
            address(0),
            terms,
            "",
            ++numbers,
            block.timestamp
        );
        bytes memory signature = _sign(request.borrower, requestDigest(address(book), request));
        return _call(_person(), abi.encodeCall(book.fundSigned, (request, signature)));
    }

    function _repaySigned(uint256 id, ILoanBook.Summary memory loan, uint256 amount) private returns (bool) {
        ILoanBook.SignedPayment memory payment = ILoanBook.SignedPayment(
            id,
            loan.lender,
            loan.borrower,
            _oneIn(2) ? loan.borrower : _person(),
            amount,
            ++numbers,
            block.timestamp + 1
        );
        bytes memory signature = _sign(payment.payer, paymentDigest(address(book), payment));
        return _call(_person(), abi.encodeCall(book.repaySigned, (payment, signature)));
    }

    function _sign(address person, bytes32 digest) private view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(keyOf[person], digest);
        return abi.encodePacked(r, s, v);
    }

    function _actOn(uint256 id, ILoanBook.Summary memory loan, uint256 roll) private returns (bool) {
        (address lender, address borrower) = (loan.lender, loan.borrower);
        uint256 amount = 1 + _below(_oneIn(2) ? loan.owed : 2 * loan.owed);
        if (roll == 1) return _call(lender, abi.encodeCall(book.recordPayment, (id, borrower, amount, loan.repaid)));
        if (roll == 2) return _call(lender, abi.encodeCall(book.extend, (id, borrower, loan.dueTs + 1)));
        if (roll == 3 && _oneIn(4)) return _call(lender, abi.encodeCall(book.forgive, (id, borrower, loan.owed)));
        if (roll < 5) return _call(_person(), abi.encodeCall(book.repay, (id, amount)));
        if (roll < 7) return _repaySigned(id, loan, amount);
        bytes memory call = abi.encodeCall(
            book.repayWithPermit,
            (id, lender, borrower, amount, block.timestamp, 27, bytes32(dice), bytes32(dice))
        );
        return _call(borrower, call);
    }

    function _call(address caller, bytes memory call) private returns (bool done) {
        vm.prank(caller);
        (done, ) = address(book).call(call);
    }

    function _isSolvent() private view frees {
        uint256 owed = 0;
        uint256 next = book.nextId();
        for (uint256 id = 1; id < next; id++) {
            ILoanBook.Summary memory loan = book.summaryOf(id);
            if (loan.status == ILoanBook.Status.Open) owed += loan.principal;
        }
        for (uint256 i = 0; i < people.length; i++) {
            owed += book.claimable(people[i]);
        }
        uint256 holds = dollar.balanceOf(address(book));
        if (holds < owed) assertGe(holds, owed, "the book owes more than it holds");
        _isUnmoved();
    }

    /// @dev What else must hold of this token.
    function _isUnmoved() internal view virtual {}

    /// @dev Once the token behaves, everyone gets what the book promised them.
    function _everybodyLeaves() internal virtual {
        _calm();
        for (uint256 id = 1; id < book.nextId(); id++) {
            ILoanBook.Summary memory loan = book.summaryOf(id);
            if (loan.status != ILoanBook.Status.Open) continue;
            uint256 before = dollar.balanceOf(loan.lender) + book.claimable(loan.lender);
            vm.prank(loan.lender);
            book.cancelOffer(id);
            assertEq(dollar.balanceOf(loan.lender) + book.claimable(loan.lender), before + loan.principal, "returned");
        }
        for (uint256 i = 0; i < people.length; i++) {
            uint256 claim = book.claimable(people[i]);
            if (claim == 0) continue;
            uint256 before = dollar.balanceOf(people[i]);
            vm.prank(people[i]);
            book.withdraw();
            assertEq(dollar.balanceOf(people[i]), before + claim, "collected");
        }
    }

    function _person() internal returns (address) {
        return people[_below(people.length)];
    }

    /// @dev A person, or the book itself.
    function _receiver() internal returns (address) {
        return _oneIn(6) ? address(book) : _person();
    }
}

/// forge-config: default.fuzz.runs = 4
/// @custom:verify fuzz.runs = 2000
contract BlockingLivesTest is HostileLives {
    function _deployDollar() internal virtual override returns (TestDollar) {
        return new BlockingDollar();
    }

    function _provoke() internal virtual override {
        BlockingDollar(address(dollar)).setBlocked(_receiver(), true);
    }

    function _calm() internal virtual override {
        for (uint256 i = 0; i < people.length; i++) {
            BlockingDollar(address(dollar)).setBlocked(people[i], false);
        }
        BlockingDollar(address(dollar)).setBlocked(address(book), false);
    }
}

/// @dev A fee of up to one and a half times what is moved, and a blocklist.
/// forge-config: default.fuzz.runs = 4
/// @custom:verify fuzz.runs = 2000
contract FeeLivesTest is BlockingLivesTest {
    function _deployDollar() internal override returns (TestDollar) {
        return new FeeDollar();
    }

    function _provoke() internal override {
        FeeDollar(address(dollar)).setPercent(_oneIn(4) ? 0 : 1 + _below(150));
        if (_oneIn(3)) super._provoke();
    }

    function _calm() internal override {
        FeeDollar(address(dollar)).setPercent(0);
        super._calm();
    }
}

/// forge-config: default.fuzz.runs = 4
/// @custom:verify fuzz.runs = 2000
contract GenerousLivesTest is BlockingLivesTest {
    function _deployDollar() internal override returns (TestDollar) {
        return new GenerousDollar();
    }

    function _provoke() internal override {
        GenerousDollar(address(dollar)).setBonus(_below(10_000e6));
        if (_oneIn(3)) super._provoke();
    }

    function _calm() internal override {
        GenerousDollar(address(dollar)).setBonus(0);
        super._calm();
    }
}

/// @dev Without the lock, some of what it calls back with would be obeyed: anyone may request and accept.
/// forge-config: default.fuzz.runs = 4
/// @custom:verify fuzz.runs = 2000
contract ReenteringLivesTest is BlockingLivesTest {
    function _deployDollar() internal override returns (TestDollar) {
        return new ReenteringDollar();
    }

    function _provoke() internal override {
        ReenteringDollar reentering = ReenteringDollar(address(dollar));
        uint256 id = _below(book.nextId() + 1);
        ILoanBook.Summary memory loan = book.summaryOf(id);
        bytes[7] memory messages = [
            abi.encodeCall(book.cancelOffer, (id)),
            abi.encodeCall(book.acceptOffer, (id)),
            abi.encodeCall(book.repay, (id, 1 + _below(loan.owed + 1))),
            abi.encodeCall(book.withdrawTo, (_person())),
            abi.encodeCall(book.createRequest, (address(0), ILoanBook.Terms(1e6, 1, 1, 1), "", 0)),
            abi.encodeCall(book.fundRequest, (id, loan.borrower, book.termsOf(id))),
            abi.encodeCall(book.voidSigned, (_dice()))
        ];
        reentering.setWithinPermit(_oneIn(3));
        reentering.callBack(address(book), messages[_below(messages.length)]);
        if (_oneIn(3)) super._provoke();
    }

    function _calm() internal override {
        ReenteringDollar(address(dollar)).callBack(address(0), "");
        super._calm();
    }

    function _isUnmoved() internal view override {
        if (ReenteringDollar(address(dollar)).succeeded()) assertFalse(true, "the book let the token in");
    }
}

/// @dev `transfer` always answers false, so that nobody can accept an offer; `transferFrom` to somebody does so too.
/// forge-config: default.fuzz.runs = 4
/// @custom:verify fuzz.runs = 2000
contract LyingLivesTest is HostileLives {
    function _deployDollar() internal override returns (TestDollar) {
        return new LyingDollar();
    }

    function _provoke() internal override {
        LyingDollar(address(dollar)).setDenied(_receiver());
    }

    function _calm() internal override {
        LyingDollar(address(dollar)).setDenied(address(0));
    }

    /// @dev Nobody can withdraw: to the book every `transfer` failed.
    function _everybodyLeaves() internal override {}
}

/// forge-config: default.fuzz.runs = 4
/// @custom:verify fuzz.runs = 2000
contract SpitefulLivesTest is HostileLives {
    function _deployDollar() internal override returns (TestDollar) {
        return new SpitefulDollar();
    }

    function _provoke() internal override {
        SpitefulDollar(address(dollar)).setRefused(_person());
    }

    function _calm() internal override {
        SpitefulDollar(address(dollar)).setRefused(address(0));
    }
}
