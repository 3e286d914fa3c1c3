// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {StdInvariant} from "forge-std/StdInvariant.sol";
import {Test} from "../support/Test.sol";
import {ILoanBook} from "../../src/ILoanBook.sol";
import {LoanLives} from "../support/LoanLives.sol";
import {BlockingDollar} from "../tokens/BlockingDollar.sol";

/// @notice Around each command this checks, by the book's own views, that nobody else loses by it.
contract BookHandler is LoanLives {
    mapping(address person => uint256) private _indexOf;
    uint256 private _clock;
    uint256 public steps;
    uint256 public taken;
    uint256 public settled;
    /// @dev What was paid in tokens on loans of this person.
    mapping(address borrower => uint256) private _moved;

    constructor() {
        _begin(new BlockingDollar());
        _clock = block.timestamp;
        for (uint256 i = 0; i < people.length; i++) {
            _indexOf[people[i]] = i;
        }
    }

    function step(uint256 seed) external {
        vm.warp(_clock);
        if (steps++ == 0) _seed(seed);
        dice = seed;
        if (!_oneIn(3)) _passTime();
        _step();
        _clock = block.timestamp;
    }

    /// @dev Of an account: what it has and is promised, and that less its debts.
    struct Position {
        uint256 wealth;
        int256 net;
    }

    struct Sight {
        ILoanBook.Summary[] loans;
        Position[] positions;
        /// Of each loan: a moment, and what is expected by then.
        uint256[] times;
        uint256[] expected;
    }

    function _both(address by, bytes memory call) internal override returns (bool ok) {
        Sight memory before = _see();
        for (uint256 i = 0; i < before.loans.length; i++) {
            before.times[i] = _moment(before.loans[i]);
            before.expected[i] = book.expectedBy(model.base() + 1 + i, before.times[i]);
        }
        ok = super._both(by, call);
        Sight memory later = _see();
        bool isCircle = bytes4(call) == ILoanBook.settleCircle.selector;
        if (isCircle && ok) settled++;
        _keepsPromises(before, later.loans, !isCircle && bytes4(call) != ILoanBook.recordPayment.selector);
        address signer = bytes4(call) == ILoanBook.repaySigned.selector ? payer : by;
        for (uint256 i = 0; i < people.length; i++) {
            (Position memory was, Position memory is_) = (before.positions[i], later.positions[i]);
            bool mayLose = isCircle || people[i] == by || people[i] == signer;
            _true(mayLose || is_.wealth >= was.wealth, "somebody else loses");
            _true(!isCircle || is_.net == was.net, "a circle changes a net position");
        }
    }

    function _keepsPromises(Sight memory before, ILoanBook.Summary[] memory later, bool inTokens) private {
        for (uint256 i = 0; i < before.loans.length; i++) {
            ILoanBook.Summary memory loan = before.loans[i];
            if (loan.startTs == 0) continue;
            _true(later[i].owed <= loan.owed, "the borrower owes more");
            _true(later[i].dueTs >= loan.dueTs, "the borrower has less time");
            uint256 expected = book.expectedBy(model.base() + 1 + i, before.times[i]);
            _true(expected <= before.expected[i], "more is expected of the borrower");
            if (inTokens) _moved[loan.borrower] += later[i].repaid - loan.repaid;
        }
    }

    function _see() private view returns (Sight memory sight) {
        uint256 first = model.base() + 1;
        uint256 count = book.nextId() - first;
        sight.loans = new ILoanBook.Summary[](count);
        (sight.times, sight.expected) = (new uint256[](count), new uint256[](count));
        sight.positions = new Position[](people.length);
        for (uint256 i = 0; i < count; i++) {
            ILoanBook.Summary memory loan = sight.loans[i] = book.summaryOf(first + i);
            if (loan.status == ILoanBook.Status.Requested) continue;
            Position memory lender = sight.positions[_indexOf[loan.lender]];
            lender.wealth += loan.status == ILoanBook.Status.Open ? loan.principal : loan.owed;
            if (loan.owed != 0) sight.positions[_indexOf[loan.borrower]].net -= int256(loan.owed);
        }
        for (uint256 i = 0; i < people.length; i++) {
            Position memory position = sight.positions[i];
            position.wealth += dollar.balanceOf(people[i]) + book.claimable(people[i]);
            position.net += int256(position.wealth);
        }
    }

    /// @dev What the book holds and, of one person after the other, what their records tell and whose their lists are.
    function check() public frees {
        vm.warp(_clock);
        _compareLoans();
        _eq(dollar.balanceOf(address(book)), _owedByTheBook() + donated, "the book's dollars");
        address person = people[steps % people.length];
        _comparePerson(person);
        ILoanBook.Record memory record = book.recordOf(person);
        _true(record.repaidDollars * 1e6 <= _moved[person], "dollars that did not move");
        _true(record.repaid + record.forgiven <= record.taken, "more loans ended than were taken");
        _numberOf(person);
    }

    /// @dev LoanLists stores a person's lists at slot 5, each in two slots: the length, and above it the owner's number.
    function _numberOf(address person) private view returns (uint256 number) {
        for (uint256 list = 0; list < 5; list++) {
            _same(abi.encodeCall(ILoanBook.idsOf, (ILoanBook.List(list), person, 0, ALL)));
            (, uint256 length) = book.idsOf(ILoanBook.List(list), person, 0, 0);
            bytes32 slot = bytes32(uint256(keccak256(abi.encode(person, 5))) + 2 * list);
            uint256 word = uint256(vm.load(address(book), slot));
            _eq(uint32(word), length, "length of a list");
            if (length == 0) continue;
            uint256 owner = uint32(word >> 32);
            _true(owner != 0 && (number == 0 || number == owner), "one person with two numbers");
            number = owner;
        }
    }

    /// @notice Everything can be closed, whoever is blocked: by a stranger, or by whoever published it. Then only the
    /// donations are left in the book.
    function closeAll() external {
        vm.warp(_clock + 300 * 365 days);
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
        for (uint256 i = 0; i < people.length; i++) {
            for (uint256 k = 0; k < i; k++) {
                uint256 number = _numberOf(people[i]);
                _true(number == 0 || number != _numberOf(people[k]), "two people with one number");
            }
        }
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

    /// @dev A run of 32 steps without a loan means that the handler is broken.
    function afterInvariant() public {
        lives.closeAll();
        if (lives.steps() >= 32) assertGt(lives.taken(), 0, "a long run took no loan");
    }

    /// @notice Checks that the steps are not vacuous.
    function test_StepsTakeLoansAndSettleCircles() public {
        for (uint256 i = 0; i < 100; i++) {
            lives.step(uint256(keccak256(abi.encode(i))));
            if (i % 10 == 0) lives.check();
        }
        lives.closeAll();
        assertGt(lives.taken(), 20, "taken");
        assertGt(lives.settled(), 2, "settled");
    }
}
