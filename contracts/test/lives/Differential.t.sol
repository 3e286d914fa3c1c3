// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Vm} from "forge-std/Vm.sol";
import {ILoanBook} from "../../src/ILoanBook.sol";
import {LoanLens} from "../../src/LoanLens.sol";
import {BookModel} from "../reference/BookModel.sol";
import {Indexer} from "../reference/Indexer.sol";
import {LoanLives} from "../support/LoanLives.sol";
import {BlockingDollar} from "../tokens/BlockingDollar.sol";

/// @notice K4 Differential fuzzing: random commands on the book and on BookModel. After each, both must agree on every loan
/// and account, and at the end on every view. So must an indexer that reads only the book's events. LoanLens and LensModel
/// must agree too.
contract DifferentialTest is LoanLives {
    uint256 constant STEPS = 14;

    address lens;
    address lensModel;
    Indexer indexer;
    Kinds events;

    function setUp() public {
        lens = deployCode("LoanLens");
        lensModel = deployCode("LensModel");
        _renew();
    }

    function _renew() private {
        _begin(new BlockingDollar());
        indexer = Indexer(deployCode("Indexer", abi.encode(book)));
    }

    function _beginAt(uint256 seed) private {
        _seed(seed);
        indexer.beginAt(model.base());
    }

    /// @dev A run makes 14 steps and hundreds of view calls: the 100,000 runs of the verify profile would take hours.
    /// forge-config: default.fuzz.runs = 64
    /// @custom:verify fuzz.runs = 10000
    function testFuzz_TheBookIsAsItsModel(uint256 seed) public {
        _beginAt(seed);
        for (uint256 i = 0; i < STEPS; i++) {
            _passTime();
            _step();
            _compareLoans();
            _comparePerson(_person());
            _comparePurse(_person());
            _compareExpectations(model.base() + _below(i + 1));
        }
        _compareAll();
        _compareLens(_person());
        _compareIndexer();
    }

    /// @notice The same with enough offers and requests for every list to fill several slots, for the board to fill
    /// several blocks, and for the lens to reach its limits.
    /// forge-config: default.fuzz.runs = 2
    /// @custom:verify fuzz.runs = 100
    function testFuzz_TheBookIsAsItsModelWithLongLists(uint256 seed) public {
        _beginAt(seed);
        uint256 count = 200 + _below(200);
        // In some runs there is nothing but offers, or nothing but requests.
        uint256 offersOfTen = _oneIn(3) ? 10 * _below(2) : 1 + _below(9);
        for (uint256 i = 0; i < count; i++) {
            if (_oneIn(8)) skip(_below(1 days));
            _publish(_below(10) < offersOfTen);
        }
        for (uint256 i = 0; i < count / 2; i++) {
            _take(model.base() + 1 + _below(count));
        }
        _compareAll();
        for (uint256 i = 0; i < 6; i++) {
            _compareBoard();
            _comparePages(people[_below(4)], count);
            if (i < 2) _comparePagesOfLens(people[_below(4)], count);
        }
        _compareLens(people[_below(4)]);
        _compareIndexer();
    }

    function _publish(bool isOffer) private frees {
        address other = _oneIn(3) ? people[isOffer ? 1 : 0] : address(0);
        address by = people[(_below(8) / 7) * 2 + (isOffer ? 0 : 1)];
        ILoanBook.Terms memory terms = ILoanBook.Terms(1 + _below(9), 1 + _below(9 days), 1, 1 + _below(3));
        uint256 openDays = _oneIn(3) ? 1 + _below(60) : 0;
        string memory comment = _oneIn(8) ? "hola" : "";
        if (isOffer) _both(by, abi.encodeCall(ILoanBook.createOfferFor, (other, terms, comment, openDays)));
        else _both(by, abi.encodeCall(ILoanBook.createRequest, (other, terms, comment, openDays)));
    }

    /// @dev Takes or cancels it, whatever it is.
    function _take(uint256 id) private frees {
        ILoanBook.Summary memory loan = model.summaryOf(id);
        bool isOffer = loan.status == ILoanBook.Status.Open;
        address taker = people[(_below(6) / 5) * 2 + (isOffer ? 1 : 0)];
        if (_oneIn(4)) {
            if (isOffer) _both(loan.lender, abi.encodeCall(ILoanBook.cancelOffer, (id)));
            else _both(loan.borrower, abi.encodeCall(ILoanBook.cancelRequest, (id)));
        } else if (isOffer) {
            _both(taker, abi.encodeCall(ILoanBook.acceptOffer, (id)));
        } else {
            ILoanBook.Terms memory terms = ILoanBook.Terms(loan.principal, loan.duration, loan.apr, loan.instalments);
            _both(taker, abi.encodeCall(ILoanBook.fundRequest, (id, loan.borrower, terms)));
        }
    }

    /// @notice Checks that the steps above are not vacuous: every command both succeeds and is refused, for every reason,
    /// and emits every event.
    function test_StepsReachEveryCommand() public {
        for (uint256 i = 0; i < 9; i++) {
            _renew();
            _beginAt(2500 + i);
            if (i == 0) vm.warp(type(uint32).max - 90 days);
            for (uint256 k = 0; k < 90; k++) {
                if (_oneIn(6)) _passTime();
                _step();
            }
        }
        assertEq(obeyed.count, 21, "commands that succeeded");
        assertEq(refused.count, 20, "commands that failed");
        assertGe(obeyed.total, 550, "most steps must succeed");
        assertEq(reasons.count, 27, "errors");
        assertEq(events.count, 19, "events");
        assertGt(paidByPermit, 2, "paid by a permit");
    }

    function _follow(address, bytes memory, Vm.Log[] memory logs) internal override {
        indexer.read(logs);
        for (uint256 i = 0; i < logs.length; i++) {
            if (logs[i].emitter == address(book)) _count(events, bytes4(logs[i].topics[0]));
        }
    }

    // ── All that anyone can see ──────────────────────────────────────────────────────────────────────────────────

    function _compareAll() private frees {
        for (uint256 id = model.base(); id <= model.nextId(); id++) {
            _compareLoan(id);
            _compareExpectations(id);
        }
        _compareLoan(_dice());
        for (uint256 i = 0; i <= people.length; i++) {
            address person = i == people.length ? address(0) : people[i];
            _comparePerson(person);
            _same(abi.encodeCall(ILoanBook.offersByLenderLength, (person)));
            for (uint256 list = 0; list < 5; list++) {
                _same(abi.encodeCall(ILoanBook.idsOf, (ILoanBook.List(list), person, 0, ALL)));
            }
        }
        _comparePages(_person(), 8);
        _compareBoard();
        _same(abi.encodeCall(ILoanBook.token, ()));
    }

    /// @dev Takes the indexer for the model.
    function _compareIndexer() private {
        (BookModel told, BookModel knows) = (model, indexer);
        model = knows;
        _compareAll();
        model = told;
    }

    function _compareLoan(uint256 id) private view {
        _same(abi.encodeCall(ILoanBook.getOffer, (id)));
        _same(abi.encodeCall(ILoanBook.detailsOf, (id)));
        _same(abi.encodeCall(ILoanBook.owed, (id)));
        _same(abi.encodeCall(ILoanBook.allOfferIds, (id)));
    }

    function _compareExpectations(uint256 id) private {
        _same(abi.encodeCall(ILoanBook.expectedBy, (id, block.timestamp)));
        ILoanBook.Summary memory loan = model.summaryOf(id);
        if (loan.status != ILoanBook.Status.Active) return;
        _same(abi.encodeCall(ILoanBook.expectedBy, (id, _oneIn(8) ? _dice() : loan.startTs)));
        _same(abi.encodeCall(ILoanBook.expectedBy, (id, _moment(loan))));
        _same(abi.encodeCall(ILoanBook.expectedBy, (id, _moment(loan))));
    }

    function _compareBoard() private {
        _same(abi.encodeCall(ILoanBook.nextId, ()));
        _same(abi.encodeCall(ILoanBook.allOffersLength, ()));
        _same(abi.encodeCall(ILoanBook.openOffersLength, ()));
        _same(abi.encodeCall(ILoanBook.openRequestsLength, ()));
        uint256 open = model.openOffersLength();
        _same(abi.encodeCall(ILoanBook.openOfferIds, (_offset(open))));
        _same(abi.encodeCall(ILoanBook.getOpenOfferIds, (0, ALL)));
        _same(abi.encodeCall(ILoanBook.getOpenOfferIds, (_offset(open), _offset(open))));
        for (uint256 i = 0; i < 2; i++) {
            _same(abi.encodeCall(ILoanBook.newestOpenIds, (i == 0, ALL, ALL)));
            _same(abi.encodeCall(ILoanBook.newestOpenIds, (i == 0, _before(), _offset(open))));
        }
    }

    function _comparePages(address person, uint256 about) private {
        _same(abi.encodeCall(ILoanBook.offersByLender, (person, _offset(about))));
        _same(abi.encodeCall(ILoanBook.getOffersByLenderIds, (person, _offset(about), _offset(about))));
        for (uint256 i = 0; i < 5; i++) {
            _same(abi.encodeCall(ILoanBook.idsOf, (ILoanBook.List(i), person, _offset(about), _offset(about))));
        }
    }

    // ── The lens ─────────────────────────────────────────────────────────────────────────────────────────────────

    function _compareLens(address person) private {
        uint256 about = model.nextId() - model.base();
        _sameSight(
            abi.encodeCall(LoanLens.dashboard, (book, person, _offset(about), _offset(about), _offset(about / 4)))
        );
        _sameSight(abi.encodeCall(LoanLens.signingState, (book, person, _id(ILoanBook.Status.Active))));
        for (uint256 i = 0; i < 2; i++) {
            _sameSight(abi.encodeCall(LoanLens.open, (book, i == 0, ALL, ALL)));
            _sameSight(abi.encodeCall(LoanLens.packed, (book, i == 0, ALL, ALL)));
        }
        for (uint256 i = 0; i < people.length; i++) {
            _sameSight(abi.encodeCall(LoanLens.personOf, (book, people[i])));
        }
        uint256[] memory ids = new uint256[](_oneIn(8) ? 201 : 3);
        (ids[0], ids[1], ids[2]) = (_before(), _before(), _dice());
        _sameSight(abi.encodeCall(LoanLens.itemsOf, (book, person, ids)));
        _comparePagesOfLens(person, about / 2);
    }

    function _comparePagesOfLens(address person, uint256 about) private {
        for (uint256 i = 0; i < 2; i++) {
            _sameSight(abi.encodeCall(LoanLens.open, (book, i == 0, _before(), _offset(about))));
            _sameSight(abi.encodeCall(LoanLens.packed, (book, i == 0, _before(), _offset(about))));
            ILoanBook.List list = i == 0 ? ILoanBook.List.OffersFor : ILoanBook.List.RequestsFor;
            _sameSight(abi.encodeCall(LoanLens.addressed, (book, person, list, _offset(about), _offset(about))));
        }
        ILoanBook.List own = ILoanBook.List(_below(3));
        _sameSight(abi.encodeCall(LoanLens.ownOf, (book, person, own, _offset(about), _offset(about))));
    }

    function _sameSight(bytes memory query) private view frees {
        _sameAnswer(lens, lensModel, query);
    }

    /// @dev Around the length of a list, and sometimes far beyond it.
    function _offset(uint256 length) private returns (uint256) {
        return _oneIn(10) ? ALL - _below(3) : _below(length + 2);
    }

    /// @dev An id of the model, or the one before or after, or a far one.
    function _before() private returns (uint256) {
        return _oneIn(10) ? ALL - _below(3) : model.base() + _below(model.nextId() - model.base() + 2);
    }
}
