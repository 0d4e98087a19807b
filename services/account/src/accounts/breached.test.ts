import { createHash } from "node:crypto";
import http from "node:http";
import { nobody } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AccountService } from "@leashline/proto/leashline/account/v1/account_service_pb.js";
import { PasswordResetService } from "@leashline/proto/leashline/account/v1/password_reset_service_pb.js";
import { SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Harness, password, startHarness } from "../../test/harness.ts";
import { breachListFrom } from "./breached.ts";

const stolen = "seven stolen herons";
const padding = "three padded geese";
const sha1 = (text: string) => createHash("sha1").update(text).digest("hex").toUpperCase();

type Answer = (response: http.ServerResponse, path: string) => void;
const range: Answer = (response, path) => {
  const known = [
    [sha1(stolen), 3],
    [sha1(padding), 0],
  ] as const;
  const lines = known.filter(([hash]) => path === `/range/${hash.slice(0, 5)}`).map(([hash, count]) => `${hash.slice(5)}:${count}`);
  response.end(["0018A45C4D1DEF81644B54AB7F969B88D65:21", ...lines].join("\r\n"));
};

let harness: Harness;
let answer = range;
const asked: http.IncomingMessage[] = [];
const list = http.createServer((request, response) => {
  asked.push(request);
  answer(response, request.url ?? "");
});
const where = () => `http://127.0.0.1:${(list.address() as { port: number }).port}/range`;

beforeAll(async () => {
  harness = await startHarness();
  await new Promise<void>((resolve) => list.listen(0, "127.0.0.1", resolve));
  harness.servers.config.env.LEASHLINE_BREACHED_PASSWORDS_URL = where();
});
afterAll(async () => {
  await harness?.servers.stop();
  list.closeAllConnections();
  list.close();
});
afterEach(() => {
  answer = range;
  asked.length = 0;
});

let people = 0;
const signUp = (chosen: string) =>
  harness.as(AccountService).signUp({ email: `p${++people}@herons.example`, password: chosen, firstName: "Ann" });

test("a stolen password is refused at sign-up, change and reset, and only five digits of its hash are told", async () => {
  const caller = await harness.signUp("keeps@herons.example");
  const refusals = [
    ["password", () => signUp(stolen)],
    ["newPassword", () => harness.as(AccountService, caller).changePassword({ currentPassword: password, newPassword: stolen })],
    ["password", () => harness.as(PasswordResetService).resetPassword({ email: "keeps@herons.example", code: "123456", password: stolen })],
  ] as const;
  for (const [field, call] of refusals) {
    const refusal = await refusalOf(call());
    expect([refusal.code, refusal.options.fields]).toEqual([400, [{ field, reason: expect.stringContaining("stolen") }]]);
  }
  const told = asked.filter(({ url }) => url === `/range/${sha1(stolen).slice(0, 5)}`);
  expect(told).toHaveLength(3);
  expect(told.every(({ headers }) => headers["add-padding"] === "true")).toBe(true);
  const { account } = await harness.as(SessionService, { ...nobody, ip: "10.1.7.1" }).signIn({ email: "keeps@herons.example", password });
  expect(account?.id).toBe(caller.accountId);
});

test("one that only pads the answer, or stands in none, is taken", async () => {
  expect((await signUp(padding)).sessionToken).not.toBe("");
  expect((await signUp("nine quiet swans")).sessionToken).not.toBe("");
});

test.each<[string, Answer]>([
  ["says it is busy", (response) => response.writeHead(503).end()],
  ["sends elsewhere", (response) => response.writeHead(302, { location: where() }).end()],
  ["hangs up", (response) => response.destroy()],
  ["talks nonsense", (response) => response.end("<html>\n:::\n\n")],
  ["says nothing", () => undefined],
])("while the list is away, slow or talks nonsense, people choose their passwords all the same: it %s", async (_, how) => {
  answer = how;
  expect((await signUp(stolen)).sessionToken).not.toBe("");
  expect(asked).toHaveLength(1);
});

test("an address that is none stops the start", () => {
  for (const wrong of ["somewhere", "ftp://list.example/range/"])
    expect(() => breachListFrom({ LEASHLINE_BREACHED_PASSWORDS_URL: wrong })).toThrow("LEASHLINE_BREACHED_PASSWORDS_URL");
  expect(breachListFrom({})).toBeNull();
  expect(breachListFrom({ LEASHLINE_BREACHED_PASSWORDS_URL: "https://list.example/range" })?.href).toBe("https://list.example/range/");
});
