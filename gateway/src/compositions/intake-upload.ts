import { IntakeFileService } from "@leashline/proto/leashline/customer/v1/intake_file_service_pb.js";
import type { IntakeUploadService } from "@leashline/proto/leashline/gateway/v1/intake_upload_pb.js";
import type { RequestContext } from "../identity/authenticator.ts";
import type { FileStore } from "../uploads/store.ts";
import { type Parts as AskParts, asking } from "../upstream/ask.ts";
import { filesFromLinks } from "./from-link.ts";
import type { Composition } from "./local.ts";

type Parts = AskParts & { store: FileStore; publicUrl: URL };
const { beginIntakeFile, findIntakeFile, takeIntakeFile } = IntakeFileService.method;

/** Keeps what somebody attaches to a form, once customer says that they are filling it in. */
export function intakeUploadComposition(parts: Parts): Composition<typeof IntakeUploadService> {
  const ask = asking(IntakeFileService, parts);
  const files = filesFromLinks(parts);
  const of = ({ ip }: RequestContext) => ({ name: "intake form", ip });
  return {
    async getIntakeUploadUrl({ formId, ticket, fileName }, context) {
      const fileId = files.newFileId();
      const { companyId } = await ask(beginIntakeFile, { formId, ticket, fileId }, of(context), context.requestId);
      return { uploadUrl: files.uploadUrl(companyId, fileName, fileId), fileId };
    },
    async keepIntakeFile({ formId, ticket, fileId }, context) {
      const { companyId } = await ask(findIntakeFile, { formId, ticket, fileId }, of(context), context.requestId);
      const { path } = await files.arrived(companyId, fileId);
      await ask(takeIntakeFile, { formId, ticket, fileId, path }, of(context), context.requestId);
      return { path };
    },
  };
}
