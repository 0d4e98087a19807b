import { nobody } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AccountService } from "@leashline/proto/leashline/account/v1/account_service_pb.js";
import { SecondFactorService } from "@leashline/proto/leashline/account/v1/second_factor_service_pb.js";
import { SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, password, startHarness } from "../../test/harness.ts";
import { confirmFactor, factorFor, fromBase32 } from "../../test/signed-up.ts";
import { sha256 } from "../shared/secrets.ts";
import { codeAt, matchingStep, stepAt } from "./totp.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => {
  await harness.servers.stop();
});

const from = (ip: string) => ({ ...nobody, ip });
const codeOf = async (call: Promise<unknown>): Promise<number> => (await refusalOf(call)).code;

type Kept = { recovery_salt: Buffer | null; recovery_hashes: Buffer[] };
const keptOf = async (accountId: string): Promise<Kept> =>
  (await harness.servers.admin.query("select * from account.second_factor where account_id = $1", [accountId])).rows[0];
/** As codes were kept before they had a salt. */
const quickHash = (accountId: string, code: string) => sha256(`${accountId}|${code.replace("-", "")}`);

describe("the app's digits", () => {
  const secret = Buffer.from("12345678901234567890");

  test("are taken now and one step to either side, and no longer", () => {
    const now = 1_234_567_890_000;
    const taken = [-3, -2, -1, 0, 1, 2, 3].filter((steps) => matchingStep(secret, codeAt(secret, stepAt(now) + steps), now) !== null);
    expect(taken).toEqual([-1, 0, 1]);
    expect(matchingStep(secret, codeAt(secret, stepAt(now) - 1), now)).toBe(stepAt(now) - 1);
  });
});

