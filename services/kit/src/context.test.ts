import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Caller, ClockOff, nobody, signCaller, verifyCaller } from "./context.ts";

const key = "one key, with more than 32 characters";
const other = "another one, with more than 32 characters";
const caller: Caller = { ...nobody, kind: "staff", accountId: "7", companyId: "1", businessId: "3", permissions: [1, 2] };
const now = 1_800_000_000_000;

describe("the signed context between gateway and services", () => {
  test("says who calls for a minute, and two more in which clocks may differ; beyond them it says that a clock is off, also to whoever has seen it", () => {
    const token = signCaller(caller, key, now);
    for (const at of [now, now + 179_999, now - 119_999]) expect(verifyCaller(token, key, at)).toMatchObject(caller);
    for (const at of [now + 180_000, now - 120_000]) {
      expect(() => verifyCaller(token, key, at), "seen before").toThrow(ClockOff);
      expect(() => verifyCaller(signCaller({ ...caller, name: `${at}` }, key, now), key, at), "never seen").toThrow(ClockOff);
    }
  });

  test("holds under the key it was signed with alone", () => {
    const token = signCaller({ ...caller, accountId: "8" }, key, now);
    expect(verifyCaller(token, other, now)).toBeNull();
    expect(verifyCaller(token, key, now)?.accountId).toBe("8");
    expect(verifyCaller(token, other, now), "once it is known under the right one").toBeNull();
  });

  test("changed anywhere, cut or put together from two, it says nothing", () => {
    const mine = signCaller({ ...caller, name: "mine" }, key, now);
    const boss = signCaller({ ...caller, permissions: "all" }, other, now);
    const [body, seal] = mine.split(".") as [string, string];
    const [bossBody] = boss.split(".") as [string];
    for (const forged of ["", ".", body, `${body}.`, `.${seal}`, `${bossBody}.${seal}`, `${body}.${seal.slice(1)}`, boss])
      expect(verifyCaller(forged, key, now)).toBeNull();
    fc.assert(
      fc.property(fc.nat(body.length - 1), fc.constantFrom("A", "z", "0", "-"), (at, letter) => {
        const changed = `${body.slice(0, at)}${letter}${body.slice(at + 1)}.${seal}`;
        if (changed !== mine) expect(verifyCaller(changed, key, now)).toBeNull();
      }),
    );
  });
});
