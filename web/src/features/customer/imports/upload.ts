import { ImportService } from "@leashline/proto/leashline/customer/v1/import_service_pb.js";
import { clientFor } from "../../../app/calls/transport.ts";
import { sendPieces, type Way } from "../../../app/upload/pieces.ts";
import { isFinal } from "../../../app/upload/upload.ts";

const imports = clientFor(ImportService);

const PIECE = 1024 * 1024;

/** Sends a file of clients or leads piece by piece; the first begins the import. Sending one twice is harmless. Answers the import's number. */
export const sendImport = async (file: File, { signal, onShare }: Way, asLeads: boolean): Promise<string> => {
  let importId = "";
  await sendPieces({ size: file.size, length: PIECE, signal, onShare, isFinal }, async ({ from, to }) => {
    const content = new Uint8Array(await file.slice(from, to).arrayBuffer());
    const calling = signal ? { signal } : {};
    if (importId !== "") {
      await imports.appendImportChunk({ importId, offset: String(from), content }, calling);
      return;
    }
    const created = await imports.createImport({ fileName: file.name, totalBytes: String(file.size), content, asLeads }, calling);
    importId = created.import?.importId ?? "";
  });
  return importId;
};
