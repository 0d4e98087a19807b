import { type Ctx, fail, logSecurity, sessionHeader } from "@leashline/kit";
import type { Landing } from "@leashline/proto/leashline/account/v1/session_pb.js";
import { type AccountRow, accountsNamed, enterprisesOf, membershipsOf } from "../accounts/account.store.ts";
import { verifyNobody, verifyPassword } from "../accounts/password.ts";
import { command, query } from "../db.ts";
import { emailKey } from "../shared/fields.ts";
import { newSecret, sha256 } from "../shared/secrets.ts";
import { lifetimeFrom } from "./lifetime.ts";
import { chooseBusiness, openSession } from "./session.store.ts";
import { landingOf, type Wanted } from "./standing.ts";
import { forgetTries, giveBack, perAccountAndIp, perIp, rememberNetwork, signsInHere, takeTry, whereFrom } from "./throttle.ts";

/**
 * The account that a name and password open. Unknown, disabled and wrong all answer the same, after the same work.
 * Only a name that several accounts share, with the right password for more than one, says so (30011).
 */
export async function accountOf(ctx: Ctx, name: string, password: string): Promise<AccountRow> {
  const who = `${emailKey(name)}|${whereFrom(ctx)}`;
  const isKnown = await signsInHere(ctx, who);
  if (!isKnown) await takeTry(ctx, perIp, whereFrom(ctx));
  await takeTry(ctx, perAccountAndIp, who);
  const candidates = name === "" ? [] : await query(ctx, (db) => accountsNamed(db, name));
  if (candidates.length === 0) await verifyNobody(password);
  const opened: AccountRow[] = [];
  for (const candidate of candidates)
    if ((await verifyPassword(password, candidate.passwordHash)) && candidate.status === "normal") opened.push(candidate);
  const [account, second] = opened;
  if (!account) {
    const [first] = candidates;
    const reason = !first ? "no such account" : first.status === "normal" ? "wrong password" : "account or password";
    logSecurity(ctx, { kind: "sign-in refused", reason, accountId: first?.id ?? "0" });
    throw fail("SIGN_IN_FAILED");
  }
  if (second) throw fail("SEVERAL_ACCOUNTS");
  await forgetTries(ctx, perAccountAndIp, who);
  if (!isKnown) await giveBack(ctx, perIp, whereFrom(ctx));
  await rememberNetwork(ctx, who);
  return account;
}

/** Opens a session and hands its token to the gateway for the cookie. Always a new token: an old one is never taken over. */
export async function startSession(ctx: Ctx, accountId: string, deviceName: string, membership?: Wanted): Promise<string> {
  const token = newSecret(ctx, `session|${accountId}`);
  const lifetime = lifetimeFrom(ctx.runtime.config.env);
  const session = { hash: sha256(token), accountId, ip: ctx.caller.ip, deviceName, lifetime };
  await command(
    ctx,
    async (tx) => {
      const { id } = await openSession(tx.db, session);
      if (membership) await chooseBusiness(tx.db, id, membership.companyId, membership.businessId);
    },
    { step: "session" },
  );
  logSecurity(ctx, { kind: "session opened", accountId });
  ctx.responseHeader(sessionHeader, `${token};${lifetime.idle * 86_400}`);
  return token;
}

export const clearSession = (ctx: Ctx): void => ctx.responseHeader(sessionHeader, ";0");

export const landing = (ctx: Ctx, accountId: string): Promise<Landing> =>
  query(ctx, async (db) => landingOf(await membershipsOf(db, accountId), (await enterprisesOf(db, accountId)).length));
