import { createPublicKey, randomBytes, verify } from "node:crypto";
import { parseForm, text } from "../core/form.ts";
import { type Call, HttpError, parseJson, type Router, sendJson } from "../core/http.ts";
import type { Store } from "../core/store.ts";
import type { Switches } from "../core/switches.ts";

/** `privateKey`: that of the service account, of which only the public half is used; without one nobody is let in. */
export type ReserveKeys = { store: Store; switches: Switches; privateKey?: string };
type Entity = { entity_id: string; name?: string; telephone?: string; url?: string; location?: object };
/** A business that Google was told of. `matched`: null until somebody on the sandbox's page says whether there is a profile for it. */
export type Merchant = { id: string; entity: Entity; url: string | null; matched: boolean | null };
type Rec = { dataRecord?: string; deleteTime?: string };

const KIND = "google_merchant";
const SECONDS = 3_600;
const refused = (status: number, message: string) => ({ error: { code: status, message } });
const part = (value: string | undefined): unknown => JSON.parse(Buffer.from(value ?? "", "base64url").toString() || "null");

/** Google's Maps Booking API as far as a link to a booking page goes: the feeds of businesses and links, and how far a business is. */
export class ReserveServer {
  #keys: ReserveKeys;
  constructor(keys: ReserveKeys) {
    this.#keys = keys;
  }

  all = (): Merchant[] =>
    this.#keys.store
      .list<Merchant>({ kinds: [KIND] })
      .map(({ doc }) => doc)
      .reverse();

  /** Google decides whether it knows a profile of this business. */
  decide(id: string, matched: boolean): void {
    const merchant = this.#keys.store.get<Merchant>(KIND, id);
    if (!merchant) throw new HttpError(404, "no such business");
    this.#keys.store.put(KIND, { ...merchant, matched });
  }

  mount(router: Router): void {
    router.on("POST", "/reserve/token", (call) => this.#token(call));
    const at = "/v1alpha/inventory/partners/:partner";
    router.on("POST", `${at}/feeds/:feed/record:batchPush`, (call) => this.#let(call, "write", () => this.#push(call)));
    router.on("GET", `${at}/merchants/:id/status`, (call) => this.#let(call, "read", () => this.#status(call)));
  }

  #token(call: Call): unknown {
    const said = text(parseForm(call.body), "assertion") ?? "";
    const { iss, exp, scope } = (this.#shown(said) ?? {}) as { iss?: string; exp?: number; scope?: string };
    if (!iss || !scope?.endsWith("/mapsbooking") || !(Number(exp) * 1_000 > Date.now()))
      return sendJson(call.res, 400, { error: "invalid_grant", error_description: "Invalid JWT Signature." });
    const id = randomBytes(24).toString("base64url");
    this.#keys.store.put("google_reserve_access", { id, until: Date.now() + SECONDS * 1_000 });
    return { access_token: id, expires_in: SECONDS, token_type: "Bearer" };
  }

  #shown(said: string): unknown {
    const [head, claims, signature] = said.split(".");
    const { privateKey } = this.#keys;
    if (!privateKey || !signature) return null;
    const isTrue = verify("RSA-SHA256", Buffer.from(`${head}.${claims}`), createPublicKey(privateKey), Buffer.from(signature, "base64url"));
    return isTrue ? part(claims) : null;
  }

  async #let(call: Call, kind: "read" | "write", run: () => { status: number; body: unknown }): Promise<void> {
    const { switches, store } = this.#keys;
    const mode = switches.take("google", kind);
    await switches.latency("google");
    if (mode === "timeout") return;
    if (mode === "error" || mode === "down") return sendJson(call.res, 503, refused(503, "Backend Error"));
    if (mode === "decline") return sendJson(call.res, 400, refused(400, "Invalid record"));
    const access = store.get<{ id: string; until: number }>(
      "google_reserve_access",
      /^Bearer (.+)$/i.exec(call.req.headers.authorization ?? "")?.[1] ?? "",
    );
    if (!access || access.until < Date.now()) return sendJson(call.res, 401, refused(401, "Invalid Credentials"));
    const { status, body } = store.transaction(run);
    if (mode === "lost") return void call.req.socket.destroy();
    sendJson(call.res, status, body);
  }

  #push({ params: { feed }, body }: Call): { status: number; body: unknown } {
    const { store } = this.#keys;
    for (const { dataRecord, deleteTime } of (parseJson(body).records ?? []) as Rec[]) {
      const record = JSON.parse(dataRecord ?? "{}") as Entity;
      const id = record.entity_id;
      if (!id) return { status: 400, body: refused(400, "Missing entity_id") };
      const kept = store.get<Merchant>(KIND, id);
      if (deleteTime && !kept) return { status: 404, body: refused(404, "Requested entity was not found.") };
      const isLink = feed === "reservewithgoogle.action.v2";
      if (isLink && kept) store.put(KIND, { ...kept, url: deleteTime ? null : (record.url ?? null) });
      else if (isLink) return { status: 400, body: refused(400, "Unknown entity_id") };
      else if (!isLink && deleteTime) store.remove(id);
      // What reads otherwise is looked for anew.
      else if (!isLink) store.put(KIND, { id, entity: record, url: kept?.url ?? null, matched: null });
    }
    return { status: 200, body: {} };
  }

  #status({ params: { id = "", partner } }: Call): { status: number; body: unknown } {
    const merchant = this.#keys.store.get<Merchant>(KIND, id);
    if (!merchant) return { status: 404, body: refused(404, "Requested entity was not found.") };
    const { matched, entity } = merchant;
    const said = { name: `partners/${partner}/merchants/${id}/status`, merchantName: entity.name };
    if (matched === null) return { status: 200, body: { ...said, processingStatus: "IN_PROGRESS" } };
    return { status: 200, body: { ...said, processingStatus: "COMPLETED", ...(matched && { geoMatch: { name: entity.name } }) } };
  }
}
