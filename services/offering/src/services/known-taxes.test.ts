import { ErrorCode } from "@leashline/kit";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { AddOnService } from "@leashline/proto/leashline/offering/v1/add_on_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { CompanyServiceService } from "@leashline/proto/leashline/offering/v1/company_service_pb.js";
import { ServiceChargeService } from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { taxesAre } from "../../test/taxes.ts";
import { service } from "../main.ts";

let servers: TestServers;
const taxes = ["3"];
beforeAll(async () => {
  servers = await startServers([{ ...service, rpcs: [...service.rpcs, taxesAre(taxes)] }]);
});
afterAll(() => servers?.stop());

const [catalog, company, addOns, charges] = [
  () => servers.client(CatalogService),
  () => servers.client(CompanyServiceService),
  () => servers.client(AddOnService),
  () => servers.client(ServiceChargeService),
];
const usd = (units: number) => ({ currencyCode: "USD", units: BigInt(units), nanos: 0 });
const groom = (name: string, more: object) => ({ service: { name, careType: "GROOMING", ...more } });
const charge = (name: string, more: object) => ({ name, price: usd(5), isActive: true, ...more });
const bow = (name: string, more: object) => ({ addOn: { name, careType: "GROOMING", ...more } });
const there = (taxId: string) => [{ businessId: "1" }, { businessId: "2", taxId }];

/** Something that is made, with the id that it has, and the update of it. */
const made = {
  service: async () => (await catalog().createService(groom(`Groom ${Math.random()}`, { taxId: "3" }))).service?.id ?? "0",
  addOn: async () => (await addOns().createAddOn(bow(`Bow ${Math.random()}`, { taxId: "3" }))).addOn?.id ?? "0",
  charge: async () =>
    (await charges().createServiceCharge(charge(`Fee ${Math.random()}`, { taxId: "3" }))).serviceCharge?.serviceChargeId ?? "0",
};

test.each([
  ["a service", "service.taxId", () => catalog().createService(groom("A", { taxId: "4" }))],
  ["a service, by its newer name", "service.taxId", () => company().createCompanyService({ service: { name: "A", taxId: "4" } })],
  [
    "a service at a location",
    "service.locationOverrides.1.taxId",
    () => catalog().createService(groom("A", { locationOverrides: there("4") })),
  ],
  ["an add-on", "addOn.taxId", () => addOns().createAddOn(bow("A", { taxId: "4" }))],
  ["an add-on at a location", "addOn.businessOverrides.1.taxId", () => addOns().createAddOn(bow("A", { businessOverrides: there("4") }))],
  ["a service charge", "taxId", () => charges().createServiceCharge(charge("A", { taxId: "4" }))],
  ["the starter catalog", "taxId", () => catalog().createStarterCatalog({ careTypes: ["GROOMING"], taxId: "4" })],
  ["a changed service", "service.taxId", async () => catalog().updateService({ id: await made.service(), service: { taxId: "4" } })],
  [
    "a changed service, by its newer name",
    "service.taxId",
    async () => company().updateCompanyService({ id: await made.service(), service: { taxId: "4" } }),
  ],
  ["a changed add-on", "addOn.taxId", async () => addOns().updateAddOn({ id: await made.addOn(), addOn: { taxId: "4" } })],
  ["a changed service charge", "taxId", async () => charges().updateServiceCharge({ serviceChargeId: await made.charge(), taxId: "4" })],
])("%s cannot name a tax that the company does not have", async (_, field, call) => {
  const { code, options } = await refusalOf(call());
  expect([code, options.fields?.[0]?.field]).toEqual([ErrorCode.PARAMS_INVALID, field]);
});

test("a tax that was there when it was named may stay when it is gone, and what an update does not name is not looked at", async () => {
  const [serviceId, addOnId, serviceChargeId] = [await made.service(), await made.addOn(), await made.charge()];
  taxes.splice(0);
  const kept = await catalog().updateService({ id: serviceId, service: { taxId: "3", duration: 70 } });
  const bowed = await addOns().updateAddOn({ id: addOnId, addOn: { taxId: "3", duration: 5 } });
  const { serviceCharge } = await charges().updateServiceCharge({ serviceChargeId, taxId: "3", price: usd(6) });
  expect([kept.service?.taxId, bowed.addOn?.taxId, serviceCharge?.taxId]).toEqual(["3", "3", "3"]);
  const masked = await catalog().updateService({
    id: serviceId,
    service: { taxId: "4", duration: 80 },
    updateMask: { paths: ["duration"] },
  });
  expect(masked.service).toMatchObject({ taxId: "3", duration: 80 });
  const cleared = await catalog().updateService({ id: serviceId, service: {}, updateMask: { paths: ["tax_id"] } });
  expect(cleared.service?.taxId).toBe("0");
});
