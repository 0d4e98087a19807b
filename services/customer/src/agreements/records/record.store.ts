import { lockRow, type Page } from "@leashline/kit";
import { type Selectable, sql } from "kysely";
import type { AgreementRecord } from "../../db.gen.ts";
import type { Db } from "../../db.ts";
import type { VersionRow } from "../agreement.store.ts";
import type { Answer } from "./record.ts";

export type RecordRow = Omit<Selectable<AgreementRecord>, "answers"> & { answers: Answer[] };
/** With what the agreement asks for now. */
export type ListedRecord = RecordRow & {
  requiredType: number;
  validFromVersion: number;
  /** When it counts no longer; null for good. */
  endsAt: Date | null;
  bookOnlineAvailable: boolean;
};

/** When signature `r` under agreement `a` counts no longer: when it runs out, or when the agreement's last day is over that it was given by; null for good. */
export const endsAt = sql<Date | null>`least(r.expire_at, case when r.signed_at < a.date_ends_at then a.date_ends_at end)`;

const records = (db: Db) =>
  db
    .selectFrom("agreementRecord as r")
    .innerJoin("agreement as a", (join) => join.onRef("a.companyId", "=", "r.companyId").onRef("a.id", "=", "r.agreementId"))
    .selectAll("r")
    .select(["a.requiredType", "a.validFromVersion", "a.bookOnlineAvailable", endsAt.as("endsAt")])
    .$castTo<ListedRecord>()
    .where("r.companyId", "=", db.companyId)
    .where("r.deletedAt", "is", null);

export const findRecord = async (db: Db, id: string): Promise<ListedRecord | undefined> =>
  await records(db).where("r.id", "=", id).executeTakeFirst();

/** In the order of the ids. */
export async function recordsById(db: Db, ids: readonly string[]): Promise<ListedRecord[]> {
  if (ids.length === 0) return [];
  const rows = await records(db).where("r.id", "=", sql<string>`any(${ids}::bigint[])`).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export type SignedAsked = { clientId: string; appointmentId: string; kinds: readonly number[] };

const signed = (db: Db, { clientId, appointmentId, kinds }: SignedAsked) => {
  const all = records(db).where("r.clientId", "=", clientId).where("r.kind", "in", kinds);
  return appointmentId === "0" ? all : all.where("r.appointmentId", "=", appointmentId);
};

/** Newest first. */
export async function listSigned(db: Db, asked: SignedAsked, { limit, offset, after }: Page): Promise<ListedRecord[]> {
  const rows = signed(db, asked).orderBy("r.signedAt", "desc").orderBy("r.id", "desc").limit(limit);
  const behind = sql<boolean>`(r.signed_at, r.id) < (${after?.[0] ?? null}::timestamptz, ${after?.[1] ?? null}::bigint)`;
  return await (after ? rows.where(behind) : rows.offset(offset)).execute();
}

export async function countSigned(db: Db, asked: SignedAsked): Promise<number> {
  const counted = signed(db, asked)
    .clearSelect()
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .$castTo<{ total: string }>();
  return Number((await counted.executeTakeFirstOrThrow()).total);
}

/** Held until the command ends. */
export async function lockRecord(db: Db, id: string): Promise<RecordRow | undefined> {
  const row = await lockRow(db, "agreementRecord", id);
  return row && !row.deletedAt ? (row as unknown as RecordRow) : undefined;
}

export type Waiting = { clientId: string; agreementId: string; appointmentId: string };

async function findWaiting(db: Db, { clientId, agreementId, appointmentId }: Waiting): Promise<{ id: string } | undefined> {
  return await db
    .selectFrom("agreementRecord")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where("clientId", "=", clientId)
    .where("agreementId", "=", agreementId)
    .where("appointmentId", "=", appointmentId)
    .where("kind", "=", 2)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
}

/** The last record of a client of the same agreement and appointment, signed or not. */
export async function sameAsked(db: Db, { clientId, agreementId, appointmentId }: Waiting): Promise<string | undefined> {
  const found = records(db)
    .where("r.clientId", "=", clientId)
    .where("r.agreementId", "=", agreementId)
    .where("r.appointmentId", "=", appointmentId);
  return (await found.orderBy("r.id", "desc").executeTakeFirst())?.id;
}

/** Whether a client was let off signing what an agreement says now. */
export async function isLetOff(db: Db, { clientId, agreementId, appointmentId }: Waiting): Promise<boolean> {
  const found = await db
    .selectFrom("agreementRecord as r")
    .innerJoin("agreement as a", (join) => join.onRef("a.companyId", "=", "r.companyId").onRef("a.id", "=", "r.agreementId"))
    .select("r.id")
    .where("r.companyId", "=", db.companyId)
    .where("r.clientId", "=", clientId)
    .where("r.agreementId", "=", agreementId)
    .where("r.waived", "=", true)
    .whereRef("r.versionNumber", ">=", "a.validFromVersion")
    .where((eb) => eb.or([eb("a.requiredType", "<>", 2), eb("r.appointmentId", "=", appointmentId)]))
    .executeTakeFirst();
  return found !== undefined;
}

/** Asks for a signature, whether an appointment needs it or not. */
export async function askFor(db: Db, waiting: Waiting, businessId: string): Promise<string> {
  const found = await findWaiting(db, waiting);
  if (!found) {
    const values = { ...waiting, companyId: db.companyId, businessId, asked: true };
    return (await db.insertInto("agreementRecord").values(values).returning("id").executeTakeFirstOrThrow()).id;
  }
  await db.updateTable("agreementRecord").set({ asked: true }).where("companyId", "=", db.companyId).where("id", "=", found.id).execute();
  return found.id;
}

export type Signature = {
  kind: number;
  header: string;
  content: string;
  answers: Answer[];
  versionNumber: number;
  contentHash: string;
  signature: string;
  signerName: string;
  uploadImages: string[];
  uploadHashes: string[];
  uploadHashesProven: boolean;
  staffName: string;
  signedAt: Date;
  expireAt: Date | null;
};

/** Written once: nothing of it changes afterwards. */
export async function writeSignature(db: Db, id: string, { answers, ...signature }: Signature): Promise<void> {
  await db
    .updateTable("agreementRecord")
    .set({ ...signature, answers: JSON.stringify(answers) })
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .where("kind", "=", 2)
    .execute();
}

export async function deleteRecord(db: Db, id: string, waivedAt: number | null): Promise<void> {
  await db
    .updateTable("agreementRecord")
    .set({ deletedAt: sql`now()`, ...(waivedAt !== null && { waived: true, versionNumber: waivedAt }) })
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .execute();
}

export async function versionOf(db: Db, agreementId: string, number: number): Promise<VersionRow | undefined> {
  return await db
    .selectFrom("agreementVersion")
    .selectAll()
    .$castTo<VersionRow>()
    .where("companyId", "=", db.companyId)
    .where("agreementId", "=", agreementId)
    .where("number", "=", number)
    .executeTakeFirst();
}
