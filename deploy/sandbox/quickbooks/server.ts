import { randomBytes } from "node:crypto";
import { parseForm, text } from "../core/form.ts";
import { type Call, parseJson, type Router, sendJson } from "../core/http.ts";
import type { Store } from "../core/store.ts";
import type { Switches } from "../core/switches.ts";
import { type Answer, fault, QuickBooksCompanies } from "./companies.ts";

export type QuickBooksKeys = { store: Store; switches: Switches; clientId: string; clientSecret: string };

type Grant = { id: string; realmId: string; ended: boolean };
type Code = { id: string; realmId: string; redirectUri: string; until: number };
type Access = { id: string; grant: string; until: number };

const ACCESS_SECONDS = 3_600;
const REFRESH_SECONDS = 8_726_400;
const CODE_MS = 10 * 60_000;
const COMPANY = "/v3/company/:realm";

const word = (prefix: string): string => `${prefix}${randomBytes(24).toString("base64url")}`;

/** QuickBooks Online's OAuth pages and its Accounting API v3, as far as journals are sent: company, preferences, accounts and journal entries. */
export class QuickBooksServer {
  readonly companies: QuickBooksCompanies;
  #keys: QuickBooksKeys;

  constructor(keys: QuickBooksKeys) {
    this.#keys = keys;
    this.companies = new QuickBooksCompanies(keys.store);
  }

  knows(clientId: string | null): boolean {
    return clientId === this.#keys.clientId;
  }

  /** What somebody who agreed for a company is sent back with. */
  code(realmId: string, redirectUri: string): string {
    const id = word("AB1");
    this.#keys.store.put("qb_code", { id, realmId, redirectUri, until: Date.now() + CODE_MS });
    return id;
  }

  /** Somebody takes the permission back, in QuickBooks's own settings. */
  end(realmId: string): void {
    for (const { doc } of this.#keys.store.list<Grant>({ kinds: ["qb_grant"], equals: { realmId } }))
      this.#keys.store.put("qb_grant", { ...doc, ended: true });
  }

  mount(router: Router): void {
    router.on("POST", "/oauth2/v1/tokens/bearer", (call) => this.#token(call));
    router.on("POST", "/v2/oauth2/tokens/revoke", (call) => this.#revoke(call));
    const on = (method: string, path: string, run: (realmId: string, call: Call) => Answer) =>
      router.on(method, `${COMPANY}${path}`, (call) => this.#let(call, method === "GET" ? "read" : "write", run));
    on("GET", "/companyinfo/:id", (realmId) => this.companies.info(realmId));
    on("GET", "/preferences", (realmId) => this.companies.preferences(realmId));
    on("GET", "/query", (realmId, { query }) => this.companies.query(realmId, query.get("query") ?? ""));
    on("POST", "/journalentry", (realmId, { query, body }) =>
      this.companies.journal(realmId, query.get("requestid") ?? "", parseJson(body)),
    );
  }

  async #let(call: Call, kind: "read" | "write", run: (realmId: string, call: Call) => Answer): Promise<void> {
    const mode = this.#keys.switches.take("quickbooks", kind);
    await this.#keys.switches.latency("quickbooks");
    if (mode === "timeout") return;
    if (mode === "error" || mode === "down") return sendJson(call.res, 503, fault("Service Unavailable", "", "10001", "SystemFault"));
    if (mode === "decline")
      return sendJson(call.res, 400, fault("Business Validation Error", "The account period has been closed.", "6210"));
    const access = this.#keys.store.get<Access>("qb_access", /^Bearer (.+)$/i.exec(call.req.headers.authorization ?? "")?.[1] ?? "");
    const grant = access && this.#keys.store.get<Grant>("qb_grant", access.grant);
    if (!access || !grant || grant.ended || access.until < Date.now() || grant.realmId !== call.params.realm)
      return sendJson(call.res, 401, fault("message=AuthenticationFailed", "Token expired or revoked", "3200", "AUTHENTICATION"));
    const { status, body } = this.#keys.store.transaction(() => run(grant.realmId, call));
    if (mode === "lost") return void call.req.socket.destroy();
    sendJson(call.res, status, body);
  }

  #asUs({ req }: Call): boolean {
    const given = Buffer.from(/^Basic (.+)$/i.exec(req.headers.authorization ?? "")?.[1] ?? "", "base64").toString();
    return given === `${this.#keys.clientId}:${this.#keys.clientSecret}`;
  }

  #token(call: Call): unknown {
    if (!this.#asUs(call)) return sendJson(call.res, 401, { error: "invalid_client" });
    const form = parseForm(call.body);
    const kind = text(form, "grant_type");
    if (kind === "authorization_code") return this.#byCode(call, text(form, "code") ?? "", text(form, "redirect_uri") ?? "");
    if (kind === "refresh_token") return this.#byGrant(call, text(form, "refresh_token") ?? "");
    return sendJson(call.res, 400, { error: "unsupported_grant_type" });
  }

  #byCode(call: Call, id: string, redirectUri: string): unknown {
    const { store } = this.#keys;
    const code = store.get<Code>("qb_code", id);
    if (!code || code.until < Date.now() || code.redirectUri !== redirectUri) return sendJson(call.res, 400, { error: "invalid_grant" });
    store.remove(id);
    return this.#given(code.realmId);
  }

  /** Each refresh gives another token to come back with; the one before goes on for a day, here for as long as nobody ends it. */
  #byGrant(call: Call, id: string): unknown {
    const grant = this.#keys.store.get<Grant>("qb_grant", id);
    return grant && !grant.ended ? this.#given(grant.realmId) : sendJson(call.res, 400, { error: "invalid_grant" });
  }

  #given(realmId: string) {
    const grant: Grant = { id: word("RT1-"), realmId, ended: false };
    const access: Access = { id: word("eyJ"), grant: grant.id, until: Date.now() + ACCESS_SECONDS * 1_000 };
    this.#keys.store.put("qb_grant", grant);
    this.#keys.store.put("qb_access", access);
    return {
      access_token: access.id,
      refresh_token: grant.id,
      expires_in: ACCESS_SECONDS,
      x_refresh_token_expires_in: REFRESH_SECONDS,
      token_type: "bearer",
    };
  }

  #revoke(call: Call): unknown {
    if (!this.#asUs(call)) return sendJson(call.res, 401, { error: "invalid_client" });
    const { token = "" } = parseJson(call.body) as { token?: string };
    const grant = this.#keys.store.get<Grant>("qb_grant", token);
    if (!grant) return sendJson(call.res, 400, { error: "invalid_token" });
    this.end(grant.realmId);
    return {};
  }
}
