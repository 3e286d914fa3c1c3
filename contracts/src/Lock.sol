// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILoanBook} from "./ILoanBook.sol";

/// @title Reentrancy lock in transient storage
/// @dev Solady's guard declares its error itself, which clashes with the one of ILoanBook in a contract that has both.
abstract contract Lock {
    uint256 private transient _lock;

    modifier nonReentrant() {
        require(_lock == 0, ILoanBook.Reentrancy());
        _lock = 1;
        _;
        _lock = 0;
    }
}
