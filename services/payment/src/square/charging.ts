import type { Square, SquareClient } from "square";
import {
  type ChargingAccount,
  type EvidenceFiles,
  type EvidenceKind,
  type Fact,
  type Intent,
  type NewIntent,
  type NewRefund,
  Refused,
} from "../provider/provider.ts";
import { payoutOf, squarePayouts } from "./payouts.ts";
import { checkoutIn, disputeOf, intentOfCheckout, intentOfPayment, moneyOf, reasonOf, refundOf, savedOf } from "./square-objects.ts";
import { type Asking, listed, squareKey } from "./square-sdk.ts";

/** Whose money it is at Square: the account, and the place of it. */
export type At = { merchantId: string; placeId: string };
export const accountName = ({ merchantId, placeId }: At): string => `${merchantId}/${placeId}`;
export function accountIn(name: string): At {
  const [merchantId = "", placeId = ""] = name.split("/", 2);
  return { merchantId, placeId };
}

const refIn = (note: Readonly<Record<string, string>>, name: string): string => note[name] ?? "";

const checkoutOf = (input: NewIntent): Square.TerminalCheckout => ({
  amountMoney: moneyOf(input.amount, input.currency),
  referenceId: refIn(input.metadata, "payment_ref"),
  note: input.description,
  deviceOptions: { deviceId: input.readerId ?? "", tipSettings: { allowTipping: false } },
});

// Held only: the money is taken when it is completed, so that a call whose answer was lost can be asked for again without taking any.
const paymentOf = (input: NewIntent, placeId: string): Square.CreatePaymentRequest => ({
  sourceId: input.paymentMethod,
  idempotencyKey: squareKey(input.key),
  amountMoney: moneyOf(input.amount, input.currency),
  autocomplete: false,
  locationId: placeId,
  referenceId: refIn(input.metadata, "payment_ref"),
  note: input.description,
  ...(input.customer && { customerId: input.customer }),
});

const paid = async (square: SquareClient, paymentId: string): Promise<Intent> =>
  intentOfPayment((await square.payments.get({ paymentId })).payment ?? {});

/** What became of a checkout: the payment, once there is one. */
async function outcomeOf(square: SquareClient, checkout: Square.TerminalCheckout | undefined): Promise<Intent> {
  if (!checkout) throw new Refused("Square answered without a checkout.", "object");
  const [paymentId] = checkout.status === "COMPLETED" ? (checkout.paymentIds ?? []) : [];
  return paymentId ? await paid(square, paymentId) : intentOfCheckout(checkout);
}

async function getIntent(square: SquareClient, id: string): Promise<Intent> {
  const checkoutId = checkoutIn(id);
  if (checkoutId === null) return await paid(square, id);
  return await outcomeOf(square, (await square.terminal.checkouts.get({ checkoutId })).checkout);
}

async function createIntent(square: SquareClient, input: NewIntent, placeId: string): Promise<Intent> {
  if (!input.readerId) return intentOfPayment((await square.payments.create(paymentOf(input, placeId))).payment ?? {});
  const asked = { idempotencyKey: squareKey(input.key), checkout: checkoutOf(input) };
  return await outcomeOf(square, (await square.terminal.checkouts.create(asked)).checkout);
}

async function cancelIntent(square: SquareClient, id: string): Promise<Intent> {
  const checkoutId = checkoutIn(id);
  if (checkoutId === null) return intentOfPayment((await square.payments.cancel({ paymentId: id })).payment ?? {});
  return await outcomeOf(square, (await square.terminal.checkouts.cancel({ checkoutId })).checkout);
}

function intents(ask: Asking, { placeId }: At): Pick<ChargingAccount, "createIntent" | "confirmIntent" | "getIntent" | "cancelIntent"> {
  return {
    createIntent: (input) => ask((square) => createIntent(square, input, placeId)),
    confirmIntent: (paymentId) => ask(async (square) => intentOfPayment((await square.payments.complete({ paymentId })).payment ?? {})),
    getIntent: (id) => ask((square) => getIntent(square, id)),
    cancelIntent: async (id) => {
      try {
        return await ask((square) => cancelIntent(square, id));
      } catch (error) {
        if (error instanceof Refused) return await ask((square) => getIntent(square, id));
        throw error;
      }
    },
  };
}

const refundParams = ({ key, intentId, amount, currency, metadata }: NewRefund): Square.RefundPaymentRequest => ({
  idempotencyKey: squareKey(key),
  paymentId: intentId,
  amountMoney: moneyOf(amount, currency),
  reason: reasonOf(refIn(metadata, "refund_ref")),
});

function refunds(ask: Asking): Pick<ChargingAccount, "refund" | "refundsOf"> {
  return {
    refund: (input) =>
      ask(async (square) => {
        const { refund } = await square.refunds.refundPayment(refundParams(input));
        if (!refund) throw new Refused("Square answered without a refund.", "object");
        return refundOf(refund);
      }),
    refundsOf: (paymentId) =>
      ask(async (square) => {
        const { payment } = await square.payments.get({ paymentId });
        const found = await Promise.all((payment?.refundIds ?? []).map((refundId) => square.refunds.get({ refundId })));
        return found.flatMap(({ refund }) => (refund ? [refundOf(refund)] : []));
      }),
  };
}

