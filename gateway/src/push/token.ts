import { createHmac, timingSafeEqual } from "node:crypto";

/** What opens a websocket: whose it is and what it may hear. */
export interface SocketGrant {
  accountId: string;
  sessionId: string;
  companyId: string;
  businessId: string;
  /** Hash of the session's token, in base64url: lets us ask later whether the session still holds. */
  proof: string;
}

export const socketTokenSeconds = 60;

/** base64url(JSON with expiry) + "." + HMAC. Any gateway can read it, so none has to remember it. */
export function signSocketToken(grant: SocketGrant, key: string, now: number): string {
  const body = Buffer.from(
    JSON.stringify([grant.accountId, grant.sessionId, grant.companyId, grant.businessId, grant.proof, now + socketTokenSeconds * 1000]),
  ).toString("base64url");
  return `${body}.${seal(body, key).toString("base64url")}`;
}

export function readSocketToken(token: string, key: string, now: number): SocketGrant | null {
  const dot = token.indexOf(".");
  if (dot <= 0 || token.length > 1000) return null;
  const body = token.slice(0, dot);
  const given = Buffer.from(token.slice(dot + 1), "base64url");
  const expected = seal(body, key);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const [accountId, sessionId, companyId, businessId, proof, until] = JSON.parse(Buffer.from(body, "base64url").toString()) as [
    string,
    string,
    string,
    string,
    string,
    number,
  ];
  return until > now ? { accountId, sessionId, companyId, businessId, proof } : null;
}

// Of its own kind, so that no other signature of ours passes for one.
function seal(body: string, key: string): Buffer {
  return createHmac("sha256", key).update("websocket\n").update(body).digest();
}
