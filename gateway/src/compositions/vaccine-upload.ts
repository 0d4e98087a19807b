import { VaccineProofLinkService } from "@leashline/proto/leashline/customer/v1/vaccine_proof_link_service_pb.js";
import type { LinkedVaccine, VaccineUploadService } from "@leashline/proto/leashline/gateway/v1/vaccine_upload_pb.js";
import type { RequestContext } from "../identity/authenticator.ts";
import type { FileStore } from "../uploads/store.ts";
import { type Parts as AskParts, asking } from "../upstream/ask.ts";
import { filesFromLinks } from "./from-link.ts";
import type { Composition } from "./local.ts";

type Parts = AskParts & { store: FileStore; publicUrl: URL };
const { checkLinkedProof, takeLinkedProof } = VaccineProofLinkService.method;

/** Keeps what a client sends in from a link, once customer says that it would be taken. */
export function vaccineUploadComposition(parts: Parts): Composition<typeof VaccineUploadService> {
  const ask = asking(VaccineProofLinkService, parts);
  const files = filesFromLinks(parts);
  const of = ({ ip }: RequestContext) => ({ name: "vaccine link", ip });
  const ownerOf = async ({ $typeName: _, ...vaccine }: LinkedVaccine, context: RequestContext): Promise<string> =>
    (await ask(checkLinkedProof, vaccine, of(context), context.requestId)).companyId;
  return {
    async getVaccineUploadUrl({ vaccine, fileName }, context) {
      const companyId = await ownerOf(vaccine!, context);
      const fileId = files.newFileId();
      return { uploadUrl: files.uploadUrl(companyId, fileName, fileId), fileId };
    },
    async sendVaccineProof({ vaccine, fileId }, context) {
      const { path: documentPath } = await files.arrived(await ownerOf(vaccine!, context), fileId);
      const { $typeName: _, ...about } = vaccine!;
      const { page } = await ask(takeLinkedProof, { ...about, documentPath }, of(context), context.requestId);
      return { ...(page && { page }) };
    },
  };
}
