import { ImportService } from "@leashline/proto/leashline/customer/v1/import_service_pb.js";
import { clientFor } from "../../../app/transport.ts";

const imports = clientFor(ImportService);

const CHUNK = 1024 * 1024;
/** A piece that fails is tried again 3 times, a second apart, as for any upload (core §5). Sending one twice is harmless. */
const RETRIES = 3;
const WAIT_MS = 1000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const again = async <T>(call: () => Promise<T>): Promise<T> => {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (attempt >= RETRIES) throw error;
      await wait(WAIT_MS);
    }
  }
};

const piece = async (file: File, from: number): Promise<Uint8Array> => new Uint8Array(await file.slice(from, from + CHUNK).arrayBuffer());

/** Sends a file piece by piece; tells the share that is through. Answers the import's number. */
export const uploadFile = async (file: File, onShare: (share: number) => void): Promise<string> => {
  const first = await piece(file, 0);
  const created = await imports.createImport({ fileName: file.name, totalBytes: String(file.size), content: first });
  const importId = created.import?.importId ?? "";
  for (let offset = first.length; offset < file.size; ) {
    onShare(offset / file.size);
    const content = await piece(file, offset);
    const at = String(offset);
    await again(() => imports.appendImportChunk({ importId, offset: at, content }));
    offset += content.length;
  }
  onShare(1);
  return importId;
};
