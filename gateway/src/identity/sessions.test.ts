import { eventually } from "@leashline/kit/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asCookie, bearer, openReal, password, type RealGateway } from "../../test/real.ts";

let real: RealGateway;
beforeAll(async () => {
  real = await openReal();
});
afterAll(() => real?.stop());

/** Chosen by an attacker and planted in somebody's browser. */
const planted = "x".repeat(43);
const whose = async (headers: Record<string, string>): Promise<string | number> => {
  const { status, body } = await real.call("SessionService/GetSessionInfo", {}, headers);
  return status === 200 ? body.account.id : status;
};

describe("session-fixation", () => {
  test("a cookie that was there before never becomes a session: signing up and in always make a new one", async () => {
    const { accountId } = await real.signUp("fix1@example.test");
    const up = await real.call("AccountService/SignUp", { email: "fix2@example.test", password, firstName: "B" }, asCookie(planted));
    const signedIn = await real.call("SessionService/SignIn", { email: "fix1@example.test", password }, asCookie(planted));
    expect(signedIn.cookie).toBe(signedIn.body.sessionToken);
    expect(new Set([planted, up.cookie, signedIn.cookie]).size).toBe(3);
    expect(await whose(asCookie(signedIn.cookie as string))).toBe(accountId);
    expect(await whose(asCookie(planted))).toBe(401);
  });

  test("a session token in an address or a body is no session", async () => {
    const { token } = await real.signUp("fix3@example.test");
    for (const path of [`/api/business/account/v2/info?leashline_session=${token}`, `/api/business/account/v2/info?token=${token}`])
      expect((await fetch(real.url + path)).status).toBe(401);
    expect(await whose({ "x-leashline-session": token })).toBe(401);
  });

  test("somebody who is signed in gets a new session by signing in again, as themselves or another", async () => {
    const { token: first } = await real.signUp("fix4@example.test");
    const { accountId: other } = await real.signUp("fix5@example.test");
    const again = await real.call("SessionService/SignIn", { email: "fix5@example.test", password }, asCookie(first));
    expect(again.cookie).not.toBe(first);
    expect(await whose(asCookie(again.cookie as string))).toBe(other);
  });

  test("switching to a linked account makes a new session and ends the old one", async () => {
    const { token } = await real.signUp("sw1@example.test");
    const { accountId } = await real.signUp("sw2@example.test");
    await real.call("AccountService/LinkAccount", { email: "sw2@example.test", password }, asCookie(token));
    const switched = await real.call("SessionService/SwitchAccount", { accountId }, asCookie(token));
    expect(switched.cookie).toBe(switched.body.sessionToken);
    expect(switched.cookie).not.toBe(token);
    expect(await whose(asCookie(switched.cookie as string))).toBe(accountId);
    await eventually(async () => expect(await whose(asCookie(token))).toBe(401));
  });

  test("changing the password makes a new session in the same place, and ends the old one and every other", async () => {
    const { token, accountId } = await real.signUp("pw1@example.test");
    await real.openCompany(token, "Fixation Paws");
    const before = await real.call("SessionService/GetSessionInfo", {}, bearer(token));
    const other = (await real.call("SessionService/SignIn", { email: "pw1@example.test", password })).body.sessionToken;
    const words = { currentPassword: password, newPassword: "an even longer one" };
    const changed = await real.call("AccountService/ChangePassword", words, asCookie(token));
    expect([changed.body.endedSessions, changed.cookie]).toEqual([1, changed.body.sessionToken]);
    expect([token, other]).not.toContain(changed.cookie);
    const after = await real.call("SessionService/GetSessionInfo", {}, asCookie(changed.cookie as string));
    expect([after.body.account.id, after.body.business.id]).toEqual([accountId, before.body.business.id]);
    for (const old of [token, other]) await eventually(async () => expect(await whose(asCookie(old))).toBe(401));
  });

  test("resetting the password ends every session and opens none", async () => {
    const { token } = await real.signUp("pw2@example.test");
    await real.call("PasswordResetService/SendPasswordResetCode", { email: "pw2@example.test" });
    const code = await eventually(async () => {
      const found = real.mails.findLast((mail) => mail.to === "pw2@example.test")?.subject.match(/^\d{6}/)?.[0];
      if (!found) throw new Error("no mail yet");
      return found;
    });
    const reset = await real.call("PasswordResetService/ResetPassword", {
      email: "pw2@example.test",
      code,
      password: "yet another long one",
    });
    expect([reset.status, reset.cookie]).toEqual([200, undefined]);
    await eventually(async () => expect(await whose(bearer(token))).toBe(401));
  });

  test("signing out ends the session for every copy of its token", async () => {
    const { token } = await real.signUp("out@example.test");
    expect((await real.call("SessionService/Logout", {}, asCookie(token))).status).toBe(200);
    await eventually(async () => expect([await whose(asCookie(token)), await whose(bearer(token))]).toEqual([401, 401]));
  });
});
