import type { PushService } from "@leashline/proto/leashline/gateway/v1/push_pb.js";
import { hashOf } from "../identity/resolve.ts";
import { signSocketToken, socketTokenSeconds } from "../push/token.ts";
import type { Composition } from "./local.ts";

export function pushComposition(signingKey: string, publicUrl: URL): Composition<typeof PushService> {
  return {
    async createSocketToken(_, { credential, identity: { caller } }) {
      const { accountId, sessionId, companyId, businessId } = caller;
      const proof = hashOf(credential).toString("base64url");
      const token = signSocketToken({ accountId, sessionId, companyId, businessId, proof }, signingKey, Date.now());
      const url = new URL("/ws", publicUrl);
      url.protocol = publicUrl.protocol === "https:" ? "wss:" : "ws:";
      url.searchParams.set("token", token);
      return { token, url: url.href, expiresIn: socketTokenSeconds };
    },
  };
}
