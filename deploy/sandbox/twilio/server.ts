import { createHmac, randomBytes } from "node:crypto";
import type { Deliveries } from "../core/deliveries.ts";
import { parseForm, text } from "../core/form.ts";
import { type Call, HttpError, type Router, sendJson } from "../core/http.ts";
import type { Doc, Store } from "../core/store.ts";
import type { Switches } from "../core/switches.ts";
import { segments } from "./segments.ts";
import { check, pageOf, show, type Text, TwilioError } from "./text.ts";

export type TwilioSettings = { store: Store; deliveries: Deliveries; switches: Switches; authToken: string; from: string };

const STOP = /^\s*(stop|stopall|unsubscribe|cancelall|end|quit|revoke|optout)\s*$/i;
const START = /^\s*(start|unstop)\s*$/i;

/** A phone stops one number's texts, and still gets another's. */
const stoppedBetween = (number: string, phone: string): string => `stopped:${number}:${phone}`;

export function sid(prefix: string): string {
  return prefix + randomBytes(16).toString("hex");
}

/** X-Twilio-Signature: the URL and the sorted form parameters, HMAC-SHA1 under the auth token. */
export function sign(authToken: string, url: string, body: string): string {
  const params = [...new URLSearchParams(body)].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return createHmac("sha1", authToken)
    .update(url + params.map(([key, value]) => key + value).join(""))
    .digest("base64");
}

export class TwilioServer {
  #settings: TwilioSettings;

  constructor(settings: TwilioSettings) {
    this.#settings = settings;
    settings.deliveries.signer("twilio", (delivery) => ({
      "content-type": "application/x-www-form-urlencoded; charset=utf-8",
      "user-agent": "TwilioProxy/1.1 (sandbox)",
      "x-twilio-signature": sign(settings.authToken, delivery.url, delivery.body),
    }));
  }

