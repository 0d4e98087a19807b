import { implement } from "@leashline/kit";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { query } from "../db.ts";
import { partyOf } from "./appointment-party.store.ts";
import { visitProfiles } from "./visit-profiles.ts";

export const appointmentPartyRpc = implement(VisitPartyService, {
  async getVisitParty({ customerId, petIds }, ctx) {
    const party = await query(ctx, (db) => partyOf(db, customerId, petIds));
    if (!party) return {};
    const { pets, ...client } = party;
    return { client, pets };
  },

  batchGetVisitProfiles: (asked, ctx) => query(ctx, (db) => visitProfiles(ctx, db, asked)),
});
