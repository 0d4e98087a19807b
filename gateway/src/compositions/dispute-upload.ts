import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { fail, Refusal } from "@leashline/kit/errors.ts";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import type {
  AttachDisputeFileRequest,
  DisputeUploadService,
  UploadedDisputeFile,
} from "@leashline/proto/leashline/gateway/v1/dispute_upload_pb.js";
import { ReceiptSendService } from "@leashline/proto/leashline/message/v1/receipt_service_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { DisputeFileService } from "@leashline/proto/leashline/payment/v1/dispute_file_service_pb.js";
import { type Dispute, DisputeService, DisputeFileKind as Kind } from "@leashline/proto/leashline/payment/v1/dispute_service_pb.js";
import type { RequestContext } from "../identity/authenticator.ts";
import type { FileStore, FileToSend } from "../uploads/store.ts";
import { type Parts as AskParts, asking, askingFor } from "../upstream/ask.ts";
import type { Composition } from "./local.ts";

type Parts = AskParts & { store: FileStore };
/** A file of the company's own, with what it shows. */
type Found = { kind: Kind; path: string; contentType: string; content: Uint8Array };
/** What no provider takes need not be read; how much it may be is for payment to say. */
const MOST_BYTES = 5 * 1024 * 1024;

const wrong = (reason: string) => fail("PARAMS_INVALID", { field: "path", reason });

/** Reads a file that was taken in and scanned, or one that is made for this, and hands it to payment, which leaves it with the provider. */
export function disputeUploadComposition(parts: Parts): Composition<typeof DisputeUploadService> {
  const ask = asking(DisputeFileService, parts);
  const askFor = askingFor(parts);
  return {
    async attachDisputeFile(request, context) {
      const { caller } = context.identity;
      const { dispute } = await askFor(DisputeService.method.getDispute, { disputeId: request.disputeId }, context);
      const file = await sourceOf({ ...parts, askFor, context, dispute: dispute! }, request.source);
      const { companyId, businessId, accountId, staffId, name, kind } = caller;
      const as = { companyId, businessId, accountId, staffId, name, kind, ip: context.ip };
      const taken = await ask(DisputeFileService.method.takeDisputeFile, { disputeId: request.disputeId, ...file }, as, context.requestId);
      return { ...(taken.dispute && { dispute: taken.dispute }) };
    },
  };
}

type Asked = { store: FileStore; askFor: ReturnType<typeof askingFor>; context: RequestContext; dispute: Dispute };

async function sourceOf(asked: Asked, source: AttachDisputeFileRequest["source"]): Promise<Found> {
  const { askFor, context, dispute } = asked;
  if (source.case === "uploaded") return await uploaded(asked, source.value);
  if (source.case === "agreementRecordId") {
    const { record } = await askFor(AgreementRecordService.method.getAgreementRecord, { id: source.value }, context);
    if (record?.customerId !== dispute.customerId) throw fail("NOT_FOUND", { field: "agreementRecordId" });
    const made = await askFor(AgreementRecordService.method.getAgreementEvidence, { id: source.value }, context);
    return await kept(asked, Kind.CUSTOMER_SIGNATURE, made);
  }
  if (!source.value) throw fail("PARAMS_INVALID", { field: "receipt", reason: "must be true" });
  const made = await askFor(ReceiptSendService.method.getReceiptFile, { orderId: dispute.orderId }, context);
  return await kept(asked, Kind.RECEIPT, made);
}

/** Keeps a paper that was made for this, so that what the bank got can be looked at later. */
async function kept(
  { store, context }: Asked,
  kind: Kind,
  { fileName, content }: { fileName: string; content: Uint8Array },
): Promise<Found> {
  const path = store.newPath({ companyId: context.identity.caller.companyId, isPublic: false }, fileName);
  const { path: at, contentType } = await store.save(path, Readable.from([Buffer.from(content)]));
  return { kind, path: at, contentType, content };
}

async function uploaded({ store, context }: Asked, { path, kind }: UploadedDisputeFile): Promise<Found> {
  if (!path.startsWith(`/uploads/private/${context.identity.caller.companyId}/`)) throw wrong("must be a private file of your own");
  const file = await fileAt(store, path);
  if (file.size > MOST_BYTES) throw wrong("must be at most 4.5 MB together with the other files");
  return { kind, path, contentType: file.kind.type, content: await buffer(await file.stream(0, file.size - 1)) };
}

async function fileAt(store: FileStore, path: string): Promise<FileToSend> {
  const file = await store.read(path).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === ErrorCode.SYSTEM_BUSY) throw error;
    throw wrong("must be a private file of your own");
  });
  if (file) return file;
  if (await store.isHeld(path))
    throw fail("STATE_CONFLICT", { field: "path", message: "This file waits for the virus scanner. Attach it again in a few minutes." });
  throw fail("NOT_FOUND", { field: "path" });
}
