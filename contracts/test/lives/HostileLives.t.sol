// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "solady/tokens/ERC20.sol";
import {ILoanBook} from "../../src/ILoanBook.sol";
import {LoanLives} from "../support/LoanLives.sol";
import {BlockingDollar} from "../tokens/BlockingDollar.sol";
import {FeeDollar} from "../tokens/FeeDollar.sol";
import {LyingDollar} from "../tokens/LyingDollar.sol";
import {ReenteringDollar} from "../tokens/ReenteringDollar.sol";

enum Vice {
    Blocks,
    TakesFees,
    Reenters,
    Lies
}

/// @notice Random commands with a token that changes its mind before each of them. Whatever it does within the trust
/// model of Escrow, the book does what its model does, and never owes more than it holds.
contract HostileLivesTest is LoanLives {
    uint256 constant STEPS = 30;

    Vice vice;
    bool isHostile;
    /// @dev How many commands succeeded while the token was hostile, and how many did not.
    uint256 obeyedHostile;
    uint256 refusedHostile;

    /// forge-config: default.fuzz.runs = 16
    /// @custom:verify fuzz.runs = 8000
    function testFuzz_TheBookHoldsWhatItOwes(uint256 seed) public {
        _live(Vice(seed % 4), seed, STEPS);
    }

    /// @notice Checks that the test above is not vacuous.
    function test_HostileStepsAreObeyedAndRefused() public {
        for (uint256 i = 0; i < 4; i++) {
            (obeyedHostile, refusedHostile) = (0, 0);
            _live(Vice(i), 7, STEPS);
            assertGt(obeyedHostile, 5, "obeyed");
            assertGt(refusedHostile, 2, "refused");
        }
    }

    function _live(Vice vice_, uint256 seed, uint256 steps) private {
        vice = vice_;
        _begin(_deployDollar());
        _seed(seed);
        for (uint256 i = 0; i < steps; i++) {
            isHostile = _oneIn(2);
            if (isHostile) _provoke();
            else _calm();
            if (_oneIn(4)) _passTime();
            _step();
            _compareLoans();
            _comparePerson(_person());
            _comparePurse(_person());
            _isSolvent();
        }
    }

    function _both(address by, bytes memory call) internal override returns (bool ok) {
        ok = super._both(by, call);
        if (isHostile) ok ? obeyedHostile++ : refusedHostile++;
    }

    function _isSolvent() private view frees {
        uint256 owed = _owedByTheBook();
        if (dollar.balanceOf(address(book)) < owed) assertGe(dollar.balanceOf(address(book)), owed, "insolvent");
        if (vice != Vice.Reenters) return;
        _true(!ReenteringDollar(address(dollar)).succeeded(), "the book let the token in");
    }

    // ── The token ────────────────────────────────────────────────────────────────────────────────────────────────

    function _deployDollar() private returns (ERC20) {
        if (vice == Vice.Blocks) return new BlockingDollar();
        if (vice == Vice.TakesFees) return new FeeDollar();
        if (vice == Vice.Reenters) return new ReenteringDollar();
        return new LyingDollar();
    }

    /// @dev The token becomes hostile: it takes a fee of up to one and a half times what is moved, calls back, or denies
    /// what it moved. All but the liar also block a person, or the book itself.
    function _provoke() private {
        address receiver = _oneIn(6) ? address(book) : _person();
        if (vice == Vice.TakesFees) _tell(abi.encodeCall(FeeDollar.setPercent, (_oneIn(4) ? 0 : 1 + _below(150))));
        if (vice == Vice.Reenters) _provokeCall();
        if (vice == Vice.Lies) _tell(abi.encodeCall(LyingDollar.setDenied, (receiver)));
        else if (vice == Vice.Blocks || _oneIn(3)) _setBlocked(receiver, true);
    }

    /// @dev Without the lock, some of what it calls back with would be obeyed: anyone may request and accept.
    function _provokeCall() private {
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
    }

    /// @dev The token does what a token should, but for a `transfer` that always answers false.
    function _calm() private {
        if (vice == Vice.TakesFees) _tell(abi.encodeCall(FeeDollar.setPercent, (0)));
        if (vice == Vice.Reenters) _tell(abi.encodeCall(ReenteringDollar.setWithinPermit, (false)));
        if (vice == Vice.Reenters) ReenteringDollar(address(dollar)).callBack(address(0), "");
        if (vice == Vice.Lies) _tell(abi.encodeCall(LyingDollar.setDenied, (address(0))));
        _unblockAll();
        _setBlocked(address(book), false);
    }

    function _tell(bytes memory call) private {
        _token(address(this), call);
    }

    /// @dev LyingDollar has no blocklist.
    function _setBlocked(address receiver, bool blocked) internal override {
        if (vice != Vice.Lies) super._setBlocked(receiver, blocked);
    }
}
