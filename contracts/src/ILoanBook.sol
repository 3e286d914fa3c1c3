// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Peer-to-peer loans in one ERC-20 token
/// @notice A lender publishes an offer, which escrows the principal in this contract until a borrower accepts it or the
/// lender cancels it. Or a borrower publishes a request, and a lender funds it. The borrower repays in any number of
/// payments, at any time. There is no owner, no pause, no fee and no upgrade. The terms are immutable, except in the
/// borrower's favour and by the lender: more time, and forgiveness.
///
/// Units: amounts in the token's smallest unit (millionths of a dollar), `apr` in basis points (hundredths of a
/// percent), `duration` in seconds, timestamps in Unix seconds. Ids start at 1 and are never reused; offers and
/// requests share them. A command that publishes returns the new id, and one that pays by how much the debt decreased.
///
/// A comment is public and permanent. It need not be valid UTF-8: readers replace or reject invalid bytes.
///
/// Every function that changes state reverts with Reentrancy if the token calls back into it. With `Overflow()` it
/// refuses what its storage cannot hold: id 2³², the 2³²nd person, and timestamps from the year 2106 on.
interface ILoanBook {
    /// @dev Neither lateness nor expiry is a status. An active loan is overdue while less than `expectedBy` now was
    /// paid. An offer or request is expired while `block.timestamp > openUntil` and that is not 0.
    enum Status {
        None, // no loan has this id
        Open, // an offer; this contract holds the principal
        Active, // the borrower has the principal and owes the total
        Repaid, // principal and interest are paid in full
        Cancelled, // an offer or request that nobody took was cancelled
        Requested, // a request; no money has moved
        Forgiven // the lender waived what was still owed
    }

    /// @notice The lists of a person. They contain loans of any status.
    enum List {
        Lent, // offers that they published and requests that they funded, in the order in which that happened
        Borrowed, // loans that they took, in that order
        Requested, // requests that they published
        OffersFor, // offers addressed to them
        RequestsFor // requests addressed to them
    }

    struct Loan {
        /// Of a request that nobody has funded: the only address that may fund it, or zero if anyone may.
        address lender;
        /// Of an offer that nobody has accepted: the only address that may accept it, or zero if anyone may.
        address borrower;
        uint256 principal;
        uint256 apr;
        uint256 duration;
        /// When the borrower got the principal, and when the last instalment is due. Both are 0 until then.
        uint256 startTs;
        uint256 dueTs;
        /// The sum of all payments so far.
        uint256 repaid;
        uint256 createdAt;
        Status status;
        string comment;
    }

    /// @notice What lender and borrower agree to.
    struct Terms {
        /// 1 to MAX_PRINCIPAL
        uint256 principal;
        /// 1 to MAX_DURATION, counted from the moment at which the borrower gets the principal
        uint256 duration;
        /// 1 to MAX_APR
        uint256 apr;
        /// 1 to MAX_INSTALMENTS equal payments, at equal distances. A plan, which nothing enforces: paying earlier,
        /// more or in other parts is always possible.
        uint256 instalments;
    }

    /// @notice A request that its borrower signed and did not publish (EIP-712). The domain has the name EntrePares, the
    /// version 1, this chain and this contract; the type is `Request(address borrower,address lender,uint256
    /// principal,uint256 duration,uint256 apr,uint256 instalments,string comment,uint256 number,uint256 deadline)`.
    struct SignedRequest {
        address borrower;
        /// Who alone may fund it; zero: whoever has the signature.
        address lender;
        Terms terms;
        string comment;
        /// Chosen by the borrower, at random or otherwise not used before: of all that is signed with a number, one
        /// request can be funded.
        uint256 number;
        /// The last second in which it can be funded.
        uint256 deadline;
    }

