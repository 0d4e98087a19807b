import { fail } from "@leashline/kit/errors.ts";
import { signLink } from "../uploads/links.ts";
import { type FileStore, newFileId, type StoredFile } from "../uploads/store.ts";

type Parts = { store: FileStore; signingKey: string; publicUrl: URL };
const PUT_SECONDS = 15 * 60;

/** Files of people who are not signed in: photos and PDFs, kept among the company's own. */
export function filesFromLinks({ store, signingKey, publicUrl }: Parts) {
  return {
    newFileId,
    /** Where the file goes by PUT. */
    uploadUrl(companyId: string, fileName: string, fileId: string): string {
      const path = store.newPath({ companyId, isPublic: false }, fileName, fileId);
      return new URL(signLink("put", path, PUT_SECONDS, signingKey, Date.now()), publicUrl).href;
    },
    /** What arrived, when it is a photo or a PDF. */
    async arrived(companyId: string, fileId: string): Promise<StoredFile> {
      const file = await store.find(companyId, fileId);
      const reason = file ? "send a photo or a PDF" : ((await store.states.find(companyId, fileId))?.reason ?? "");
      if (!file && !reason) throw fail("NOT_FOUND", { field: "fileId" });
      if (!file || !/^image\/|^application\/pdf$/.test(file.contentType)) throw fail("PARAMS_INVALID", { field: "fileId", reason });
      return file;
    },
  };
}
