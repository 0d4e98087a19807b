import { loggedChanges, personalData, type Tx } from "@leashline/kit";
import { ClientErasedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { ErasureObstacleReason } from "@leashline/proto/leashline/kit/v1/personal_data_service_pb.js";
import type { DB } from "../db.ts";
import { endOffer, openOffersOf } from "./entry/offer.store.ts";

const theirs = "t.customer_id = any($2)";
const kept = {
  abandoned_booking: "abandoned-bookings",
  booking_request: "booking-requests",
  change_request: "change-requests",
  correction: "own-corrections",
  waitlist_entry: "waitlist",
} as const;

const signatures = {
  table: "request_signature",
  whose: `t.booking_request_id in (select o.id from booking_request o where o.company_id = $1 and o.customer_id = any($2)
    union all select w.signed_as from waitlist_entry w where w.company_id = $1 and w.customer_id = any($2))`,
  name: "request-signatures",
  erase: "go" as const,
};

/** What came of a request is the appointment's; nothing else of it stays. */
export const personal = personalData(ClientErasedSchema, {
  places: [
    signatures,
    ...Object.entries(kept).flatMap(([table, name]) => [
      // Corrections are decided of a client at once, and logged as theirs.
      table === "correction"
        ? loggedChanges([table], "= any($2)")
        : loggedChanges([table], `in (select o.id from ${table} o where o.company_id = $1 and o.customer_id = any($2))`),
      { table, whose: theirs, name, without: ["words", "hold_token", "proposal_tokens", "flow_id", "contacts"], erase: "go" as const },
    ]),
  ],
  obstacles: [
    {
      reason: ErasureObstacleReason.OPEN_REQUESTS,
      table: "booking_request",
      whose: `${theirs} and t.state in ('submitted', 'accepting')`,
    },
    {
      reason: ErasureObstacleReason.WAITLIST,
      table: "waitlist_entry",
      whose: `${theirs} and t.state in ('waiting', 'booking')`,
      goes: true,
    },
  ],
  // Nobody is left to answer: the next in line is asked.
  forgotten: async (tx: Tx<DB>, { customerIds }) => {
    for (const id of await openOffersOf(tx.db, customerIds)) await endOffer(tx, id, "withdrawn");
  },
});
