// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {StdInvariant} from "forge-std/StdInvariant.sol";
import {Test} from "../support/Test.sol";
import {ILoanBook} from "../../src/ILoanBook.sol";
import {LoanLives} from "../support/LoanLives.sol";
import {BlockingDollar} from "../tokens/BlockingDollar.sol";

/// @notice Around each command this checks, by the book's own views, that nobody else loses by it.
contract BookHandler is LoanLives {
    uint256 public clock;
    uint256 public steps;
    uint256 public taken;

    constructor() {
        _begin(new BlockingDollar());
        clock = block.timestamp;
    }

    function step(uint256 seed) external {
        vm.warp(clock);
        if (steps++ == 0) _seed(seed);
        dice = seed;
        if (!_oneIn(3)) _passTime();
        _step();
        clock = block.timestamp;
    }

    /// @dev A circle takes from what a person is owed as much as from what they owe, which Debts proves.
    function _both(address by, bytes memory call) internal override returns (bool ok) {
        uint256[] memory before = _wealth();
        ok = super._both(by, call);
        uint256[] memory later = _wealth();
        bool isCircle = bytes4(call) == ILoanBook.settleCircle.selector;
        address signer = bytes4(call) == ILoanBook.repaySigned.selector ? payer : by;
        for (uint256 i = 0; i < people.length && !isCircle; i++) {
            bool mayLose = people[i] == by || people[i] == signer;
            _true(mayLose || later[i] >= before[i], "somebody else loses");
        }
    }

    /// @dev What each person has and is promised.
    function _wealth() private view returns (uint256[] memory wealth) {
        address[] memory persons = people;
        wealth = new uint256[](persons.length);
        for (uint256 i = 0; i < persons.length; i++) {
            wealth[i] = dollar.balanceOf(persons[i]) + book.claimable(persons[i]);
        }
        uint256 next = book.nextId();
        for (uint256 id = model.base() + 1; id < next; id++) {
            ILoanBook.Summary memory loan = book.summaryOf(id);
            uint256 promised = loan.status == ILoanBook.Status.Open ? loan.principal : loan.owed;
            for (uint256 i = 0; promised != 0; i++) {
                if (persons[i] == loan.lender) (wealth[i], promised) = (wealth[i] + promised, 0);
            }
        }
    }

    function check() public frees {
        vm.warp(clock);
        _compareLoans();
        _eq(dollar.balanceOf(address(book)), _owedByTheBook() + donated, "the book's dollars");
        address person = people[steps % people.length];
        _comparePerson(person);
        _comparePurse(person);
    }

    /// @notice Everything can be closed, whoever is blocked: by a stranger, or by whoever published it. Then only the
    /// donations are left in the book.
    function closeAll() external {
        vm.warp(clock + 300 * 365 days);
        uint256 next = book.nextId();
        address stranger = people[3];
        deal(address(dollar), stranger, 2 ** 100);
        model.print(stranger, 2 ** 100 - model.balanceOf(stranger));
        _approve(stranger, ALL);
        for (uint256 id = model.base() + 1; id < next; id++) {
            ILoanBook.Summary memory loan = book.summaryOf(id);
            _setBlocked(loan.lender, id % 2 == 0);
            (address by, bytes memory call) = (loan.openUntil == 0 ? loan.lender : stranger, bytes(""));
            if (loan.status == ILoanBook.Status.Open) {
                call = abi.encodeCall(ILoanBook.cancelOffer, (id));
            } else if (loan.status == ILoanBook.Status.Requested) {
                (by, call) = (loan.borrower, abi.encodeCall(ILoanBook.cancelRequest, (id)));
            } else if (loan.status == ILoanBook.Status.Active) {
                if (loan.lender == stranger)
                    (by, call) = (stranger, abi.encodeCall(ILoanBook.forgive, (id, loan.borrower, ALL)));
                else (by, call) = (stranger, abi.encodeCall(ILoanBook.repay, (id, ALL)));
            }
            if (call.length != 0) _true(_both(by, call), "what can be done must succeed");
            if (loan.startTs != 0) taken++;
        }
        for (uint256 i = 0; i < people.length; i++) {
            _setBlocked(people[i], i % 2 == 0);
            if (book.claimable(people[i]) == 0) continue;
            _true(_both(people[i], abi.encodeCall(ILoanBook.withdrawTo, (address(0x58)))), "to another address");
        }
        _eq(dollar.balanceOf(address(book)), donated, "what stays when all have left");
        _eq(book.openOffersLength() + book.openRequestsLength(), 0, "nothing is open");
    }
}

/// @notice The invariants of the whole book, checked after every step.
contract InvariantsTest is Test, StdInvariant {
    BookHandler lives;

    function setUp() public {
        lives = new BookHandler();
        bytes4[] memory selectors = new bytes4[](1);
        selectors[0] = BookHandler.step.selector;
        targetSelector(FuzzSelector(address(lives), selectors));
        targetContract(address(lives));
    }

    /// @dev One function for all invariants: every `invariant_` function gets a campaign of its own.
    function invariant_TheBookIsInOrder() public {
        lives.check();
    }

    /// @dev A run of 32 steps without a loan means that the handler is broken. From the year 2106 on there are none.
    function afterInvariant() public {
        lives.closeAll();
        if (lives.steps() >= 32 && lives.clock() <= type(uint32).max)
            assertGt(lives.taken(), 0, "a long run took no loan");
    }

    /// @notice Checks that the steps are not vacuous.
    function test_StepsTakeLoans() public {
        for (uint256 i = 0; i < 100; i++) {
            lives.step(uint256(keccak256(abi.encode(i))));
            if (i % 10 == 0) lives.check();
        }
        lives.closeAll();
        assertGt(lives.taken(), 20, "taken");
    }
}
