import { type Belongs, belongings, type Whose, type WhoseTable } from "@leashline/kit";
import { Resource } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { sql } from "kysely";
import { reach } from "../clients/visibility.store.ts";
import { query } from "../db.ts";

const ofClient =
  (table: "note" | "address" | "contact" | "agreementRecord"): Whose =>
  async (ctx, ids) =>
    belongings(
      await query(ctx, (db) =>
        db
          .selectFrom(table)
          .select(["id", "clientId"])
          .where("companyId", "=", ctx.companyId)
          .where("id", "=", sql<string>`any(${ids}::bigint[])`)
          .execute(),
      ),
    );

const ofPet =
  (table: "pet_vaccine" | "vaccine_proof"): Whose =>
  async (ctx, ids) => {
    const { rows } = await query(ctx, (db) =>
      sql<{ id: string } & Belongs>`select t.id, p.client_id as "clientId" from ${sql.table(table)} t
        join pet p on p.company_id = t.company_id and p.id = t.pet_id
        where t.company_id = ${ctx.companyId} and t.id = any(${ids}::bigint[])`.execute(db),
    );
    return belongings(rows);
  };

const ofLocation =
  (table: "import" | "intakeForm" | "intakeSubmission"): Whose =>
  async (ctx, ids) =>
    belongings(
      await query(ctx, (db) =>
        db
          .selectFrom(table)
          .select(["id", "businessId", sql<string>`'0'`.as("clientId")])
          .where("companyId", "=", ctx.companyId)
          .where("id", "=", sql<string>`any(${ids}::bigint[])`)
          .execute(),
      ),
    );

/** Whose the things are that hang on clients and pets, deleted ones too; an imported file and an intake form are their location's. */
export const whose: WhoseTable = {
  [Resource.NOTE]: ofClient("note"),
  [Resource.ADDRESS]: ofClient("address"),
  [Resource.CONTACT]: ofClient("contact"),
  [Resource.AGREEMENT_RECORD]: ofClient("agreementRecord"),
  [Resource.CLIENT_MERGE]: async (ctx, ids) =>
    belongings(
      await query(ctx, (db) =>
        db
          .selectFrom("clientMerge")
          .select(["id", "winnerId as clientId"])
          .where("companyId", "=", ctx.companyId)
          .where("id", "=", sql<string>`any(${ids}::bigint[])`)
          .execute(),
      ),
    ),
  [Resource.APPOINTMENT]: async (ctx, ids) =>
    belongings(
      await query(ctx, (db) =>
        db
          .selectFrom("visit")
          .select(["appointmentId as id", "clientId", "businessId", "staffIds"])
          .where("companyId", "=", ctx.companyId)
          .where("appointmentId", "=", sql<string>`any(${ids}::bigint[])`)
          .execute(),
      ),
    ),
  [Resource.VACCINE_RECORD]: ofPet("pet_vaccine"),
  [Resource.VACCINE_PROOF]: ofPet("vaccine_proof"),
  // Of the pets with a part in it, one whom the caller reaches stands for all.
  [Resource.INCIDENT]: async (ctx, ids) => {
    const { rows } = await query(ctx, (db) =>
      sql<{ id: string } & Belongs>`select distinct on (i.incident_id) i.incident_id as id, p.client_id as "clientId" from incident_pet i
        join pet p on p.company_id = i.company_id and p.id = i.pet_id
        join client c on c.company_id = p.company_id and c.id = p.client_id
        where i.company_id = ${ctx.companyId} and i.incident_id = any(${ids}::bigint[])
        order by i.incident_id, (${reach(ctx)}) desc, i.place`.execute(db),
    );
    return belongings(rows);
  },
  [Resource.IMPORT]: ofLocation("import"),
  [Resource.INTAKE_FORM]: ofLocation("intakeForm"),
  [Resource.INTAKE_SUBMISSION]: ofLocation("intakeSubmission"),
};
