import { SANDBOX_KEYS, type Sandbox, startSandbox } from "@leashline/deploy/sandbox/main.ts";
import { ErrorCode } from "@leashline/kit";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { AddressSearch, MapService } from "@leashline/proto/leashline/calendar/v1/driving_map_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { calendar } from "../../test/harness.ts";
import { suggest } from "./map.ts";

let sandbox: Sandbox;
let withMaps: TestServers;
let without: TestServers;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
  without = await startServers([calendar], { background: false });
  Object.assign(process.env, { LEASHLINE_MAPS_API_KEY: SANDBOX_KEYS.mapsApiKey, LEASHLINE_MAPS_API_BASE: sandbox.url });
  withMaps = await startServers([calendar], { background: false });
});
afterAll(async () => {
  await Promise.all([withMaps?.stop(), without?.stop()]);
  await sandbox?.close();
});

test("what is typed finds addresses; the one picked comes in its parts, with its place", async () => {
  const api = withMaps.client(MapService, { companyId: "1" });
  const { search, suggestions } = await api.autocompleteAddress({ text: "12 mapl" });
  expect(search).toBe(AddressSearch.READY);
  expect(suggestions).toHaveLength(5);
  expect(suggestions[0]).toMatchObject({ title: "12 Maple St", detail: "Seattle, WA, USA" });
  const { address } = await api.lookupAddress({ placeId: suggestions[1]!.placeId });
  const place = { lat: "47.6185", lng: "-122.20488" };
  expect(address).toMatchObject({
    address1: "12 Maple St",
    city: "Bellevue",
    state: "WA",
    zipcode: "98004",
    country: "United States",
    ...place,
  });
  expect((await api.lookupAddress({ text: "12 Maple St, Bellevue, WA" })).address).toMatchObject(place);
});

test("an address that nobody knows is not found; either a place or a text is asked for", async () => {
  const api = withMaps.client(MapService, { companyId: "1" });
  expect((await api.autocompleteAddress({ text: "no such street" })).suggestions).toEqual([]);
  expect((await refusalOf(api.lookupAddress({ placeId: "sandbox-99-0-1" }))).code).toBe(ErrorCode.NOT_FOUND);
  expect((await refusalOf(api.lookupAddress({}))).code).toBe(ErrorCode.PARAMS_INVALID);
  expect((await refusalOf(api.lookupAddress({ placeId: "a", text: "b" }))).code).toBe(ErrorCode.PARAMS_INVALID);
});

test("without a vendor the search says so and finds nothing", async () => {
  const api = without.client(MapService, { companyId: "1" });
  expect(await api.autocompleteAddress({ text: "12 maple" })).toMatchObject({ search: AddressSearch.NOT_SET_UP, suggestions: [] });
  expect(await refusalOf(api.lookupAddress({ text: "12 Maple St" }))).toMatchObject({
    code: ErrorCode.STATE_CONFLICT,
    message: "Address search is not set up.",
  });
});

test("a vendor who refuses, or does not answer, is away: nothing breaks", async () => {
  const LEASHLINE_MAPS_API_BASE = sandbox.url;
  expect(await suggest({ LEASHLINE_MAPS_API_BASE, LEASHLINE_MAPS_API_KEY: "another" }, "12 maple")).toEqual({ kind: "away" });
  const nobody = { LEASHLINE_MAPS_API_BASE: "http://127.0.0.1:9", LEASHLINE_MAPS_API_KEY: "k" };
  expect(await suggest(nobody, "12 maple")).toEqual({ kind: "away" });
});
