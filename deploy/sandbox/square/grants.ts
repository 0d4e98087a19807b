import { randomBytes } from "node:crypto";
import type { Deliveries } from "../core/deliveries.ts";
import { type Call, parseJson, type Router, sendJson } from "../core/http.ts";
import type { Store } from "../core/store.ts";
import { type Body, emit, now, textOf } from "./context.ts";

type Keys = { store: Store; deliveries: Deliveries; applicationId: string; applicationSecret: string };
type Code = { id: string; merchantId: string; redirectUri: string; scope: string; until: number };
type Grant = { id: string; merchantId: string; scope: string; ended: boolean };
type Access = { id: string; grant: string; until: number };

const CODE_MS = 5 * 60_000;
const ACCESS_MS = 30 * 86_400_000;

const word = (prefix: string): string => `${prefix}${randomBytes(32).toString("base64url")}`;

/** Who let the application into their account: codes, and the tokens that are given for them. */
export class SquareGrants {
  #keys: Keys;
  /** It does not say what a token may do. */
  away = false;
  constructor(keys: Keys) {
    this.#keys = keys;
  }

  knows(clientId: string | null): boolean {
    return clientId === this.#keys.applicationId;
  }

  /** What somebody who agreed is sent back with. */
  code(merchantId: string, redirectUri: string, scope: string): string {
    const id = word("sq0cgp-");
    this.#keys.store.put("sq_code", { id, merchantId, redirectUri, scope, until: Date.now() + CODE_MS });
    return id;
  }

  /** Somebody takes the permission back on Square's own pages, or the application gives it back. */
  end(merchantId: string, by: "MERCHANT" | "APPLICATION" = "MERCHANT"): void {
    const { store } = this.#keys;
    for (const { doc } of store.list<Grant>({ kinds: ["sq_grant"], equals: { merchantId } }))
      store.put("sq_grant", { ...doc, ended: true });
    const object = { revocation: { revoked_at: now(), revoker_type: by } };
    emit({ deliveries: this.#keys.deliveries, merchantId }, "oauth.authorization.revoked", { type: "revocation", id: merchantId, object });
  }

  /** Lets every token run out now, as after thirty days; they can be exchanged. */
  expire(merchantId: string): void {
    const { store } = this.#keys;
    for (const { doc } of store.list<Access>({ kinds: ["sq_access"], limit: 10_000 }))
      if (store.get<Grant>("sq_grant", doc.grant)?.merchantId === merchantId) store.put("sq_access", { ...doc, until: 0 });
  }

  /** Whose account a token lets in to, and what it was given for. */
  letIn(authorization: string): Pick<Grant, "merchantId" | "scope"> | null {
    const { store } = this.#keys;
    const access = store.get<Access>("sq_access", /^Bearer (.+)$/i.exec(authorization)?.[1] ?? "");
    const grant = access && access.until > Date.now() ? store.get<Grant>("sq_grant", access.grant) : undefined;
    return grant && !grant.ended ? grant : null;
  }

  mount(router: Router): void {
    router.on("POST", "/oauth2/token", (call) => this.#token(call));
    router.on("POST", "/oauth2/token/status", (call) => this.#status(call));
    router.on("POST", "/oauth2/revoke", (call) => this.#revoke(call));
  }

  #token(call: Call): unknown {
    const body = parseJson(call.body);
    if (!this.knows(textOf(body, "client_id") ?? null) || textOf(body, "client_secret") !== this.#keys.applicationSecret)
      return sendJson(call.res, 401, { message: "Not authorized", type: "service.not_authorized" });
    const grant = body.grant_type === "authorization_code" ? this.#byCode(body) : this.#byGrant(body);
    return grant ? this.#given(grant) : sendJson(call.res, 401, { message: "Invalid code or token", type: "service.not_authorized" });
  }

  #byCode(body: Body): Grant | null {
    const { store } = this.#keys;
    const code = store.get<Code>("sq_code", textOf(body, "code") ?? "");
    if (!code || code.until < Date.now() || code.redirectUri !== textOf(body, "redirect_uri")) return null;
    store.remove(code.id);
    const grant: Grant = { id: word("EQAAEK"), merchantId: code.merchantId, scope: code.scope, ended: false };
    store.put("sq_grant", grant);
    return grant;
  }

  #byGrant(body: Body): Grant | null {
    const grant = this.#keys.store.get<Grant>("sq_grant", textOf(body, "refresh_token") ?? "");
    return grant && !grant.ended ? grant : null;
  }

  /** The token to come back with stays the same. */
  #given(grant: Grant): Body {
    const access: Access = { id: word("EAAAEK"), grant: grant.id, until: Date.now() + ACCESS_MS };
    this.#keys.store.put("sq_access", access);
    return {
      access_token: access.id,
      token_type: "bearer",
      expires_at: new Date(access.until).toISOString(),
      merchant_id: grant.merchantId,
      refresh_token: grant.id,
      short_lived: false,
    };
  }

  #status(call: Call): unknown {
    if (this.away) return sendJson(call.res, 503, { message: "Away", type: "service.unavailable" });
    const grant = this.letIn(call.req.headers.authorization ?? "");
    if (!grant) return sendJson(call.res, 401, { message: "Not authorized", type: "service.not_authorized" });
    return { scopes: grant.scope.split(" "), client_id: this.#keys.applicationId, merchant_id: grant.merchantId };
  }

  #revoke(call: Call): unknown {
    if (call.req.headers.authorization !== `Client ${this.#keys.applicationSecret}`)
      return sendJson(call.res, 401, { message: "Not authorized", type: "service.not_authorized" });
    const body = parseJson(call.body);
    const access = this.#keys.store.get<Access>("sq_access", textOf(body, "access_token") ?? "");
    const grant = access && this.#keys.store.get<Grant>("sq_grant", access.grant);
    if (!access || !grant) return sendJson(call.res, 404, { message: "access token not found", type: "not_found" });
    if (body.revoke_only_access_token === true) this.#keys.store.remove(access.id);
    else this.end(grant.merchantId, "APPLICATION");
    return { success: true };
  }
}
