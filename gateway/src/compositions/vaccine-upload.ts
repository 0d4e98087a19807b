import { create, type DescMethodUnary, type Message, type MessageShape } from "@bufbuild/protobuf";
import { nobody, signCaller } from "@leashline/kit/context.ts";
import { fail } from "@leashline/kit/errors.ts";
import { readError } from "@leashline/kit/rpc/client.ts";
import type { Contract } from "@leashline/proto/descriptors/contract.ts";
import { VaccineProofLinkService } from "@leashline/proto/leashline/customer/v1/vaccine_proof_link_service_pb.js";
import type { LinkedVaccine, VaccineUploadService } from "@leashline/proto/leashline/gateway/v1/vaccine_upload_pb.js";
import type { RequestContext } from "../identity/authenticator.ts";
import { signLink } from "../uploads/links.ts";
import { type FileStore, newFileId } from "../uploads/store.ts";
import type { Upstreams } from "../upstream/upstream.ts";
import type { Composition } from "./local.ts";

type Parts = { contract: Contract; upstreams: Upstreams; store: FileStore; signingKey: string; publicUrl: URL };
const PUT_SECONDS = 15 * 60;
const { checkLinkedProof, takeLinkedProof } = VaccineProofLinkService.method;

/** Keeps what a client sends in from a link, once customer says that it would be taken. */
export function vaccineUploadComposition({
  contract,
  upstreams,
  store,
  signingKey,
  publicUrl,
}: Parts): Composition<typeof VaccineUploadService> {
  async function ask(rpc: DescMethodUnary, request: Message, { ip, requestId }: RequestContext): Promise<Message> {
    const method = contract.byPath.get(`/${VaccineProofLinkService.typeName}/${rpc.name}`);
    if (!method) throw new Error(`The contract has no ${rpc.name}.`);
    const context = signCaller({ ...nobody, kind: "service", via: "gateway", name: "vaccine link", ip }, signingKey);
    const result = await upstreams.call(method, request, { context, requestId, idempotencyKey: "" });
    if (!result.ok) throw readError(Buffer.from(result.error));
    return result.message;
  }
  const ownerOf = async ({ $typeName: _, ...vaccine }: LinkedVaccine, context: RequestContext): Promise<string> => {
    const found = await ask(checkLinkedProof, create(checkLinkedProof.input, vaccine), context);
    return (found as MessageShape<typeof checkLinkedProof.output>).companyId;
  };
  return {
    async getVaccineUploadUrl({ vaccine, fileName }, context) {
      const companyId = await ownerOf(vaccine!, context);
      const fileId = newFileId();
      const path = store.newPath({ companyId, isPublic: false }, fileName, fileId);
      return { uploadUrl: new URL(signLink("put", path, PUT_SECONDS, signingKey, Date.now()), publicUrl).href, fileId };
    },
    async sendVaccineProof({ vaccine, fileId }, context) {
      const companyId = await ownerOf(vaccine!, context);
      const file = await store.find(companyId, fileId);
      if (!file) throw fail("NOT_FOUND", { field: "fileId" });
      if (!/^image\/|^application\/pdf$/.test(file.contentType))
        throw fail("PARAMS_INVALID", { field: "fileId", reason: "send a photo or a PDF" });
      const { $typeName: _, ...about } = vaccine!;
      const taken = await ask(takeLinkedProof, create(takeLinkedProof.input, { ...about, documentPath: file.path }), context);
      const { page } = taken as MessageShape<typeof takeLinkedProof.output>;
      return { ...(page && { page }) };
    },
  };
}
