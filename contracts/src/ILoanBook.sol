// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Loans between people, kept by a contract that neither of them can bend
/// @notice A lender puts dollars behind an offer; they stay in the book until a borrower takes them or the lender
/// cancels. The borrower pays back in one part or many, whenever. There is no owner, no pause, no fee and no upgrade,
/// and the terms of an offer never change.
///
/// Units: money in the token's smallest unit (millionths of a dollar), `apr` in hundredths of a percent, `duration`
/// in seconds, moments in unix seconds. Ids run from 1 and are never reused.
interface ILoanBook {
    /// @dev Overdue is not a status: an active loan is overdue from the second after `dueTs`.
    enum Status {
        None, // no such loan
        Open, // published, the principal is in the book
        Active, // taken, the principal is with the borrower
        Repaid, // all that was owed came back
        Cancelled // taken back by its lender before anyone took it
    }

    struct Loan {
        address lender;
        /// Who took the loan. Before that, the only one who may; zero: anyone.
        address borrower;
        uint256 principal;
        uint256 apr;
        uint256 duration;
        /// When it was taken and when it is due; 0 until then.
        uint256 startTs;
        uint256 dueTs;
        /// What came back so far.
        uint256 repaid;
        uint256 createdAt;
        Status status;
        string comment;
    }

    /// @notice What a person did with the loans they took.
    struct Record {
        uint256 taken;
        /// Paid back in full, on time or late.
        uint256 repaid;
        /// Those of them whose last payment came after `dueTs`.
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
    /// @dev `borrower` is whose debt it was, whoever paid. `totalRepaid` includes `amount`.
    event Repaid(uint256 indexed id, address indexed borrower, uint256 amount, uint256 totalRepaid);
    /// @notice Follows the OfferCreated of an offer that only `borrower` may take.
    event OfferAddressed(uint256 indexed id, address indexed borrower);
    /// @notice Follows a Repaid whose amount the token refused to hand to the lender: it waits in `claimable`.
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
    /// @notice The token keeps a part of what it moves, so the book would hold less than it promises.
    error TokenKeptAFee(uint256 sent, uint256 received);
    error IndexOutOfRange(uint256 index, uint256 length);

    // ── Lender ───────────────────────────────────────────────────────────────────────────────────────────────────

    /// @notice Publishes an offer that anyone may take, and moves `principal` from the caller into the book.
    /// @param principal 1 to MAX_PRINCIPAL
    /// @param duration 1 to MAX_DURATION
    /// @param apr 1 to MAX_APR
    /// @param comment at most MAX_COMMENT bytes; anyone can read it, for ever
    /// @return id what `nextId` said before
    function createOffer(
        uint256 principal,
        uint256 duration,
        uint256 apr,
        string calldata comment
    ) external returns (uint256 id);

    /// @notice The same, for one borrower alone; zero: anyone. It stands in the lists of all offers, of its lender and
    /// of the offers for that borrower, not among the open ones.
    function createOfferFor(
        address borrower,
        uint256 principal,
        uint256 duration,
        uint256 apr,
        string calldata comment
    ) external returns (uint256 id);

    /// @notice The same in one transaction, with an EIP-2612 permit for `principal` instead of an allowance given
    /// before. A permit that was already used does no harm while the allowance suffices.
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

    /// @notice Takes an open offer back: its principal returns to the lender, who alone may do it.
    function cancelOffer(uint256 id) external;

    /// @notice Pays out what payments the token once refused to hand to the caller.
    function withdraw() external returns (uint256 amount);

    // ── Borrower ─────────────────────────────────────────────────────────────────────────────────────────────────

    /// @notice Takes an open offer: its principal goes to the caller, who from now owes principal and interest. The
    /// lender cannot take their own offer, nor anyone else one that is addressed to another.
    function acceptOffer(uint256 id) external;

    /// @notice Pays `amount` of what is owed, or all of it where `amount` is more. The caller pays, whoever borrowed.
    /// There is no last day: a late loan can always be paid. If the token refuses to pay the lender, the book
    /// keeps the payment for them, and the debt shrinks all the same.
    /// @return paid what was taken from the caller
    function repay(uint256 id, uint256 amount) external returns (uint256 paid);

    /// @notice The same in one transaction, with an EIP-2612 permit for `amount`.
    function repayWithPermit(
        uint256 id,
        uint256 amount,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external returns (uint256 paid);

    // ── What the book says ───────────────────────────────────────────────────────────────────────────────────────

    /// @notice The dollar that all loans move; fixed when the book was opened.
    function token() external view returns (address);
    function MAX_PRINCIPAL() external view returns (uint256);
    function MAX_DURATION() external view returns (uint256);
    function MAX_APR() external view returns (uint256);
    /// @dev In bytes of UTF-8.
    function MAX_COMMENT() external view returns (uint256);

    /// @notice The id that the next offer gets.
    function nextId() external view returns (uint256);

    /// @notice The loan with this id; an empty one, with status None, if there is none.
    function getOffer(uint256 id) external view returns (Loan memory);

    /// @notice The same, field by field.
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

    /// @notice What is still to be paid; 0 unless the loan is active. In all a borrower pays
    /// `principal + principal · apr · duration / (10 000 · 365 days)`, rounded up, paid early or late.
    function owed(uint256 id) external view returns (uint256);

    /// @notice What waits for this lender to withdraw.
    function claimable(address lender) external view returns (uint256);

    function recordOf(address person) external view returns (Record memory);

    // ── Lists ────────────────────────────────────────────────────────────────────────────────────────────────────
    // All are in ascending order of id, save the loans of a borrower, which stand in the order they were taken. A page
    // begins at `offset` and is as long as `limit` and the list allow: any two numbers are welcome, and pages joined give
    // the whole. An index beyond the list is refused.

    function allOffersLength() external view returns (uint256);
    function allOfferIds(uint256 index) external view returns (uint256 id);

    /// @notice The open offers that anyone may take.
    function openOffersLength() external view returns (uint256);
    function openOfferIds(uint256 index) external view returns (uint256 id);
    function getOpenOfferIds(uint256 offset, uint256 limit) external view returns (uint256[] memory ids);
    /// @notice The same from the other end: newest first.
    function getNewestOpenOfferIds(uint256 offset, uint256 limit) external view returns (uint256[] memory ids);

    /// @notice All that this lender ever offered.
    function offersByLenderLength(address lender) external view returns (uint256);
    function offersByLender(address lender, uint256 index) external view returns (uint256 id);
    function getOffersByLenderIds(
        address lender,
        uint256 offset,
        uint256 limit
    ) external view returns (uint256[] memory ids);

    /// @notice All that this borrower ever took.
    function loansByBorrowerLength(address borrower) external view returns (uint256);
    function loansByBorrower(address borrower, uint256 index) external view returns (uint256 id);
    function getLoansByBorrowerIds(
        address borrower,
        uint256 offset,
        uint256 limit
    ) external view returns (uint256[] memory ids);

    /// @notice All that was ever addressed to this borrower, whatever became of it.
    function offersForBorrowerLength(address borrower) external view returns (uint256);
    function offersForBorrower(address borrower, uint256 index) external view returns (uint256 id);
    function getOffersForBorrowerIds(
        address borrower,
        uint256 offset,
        uint256 limit
    ) external view returns (uint256[] memory ids);
}
