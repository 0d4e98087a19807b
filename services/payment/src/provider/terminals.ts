import type Stripe from "stripe";
import { asking, listed } from "./stripe-sdk.ts";

/** The readers that a card processor has at counters, in our words. */
export type TerminalAddress = { line1: string; line2: string; city: string; state: string; postalCode: string; country: string };

export type ReaderAction = {
  type: string;
  state: "in_progress" | "succeeded" | "failed";
  /** What it is to be paid; empty for any other action. */
  intentId: string;
  failureCode: string;
  failureMessage: string;
};

export type ProviderReader = {
  id: string;
  label: string;
  deviceType: string;
  serialNumber: string;
  status: string;
  /** What it is doing or did last. */
  action: ReaderAction | null;
};

export type NewTerminalLocation = { key: string; displayName: string; address: TerminalAddress; metadata: Record<string, string> };
export type NewReader = { key: string; code: string; label: string; locationId: string; metadata: Record<string, string> };

export type TerminalProvider = {
  createTerminalLocation(input: NewTerminalLocation): Promise<string>;
  updateTerminalLocation(id: string, change: Pick<NewTerminalLocation, "displayName" | "address">): Promise<void>;
  registerReader(input: NewReader): Promise<ProviderReader>;
  renameReader(id: string, label: string): Promise<void>;
  /** Also of one that is gone already. */
  deleteReader(id: string): Promise<void>;
  getReader(id: string): Promise<ProviderReader>;
  readersOf(locationId: string): AsyncIterable<ProviderReader>;
  connectionToken(locationId: string): Promise<string>;
  /** Has a reader ask for the card that an intent is to be paid with. */
  processOnReader(id: string, input: { key: string; intentId: string }): Promise<ProviderReader>;
  /** Has a reader ask for nothing any more. */
  cancelReader(id: string): Promise<ProviderReader>;
};

const mostOnPage = 100;

const addressOf = ({ line1, line2, city, state, postalCode, country }: TerminalAddress) => ({
  line1,
  city,
  state,
  country,
  postal_code: postalCode,
  ...(line2 && { line2 }),
});

const stateOf: Record<string, ReaderAction["state"]> = { succeeded: "succeeded", failed: "failed" };

function actionOf(action: Stripe.Terminal.Reader.Action | null | undefined): ReaderAction | null {
  if (!action) return null;
  const intent = action.process_payment_intent?.payment_intent;
  return {
    type: action.type,
    state: stateOf[action.status] ?? "in_progress",
    intentId: typeof intent === "string" ? intent : (intent?.id ?? ""),
    failureCode: action.failure_code ?? "",
    failureMessage: action.failure_message ?? "",
  };
}

// One that was deleted comes back as no more than its id.
const readerOf = (reader: Stripe.Terminal.Reader | Stripe.Terminal.DeletedReader): ProviderReader => {
  const { label, device_type, serial_number, status, action } = reader as Stripe.Terminal.Reader;
  return {
    id: reader.id,
    label: label ?? "",
    deviceType: device_type ?? "",
    serialNumber: serial_number ?? "",
    status: reader.deleted ? "offline" : (status ?? "offline"),
    action: actionOf(action),
  };
};

export function terminals(stripe: Stripe): TerminalProvider {
  const { locations, readers, connectionTokens } = stripe.terminal;
  return {
    createTerminalLocation: ({ key, displayName, address, metadata }) =>
      asking(async () => {
        const made = { display_name: displayName, address: addressOf(address), metadata };
        return (await locations.create(made, { idempotencyKey: key })).id;
      }),
    updateTerminalLocation: (id, { displayName, address }) =>
      asking(async () => void (await locations.update(id, { display_name: displayName, address: addressOf(address) }))),
    registerReader: ({ key, code, label, locationId, metadata }) =>
      asking(async () => {
        const made = { registration_code: code, location: locationId, metadata, ...(label && { label }) };
        return readerOf(await readers.create(made, { idempotencyKey: key }));
      }),
    renameReader: (id, label) => asking(async () => void (await readers.update(id, { label }))),
    deleteReader: (id) => asking(async () => void (await readers.del(id))),
    getReader: (id) => asking(async () => readerOf(await readers.retrieve(id))),
    readersOf: (location) => listed(readers.list({ location, limit: mostOnPage }), readerOf),
    connectionToken: (location) => asking(async () => (await connectionTokens.create({ location })).secret),
    processOnReader: (id, { key, intentId }) =>
      asking(async () => readerOf(await readers.processPaymentIntent(id, { payment_intent: intentId }, { idempotencyKey: key }))),
    cancelReader: (id) => asking(async () => readerOf(await readers.cancelAction(id))),
  };
}
