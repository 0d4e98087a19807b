// What we need of a card processor, in our words. One adapter per processor.
export type IntentState = "unconfirmed" | "declined" | "requires_action" | "processing" | "authorised" | "succeeded" | "cancelled";

export type ProviderCard = { brand: string; last4: string; funding: string; expMonth: number; expYear: number };

export type Intent = {
  id: string;
  state: IntentState;
  // Minor units.
  amount: bigint;
  received: bigint;
  // What the processor keeps, once it is known.
  fee: bigint;
  paymentMethod: string;
  card: ProviderCard | null;
  clientSecret: string;
  // Where the holder consents, while that is waited for.
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
  amount: bigint;
  failureMessage: string;
  metadata: Record<string, string>;
};

export type SavedCard = ProviderCard & { id: string; country: string; name: string; cvcCheck: string };

export type NewIntent = {
  // The same key always means the same intent.
  key: string;
  amount: bigint;
  currency: string;
  paymentMethod: string;
  customer: string;
  saveCard: boolean;
  description: string;
  metadata: Record<string, string>;
};

export type NewRefund = { key: string; intentId: string; amount: bigint; currency: string; metadata: Record<string, string> };

export type ProviderEvent = {
  id: string;
  type: string;
  body: Record<string, unknown>;
  metadata: Record<string, string>;
};

export type CardProvider = {
  vendor: string;
  // What every amount in a currency must be a multiple of, in minor units.
  stepOf(currency: string): bigint;
  // Makes an intent known to the processor; takes nothing yet.
  createIntent(input: NewIntent): Promise<Intent>;
  // Takes the money.
  confirmIntent(id: string, input: { key: string; offSession: boolean; returnUrl: string }): Promise<Intent>;
  getIntent(id: string): Promise<Intent>;
  // Gives an intent up; one that has succeeded meanwhile answers as what it is.
  cancelIntent(id: string): Promise<Intent>;
  refund(input: NewRefund): Promise<ProviderRefund>;
  refundsOf(intentId: string): Promise<ProviderRefund[]>;
  // Newest first, made at or after a time.
  intentsSince(since: Date): AsyncIterable<Intent>;
  createCustomer(input: { key: string; metadata: Record<string, string> }): Promise<string>;
  attachCard(customer: string, paymentMethod: string, key: string): Promise<SavedCard>;
  detachCard(paymentMethod: string): Promise<void>;
  readEvent(body: Buffer, signature: string): ProviderEvent;
};

// The processor said no. Nothing was taken.
export class Declined extends Error {
  readonly code: string;
  readonly intent: Intent | null;
  constructor(message: string, code: string, intent: Intent | null = null) {
    super(message);
    this.code = code;
    this.intent = intent;
  }
}

// What was asked cannot be: an unknown card, an intent in another state.
export class Refused extends Error {
  readonly code: string;
  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

// No answer, or none that says what happened. Ask again later.
export class OutcomeUnknown extends Error {}
