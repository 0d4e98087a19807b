import type { TextConsentSource } from "@leashline/proto/leashline/message/v1/text_consent_service_pb.js";
import { sql } from "kysely";
import type { Db } from "../db.ts";
import type { Refusal } from "./consent.ts";

export type Said = {
  agreed: boolean;
  words: string;
  source: TextConsentSource;
  businessId: string;
  staff?: { id: string; name: string };
  /** What it came with; the same is kept once. */
  cause?: string;
  /** The phone it came with, for a client who is not known here yet. */
  given?: string;
};

/** Those it is said for: one client, and with a phone everybody of the company who has it. */
type Whom = { customerId: string; phone?: string };

const those = (db: Db, { customerId, phone = "" }: Whom) =>
  sql`company_id = ${db.companyId} and (customer_id = ${customerId} or (phone_e164 = ${phone} and phone_e164 <> ''))`;

/** Keeps what was said, with the phone it was said for: the client's as it is known here, else the one it came with. */
export async function keepSaid(db: Db, { customerId, phone = "" }: Whom, said: Said): Promise<void> {
  const { agreed, words, source, businessId, staff, cause = "", given = "" } = said;
  await sql`insert into text_consent (company_id, customer_id, business_id, agreed, words, source, phone, staff_id, staff_name, cause)
    select ${db.companyId}, whom.customer_id, ${businessId}, ${agreed}, ${words}, ${source}, coalesce(nullif(r.phone_e164, ''), ${given}),
      ${staff?.id ?? "0"}, ${staff?.name ?? ""}, ${cause}
    from (select ${customerId}::bigint as customer_id union select customer_id from recipient where ${those(db, { customerId, phone })}) whom
    left join recipient r on r.company_id = ${db.companyId} and r.customer_id = whom.customer_id
    on conflict do nothing`.execute(db);
}

/** STOP and START hold for the phone that said them, whoever of the company's clients has it, and for this company alone. */
export async function stopTexts(db: Db, stopped: boolean, whom: Whom): Promise<void> {
  if (stopped)
    await sql`insert into text_stop (company_id, customer_id) select company_id, customer_id from recipient where ${those(db, whom)}
      on conflict (company_id, customer_id) do update set by_staff = false`.execute(db);
  else
    await sql`delete from text_stop where company_id = ${db.companyId}
      and customer_id in (select customer_id from recipient where ${those(db, whom)})`.execute(db);
}

/** What staff were told never touches a STOP. */
export async function refuseForStaff(db: Db, refused: boolean, customerId: string): Promise<void> {
  if (refused)
    await db
      .insertInto("textStop")
      .values({ companyId: db.companyId, customerId, byStaff: true })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await db
      .deleteFrom("textStop")
      .where("companyId", "=", db.companyId)
      .where("customerId", "=", customerId)
      .where("byStaff", "=", true)
      .execute();
}

export async function refusalOf(db: Db, customerId: string): Promise<Refusal> {
  const row = await db
    .selectFrom("textStop")
    .select("byStaff")
    .where("companyId", "=", db.companyId)
    .where("customerId", "=", customerId)
    .executeTakeFirst();
  if (!row) return "none";
  return row.byStaff ? "staff" : "stop";
}

const SHOWN = 50;

export async function listSaid(db: Db, customerId: string) {
  return await db
    .selectFrom("textConsent")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("customerId", "=", customerId)
    .orderBy("id", "desc")
    .limit(SHOWN)
    .execute();
}
export type SaidRow = Awaited<ReturnType<typeof listSaid>>[number];
