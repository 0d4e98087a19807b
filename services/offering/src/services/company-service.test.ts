import { ErrorCode } from "@leashline/kit";
import { partOf, refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { CompanyServiceService, CompanyServiceStatus as Status } from "@leashline/proto/leashline/offering/v1/company_service_pb.js";
import { ShowPrice } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { taxesAre } from "../../test/taxes.ts";
import { service } from "../main.ts";

let servers: TestServers;
const settings = {
  petTypes: [
    { id: "1", name: "Dog", breeds: ["Poodle"] },
    { id: "2", name: "Cat", breeds: [] },
  ],
  petSizes: [{ id: "4" }],
  coatTypes: [{ id: "1", name: "Curly" }],
  petCodes: [{ id: "9" }],
};
beforeAll(async () => {
  const pets = partOf(PetSettingsService, { getPetSettings: async () => settings });
  servers = await startServers([{ ...service, rpcs: [...service.rpcs, pets, taxesAre(["3"])] }]);
});
afterAll(() => servers?.stop());

const company = (companyId: string) => servers.client(CompanyServiceService, { companyId });
const catalog = (companyId: string) => servers.client(CatalogService, { companyId });
const usd = (units: number) => ({ currencyCode: "USD", units: BigInt(units), nanos: 0 });
const code = async (call: Promise<unknown>) => (await refusalOf(call)).code;
const everything = {
  availability: {
    businessIds: ["1"],
    petTypes: [{ petType: "Dog", breeds: ["Poodle"] }],
    petSizeIds: ["4"],
    weightTo: 60,
    coatTypes: ["Curly"],
    excludedPetCodeIds: ["9"],
  },
  staffOverrides: [{ staffId: "5", price: usd(70), duration: 90 }],
  locationOverrides: [{ businessId: "1", price: usd(60), duration: 75, taxId: "3" }],
};

test("fulfillment-flow-flag: both faces write and show the same rows, with the same ids, versions and refusals", async () => {
  const input = { name: "Groom", careTypeId: "1", price: usd(50), ...everything, options: { requireDedicatedStaff: true } };
  const { service: made } = await company("50").createCompanyService({ service: input });
  expect(made).toMatchObject({ name: "Groom", careTypeId: "1", status: Status.ACTIVE, duration: 60, version: 1, ...everything });
  const older = (await catalog("50").getService({ id: made!.id })).service!;
  expect(older).toMatchObject({ careType: "GROOMING", inactive: false, ...everything, options: { requireDedicatedStaff: true } });
  const options = { ...older.options!, showBasePrice: ShowPrice.HIDE };
  await catalog("50").updateService({ id: older.id, service: { options, inactive: true }, version: 1 });
  const paths = ["price", "options.require_dedicated_staff"];
  const change = { id: older.id, service: { price: usd(55), options: { requireDedicatedStaff: false } }, updateMask: { paths } };
  expect(await code(company("50").updateCompanyService({ ...change, version: 1 }))).toBe(ErrorCode.VERSION_CONFLICT);
  const { service: dearer } = await company("50").updateCompanyService({ ...change, version: 2 });
  expect(dearer).toMatchObject({ status: Status.INACTIVE, price: usd(55), options: { requireDedicatedStaff: false }, version: 3 });
  expect((await catalog("50").getService({ id: older.id })).service?.options).toMatchObject({ showBasePrice: ShowPrice.HIDE });
  expect(await code(catalog("50").createService({ service: { name: "groom ", careType: "BOARDING" } }))).toBe(51002);
  expect(await code(company("50").createCompanyService({ service: { name: " GROOM", careTypeId: "2" } }))).toBe(51002);
});

test("what is not named stays, what a mask names and does not give is cleared, and a care type is kept", async () => {
  const { service: made } = await company("51").createCompanyService({
    service: { name: "Bath", careTypeId: "1", description: "Wet", ...everything },
  });
  const id = made!.id;
  const paths = ["staff_overrides", "description", "status"];
  const { service: after } = await company("51").updateCompanyService({
    id,
    service: { name: "Bath II" },
    updateMask: { paths: ["name"] },
  });
  expect(after).toMatchObject({ name: "Bath II", description: "Wet", ...everything });
  const status = Status.INACTIVE;
  const cleared = await company("51").updateCompanyService({ id, service: { status }, updateMask: { paths } });
  expect(cleared.service).toMatchObject({ name: "Bath II", description: "", staffOverrides: [], status });
  const only = { id, service: { availability: { weightTo: 20 } }, updateMask: { paths: ["availability.weight_to"] } };
  expect((await company("51").updateCompanyService(only)).service?.availability).toMatchObject({
    ...everything.availability,
    weightTo: 20,
  });
  expect(await code(company("51").updateCompanyService({ id, service: { careTypeId: "2" } }))).toBe(ErrorCode.PARAMS_INVALID);
  expect(await code(company("51").createCompanyService({ service: { name: "No care type" } }))).toBe(ErrorCode.PARAMS_INVALID);
});

test("the full list holds active and inactive services in the order that was given; an id that is not there moves none", async () => {
  const make = async (name: string, more: object = {}) =>
    (await company("52").createCompanyService({ service: { name, careTypeId: "1", ...more } })).service!.id;
  const [a, b, c] = [await make("A"), await make("B", { status: Status.INACTIVE }), await make("C")];
  await make("Night", { careTypeId: "2" });
  await company("52").batchSortCompanyServices({ idList: [c, b, a] });
  const names = async (more: object = {}) => (await company("52").listFullServices(more)).services.map((one) => one.name);
  expect(await names()).toEqual(["C", "B", "A", "Night"]);
  expect(await names({ careTypeId: "1", status: Status.ACTIVE })).toEqual(["C", "A"]);
  expect(await names({ status: Status.INACTIVE })).toEqual(["B"]);
  expect(await names({ keyword: "nig" })).toEqual(["Night"]);
  const first = await company("52").listFullServices({ pageSize: 3 });
  expect([first.total, (await company("52").listFullServices({ pageSize: 3, pageToken: first.nextPageToken })).services.length]).toEqual([
    4, 1,
  ]);
  expect(await code(company("52").batchSortCompanyServices({ idList: [a, "999999"] }))).toBe(51007);
  expect(await names()).toEqual(["C", "B", "A", "Night"]);
});

test("a deleted service is gone from both faces; another company's is not found", async () => {
  const { service: made } = await company("53").createCompanyService({ service: { name: "Nails", careTypeId: "1" } });
  const id = made!.id;
  expect(await code(company("54").deleteCompanyService({ id }))).toBe(51007);
  expect(await code(company("54").updateCompanyService({ id, service: { name: "Mine" } }))).toBe(51007);
  await company("53").deleteCompanyService({ id });
  expect(await code(catalog("53").getService({ id }))).toBe(51007);
  expect(await code(company("53").deleteCompanyService({ id }))).toBe(51007);
  expect((await company("53").listFullServices({})).total).toBe(0);
  const staff = servers.client(CompanyServiceService, { companyId: "53", permissions: [3], employeeCategory: 0 });
  expect(await code(staff.createCompanyService({ service: { name: "No", careTypeId: "1" } }))).toBe(ErrorCode.NO_PERMISSION);
});

test.each([
  ["a pet size", { petSizeIds: ["4", "5"] }, "petSizeIds"],
  ["a pet code", { excludedPetCodeIds: ["10"] }, "excludedPetCodeIds"],
  ["a coat", { coatTypes: ["curly", "Wavy"] }, "coatTypes"],
  ["a pet type", { petTypes: [{ petType: "dog" }, { petType: "Emu" }] }, "petTypes.1.petType"],
  ["a breed", { petTypes: [{ petType: "Dog", breeds: ["Poodle", "Pooodle"] }] }, "petTypes.0.breeds"],
])("%s that the pet settings do not have is refused by both faces, with its field", async (name, availability, field) => {
  const refused = async (call: Promise<unknown>) => {
    const { code: number, options } = await refusalOf(call);
    return [number, options.fields?.[0]?.field];
  };
  const expected = [ErrorCode.PARAMS_INVALID, `service.availability.${field}`];
  expect(await refused(catalog("53").createService({ service: { name, careType: "GROOMING", availability } }))).toEqual(expected);
  expect(await refused(company("53").createCompanyService({ service: { name, careTypeId: "1", availability } }))).toEqual(expected);
  const { service: plain } = await catalog("53").createService({ service: { name, careType: "GROOMING" } });
  expect(await refused(catalog("53").updateService({ id: plain!.id, service: { availability } }))).toEqual(expected);
  expect(await refused(company("53").updateCompanyService({ id: plain!.id, service: { availability } }))).toEqual(expected);
});

test("what a service was for before may stay when it is gone from the pet settings; a type without breeds takes any", async () => {
  const availability = { petSizeIds: ["4"], petTypes: [{ petType: "Cat", breeds: ["Manx"] }] };
  const { service: made } = await catalog("54").createService({ service: { name: "Brush", careType: "GROOMING", availability } });
  settings.petSizes = [];
  const more = { ...availability, weightTo: 20 };
  const { service: kept } = await catalog("54").updateService({ id: made!.id, service: { availability: more } });
  expect(kept?.availability).toMatchObject(more);
  const asCode = { ...availability, excludedPetCodeIds: ["4"] };
  const refused = await refusalOf(catalog("54").updateService({ id: made!.id, service: { availability: asCode } }));
  expect(refused.options.fields?.[0]?.field, "the number of a size is no code").toBe("service.availability.excludedPetCodeIds");
  settings.petSizes = [{ id: "4" }];
});
