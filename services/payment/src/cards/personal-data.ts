import type { Tx } from "@leashline/kit";
import { loggedChanges, personalData } from "@leashline/kit";
import { ClientErasedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { ErasureObstacleReason as Reason } from "@leashline/proto/leashline/kit/v1/personal_data_service_pb.js";
import type { DB } from "../db.ts";
import { forgetCard } from "./forget-card.jobs.ts";
import { emitChanged } from "./keep-card.ts";
import { cardsAtProvider } from "./personal-data.store.ts";

const theirs = "t.customer_id = any($2)";
/** On its way back of payment `t`. */
const refunding = "from refund r where r.company_id = t.company_id and r.payment_id = t.payment_id and r.state = 'processing'";
const ofPayments = "in (select p.payment_id from payment p where p.company_id = $1 and p.customer_id = any($2))";
const secrets = [
  "client_secret",
  "intent_id",
  "payment_method_token",
  "provider_customer",
  "provider_ref",
  "provider_account",
  "consent_url",
];

/** Payments, what became of store credit and the ledger stay; the saved cards go, here and at the provider. */
export const personal = personalData(ClientErasedSchema, {
  places: [
    loggedChanges(["payment"], ofPayments),
    loggedChanges(["card"], "in (select c.card_id from card c where c.company_id = $1 and c.customer_id = any($2))"),
    {
      table: "card",
      whose: theirs,
      name: "cards",
      without: ["provider_id", "provider_customer", "provider_account"],
      erase: { set: "name = '', last4 = '', is_default = false, deleted_at = coalesce(deleted_at, now())" },
    },
    {
      table: "payment",
      whose: theirs,
      name: "payments",
      without: secrets,
      erase: { set: "paid_by = '', description = ''" },
    },
    {
      table: "refund",
      whose: `t.payment_id ${ofPayments}`,
      name: "refunds",
      without: ["provider_ref", "provider_refund_id"],
      erase: { set: "reason = ''" },
    },
    {
      table: "dispute_file",
      whose: `t.dispute_id in (select d.dispute_id from dispute d where d.company_id = $1 and d.payment_id ${ofPayments})`,
      name: "dispute-files",
      files: ["t.path"],
      without: ["provider_id"],
      erase: "go",
    },
    { table: "pre_auth", whose: theirs, name: "card-holds", without: secrets, erase: { set: "payment_method_token = ''" } },
    { table: "booking_payment", whose: theirs, name: "booking-cards", without: secrets, erase: { set: "payment_method_token = ''" } },
    { table: "credit_change", whose: theirs, name: "store-credit", erase: { set: "reason = ''" } },
    { table: "client_credit", whose: theirs, erase: "stay" },
    { table: "order_account", whose: theirs, erase: { set: "kept_reason = ''" } },
    { table: "provider_customer", whose: theirs, erase: "stay" },
  ],
  obstacles: [
    { reason: Reason.DEPOSIT_HELD, table: "order_account", whose: `${theirs} and t.deposits_held > 0`, amount: "t.deposits_held" },
    { reason: Reason.STORE_CREDIT, table: "client_credit", whose: `${theirs} and t.balance > 0`, amount: "t.balance" },
    { reason: Reason.CARD_HELD, table: "pre_auth", whose: `${theirs} and t.state = 'succeed' and not t.is_capture`, amount: "t.amount" },
    { reason: Reason.CARD_HELD, table: "booking_payment", whose: `${theirs} and t.state = 'settling'`, amount: "t.amount" },
    {
      reason: Reason.PAYMENT_PENDING,
      table: "payment",
      whose: `${theirs} and (t.state in ('created', 'processing', 'paid') or exists (select 1 ${refunding}))`,
      amount: `case when t.state in ('created', 'processing', 'paid') then t.amount else (select sum(r.amount) ${refunding}) end`,
    },
  ],
  forgotten: async (tx: Tx<DB>, { customerIds }) => {
    for (const card of await cardsAtProvider(tx.db, customerIds))
      tx.schedule(forgetCard, { key: card.cardId, dueAt: new Date(), payload: card });
  },
  changed: async (tx: Tx<DB>, { customerIds }) => {
    for (const id of customerIds) await emitChanged(tx, id);
  },
});
