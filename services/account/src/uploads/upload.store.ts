import { UploadState as S } from "@leashline/proto/leashline/account/v1/upload_state_service_pb.js";
import { type Selectable, sql } from "kysely";
import type { Upload, UploadJob } from "../db.gen.ts";
import type { Db } from "../db.ts";
import { statesBefore } from "./upload.ts";

export type UploadRow = Selectable<Upload>;
export type UploadJobRow = Selectable<UploadJob>;

export type NewUpload = { fileId: string; fileName: string; size: number };
/** What is known already stays. */
export async function insertUploads(db: Db, files: readonly NewUpload[], jobId: string | null, isPublic: boolean): Promise<void> {
  const rows = files.map(({ fileId: id, fileName, size }, position) => ({ id, fileName, size, position }));
  await db
    .insertInto("upload")
    .values(rows.map((row) => ({ ...row, companyId: db.companyId, jobId, isPublic, state: S.RECEIVING })))
    .onConflict((oc) => oc.columns(["companyId", "id"]).doNothing())
    .execute();
}

export const insertJob = async (db: Db, id: string): Promise<void> =>
  void (await db
    .insertInto("uploadJob")
    .values({ companyId: db.companyId, id })
    .onConflict((oc) => oc.columns(["companyId", "id"]).doNothing())
    .execute());

const uploads = (db: Db) => db.selectFrom("upload").selectAll().where("companyId", "=", db.companyId);

export const findUpload = async (db: Db, id: string): Promise<UploadRow | undefined> =>
  await uploads(db).where("id", "=", id).executeTakeFirst();
export const uploadsById = async (db: Db, ids: readonly string[]): Promise<UploadRow[]> =>
  await uploads(db).where("id", "in", ids).orderBy("position").execute();
export const uploadsOf = async (db: Db, jobId: string): Promise<UploadRow[]> =>
  await uploads(db).where("jobId", "=", jobId).orderBy("position").limit(100).execute();
export const findJob = async (db: Db, id: string): Promise<UploadJobRow | undefined> =>
  await db.selectFrom("uploadJob").selectAll().where("companyId", "=", db.companyId).where("id", "=", id).executeTakeFirst();

type Settled = { state: S; reason?: string; heldPath?: string };
/** Goes on to a state from those that it may follow; a file that nobody began has its first row here. */
export async function settleUpload(db: Db, id: string, { state, reason = "", heldPath = "" }: Settled): Promise<void> {
  await db
    .insertInto("upload")
    .values({ companyId: db.companyId, id, state, reason, heldPath })
    .onConflict((oc) =>
      oc
        .columns(["companyId", "id"])
        .doUpdateSet({ state, reason, heldPath, updateTime: sql`now()` })
        .where("upload.state", "in", statesBefore(state)),
    )
    .execute();
}

/** Only of what is known: a file that came at once and whole has no row. */
export const completeUpload = async (db: Db, id: string): Promise<void> =>
  void (await db
    .updateTable("upload")
    .set({ state: S.COMPLETE, heldPath: "", updateTime: sql`now()` })
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .where("state", "in", statesBefore(S.COMPLETE))
    .execute());

export async function cancelJob(db: Db, id: string): Promise<void> {
  await db.updateTable("uploadJob").set({ cancelled: true }).where("companyId", "=", db.companyId).where("id", "=", id).execute();
  await db
    .updateTable("upload")
    .set({ state: S.CANCELLED, updateTime: sql`now()` })
    .where("companyId", "=", db.companyId)
    .where("jobId", "=", id)
    .where("state", "in", statesBefore(S.CANCELLED))
    .execute();
}

export type HeldRow = { companyId: string; id: string; path: string };
/** Of all companies. */
export const listHeld = async (db: Db, afterId: string, limit: number): Promise<HeldRow[]> =>
  (await sql<HeldRow>`select company_id, id, path from upload_held_list(${afterId}, ${limit})`.execute(db)).rows;