  mount(router: Router): void {
    const base = "/2010-04-01/Accounts/:sid/Messages";
    router.on("POST", `${base}.json`, (call) => this.#guard(call, "write", () => this.#create(call)));
    router.on("GET", `${base}.json`, (call) => this.#guard(call, "read", () => this.#list(call)));
    router.on("GET", `${base}/:message.json`, (call) => this.#guard(call, "read", () => show(this.#load(call))));
    router.on("POST", `${base}/:message.json`, (call) => this.#guard(call, "write", () => this.#redact(call)));
    router.on("GET", "/2010-04-01/Accounts/:sid.json", (call) =>
      this.#guard(call, "read", () => ({ sid: call.params.sid, friendly_name: "Sandbox", status: "active", type: "Trial" })),
    );
  }

  async #guard(call: Call, kind: "read" | "write", run: () => unknown): Promise<void> {
    const { switches, store } = this.#settings;
    const refusal = this.#authorise(call);
    if (refusal) return sendJson(call.res, 401, refusal);
    const mode = switches.take("twilio", kind);
    await switches.latency("twilio");
    if (mode === "timeout") return;
    if (mode === "error")
      return sendJson(call.res, 500, { code: 20500, message: "Internal Server Error", more_info: "sandbox switch", status: 500 });
    if (mode === "down")
      return sendJson(call.res, 503, { code: 20503, message: "Service unavailable", more_info: "sandbox switch", status: 503 });
    try {
      if (mode === "decline") throw new TwilioError(30_450, "Message delivery blocked by the sandbox's switch");
      const answer = store.transaction(run);
      if (mode === "undelivered") this.#settle((answer as { sid: string }).sid, "undelivered");
      if (mode === "lost") return void call.req.socket.destroy();
      sendJson(call.res, kind === "write" ? 201 : 200, answer);
    } catch (error) {
      if (error instanceof HttpError)
        return sendJson(call.res, error.status, { code: 20404, message: error.message, status: error.status });
      if (!(error instanceof TwilioError)) throw error;
      const more_info = `https://www.twilio.com/docs/errors/${error.code}`;
      sendJson(call.res, 400, { code: error.code, message: error.message, more_info, status: 400 });
    }
  }

  #authorise(call: Call): Record<string, unknown> | undefined {
    const encoded = /^Basic (.+)$/i.exec(call.req.headers.authorization ?? "")?.[1] ?? "";
    const [user, password] = Buffer.from(encoded, "base64").toString("utf8").split(":");
    if (password === this.#settings.authToken && user === call.params.sid) return undefined;
    return { code: 20003, message: "Authenticate", more_info: "https://www.twilio.com/docs/errors/20003", status: 401 };
  }

  #create(call: Call): unknown {
    const form = parseForm(call.body);
    // The SDK repeats MediaUrl; a plain form has one value for a name, so all are read from the raw body.
    const media = new URLSearchParams(call.body).getAll("MediaUrl");
    const to = text(form, "To") ?? "";
    const from = text(form, "From") ?? (text(form, "MessagingServiceSid") ? this.#settings.from : "");
    const body = text(form, "Body") ?? "";
    check(from, to, body, media, this.#settings.store.setting<boolean>(stoppedBetween(from, to)) === true);
    const message = this.#save({
      id: sid(media.length > 0 ? "MM" : "SM"),
      accountSid: call.params.sid ?? "",
      direction: "outbound-api",
      from,
      to,
      body,
      media,
      status: "queued",
      errorCode: null,
      errorMessage: null,
      numSegments: segments(body),
      created: Date.now(),
      updated: Date.now(),
      callback: text(form, "StatusCallback") ?? null,
    });
    setTimeout(() => this.#settings.store.db.isOpen && this.#deliver(message.id), 0);
    return show(message);
  }

  /** queued -> sent -> delivered, unless the switch made it undelivered; each step is told to the status callback. */
  #deliver(id: string): void {
    const current = this.#settings.store.get<Text>("text", id);
    if (current?.status !== "queued") return;
    this.#settle(id, "sent");
    this.#settle(id, "delivered");
  }

  /** After a restart: texts that had been accepted but not yet reported. */
  resume(): void {
    for (const { doc } of this.#settings.store.list<Text>({ kinds: ["text"], equals: { status: "queued" } })) this.#deliver(doc.id);
  }

  #settle(id: string, status: string): void {
    const { store } = this.#settings;
    const current = store.get<Text>("text", id);
    if (!current) return;
    const failed = status === "undelivered";
    const next = this.#save({
      ...current,
      status,
      errorCode: failed ? 30_003 : null,
      errorMessage: failed ? "Unreachable destination handset" : null,
      updated: Date.now(),
    });
    if (!next.callback) return;
    const params: Record<string, string> = {
      MessageSid: id,
      SmsSid: id,
      MessageStatus: status,
      SmsStatus: status,
      To: next.to,
      From: next.from,
      AccountSid: next.accountSid,
      ApiVersion: "2010-04-01",
      ...(failed ? { ErrorCode: "30003" } : {}),
    };
    this.#settings.deliveries.add(
      "twilio",
      `${id}:${status}`,
      next.callback,
      "application/x-www-form-urlencoded",
      new URLSearchParams(params).toString(),
    );
  }

  /** What a client's phone sends to the shop. */
  receive(input: { from: string; to: string; body: string; media: string[] }): Text {
    const { store, deliveries } = this.#settings;
    return store.transaction(() => {
      const last = store.list<Text>({ kinds: ["text"], equals: { to: input.from }, limit: 1 })[0]?.doc;
      const to = input.to || last?.from || this.#settings.from;
      const id = sid(input.media.length > 0 ? "MM" : "SM");
      const accountSid = last?.accountSid ?? "ACsandbox";
      const numSegments = segments(input.body);
      const message = this.#save({
        ...input,
        id,
        to,
        accountSid,
        direction: "inbound",
        status: "received",
        errorCode: null,
        errorMessage: null,
        numSegments,
        created: Date.now(),
        updated: Date.now(),
        callback: null,
      });
      if (STOP.test(input.body)) store.saveSetting(stoppedBetween(to, input.from), true);
      if (START.test(input.body)) store.saveSetting(stoppedBetween(to, input.from), false);
      const params: Record<string, string> = {
        MessageSid: id,
        SmsSid: id,
        SmsMessageSid: id,
        AccountSid: accountSid,
        From: input.from,
        To: to,
        Body: input.body,
        NumMedia: String(input.media.length),
        NumSegments: String(numSegments),
        SmsStatus: "received",
        ApiVersion: "2010-04-01",
      };
      input.media.forEach((url, i) => {
        params[`MediaUrl${i}`] = url;
        params[`MediaContentType${i}`] = "image/jpeg";
      });
      deliveries.add("twilio", id, "/webhooks/twilio/sms", "application/x-www-form-urlencoded", new URLSearchParams(params).toString());
      return message;
    });
  }

  /** TwiML that the webhook answered: `<Message>` is sent back to the client. */
  twiml(subject: string, xml: string): void {
    const inbound = this.#settings.store.get<Text>("text", subject);
    if (inbound?.direction !== "inbound") return;
    for (const found of xml.matchAll(/<Message[^>]*>([\s\S]*?)<\/Message>/g)) {
      const inner = /<Body>([\s\S]*?)<\/Body>/.exec(found[1] ?? "")?.[1] ?? found[1] ?? "";
      const body = inner
        .replace(/&lt;/g, "<")
        .replace(/&gt;/g, ">")
        .replace(/&quot;/g, '"')
        .replace(/&apos;|&#39;/g, "'")
        .replace(/&amp;/g, "&")
        .trim();
      this.#save({
        ...inbound,
        id: sid("SM"),
        direction: "outbound-reply",
        from: inbound.to,
        to: inbound.from,
        body,
        media: [],
        status: "delivered",
        numSegments: segments(body),
        created: Date.now(),
        updated: Date.now(),
      });
    }
  }

  #list({ query, path, req }: Call): unknown {
    const equals = { to: query.get("To") ?? undefined, from: query.get("From") ?? undefined };
    const rows = this.#settings.store.list<Text>({ kinds: ["text"], equals, limit: 10_000 });
    return pageOf(
      rows.map((row) => row.doc),
      { query, path, uri: req.url ?? path },
    );
  }

  #load(call: Call): Text {
    const found = this.#settings.store.get<Text>("text", call.params.message ?? "");
    if (!found) throw new HttpError(404, `The requested resource ${call.path} was not found`);
    return found;
  }

  /** Twilio allows one change: an empty body, to remove personal data. */
  #redact(call: Call): unknown {
    const found = this.#load(call);
    const form = parseForm(call.body);
    return show(form.Body === "" ? this.#save({ ...found, body: "", updated: Date.now() }) : found);
  }

  #save(message: Text): Text {
    this.#settings.store.put("text", message as unknown as Doc);
    return message;
  }
}
