import { startServers, type TestServers } from "@leashline/kit/test";
import { AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { service } from "../main.ts";

let servers: TestServers;
const ids: Record<string, string> = {};
beforeAll(async () => {
  servers = await startServers([service], { background: false });
  const places = { Near: ["47.6", "-122.3"], Close: ["47.62", "-122.3"], Far: ["48.6", "-122.3"], Nowhere: ["", ""] };
  for (const [firstName, [lat = "", lng = ""]] of Object.entries(places)) {
    const address = { address1: `1 ${firstName} St`, city: "Seattle", zipcode: "98101", lat, lng };
    const { client } = await servers.client(ClientService).createClient({ client: { firstName } });
    const customerId = client?.customerId ?? "";
    await servers.client(AddressService).createAddress({ address: { ...address, customerId } });
    ids[firstName] = customerId;
  }
});
afterAll(() => servers?.stop());

const here = { lat: 47.6, lng: -122.3 };
const nearby = (caller = {}) => servers.client(AddressService, caller);

test("those who live within the distance are found, the nearest first; of unknown places nobody", async () => {
  const found = async (more = {}) =>
    (await nearby().findNearbyClients({ ...here, ...more })).clients.map(({ firstName, distance }) => [firstName, distance]);
  expect(await found()).toEqual([
    ["Near", 0],
    ["Close", 1.4],
  ]);
  expect(await found({ maxDistance: 1 })).toEqual([["Near", 0]]);
  expect(await found({ maxDistance: 70 })).toHaveLength(3);
  expect(await found({ pageSize: 1 })).toEqual([["Near", 0]]);
  expect((await nearby({ companyId: "9" }).findNearbyClients(here)).clients).toEqual([]);
});

test("a place that is corrected counts, one that was taken away does not", async () => {
  const [address] = (await nearby().listAddresses({ customerId: ids.Far! })).addresses;
  const move = (lat: string, lng: string) =>
    nearby().updateAddress({
      address: { customerAddressId: address!.customerAddressId, lat, lng },
      updateMask: { paths: ["lat", "lng"] },
    });
  await move("47.6", "-122.29");
  expect((await nearby().findNearbyClients({ ...here, maxDistance: 1 })).clients.map(({ firstName }) => firstName)).toEqual([
    "Near",
    "Far",
  ]);
  await move("", "");
  expect((await nearby().findNearbyClients({ ...here, maxDistance: 1 })).clients).toHaveLength(1);
});

test("who may not see contact data learns that somebody is near, not where", async () => {
  const [shown] = (await nearby().findNearbyClients(here)).clients;
  expect(shown?.address).toMatchObject({ address1: "1 Near St", lat: "47.6", zipcode: "98101" });
  const permissions = [Permission.VIEW_CLIENT_LIST, Permission.VIEW_CLIENTS_ALL_LOCATIONS];
  const { clients } = await nearby({ permissions, employeeCategory: 0 }).findNearbyClients(here);
  expect(clients.map(({ firstName, distance }) => [firstName, distance])).toEqual([
    ["Near", 0],
    ["Close", 1.5],
  ]);
  expect(clients[0]?.address).toMatchObject({ city: "Seattle", address1: "", lat: "", lng: "", zipcode: "" });
});

test("addresses are told by their numbers, with their place as far as it is known; another company's and those that are gone are not", async () => {
  const { address } = await nearby().createAddress({
    address: { customerId: ids.Near!, address1: "9 Work Way", address2: "Unit 2", city: "Kent" },
  });
  const [home] = (await nearby().listAddresses({ customerId: ids.Near! })).addresses.filter(({ isPrimary }) => isPrimary);
  const addressIds = [address!.customerAddressId, home!.customerAddressId];
  const told = async (companyId = "1") =>
    (await servers.client(AddressService, { via: "calendar", companyId }).batchGetClientPlaces({ addressIds })).addresses
      .map((one) => [one.customerId, one.street, one.city, one.lat])
      .toSorted();
  expect(await told()).toEqual([
    [ids.Near, "1 Near St", "Seattle", 47.6],
    [ids.Near, "9 Work Way, Unit 2", "Kent", undefined],
  ]);
  expect(await told("9")).toEqual([]);
  await nearby().deleteAddress({ customerAddressId: address!.customerAddressId });
  expect(await told()).toHaveLength(1);
});
