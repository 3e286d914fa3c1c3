// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "./ILoanBook.sol";

/// @title Reentrancy lock in transient storage
/// @dev Solady's guard declares its error itself, which clashes with the one of ILoanBook in a contract that has both.
abstract contract Lock {
    uint256 private transient _lock;

    modifier nonReentrant() {
        _enter();
        _;
        _lock = 0;
    }

    /// @dev A function, because a modifier is copied into each function that has it.
    function _enter() private {
        require(_lock == 0, ILoanBook.Reentrancy());
        _lock = 1;
    }
}
