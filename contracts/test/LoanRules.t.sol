// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LoanBookTest} from "./LoanBookTest.sol";
import {Interest} from "./proof/Interest.sol";
import {LoanRules} from "./proof/LoanRules.sol";

/// @notice The model checker proves LoanRules and Interest, which are models. These tests check that LoanBook matches
/// them.
contract LoanRulesTest is LoanBookTest {
    Interest interest = new Interest();
    LoanRules rules = new LoanRules();

    function testFuzz_TheBookAsksWhatInterestSays(uint64 principal, uint16 apr, uint32 duration) public {
        principal = uint64(_bound(principal, 1, type(uint64).max));
        apr = uint16(_bound(apr, 1, type(uint16).max));
        duration = uint32(_bound(duration, 1, type(uint32).max));
        deal(address(dollar), ana, principal);
        vm.prank(ana);
        uint256 id = book.createOffer(principal, duration, apr, "");
        _accept(id);

        assertEq(book.owed(id), interest.total(principal, apr, duration));
    }

    function testFuzz_TheBookKeepsTheRules(bool addressed, uint8[10] memory moves, uint256[10] memory amounts) public {
        rules.create(uint64(PRINCIPAL), TOTAL - PRINCIPAL, addressed);
        uint256 id = addressed ? _createOfferFor(luis) : _createOffer();
        _assertTheSame(id);

        for (uint256 i = 0; i < moves.length; i++) {
            uint256 amount = moves[i] % 16 < 12 ? amounts[i] % (TOTAL / 2) : amounts[i];
            if (moves[i] % 4 == 0) {
                _move(ana, abi.encodeCall(book.cancelOffer, (id)), abi.encodeCall(rules.cancel, ()));
            } else if (moves[i] % 4 == 1) {
                _move(luis, abi.encodeCall(book.acceptOffer, (id)), _acceptCall());
            } else {
                _move(eva, abi.encodeCall(book.repay, (id, amount)), abi.encodeCall(rules.repay, (amount)));
            }
            _assertTheSame(id);
        }
    }

    function _acceptCall() private view returns (bytes memory) {
        return abi.encodeCall(rules.accept, (uint32(block.timestamp)));
    }

    function _move(address caller, bytes memory onBook, bytes memory onRules) private {
        vm.prank(caller);
        (bool done, bytes memory answer) = address(book).call(onBook);
        (bool allowed, bytes memory expected) = address(rules).call(onRules);
        assertEq(done, allowed, "allowed by one alone");
        if (done) assertEq(answer, expected, "what was taken");
    }

    function _assertTheSame(uint256 id) private view {
        assertEq(uint256(book.getOffer(id).status), uint256(rules.status()), "status");
        assertEq(book.getOffer(id).repaid, rules.repaid(), "repaid");
        assertEq(book.owed(id), rules.owed(), "owed");
    }
}
