import { Readable } from "node:stream";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { fail } from "@leashline/kit/errors.ts";
import type { UploadService } from "@leashline/proto/leashline/gateway/v1/upload_pb.js";
import type { FileJobSchema } from "@leashline/proto/leashline/gateway/v1/uploaded_file_pb.js";
import { avatarOf } from "../file-content/pictures.ts";
import { FileJobs, type Job } from "../uploads/jobs.ts";
import { signLink } from "../uploads/links.ts";
import { type Parts, partCount, partPath, partSize } from "../uploads/parts.ts";
import { shownFile } from "../uploads/shown-file.ts";
import { type FileStore, newFileId, placeOf, type StoredFile } from "../uploads/store.ts";
import type { Composition } from "./local.ts";

const putSeconds = 15 * 60;

const partSeconds = 60 * 60;

const getSeconds = 60 * 60;

const mostForAvatar = 5 * 1024 * 1024;

export function uploadComposition(store: FileStore, parts: Parts, signingKey: string, publicUrl: URL): Composition<typeof UploadService> {
  const jobs = new FileJobs(store, parts);
  const link = (use: "get" | "put", path: string, seconds: number): string =>
    new URL(signLink(use, path, seconds, signingKey, Date.now()), publicUrl).href;
  const partUrl = (companyId: string, fileId: string, part: number): string => link("put", partPath(companyId, fileId, part), partSeconds);
  const shownJob = (job: Job): MessageInitShape<typeof FileJobSchema> => ({
    ...job,
    items: job.items.map(({ stored, ...item }) => ({ ...item, ...(stored ? { file: shownFile(stored, publicUrl) } : {}) })),
  });
  const mustFind = async (companyId: string, fileId: string): Promise<StoredFile> => {
    const found = await store.find(companyId, fileId);
    if (found) return found;
    const reason = await store.refusalOf(companyId, fileId);
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
    async createMultipartUpload({ fileName, size, public: isPublic }, { identity: { caller } }) {
      const { fileId } = await parts.begin(caller.companyId, { fileName, size, isPublic, byItself: false });
      return { fileId, partSize, partCount: partCount(size) };
    },
    async getMultipartPartUrl({ fileId, partNumber }, { identity: { caller } }) {
      const incoming = await parts.find(caller.companyId, fileId);
      if (!incoming || partNumber > partCount(incoming.size)) throw fail("NOT_FOUND");
      return { uploadUrl: partUrl(caller.companyId, fileId, partNumber), expiresIn: partSeconds };
    },
    async completeMultipartUpload({ fileId, contentHash }, { identity: { caller } }) {
      return { file: shownFile(await parts.complete(caller.companyId, fileId, contentHash), publicUrl) };
    },
    async createFileJob({ files, public: isPublic }, { identity: { caller } }) {
      const job = await jobs.create(caller.companyId, files, isPublic);
      const uploads = job.items.map(({ fileId, size }) => ({
        fileId,
        partSize,
        partUrls: Array.from({ length: partCount(size) }, (_, n) => partUrl(caller.companyId, fileId, n + 1)),
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
