import { nobody } from "@leashline/kit";
import { eventually, refusalOf } from "@leashline/kit/test";
import { AccountService } from "@leashline/proto/leashline/account/v1/account_service_pb.js";
import { Landing } from "@leashline/proto/leashline/account/v1/session_pb.js";
import { SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, password, startHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => {
  await harness.servers.stop();
});

const from = (ip: string) => ({ ...nobody, ip });
const codeOf = async (call: Promise<unknown>): Promise<number> => (await refusalOf(call)).code;

describe("signing up and in", () => {
  test("a new account is signed in, lands in onboarding, and its token is good", async () => {
    let header = "";
    const made = await harness.as(AccountService).signUp(
      { email: "Ann@Example.test", password, firstName: "Ann", lastName: "Lee" },
      {
        onHeader: (headers) => {
          header = headers.get("x-leashline-set-session") ?? "";
        },
      },
    );
    expect(made.landing).toBe(Landing.ONBOARDING);
    expect(header).toBe(`${made.sessionToken};${30 * 86_400}`);
    expect((await harness.callerOf(made.sessionToken)).accountId).toBe(made.account?.id);
  });

  test("account-email-unique: a registered e-mail, in any case, answers 30001", async () => {
    expect(await codeOf(harness.as(AccountService).signUp({ email: "ann@EXAMPLE.test", password, firstName: "Ann" }))).toBe(30001);
  });

  test("account-phone-unique: a registered phone number, in any spelling, answers 30002", async () => {
    await harness.signUp("phone1@example.test", { phoneNumber: "+1 (206) 555-0111" });
    const again = harness
      .as(AccountService)
      .signUp({ email: "phone2@example.test", password, firstName: "B", phoneNumber: "+12065550111" });
    expect(await codeOf(again)).toBe(30002);
    await harness.signUp("london@example.test", { phoneNumber: "+44 20 7946 0011" });
    await harness.signUp("sydney@example.test", { phoneNumber: "02 5550 1122" });
    const taken = ["(206) 555-0111", "206.555.0111", "1 206 555 0111", "020 7946 0011", "+61 2 5550 1122"];
    for (const phoneNumber of taken) {
      const signUp = harness.as(AccountService).signUp({ email: "phone3@example.test", password, firstName: "B", phoneNumber });
      expect(await codeOf(signUp), phoneNumber).toBe(30002);
    }
    const free = await harness.signUp("phone4@example.test", { phoneNumber: "+44 206 555 0111" });
    const profile = harness.as(AccountService, free);
    expect(await codeOf(profile.updateProfile({ phoneNumber: "2065550111", currentPassword: password }))).toBe(30002);
    await profile.updateProfile({ phoneNumber: "+44 (206) 555-0111", currentPassword: password });
  });

  test("login-credentials-wrong: a wrong password and an unknown e-mail answer the same 20003", async () => {
    const sign = harness.as(SessionService, from("10.1.0.1"));
    const wrong = await refusalOf(sign.signIn({ email: "ann@example.test", password: "not it" }));
    const unknown = await refusalOf(sign.signIn({ email: "nobody@example.test", password: "not it" }));
    expect(wrong.code).toBe(20003);
    expect(wrong.message).toBe("Email or password error, please input correct information.");
    expect({ code: unknown.code, message: unknown.message }).toEqual({ code: wrong.code, message: wrong.message });
  });

  test("account-multiple-login: a phone number that two accounts end with, with the password of both, answers 30011", async () => {
    await harness.signUp("uk@example.test", { phoneNumber: "+44 2065550122" });
    await harness.signUp("us@example.test", { phoneNumber: "+1 2065550122" });
    const sign = harness.as(SessionService, from("10.1.0.2"));
    expect(await codeOf(sign.signIn({ email: "206-555-0122", password }))).toBe(30011);
    expect((await sign.signIn({ email: "+1 206-555-0122", password })).account?.email).toBe("us@example.test");
  });

  test("wrong tries lock out the address that made them, and nobody else", async () => {
    await harness.signUp("locked@example.test");
    const attacker = harness.as(SessionService, from("10.6.6.6"));
    for (let n = 0; n < 10; n++)
      expect(await codeOf(attacker.signIn({ email: "locked@example.test", password: `guess ${n}` }))).toBe(20003);
    const refused = await refusalOf(attacker.signIn({ email: "locked@example.test", password }));
    expect(refused.code).toBe(900003);
    const home = await harness.as(SessionService, from("10.7.7.7")).signIn({ email: "locked@example.test", password });
    expect(home.sessionToken).not.toBe("");
  });

  test("whoever tries account after account from one address shuts out strangers there, not those who sign in there as always", async () => {
    await harness.signUp("regular@example.test");
    await harness.signUp("stranger@example.test");
    const here = harness.as(SessionService, from("10.8.8.8"));
    await here.signIn({ email: "regular@example.test", password });
    const redis = await harness.servers.runtime("account").redis();
    // Other tests count in the same Redis at this moment.
    const ours = `${redis.options.keyPrefix ?? ""}limit:signin-ip:*`;
    for (const key of await redis.keys(ours)) await redis.del(key.slice(key.indexOf("limit:")));
    await here.signIn({ email: "nobody@example.test", password: "guess" }).catch(() => undefined);
    const [counted = ""] = await redis.keys(ours);
    await redis.set(counted.slice(counted.indexOf("limit:")), "500", "KEEPTTL");
    expect(await codeOf(here.signIn({ email: "stranger@example.test", password }))).toBe(900003);
    expect((await here.signIn({ email: "regular@example.test", password })).sessionToken).not.toBe("");
  });

  test("a hundred tries at once are counted as a hundred", async () => {
    await harness.signUp("burst@example.test");
    const sign = harness.as(SessionService, from("10.6.6.7"));
    const codes = await Promise.all(
      Array.from({ length: 30 }, (_, n) => codeOf(sign.signIn({ email: "burst@example.test", password: `guess ${n}` }))),
    );
    expect(codes.filter((code) => code === 20003)).toHaveLength(10);
  });

  test("signing in twice under one idempotency key answers the same token and opens one session", async () => {
    await harness.signUp("twice@example.test");
    const sign = () => harness.as(SessionService, from("10.1.0.3"), "key-1").signIn({ email: "twice@example.test", password });
    const [first, second] = [await sign(), await sign()];
    expect(second.sessionToken).toBe(first.sessionToken);
    const caller = await harness.callerOf(first.sessionToken);
    expect((await harness.as(SessionService, caller).listSessions({})).sessions).toHaveLength(2);
  });
});

