import { createHmac, timingSafeEqual } from "node:crypto";
import type { DescMethod, DescService } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import { type Permission, ScopeKind, ScopeLevel } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import type { Deadline } from "./db/deadline.ts";
import { fail } from "./errors.ts";
import { levelOf } from "./permissions/permissions.ts";
import type { Runtime } from "./runtime.ts";

/** Who a call is made for, as the gateway resolved it. Ids are "0" when there is none. */
export type Caller = {
  kind: "anonymous" | "account" | "staff" | "apiKey" | "service";
  accountId: string;
  sessionId: string;
  companyId: string;
  businessId: string;
  /** Businesses of the company that the caller may name in a request. */
  businessIds: string[];
  /** Every business of the company, when the role reaches all locations for some kind of data; such calls may name any of them. */
  companyBusinessIds: string[];
  staffId: string;
  /** 0 staff, 1 owner, 2 enterprise owner, 3 enterprise staff (core §6). */
  employeeCategory: number;
  permissions: number[] | "all";
  /** IANA zone, ISO currency and country of the chosen business. */
  zone: string;
  currency: string;
  country: string;
  /** What the change log shows as who did it. */
  name: string;
  ip: string;
  /** The service that makes this call on the caller's behalf; empty when the caller came through the gateway. */
  via: string;
};

export const contextHeader = "x-leashline-context";
export const requestIdHeader = "x-leashline-request-id";
export const sessionHeader = "x-leashline-set-session";

export const nobody: Caller = {
  kind: "anonymous",
  accountId: "0",
  sessionId: "0",
  companyId: "0",
  businessId: "0",
  businessIds: [],
  companyBusinessIds: [],
  staffId: "0",
  employeeCategory: 0,
  permissions: [],
  zone: "UTC",
  currency: "USD",
  country: "US",
  name: "",
  ip: "",
  via: "",
};

/** What every handler, consumer and job gets. */
export type Ctx = {
  runtime: Runtime;
  caller: Caller;
  companyId: string;
  businessId: string;
  requestId: string;
  idempotencyKey: string;
  method: DescMethod | null;
  /** W3C traceparent of the step this is part of; empty when nothing is traced. */
  trace: string;
  /** Until when whoever calls waits; null when they did not say. */
  deadline: Deadline | null;
  /** Hash of the request, to tell a repeated call from a different one under the same key. */
  fingerprint: () => Buffer;
  /** Another service; what every service answers is asked of the one that is named. */
  client: <S extends DescService>(service: S, at?: string) => Client<S>;
  responseHeader: (name: string, value: string) => void;
  responseHeaders: Record<string, string>;
};

const lifetimeMs = 60_000;

/** base64url(JSON with expiry) + "." + HMAC-SHA256. */
export function signCaller(caller: Caller, key: string, now = Date.now()): string {
  const body = Buffer.from(JSON.stringify({ ...caller, exp: now + lifetimeMs })).toString("base64url");
  return `${body}.${createHmac("sha256", key).update(body).digest("base64url")}`;
}

const verified = new Map<string, Caller & { exp: number }>();
let verifiedUnder = "";

/** By so much the clocks of gateway and services may differ. */
const skewMs = 120_000;

/** The clocks of whoever signed a context and of this process differ by more than is tolerated: it says nothing about who calls. */
export class ClockOff extends Error {
  readonly byMs: number;
  constructor(byMs: number) {
    super(`the clock of whoever signed this call differs from ours by ${Math.round(byMs / 1000)} s`);
    this.byMs = byMs;
  }
}

function inTime(caller: Caller & { exp: number }, now: number): Caller {
  const age = now - (caller.exp - lifetimeMs);
  if (age >= lifetimeMs + skewMs || age <= -skewMs) throw new ClockOff(age);
  return caller;
}

export function verifyCaller(token: string, key: string, now = Date.now()): Caller | null {
  if (verifiedUnder !== key) verified.clear();
  verifiedUnder = key;
  const known = verified.get(token);
  if (known) return inTime(known, now);
  const dot = token.indexOf(".");
  if (dot < 0) return null;
  const body = token.slice(0, dot);
  const given = Buffer.from(token.slice(dot + 1), "base64url");
  const expected = createHmac("sha256", key).update(body).digest();
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const caller = JSON.parse(Buffer.from(body, "base64url").toString()) as Caller & { exp: number };
  inTime(caller, now);
  if (verified.size > 2_000) verified.clear();
  verified.set(token, caller);
  return caller;
}

/** Whether the caller holds a permission; owners and our own services hold all. */
export function can(ctx: { caller: Caller }, permission: Permission): boolean {
  const { caller } = ctx;
  return caller.via !== "" || caller.permissions === "all" || caller.permissions.includes(permission);
}

export function mustHave(ctx: { caller: Caller }, permission: Permission, reason?: string): void {
  if (!can(ctx, permission)) throw fail("NO_PERMISSION", reason ? { message: reason } : {});
}

/** How far the caller's role reaches for a kind of data (core §6). */
export function scopeLevel(ctx: { caller: Caller }, kind: ScopeKind): ScopeLevel {
  return levelOf(ctx.caller.via !== "" ? "all" : ctx.caller.permissions, kind);
}

/** The caller as far as a kind of data goes: whose role reaches all locations for it may name each of the company's businesses. */
export function asFarAs(caller: Caller, kind: ScopeKind): Caller {
  const everywhere = caller.companyBusinessIds.length > 0 && levelOf(caller.permissions, kind) === ScopeLevel.ALL_LOCATIONS;
  return everywhere ? { ...caller, businessIds: caller.companyBusinessIds } : caller;
}

/** Whose things "own" means to this caller. A key is nobody on the staff: it has none, and what is nobody's is not its own either. */
export function ownStaffId({ caller }: { caller: Caller }): string {
  return caller.staffId === "0" ? "-1" : caller.staffId;
}

/** The same runtime acting for a company without a person behind it: consumers, jobs, anonymous pages. */
export function asTenant(
  ctx: Pick<Ctx, "runtime"> & Partial<Ctx>,
  tenant: { companyId: string; businessId?: string; zone?: string; currency?: string; country?: string; name?: string },
): Ctx {
  const from = ctx.caller ?? nobody;
  const caller: Caller = {
    ...nobody,
    kind: "service",
    companyId: tenant.companyId,
    businessId: tenant.businessId ?? "0",
    businessIds: tenant.businessId ? [tenant.businessId] : [],
    zone: tenant.zone ?? "UTC",
    currency: tenant.currency ?? "USD",
    country: tenant.country ?? nobody.country,
    name: tenant.name ?? from.name,
    ip: from.ip,
    via: ctx.runtime.name,
  };
  return ctx.runtime.context({
    caller,
    requestId: ctx.requestId ?? ctx.runtime.newRequestId(),
    idempotencyKey: ctx.idempotencyKey ?? "",
    method: ctx.method ?? null,
    trace: ctx.trace ?? "",
    ...(ctx.deadline ? { deadline: ctx.deadline } : {}),
    ...(ctx.fingerprint ? { fingerprint: ctx.fingerprint } : {}),
    ...(ctx.responseHeaders ? { responseHeaders: ctx.responseHeaders } : {}),
  });
}
export { ScopeKind };
