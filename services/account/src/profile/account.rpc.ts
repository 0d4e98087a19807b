import { type Ctx, fail, implement, logSecurity, mustBeCurrent, named, notBlank, plainName } from "@leashline/kit";
import { AccountService, UpdateProfileRequestSchema } from "@leashline/proto/leashline/account/v1/account_service_pb.js";
import { relatedOf, toAccount } from "../accounts/account.mapper.ts";
import {
  createAccount,
  findAccount,
  linkAccounts,
  linkedAccounts,
  membershipsOf,
  setPassword,
  unlinkAccounts,
  updateAccount,
} from "../accounts/account.store.ts";
import { mustBeFreePhone, unlessContactTaken } from "../accounts/account.ts";
import { hashPassword, mustBeHardToGuess } from "../accounts/password.ts";
import { command, query } from "../db.ts";
import { mustKnowCode } from "../second-factor/code.ts";
import { accountNamed, mustKnowPassword } from "../sessions/known-password.ts";
import { endSessions } from "../sessions/session.store.ts";
import { accountOf, landing, startSession } from "../sessions/sign-in.ts";
import { signUpsPerIp, takeTry, whereFrom } from "../sessions/throttle.ts";
import { emailKey, mustBeWellFormed, phoneOf } from "../shared/fields.ts";
import { notifySessionsChanged } from "../shared/sessions-changed.ts";

export const accountRpc = implement(AccountService, {
  async signUp(request, ctx) {
    await takeTry(ctx, signUpsPerIp, whereFrom(ctx));
    mustBeWellFormed({ email: request.email });
    await mustBeHardToGuess(ctx, "password", request.password, request);
    const passwordHash = await hashPassword(request.password);
    const [firstName, lastName] = [notBlank(plainName(request.firstName), "firstName"), plainName(request.lastName)];
    const person = { email: request.email.trim(), passwordHash, firstName, lastName, phoneNumber: phoneOf(request.phoneNumber) };
    const id = await unlessContactTaken(
      command(
        ctx,
        async (tx) => {
          await mustBeFreePhone(tx, person.phoneNumber);
          return (await createAccount(tx.db, person)).id;
        },
        { step: "account" },
      ),
    );
    const sessionToken = await startSession(ctx, id, request.deviceName);
    return { account: toAccount(await accountNamed(ctx, id)), sessionToken, landing: await landing(ctx, id) };
  },

  async getAccount(_request, ctx) {
    return { account: toAccount(await accountNamed(ctx, ctx.caller.accountId)) };
  },

  async updateProfile(request, ctx) {
    const fields = named(UpdateProfileRequestSchema, request, request.updateMask);
    const value = (field: string, text: string | undefined): string | null => (fields.has(field) ? (text ?? "") : null);
    mustBeWellFormed({ email: request.email });
    const account = await accountNamed(ctx, ctx.caller.accountId);
    const email = value("email", request.email?.trim());
    const phoneNumber = value("phoneNumber", request.phoneNumber);
    const newEmail = email !== null && emailKey(email) !== emailKey(account.email);
    const newPhone = phoneNumber !== null && phoneOf(phoneNumber) !== (account.phoneNumber ?? "");
    // Both sign in.
    if (newEmail || newPhone) await mustKnowPassword(ctx, request.currentPassword);
    const patch = {
      email,
      firstName: value("firstName", request.firstName && notBlank(plainName(request.firstName), "firstName")),
      lastName: value("lastName", request.lastName && plainName(request.lastName)),
      phoneNumber: phoneNumber === null ? null : phoneOf(phoneNumber),
      avatarPath: value("avatarPath", request.avatarPath),
    };
    mustBeCurrent(request.version, account.version);
    return await unlessContactTaken(
      command(ctx, async (tx) => {
        if (newPhone && patch.phoneNumber) await mustBeFreePhone(tx, patch.phoneNumber, account.id);
        notifySessionsChanged(tx, { accountId: account.id });
        return { account: toAccount(await updateAccount(tx.db, account.id, patch)) };
      }),
    );
  },

  async changePassword({ currentPassword, newPassword }, ctx) {
    const account = await mustKnowPassword(ctx, currentPassword);
    if (currentPassword === newPassword) throw fail("PARAMS_INVALID", { field: "newPassword", reason: "must differ from the current one" });
    await mustBeHardToGuess(ctx, "newPassword", newPassword, {
      email: account.email,
      firstName: account.firstName,
      lastName: account.lastName,
    });
    const hash = await hashPassword(newPassword);
    const ended = await command(
      ctx,
      async (tx) => {
        await setPassword(tx.db, account.id, hash);
        notifySessionsChanged(tx, { accountId: account.id });
        return await endSessions(tx.db, account.id);
      },
      { step: "password" },
    );
    logSecurity(ctx, { kind: "password changed", reason: "by its person" });
    const sessionToken = await startSession(ctx, account.id, "", { companyId: ctx.caller.companyId, businessId: ctx.caller.businessId });
    return { endedSessions: ended - 1, sessionToken };
  },

  async listRelatedAccounts(_request, ctx) {
    return { relatedAccounts: await related(ctx) };
  },

  async linkAccount({ email, password, code }, ctx) {
    const other = await accountOf(ctx, email, password);
    // A link opens the account without its second factor later on, so it is asked for now.
    if (other.secondFactorEnabled) await mustKnowCode(ctx, other.id, code);
    if (other.id !== ctx.caller.accountId)
      await command(ctx, (tx) => linkAccounts(tx.db, ctx.caller.accountId, other.id), { step: "link" });
    return { relatedAccounts: await related(ctx) };
  },

  async unlinkAccount({ accountId }, ctx) {
    await command(ctx, (tx) => unlinkAccounts(tx.db, ctx.caller.accountId, accountId), { step: "unlink" });
    return {};
  },
});

const related = (ctx: Ctx) =>
  query(ctx, async (db) => {
    const self = await findAccount(db, ctx.caller.accountId);
    const accounts = [...(self ? [self] : []), ...(await linkedAccounts(db, ctx.caller.accountId))];
    const found: ReturnType<typeof relatedOf> = [];
    for (const account of accounts) found.push(...relatedOf(account, await membershipsOf(db, account.id)));
    return found;
  });
