// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

/// @dev The numbers by which loans refer to people, and the lists of each person.
contract PeopleTest is LoanBookTest {
    // Storage slots: people by number, and the last number.
    uint256 constant PEOPLE = 3;
    bytes32 constant LAST_NUMBER = bytes32(uint256(4));
    uint256 constant LAST = type(uint32).max;

    address marta;
    uint256 martaKey;
    bytes[8] commands;
    address[8] callers;

    function setUp() public override {
        super.setUp();
        (marta, martaKey) = makeAddrAndKey("marta");
        _enrich(marta);
    }

    /// @dev In the slot of a list, above its length. It is the first that idsOf reads.
    function _number(ILoanBook.List list, address person) private returns (uint256) {
        vm.record();
        book.idsOf(list, person, 0, 0);
        (bytes32[] memory reads, ) = vm.accesses(address(book));
        return uint32(uint256(vm.load(address(book), reads[0])) >> 32);
    }

    function _lastNumber() private view returns (uint256) {
        return uint256(vm.load(address(book), LAST_NUMBER));
    }

    /// @dev An id in each list of this person, beginning with the list `first`.
    function _appear(address person, uint256 first) private {
        for (uint256 i; i < 5; ++i) {
            ILoanBook.List list = ILoanBook.List((first + i) % 5);
            if (list == ILoanBook.List.Lent) {
                vm.prank(person);
                book.createOffer(PRINCIPAL, DURATION, APR, NOTE);
            } else if (list == ILoanBook.List.Borrowed) {
                uint256 id = _createOffer();
                vm.prank(person);
                book.acceptOffer(id);
            } else if (list == ILoanBook.List.Requested) {
                vm.prank(person);
                book.createRequest(address(0), _terms(), NOTE, 0);
            } else if (list == ILoanBook.List.OffersFor) {
                _createOfferFor(person);
            } else {
                vm.prank(ana);
                book.createRequest(person, _terms(), NOTE, 0);
            }
        }
    }

    // ── One number each ──────────────────────────────────────────────────────────────────────────────────────────

    /// @dev Wherever they appear first, all of their lists have their number, and nobody else gets it.
    function test_APersonKeepsTheirNumber() public {
        _createLoan();
        _createRequest();
        for (uint256 first; first < 5; ++first) {
            address person = vm.addr(100 + first);
            _enrich(person);
            uint256 number = _lastNumber() + 1;
            _appear(person, first);
            _appear(person, first + 1);
            assertEq(_lastNumber(), number, "one number");
            for (uint256 list; list < 5; ++list) {
                assertEq(_number(ILoanBook.List(list), person), number, "the same in each list");
                assertEq(_lengthOf(ILoanBook.List(list), person), 2);
            }
            uint256 id = _idsOf(ILoanBook.List.Borrowed, person)[0];
            assertEq(book.getOffer(id).borrower, person);
            skip(1 days);
            vm.prank(person);
            book.repay(id, TOTAL);
            _assertRecord(person, 2, 1, 0);
        }
        for (uint256 first; first < 5; ++first) {
            _assertRecord(vm.addr(100 + first), 2, 1, 0);
        }
        _assertRecord(luis, 1, 0, 0);
        _assertRecord(ana, 0, 0, 0);
    }

    /// @dev Loans that nobody took and accounts that were never here lead to no account and to no record.
    function test_ZeroIsNobody() public {
        uint256 id = _createLoan();
        skip(1 days);
        _repay(id, TOTAL);
        assertEq(book.getOffer(_createOffer()).borrower, address(0));
        assertEq(book.getOffer(_createRequest()).lender, address(0));
        address[3] memory others = [eva, ana, address(0)];
        for (uint256 i; i < others.length; ++i) {
            ILoanBook.Record memory none;
            assertEq(abi.encode(book.recordOf(others[i])), abi.encode(none));
        }
        assertEq(vm.load(address(book), keccak256(abi.encode(0, PEOPLE))), 0);
    }

    // ── The last number ──────────────────────────────────────────────────────────────────────────────────────────

    /// @dev marta gets the last number. Whoever comes after her is refused, in whatever list, and all others go on.
    function test_RevertWhen_TheNumbersAreUsedUp() public {
        uint256 open = _createOffer();
        uint256 asked = _createRequest();
        vm.store(address(book), LAST_NUMBER, bytes32(LAST - 1));
        _appear(marta, 0);
        assertEq(_number(ILoanBook.List.RequestsFor, marta), LAST);

        ILoanBook.SignedRequest memory request = _signedRequest(1);
        bytes memory signature = _signRequest(luisKey, request);
        callers = [eva, eva, eva, ana, luis, eva, eva, ana];
        commands[0] = abi.encodeCall(book.createOffer, (PRINCIPAL, DURATION, APR, NOTE));
        commands[1] = abi.encodeCall(book.acceptOffer, (open));
        commands[2] = abi.encodeCall(book.createRequest, (address(0), _terms(), NOTE, 0));
        commands[3] = abi.encodeCall(book.createOfferFor, (eva, _terms(), NOTE, 0));
        commands[4] = abi.encodeCall(book.createRequest, (eva, _terms(), NOTE, 0));
        commands[5] = abi.encodeCall(book.fundRequest, (asked, luis, _terms()));
        commands[6] = abi.encodeCall(book.fundSigned, (request, signature));
        (address pedro, uint256 pedroKey) = makeAddrAndKey("pedro");
        request.borrower = pedro;
        signature = _signRequest(pedroKey, request);
        commands[7] = abi.encodeCall(book.fundSigned, (request, signature));
        for (uint256 i; i < commands.length; ++i) {
            vm.expectRevert(ILoanBook.Overflow.selector);
            vm.prank(callers[i]);
            (bool reverts, ) = address(book).call(commands[i]);
            assertTrue(reverts);
        }

        _appear(marta, 1);
        _appear(luis, 0);
        uint256 id = _idsOf(ILoanBook.List.Borrowed, marta)[1];
        skip(1 days);
        vm.prank(marta);
        book.repay(id, TOTAL);
        _assertRecord(marta, 2, 1, 0);
        assertEq(book.getOffer(id).borrower, marta);
        assertEq(_lastNumber(), LAST);
    }

    // ── Another order ────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev In the other order luis and marta have each other's numbers. What they signed and what names them means the
    /// same people.
    function test_AReorganisationMayChangeTheNumbers() public {
        uint256 fork = vm.snapshotState();
        uint256[2] memory numbers;
        for (uint256 i; i < 2; ++i) {
            vm.revertToState(fork);
            fork = vm.snapshotState();
            _appear(i == 0 ? luis : marta, 0);
            _appear(i == 0 ? marta : luis, 0);
            numbers[i] = _number(ILoanBook.List.Lent, luis);
            _setLastId(20);

            bytes memory signature = _signRequest(luisKey, _signedRequest(1));
            vm.prank(ana);
            assertEq(book.fundSigned(_signedRequest(1), signature), 21);
            ILoanBook.SignedPayment memory payment = _signedPayment(21, 1, 2);
            book.repaySigned(payment, _signPayment(luisKey, payment));
            vm.prank(eva);
            book.repayLoan(21, ana, luis, 1);
            _recordPayment(21, 1);
            _extendBy(21, 1);
            _forgive(21);
            _createOfferFor(luis);
            vm.prank(luis);
            book.acceptOfferWithTerms(22, ana, _terms());
            _createRequest();
            _fund(23);
            for (uint256 id = 21; id <= 23; ++id) {
                assertEq(book.getOffer(id).lender, ana);
                assertEq(book.getOffer(id).borrower, luis);
            }
        }
        assertTrue(numbers[0] != numbers[1], "another number");
    }

    // ── Lists ────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev Six ids share a slot: three slots are full, and one more id follows, in each list. A round has five ids, and
    /// begins with another list than the one before.
    function test_ListsKeepEveryIdInOrder() public {
        for (uint256 n; n < 19; ++n) {
            _appear(marta, n % 5);
            for (uint256 list; list < 5; ++list) {
                uint256[] memory ids = _idsOf(ILoanBook.List(list), marta);
                assertEq(ids.length, n + 1);
                for (uint256 i; i <= n; ++i) {
                    assertEq(ids[i], 5 * i + 1 + ((list + 5 - (i % 5)) % 5));
                    if (list == 0) assertEq(book.offersByLender(marta, i), ids[i]);
                }
            }
        }
    }
}
