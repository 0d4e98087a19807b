import type { PushService } from "@leashline/proto/leashline/gateway/v1/push_pb.js";
import { signSocketToken, socketTokenSeconds } from "../push/token.ts";
import type { Composition } from "./local.ts";

export function pushComposition(signingKey: string, publicUrl: URL): Composition<typeof PushService> {
  return {
    async createSocketToken(_, { known: { caller } }) {
      const { accountId, sessionId, companyId, businessId } = caller;
      const token = signSocketToken({ accountId, sessionId, companyId, businessId }, signingKey, Date.now());
      const url = new URL("/ws", publicUrl);
      url.protocol = publicUrl.protocol === "https:" ? "wss:" : "ws:";
      url.searchParams.set("token", token);
      return { token, url: url.href, expiresIn: socketTokenSeconds };
    },
  };
}
