import { IntakeUploadService } from "@leashline/proto/leashline/gateway/v1/intake_upload_pb.js";
import { clientFor } from "../../../../app/calls/transport.ts";
import { put } from "../../../../app/upload/put.ts";
import { beginsLikeProof, smaller, unfit } from "../../../../app/upload/smaller.ts";
import { messageOf } from "../../../../ui/feedback/call-errors.ts";
import type { Attached } from "./answers/attach.ts";

const uploads = clientFor(IntakeUploadService);

/** Sends one file; a large photo as a smaller one. */
export async function attach(formId: string, ticket: string, file: File): Promise<Attached> {
  const sent = await smaller(file);
  const error = unfit(sent) ?? ((await beginsLikeProof(file)) ? undefined : "Send a photo or a PDF");
  if (error) return { error };
  try {
    const { uploadUrl, fileId } = await uploads.getIntakeUploadUrl({ formId, ticket, fileName: file.name || "file" });
    await put(uploadUrl, sent, { onBytes: () => undefined });
    return { path: (await uploads.keepIntakeFile({ formId, ticket, fileId })).path };
  } catch (failure) {
    return { error: messageOf(failure) };
  }
}
