import { describe, expect, test } from "vitest";
import { DEFAULT_ERROR, errorText, listFailureText, refundFailure } from "../ui/feedback/errors.ts";
import { carryIds, isCardOnFilePage, namesStrangers, readIds, returnUrl, signInWithoutIds, withoutParam } from "../ui/links/ids.ts";
import { afterSignIn, honoured, type Intent, type SignedIn } from "./session/after-sign-in.ts";
import { holds, isOwner } from "./session/permissions.ts";

const hosts = { current: "app.leashline.test", product: ["leashline.test"] };
const account = { id: "1" };

describe("where one goes after signing in", () => {
  test.each<[string, SignedIn, Intent, string]>([
    ["login-redirect-invite", { account, hasCompany: false }, { inviteCode: "ABC" }, "/invite/ABC/accept"],
    ["login-redirect-no-account", { hasCompany: false }, { redirect: "/client" }, "/sign_in"],
    ["login-redirect-staff", { account, employeeCategory: 0, hasCompany: true }, {}, "/home"],
    [
      "login-redirect-staff",
      { account, employeeCategory: 3, hasCompany: true },
      { redirect: "https://app.leashline.test/calendar/grooming" },
      "/calendar/grooming",
    ],
    ["login-redirect-host-check", { account, employeeCategory: 0, hasCompany: true }, { redirect: "https://evil.example/x" }, "/home"],
    ["login-redirect-host-check", { account, employeeCategory: 0, hasCompany: true }, { redirect: "//evil.example/x" }, "/home"],
    ["login-redirect-owner-no-company", { account, employeeCategory: 1, hasCompany: false }, {}, "/business/new-company"],
    ["login-redirect-owner-no-company", { account, hasCompany: false }, { redirect: "/client" }, "/business/new-company"],
    ["login-redirect-pricing", { account, employeeCategory: 1, hasCompany: true }, { plan: "free" }, "/select-plan?plan=free"],
    ["login-redirect-pricing", { account, employeeCategory: 1, hasCompany: true }, { plan: "paid" }, "/purchase"],
    ["login-redirect-enterprise-app", { account, hasCompany: false, enterpriseMember: true }, {}, "/account?product=enterprise"],
  ])("%s: %j with %j", (_, who, intent, expected) => expect(afterSignIn(who, intent, hosts)).toBe(expected));

  test("every kind of person with every intention, as core §2 lists them, the first line that fits", () => {
    const people: (SignedIn & { is: "nobody" | "newcomer" | "member" | "staff" | "founder" | "owner" })[] = [
      { is: "nobody", hasCompany: false },
      { is: "newcomer", account, hasCompany: false },
      { is: "member", account, hasCompany: false, enterpriseMember: true },
      ...[0, 3].map((employeeCategory) => ({ is: "staff" as const, account, employeeCategory, hasCompany: true })),
      ...[1, 2].map((employeeCategory) => ({ is: "founder" as const, account, employeeCategory, hasCompany: false })),
      ...[1, 2].map((employeeCategory) => ({ is: "owner" as const, account, employeeCategory, hasCompany: true })),
    ];
    const intents: Intent[] = ["ABC", undefined].flatMap((inviteCode) =>
      ["/client", "https://evil.example", undefined].flatMap((redirect) =>
        (["free", "paid", undefined] as const).map((plan) => ({
          ...(inviteCode && { inviteCode }),
          ...(redirect && { redirect }),
          ...(plan && { plan }),
        })),
      ),
    );
    for (const { is, ...who } of people)
      for (const intent of intents) {
        const back = intent.redirect === "/client" ? "/client" : "/home";
        const expected = {
          nobody: "/sign_in",
          newcomer: "/business/new-company",
          member: "/account?product=enterprise",
          staff: back,
          founder: "/business/new-company",
          owner: intent.plan ? { free: "/select-plan?plan=free", paid: "/purchase" }[intent.plan] : back,
        }[is];
        const invited = intent.inviteCode && is !== "nobody" ? "/invite/ABC/accept" : expected;
        expect([is, intent, afterSignIn(who, intent, hosts)]).toEqual([is, intent, invited]);
      }
  });

  test.each([
    ["/client?companyId=1#top", "/client?companyId=1#top"],
    ["https://go.leashline.test/x", "https://go.leashline.test/x"],
    ["https://notleashline.test/x", undefined],
    ["javascript:alert(1)", undefined],
    ["https://me@app.leashline.test/x", undefined],
    ["\\\\evil.example\\x", undefined],
    [undefined, undefined],
  ])("login-redirect-host-check: %s", (redirect, expected) => expect(honoured(redirect, hosts)).toBe(expected));
});