    /// @notice A payment that its payer signed for the token to make (EIP-3009, ReceiveWithAuthorization, to this
    /// contract). Its nonce is `keccak256(abi.encode(id, lender, borrower, number))`.
    struct SignedPayment {
        uint256 id;
        address lender;
        address borrower;
        address payer;
        uint256 amount;
        /// Chosen by the payer, as for a request: one payment of this loan can be collected with it.
        uint256 number;
        /// The last second in which it cannot be collected yet: 0, or a day before an instalment is due.
        uint256 validAfter;
        /// The first second in which it cannot be collected any more.
        uint256 validBefore;
    }

    /// @notice A loan without its comment, and what follows from it.
    struct Summary {
        address lender;
        address borrower;
        uint256 principal;
        uint256 apr;
        uint256 duration;
        uint256 startTs;
        uint256 dueTs;
        uint256 repaid;
        uint256 createdAt;
        Status status;
        uint256 instalments;
        uint256 openUntil;
        uint256 owed;
        /// The part of `repaid` that the lender recorded, or that a circle settled, without the payment that repaid the loan
        /// in full.
        uint256 noted;
        /// Whether a payment came, or the rest was forgiven, while the loan was overdue.
        bool late;
        /// Whether the loan ended within a day, and so counts in no record.
        bool brief;
    }

    /// @notice The loans that an account took, without those that ended within a day: they count in no field. Each counter
    /// but `taken` stops at 65,535.
    struct Record {
        uint256 taken;
        /// Repaid in full, or forgiven when at least the principal was repaid; on time or late.
        uint256 repaid;
        /// Of `repaid`: overdue when a payment came, whoever paid it and however little, or when the rest was forgiven.
        /// More time clears that if nothing is overdue under the new plan.
        uint256 repaidLate;
        /// Forgiven when less than the principal was repaid: neither repaid nor still owed.
        uint256 forgiven;
        /// What of their principal came back through this contract: no interest, and nothing that a lender recorded
        /// or a circle settled. Of the loans that were repaid or forgiven, each rounded down to whole dollars. Stops
        /// counting at 2³² − 1.
        uint256 repaidDollars;
    }

    event OfferCreated(
        uint256 indexed id,
        address indexed lender,
        uint256 principal,
        uint256 duration,
        uint256 apr,
        string comment
    );
    /// @notice The borrower got the principal: an offer was accepted, or a request funded.
    event LoanAccepted(uint256 indexed id, address indexed borrower, uint256 startTs, uint256 dueTs);
    /// @notice The principal went back to its lender, or PaymentHeld follows.
    event OfferCancelled(uint256 indexed id);
    /// @notice `borrower` is the debtor, even if somebody else paid. `totalRepaid` includes `amount`.
    event Repaid(uint256 indexed id, address indexed borrower, uint256 amount, uint256 totalRepaid);
    /// @notice Emitted after OfferCreated if only `borrower` may accept the offer.
    event OfferAddressed(uint256 indexed id, address indexed borrower);
    event RequestCreated(
        uint256 indexed id,
        address indexed borrower,
        uint256 principal,
        uint256 duration,
        uint256 apr,
        string comment
    );
    /// @notice Emitted after RequestCreated if only `lender` may fund the request.
    event RequestAddressed(uint256 indexed id, address indexed lender);
    event RequestCancelled(uint256 indexed id);
    /// @notice Emitted before LoanAccepted if `lender` funded a request.
    event RequestFunded(uint256 indexed id, address indexed lender);
    /// @notice A request that its borrower signed with this number, and never published, was funded: RequestFunded and
    /// LoanAccepted follow. There is no RequestCreated.
    event RequestSigned(
        uint256 indexed id,
        address indexed borrower,
        uint256 indexed number,
        uint256 principal,
        uint256 duration,
        uint256 apr,
        string comment
    );
    /// @notice Neither a request nor a payment that `signer` signed with this number can be used any more.
    event SignedVoided(address indexed signer, uint256 number);
    /// @notice Emitted after OfferCreated, RequestCreated or RequestSigned if there is more than one instalment.
    event Planned(uint256 indexed id, uint256 instalments);
    /// @notice Emitted after OfferCreated or RequestCreated if it expires. The second of `timestamp` still counts.
    event OpenUntil(uint256 indexed id, uint256 timestamp);
    /// @notice Emitted after Repaid if the payer is not the borrower: who gave the tokens, or the lender if none moved.
    event PaidBy(uint256 indexed id, address indexed payer);
    /// @notice Emitted after PaidBy if the lender recorded a payment, received at `paidAt`.
    event PaidElsewhere(uint256 indexed id, uint256 paidAt);
    event Extended(uint256 indexed id, uint256 dueTs);
    /// @notice The lender waived `amount`, all that was owed.
    event Forgiven(uint256 indexed id, uint256 amount);
    /// @notice Emitted after Repaid or OfferCancelled if the token did not move the money to the lender: `amount` was
    /// added to `claimable`.
    event PaymentHeld(uint256 indexed id, address indexed lender, uint256 amount);
    event Withdrawn(address indexed lender, address indexed to, uint256 amount);

