import { nobody } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { SecondFactorService } from "@leashline/proto/leashline/account/v1/second_factor_service_pb.js";
import { SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openShop, password, type Shop } from "../../test/shop.ts";
import { codeAt, stepAt } from "./totp.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => {
  await shop.house.stop();
});

const from = (ip: string) => ({ ...nobody, ip });
const codeOf = async (call: Promise<unknown>): Promise<number> => (await refusalOf(call)).code;

describe("the second factor", () => {
  test("is asked for after the password, opens by the app's code once, or by a recovery code once", async () => {
    const caller = await shop.signUp("totp@example.test");
    const factor = shop.as(SecondFactorService, caller);
    const { secret } = await factor.beginSecondFactor({ currentPassword: password });
    const bytes = fromBase32(secret);
    expect(await codeOf(factor.confirmSecondFactor({ code: "000000" === codeAt(bytes, stepAt(Date.now())) ? "000001" : "000000" }))).toBe(
      20005,
    );
    const { recoveryCodes } = await factor.confirmSecondFactor({ code: codeAt(bytes, stepAt(Date.now()) - 1) });
    expect(recoveryCodes).toHaveLength(10);
    const sign = shop.as(SessionService, from("10.1.0.9"));
    const first = await sign.signIn({ email: "totp@example.test", password });
    expect(first).toMatchObject({ secondFactorRequired: true, sessionToken: "" });
    const code = codeAt(bytes, stepAt(Date.now()));
    const opened = await sign.signIn({ challenge: first.challenge, code });
    expect((await shop.callerOf(opened.sessionToken)).accountId).toBe(caller.accountId);
    const second = await sign.signIn({ email: "totp@example.test", password });
    expect(await codeOf(sign.signIn({ challenge: second.challenge, code })), "the same code again").toBe(20005);
    await sign.signIn({ challenge: second.challenge, code: recoveryCodes[0] as string });
    expect((await factor.getSecondFactor({})).recoveryCodesLeft).toBe(9);
    await factor.disableSecondFactor({ currentPassword: password });
    expect((await sign.signIn({ email: "totp@example.test", password })).sessionToken).not.toBe("");
  });
});

function fromBase32(text: string): Buffer {
  const bits = [...text].map((c) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(c).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
