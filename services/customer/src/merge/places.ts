import { followMerges, type Place, type Tx } from "@leashline/kit";
import { ClientsMergedSchema, ClientsUnmergedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { settleAnew } from "../agreements/records/settle.ts";
import { refreshTokens } from "../clients/search-token.store.ts";
import type { DB } from "../db.ts";
import { recount } from "../projections/appointment-passed.jobs.ts";

const waits = `t.kind = 2 and t.deleted_at is null and exists (select 1 from agreement_record o where o.company_id = t.company_id and o.client_id = $3::bigint
  and o.agreement_id = t.agreement_id and o.appointment_id = t.appointment_id and o.kind = 2 and o.deleted_at is null)`;
const hasVaccine = `exists (select 1 from pet_vaccine o where o.company_id = t.company_id and o.pet_id = $3::bigint and o.vaccine_id = t.vaccine_id)`;
const hasProof = `t.state = 1 and exists (select 1 from vaccine_proof o where o.company_id = t.company_id and o.pet_id = $3::bigint and o.vaccine_id = t.vaccine_id
  and o.state = 1)`;
const hasPart =
  "exists (select 1 from incident_pet o where o.company_id = t.company_id and o.pet_id = $3::bigint and o.incident_id = t.incident_id)";
const wasLead = "exists (select 1 from lead o where o.company_id = t.company_id and o.client_id = $3::bigint)";

const ofClient = (table: string, more: Partial<Place> = {}): Place => ({ table, column: "client_id", of: "client", ...more });

const places: Place[] = [
  ofClient("address"),
  ofClient("contact"),
  ofClient("entry_code"),
  ofClient("note"),
  ofClient("pet"),
  ofClient("agreement_record", { unless: waits }),
  ofClient("expected_signature", { key: "expected_id" }),
  ofClient("intake_submission"),
  ofClient("client_referral", {
    key: "client_id",
    unless:
      "exists (select 1 from client_referral o where o.company_id = t.company_id and o.client_id = $3::bigint) or t.referrer_id = $3::bigint",
  }),
  { table: "client_referral", column: "referrer_id", of: "client", key: "client_id", unless: "t.client_id = $3::bigint" },
  ofClient("lead", { key: "company_id", unless: wasLead }),
  ofClient("privacy_record"),
  ofClient("visit", { key: "appointment_id" }),
  ofClient("order_balance", { key: "order_id" }),
  ofClient("abandoned_booking", { key: "booking_id" }),
  { table: "note", column: "pet_id", of: "pet" },
  { table: "pet_vaccine", column: "pet_id", of: "pet", unless: hasVaccine },
  { table: "vaccine_proof", column: "pet_id", of: "pet", unless: hasProof },
  { table: "incident_pet", column: "pet_id", of: "pet", unless: hasPart },
  { table: "visit", column: "pet_ids", of: "pet", key: "appointment_id", list: true, among: "t.client_id = $4::bigint" },
];

/** What of a client is kept here goes with them. */
export const mergeFollower = followMerges(
  { merged: ClientsMergedSchema, unmerged: ClientsUnmergedSchema },
  places,
  async (tx: Tx<DB>, { from, to }) => {
    const ids = [from.id, to.id];
    refreshTokens(tx, ids);
    tx.together(recount, from.id);
    tx.together(recount, to.id);
    await settleAnew(tx, ids);
  },
);
