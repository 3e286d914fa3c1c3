// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Vm} from "forge-std/Vm.sol";
import {ILoanBook} from "../src/ILoanBook.sol";
import {LoanBookTest} from "./support/LoanBookTest.sol";

/// @dev Notes as they are stored: up to 127 bytes in slots, and longer ones as code.
contract CommentTest is LoanBookTest {
    /// @dev Bytes without a pattern, among them zeros, and such as UTF-8 never has in front.
    function _text(uint256 length) private pure returns (string memory) {
        bytes memory text = abi.encodePacked(hex"fffe80c000", keccak256("1"), keccak256("2"), bytes32(0));
        while (text.length < length) text = bytes.concat(text, text);
        assembly ("memory-safe") {
            mstore(text, length)
        }
        return string(text);
    }

    /// @dev By createOffer, createRequest and fundSigned. The test releases the memory of each length.
    function keep(string calldata text) external {
        vm.prank(ana);
        _assertKept(book.createOffer(PRINCIPAL, DURATION, APR, text), text);
        vm.prank(luis);
        _assertKept(book.createRequest(address(0), _terms(), text, 0), text);
        ILoanBook.SignedRequest memory request = _signedRequest(book.nextId());
        request.comment = text;
        bytes memory signature = _signRequest(luisKey, request);
        vm.prank(ana);
        _assertKept(book.fundSigned(request, signature), text);
    }

    function _assertKept(uint256 id, string memory text) private view {
        assertEq(bytes(book.getOffer(id).comment), bytes(text));
        _assertLoan(id, book.summaryOf(id), text);
    }

    function test_EveryLengthReadsBack() public {
        for (uint256 length; length <= 280; ++length) {
            this.keep(_text(length));
        }
        this.keep(string(new bytes(31)));
        this.keep(string(new bytes(127)));
        this.keep(string(new bytes(128)));
    }

    /// @dev The caller's bytes behind the note, up to a whole word and after it, are in no event and no view.
    function test_BytesBehindTheNoteAreNotRead() public {
        uint8[8] memory lengths = [0, 1, 24, 31, 33, 63, 127, 128];
        for (uint256 i; i < lengths.length; ++i) {
            string memory text = _text(lengths[i]);
            bytes memory words = abi.encode(PRINCIPAL, DURATION, APR, uint256(128), uint256(lengths[i]));
            bytes memory behind = abi.encodePacked(type(uint256).max, type(uint256).max);
            vm.recordLogs();
            vm.prank(ana);
            (bool done, bytes memory answer) = address(book).call(
                bytes.concat(book.createOffer.selector, words, bytes(text), behind)
            );
            assertTrue(done);
            Vm.Log memory log = vm.getRecordedLogs()[0];
            assertEq(log.data, abi.encode(PRINCIPAL, DURATION, APR, text));
            uint256 id = abi.decode(answer, (uint256));
            _assertKept(id, text);
            (, answer) = address(book).staticcall(abi.encodeCall(book.detailsOf, (id)));
            assertEq(answer, abi.encode(_expectOffer(), text), "the same bytes");
        }
    }
}
