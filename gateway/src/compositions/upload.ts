import { Readable } from "node:stream";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { fail } from "@leashline/kit/errors.ts";
import { proofOf } from "@leashline/kit/paper/file-hash.ts";
import { UploadState } from "@leashline/proto/leashline/account/v1/upload_state_service_pb.js";
import type { UploadService } from "@leashline/proto/leashline/gateway/v1/upload_pb.js";
import { type FileJobSchema, FileJobState } from "@leashline/proto/leashline/gateway/v1/uploaded_file_pb.js";
import { avatarOf } from "../file-content/pictures.ts";
import { hashOf } from "../uploads/content-hash.ts";
import { FileJobs, type Job } from "../uploads/jobs.ts";
import { signLink } from "../uploads/links.ts";
import { type Parts, partPath } from "../uploads/parts.ts";
import { shownFile } from "../uploads/shown-file.ts";
import { type FileStore, newFileId, placeOf, type StoredFile } from "../uploads/store.ts";
import type { Composition } from "./local.ts";

const putSeconds = 15 * 60;

const partSeconds = 60 * 60;

const getSeconds = 60 * 60;

const mostForAvatar = 5 * 1024 * 1024;

const shownState: Record<UploadState, FileJobState> = {
  [UploadState.UNSPECIFIED]: FileJobState.UNSPECIFIED,
  [UploadState.RECEIVING]: FileJobState.RECEIVING,
  [UploadState.COMPLETE]: FileJobState.COMPLETE,
  [UploadState.REFUSED]: FileJobState.FAILED,
  [UploadState.CANCELLED]: FileJobState.CANCELLED,
  [UploadState.HELD]: FileJobState.HELD,
};

export function uploadComposition(store: FileStore, parts: Parts, signingKey: string, publicUrl: URL): Composition<typeof UploadService> {
  const jobs = new FileJobs(store, parts);
  const link = (use: "get" | "put", path: string, seconds: number): string =>
    new URL(signLink(use, path, seconds, signingKey, Date.now()), publicUrl).href;
  const partUrl = (companyId: string, fileId: string, part: number): string => link("put", partPath(companyId, fileId, part), partSeconds);
  const shownJob = (job: Job): MessageInitShape<typeof FileJobSchema> => ({
    jobId: job.job.jobId,
    state: shownState[job.job.state],
    items: job.items.map(({ upload: { fileId, fileName, size, state, reason }, received, stored }) => ({
      ...{ fileId, fileName, size, received, reason, state: shownState[state] },
      ...(stored && { file: shownFile(stored, publicUrl) }),
    })),
  });
  const mustFind = async (companyId: string, fileId: string): Promise<StoredFile> => {
    // Without an id the folder of all would be looked through.
    if (fileId === "") throw fail("NOT_FOUND", { field: "fileId" });
    const found = await store.find(companyId, fileId);
    if (found) return found;
    const reason = (await store.states.find(companyId, fileId))?.reason ?? "";
    throw reason === "" ? fail("NOT_FOUND", { field: "fileId" }) : fail("PARAMS_INVALID", { field: "fileId", reason });
  };
  return {
    async uploadFile({ fileName, content, public: isPublic }, { identity: { caller } }) {
      const path = store.newPath({ companyId: caller.companyId, isPublic }, fileName);
      return { file: shownFile(await store.save(path, Readable.from([Buffer.from(content)])), publicUrl) };
    },
    async uploadAvatar({ content }) {
      if (content.length > mostForAvatar) throw fail("FILE_TOO_LARGE");
      const path = store.newPath({ companyId: "0", isPublic: true }, "avatar.webp");
      return { file: shownFile(await store.save(path, Readable.from([await avatarOf(content)])), publicUrl) };
    },
    async getPresignedUploadUrl({ fileName, public: isPublic }, { identity: { caller } }) {
      const fileId = newFileId();
      const path = store.newPath({ companyId: caller.companyId, isPublic }, fileName, fileId);
      return { path, fileId, uploadUrl: link("put", path, putSeconds), expiresIn: putSeconds };
    },
    async flushUpload({ fileId }, { identity: { caller } }) {
      return { file: shownFile(await mustFind(caller.companyId, fileId), publicUrl) };
    },
    async getFileAccessUrl({ path, fileId, expiresIn }, { identity: { caller } }) {
      const wanted = path || (await mustFind(caller.companyId, fileId)).path;
      if (placeOf(wanted)?.companyId !== caller.companyId) throw fail("NOT_FOUND");
      if (!(await store.read(wanted)) && !(await store.isHeld(wanted))) throw fail("NOT_FOUND");
      return { accessUrl: link("get", wanted, expiresIn || getSeconds) };
    },
    async getFileHash({ path }, { identity: { caller } }) {
      const place = placeOf(path);
      if (place?.companyId !== caller.companyId || place.isPublic) throw fail("NOT_FOUND", { field: "path" });
      const file = await store.read(path);
      if (file) {
        const hash = await hashOf(file);
        return { hash, proof: proofOf({ path, hash }, signingKey) };
      }
      if (await store.isHeld(path)) throw fail("STATE_CONFLICT", { field: "path", message: "This file waits for the virus scanner." });
      throw fail("NOT_FOUND", { field: "path" });
    },
    async createMultipartUpload({ fileName, size, public: isPublic }, { identity: { caller } }) {
      const { fileId, partSize, partCount } = await parts.begin(caller.companyId, { fileName, size, isPublic });
      return { fileId, partSize, partCount };
    },
    async getMultipartPartUrl({ fileId, partNumber }, { identity: { caller } }) {
      const incoming = await parts.find(caller.companyId, fileId);
      if (!incoming || partNumber > incoming.partCount) throw fail("NOT_FOUND");
      return { uploadUrl: partUrl(caller.companyId, fileId, partNumber), expiresIn: partSeconds };
    },
    async completeMultipartUpload({ fileId, contentHash }, { identity: { caller } }) {
      return { file: shownFile(await parts.complete(caller.companyId, fileId, contentHash), publicUrl) };
    },
    async createFileJob({ files, public: isPublic }, { identity: { caller } }) {
      const job = await jobs.create(caller.companyId, files, isPublic);
      const uploads = job.items.map(({ upload: { fileId, partSize, partCount } }) => ({
        fileId,
        partSize,
        partUrls: Array.from({ length: partCount }, (_, n) => partUrl(caller.companyId, fileId, n + 1)),
      }));
      return { job: shownJob(job), uploads };
    },
    async getFileJob({ jobId }, { identity: { caller } }) {
      return { job: shownJob(await jobs.get(caller.companyId, jobId)) };
    },
    async cancelFileJob({ jobId }, { identity: { caller } }) {
      return { job: shownJob(await jobs.cancel(caller.companyId, jobId)) };
    },
  };
}
