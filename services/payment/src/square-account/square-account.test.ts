import type { Sandbox } from "@leashline/deploy/sandbox/main.ts";
import { ErrorCode } from "@leashline/kit";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { SquareAccountService, SquareDeviceStatus } from "@leashline/proto/leashline/payment/v1/square_account_service_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Consent, consentAt, startSquare } from "../../test/square.ts";
import { service } from "../main.ts";

let servers: TestServers;
let sandbox: Sandbox;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ sandbox, stop } = await startSquare());
  servers = await startServers([service]);
});
afterAll(async () => {
  await servers?.stop();
  await stop?.();
});
let account = "";
let next = 1;
beforeEach(async () => {
  sandbox.switches.set("square", { mode: "ok" });
  await servers.admin.query("delete from payment.square_link");
  account = `Muddy Paws ${next++}`;
});

const square = (caller = {}) => servers.client(SquareAccountService, caller);
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;
const consent = async (how: Consent = {}, caller = {}) =>
  await consentAt((await square(caller).beginSquareAccount({})).address, { account, ...how });
const connect = async (how: Consent = {}) => (await square().finishSquareAccount(await consent(how))).account!;
const link = async () => (await servers.admin.query("select * from payment.square_link")).rows[0];

test("an answer connects once, for whoever asked for it; what lets us in is stored sealed and never shown", async () => {
  expect(await square().getSquareAccount({})).toMatchObject({ available: true });
  const answer = await consent();
  expect(await codeOf(square({ accountId: "9" }).finishSquareAccount(answer))).toBe(ErrorCode.PARAMS_INVALID);
  expect(await codeOf(square({ companyId: "2" }).finishSquareAccount(answer))).toBe(ErrorCode.PARAMS_INVALID);
  expect(await codeOf(square().finishSquareAccount({ ...answer, state: `${answer.state}x` }))).toBe(ErrorCode.PARAMS_INVALID);
  const [first, again] = [await square().finishSquareAccount(answer), await square().finishSquareAccount(answer)];
  expect(first.account).toMatchObject({ merchantName: account, connected: true, version: 1, currency: "USD", locationName: account });
  expect(again).toEqual(first);
  expect(await codeOf(square().finishSquareAccount({ ...(await consent()), code: "sq0cgp-made-up" }))).toBe(ErrorCode.PARAMS_INVALID);
  const row = await link();
  for (const token of [row.access_token, row.refresh_token]) expect(token.toString("latin1")).not.toMatch(/EAAAEK|EQAAEK/);
  const shown = JSON.stringify(await square().getSquareAccount({}), (_, value) => (typeof value === "bigint" ? String(value) : value));
  expect(shown).not.toMatch(/EAAAEK|EQAAEK/);
  expect((await consent({ answer: "deny" })).error).toBe("access_denied");
});

test("which of its places a location is, is chosen where there are several; only one that works in its currency", async () => {
  const { merchantId, locationId, version } = await connect({ places: 2 });
  expect(locationId).toBe("");
  expect((await square().listSquareDevices({})).devices).toEqual([]);
  expect(await codeOf(square().pairSquareDevice({ name: "Front desk" }))).toBe(ErrorCode.STATE_CONFLICT);
  const { locations } = await square().listSquareLocations({});
  expect(locations.map(({ name, usable, currency }) => [name, usable, currency])).toEqual([
    [account, true, "USD"],
    [`${account} 2`, true, "USD"],
  ]);
  expect(locations[0]?.address).toBe("12 Bark St, Seattle, WA 98101");
  const choose = (id: string, seen = version) => square().chooseSquareLocation({ locationId: id, version: seen });
  expect(await codeOf(choose("LNOWHERE"))).toBe(ErrorCode.PARAMS_INVALID);
  expect(await codeOf(choose(locations[1]!.id, 9))).toBe(ErrorCode.VERSION_CONFLICT);
  expect((await choose(locations[1]!.id)).account).toMatchObject({ merchantId, locationName: `${account} 2`, version: 2 });
  expect((await square().finishSquareAccount(await consent())).account).toMatchObject({ locationName: `${account} 2`, version: 3 });
  account = "Canada Paws";
  const abroad = await connect({ currency: "CAD" });
  expect(abroad.locationId).toBe("");
  const [place] = (await square().listSquareLocations({})).locations;
  expect(place?.usable).toBe(false);
  expect(await codeOf(choose(place!.id, abroad.version))).toBe(ErrorCode.PARAMS_INVALID);
});

test("a terminal is paired by the code that Square gives, once however often it is asked for under one key", async () => {
  const { merchantId } = await connect();
  const pair = () => servers.client(SquareAccountService, {}, { idempotencyKey: "one terminal" }).pairSquareDevice({ name: "Front desk" });
  const [{ device }, again] = [await pair(), await pair()];
  expect(device).toMatchObject({ name: "Front desk", status: SquareDeviceStatus.UNPAIRED, deviceId: "" });
  expect([device?.code.length, again.device?.codeId]).toEqual([6, device?.codeId]);
  expect(device?.pairByTime).toBeDefined();
  const deviceId = sandbox.square.pair(merchantId, device!.codeId);
  await square().pairSquareDevice({ name: "Back door" });
  const { devices } = await square().listSquareDevices({});
  expect(devices.map((one) => [one.name, one.status, one.deviceId, one.code !== ""])).toEqual([
    ["Front desk", SquareDeviceStatus.PAIRED, deviceId, false],
    ["Back door", SquareDeviceStatus.UNPAIRED, "", true],
  ]);
});

