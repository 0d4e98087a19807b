import { type Ctx, implement, mustExist } from "@leashline/kit";
import { UploadState as S, UploadStateService } from "@leashline/proto/leashline/account/v1/upload_state_service_pb.js";
import { command, type Db, query } from "../db.ts";
import { discardFiles, forgetFile, listDiscarded } from "./discard.store.ts";
import { toJob, toUpload } from "./upload.mapper.ts";
import {
  cancelJob,
  completeUpload,
  findJob,
  findUpload,
  insertJob,
  insertUploads,
  listHeld,
  settleUpload,
  uploadsById,
  uploadsOf,
} from "./upload.store.ts";

const atOnce = 200;

export const uploadStateRpc = implement(UploadStateService, {
  async beginUploads({ jobId, public: isPublic, files }, ctx) {
    return await command(ctx, async (tx) => {
      if (jobId) await insertJob(tx.db, jobId);
      await insertUploads(tx.db, files, jobId || null, isPublic);
      const ids = files.map(({ fileId }) => fileId);
      return { uploads: (await uploadsById(tx.db, ids)).map((row) => toUpload(row, new Date())) };
    });
  },

  async getUpload({ fileId }, ctx) {
    const row = mustExist(await query(ctx, (db) => findUpload(db, fileId)), "fileId");
    return { upload: toUpload(row, new Date()) };
  },

  completeUpload: ({ fileId }, ctx) => settled(ctx, (db) => completeUpload(db, fileId)),
  refuseUpload: ({ fileId, reason }, ctx) => settled(ctx, (db) => settleUpload(db, fileId, { state: S.REFUSED, reason })),
  holdUpload: ({ fileId, path }, ctx) => settled(ctx, (db) => settleUpload(db, fileId, { state: S.HELD, heldPath: path })),

  async getUploadJob({ jobId }, ctx) {
    return { job: await query(ctx, (db) => jobOf(db, jobId)) };
  },

  async cancelUploadJob({ jobId }, ctx) {
    return await command(ctx, async (tx) => {
      await cancelJob(tx.db, jobId);
      return { job: await jobOf(tx.db, jobId) };
    });
  },

  discardFiles: ({ fileIds }, ctx) => settled(ctx, (db) => discardFiles(db, [...new Set(fileIds)])),
  forgetFile: ({ fileId }, ctx) => settled(ctx, (db) => forgetFile(db, fileId)),

  async listDiscardedFiles({ afterFileId, pageSize }, ctx) {
    const rows = await query(ctx, (db) => listDiscarded(db, afterFileId, pageSize || atOnce));
    return { files: rows.map(({ companyId, id: fileId }) => ({ companyId, fileId })) };
  },

  async listHeldUploads({ afterFileId, pageSize }, ctx) {
    const rows = await query(ctx, (db) => listHeld(db, afterFileId, pageSize || atOnce));
    return { uploads: rows.map(({ companyId, id: fileId, path }) => ({ companyId, fileId, path })) };
  },
});

async function settled(ctx: Ctx, write: (db: Db) => Promise<void>): Promise<object> {
  return await command(ctx, async (tx) => {
    await write(tx.db);
    return {};
  });
}

async function jobOf(db: Db, jobId: string) {
  const job = mustExist(await findJob(db, jobId), "jobId");
  return toJob(job, await uploadsOf(db, jobId), new Date());
}
