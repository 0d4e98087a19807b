import { type Ctx, fail, implement, logSecurity, mustExist } from "@leashline/kit";
import { PasskeyService } from "@leashline/proto/leashline/account/v1/passkey_service_pb.js";
import { toAccount } from "../accounts/account.mapper.ts";
import { findAccount } from "../accounts/account.store.ts";
import { command, query } from "../db.ts";
import { mustKnowPassword } from "../sessions/known-password.ts";
import { landing, startSession } from "../sessions/sign-in.ts";
import { giveBack, perIp, takeTry, whereFrom } from "../sessions/throttle.ts";
import { newSecret, sha256 } from "../shared/secrets.ts";
import { toPasskey } from "./passkey.mapper.ts";
import {
  addPasskey,
  askFor,
  countUse,
  findPasskey,
  listPasskeys,
  type PasskeyRow,
  removePasskey,
  renamePasskey,
  useAnswer,
} from "./passkey.store.ts";
import { answerOf, registered, registrationOptions, signInOptions, siteOf, used } from "./webauthn.ts";

const minutes = 5;

const most = 20;

const nobody = "0";

const tooMany = () => fail("STATE_CONFLICT", { message: `At most ${most} passkeys. Remove one first.` });

const site = (ctx: Ctx) => siteOf(ctx.runtime.config.publicUrl);

export const passkeyRpc = implement(PasskeyService, {
  async listPasskeys(_request, ctx) {
    return { passkeys: (await query(ctx, (db) => listPasskeys(db, ctx.caller.accountId))).map(toPasskey) };
  },

  async beginPasskeyRegistration({ currentPassword }, ctx) {
    const account = await mustKnowPassword(ctx, currentPassword);
    const known = await query(ctx, (db) => listPasskeys(db, account.id));
    if (known.length >= most) throw tooMany();
    const person = { accountId: account.id, email: account.email, name: `${account.firstName} ${account.lastName}`.trim() };
    return { optionsJson: await registrationOptions(site(ctx), person, known, await ask(ctx, account.id)) };
  },

  async finishPasskeyRegistration({ name, credentialJson }, ctx) {
    const { accountId } = ctx.caller;
    const answer = answerOf(credentialJson);
    const made =
      answer && (await isAsked(ctx, answer.challenge, accountId)) && (await registered(site(ctx), answer.credential, answer.challenge));
    if (!made) throw fail("CODE_INVALID", { message: "This passkey could not be checked. Please try again." });
    const row = await refusing(
      command(ctx, (tx) => addPasskey(tx.db, accountId, { ...made, name: name.trim() || "Passkey" }), { step: "add" }),
    );
    if (!row) throw tooMany();
    return { passkey: toPasskey(await mustHave(ctx, row.id)) };
  },

  async renamePasskey({ id, name }, ctx) {
    await command(
      ctx,
      async (tx) => {
        if (!(await renamePasskey(tx.db, ctx.caller.accountId, id, name.trim() || "Passkey"))) throw fail("NOT_FOUND", { field: "id" });
      },
      { step: "rename" },
    );
    return { passkey: toPasskey(await mustHave(ctx, id)) };
  },

  async removePasskey({ id }, ctx) {
    return await command(ctx, async (tx) => {
      if (!(await removePasskey(tx.db, ctx.caller.accountId, id))) throw fail("NOT_FOUND", { field: "id" });
      return {};
    });
  },

  async beginPasskeySignIn(_request, ctx) {
    await takeTry(ctx, perIp, whereFrom(ctx));
    return { optionsJson: await signInOptions(site(ctx), await ask(ctx, nobody)) };
  },

  async finishPasskeySignIn({ credentialJson, deviceName }, ctx) {
    await takeTry(ctx, perIp, whereFrom(ctx));
    const accountId = await accountBy(ctx, credentialJson);
    const account = accountId === null ? undefined : await query(ctx, (db) => findAccount(db, accountId));
    if (account?.status !== "normal") {
      logSecurity(ctx, { kind: "sign-in refused", reason: "passkey", accountId: accountId ?? "0" });
      throw fail("SIGN_IN_FAILED", { message: "This passkey does not open an account here." });
    }
    await giveBack(ctx, perIp, whereFrom(ctx));
    const sessionToken = await startSession(ctx, account.id, deviceName);
    return { account: toAccount(account), sessionToken, landing: await landing(ctx, account.id) };
  },
});

/** New bytes to sign, also for a call that is made again: the same ones twice would give an answer to the first a second life. Only their hash is kept. */
async function ask(ctx: Ctx, accountId: string): Promise<Buffer> {
  const unkeyed = { ...ctx, idempotencyKey: "" };
  const challenge = newSecret(unkeyed, "passkey");
  await command(unkeyed, (tx) => askFor(tx.db, sha256(challenge), accountId, minutes));
  return Buffer.from(challenge, "base64url");
}

/** Uses the challenge up whatever comes of it, so that no answer is tried twice. */
const isAsked = (ctx: Ctx, challenge: string, accountId: string): Promise<boolean> =>
  command(ctx, (tx) => useAnswer(tx.db, sha256(challenge), accountId), { step: "answer" });

async function accountBy(ctx: Ctx, credentialJson: string): Promise<string | null> {
  const answer = answerOf(credentialJson);
  if (!answer || !(await isAsked(ctx, answer.challenge, nobody))) return null;
  const passkey = await query(ctx, (db) => findPasskey(db, Buffer.from(answer.id, "base64url")));
  const use = passkey && (await used(site(ctx), answer.credential, answer.challenge, passkey));
  if (!use) return null;
  const counted = await command(ctx, (tx) => countUse(tx.db, passkey.id, use.signCount, use.backedUp), { step: "count" });
  return counted ? passkey.accountId : null;
}

async function mustHave(ctx: Ctx, id: string): Promise<PasskeyRow> {
  const found = (await query(ctx, (db) => listPasskeys(db, ctx.caller.accountId))).find((one) => one.id === id);
  return mustExist(found, "id");
}

async function refusing<T>(done: Promise<T>): Promise<T> {
  try {
    return await done;
  } catch (error) {
    throw (error as { code?: string }).code === "23505" ? fail("STATE_CONFLICT", { message: "This passkey is known already." }) : error;
  }
}