test("a token that ran out is exchanged and the call done; one that is old is exchanged before; while Square is away a good one goes on", async () => {
  const { merchantId } = await connect();
  const before = (await link()).access_token.toString("hex");
  sandbox.square.grants.expire(merchantId);
  expect((await square().listSquareLocations({})).locations).toHaveLength(1);
  const second = await link();
  expect(second.access_token.toString("hex")).not.toBe(before);
  await servers.admin.query("update payment.square_link set expires_at = now() + interval '20 days'");
  await square().listSquareLocations({});
  const third = await link();
  expect(third.access_token.toString("hex")).not.toBe(second.access_token.toString("hex"));
  expect(third.expires_at.getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000);
  sandbox.switches.set("square", { mode: "down" });
  expect(await codeOf(square().listSquareLocations({}))).toBe(ErrorCode.PAYMENT_OUTCOME_UNKNOWN);
  expect((await square().getSquareAccount({})).account?.connected).toBe(true);
});

test("once Square lets nobody in any more the page says so and nothing is tried; connecting the same account again goes on", async () => {
  const { merchantId } = await connect();
  sandbox.square.grants.end(merchantId);
  expect(await codeOf(square().listSquareLocations({}))).toBe(ErrorCode.BANK_ACCOUNT_MISSING);
  const ended = (await square().getSquareAccount({})).account;
  expect(ended).toMatchObject({ connected: false, merchantId, locationName: account });
  expect(ended?.tokenExpiresTime).toBeUndefined();
  expect((await link()).refresh_token).toHaveLength(0);
  expect((await connect()).merchantId).toBe(merchantId);
  expect((await square().listSquareLocations({})).locations).toHaveLength(1);
});

test("disconnecting gives the permission back and keeps no token; another location of the same account stays connected", async () => {
  const { merchantId } = await connect();
  const elsewhere = { companyId: "2", businessId: "5", businessIds: ["5"] };
  await square(elsewhere).finishSquareAccount(await consent({}, elsewhere));
  await square().disconnectSquareAccount({});
  await square().disconnectSquareAccount({});
  expect((await square().getSquareAccount({})).account).toMatchObject({ connected: false, merchantId });
  expect(await codeOf(square().listSquareLocations({}))).toBe(ErrorCode.BANK_ACCOUNT_MISSING);
  expect((await square(elsewhere).listSquareLocations({})).locations).toHaveLength(1);
  await servers.admin.query("delete from payment.square_link where company_id = 1");
  await square(elsewhere).disconnectSquareAccount({});
  expect(sandbox.store.list({ kinds: ["sq_grant"], equals: { merchantId, ended: 0 as never } })).toEqual([]);
});

test("an account that was connected before payouts were asked for says so until it is connected again; where it is, it stays the same place", async () => {
  const missing = async (caller = {}) => (await square(caller).getSquareAccount({})).account?.missingPermissions;
  expect([(await connect()).missingPermissions, await missing()]).toEqual([[], []]);
  const { locationId } = await connect({ without: "PAYOUTS_READ" });
  await servers.admin.query("update payment.square_link set scopes = null");
  sandbox.square.grants.away = true;
  expect([await missing(), (await link()).scopes]).toEqual([[], null]);
  sandbox.square.grants.away = false;
  expect([await missing(), await missing()]).toEqual([["PAYOUTS_READ"], ["PAYOUTS_READ"]]);
  expect((await link()).scopes).toContain("PAYMENTS_READ");
  // Another location of the account, which it is asked by from then on, as far as the company is the same.
  const other = { businessId: "2", businessIds: ["1", "2"] };
  await square(other).finishSquareAccount(await consent({}, other));
  expect([await missing(), await missing(other)]).toEqual([[], []]);
  await square(other).disconnectSquareAccount({});
  expect(await missing()).toEqual(["PAYOUTS_READ"]);
  const again = await connect();
  expect(again).toMatchObject({ connected: true, locationId, missingPermissions: [] });
  expect(await missing()).toEqual([]);
});

test("it asks for the permission, and another company's account does not exist", async () => {
  await connect();
  const groomer = square({ staffId: "2", employeeCategory: 0, permissions: [Permission.VIEW_INVOICE] });
  for (const call of [
    groomer.getSquareAccount({}),
    groomer.beginSquareAccount({}),
    groomer.disconnectSquareAccount({}),
    groomer.listSquareDevices({}),
  ])
    expect(await codeOf(call)).toBe(ErrorCode.NO_PERMISSION);
  const cashier = square({ staffId: "2", employeeCategory: 0, permissions: [Permission.TAKE_PAYMENT] });
  expect((await cashier.listSquareDevices({})).devices).toEqual([]);
  expect(await codeOf(cashier.listSquareLocations({}))).toBe(ErrorCode.NO_PERMISSION);
  const stranger = square({ companyId: "2", businessId: "5", businessIds: ["5"] });
  expect((await stranger.getSquareAccount({})).account).toBeUndefined();
  expect(await codeOf(stranger.listSquareLocations({}))).toBe(ErrorCode.NOT_FOUND);
});
