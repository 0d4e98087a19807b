import type { Ctx } from "@leashline/kit";
import { fail, logSecurity } from "@leashline/kit";
import type { AccountRow } from "../accounts/account.store.ts";
import { findAccount } from "../accounts/account.store.ts";
import { verifyPassword } from "../accounts/password.ts";
import { query } from "../db.ts";
import { emailKey } from "../shared/fields.ts";
import { forgetTries, perAccountAndIp, takeTry, whereFrom } from "./throttle.ts";

export async function accountNamed(ctx: Ctx, id: string): Promise<AccountRow> {
  const account = await query(ctx, (db) => findAccount(db, id));
  if (!account) throw fail("NO_AUTH");
  return account;
}

/** The caller's account, once they have shown that they know its password. */
export async function mustKnowPassword(ctx: Ctx, password: string): Promise<AccountRow> {
  const account = await accountNamed(ctx, ctx.caller.accountId);
  const who = `${emailKey(account.email)}|${whereFrom(ctx)}`;
  await takeTry(ctx, perAccountAndIp, who);
  if (!(await verifyPassword(password, account.passwordHash))) {
    logSecurity(ctx, { kind: "sign-in refused", reason: "wrong current password" });
    throw fail("SIGN_IN_FAILED", { field: "currentPassword" });
  }
  await forgetTries(ctx, perAccountAndIp, who);
  return account;
}
