import { implement } from "@leashline/kit";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { sql } from "kysely";
import { query } from "../db.ts";

type PetJson = { petId: string; petName: string; breed: string };
type Party = { firstName: string; lastName: string; clientColor: string; pets: PetJson[] | null };

export const visitPartyRpc = implement(VisitPartyService, {
  async getVisitParty({ customerId, petIds }, ctx) {
    const { rows } = await query(ctx, (db) =>
      sql<Party>`select c.first_name as "firstName", c.last_name as "lastName", c.client_color as "clientColor",
          (select json_agg(json_build_object('petId', p.id::text, 'petName', p.pet_name, 'breed', p.breed)) from pet p
            where p.company_id = c.company_id and p.client_id = c.id and p.id = any(${petIds}::bigint[]) and p.deleted_at is null) as pets
        from client c where c.company_id = ${ctx.companyId} and c.id = ${customerId} and c.deleted_at is null`.execute(db),
    );
    const [party] = rows;
    if (!party) return {};
    const { pets, ...client } = party;
    return { client, pets: pets ?? [] };
  },
});
