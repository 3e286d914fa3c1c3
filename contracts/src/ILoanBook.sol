// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Peer-to-peer loans in one ERC-20 token
/// @notice Publishing an offer escrows the lender's principal in this contract, until a borrower accepts the offer or
/// the lender cancels it. The borrower repays in any number of payments, at any time. There is no owner, no pause, no
/// fee and no upgrade, and the terms of an offer are immutable.
///
/// Units: amounts in the token's smallest unit (millionths of a dollar), `apr` in basis points (hundredths of a
/// percent), `duration` in seconds, timestamps in Unix seconds. Ids start at 1 and are never reused.
interface ILoanBook {
    /// @dev There is no status for overdue: an active loan is overdue while `block.timestamp > dueTs`.
    enum Status {
        None, // no loan has this id
        Open, // published; this contract holds the principal
        Active, // accepted; the borrower has the principal and owes the total
        Repaid, // principal and interest are paid in full
        Cancelled // cancelled by the lender before anyone accepted it
    }

    struct Loan {
        address lender;
        /// Who accepted the offer. Until then: the only address that may accept it, or zero if anyone may.
        address borrower;
        uint256 principal;
        uint256 apr;
        uint256 duration;
        /// When it was accepted, and when it is due (`startTs + duration`). Both are 0 until it is accepted.
        uint256 startTs;
        uint256 dueTs;
        /// The sum of all payments so far.
        uint256 repaid;
        uint256 createdAt;
        Status status;
        string comment;
    }

    /// @notice Borrowing history of an account: numbers of loans.
    struct Record {
        uint256 taken;
        /// Repaid in full, on time or late.
        uint256 repaid;
        /// Repaid in full, with the last payment after `dueTs`. Included in `repaid`.
        uint256 repaidLate;
    }

    event OfferCreated(
        uint256 indexed id,
        address indexed lender,
        uint256 principal,
        uint256 duration,
        uint256 apr,
        string comment
    );
    event LoanAccepted(uint256 indexed id, address indexed borrower, uint256 startTs, uint256 dueTs);
    event OfferCancelled(uint256 indexed id);
    /// @dev `borrower` is the debtor, even if somebody else paid. `totalRepaid` includes `amount`.
    event Repaid(uint256 indexed id, address indexed borrower, uint256 amount, uint256 totalRepaid);
    /// @notice Emitted after OfferCreated if only `borrower` may accept the offer.
    event OfferAddressed(uint256 indexed id, address indexed borrower);
    /// @notice Emitted after Repaid if the token refused the transfer to the lender: `amount` was added to `claimable`.
    event PaymentHeld(uint256 indexed id, address indexed lender, uint256 amount);
    event Withdrawn(address indexed lender, uint256 amount);

    error TokenWithoutCode(address token);
    error PrincipalOutOfRange(uint256 principal, uint256 max);
    error DurationOutOfRange(uint256 duration, uint256 max);
    error AprOutOfRange(uint256 apr, uint256 max);
    error CommentTooLong(uint256 length, uint256 max);
    error AddressedToLender(address lender);
    error OfferNotOpen(uint256 id, Status status);
    error LoanNotActive(uint256 id, Status status);
    error NotTheLender(uint256 id, address caller);
    error OwnOffer(uint256 id);
    error AddressedToAnother(uint256 id, address borrower);
    error NothingToPay(uint256 id);
    error NothingToWithdraw(address lender);
    /// @notice Fee-on-transfer token: this contract received less than it would owe.
    error TokenKeptAFee(uint256 sent, uint256 received);
    error IndexOutOfRange(uint256 index, uint256 length);

    // ── Lender ───────────────────────────────────────────────────────────────────────────────────────────────────

    /// @notice Publishes an offer that anyone may accept, and escrows `principal`: the caller must have approved this
    /// contract for it.
    /// @param principal 1 to MAX_PRINCIPAL
    /// @param duration 1 to MAX_DURATION, counted from acceptance
    /// @param apr 1 to MAX_APR
    /// @param comment at most MAX_COMMENT bytes; public and permanent
    /// @return id the value of `nextId` before this call
    function createOffer(
        uint256 principal,
        uint256 duration,
        uint256 apr,
        string calldata comment
    ) external returns (uint256 id);

    /// @notice Like createOffer, but only `borrower` may accept the offer; zero: anyone may. An addressed offer is
    /// listed in `allOfferIds`, `offersByLender` and `offersForBorrower`, and not in `openOfferIds`.
    function createOfferFor(
        address borrower,
        uint256 principal,
        uint256 duration,
        uint256 apr,
        string calldata comment
    ) external returns (uint256 id);

