import { nobody } from "@leashline/kit";
import { eventually, refusalOf } from "@leashline/kit/test";
import { AccountService } from "@leashline/proto/leashline/account/v1/account_service_pb.js";
import { PasswordResetService } from "@leashline/proto/leashline/account/v1/password_reset_service_pb.js";
import { SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, password, startHarness } from "../../test/harness.ts";
import { isCommon } from "../accounts/password.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => {
  await harness.servers.stop();
});

type Reset = ReturnType<typeof harness.as<typeof PasswordResetService>>;
const from = (ip: string) => ({ ...nobody, ip });
const codeOf = async (call: Promise<unknown>): Promise<number> => (await refusalOf(call)).code;

describe("passwords", () => {
  test("one of the most common is refused at sign-up, change and reset, naming the field, and nothing changes", async () => {
    const caller = await harness.signUp("common@example.test");
    const refusals = [
      ["password", () => harness.as(AccountService).signUp({ email: "common2@example.test", password: "Password123", firstName: "Ann" })],
      ["newPassword", () => harness.as(AccountService, caller).changePassword({ currentPassword: password, newPassword: "1qaz2wsx" })],
      [
        "password",
        () => harness.as(PasswordResetService).resetPassword({ email: "common@example.test", code: "123456", password: "iloveyou" }),
      ],
    ] as const;
    for (const [field, call] of refusals) {
      const refusal = await refusalOf(call());
      expect(refusal.code).toBe(400);
      expect(refusal.options.fields).toEqual([{ field, reason: expect.stringContaining("most common") }]);
    }
    const signed = await harness.as(SessionService, from("10.1.0.4")).signIn({ email: "common@example.test", password });
    expect(signed.account?.id).toBe(caller.accountId);
  });

  test("the most common ones that are long enough are known in any case, and words that nobody tries are not", async () => {
    expect(await Promise.all(["12345678", "TRUSTNO1", "qwertyuiop", "aaaaaaaa"].map(isCommon))).toEqual([true, true, true, true]);
    expect(await Promise.all(["a-long-enough-password", password, "password\nbaseball", "12345678 "].map(isCommon))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  test("one made of the person's name, their address, our name or the trade's words and little else is refused in the same places", async () => {
    const email = "olive@maple-street.example";
    const near = async (call: Promise<unknown>) => {
      const { code, options } = await refusalOf(call);
      return [code, options.fields?.[0]?.reason];
    };
    const refused = [400, expect.stringContaining("easy to guess for whoever knows you")];
    const signUp = (chosen: string) =>
      harness.as(AccountService).signUp({ email, password: chosen, firstName: "Olive", lastName: "Brandt" });
    for (const chosen of ["Olive-Brandt", "maplestreet-1984", "leashline2026", "grooming!!!"])
      expect(await near(signUp(chosen))).toEqual(refused);
    const { sessionToken } = await signUp("seven quiet herons");
    const mine = harness.as(AccountService, await harness.callerOf(sessionToken));
    expect(await near(mine.changePassword({ currentPassword: "seven quiet herons", newPassword: "brandt123456" }))).toEqual(refused);
    const reset = harness.as(PasswordResetService, from("10.1.0.12"));
    expect(await near(reset.resetPassword({ email, code: "123456", password: "olive-maple" }))).toEqual(refused);
    const { endedSessions } = await mine.changePassword({ currentPassword: "seven quiet herons", newPassword: "olive trees in spring" });
    expect(endedSessions).toBe(0);
  });

  test("the e-mail and the phone number sign in: each changes with the password only, names without", async () => {
    const caller = await harness.signUp("reach@example.test", { phoneNumber: "+1 206 555 0177" });
    const mine = harness.as(AccountService, caller);
    const named = (await mine.updateProfile({ firstName: "Renamed", phoneNumber: "+1 (206) 555-0177" })).account;
    expect(named).toMatchObject({ firstName: "Renamed", phoneNumber: "+12065550177" });
    for (const change of [
      { phoneNumber: "+1 206 555 0178" },
      { phoneNumber: "", updateMask: { paths: ["phone_number"] } },
      { email: "else@example.test" },
    ]) {
      expect(await codeOf(mine.updateProfile(change))).toBe(20003);
      expect(await codeOf(mine.updateProfile({ ...change, currentPassword: "not it" }))).toBe(20003);
    }
    const { account } = await mine.updateProfile({ phoneNumber: "+1 206 555 0178", currentPassword: password });
    expect(account).toMatchObject({ email: "reach@example.test", phoneNumber: "+12065550178" });
    expect((await harness.as(SessionService, from("10.1.0.13")).signIn({ email: "+12065550178", password })).account?.id).toBe(
      caller.accountId,
    );
  });

  test("changing it ends every session and opens a new one for whoever changed it", async () => {
    const caller = await harness.signUp("change@example.test");
    const other = await harness.as(SessionService, from("10.1.0.5")).signIn({ email: "change@example.test", password });
    const account = harness.as(AccountService, caller);
    expect(await codeOf(account.changePassword({ currentPassword: "wrong", newPassword: "another long one" }))).toBe(20003);
    const changed = await account.changePassword({ currentPassword: password, newPassword: "another long one" });
    expect(changed.endedSessions).toBe(1);
    expect((await harness.callerOf(other.sessionToken)).kind).toBe("anonymous");
    expect((await harness.callerOf(harness.tokens.get("change@example.test") as string)).kind).toBe("anonymous");
    expect((await harness.callerOf(changed.sessionToken)).accountId).toBe(caller.accountId);
  });

  test("reset-code-invalid: a code is mailed, checked without being used up, used once, and ends every session", async () => {
    const caller = await harness.signUp("forgot@example.test");
    const reset = harness.as(PasswordResetService, from("10.1.0.6"));
    await reset.sendPasswordResetCode({ email: "FORGOT@example.test" });
    const mail = await eventually(async () => {
      const found = harness.mails.find((m) => m.to === "forgot@example.test");
      expect(found).toBeDefined();
      return found;
    });
    const code = /\b\d{6}\b/.exec(mail?.text ?? "")?.[0] as string;
    const wrong = code === "000000" ? "000001" : "000000";
    const email = "forgot@example.test";
    expect(await codeOf(reset.checkPasswordResetCode({ email, code: wrong }))).toBe(20005);
    await reset.checkPasswordResetCode({ email, code });
    await reset.resetPassword({ email, code, password: "a fresh password" });
    expect(await codeOf(reset.resetPassword({ email, code, password: "yet another one" }))).toBe(20005);
    expect((await harness.callerOf(harness.tokens.get(email) as string)).kind).toBe("anonymous");
    expect((await harness.as(SessionService, from("10.1.0.6")).signIn({ email, password: "a fresh password" })).account?.id).toBe(
      caller.accountId,
    );
  });

  test("five wrong codes use the right one up", async () => {
    await harness.signUp("five@example.test");
    const reset = harness.as(PasswordResetService, from("10.1.0.7"));
    await reset.sendPasswordResetCode({ email: "five@example.test" });
    const text = await eventually(async () => {
      const found = harness.mails.find((m) => m.to === "five@example.test");
      expect(found).toBeDefined();
      return found?.text ?? "";
    });
    const code = /\b\d{6}\b/.exec(text)?.[0] as string;
    const wrong = code === "000000" ? "000001" : "000000";
    for (let n = 0; n < 5; n++) await codeOf(reset.checkPasswordResetCode({ email: "five@example.test", code: wrong }));
    expect(await codeOf(reset.checkPasswordResetCode({ email: "five@example.test", code }))).toBe(20005);
  });

  test("nobody keeps another from a new password: guesses and codes from elsewhere neither use up nor end the asker's", async () => {
    const email = "besieged@example.test";
    await harness.signUp(email);
    const [home, foe] = [from("10.1.0.9"), from("10.9.9.9")].map((caller) => harness.as(PasswordResetService, caller)) as [Reset, Reset];
    const codesMailed = () =>
      harness.mails.flatMap((mail) => (mail.to === email ? [(/\b\d{6}\b/.exec(mail.text) as RegExpExecArray)[0]] : []));
    const ask = async (reset: Reset) => {
      const before = codesMailed().length;
      await reset.sendPasswordResetCode({ email });
      await eventually(async () => expect(codesMailed()).toHaveLength(before + 1));
      return codesMailed().at(-1) as string;
    };
    const mine = await ask(home);
    const theirs = await ask(foe);
    const wrong = ["000001", "000002", "000003"].find((code) => ![mine, theirs].includes(code)) as string;
    for (let n = 0; n < 12; n++) expect(await codeOf(foe.checkPasswordResetCode({ email, code: wrong }))).toBe(20005);
    expect(await codeOf(foe.checkPasswordResetCode({ email, code: mine })), "elsewhere has had its tries").toBe(20005);
    await home.checkPasswordResetCode({ email, code: mine });
    await home.resetPassword({ email, code: mine, password: "mine again, at last" });
    expect(await codeOf(home.checkPasswordResetCode({ email, code: theirs })), "using one ends all").toBe(20005);
  });

  test("a code read on another device may be typed there; a new one from the same place ends the one before", async () => {
    const email = "walking@example.test";
    await harness.signUp(email);
    const [desk, phone] = [from("10.1.0.10"), from("10.2.0.10")].map((caller) => harness.as(PasswordResetService, caller)) as [
      Reset,
      Reset,
    ];
    const codes: string[] = [];
    for (const n of [1, 2]) {
      await desk.sendPasswordResetCode({ email });
      const mails = await eventually(async () => {
        const found = harness.mails.filter((mail) => mail.to === email);
        expect(found).toHaveLength(n);
        return found;
      });
      codes.push((/\b\d{6}\b/.exec(mails.at(-1)?.text ?? "") as RegExpExecArray)[0]);
    }
    const [first = "", second = ""] = codes;
    if (first !== second) expect(await codeOf(phone.checkPasswordResetCode({ email, code: first }))).toBe(20005);
    await phone.resetPassword({ email, code: second, password: "typed on the phone" });
  });

  test("asking for a code of an address nobody has answers the same and mails nothing", async () => {
    const reset = harness.as(PasswordResetService, from("10.1.0.8"));
    expect((await reset.sendPasswordResetCode({ email: "ghost@example.test" })).expiresIn).toBe(600);
    await harness.servers.runDue("account");
    expect(harness.mails.filter((m) => m.to === "ghost@example.test")).toEqual([]);
  });
});
