import { type Ctx, fail, type Impl, logSecurity, toTimestamp } from "@leashline/kit";
import type { SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { toAccount } from "../accounts/account.mapper.ts";
import { findAccount, linkedAccounts, membershipsOf } from "../accounts/account.store.ts";
import { command, query } from "../db.ts";
import { newSecret, sha256 } from "../shared/secrets.ts";
import { notifySessionsChanged } from "../shared/sessions-changed.ts";
import { isOpenNow } from "../staff/login-time.ts";
import { sessionInfo } from "./info.ts";
import { reachedBusinessOf } from "./reached-business.ts";
import { factsOfApiKey, factsOfSession } from "./resolve.ts";
import { chooseBusiness, endSessions, liveSessions, putSecret, takeSecret } from "./session.store.ts";
import { clearSession, landing, startSession } from "./sign-in.ts";
import { standingOf, type Wanted } from "./standing.ts";

const nowhere: Wanted = { companyId: "0", businessId: "0" };
const loginTokenMinutes = 2;
const outsideLoginTime = "You cannot be signed in here at this time of day. Ask the business owner for other times.";

export const sessionHandlers = {
  async logout(_request, ctx) {
    await end(ctx, { only: ctx.caller.sessionId });
    clearSession(ctx);
    return {};
  },

  async signOutEverywhere(_request, ctx) {
    const endedSessions = await end(ctx, {});
    clearSession(ctx);
    return { endedSessions };
  },

  async listSessions(_request, ctx) {
    const rows = await query(ctx, (db) => liveSessions(db, ctx.caller.accountId));
    const sessions = rows.map((row) => ({
      id: row.id,
      createTime: toTimestamp(row.createTime),
      lastSeenTime: toTimestamp(row.lastSeenTime),
      expireTime: toTimestamp(row.expireTime),
      ipAddress: row.ipAddress,
      deviceName: row.deviceName,
      current: row.id === ctx.caller.sessionId,
    }));
    return { sessions };
  },

  async revokeSession({ sessionId }, ctx) {
    const ended = await end(ctx, { only: sessionId });
    if (ended === 0) throw fail("NOT_FOUND", { field: "sessionId" });
    if (sessionId === ctx.caller.sessionId) clearSession(ctx);
    return {};
  },

  async createLoginToken(_request, ctx) {
    const token = newSecret(ctx, "login");
    const at = await command(ctx, (tx) => putSecret(tx.db, ctx.caller.accountId, "login", sha256(token), loginTokenMinutes), {
      step: "token",
    });
    return { token, expireTime: toTimestamp(new Date(at)) };
  },

  async loginByToken({ token, deviceName }, ctx) {
    const accountId = await command(ctx, (tx) => takeSecret(tx.db, "login", sha256(token), true), { step: "token" });
    const account = accountId ? await query(ctx, (db) => findAccount(db, accountId)) : undefined;
    if (account?.status !== "normal") {
      logSecurity(ctx, { kind: "sign-in refused", reason: "login token" });
      throw fail("NO_AUTH");
    }
    const sessionToken = await startSession(ctx, account.id, deviceName);
    return { account: toAccount(account), sessionToken, landing: await landing(ctx, account.id) };
  },

  getSessionInfo: (_request, ctx) => sessionInfo(ctx),

  async getAccountInfo(_request, ctx) {
    const { account, business, staff, preference, company, planFeature, version } = await sessionInfo(ctx);
    return { account, business, staff, preference, company, planFeature, version } as object;
  },

  switchBusiness: ({ targetBusinessId }, ctx) => choose(ctx, { companyId: "0", businessId: targetBusinessId }),
  switchCompany: ({ companyId }, ctx) => choose(ctx, { companyId, businessId: "0" }),

  async switchAccount({ accountId }, ctx) {
    const linked = await query(ctx, (db) => linkedAccounts(db, ctx.caller.accountId));
    const account = linked.find((row) => row.id === accountId);
    if (!account) throw fail("ACCOUNT_NOT_FOUND", { field: "accountId" });
    await end(ctx, { only: ctx.caller.sessionId });
    const sessionToken = await startSession(ctx, account.id, "");
    return { account: toAccount(account), sessionToken, landing: await landing(ctx, account.id) };
  },

  resolveSession: (request, ctx) => (request.apiKeyHash.length > 0 ? factsOfApiKey(ctx, request) : factsOfSession(ctx, request)),
} satisfies Partial<Impl<typeof SessionService>>;

/** Ends sessions of the caller's account and tells everybody who remembers them. */
const end = (ctx: Ctx, which: { only?: string; keep?: string }): Promise<number> =>
  command(
    ctx,
    async (tx) => {
      notifySessionsChanged(tx, { accountId: ctx.caller.accountId });
      return await endSessions(tx.db, ctx.caller.accountId, which);
    },
    { step: "end" },
  );

/** Stands the session in a business; one the account does not have is not found, existing or not. */
async function choose(ctx: Ctx, named: Wanted): Promise<Wanted> {
  const { accountId, sessionId } = ctx.caller;
  const before = (await query(ctx, (db) => membershipsOf(db, accountId))).filter((one) => isOpenNow(one));
  const visits = await reachedBusinessOf(ctx, before, named.businessId);
  return await command(ctx, async (tx) => {
    const memberships = await membershipsOf(tx.db, accountId);
    const last = (await findAccount(tx.db, accountId))?.lastBusinessId ?? "0";
    const open = memberships.filter((one) => isOpenNow(one));
    const { membership } = standingOf([...open, ...visits], named, nowhere, last);
    if (!membership && standingOf(memberships, named, nowhere, last).membership)
      throw fail("STATE_CONFLICT", { message: outsideLoginTime });
    if (!membership) throw fail("NOT_FOUND");
    const chosen = { companyId: membership.companyId, businessId: membership.businessId ?? "0" };
    await chooseBusiness(tx.db, sessionId, chosen.companyId, chosen.businessId);
    notifySessionsChanged(tx, { accountId });
    return chosen;
  });
}
