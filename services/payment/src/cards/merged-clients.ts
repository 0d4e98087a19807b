import { followMerges, type Place, type Tx } from "@leashline/kit";
import { ClientsMergedSchema, ClientsUnmergedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { settleCredit } from "../credit/settle-credit.ts";
import type { DB } from "../db.ts";
import { emitChanged } from "./keep-card.ts";
import { chooseDefaults } from "./merged-clients.store.ts";

// The one card that is charged by itself stays the winner's; at the provider a card stays with whoever saved it.
const cardGoes = `is_default = t.is_default and not exists (select 1 from card o where o.company_id = t.company_id and o.customer_id = $3::bigint
    and o.is_default and o.deleted_at is null),
  provider_customer = case when t.provider_customer <> '' then t.provider_customer else coalesce((select p.provider_id from provider_customer p
    where p.company_id = t.company_id and p.customer_id = $2::bigint
    and p.provider_account = t.provider_account), '') end`;

const places: Place[] = [
  { table: "card", column: "customer_id", of: "client", key: "card_id", also: cardGoes },
  { table: "order_account", column: "customer_id", of: "client", key: "order_id" },
  { table: "payment", column: "customer_id", of: "client", key: "payment_id" },
  { table: "booking_payment", column: "customer_id", of: "client", key: "booking_payment_id" },
  { table: "credit_change", column: "customer_id", of: "client", key: "change_id" },
  { table: "pre_auth", column: "customer_id", of: "client", key: "pre_auth_id" },
];

/** Cards, payments, store credit and holds go with their client. Entries in the ledger name nobody. */
export const mergedClients = followMerges(
  { merged: ClientsMergedSchema, unmerged: ClientsUnmergedSchema },
  places,
  async (tx: Tx<DB>, { from, to, moved }) => {
    if (moved.get("credit_change")?.length) await settleCredit(tx, [from.id, to.id]);
    if (!moved.get("card")?.length) return;
    await chooseDefaults(tx.db, [from.id, to.id]);
    await emitChanged(tx, from.id);
    await emitChanged(tx, to.id);
  },
);
