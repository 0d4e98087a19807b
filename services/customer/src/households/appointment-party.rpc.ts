import { implement, toWireDate } from "@leashline/kit";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { query } from "../db.ts";
import { partyOf } from "./appointment-party.store.ts";
import { type RequiredVaccineRow, requiredVaccinesOf } from "./required-vaccines.store.ts";
import { visitProfiles } from "./visit-profiles.ts";

const toRequired = ({ expirationDate, ...vaccine }: RequiredVaccineRow) => ({
  ...vaccine,
  ...(expirationDate && { expirationDate: toWireDate(expirationDate) }),
});

export const appointmentPartyRpc = implement(VisitPartyService, {
  async getVisitParty({ customerId, petIds }, ctx) {
    const party = await query(ctx, (db) => partyOf(db, customerId, petIds));
    if (!party) return {};
    const { pets, ...client } = party;
    return { client, pets: pets.map((pet) => ({ ...pet, requiredVaccines: pet.requiredVaccines.map(toRequired) })) };
  },

  async batchGetRequiredVaccines({ petIds }, ctx) {
    const found = await query(ctx, (db) => requiredVaccinesOf(db, petIds));
    return { pets: found.map(({ petId, vaccines }) => ({ petId, vaccines: vaccines.map(toRequired) })) };
  },

  batchGetVisitProfiles: (asked, ctx) => query(ctx, (db) => visitProfiles(ctx, db, asked)),
});