    // docs/contract.md says when each of these is given.
    error TokenWithoutCode(address token);
    error WrongDecimals(address token, uint256 decimals);
    error OutOfRange(uint256 value, uint256 max);
    error AddressedToSelf(address person);
    error OfferNotOpen(uint256 id, Status status);
    error RequestNotOpen(uint256 id, Status status);
    error LoanNotActive(uint256 id, Status status);
    error NotYours(uint256 id, address caller);
    error OwnLoan(uint256 id);
    error AddressedToAnother(uint256 id, address person);
    error Expired(uint256 id);
    error TermsChanged(uint256 id);
    error InvalidSignature(address signer);
    error SignatureExpired(uint256 deadline);
    error NumberSpent(address signer, uint256 number);
    error NotACircle();
    error AmountAboveDebt(uint256 id);
    error PaidAtOutOfRange(uint256 paidAt, uint256 startTs);
    error NothingToPay(uint256 id);
    error NothingToExtend(uint256 id);
    error NothingToWithdraw(address lender);
    error WithdrawnToNobody();
    error TokenKeptAFee(uint256 sent, uint256 received);
    error Reentrancy();
    error IndexOutOfRange(uint256 index, uint256 length);
    // Of Solady's libraries:
    error Overflow();
    error TransferFailed();
    error TransferFromFailed();
    error DeploymentFailed();

    // ── Lender ───────────────────────────────────────────────────────────────────────────────────────────────────

    /// @notice createOfferFor anyone, in one instalment, open until it is cancelled.
    function createOffer(
        uint256 principal,
        uint256 duration,
        uint256 apr,
        string calldata comment
    ) external returns (uint256 id);

    /// @notice Publishes an offer and escrows its principal: the caller must have approved this contract for it.
    /// @param borrower who alone may accept it; zero: anyone. An addressed offer is in their list OffersFor and not
    /// in `openOfferIds`.
    /// @param openDays for how many days it can be accepted, at most MAX_OPEN_DAYS; 0: until it is cancelled. After
    /// that it keeps its status, and cancelOffer returns the principal.
    function createOfferFor(
        address borrower,
        Terms calldata terms,
        string calldata comment,
        uint256 openDays
    ) external returns (uint256 id);

    /// @notice Cancels an open offer and returns its principal to the lender. Before it has expired only the lender may
    /// call this, and then anyone. If the token does not move the principal, this contract holds it in `claimable`.
    function cancelOffer(uint256 id) external;

    /// @notice Funds an open request: the principal goes from the caller, who must have approved this contract, to the
    /// borrower, and the loan is active at once. `borrower` and `terms` must be those of the request.
    function fundRequest(uint256 id, address borrower, Terms calldata terms) external;

    /// @notice Lends what somebody asked for by signature: the principal goes from the caller, who must have approved
    /// this contract, to the borrower, and the loan is active at once.
    /// @param signature by the borrower's key, or of a contract (ERC-1271)
    function fundSigned(SignedRequest calldata request, bytes calldata signature) external returns (uint256 id);

