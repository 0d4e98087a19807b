import type { AccountProvider, Subject } from "./accounts.ts";
import type { TerminalProvider } from "./terminals.ts";

/** The first card processor, by the name it has in our books. */
export const STRIPE = "stripe";

/** What we need of a card processor, in our words. One adapter per processor. */
export type IntentState = "unconfirmed" | "declined" | "requires_action" | "processing" | "authorized" | "succeeded" | "cancelled";

export type ProviderCard = { brand: string; last4: string; funding: string; expMonth: number; expYear: number };

export type Intent = {
  id: string;
  state: IntentState;
  currency: string;
  /** Minor units. */
  amount: bigint;
  received: bigint;
  /** What the processor keeps, once it is known. */
  fee: bigint;
  paymentMethod: string;
  card: ProviderCard | null;
  clientSecret: string;
  /** Where the holder consents, while that is waited for. */
  consentUrl: string;
  failureCode: string;
  failureMessage: string;
  metadata: Record<string, string>;
};

export type RefundState = "accepted" | "failed";

export type ProviderRefund = {
  id: string;
  intentId: string;
  state: RefundState;
  currency: string;
  amount: bigint;
  failureMessage: string;
  metadata: Record<string, string>;
};

export type DisputeState = "open" | "won" | "lost";

export type ProviderDispute = {
  id: string;
  intentId: string;
  state: DisputeState;
  currency: string;
  /** What is contested, and how much of it the processor has taken back for now. */
  amount: bigint;
  withdrawn: bigint;
  /** Why, in the processor's word. */
  reason: string;
  /** Until when it may be answered. */
  dueAt: Date | null;
};

/** What a file shows that goes to the bank with an answer. */
export const evidenceKinds = ["receipt", "customer_signature", "customer_communication", "service_documentation", "uncategorized"] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

export type NewEvidence = { key: string; kind: EvidenceKind; fileName: string; contentType: string; content: Uint8Array };

/** What an answer has beside its words: the ids of files that the processor keeps, at most one of each kind. */
export type EvidenceFiles = Readonly<Partial<Record<EvidenceKind, string>>>;

/** Left the balance, given to the bank, there, or put back into the balance: the bank did not take it, or it was called back before the bank had it. */
export type PayoutState = "pending" | "in_transit" | "paid" | "failed" | "canceled";

/** Whether the processor can say what a payout is made of: it can, it will when it is done with that, or, of one made by hand, it never will. */
export type Itemized = "yes" | "underway" | "never";

export type ProviderPayout = {
  id: string;
  state: PayoutState;
  currency: string;
  /** Negative for one that takes money back from the bank. */
  amount: bigint;
  itemized: Itemized;
  /** The day on which the bank is to have it; empty when the processor does not say. */
  arrivesOn: string;
  description: string;
  /** Why it did not reach the bank, in the processor's words; else empty. */
  failure: string;
};

/** A payout is itself one of the movements that the processor lists for it; an earlier one that came back is another. */
export type MovementKind = "charge" | "refund" | "dispute" | "payout" | "other";

/** One movement of our balance at the processor. */
export type Movement = {
  id: string;
  kind: MovementKind;
  currency: string;
  /** Before the processor's fee; negative when money left. */
  amount: bigint;
  fee: bigint;
  /** The intent it comes from and what is noted there; empty when it comes from none. */
  intentId: string;
  metadata: Record<string, string>;
  /** The payout that took this out of the balance, or was put back into it; empty for all that is none. */
  payoutId: string;
  /** In another currency than was charged. */
  converted: boolean;
};

export type SavedCard = ProviderCard & { id: string; country: string; name: string; cvcCheck: string };

/** A card that is kept without being charged. */
export type SetupResult = {
  id: string;
  customer: string;
  /** Null until it is kept. */
  card: SavedCard | null;
  /** Where the holder consents, while that is waited for. */
  consentUrl: string;
  failureCode: string;
  failureMessage: string;
};

export type NewSetup = { key: string; customer: string; paymentMethod: string; returnUrl: string; metadata: Record<string, string> };

export type NewIntent = {
  /** The same key always means the same intent. */
  key: string;
  amount: bigint;
  currency: string;
  paymentMethod: string;
  customer: string;
  saveCard: boolean;
  description: string;
  metadata: Record<string, string>;
  /** From a card that is held to this reader instead of one that is named. */
  readerId?: string;
  /** From a bank account, which takes days. */
  bank?: boolean;
  /** Only held on the card when it is confirmed, to be captured later. */
  hold?: boolean;
};

/** A bank account as its holder writes it down. The processor keeps it; here nothing of it is. */
export type NewBankAccount = {
  holderName: string;
  company: boolean;
  savings: boolean;
  email: string;
  routingNumber: string;
  accountNumber: string;
};

/** How an intent is confirmed. A bank account is debited by a mandate that its holder gave at a time, at the counter. */
export type Confirming = { key: string; offSession: boolean; returnUrl: string; mandateAt?: Date };