    /// @notice Like createOfferFor, with an EIP-2612 permit for `principal` instead of a prior approval. A permit that
    /// fails, for example because it was front-run, is ignored: the call succeeds if the allowance suffices.
    function createOfferWithPermit(
        address borrower,
        uint256 principal,
        uint256 duration,
        uint256 apr,
        string calldata comment,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external returns (uint256 id);

    /// @notice Cancels an open offer and returns its principal to the lender. Only the lender may call this.
    function cancelOffer(uint256 id) external;

    /// @notice Pays out the caller's `claimable` balance: repayments that the token had refused to transfer to them.
    /// @return amount the amount paid out
    function withdraw() external returns (uint256 amount);

    // ── Borrower ─────────────────────────────────────────────────────────────────────────────────────────────────

    /// @notice Accepts an open offer: the caller receives the principal and owes principal and interest. The lender
    /// cannot accept their own offer, and an addressed offer can be accepted only by its addressee.
    function acceptOffer(uint256 id) external;

    /// @notice Pays `amount` of the debt, capped at what is owed. Anyone may pay any loan; the caller must have
    /// approved this contract. There is no deadline: an overdue loan can always be repaid. If the token refuses the
    /// transfer to the lender, this contract holds the payment in `claimable`, and the debt decreases all the same.
    /// @return paid the amount taken from the caller
    function repay(uint256 id, uint256 amount) external returns (uint256 paid);

    /// @notice Like repay, with an EIP-2612 permit for `amount` instead of a prior approval.
    function repayWithPermit(
        uint256 id,
        uint256 amount,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external returns (uint256 paid);

    // ── Views ────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @notice The ERC-20 token of all loans; immutable.
    function token() external view returns (address);
    function MAX_PRINCIPAL() external view returns (uint256);
    function MAX_DURATION() external view returns (uint256);
    function MAX_APR() external view returns (uint256);
    /// @dev In bytes of UTF-8.
    function MAX_COMMENT() external view returns (uint256);

    /// @notice The id of the next offer.
    function nextId() external view returns (uint256);

    /// @notice The loan with this id, whatever its status. All fields are zero, and the status None, if there is none.
    function getOffer(uint256 id) external view returns (Loan memory);

    /// @notice Like getOffer, as a tuple of fields.
    function loans(
        uint256 id
    )
        external
        view
        returns (
            address lender,
            address borrower,
            uint256 principal,
            uint256 apr,
            uint256 duration,
            uint256 startTs,
            uint256 dueTs,
            uint256 repaid,
            uint256 createdAt,
            Status status,
            string memory comment
        );

    /// @notice The amount still owed; 0 unless the loan is active. Interest is simple and fixed: the total is
    /// `principal + principal · apr · duration / (10 000 · 365 days)`, rounded up, whether it is paid early or late.
    function owed(uint256 id) external view returns (uint256);

    /// @notice Repayments that this contract holds for a lender, who collects them with `withdraw`.
    function claimable(address lender) external view returns (uint256);

    /// @notice The borrowing history of an account.
    function recordOf(address person) external view returns (Record memory);

    // ── Lists ────────────────────────────────────────────────────────────────────────────────────────────────────
    // Sorted by id, ascending, except the loans of a borrower, which are in order of acceptance. Pagination: a page has
    // at most `limit` ids, beginning at index `offset`. Both are clamped to the list, so no value reverts, and
    // consecutive pages give the whole list. A single index beyond the list reverts with IndexOutOfRange.

    /// @notice Every offer ever published, whatever its status.
    function allOffersLength() external view returns (uint256);
    function allOfferIds(uint256 index) external view returns (uint256 id);

    /// @notice The open offers that anyone may accept.
    function openOffersLength() external view returns (uint256);
    function openOfferIds(uint256 index) external view returns (uint256 id);
    function getOpenOfferIds(uint256 offset, uint256 limit) external view returns (uint256[] memory ids);
    /// @notice Like getOpenOfferIds, newest first.
    function getNewestOpenOfferIds(uint256 offset, uint256 limit) external view returns (uint256[] memory ids);

    /// @notice Every offer that this lender ever published, whatever its status.
    function offersByLenderLength(address lender) external view returns (uint256);
    function offersByLender(address lender, uint256 index) external view returns (uint256 id);
    function getOffersByLenderIds(
        address lender,
        uint256 offset,
        uint256 limit
    ) external view returns (uint256[] memory ids);

    /// @notice Every loan that this borrower ever took, whatever its status.
    function loansByBorrowerLength(address borrower) external view returns (uint256);
    function loansByBorrower(address borrower, uint256 index) external view returns (uint256 id);
    function getLoansByBorrowerIds(
        address borrower,
        uint256 offset,
        uint256 limit
    ) external view returns (uint256[] memory ids);

    /// @notice Every offer that was ever addressed to this borrower, whatever its status.
    function offersForBorrowerLength(address borrower) external view returns (uint256);
    function offersForBorrower(address borrower, uint256 index) external view returns (uint256 id);
    function getOffersForBorrowerIds(
        address borrower,
        uint256 offset,
        uint256 limit
    ) external view returns (uint256[] memory ids);
}