    /// @notice Collects a payment that somebody signed: the tokens go from the payer through this contract to the lender,
    /// whoever calls. If less is owed by now than was signed, the payer gets the rest back. If the token refuses the
    /// transfer to the lender, this contract holds the payment in `claimable`.
    /// @param signature by the payer's key, or of a contract (ERC-1271), as far as the token takes it
    function repaySigned(SignedPayment calldata payment, bytes calldata signature) external returns (uint256 paid);

    /// @notice Voids what the caller signed with this number, be it a request or a payment, unless it was used. After a
    /// payment was collected it changes nothing, and does not revert: a payment spends the token's nonce alone.
    function voidSigned(uint256 number) external;

    /// @notice Records a payment of `amount`, capped at the debt, that the lender received elsewhere, for example in cash.
    /// No tokens move. Only the lender may call this. `borrower` must be that of the loan, and `noted` the sum that was
    /// recorded before, so that one payment cannot be recorded twice. Payments of others do not change `noted`.
    /// @param paidAt when the lender received the payment. It was late if the loan was overdue then.
    function recordPayment(
        uint256 id,
        address borrower,
        uint256 amount,
        uint256 noted,
        uint256 paidAt
    ) external returns (uint256 paid);

    /// @notice Reduces each of 2 to MAX_CIRCLE active loans by `amount`, as a payment that its lender recorded. No tokens
    /// move. Each lender is the borrower of the loan before, and the first lender that of the last, so that nobody's net
    /// position changes.
    /// @param noted what each lender had recorded, so that the signatures count once. Payments in tokens do not change
    /// it: until `deadline`, whoever has the signatures can settle the circle.
    /// @param signatures by each lender, in the order of `ids`, by key or of a contract (ERC-1271), all of the message
    /// `Circle(uint256[] ids,address[] lenders,uint256 amount,uint256[] noted,uint256 deadline)` (EIP-712)
    function settleCircle(
        uint256[] calldata ids,
        uint256 amount,
        uint256[] calldata noted,
        uint256 deadline,
        bytes[] calldata signatures
    ) external;

    /// @notice Gives an active loan more time, until `dueTs`, which must be later than before: the instalments move
    /// apart, the interest stays the same. If nothing is overdue then, earlier payments no longer count as late. Only the
    /// lender may call this, and `borrower` must be that of the loan. All extra time of a loan is at most MAX_DURATION.
    function extend(uint256 id, address borrower, uint256 dueTs) external;

    /// @notice Waives the debt of an active loan, which must be at most `amount`. Only the lender may call this, and
    /// `borrower` must be that of the loan. If at least the principal was repaid, the loan counts as repaid in the
    /// borrower's record: to forgive what is left of the interest does not keep it out.
    function forgive(uint256 id, address borrower, uint256 amount) external;

    /// @notice Pays out the caller's `claimable` balance, to them or to another address.
    function withdraw() external returns (uint256 amount);
    function withdrawTo(address to) external returns (uint256 amount);

    // ── Borrower ─────────────────────────────────────────────────────────────────────────────────────────────────

    /// @notice Accepts an open offer, whatever its terms are when the transaction is mined: the caller receives the
    /// principal and owes principal and interest.
    function acceptOffer(uint256 id) external;

    /// @notice Accepts an open offer only if it is by this lender and has these terms: after a reorganisation of the
    /// chain an id may belong to another offer.
    function acceptOfferWithTerms(uint256 id, address lender, Terms calldata terms) external;

    /// @notice Publishes a request. No tokens move until a lender funds it.
    /// @param lender who alone may fund it; zero: anyone
    /// @param openDays for how many days it can be funded, at most MAX_OPEN_DAYS; 0: until it is cancelled
    function createRequest(
        address lender,
        Terms calldata terms,
        string calldata comment,
        uint256 openDays
    ) external returns (uint256 id);

    /// @notice Cancels an open request. Before it has expired only its borrower may call this, and then anyone.
    function cancelRequest(uint256 id) external;

    /// @notice Pays `amount` of the debt, capped at what is owed. Anyone but the lender may pay any loan; the caller
    /// must have approved this contract. There is no deadline: an overdue loan can always be repaid. If the token
    /// refuses the transfer to the lender, this contract holds the payment in `claimable`, and the debt decreases all
    /// the same.
    function repay(uint256 id, uint256 amount) external returns (uint256 paid);