describe("sessions", () => {
  test("they are listed, revoked one by one, and all at once; a revoked token is worth nothing", async () => {
    const first = await harness.signUp("many@example.test");
    const sign = () => harness.as(SessionService, from("10.1.0.4")).signIn({ email: "many@example.test", password, deviceName: "Tablet" });
    const [second, third] = [await sign(), await sign()];
    const mine = harness.as(SessionService, first);
    const { sessions } = await mine.listSessions({});
    expect(sessions).toHaveLength(3);
    expect(sessions.filter((s) => s.current).map((s) => s.id)).toEqual([first.sessionId]);
    await mine.revokeSession({ sessionId: (await harness.callerOf(second.sessionToken)).sessionId });
    expect((await harness.callerOf(second.sessionToken)).kind).toBe("anonymous");
    expect(await codeOf(mine.revokeSession({ sessionId: "999999" }))).toBe(404);
    expect((await mine.signOutEverywhere({})).endedSessions).toBe(2);
    expect((await harness.callerOf(third.sessionToken)).kind).toBe("anonymous");
  });

  test("nobody revokes a session of somebody else", async () => {
    const [one, other] = [await harness.signUp("rev1@example.test"), await harness.signUp("rev2@example.test")];
    expect(await codeOf(harness.as(SessionService, one).revokeSession({ sessionId: other.sessionId }))).toBe(404);
  });

  test("signing out clears the cookie and tells whoever remembers the session", async () => {
    const caller = await harness.signUp("out@example.test");
    const heard: string[] = [];
    const runtime = harness.servers.runtime("account");
    const subscription = runtime.bus.connection?.subscribe(`${runtime.config.prefix}.session.changed`, {
      callback: (_, m) => void heard.push(m.string()),
    });
    let header = "";
    await harness.as(SessionService, caller).logout(
      {},
      {
        onHeader: (headers) => {
          header = headers.get("x-leashline-set-session") ?? "";
        },
      },
    );
    expect(header).toBe(";0");
    await eventually(async () => expect(heard.map((text) => JSON.parse(text))).toContainEqual({ accountId: caller.accountId }));
    subscription?.unsubscribe();
  });

  test("auto-login-guard: a login token signs in once, and a bad one is refused", async () => {
    const caller = await harness.signUp("auto@example.test");
    const { token } = await harness.as(SessionService, caller).createLoginToken({});
    const signed = await harness.as(SessionService).loginByToken({ token });
    expect(signed.account?.email).toBe("auto@example.test");
    expect(await codeOf(harness.as(SessionService).loginByToken({ token }))).toBe(401);
    expect(await codeOf(harness.as(SessionService).loginByToken({ token: "bad" }))).toBe(401);
  });

  test("session-load-fail-logged-out: without a session the start facts answer 401", async () => {
    expect(await codeOf(harness.as(SessionService).getAccountInfo({}))).toBe(401);
    expect(await codeOf(harness.as(SessionService).getSessionInfo({}))).toBe(401);
  });

  test("account-not-found: switching to an account that is not linked answers 20004, whether it exists or not", async () => {
    const [one, other] = [await harness.signUp("sw1@example.test"), await harness.signUp("sw2@example.test")];
    const mine = harness.as(SessionService, one);
    expect(await codeOf(mine.switchAccount({ accountId: other.accountId }))).toBe(20004);
    expect(await codeOf(mine.switchAccount({ accountId: "99999999" }))).toBe(20004);
    await harness.as(AccountService, one).linkAccount({ email: "sw2@example.test", password });
    const related = await harness.as(AccountService, one).listRelatedAccounts({});
    expect(related.relatedAccounts.map((r) => r.email)).toEqual(["sw1@example.test", "sw2@example.test"]);
    const switched = await mine.switchAccount({ accountId: other.accountId });
    expect((await harness.callerOf(switched.sessionToken)).accountId).toBe(other.accountId);
    expect((await harness.callerOf(harness.tokens.get("sw1@example.test") as string)).kind).toBe("anonymous");
  });
});
