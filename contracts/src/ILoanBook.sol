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
/// requests share them.
///
/// Every function that changes state reverts with Reentrancy if the token calls back into it. With `Overflow()` it
/// refuses what its storage cannot hold: id 2³², and timestamps from the year 2106 on.
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
    /// contract, valid after 0). Its nonce is `keccak256(abi.encode(id, lender, borrower, number))`.
    struct SignedPayment {
        uint256 id;
        address lender;
        address borrower;
        address payer;
        uint256 amount;
        /// Chosen by the payer, as for a request: one payment of this loan can be collected with it.
        uint256 number;
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
    }

    /// @notice The loans that an account took.
    struct Record {
        uint256 taken;
        /// Repaid in full, or forgiven when at least the principal was repaid; on time or late.
        uint256 repaid;
        /// Of `repaid`: overdue when a payment came, whoever paid it and however little, or when the rest was forgiven.
        /// More time that is given later does not change that.
        uint256 repaidLate;
        /// Forgiven when less than the principal was repaid: neither repaid nor still owed.
        uint256 forgiven;
        /// What of their principal came back through this contract: no interest, and nothing that a lender recorded
        /// with recordPayment. Of the loans that were repaid or forgiven, each rounded down to whole dollars. Stops
        /// counting at 2³³ − 1; the counters but `taken` stop when 2²¹ loans were taken.
        uint256 repaidDollars;
    }

    /// @notice An offer was published, and its principal is in escrow.
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
    /// @notice An offer was cancelled by its lender, or by anyone after it had expired. The principal went to its
    /// lender, or PaymentHeld follows.
    event OfferCancelled(uint256 indexed id);
    /// @notice The debt decreased by `amount`. `borrower` is the debtor, even if somebody else paid. `totalRepaid`
    /// includes `amount`.
    event Repaid(uint256 indexed id, address indexed borrower, uint256 amount, uint256 totalRepaid);
    /// @notice Emitted after OfferCreated if only `borrower` may accept the offer.
    event OfferAddressed(uint256 indexed id, address indexed borrower);
    /// @notice A request was published. No money has moved.
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
    /// @notice A request was cancelled by its borrower, or by anyone after it had expired.
    event RequestCancelled(uint256 indexed id);
    /// @notice `lender` funded a request. Emitted before LoanAccepted.
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
    /// @notice Emitted after Repaid if the payer is not the borrower: who gave the tokens, not who collected them with
    /// repaySigned. If it is the lender, no tokens moved: they
    /// recorded a payment that they received elsewhere.
    event PaidBy(uint256 indexed id, address indexed payer);
    /// @notice The lender gave more time: `dueTs` is the new date.
    event Extended(uint256 indexed id, uint256 dueTs);
    /// @notice The lender waived `amount`, which is what was still owed.
    event Forgiven(uint256 indexed id, uint256 amount);
    /// @notice Emitted after Repaid or OfferCancelled if the token did not move the money to the lender: `amount` was
    /// added to `claimable`.
    event PaymentHeld(uint256 indexed id, address indexed lender, uint256 amount);
    /// @notice The lender collected what was `claimable`, to the address `to`.
    event Withdrawn(address indexed lender, address indexed to, uint256 amount);

    /// @notice There is no contract at the address of the token.
    error TokenWithoutCode(address token);
    /// @notice The token does not have the six decimals of a dollar.
    error WrongDecimals(address token, uint256 decimals);
    /// @notice The principal is 0 or above `max`.
    error PrincipalOutOfRange(uint256 principal, uint256 max);
    /// @notice The duration is 0 or above `max`, or an extension makes all extra time exceed `max`.
    error DurationOutOfRange(uint256 duration, uint256 max);
    /// @notice The interest rate is 0 or above `max`.
    error AprOutOfRange(uint256 apr, uint256 max);
    /// @notice The number of instalments is 0 or above `max`.
    error InstalmentsOutOfRange(uint256 instalments, uint256 max);
    /// @notice The number of days that an offer or request stays open is above `max`.
    error OpenDaysOutOfRange(uint256 openDays, uint256 max);
    /// @notice The comment has more than `max` bytes.
    error CommentTooLong(uint256 length, uint256 max);
    /// @notice An offer cannot be addressed to its own lender.
    error AddressedToLender(address lender);
    /// @notice A request cannot be addressed to its own borrower.
    error AddressedToBorrower(address borrower);
    /// @notice The loan is not an open offer, but in `status`.
    error OfferNotOpen(uint256 id, Status status);
    /// @notice The loan is not an open request, but in `status`.
    error RequestNotOpen(uint256 id, Status status);
    /// @notice The loan is not active, but in `status`.
    error LoanNotActive(uint256 id, Status status);
    /// @notice Only the lender may do this.
    error NotTheLender(uint256 id, address caller);
    /// @notice Only the borrower may do this.
    error NotTheBorrower(uint256 id, address caller);
    /// @notice The caller is the lender of the offer.
    error OwnOffer(uint256 id);
    /// @notice The caller is the borrower of the request.
    error OwnRequest(uint256 id);
    /// @notice The caller is the lender of the loan, who records with recordPayment what they received.
    error OwnLoan(uint256 id);
    /// @notice Only `person` may accept this offer or fund this request.
    error AddressedToAnother(uint256 id, address person);
    /// @notice The days for which the offer or request was open have passed.
    error Expired(uint256 id);
    /// @notice The loan with this id has another counterparty, other terms or other payments than the caller stated.
    error TermsChanged(uint256 id);
    /// @notice This is not what `signer` signed for this contract on this chain.
    error InvalidSignature(address signer);
    /// @notice It was signed until `deadline`.
    error SignatureExpired(uint256 deadline);
    /// @notice What `signer` signed with this number was used or voided.
    error NumberSpent(address signer, uint256 number);
    /// @notice The payment is 0.
    error NothingToPay(uint256 id);
    /// @notice The new date is not later than the one that the loan has.
    error NothingToExtend(uint256 id);
    /// @notice This contract holds nothing for the lender.
    error NothingToWithdraw(address lender);
    /// @notice Withdrawn to this contract itself, or to address zero, the money would belong to nobody.
    error WithdrawnToNobody();
    /// @notice Fee-on-transfer token: the recipient received less than was sent.
    error TokenKeptAFee(uint256 sent, uint256 received);
    /// @notice The token called back into a function that changes state.
    error Reentrancy();
    /// @notice The list has no such index.
    error IndexOutOfRange(uint256 index, uint256 length);

    // Errors of Solady's libraries that reach a caller.
    /// @notice A number does not fit its storage.
    error Overflow();
    /// @notice The token did not transfer from this contract.
    error TransferFailed();
    /// @notice The token did not transfer from the caller, who lacks balance or allowance, or whom it blocks.
    error TransferFromFailed();
    /// @notice A comment of more than 31 bytes could not be stored.
    error DeploymentFailed();

    // ── Lender ───────────────────────────────────────────────────────────────────────────────────────────────────

    /// @notice Publishes an offer that anyone may accept, in one instalment, open until it is cancelled. Escrows
    /// `principal`: the caller must have approved this contract for it.
    /// @dev Reverts as createOfferFor does.
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

    /// @notice Publishes an offer and escrows its principal: the caller must have approved this contract for it.
    /// @dev Reverts: PrincipalOutOfRange, DurationOutOfRange, AprOutOfRange, InstalmentsOutOfRange, OpenDaysOutOfRange,
    /// CommentTooLong, AddressedToLender, TransferFromFailed, TokenKeptAFee, DeploymentFailed.
    /// @param borrower who alone may accept it; zero: anyone. An addressed offer is listed in `offersForBorrower` and
    /// not in `openOfferIds`.
    /// @param comment at most MAX_COMMENT bytes; public and permanent
    /// @param openDays for how many days it can be accepted, at most MAX_OPEN_DAYS; 0: until it is cancelled. After
    /// that it keeps its status, and cancelOffer returns the principal.
    /// @return id the value of `nextId` before this call
    function createOfferFor(
        address borrower,
        Terms calldata terms,
        string calldata comment,
        uint256 openDays
    ) external returns (uint256 id);

    /// @notice createOfferFor with an EIP-2612 permit for the principal instead of a prior approval. A permit that
    /// fails, for example because it was front-run, is ignored: the call succeeds if the allowance suffices.
    /// @dev Reverts as createOfferFor does.
    function createOfferWithPermit(
        address borrower,
        Terms calldata terms,
        string calldata comment,
        uint256 openDays,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external returns (uint256 id);

    /// @notice Cancels an open offer and returns its principal to the lender. Before it has expired only the lender may
    /// call this, and then anyone. If the token does not move the principal, this contract holds it in `claimable`.
    /// @dev Reverts: OfferNotOpen, NotTheLender.
    function cancelOffer(uint256 id) external;

    /// @notice Funds an open request: the principal goes from the caller, who must have approved this contract, to the
    /// borrower, and the loan is active at once. `borrower` and `terms` must be those of the request.
    /// @dev Reverts: TermsChanged, RequestNotOpen, OwnRequest, AddressedToAnother, Expired, TransferFromFailed,
    /// TokenKeptAFee.
    function fundRequest(uint256 id, address borrower, Terms calldata terms) external;

    /// @notice fundRequest with an EIP-2612 permit for the principal instead of a prior approval. A permit that fails
    /// is ignored: the call succeeds if the allowance suffices.
    /// @dev Reverts as fundRequest does.
    function fundRequestWithPermit(
        uint256 id,
        address borrower,
        Terms calldata terms,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external;

    /// @notice Lends what somebody asked for by signature: the principal goes from the caller, who must have approved
    /// this contract, to the borrower, and the loan is active at once.
    /// @dev Reverts: PrincipalOutOfRange, DurationOutOfRange, AprOutOfRange, InstalmentsOutOfRange, CommentTooLong,
    /// OwnRequest and AddressedToAnother with id 0, SignatureExpired, NumberSpent, InvalidSignature, TransferFromFailed,
    /// TokenKeptAFee, DeploymentFailed.
    /// @param signature by the borrower's key, or of a contract (ERC-1271)
    /// @return id the value of `nextId` before this call
    function fundSigned(SignedRequest calldata request, bytes calldata signature) external returns (uint256 id);

    /// @notice fundSigned with an EIP-2612 permit for the principal instead of a prior approval. A permit that fails is
    /// ignored: the call succeeds if the allowance suffices.
    /// @dev Reverts as fundSigned does.
    function fundSignedWithPermit(
        SignedRequest calldata request,
        bytes calldata signature,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external returns (uint256 id);

    /// @notice Collects a payment that somebody signed: the tokens go from the payer through this contract to the lender,
    /// whoever calls. If less is owed by now than was signed, the payer gets the rest back. If the token refuses the
    /// transfer to the lender, this contract holds the payment in `claimable`.
    /// @dev Reverts: TermsChanged, NumberSpent if it was voided, LoanNotActive, OwnLoan, NothingToPay, TokenKeptAFee,
    /// TransferFailed, and as the token does: if the payer lacks balance, the signature is another's, too late or used,
    /// or the token has no EIP-3009.
    /// @param signature by the payer's key, or of a contract (ERC-1271), as far as the token takes it
    /// @return paid by how much the debt decreased
    function repaySigned(SignedPayment calldata payment, bytes calldata signature) external returns (uint256 paid);

    /// @notice Voids what the caller signed with this number, be it a request or a payment, unless it was used. After a
    /// payment was collected it changes nothing, and does not revert: a payment spends the token's nonce alone.
    /// @dev Reverts: NumberSpent, if a request with this number was funded or it was voided before.
    function voidSigned(uint256 number) external;

    /// @notice Records a payment of `amount`, capped at what is owed, that the lender received elsewhere, in cash: no
    /// tokens move. Only the lender may call this. `borrower` and `repaid` must be those of the loan before this
    /// payment, so that one payment cannot be recorded twice.
    /// @dev Reverts: LoanNotActive, NotTheLender, TermsChanged, NothingToPay.
    /// @return paid by how much the debt decreased
    function recordPayment(
        uint256 id,
        address borrower,
        uint256 amount,
        uint256 repaid
    ) external returns (uint256 paid);

    /// @notice Gives an active loan more time, until `dueTs`, which must be later than before: the instalments move
    /// apart, the interest stays the same. Only the lender may call this, and `borrower` must be that of the loan. All
    /// extra time of a loan is at most MAX_DURATION.
    /// @dev Reverts: LoanNotActive, NotTheLender, TermsChanged, NothingToExtend, DurationOutOfRange.
    function extend(uint256 id, address borrower, uint256 dueTs) external;

    /// @notice Waives what is still owed on an active loan, which must be `amount`. Only the lender may call this, and
    /// `borrower` must be that of the loan. If at least the principal was repaid, the loan counts as repaid in the
    /// borrower's record: to forgive what is left of the interest does not keep it out.
    /// @dev Reverts: LoanNotActive, NotTheLender, TermsChanged.
    function forgive(uint256 id, address borrower, uint256 amount) external;

    /// @notice Pays out the caller's `claimable` balance: what the token had refused to transfer to them.
    /// @dev Reverts: NothingToWithdraw, TransferFailed.
    /// @return amount the amount paid out
    function withdraw() external returns (uint256 amount);

    /// @notice Pays out the caller's `claimable` balance to another address.
    /// @dev Reverts: WithdrawnToNobody, NothingToWithdraw, TransferFailed.
    /// @return amount the amount paid out
    function withdrawTo(address to) external returns (uint256 amount);

    // ── Borrower ─────────────────────────────────────────────────────────────────────────────────────────────────

    /// @notice Accepts an open offer, whatever its terms are when the transaction is mined: the caller receives the
    /// principal and owes principal and interest.
    /// @dev Reverts: OfferNotOpen, OwnOffer, AddressedToAnother, Expired, TransferFailed.
    function acceptOffer(uint256 id) external;

    /// @notice Accepts an open offer only if it is by this lender and has these terms: after a reorganisation of the
    /// chain an id may belong to another offer.
    /// @dev Reverts: TermsChanged, and as acceptOffer does.
    function acceptOfferWithTerms(uint256 id, address lender, Terms calldata terms) external;

    /// @notice Publishes a request. No tokens move until a lender funds it.
    /// @dev Reverts: PrincipalOutOfRange, DurationOutOfRange, AprOutOfRange, InstalmentsOutOfRange, OpenDaysOutOfRange,
    /// CommentTooLong, AddressedToBorrower, DeploymentFailed.
    /// @param lender who alone may fund it; zero: anyone
    /// @param comment at most MAX_COMMENT bytes; public and permanent
    /// @param openDays for how many days it can be funded, at most MAX_OPEN_DAYS; 0: until it is cancelled
    /// @return id the value of `nextId` before this call
    function createRequest(
        address lender,
        Terms calldata terms,
        string calldata comment,
        uint256 openDays
    ) external returns (uint256 id);

    /// @notice Cancels an open request. Before it has expired only its borrower may call this, and then anyone.
    /// @dev Reverts: RequestNotOpen, NotTheBorrower.
    function cancelRequest(uint256 id) external;

    /// @notice Pays `amount` of the debt, capped at what is owed. Anyone but the lender may pay any loan; the caller
    /// must have approved this contract. There is no deadline: an overdue loan can always be repaid. If the token
    /// refuses the transfer to the lender, this contract holds the payment in `claimable`, and the debt decreases all
    /// the same.
    /// @dev Reverts: LoanNotActive, OwnLoan, NothingToPay, TransferFromFailed, and TokenKeptAFee if this contract has
    /// to hold the payment and receives less of it. A lender who is paid directly bears such a fee.
    /// @return paid by how much the debt decreased
    function repay(uint256 id, uint256 amount) external returns (uint256 paid);

    /// @notice repay, only if the loan is by this lender to this borrower, with an EIP-2612 permit for `amount`
    /// instead of a prior approval. A permit that fails is ignored: the call succeeds if the allowance suffices.
    /// @dev Reverts: TermsChanged, and as repay does.
    /// @return paid by how much the debt decreased
    function repayWithPermit(
        uint256 id,
        address lender,
        address borrower,
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
    function MAX_INSTALMENTS() external view returns (uint256);
    function MAX_OPEN_DAYS() external view returns (uint256);
    /// @dev In bytes of UTF-8.
    function MAX_COMMENT() external view returns (uint256);

    /// @notice The id of the next offer or request.
    function nextId() external view returns (uint256);

    /// @notice The loan with this id, whatever its status. All fields are zero, and the status None, if there is none.
    function getOffer(uint256 id) external view returns (Loan memory);

    /// @notice The fields of getOffer, as a tuple.
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

    /// @notice The terms of the loan with this id; all zero if there is none.
    function termsOf(uint256 id) external view returns (Terms memory);

    /// @notice The last second in which an offer or request could be accepted or funded, whatever its status; 0: no
    /// end.
    function openUntil(uint256 id) external view returns (uint256);

    /// @notice Everything but the comment, in one call.
    function summaryOf(uint256 id) external view returns (Summary memory);

    /// @notice summaryOf and the comment, in one call.
    function detailsOf(uint256 id) external view returns (Summary memory loan, string memory comment);

    /// @notice The amount still owed; 0 unless the loan is active. Interest is simple and fixed: the total is
    /// `principal + principal · apr · duration / (10 000 · 365 days)`, rounded up, whether it is paid early or late.
    function owed(uint256 id) external view returns (uint256);

    /// @notice How much of an active loan should have been paid before `time`; 0 unless it is active. Instalment k of n
    /// is due at `startTs + (dueTs − startTs) · k / n`, and that second is still on time. From the next one on,
    /// `total · k / n` is expected, rounded up.
    function expectedBy(uint256 id, uint256 time) external view returns (uint256);

    /// @notice What this contract holds for a lender, who collects it with `withdraw`.
    function claimable(address lender) external view returns (uint256);

    /// @notice Whether this person's request with this number was funded, or the number voided. That a payment was
    /// collected is told by the token (`authorizationState`).
    function isSpent(address signer, uint256 number) external view returns (bool);

    /// @notice The history of an account.
    function recordOf(address person) external view returns (Record memory);

    // ── Lists ────────────────────────────────────────────────────────────────────────────────────────────────────
    // Sorted by id, ascending, except the loans of a borrower, which are in the order in which they were taken, and the
    // offers of a lender, where a funded request stands in the order of its funding. Pagination: a page has at most
    // `limit` ids, beginning at index `offset`. Both are clamped to the list, so no value reverts, and consecutive pages
    // give the whole list. A single index beyond the list reverts with IndexOutOfRange. The open lists include what has
    // expired.

    /// @notice Every offer and request ever published, whatever its status.
    function allOffersLength() external view returns (uint256);
    function allOfferIds(uint256 index) external view returns (uint256 id);

    /// @notice The open offers that anyone may accept.
    function openOffersLength() external view returns (uint256);
    function openOfferIds(uint256 index) external view returns (uint256 id);
    function getOpenOfferIds(uint256 offset, uint256 limit) external view returns (uint256[] memory ids);
    /// @notice The newest of them below the id `before`, newest first. `next` is the `before` of the next page; 0:
    /// there are no more. Whatever is published or cancelled between two pages, the second begins where the first
    /// ended.
    function getNewestOpenOfferIds(
        uint256 before,
        uint256 limit
    ) external view returns (uint256[] memory ids, uint256 next);

    /// @notice The open requests that anyone may fund.
    function openRequestsLength() external view returns (uint256);
    function getOpenRequestIds(uint256 offset, uint256 limit) external view returns (uint256[] memory ids);
    /// @notice As getNewestOpenOfferIds.
    function getNewestOpenRequestIds(
        uint256 before,
        uint256 limit
    ) external view returns (uint256[] memory ids, uint256 next);

    /// @notice Every offer that this lender ever published and every request that they funded, whatever its status.
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

    /// @notice Every request that this borrower ever published, whatever its status.
    function requestsByBorrowerLength(address borrower) external view returns (uint256);
    function getRequestsByBorrowerIds(
        address borrower,
        uint256 offset,
        uint256 limit
    ) external view returns (uint256[] memory ids);

    /// @notice Every request that was ever addressed to this lender, whatever its status.
    function requestsForLenderLength(address lender) external view returns (uint256);
    function getRequestsForLenderIds(
        address lender,
        uint256 offset,
        uint256 limit
    ) external view returns (uint256[] memory ids);
}
