import { create } from "@bufbuild/protobuf";
import { IntakeFileService } from "@leashline/proto/leashline/customer/v1/intake_file_service_pb.js";
import type { IntakeUploadService } from "@leashline/proto/leashline/gateway/v1/intake_upload_pb.js";
import type { FileStore } from "../uploads/store.ts";
import { type Asking, asker } from "./ask.ts";
import { filesFromLinks } from "./from-link.ts";
import type { Composition } from "./local.ts";

type Parts = Asking & { store: FileStore; publicUrl: URL };
const { beginIntakeFile, findIntakeFile, takeIntakeFile } = IntakeFileService.method;

/** Keeps what somebody attaches to a form, once customer says that they are filling it in. */
export function intakeUploadComposition(parts: Parts): Composition<typeof IntakeUploadService> {
  const ask = asker(parts, IntakeFileService, "intake form");
  const files = filesFromLinks(parts);
  return {
    async getIntakeUploadUrl({ formId, ticket, fileName }, context) {
      const fileId = files.newFileId();
      const { companyId } = await ask(beginIntakeFile, create(beginIntakeFile.input, { formId, ticket, fileId }), context);
      return { uploadUrl: files.uploadUrl(companyId, fileName, fileId), fileId };
    },
    async keepIntakeFile({ formId, ticket, fileId }, context) {
      const { companyId } = await ask(findIntakeFile, create(findIntakeFile.input, { formId, ticket, fileId }), context);
      const { path } = await files.arrived(companyId, fileId);
      await ask(takeIntakeFile, create(takeIntakeFile.input, { formId, ticket, fileId, path }), context);
      return { path };
    },
  };
}