describe("the second factor", () => {
  test("is asked for after the password, opens by the app's code once, or by a recovery code once", async () => {
    const caller = await harness.signUp("totp@example.test");
    const factor = harness.as(SecondFactorService, caller);
    const { secret } = await factor.beginSecondFactor({ currentPassword: password });
    const bytes = fromBase32(secret);
    expect(await codeOf(factor.confirmSecondFactor({ code: "000000" === codeAt(bytes, stepAt(Date.now())) ? "000001" : "000000" }))).toBe(
      20005,
    );
    const recoveryCodes = await confirmFactor(factor, bytes);
    expect(recoveryCodes).toHaveLength(10);
    const sign = harness.as(SessionService, from("10.1.0.9"));
    const first = await sign.signIn({ email: "totp@example.test", password });
    expect(first).toMatchObject({ secondFactorRequired: true, sessionToken: "" });
    const code = codeAt(bytes, stepAt(Date.now()));
    const opened = await sign.signIn({ challenge: first.challenge, code });
    expect((await harness.callerOf(opened.sessionToken)).accountId).toBe(caller.accountId);
    const second = await sign.signIn({ email: "totp@example.test", password });
    expect(await codeOf(sign.signIn({ challenge: second.challenge, code })), "the same code again").toBe(20005);
    await sign.signIn({ challenge: second.challenge, code: recoveryCodes[0] as string });
    expect((await factor.getSecondFactor({})).recoveryCodesLeft).toBe(9);
    for (const { challenge } of [first, second])
      expect(await codeOf(sign.signIn({ challenge, code: recoveryCodes[1] as string })), "a challenge that has served").toBe(20005);
    expect((await factor.getSecondFactor({})).recoveryCodesLeft, "and takes no code").toBe(9);
    await factor.disableSecondFactor({ currentPassword: password });
    expect((await sign.signIn({ email: "totp@example.test", password })).sessionToken).not.toBe("");
  });

  test("linking an account that has one asks for its code too: a link is a way in", async () => {
    const [mine, guarded] = [await harness.signUp("mine@example.test"), await harness.signUp("guarded@example.test")];
    const { secret } = await factorFor(harness, guarded);
    const link = (code: string) => harness.as(AccountService, mine).linkAccount({ email: "guarded@example.test", password, code });
    expect(await codeOf(link(""))).toBe(20005);
    expect((await harness.as(AccountService, mine).listRelatedAccounts({})).relatedAccounts).toHaveLength(1);
    expect(await codeOf(harness.as(SessionService, mine).switchAccount({ accountId: guarded.accountId }))).toBe(20004);
    expect((await link(codeAt(secret, stepAt(Date.now())))).relatedAccounts).toHaveLength(2);
  });

  test("recovery codes are kept under a password hash: neither a code nor its quick hash is in the row", async () => {
    const caller = await harness.signUp("kept@example.test");
    const { recoveryCodes } = await factorFor(harness, caller);
    const row = await keptOf(caller.accountId);
    expect(row.recovery_salt).toHaveLength(16);
    expect(row.recovery_hashes).toHaveLength(10);
    const quick = recoveryCodes.map((code) => quickHash(caller.accountId, code).toString("hex"));
    expect(row.recovery_hashes.filter((hash) => quick.includes(hash.toString("hex")))).toEqual([]);
  });

  test("codes of before keep working, once each, and are hashed anew by the first use of the factor", async () => {
    const caller = await harness.signUp("before@example.test");
    const { recoveryCodes } = await factorFor(harness, caller);
    const old = recoveryCodes.map((code) => quickHash(caller.accountId, code));
    await harness.servers.admin.query("update account.second_factor set recovery_salt = null, recovery_hashes = $2 where account_id = $1", [
      caller.accountId,
      old,
    ]);
    const sign = harness.as(SessionService, from("10.1.0.11"));
    const open = async (code = "") => {
      const { challenge } = await sign.signIn({ email: "before@example.test", password });
      return (await sign.signIn({ challenge, code })).sessionToken;
    };
    expect(await codeOf(open("aaaaa-bbbbb"))).toBe(20005);
    const row = await keptOf(caller.accountId);
    expect([row.recovery_salt?.length, row.recovery_hashes.length]).toEqual([16, 10]);
    expect(row.recovery_hashes.filter((hash) => old.some((quick) => quick.equals(hash)))).toEqual([]);
    expect(await open(recoveryCodes[3]?.toUpperCase())).not.toBe("");
    expect(await codeOf(open(recoveryCodes[3]))).toBe(20005);
    expect(await open(recoveryCodes[4])).not.toBe("");
    expect((await keptOf(caller.accountId)).recovery_hashes).toHaveLength(8);
    // Passwords and codes are hashed slowly on purpose, some twenty times here.
  }, 60_000);

  test("new recovery codes end the old ones; wrong codes come to an end", async () => {
    const caller = await harness.signUp("renew@example.test");
    const { recoveryCodes } = await factorFor(harness, caller);
    const factor = harness.as(SecondFactorService, caller);
    expect(await codeOf(factor.renewRecoveryCodes({ currentPassword: "not it" }))).toBe(20003);
    const fresh = await factor.renewRecoveryCodes({ currentPassword: password });
    expect(new Set([...fresh.recoveryCodes, ...recoveryCodes]).size).toBe(20);
    const sign = harness.as(SessionService, from("10.1.0.10"));
    const { challenge } = await sign.signIn({ email: "renew@example.test", password });
    expect(await codeOf(sign.signIn({ challenge, code: recoveryCodes[0] as string }))).toBe(20005);
    expect((await sign.signIn({ challenge, code: fresh.recoveryCodes[0] as string })).sessionToken).not.toBe("");
    const again = await sign.signIn({ email: "renew@example.test", password });
    const codes: number[] = [];
    for (let n = 0; n < 12; n++) codes.push(await codeOf(sign.signIn({ challenge: again.challenge, code: `wrong-${n}` })));
    expect(codes).toEqual([...Array(10).fill(20005), 900003, 900003]);
  });
});
