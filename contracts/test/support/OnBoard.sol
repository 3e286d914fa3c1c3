// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IdBoard} from "../../src/IdBoard.sol";

library OnBoard {
    using IdBoard for IdBoard.Board;

    /// @dev Whether the id is listed as open, of this kind.
    function has(IdBoard.Board storage board, uint256 id, uint256 kind) internal view returns (bool) {
        (uint256[] memory ids, ) = board.pageBefore(kind, id + 1, 1);
        return ids.length == 1 && ids[0] == id;
    }
}
