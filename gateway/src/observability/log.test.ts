import fs from "node:fs";
import { eventually } from "@leashline/kit/test";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { asCookie, bearer, openReal, type RealGateway } from "../../test/real.ts";

// Logs are lines on standard output, written by a system call; here they are read on their way.
const lines: string[] = [];
const keep = (fd: unknown, text: unknown) => {
  if (fd === 1 || fd === 2) lines.push(String(text));
};
const { write, writeSync } = fs;
let real: RealGateway;
beforeAll(async () => {
  vi.spyOn(fs, "writeSync").mockImplementation((...args: unknown[]) => {
    keep(args[0], args[1]);
    return args[0] === 1 ? Buffer.byteLength(String(args[1])) : writeSync(...(args as Parameters<typeof writeSync>));
  });
  vi.spyOn(fs, "write").mockImplementation(((...args: unknown[]) => {
    keep(args[0], args[1]);
    return (write as (...all: unknown[]) => void)(...args);
  }) as never);
  vi.stubEnv("LEASHLINE_LOG", "trace");
  real = await openReal({ logLevel: "trace" });
});
afterAll(async () => {
  await real?.stop();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const email = "private.person@secret.example";
const password = "a-password-nobody-may-read";
const phone = "+12065550177";

test("log-redaction: a run with every kind of secret leaves none of them in the logs", async () => {
  const { token } = await real.signUp(email, { password, phoneNumber: phone, lastName: "Unmentionable" });
  await real.openCompany(token, "Log Paws");
  await real.call("SessionService/SignIn", { email, password: `${password}-wrong` });
  const signedIn = await real.call("SessionService/SignIn", { email, password }, asCookie(token));
  await real.call("SessionService/SignIn", { email, password: 7 });
  await real.call("SessionService/SignIn", { email: `${email}\n{"level":60}`, password });
  const login = await real.call("SessionService/CreateLoginToken", {}, bearer(token));
  const factor = await real.call("SecondFactorService/BeginSecondFactor", { currentPassword: password }, bearer(token));
  const key = await real.call("ApiKeyService/CreateApiKey", { name: "robot", permissions: [], businessIds: [] }, bearer(token));
  const { body } = await real.call("StaffService/CreateStaff", { firstName: "Ivy" }, bearer(token));
  const invite = await real.call("InviteService/SendStaffInvite", { staffId: body.staff.id, email: `invited.${email}` }, bearer(token));
  await real.call("PasswordResetService/SendPasswordResetCode", { email });
  const code = await eventually(async () => {
    const found = real.mails.findLast((mail) => mail.to === email)?.subject.match(/^\d{6}/)?.[0];
    if (!found) throw new Error("no mail yet");
    return found;
  });
  await real.call("PasswordResetService/ResetPassword", { email, code, password: `${password}-new` });
  const written = lines.join("");
  expect(written, "something was logged at all").toContain('"level"');
  const secrets = {
    password,
    email,
    phone: "2065550177",
    name: "Unmentionable",
    token,
    second: signedIn.body.sessionToken,
    login: login.body.token,
    factor: factor.body.secret,
    key: key.body.secret ?? key.body.key,
    invite: invite.body.inviteCode,
    code,
    signingKey: real.servers.config.signingKey,
  };
  expect(Object.entries(secrets).filter(([, secret]) => typeof secret !== "string" || secret.length < 6)).toEqual([]);
  expect(
    Object.entries(secrets)
      .filter(([, secret]) => written.includes(secret as string))
      .map(([name]) => name),
  ).toEqual([]);
});

type Line = {
  service: string;
  security?: string;
  reason?: string;
  accountId?: string;
  companyId?: string;
  apiKeyId?: string;
  rpc?: string;
  network?: string;
};

test("security-log: who got in, who did not and why, lock-outs, refusals and keys used leave a line each, with no personal data", async () => {
  const who = "logged.person@secret.example";
  const before = lines.length;
  const { token, accountId } = await real.signUp(who, { password, lastName: "Unmentionable" });
  await real.openCompany(token, "Line Paws");
  const made = await real.call("ApiKeyService/CreateApiKey", { name: "robot", permissions: [], businessIds: [] }, bearer(token));
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const key = made.body.secret ?? made.body.key;
  await real.call("TaxService/AddTaxRule", { taxName: "Tax", taxRate: "1" }, bearer(key));
  await real.call("TaxService/ListTaxRules", {}, bearer(`${key}x`));
  await real.call("TaxService/ListTaxRules", {}, { ...bearer(token), "x-leashline-company-id": "999999" });
  await real.call("AccountService/ChangePassword", { currentPassword: "not it at all", newPassword: "a new one of mine" }, bearer(token));
  for (let n = 0; n < 10; n++) await real.call("SessionService/SignIn", { email: who, password: `guess ${n}` });
  await real.call("SessionService/SignIn", { email: `nobody.${who}`, password });
  const said = lines
    .slice(before)
    .join("")
    .split("\n")
    .filter((line) => line.includes('"security":'))
    .map((line): Line => JSON.parse(line));
  // Of one call the gateway and the service may write in either order.
  const kinds = (by: string) =>
    said.filter(({ service }) => service === by).map(({ security, reason, rpc }) => [security, reason ?? rpc].filter(Boolean).join(": "));
  expect(kinds("gateway")).toEqual(["call refused: no session", "call refused: Choose a business first."]);
  expect(kinds("account")).toEqual([
    "session opened",
    "key used",
    "not allowed: /leashline.account.v1.TaxService/AddTaxRule",
    "key refused: unknown, revoked or over",
    "not allowed: another company",
    "sign-in refused: wrong current password",
    ...Array<string>(9).fill("sign-in refused: wrong password"),
    "locked out: signin",
    "sign-in refused: no such account",
  ]);
  expect(said.filter((line) => line.accountId === accountId)).toHaveLength(13);
  expect(said.filter((line) => line.security === "key used").map((line) => line.apiKeyId)).toEqual([made.body.apiKey?.id]);
  expect(new Set(said.map((line) => line.network))).toEqual(new Set(["127.0.0.0/24", undefined]));
  const personal = [who, password, "guess", "Unmentionable", "127.0.0.1", key];
  expect(personal.filter((text) => JSON.stringify(said).includes(text))).toEqual([]);
});