describe("ids in the address", () => {
  test.each([
    ["/client", "?companyId=12&businessId=34", {}, "?companyId=12&businessId=34"],
    ["/client", "?businessId=abc&q=x", { companyId: "12" }, "?q=x&companyId=12"],
    ["/client", "?companyId=", {}, ""],
    ["/client", "?companyId=1", { companyId: "2", businessId: "3" }, "?companyId=2&businessId=3"],
  ])("query-carry-company-business: %s %s", (path, search, chosen, expected) => expect(carryIds(path, search, chosen)).toBe(expected));

  test.each([
    ["/client?companyId=2&businessId=3", false],
    ["/client?companyId=2", false],
    ["/client?companyId=2&businessId=9", true],
    ["/client?companyId=9&businessId=3#top", true],
    ["/client?businessId=x", false],
    ["/client", false],
    [null, false],
  ])("an address names strangers: %s", (address, expected) =>
    expect(namesStrangers(address, [{ id: "3", companyId: "2" }])).toBe(expected),
  );

  test("query-removed-on-sign-in", () => {
    expect(carryIds("/sign_in", "?companyId=1&businessId=2&redirect=%2Fclient", { companyId: "1" })).toBe("?redirect=%2Fclient");
    expect(signInWithoutIds("/sign_in", "?companyId=1&redirect=%2Fclient&businessId=x")).toBe("/sign_in?redirect=%2Fclient");
    expect(signInWithoutIds("/forget_password/", "?businessId=2")).toBe("/forget_password/");
    expect(signInWithoutIds("/sign_in", "?redirect=%2Fclient%3FcompanyId%3D1")).toBeUndefined();
    expect(signInWithoutIds("/client", "?companyId=1")).toBeUndefined();
  });

  test("query-carry-company-business: only numbers are read", () =>
    expect(readIds("?companyId=12&businessId=1e3")).toEqual({ companyId: "12" }));

  test("return-url-strip-params", () =>
    expect(returnUrl("/home", "?companyId=1&accountId=2&staffId=3&token=t&account=4&staff=5", "#a")).toBe("/home?companyId=1#a"));

  test("auto-login-guard: the token leaves the address", () =>
    expect(withoutParam("/home", "?token=t&companyId=1", "token")).toBe("/home?companyId=1"));

  test("cof-client-page", () => {
    expect(isCardOnFilePage("/payment/cof/client/abc")).toBe(true);
    expect(isCardOnFilePage("/payment/cof/other")).toBe(false);
  });
});

describe("the text of a failed call", () => {
  test.each([
    ["error-message-selection", { status: 422, body: { message: "bad" } }, "bad"],
    ["default-error-message", { status: 503, body: { message: "x" } }, DEFAULT_ERROR],
    ["default-error-message", { status: 500 }, DEFAULT_ERROR],
    ["error-message-selection", { status: 200, body: { code: 500, message: "x" } }, DEFAULT_ERROR],
    [
      "error-message-selection",
      { status: 200, body: { code: 20003, message: "x" } },
      "Email or password error, please input correct information.",
    ],
    ["error-message-selection", { status: 200, body: { code: 400, data: "name missing", message: "x" } }, "name missing"],
    ["error-message-selection", { status: 200, body: { code: 400, message: "x" } }, "x"],
    ["error-message-selection", { status: 200, body: { code: 400 } }, "params error"],
    ["error-message-selection", { status: 200, body: { code: 99_999 } }, DEFAULT_ERROR],
    ["error-message-selection", { status: 404 }, DEFAULT_ERROR],
  ])("%s: %j", (_, answer, expected) => expect(errorText(answer)).toBe(expected));

  test("client-list-failure-message", () => {
    expect(listFailureText({ message: "no access" })).toBe("No access");
    expect(listFailureText({ data: "bad filter" })).toBe("bad filter");
    expect(listFailureText(undefined)).toBe(DEFAULT_ERROR);
  });

  test("refund-failure-toast", () => {
    const long = `${"x".repeat(65)}contact support`;
    expect(refundFailure(undefined)).toEqual({ text: "System busy, please try again later.", seconds: 4 });
    expect(refundFailure(long)).toEqual({ text: long, seconds: 30 });
    expect(refundFailure(long.slice(1)).seconds).toBe(4);
    expect(refundFailure("y".repeat(100)).seconds).toBe(4);
  });
});

test("employee-categories: owner means owner or enterprise owner, and holds everything", () => {
  expect([0, 1, 2, 3].map(isOwner)).toEqual([false, true, true, false]);
  expect(holds({ employeeCategory: 2, permissions: new Set() }, "accessServiceSettings")).toBe(true);
  expect(holds({ employeeCategory: 0, permissions: new Set() }, "accessServiceSettings")).toBe(false);
  expect(holds({ employeeCategory: 0, permissions: new Set([701]) }, "accessServiceSettings")).toBe(true);
  expect(holds({ employeeCategory: 0, permissions: new Set([102]) }, "viewClientList")).toBe(true);
  expect(holds({ employeeCategory: 0, permissions: new Set([302]) }, "viewMessageCenter")).toBe(false);
});
