// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LoanLens} from "../../src/LoanLens.sol";
import {BookStorage} from "../support/BookStorage.sol";

/// @dev A long list of active loans, whose due dates come in an order that somebody chose.
contract LensOrderTest is BookStorage {
    uint256 constant ALL = type(uint256).max;
    uint256 constant FIRST_ID = 1000;
    /// @dev The slot of a loan that has `startTs`, and where that begins in it.
    uint256 constant START_SHIFT = 192;

    /// @dev The ranks of 500 due dates, two bytes each, from the newest loan to the oldest: of these, a quicksort by the
    /// median of three splits off two at a time (M. D. McIlroy, "A Killer Adversary for Quicksort").
    bytes constant KILLER =
        hex"000101d3000300fb00050177000700fd000901b5000b00ff000d0179000f0101001101e3001301030015017b00170105"
        hex"001901b7001b0107001d017d001f0109002101d50023010b0025017f0027010d002901b9002b010f002d0181002f0111"
        hex"003101eb003301130035018300370115003901bb003b0117003d0185003f0119004101d70043011b004501870047011d"
        hex"004901bd004b011f004d0189004f0121005101e5005301230055018b00570125005901bf005b0127005d018d005f0129"
        hex"006101d90063012b0065018f0067012d006901c1006b012f006d0191006f0131007101ec007301330075019300770135"
        hex"007901c3007b0137007d0195007f0139008101db0083013b008501970087013d008901c5008b013f008d0199008f0141"
        hex"009101e7009301430095019b00970145009901c7009b0147009d019d009f014900a101dd00a3014b00a5019f00a7014d"
        hex"00a901c900ab014f00ad01a100af015100b101ed00b3015300b501a300b7015500b901cb00bb015700bd01a500bf0159"
        hex"00c101df00c3015b00c501a700c7015d00c901cd00cb015f00cd01a900cf016100d101e900d3016300d501ab00d70165"
        hex"00d901cf00db016700dd01ad00df016900e101e100e3016b00e501af00e7016d00e901d100eb016f00ed01b100ef0171"
        hex"00f101ea00f3017300f501b300f7017500f90002000400060008000a000c000e00100012001400160018001a001c001e"
        hex"00200022002400260028002a002c002e00300032003400360038003a003c003e00400042004400460048004a004c004e"
        hex"00500052005400560058005a005c005e00600062006400660068006a006c006e00700072007400760078007a007c007e"
        hex"00800082008400860088008a008c008e00900092009400960098009a009c009e00a000a200a400a600a800aa00ac00ae"
        hex"00b000b200b400b600b800ba00bc00be00c000c200c400c600c800ca00cc00ce00d000d200d400d600d800da00dc00de"
        hex"00e000e200e400e600e800ea00ec00ee00f000f200f400f600f800fa00fc00fe01000102010401060108010a010c010e"
        hex"01100112011401160118011a011c011e01200122012401260128012a012c012e01300132013401360138013a013c013e"
        hex"01400142014401460148014a014c014e01500152015401560158015a015c015e01600162016401660168016a016c016e"
        hex"01700172017401760178017a017c017e01800182018401860188018a018c018e01900192019401960198019a019c019e"
        hex"01a001a201a401a601a801aa01ac01ae01b001b201b401b601b801ba01bc01be01c001c201c401c601c801ca01cc01ce"
        hex"01d001d201d401d601d801da01dc01de01e001e201e401e601e801ee01ef01f001f101f201f301f4";

    LoanLens lens = LoanLens(deployCode("LoanLens"));

    function test_OwnOfInAnOrderThatIsBadForAQuicksort() public {
        uint256[] memory ranks = new uint256[](KILLER.length / 2);
        for (uint256 i; i < ranks.length; ++i) {
            ranks[i] = (uint256(uint8(KILLER[2 * i])) << 8) | uint8(KILLER[2 * i + 1]);
        }
        _assertFirst(ranks);
    }

    function test_OwnOfWithTheNewestDueFirst() public {
        uint256[] memory ranks = new uint256[](lens.MAX_ROWS());
        for (uint256 i; i < ranks.length; ++i) {
            ranks[i] = i + 1;
        }
        _assertFirst(ranks);
    }

    /// forge-config: default.fuzz.runs = 64
    /// @custom:verify fuzz.runs = 5000
    function testFuzz_OwnOfHasTheFirstOnesWholeInAnyOrder(uint256 seed) public {
        uint256[] memory ranks = new uint256[](bound(seed, 1, 40));
        for (uint256 i; i < ranks.length; ++i) {
            uint256 other = uint256(keccak256(abi.encode(seed, i))) % (i + 1);
            ranks[i] = ranks[other];
            ranks[other] = i + 1;
        }
        _assertFirst(ranks);
    }

    /// @dev Ranks are of due dates, a second apart, from the newest loan to the oldest.
    function _assertFirst(uint256[] memory ranks) private {
        uint256 example = _createOffer();
        _accept(example);
        bytes32[3] memory loan = _loadEntry(example);
        uint256 count = ranks.length;
        uint256[] memory ids = new uint256[](count);
        uint256[] memory idOf = new uint256[](count + 1);
        vm.pauseTracing();
        for (uint256 i; i < count; ++i) {
            uint256 rank = ranks[count - 1 - i];
            ids[i] = FIRST_ID + i;
            idOf[rank] = ids[i];
            bytes32[3] memory slots = [loan[0], bytes32(uint256(loan[1]) + (rank << START_SHIFT)), loan[2]];
            _storeEntry(ids[i], slots, ana, luis, address(0));
        }
        _storeList(OFFERS_BY, ana, ids);
        vm.resumeTracing();

        LoanLens.Own memory own = lens.ownOf(book, ana, LoanLens.OwnList.Lent, ALL, ALL);
        assertEq(own.rows.length, count);
        assertEq(own.items.length, count < 8 ? count : 8);
        for (uint256 i; i < own.items.length; ++i) {
            assertEq(own.items[i].id, idOf[i + 1], "first ones");
        }
    }
}
