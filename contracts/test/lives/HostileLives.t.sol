// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "solady/tokens/ERC20.sol";
import {ILoanBook} from "../../src/ILoanBook.sol";
import {LoanLives} from "../support/LoanLives.sol";
import {BlockingDollar} from "../tokens/BlockingDollar.sol";
import {FeeDollar} from "../tokens/FeeDollar.sol";
import {LyingDollar} from "../tokens/LyingDollar.sol";
import {ReenteringDollar} from "../tokens/ReenteringDollar.sol";

/// @notice Random commands with a token that changes its mind before each of them. Whatever it does within the trust
/// model of Escrow, the book does what its model does, and never owes more than it holds.
abstract contract HostileLives is LoanLives {
    uint256 constant STEPS = 30;

    /// @dev How many commands succeeded while the token was hostile, and how many did not.
    uint256 obeyedHostile;
    uint256 refusedHostile;
    bool isHostile;

    function setUp() public {
        _begin(_deployDollar());
    }

    function _deployDollar() internal virtual returns (ERC20);

    /// @dev The token becomes hostile, in a way that the dice choose.
    function _provoke() internal virtual;

    /// @dev The token does what a token should.
    function _calm() internal virtual;

    function testFuzz_TheBookHoldsWhatItOwes(uint256 seed) public {
        _seed(seed);
        _live(STEPS);
        _calm();
        _everybodyLeaves();
    }

    /// @notice Checks that the test above is not vacuous.
    function test_HostileStepsAreObeyedAndRefused() public {
        _seed(7);
        _live(3 * STEPS);
        assertGt(obeyedHostile, STEPS / 3, "obeyed");
        assertGt(refusedHostile, 5, "refused");
    }

    function _live(uint256 steps) private {
        for (uint256 i = 0; i < steps; i++) {
            isHostile = _oneIn(2);
            if (isHostile) _provoke();
            else _calm();
            if (_oneIn(4)) _passTime();
            _step();
            _compareLoans();
            _comparePerson(_person());
            _isSolvent();
        }
    }

    function _both(address by, bytes memory call) internal override returns (bool ok) {
        ok = super._both(by, call);
        if (isHostile) ok ? obeyedHostile++ : refusedHostile++;
    }

    function _isSolvent() internal virtual frees {
        uint256 owed = _owedByTheBook();
        if (dollar.balanceOf(address(book)) < owed) assertGe(dollar.balanceOf(address(book)), owed, "insolvent");
    }

    /// @dev Once the token behaves, everyone gets what the book promised them.
    function _everybodyLeaves() internal virtual {
        uint256 next = book.nextId();
        for (uint256 id = model.base() + 1; id < next; id++) {
            ILoanBook.Summary memory loan = book.summaryOf(id);
            if (loan.status != ILoanBook.Status.Open) continue;
            assertTrue(_both(loan.lender, abi.encodeCall(ILoanBook.cancelOffer, (id))), "returned");
        }
        for (uint256 i = 0; i < people.length; i++) {
            if (book.claimable(people[i]) == 0) continue;
            assertTrue(_both(people[i], abi.encodeCall(ILoanBook.withdraw, ())), "collected");
        }
        assertEq(_owedByTheBook(), 0, "everybody left");
    }

    function _tell(bytes memory call) internal {
        _token(address(this), call);
    }

    /// @dev A person, or the book itself.
    function _receiver() internal returns (address) {
        return _oneIn(6) ? address(book) : _person();
    }
}

/// forge-config: default.fuzz.runs = 4
/// @custom:verify fuzz.runs = 2000
contract BlockingLivesTest is HostileLives {
    function _deployDollar() internal virtual override returns (ERC20) {
        return new BlockingDollar();
    }

    function _provoke() internal virtual override {
        _setBlocked(_receiver(), true);
    }

    function _calm() internal virtual override {
        _unblockAll();
        _setBlocked(address(book), false);
    }
}

/// @dev A fee of up to one and a half times what is moved, and a blocklist.
/// forge-config: default.fuzz.runs = 4
/// @custom:verify fuzz.runs = 2000
contract FeeLivesTest is BlockingLivesTest {
    function _deployDollar() internal override returns (ERC20) {
        return new FeeDollar();
    }

    function _provoke() internal override {
        _tell(abi.encodeCall(FeeDollar.setPercent, (_oneIn(4) ? 0 : 1 + _below(150))));
        if (_oneIn(3)) super._provoke();
    }

    function _calm() internal override {
        _tell(abi.encodeCall(FeeDollar.setPercent, (0)));
        super._calm();
    }
}

/// @dev Without the lock, some of what it calls back with would be obeyed: anyone may request and accept.
/// forge-config: default.fuzz.runs = 4
/// @custom:verify fuzz.runs = 2000
contract ReenteringLivesTest is BlockingLivesTest {
    function _deployDollar() internal override returns (ERC20) {
        return new ReenteringDollar();
    }

    function _provoke() internal override {
        uint256 id = model.base() + _below(book.nextId() - model.base());
        ILoanBook.Summary memory loan = book.summaryOf(id);
        ILoanBook.Terms memory terms = ILoanBook.Terms(loan.principal, loan.duration, loan.apr, loan.instalments);
        bytes[] memory calls = new bytes[](1);
        calls[0] = abi.encodeCall(book.acceptOffer, (id));
        bytes[8] memory messages = [
            abi.encodeCall(book.cancelOffer, (id)),
            calls[0],
            abi.encodeCall(book.repay, (id, 1 + _below(loan.owed + 1))),
            abi.encodeCall(book.withdrawTo, (_person())),
            abi.encodeCall(book.createRequest, (address(0), ILoanBook.Terms(1e6, 1, 1, 1), "", 0)),
            abi.encodeCall(book.fundRequest, (id, loan.borrower, terms)),
            abi.encodeCall(book.voidSigned, (_dice())),
            abi.encodeCall(book.multicall, (calls))
        ];
        _tell(abi.encodeCall(ReenteringDollar.setWithinPermit, (_oneIn(3))));
        ReenteringDollar(address(dollar)).callBack(address(book), messages[_below(messages.length)]);
        if (_oneIn(3)) super._provoke();
    }

    function _calm() internal override {
        _tell(abi.encodeCall(ReenteringDollar.setWithinPermit, (false)));
        ReenteringDollar(address(dollar)).callBack(address(0), "");
        super._calm();
    }

    function _isSolvent() internal override {
        super._isSolvent();
        _true(!ReenteringDollar(address(dollar)).succeeded(), "the book let the token in");
    }
}

/// @dev `transfer` always answers false, so that nobody can accept an offer; `transferFrom` to somebody does so too.
/// forge-config: default.fuzz.runs = 4
/// @custom:verify fuzz.runs = 2000
contract LyingLivesTest is HostileLives {
    function _deployDollar() internal override returns (ERC20) {
        return new LyingDollar();
    }

    function _provoke() internal override {
        _tell(abi.encodeCall(LyingDollar.setDenied, (_receiver())));
    }

    function _calm() internal override {
        _tell(abi.encodeCall(LyingDollar.setDenied, (address(0))));
    }

    /// @dev It has no blocklist.
    function _setBlocked(address, bool) internal override {}
}
