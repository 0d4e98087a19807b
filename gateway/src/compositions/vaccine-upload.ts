import { create } from "@bufbuild/protobuf";
import { VaccineProofLinkService } from "@leashline/proto/leashline/customer/v1/vaccine_proof_link_service_pb.js";
import type { LinkedVaccine, VaccineUploadService } from "@leashline/proto/leashline/gateway/v1/vaccine_upload_pb.js";
import type { RequestContext } from "../identity/authenticator.ts";
import type { FileStore } from "../uploads/store.ts";
import { type Asking, asker } from "./ask.ts";
import { filesFromLinks } from "./from-link.ts";
import type { Composition } from "./local.ts";

type Parts = Asking & { store: FileStore; publicUrl: URL };
const { checkLinkedProof, takeLinkedProof } = VaccineProofLinkService.method;

/** Keeps what a client sends in from a link, once customer says that it would be taken. */
export function vaccineUploadComposition(parts: Parts): Composition<typeof VaccineUploadService> {
  const ask = asker(parts, VaccineProofLinkService, "vaccine link");
  const files = filesFromLinks(parts);
  const ownerOf = async ({ $typeName: _, ...vaccine }: LinkedVaccine, context: RequestContext): Promise<string> =>
    (await ask(checkLinkedProof, create(checkLinkedProof.input, vaccine), context)).companyId;
  return {
    async getVaccineUploadUrl({ vaccine, fileName }, context) {
      const companyId = await ownerOf(vaccine!, context);
      const fileId = files.newFileId();
      return { uploadUrl: files.uploadUrl(companyId, fileName, fileId), fileId };
    },
    async sendVaccineProof({ vaccine, fileId }, context) {
      const { path: documentPath } = await files.arrived(await ownerOf(vaccine!, context), fileId);
      const { $typeName: _, ...about } = vaccine!;
      const { page } = await ask(takeLinkedProof, create(takeLinkedProof.input, { ...about, documentPath }), context);
      return { ...(page && { page }) };
    },
  };
}
