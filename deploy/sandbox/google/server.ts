import { randomBytes } from "node:crypto";
import { parseForm, text } from "../core/form.ts";
import { type Call, HttpError, parseJson, type Router, sendJson } from "../core/http.ts";
import type { Store } from "../core/store.ts";
import type { Switches } from "../core/switches.ts";
import { GoogleEvents } from "./events.ts";

export type GoogleKeys = { store: Store; switches: Switches; clientId: string; clientSecret: string };

type Grant = { id: string; account: string; scope: string; ended: boolean };
type Code = { id: string; account: string; scope: string; redirectUri: string; until: number };
type Access = { id: string; grant: string; until: number };

export const CALENDAR_SCOPE = "https://www.googleapis.com/auth/calendar.events";
const ACCESS_SECONDS = 3_599;
const CODE_MS = 10 * 60_000;
const EVENTS = "/calendar/v3/calendars/primary/events";

const word = (prefix: string): string => `${prefix}${randomBytes(24).toString("base64url")}`;
const refused = (status: number, message: string, reason: string) => ({
  error: { code: status, message, errors: [{ domain: "global", reason, message }] },
});

/** Google's OAuth pages and its Calendar API v3, as far as a calendar is tied: codes, tokens, and the events of the main calendar of an account. */
export class GoogleServer {
  readonly events: GoogleEvents;
  #keys: GoogleKeys;

  constructor(keys: GoogleKeys) {
    this.#keys = keys;
    this.events = new GoogleEvents(keys.store);
  }

  knows(clientId: string | null): boolean {
    return clientId === this.#keys.clientId;
  }

  /** What the holder of an account who agreed is sent back with. */
  code(account: string, redirectUri: string, scope: string): string {
    const id = word("4/0");
    this.#keys.store.put("google_code", { id, account, scope, redirectUri, until: Date.now() + CODE_MS });
    return id;
  }

  accounts(): string[] {
    return [...new Set(this.#keys.store.list<Grant>({ kinds: ["google_grant"] }).map(({ doc }) => doc.account))];
  }

  /** The holder of the account takes the permission back, in Google's own settings. */
  end(account: string): void {
    for (const { doc } of this.#keys.store.list<Grant>({ kinds: ["google_grant"], equals: { account } }))
      this.#keys.store.put("google_grant", { ...doc, ended: true });
  }

  mount(router: Router): void {
    router.on("POST", "/token", (call) => this.#token(call));
    router.on("POST", "/revoke", (call) => this.#revoke(call));
    const on = (method: string, path: string, run: (account: string, call: Call) => { status: number; body: unknown }) =>
      router.on(method, path, (call) => this.#let(call, method === "GET" ? "read" : "write", run));
    on("GET", EVENTS, (account, { query }) => this.events.list(account, query));
    on("POST", EVENTS, (account, { body }) => this.events.insert(account, parseJson(body)));
    for (const method of ["PUT", "PATCH"])
      on(method, `${EVENTS}/:id`, (account, { params, body }) =>
        this.events.change(account, params.id ?? "", parseJson(body), method === "PUT"),
      );
    on("DELETE", `${EVENTS}/:id`, (account, { params }) => this.events.remove(account, params.id ?? ""));
  }

  async #let(call: Call, kind: "read" | "write", run: (account: string, call: Call) => { status: number; body: unknown }): Promise<void> {
    const mode = this.#keys.switches.take("google", kind);
    await this.#keys.switches.latency("google");
    if (mode === "timeout") return;
    if (mode === "error" || mode === "down") return sendJson(call.res, 503, refused(503, "Backend Error", "backendError"));
    if (mode === "decline") return sendJson(call.res, 403, refused(403, "Rate Limit Exceeded", "rateLimitExceeded"));
    const access = this.#keys.store.get<Access>("google_access", /^Bearer (.+)$/i.exec(call.req.headers.authorization ?? "")?.[1] ?? "");
    const grant = access && this.#keys.store.get<Grant>("google_grant", access.grant);
    if (!access || !grant || grant.ended || access.until < Date.now())
      return sendJson(call.res, 401, refused(401, "Invalid Credentials", "authError"));
    const { status, body } = this.#keys.store.transaction(() => run(grant.account, call));
    if (mode === "lost") return void call.req.socket.destroy();
    if (status === 204) return void call.res.writeHead(204).end();
    sendJson(call.res, status, body);
  }

  #token(call: Call): unknown {
    const form = parseForm(call.body);
    if (text(form, "client_id") !== this.#keys.clientId || text(form, "client_secret") !== this.#keys.clientSecret)
      return sendJson(call.res, 401, { error: "invalid_client", error_description: "The OAuth client was not found." });
    const kind = text(form, "grant_type");
    if (kind === "authorization_code") return this.#byCode(call, text(form, "code") ?? "", text(form, "redirect_uri") ?? "");
    if (kind === "refresh_token") return this.#byGrant(call, text(form, "refresh_token") ?? "");
    return sendJson(call.res, 400, { error: "unsupported_grant_type" });
  }

  #byCode(call: Call, id: string, redirectUri: string): unknown {
    const { store } = this.#keys;
    const code = store.get<Code>("google_code", id);
    if (!code || code.until < Date.now() || code.redirectUri !== redirectUri)
      return sendJson(call.res, 400, { error: "invalid_grant", error_description: "Malformed auth code." });
    const grant: Grant = { id: word("1//0"), account: code.account, scope: code.scope, ended: false };
    store.remove(id);
    store.put("google_grant", grant);
    return { ...this.#access(grant), refresh_token: grant.id };
  }

  #byGrant(call: Call, id: string): unknown {
    const grant = this.#keys.store.get<Grant>("google_grant", id);
    if (grant && !grant.ended) return this.#access(grant);
    return sendJson(call.res, 400, { error: "invalid_grant", error_description: "Token has been expired or revoked." });
  }

  #access({ id: grant, scope }: Grant) {
    const access = { id: word("ya29."), grant, until: Date.now() + ACCESS_SECONDS * 1_000 };
    this.#keys.store.put("google_access", access);
    return { access_token: access.id, expires_in: ACCESS_SECONDS, scope, token_type: "Bearer" };
  }

  #revoke(call: Call): unknown {
    const id = text(parseForm(call.body), "token") ?? call.query.get("token") ?? "";
    const grant = this.#keys.store.get<Grant>("google_grant", id);
    if (!grant) throw new HttpError(400, "invalid_token");
    this.#keys.store.put("google_grant", { ...grant, ended: true });
    return {};
  }
}
