import type { MessageInitShape } from "@bufbuild/protobuf";
import { implement, toWireDate } from "@leashline/kit";
import { plannedOnce } from "@leashline/kit/db/plan-once.ts";
import { type GetVisitPartyResponseSchema, VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { query } from "../db.ts";
import { type Party, partiesOf } from "./appointment-party.store.ts";
import { type RequiredVaccineRow, requiredVaccinesOf } from "./required-vaccines.store.ts";
import { visitProfiles } from "./visit-profiles.ts";

const toRequired = ({ expirationDate, ...vaccine }: RequiredVaccineRow) => ({
  ...vaccine,
  ...(expirationDate && { expirationDate: toWireDate(expirationDate) }),
});

const toParty = (party: Party | undefined): MessageInitShape<typeof GetVisitPartyResponseSchema> => {
  if (!party) return {};
  const { pets, ...client } = party;
  return { client, pets: pets.map((pet) => ({ ...pet, requiredVaccines: pet.requiredVaccines.map(toRequired) })) };
};

export const appointmentPartyRpc = implement(VisitPartyService, {
  async getVisitParty(asked, ctx) {
    const [party] = await query(ctx, (db) => partiesOf(db, [asked]), plannedOnce);
    return toParty(party);
  },

  batchGetVisitParties: async ({ parties }, ctx) => ({ parties: (await query(ctx, (db) => partiesOf(db, parties))).map(toParty) }),

  async batchGetRequiredVaccines({ petIds }, ctx) {
    const found = await query(ctx, (db) => requiredVaccinesOf(db, petIds));
    return { pets: found.map(({ petId, vaccines }) => ({ petId, vaccines: vaccines.map(toRequired) })) };
  },

  batchGetVisitProfiles: (asked, ctx) => query(ctx, (db) => visitProfiles(ctx, db, asked)),
});