export type NewCapture = { key: string; amount: bigint; currency: string; metadata: Record<string, string> };

export type NewRefund = { key: string; intentId: string; amount: bigint; currency: string; metadata: Record<string, string> };

/** A client as the processor knows them; one of the processors wants a name, for its own pages. */
export type NewCustomer = { key: string; name: string; metadata: Record<string, string> };

/** Something at the processor that moves money, as an event claims it is or as the processor says when asked. */
export type Fact =
  | { kind: "intent"; object: Intent }
  | { kind: "refund"; object: ProviderRefund }
  | { kind: "dispute"; object: ProviderDispute }
  | { kind: "payout"; object: ProviderPayout };

export type ProviderEvent = {
  id: string;
  type: string;
  body: Record<string, unknown>;
  /** The account on which it happened; empty for the installation's own. */
  account: string;
  /** Null for an event that is about no money of ours. */
  claim: Fact | null;
  /** An account or a proof that it is about instead. */
  subject: Subject | null;
};

/** What an account at any card processor can be asked for. What belongs to another account is unknown to it. */
export type ChargingAccount = {
  /** Makes an intent known to the processor; takes nothing yet. With a reader, the reader asks for the card where the processor has it so. */
  createIntent(input: NewIntent): Promise<Intent>;
  /** Takes the money. */
  confirmIntent(id: string, input: Confirming): Promise<Intent>;
  getIntent(id: string): Promise<Intent>;
  /** Gives an intent up; one that has succeeded meanwhile answers as what it is. */
  cancelIntent(id: string): Promise<Intent>;
  refund(input: NewRefund): Promise<ProviderRefund>;
  refundsOf(intentId: string): Promise<ProviderRefund[]>;
  createCustomer(input: NewCustomer): Promise<string>;
  attachCard(customer: string, paymentMethod: string, key: string): Promise<SavedCard>;
  detachCard(paymentMethod: string): Promise<void>;
  /** What the processor says of the same thing now; null when it knows none such. */
  lookUp(fact: Pick<Fact, "kind"> & { object: { id: string } }): Promise<Fact | null>;
  /** Made at or after a time, newest first. */
  intentsSince(since: Date): AsyncIterable<Intent>;
  refundsSince(since: Date): AsyncIterable<ProviderRefund>;
  disputesSince(since: Date): AsyncIterable<ProviderDispute>;
  payoutsSince(since: Date): AsyncIterable<ProviderPayout>;
  /** What a payout brought to the bank. */
  movementsOf(payoutId: string): AsyncIterable<Movement>;
  /** Leaves a file for the answer to a dispute with the processor, and answers its id there. Nobody at the bank sees it before the answer. */
  keepEvidence(disputeId: string, input: NewEvidence): Promise<string>;
  /** Sends an answer to a dispute with these files and no others, for good. */
  answerDispute(id: string, input: { key: string; text: string; files: EvidenceFiles }): Promise<ProviderDispute>;
  /** Gives a dispute up. */
  acceptDispute(id: string, input: { key: string }): Promise<ProviderDispute>;
};

/** What an account at the first processor can be asked for besides: holds, bank accounts, consents and readers. */
export type CardAccount = ChargingAccount &
  TerminalProvider & {
    /** Makes a bank account known to the processor, which checks its numbers. */
    nameBankAccount(account: NewBankAccount): Promise<string>;
    /** Takes what an authorized intent holds, or a part of it; the rest is given up. The note becomes the intent's. */
    captureIntent(id: string, input: NewCapture): Promise<Intent>;
    /** Makes a card that the installation's account keeps chargeable on this one, once. Answers its name here. */
    borrowCard(input: { key: string; customer: string; paymentMethod: string }): Promise<string>;
    /** Keeps a card for a customer to be charged without its holder later; asks the holder for consent where their bank wants it. */
    setUpCard(input: NewSetup): Promise<SetupResult>;
    getSetup(id: string): Promise<SetupResult>;
  };

export type CardProvider = AccountProvider & {
  vendor: string;
  /** What every amount in a currency must be a multiple of, in minor units. */
  stepOf(currency: string): bigint;
  readEvent(body: Buffer, signature: string): ProviderEvent;
  /** The account of a business by its id there; the installation's own where that is empty. */
  at(account: string): CardAccount;
};

/** The processor said no. Nothing was taken. */
export class Declined extends Error {
  readonly code: string;
  readonly intent: Intent | null;
  constructor(message: string, code: string, intent: Intent | null = null) {
    super(message);
    this.code = code;
    this.intent = intent;
  }
}

/** What was asked cannot be: an unknown card, an intent in another state. */
export class Refused extends Error {
  readonly code: string;
  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** No answer, or none that says what happened. Ask again later. */
export class OutcomeUnknown extends Error {}

/** The account may not be asked any more, so nobody can say what became of what was begun there. */
export class AccountClosed extends OutcomeUnknown {}