    /// @notice repay, only if the loan is by this lender to this borrower.
    function repayLoan(uint256 id, address lender, address borrower, uint256 amount) external returns (uint256 paid);

    // ── Several commands at once ─────────────────────────────────────────────────────────────────────────────────

    /// @notice Makes several calls of this contract for the caller, all or none: an error of one is the error of all. What
    /// they return is lost.
    function multicall(bytes[] calldata calls) external;

    /// @notice Gives the token the caller's EIP-2612 permit for this contract, for use in front of a command. A permit that
    /// fails, for example because somebody sent it before, is ignored: the command succeeds if the allowance suffices.
    function permit(uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external;

    // ── Views ────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @notice The ERC-20 token of all loans; immutable.
    function token() external view returns (address);

    /// @notice The id of the next offer or request.
    function nextId() external view returns (uint256);

    /// @notice The loan with this id, whatever its status. All fields are zero, and the status None, if there is none.
    function getOffer(uint256 id) external view returns (Loan memory);

    /// @notice Everything of a loan, without and with its comment.
    function summaryOf(uint256 id) external view returns (Summary memory);
    function detailsOf(uint256 id) external view returns (Summary memory loan, string memory comment);

    /// @notice The amount still owed; 0 unless the loan is active. Interest is simple and fixed: the total is
    /// `principal + principal · apr · duration / (10 000 · 365 days)`, rounded up, whether it is paid early or late.
    function owed(uint256 id) external view returns (uint256);

    /// @notice How much of an active loan should have been paid before `time`; 0 unless it is active. Instalment k of n
    /// is due at `startTs + (dueTs − startTs) · k / n`, and that second is still on time. From the next one on,
    /// `total · k / n` is expected, rounded up.
    function expectedBy(uint256 id, uint256 time) external view returns (uint256);

    /// @notice What this contract holds for a lender.
    function claimable(address lender) external view returns (uint256);

    /// @notice Whether this person's request with this number was funded, or the number voided. That a payment was
    /// collected is told by the token (`authorizationState`).
    function isSpent(address signer, uint256 number) external view returns (bool);

    /// @notice The history of an account.
    function recordOf(address person) external view returns (Record memory);

    // ── Lists ────────────────────────────────────────────────────────────────────────────────────────────────────
    // Ascending, except newestOpenIds. A page has at most `limit` ids, beginning at index `offset`. Both are clamped to the
    // list, so no value reverts. A single index beyond the list reverts with IndexOutOfRange. The open lists include what
    // has expired.

    /// @notice Every offer and request ever published, whatever its status.
    function allOffersLength() external view returns (uint256);
    function allOfferIds(uint256 index) external view returns (uint256 id);

    /// @notice The open offers that anyone may accept, and how many open requests there are that anyone may fund.
    function openOffersLength() external view returns (uint256);
    function openOfferIds(uint256 index) external view returns (uint256 id);
    function getOpenOfferIds(uint256 offset, uint256 limit) external view returns (uint256[] memory ids);
    function openRequestsLength() external view returns (uint256);

    /// @notice The newest open offers, or requests, below the id `before`, newest first. `next` is the `before` of the next
    /// page; 0: there are no more. Whatever is published or cancelled between two pages, the second begins where the first
    /// ended.
    function newestOpenIds(
        bool requests,
        uint256 before,
        uint256 limit
    ) external view returns (uint256[] memory ids, uint256 next);

    /// @notice A page of a person's list, and the list's length.
    function idsOf(
        List list,
        address person,
        uint256 offset,
        uint256 limit
    ) external view returns (uint256[] memory ids, uint256 length);

    /// @notice The list Lent.
    function offersByLenderLength(address lender) external view returns (uint256);
    function offersByLender(address lender, uint256 index) external view returns (uint256 id);
    function getOffersByLenderIds(
        address lender,
        uint256 offset,
        uint256 limit
    ) external view returns (uint256[] memory ids);
}
