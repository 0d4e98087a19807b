import { ErrorCode } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { TerminalService } from "@leashline/proto/leashline/payment/v1/terminal_service_pb.js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Harness, startHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => harness?.stop());
const env = () => harness.servers.runtime("payment").config.env;
afterEach(() => {
  delete env().LEASHLINE_STRIPE_READERS_US_ONLY;
  harness.sandbox.switches.set("stripe", { mode: "ok" });
});

const terminals = (key = "", who = {}) => harness.servers.client(TerminalService, who, key ? { idempotencyKey: key } : {});
const at = (country: string) => ({ line1: "12 Bark St", city: "Seattle", state: "WA", postalCode: "98101", country });
const place = async (country: string, key = "") =>
  (await terminals(key).createTerminalLocation({ displayName: `Counter ${country}`, address: at(country) })).location!;
const codeOf = async (country: string) => (await refusalOf(place(country))).code;

test("terminal-country: by code or name, and no other; the stricter check takes the United States only", async () => {
  expect([(await place("Germany")).address?.country, (await place("DE")).address?.country]).toEqual(["DE", "DE"]);
  expect(await codeOf("Italy")).toBe(ErrorCode.PAYMENT_DATA_INVALID);
  env().LEASHLINE_STRIPE_READERS_US_ONLY = "1";
  expect(await codeOf("Canada")).toBe(ErrorCode.PAYMENT_DATA_INVALID);
  expect((await place("US")).address?.country).toBe("US");
});

test("a place is made once under its key; its name and address change, each by itself, and its country stays", async () => {
  const before = (await terminals().listTerminalLocations({})).locations.length;
  const one = await place("US", "place");
  expect((await place("US", "place")).id).toBe(one.id);
  expect((await terminals().listTerminalLocations({})).locations).toHaveLength(before + 1);
  const named = (await terminals().updateTerminalLocation({ locationId: one.id, displayName: "Front desk" })).location!;
  expect(named).toMatchObject({ displayName: "Front desk", address: { line1: "12 Bark St" } });
  const moved = { locationId: one.id, address: { ...at("US"), line1: "14 Bark St" } };
  expect((await terminals().updateTerminalLocation(moved)).location).toMatchObject({
    displayName: "Front desk",
    address: { line1: "14 Bark St" },
  });
  expect((await harness.stripe.terminal.locations.retrieve(one.id)) as object).toMatchObject({
    display_name: "Front desk",
    address: { line1: "14 Bark St" },
    metadata: { company_id: "1", business_id: "1" },
  });
  const stale = terminals().updateTerminalLocation({ locationId: one.id, displayName: "Late", version: one.version });
  expect((await refusalOf(stale)).code).toBe(ErrorCode.VERSION_CONFLICT);
  const abroad = terminals().updateTerminalLocation({ locationId: one.id, address: at("DE") });
  expect((await refusalOf(abroad)).code).toBe(ErrorCode.PAYMENT_DATA_INVALID);
});

test("a reader is registered by its code once, renamed, listed with how it is now, and taken off", async () => {
  const { id: locationId } = await place("US");
  const asked = { locationId, registrationCode: "simulated-s700", label: "Counter" };
  const wrong = terminals().createReader({ ...asked, registrationCode: "nobody" });
  expect((await refusalOf(wrong)).code).toBe(ErrorCode.PAYMENT_DATA_INVALID);
  const { reader } = await terminals("reader").createReader(asked);
  expect(reader).toMatchObject({ label: "Counter", deviceType: "simulated_stripe_s700", status: "online", locationId });
  expect((await terminals("reader").createReader(asked)).reader?.id).toBe(reader?.id);
  const stripeReaderId = reader!.id;
  await terminals().renameReader({ stripeReaderId, label: "Back desk" });
  const page = `${harness.sandbox.url}/sandbox/stripe/readers/${stripeReaderId}`;
  await fetch(page, { method: "POST", body: "outcome=offline", redirect: "manual" });
  const listed = async () => (await terminals().listReaders({ locationId })).readers.map(({ label, status }) => [label, status]);
  expect(await listed()).toEqual([["Back desk", "offline"]]);
  harness.sandbox.switches.set("stripe", { mode: "down" });
  expect(await listed()).toEqual([["Back desk", ""]]);
  harness.sandbox.switches.set("stripe", { mode: "ok" });
  await terminals().deleteReader({ stripeReaderId });
  await terminals().deleteReader({ stripeReaderId });
  expect(await listed()).toEqual([]);
  expect((await harness.stripe.terminal.readers.list({ location: locationId })).data).toEqual([]);
});

test("another company's places and readers do not exist", async () => {
  const { id: locationId } = await place("US");
  const { reader } = await terminals().createReader({ locationId, registrationCode: "simulated-wpe" });
  const stripeReaderId = reader!.id;
  const other = terminals("", { companyId: "2" });
  const tries = [
    () => other.updateTerminalLocation({ locationId, displayName: "Mine" }),
    () => other.createReader({ locationId, registrationCode: "simulated-wpe" }),
    () => other.listReaders({ locationId }),
    () => other.renameReader({ stripeReaderId, label: "Mine" }),
    () => other.createConnectionToken({ locationId }),
  ];
  for (const ask of tries) expect((await refusalOf(ask())).code).toBe(ErrorCode.NOT_FOUND);
  await other.deleteReader({ stripeReaderId });
  expect((await terminals().listReaders({ locationId })).readers.map(({ id }) => id)).toEqual([stripeReaderId]);
  expect((await other.listTerminalLocations({})).locations).toEqual([]);
  expect((await terminals().createConnectionToken({ locationId })).secret).toMatch(/^pst_test_/);
});
