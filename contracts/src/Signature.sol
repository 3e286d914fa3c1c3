// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SignatureCheckerLib} from "solady/utils/SignatureCheckerLib.sol";

/// @title Signatures of keys, and of contracts (ERC-1271)
library Signature {
    /// @dev A key's signature has one form, 65 bytes with the lower `s`; Solady also takes the other `s`, and 64 bytes.
    function isBy(address signer, bytes32 digest, bytes calldata signature) internal view returns (bool) {
        if (signer.code.length == 0 && (signature.length != 65 || uint8(signature[32]) > 0x7f)) return false;
        return SignatureCheckerLib.isValidSignatureNowCalldata(signer, digest, signature);
    }
}