function cards(ask: Asking): Pick<ChargingAccount, "createCustomer" | "attachCard" | "detachCard"> {
  return {
    createCustomer: ({ key, name, metadata }) =>
      ask(async (square) => {
        const asked = { idempotencyKey: squareKey(key), givenName: name, referenceId: refIn(metadata, "customer_id") };
        return (await square.customers.create(asked)).customer?.id ?? "";
      }),
    attachCard: (customerId, sourceId, key) =>
      ask(async (square) => {
        const { card } = await square.cards.create({ idempotencyKey: squareKey(key), sourceId, card: { customerId } });
        return savedOf(card ?? {});
      }),
    detachCard: (cardId) =>
      ask(async (square) => void (await square.cards.disable({ cardId }))).catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
      }),
  };
}

/** As much text as a piece of evidence has room for. */
const EVIDENCE = 500;
const piecesOf = (text: string): string[] =>
  Array.from({ length: Math.ceil(text.length / EVIDENCE) }, (_, n) => text.slice(n * EVIDENCE, (n + 1) * EVIDENCE));

const evidenceTypes: Readonly<Record<EvidenceKind, Square.DisputeEvidenceType>> = {
  receipt: "RECEIPT",
  customer_signature: "AUTHORIZATION_DOCUMENTATION",
  customer_communication: "CARDHOLDER_COMMUNICATION",
  service_documentation: "SERVICE_RECEIVED_DOCUMENTATION",
  uncategorized: "GENERIC_EVIDENCE",
};

/** What is with a dispute and not to go with its answer goes: a file that another took the place of, words of an earlier try. Answers the words that stay. */
async function dropOthers(square: SquareClient, disputeId: string, files: EvidenceFiles, words: readonly string[]): Promise<Set<string>> {
  const named = new Set(Object.values(files));
  const stay = new Set<string>();
  for await (const { id = "", evidenceFile, evidenceText } of await square.disputes.evidence.list({ disputeId })) {
    if (evidenceText && words.includes(evidenceText)) stay.add(evidenceText);
    else if (evidenceText || (evidenceFile && !named.has(id))) await square.disputes.evidence.delete({ disputeId, evidenceId: id });
  }
  return stay;
}

type AboutDisputes = Pick<ChargingAccount, "keepEvidence" | "answerDispute" | "acceptDispute" | "disputesSince">;

function disputes(ask: Asking, { placeId }: At): AboutDisputes {
  return {
    keepEvidence: (disputeId, { key, kind, fileName, contentType, content }) =>
      ask(async (square) => {
        const request = { idempotencyKey: squareKey(key), evidenceType: evidenceTypes[kind], contentType };
        const imageFile = new File([Buffer.from(content)], fileName, { type: contentType });
        return (await square.disputes.createEvidenceFile({ disputeId, request, imageFile })).evidence?.id ?? "";
      }),
    answerDispute: (disputeId, { key, text, files }) =>
      ask(async (square) => {
        const words = piecesOf(text);
        const there = await dropOthers(square, disputeId, files, words);
        for (const [n, evidenceText] of words.entries())
          if (!there.has(evidenceText))
            await square.disputes.createEvidenceText({ disputeId, idempotencyKey: squareKey(`${key}-${n}`), evidenceText });
        return disputeOf((await square.disputes.submitEvidence({ disputeId })).dispute ?? {});
      }),
    acceptDispute: (disputeId) => ask(async (square) => disputeOf((await square.disputes.accept({ disputeId })).dispute ?? {})),
    async *disputesSince(since) {
      const asked = { locationId: placeId };
      const found = listed(
        ask,
        (square) => square.disputes.list(asked),
        (one) => [one.createdAt, disputeOf(one)] as const,
      );
      for await (const [createdAt, dispute] of found) if (!createdAt || Date.parse(createdAt) >= since.getTime()) yield dispute;
    },
  };
}

type Asked = Pick<Fact, "kind"> & { object: { id: string } };

/** What Square says of something now; null when it knows none such. */
async function lookUp(ask: Asking, { kind, object: { id } }: Asked): Promise<Fact | null> {
  try {
    if (kind === "intent") return { kind, object: await ask((square) => getIntent(square, id)) };
    if (kind === "dispute") {
      const { dispute } = await ask((square) => square.disputes.get({ disputeId: id }));
      return dispute ? { kind, object: disputeOf(dispute) } : null;
    }
    if (kind === "payout") {
      const { payout } = await ask((square) => square.payouts.get({ payoutId: id }));
      return payout ? { kind, object: payoutOf(payout) } : null;
    }
    if (kind !== "refund") return null;
    const { refund } = await ask((square) => square.refunds.get({ refundId: id }));
    return refund ? { kind, object: refundOf(refund) } : null;
  } catch (error) {
    if (error instanceof Refused && error.code === "resource_missing") return null;
    throw error;
  }
}

const MOST_ON_PAGE = 100;

/** A place of an account at Square, as a card processor. */
export const squareCharging = (ask: Asking, at: At): ChargingAccount => ({
  ...intents(ask, at),
  ...refunds(ask),
  ...cards(ask),
  ...disputes(ask, at),
  ...squarePayouts(ask, at.placeId),
  lookUp: (asked) => lookUp(ask, asked),
  intentsSince: (since) => {
    const asked = { beginTime: since.toISOString(), locationId: at.placeId, limit: MOST_ON_PAGE };
    return listed(ask, (square) => square.payments.list(asked), intentOfPayment);
  },
  refundsSince: (since) => {
    const asked = { beginTime: since.toISOString(), locationId: at.placeId, limit: MOST_ON_PAGE };
    return listed(ask, (square) => square.refunds.list(asked), refundOf);
  },
});
