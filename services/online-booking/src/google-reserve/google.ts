import { createSign } from "node:crypto";
import type { ReserveSettings } from "./reserve-settings.ts";

/** A business as Google is told of it. */
export type Merchant = {
  id: string;
  name: string;
  phone: string;
  website: string;
  street: string;
  city: string;
  state: string;
  zipcode: string;
  countryCode: string;
  bookingUrl: string;
};
/** How far Google is with a business; unknown: it has not read it yet. */
export type Progress = "unknown" | "looking" | "found" | "not found";

/** No answer, or one that says nothing about the business. */
export class GoogleAway extends Error {}
/** Google does not take what it was told. */
export class GoogleRefused extends Error {}

/** What is asked of Google, whoever plays it. */
export type Reserve = {
  tell: (merchant: Merchant) => Promise<void>;
  forget: (merchantId: string) => Promise<void>;
  progress: (merchantId: string) => Promise<Progress>;
};

const PATIENCE_MS = 8_000;
const HOUR_S = 3_600;
const SCOPE = "https://www.googleapis.com/auth/mapsbooking";
const ENTITIES = "reservewithgoogle.entity";
const ACTIONS = "reservewithgoogle.action.v2";

type Answer = { status: number; body: Record<string, unknown> };

async function send(url: string, init: RequestInit): Promise<Answer> {
  try {
    const answer = await fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(PATIENCE_MS) });
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? {} : (JSON.parse(text) as Record<string, unknown>) };
  } catch (error) {
    throw new GoogleAway((error as Error).message);
  }
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** What the service account shows for who it is (RFC 7523). */
function assertion({ account, privateKey, tokens }: ReserveSettings): string {
  const now = Math.floor(Date.now() / 1_000);
  const claims = { iss: account, scope: SCOPE, aud: tokens, iat: now, exp: now + HOUR_S };
  const said = `${part({ alg: "RS256", typ: "JWT" })}.${part(claims)}`;
  return `${said}.${createSign("RSA-SHA256").update(said).sign(privateKey, "base64url")}`;
}

async function accessFor(settings: ReserveSettings): Promise<string> {
  const body = new URLSearchParams({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion: assertion(settings) });
  const { status, body: answer } = await send(settings.tokens, { method: "POST", body });
  if (status !== 200 || typeof answer.access_token !== "string") throw new GoogleAway(`the token page answered ${status}`);
  return answer.access_token;
}

const entityOf = (merchant: Merchant) => ({
  entity_id: merchant.id,
  name: merchant.name,
  telephone: merchant.phone,
  url: merchant.website || merchant.bookingUrl,
  location: {
    address: {
      country: merchant.countryCode,
      locality: merchant.city,
      region: merchant.state,
      postal_code: merchant.zipcode,
      street_address: merchant.street,
    },
  },
});
const actionOf = ({ id, bookingUrl }: Merchant) => ({
  entity_id: id,
  link_id: `${id}-booking`,
  url: bookingUrl,
  actions: [{ appointment_info: {} }],
});

/** Google's Maps Booking API, as far as a link to a booking page goes. */
export function reserveAt(settings: ReserveSettings): Reserve {
  const partner = `${settings.api}/partners/${settings.partnerId}`;
  async function call(method: string, url: string, body?: object): Promise<Answer> {
    const headers = { authorization: `Bearer ${await accessFor(settings)}`, "content-type": "application/json" };
    const answer = await send(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (answer.status >= 500 || [401, 403, 429].includes(answer.status)) throw new GoogleAway(`Google answered ${answer.status}`);
    return answer;
  }
  async function push(feed: string, record: object, isGone = false): Promise<void> {
    const { status } = await call("POST", `${partner}/feeds/${feed}/record:batchPush`, { records: [record] });
    if (status !== 200 && !(isGone && status === 404)) throw new GoogleRefused(`Google answered ${status}`);
  }
  const now = () => new Date().toISOString();
  return {
    async tell(merchant) {
      await push(ENTITIES, { dataRecord: JSON.stringify(entityOf(merchant)), generationTimestamp: now() });
      await push(ACTIONS, { dataRecord: JSON.stringify(actionOf(merchant)), generationTimestamp: now() });
    },
    /** The link first: a profile without one is nobody's harm. What Google does not have is forgotten. */
    async forget(id) {
      await push(ACTIONS, { dataRecord: JSON.stringify({ entity_id: id, link_id: `${id}-booking` }), deleteTime: now() }, true);
      await push(ENTITIES, { dataRecord: JSON.stringify({ entity_id: id }), deleteTime: now() }, true);
    },
    async progress(id) {
      const { status, body } = await call("GET", `${partner}/merchants/${id}/status`);
      if (status === 404) return "unknown";
      if (status !== 200) throw new GoogleAway(`Google answered ${status}`);
      if (body.processingStatus !== "COMPLETED") return "looking";
      return body.geoMatch ? "found" : "not found";
    },
  };
}
