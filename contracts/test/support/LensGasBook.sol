// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "../../src/ILoanBook.sol";
import {LoanLens} from "../../src/LoanLens.sol";
import {BookStorage} from "./BookStorage.sol";

/// @dev A book of a million ids in which the lens' calls are dear: luis has a thousand loans in each of his lists and
/// hundreds of proposals, and everything has the longest comment. No two comments have the same code, and no two loans
/// the same stranger. What is open to anyone is the test's own.
abstract contract LensGasBook is BookStorage {
    /// @dev What a call may take: nodes allow 50 million and more.
    uint256 constant MOST = 25_000_000;
    uint256 constant ALL = type(uint256).max;
    uint256 constant END_BLOCK = 12_500;

    // The ids of what is luis' or addressed to him begin here. They are below the first block with something open.
    uint256 constant LENT = 1000;
    uint256 constant REQUESTED = 3000;
    uint256 constant BORROWED = 5000;
    uint256 constant OFFERED = 8000;
    uint256 constant ASKED = 9000;
    /// @dev One more than a multiple of four, as PROPOSALS: the newest hundred or thousand have a part of one more slot.
    uint256 constant LOANS = 1001;
    /// @dev The newest ones of each kind were taken and paid in part, so that three slots are read of each: the dashboard
    /// finds the eight that it shows behind them.
    uint256 constant PROPOSALS = 501;
    uint256 constant TAKEN = 142;
    /// @dev The slot of a loan that has `startTs`, and where that begins in it.
    uint256 constant START_SHIFT = 192;

    /// @dev Slots of loans of each kind. The brief ones are open for a day.
    struct Examples {
        bytes32[3] offer;
        bytes32[3] briefOffer;
        bytes32[3] request;
        bytes32[3] briefRequest;
        bytes32[3] loan;
    }

    LoanLens lens = LoanLens(deployCode("LoanLens"));
    string longest;

    function setUp() public override {
        super.setUp();
        bytes memory note = new bytes(book.MAX_COMMENT());
        for (uint256 i; i < note.length; ++i) {
            note[i] = 0xff;
        }
        longest = string(note);

        Examples memory examples = _publishExamples();
        // To print the trace of a failure would take minutes.
        vm.pauseTracing();
        _fillBoard(examples);
        _fillOwnLists(examples.loan);
        _fillProposals(examples);
        vm.resumeTracing();
    }

    function _fillBoard(Examples memory examples) internal virtual;

    /// @dev What is written for the others is copied from loans that were really published.
    function _publishExamples() private returns (Examples memory examples) {
        ILoanBook.Terms memory terms = ILoanBook.Terms(PRINCIPAL, DURATION, APR, 60);
        vm.startPrank(ana);
        examples.offer = _loadEntry(book.createOfferFor(address(0), terms, longest, 255));
        examples.briefOffer = _loadEntry(book.createOfferFor(address(0), terms, longest, 1));
        examples.request = _loadEntry(book.createRequest(address(0), terms, longest, 255));
        examples.briefRequest = _loadEntry(book.createRequest(address(0), terms, longest, 1));
        uint256 id = book.createOfferFor(luis, terms, longest, 255);
        vm.stopPrank();
        _accept(id);
        _repay(id, 1);
        examples.loan = _loadEntry(id);
    }

    /// @dev luis' requests were funded before he took the other loans. The newest loans are due last, which is the order
    /// that takes most to find the first ones.
    function _fillOwnLists(bytes32[3] memory loan) private {
        uint256[] memory lent = new uint256[](LOANS);
        uint256[] memory requested = new uint256[](LOANS);
        uint256[] memory borrowed = new uint256[](2 * LOANS);
        for (uint256 i; i < LOANS; ++i) {
            (lent[i], requested[i]) = (LENT + i, REQUESTED + i);
            (borrowed[i], borrowed[LOANS + i]) = (REQUESTED + i, BORROWED + i);
            bytes32[3] memory slots = [loan[0], bytes32(uint256(loan[1]) + (i << START_SHIFT)), loan[2]];
            _storeEntry(LENT + i, slots, luis, _stranger(20_000 + i), _note(20_000 + i));
            _storeEntry(REQUESTED + i, slots, _stranger(30_000 + i), luis, _note(30_000 + i));
            _storeEntry(BORROWED + i, slots, _stranger(40_000 + i), luis, _note(40_000 + i));
        }
        _storeList(OFFERS_BY, luis, lent);
        _storeList(REQUESTS_BY, luis, requested);
        _storeList(LOANS_OF, luis, borrowed);
    }

    function _fillProposals(Examples memory examples) private {
        uint256[] memory offers = new uint256[](PROPOSALS);
        uint256[] memory requests = new uint256[](PROPOSALS);
        for (uint256 i; i < PROPOSALS; ++i) {
            (offers[i], requests[i]) = (OFFERED + i, ASKED + i);
            bool isOpen = i < PROPOSALS - TAKEN;
            bytes32[3] memory example = isOpen ? examples.offer : examples.loan;
            _storeEntry(OFFERED + i, example, _stranger(50_000 + i), luis, _note(50_000 + i));
            example = isOpen ? examples.request : examples.loan;
            _storeEntry(ASKED + i, example, luis, _stranger(60_000 + i), _note(60_000 + i));
        }
        _storeList(OFFERS_FOR, luis, offers);
        _storeList(REQUESTS_FOR, luis, requests);
    }

    /// @dev An account with the longest comment as its code.
    function _note(uint256 number) internal returns (address note) {
        note = address(uint160(0xbbbb00000000 + number));
        vm.etch(note, abi.encodePacked(hex"00", longest));
    }

    function _stranger(uint256 number) internal pure returns (address) {
        return address(uint160(0xaaaa00000000 + number));
    }

    /// @dev The gas of the last call.
    function _gas() internal view returns (uint256) {
        return vm.lastCallGas().gasTotalUsed;
    }

    function _assertGas(string memory name) internal returns (uint256) {
        return _assertMost(name, _gas());
    }

    function _assertMost(string memory name, uint256 gas) internal returns (uint256) {
        assertLe(gas, MOST, name);
        vm.snapshotValue("LoanLens", name, gas);
        return gas;
    }
}
