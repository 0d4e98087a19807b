import { generateKeyPairSync } from "node:crypto";
import { type Sandbox, startSandbox } from "@leashline/deploy/sandbox/main.ts";
import { ErrorCode } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { BusinessChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { GoogleReserveService, GoogleReserveStatus } from "@leashline/proto/leashline/online_booking/v1/google_reserve_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, openDesk, paws } from "../../test/desk.ts";

const key = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs8", format: "pem" }) as string;
const complete = {
  id: "1",
  businessName: "Paws",
  phoneNumber: "+12065550100",
  address1: "12 Pine St",
  addressCity: "Seattle",
  addressState: "WA",
};
let shop = complete;
let sandbox: Sandbox;
let desk: Desk;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, googleReserveKey: key });
  Object.assign(process.env, {
    LEASHLINE_GOOGLE_RESERVE_PARTNER_ID: "20000001",
    LEASHLINE_GOOGLE_RESERVE_KEY: JSON.stringify({ client_email: "us@sandbox.test", private_key: key }),
    LEASHLINE_GOOGLE_RESERVE_API_BASE: sandbox.url,
  });
  desk = await openDesk([partOf(BusinessService, { batchGetBusinesses: async () => ({ businesses: [shop] }) })]);
});
beforeEach(() => {
  shop = complete;
  sandbox.switches.set("google", { mode: "ok" });
});
afterAll(async () => {
  await desk?.servers.stop();
  await sandbox?.close();
  for (const name of ["PARTNER_ID", "KEY", "API_BASE"]) delete process.env[`LEASHLINE_GOOGLE_RESERVE_${name}`];
});

const google = (caller: object = {}) => desk.servers.client(GoogleReserveService, caller);
const { UNSPECIFIED, IN_PROCESS, ACTION_REQUIRED, CONNECTED } = GoogleReserveStatus;

async function set(enabled: boolean) {
  await google().updateGoogleReserveIntegration({ businessId: "1", enabled });
  await look();
}
/** An hour later. */
async function look() {
  await desk.servers.admin.query(
    "update online_booking.job set due_at = now() - interval '1 second' where kind = 'google-reserve' and state = 'due'",
  );
  await desk.servers.runDue("online-booking");
}
const stands = async () => (await google().getGoogleReserveIntegration({ businessId: "1" })).integration;
const status = async () => (await stands())?.status;

test("google-reserve-status: in process until Google has looked, action required when it finds no profile, connected when it does", async () => {
  expect(await stands()).toMatchObject({ enabled: false, status: UNSPECIFIED, available: true });
  await set(true);
  expect([
    await status(),
    sandbox.reserve.all().map(({ id, url, entity }) => [id, url?.endsWith(`/ol/${desk.page}`), entity.telephone]),
  ]).toEqual([IN_PROCESS, [["1-1", true, "+12065550100"]]]);
  sandbox.reserve.decide("1-1", false);
  await look();
  expect(await stands()).toMatchObject({ status: ACTION_REQUIRED, action: expect.stringContaining("no business profile") });
  sandbox.reserve.decide("1-1", true);
  await look();
  expect(await stands()).toMatchObject({ status: CONNECTED, action: "", fault: "" });
});

test("Google hears of another phone number at once, of a closed page within the hour, and that it is over", async () => {
  await set(true);
  shop = { ...complete, phoneNumber: "+12065550199" };
  await desk.tell(BusinessChangedSchema, paws);
  await desk.servers.runDue("online-booking");
  expect([sandbox.reserve.all()[0]?.entity.telephone, await status()]).toEqual(["+12065550199", IN_PROCESS]);
  const open = (is: boolean) => desk.servers.admin.query("update online_booking.setting set is_enable = $1 where business_id = 1", [is]);
  await open(false);
  await look();
  await open(true);
  expect([sandbox.reserve.all(), (await stands())?.action]).toEqual([[], expect.stringContaining("booking page is closed")]);
  await look();
  expect(sandbox.reserve.all()).toHaveLength(1);
  await set(false);
  expect([sandbox.reserve.all(), await status()]).toEqual([[], UNSPECIFIED]);
});

test("a business without an address is told so before Google is; an answer that never came is tried again and told once", async () => {
  shop = { ...complete, address1: "" };
  await set(true);
  expect([await status(), (await stands())?.action, sandbox.reserve.all()]).toEqual([
    ACTION_REQUIRED,
    expect.stringContaining("an address"),
    [],
  ]);
  shop = complete;
  sandbox.switches.set("google", { mode: "lost", remaining: 1 });
  await look();
  expect([(await stands())?.fault, sandbox.reserve.all().length]).toEqual([expect.stringContaining("did not answer"), 1]);
  await look();
  expect([(await stands())?.fault, await status(), sandbox.reserve.all().length]).toEqual(["", IN_PROCESS, 1]);
  sandbox.switches.set("google", { mode: "decline" });
  shop = { ...complete, businessName: "!" };
  await look();
  expect((await stands())?.action).toContain("did not accept");
});

const told = async () => {
  const jobs = "select 1 from online_booking.job where kind = 'google-reserve' and state = 'due'";
  const [row, due] = await Promise.all(
    ["select told from online_booking.google_reserve", jobs].map((text) => desk.servers.admin.query(text)),
  );
  return [row?.rows[0].told, due?.rows.length];
};

test("what Google has half of is forgotten when it is switched off; what it refuses to forget, or never had, is asked until it is gone", async () => {
  await set(false);
  expect([await told(), sandbox.reserve.all()]).toEqual([["", 0], []]);
  sandbox.switches.set("google", { mode: "lost", remaining: 1 });
  await set(true);
  expect([await told(), sandbox.reserve.all().map(({ url }) => url)]).toEqual([["half", 1], [null]]);
  await set(false);
  expect([await told(), sandbox.reserve.all()]).toEqual([["", 0], []]);
  await set(true);
  sandbox.switches.set("google", { mode: "decline", remaining: 1 });
  await set(false);
  expect([await told(), sandbox.reserve.all().length]).toEqual([["half", 1], 1]);
  await look();
  expect([await told(), sandbox.reserve.all()]).toEqual([["", 0], []]);
  sandbox.switches.set("google", { mode: "decline", remaining: 1 });
  await set(true);
  expect([await told(), sandbox.reserve.all()]).toEqual([["half", 1], []]);
  await set(false);
  expect(await told()).toEqual(["", 0]);
});

test("of two who switch at once one is refused; without a partner account it cannot be switched on; another company sees its own", async () => {
  const { version = 0 } = (await stands()) ?? {};
  const tries = [true, false].map((enabled) => refusalOf(google().updateGoogleReserveIntegration({ businessId: "1", enabled, version })));
  const refused = (await Promise.allSettled(tries)).flatMap((one) => (one.status === "fulfilled" ? [one.value.code] : []));
  expect(refused).toEqual([ErrorCode.VERSION_CONFLICT]);
  const { LEASHLINE_GOOGLE_RESERVE_PARTNER_ID: partner } = process.env;
  delete desk.servers.runtime("online-booking").config.env.LEASHLINE_GOOGLE_RESERVE_PARTNER_ID;
  expect((await refusalOf(google().updateGoogleReserveIntegration({ businessId: "1", enabled: true }))).code).toBe(
    ErrorCode.STATE_CONFLICT,
  );
  desk.servers.runtime("online-booking").config.env.LEASHLINE_GOOGLE_RESERVE_PARTNER_ID = partner;
  expect((await google({ companyId: "2" }).getGoogleReserveIntegration({ businessId: "1" })).integration?.enabled).toBe(false);
});
