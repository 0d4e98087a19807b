import { followMerges, type Place } from "@leashline/kit";
import { ClientsMergedSchema, ClientsUnmergedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import type { MessageTx } from "../db.ts";
import { copyStop, hideEmptied, showNewest } from "./merged-clients.store.ts";

const sentToo = `t.cause <> '' and exists (select 1 from message o where o.company_id = t.company_id and o.use_case = t.use_case and o.cause = t.cause
  and o.method = t.method and o.customer_id = $3::bigint and o.address = t.address)`;
const agreedToo = `t.cause <> '' and exists (select 1 from text_consent o where o.company_id = t.company_id and o.customer_id = $3::bigint
  and o.source = t.source and o.cause = t.cause)`;
const talksToo =
  "exists (select 1 from thread o where o.company_id = t.company_id and o.customer_id = $3::bigint and o.business_id = t.business_id)";

const places: Place[] = [
  {
    table: "message",
    column: "customer_id",
    of: "client",
    among: "t.thread_id in (select h.id from thread h where h.company_id = $1 and h.customer_id = $2)",
    // Into the thread that is there already; what both were sent stays two messages.
    also: `thread_id = coalesce((select h.id from thread h where h.company_id = t.company_id and h.customer_id = $3::bigint
      and h.business_id = t.business_id), t.thread_id), cause = case when ${sentToo} then t.cause || ' of ' || t.id else t.cause end`,
  },
  { table: "thread", column: "customer_id", of: "client", unless: talksToo },
  { table: "text_consent", column: "customer_id", of: "client", unless: agreedToo },
  { table: "visit", column: "customer_id", of: "client", key: "appointment_id" },
];

/** What was written goes with the client, in one thread for each location. */
export const mergedClients = followMerges(
  { merged: ClientsMergedSchema, unmerged: ClientsUnmergedSchema },
  places,
  async (tx: MessageTx, { from, to, moved }) => {
    await copyStop(tx.db, from.id, to.id);
    if (!moved.get("message")?.length && !moved.get("thread")?.length) return;
    await hideEmptied(tx.db, from.id);
    await showNewest(tx.db, [from.id, to.id]);
    tx.notify("message.threads", {});
  },
);
