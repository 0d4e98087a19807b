import { Readable } from "node:stream";
import { fail } from "@leashline/kit/errors.ts";
import type { UploadService } from "@leashline/proto/leashline/gateway/v1/upload_pb.js";
import { encodePath, signLink } from "../uploads/links.ts";
import { type FileStore, placeOf, type StoredFile } from "../uploads/store.ts";
import type { Composition } from "./local.ts";

const putSeconds = 15 * 60;
const getSeconds = 60 * 60;

export function uploadComposition(store: FileStore, signingKey: string, publicUrl: URL): Composition<typeof UploadService> {
  return {
    async uploadFile({ fileName, content, public: isPublic }, { known: { caller } }) {
      const path = store.newPath({ companyId: caller.companyId, isPublic }, fileName);
      return { file: shownFile(await store.save(path, Readable.from([Buffer.from(content)])), publicUrl) };
    },
    async createUploadUrl({ fileName, public: isPublic }, { known: { caller } }) {
      const path = store.newPath({ companyId: caller.companyId, isPublic }, fileName);
      return { path, uploadUrl: new URL(signLink("put", path, putSeconds, signingKey, Date.now()), publicUrl).href, expiresIn: putSeconds };
    },
    async getDownloadUrl({ path, expiresIn }, { known: { caller } }) {
      if (placeOf(path)?.companyId !== caller.companyId) throw fail("NOT_FOUND");
      await store.read(path);
      return { url: new URL(signLink("get", path, expiresIn || getSeconds, signingKey, Date.now()), publicUrl).href };
    },
  };
}

export function shownFile(file: StoredFile, publicUrl: URL): StoredFile & { url: string } {
  return { ...file, url: new URL(encodePath(file.path), publicUrl).href };
}
