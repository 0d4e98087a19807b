import { ErrorCode } from "@leashline/kit";
import { eventually, refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { AddOnService } from "@leashline/proto/leashline/offering/v1/add_on_pb.js";
import { CareTypeService } from "@leashline/proto/leashline/offering/v1/care_type_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { CategoryService } from "@leashline/proto/leashline/offering/v1/category_pb.js";
import { LodgingService } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import { RecordService } from "@leashline/proto/leashline/offering/v1/record_service_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { taxesAre } from "../../test/taxes.ts";
import { service } from "../main.ts";

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([{ ...service, rpcs: [...service.rpcs, taxesAre(["5", "7", "77"])] }]);
});
afterAll(async () => await servers.stop());

const catalog = (companyId = "1") => servers.client(CatalogService, { companyId });
const usd = (units: number) => ({ currencyCode: "USD", units: BigInt(units), nanos: 0 });
const named = (name: string, more: object = {}) => ({ service: { name, careType: "GROOMING", price: usd(50), ...more } });
const make = async (name: string, more: object = {}, companyId = "1") =>
  (await catalog(companyId).createService(named(name, more))).service!;

describe("care types", () => {
  test("care-types-list: exactly six, in the specification's order", async () => {
    const { careTypes } = await servers.client(CareTypeService).listCareTypes({});
    expect(careTypes.map((c) => c.serviceItemType)).toEqual([
      "GROOMING",
      "BOARDING",
      "DAYCARE",
      "EVALUATION",
      "DOG_WALKING",
      "GROUP_CLASS",
    ]);
  });

  test("care-type-feature-flags: add-ons and packages for boarding, daycare, grooming; sessions for group classes", async () => {
    const { careTypes } = await servers.client(CareTypeService).listCareTypes({});
    const on = (flag: "addOnsEnabled" | "packagesEnabled" | "sessionsEnabled") =>
      careTypes.filter((c) => c[flag]).map((c) => c.serviceItemType);
    expect(on("addOnsEnabled")).toEqual(["GROOMING", "BOARDING", "DAYCARE"]);
    expect(on("packagesEnabled")).toEqual(["GROOMING", "BOARDING", "DAYCARE"]);
    expect(on("sessionsEnabled")).toEqual(["GROUP_CLASS"]);
  });

  test("a company renames one and moves it; another company does not notice", async () => {
    const client = servers.client(CareTypeService, { companyId: "20" });
    await client.updateCareType({ id: "3", name: "Play school", sort: 0 });
    expect((await client.listCareTypes({})).careTypes[0]).toMatchObject({ id: "3", name: "Play school", serviceItemType: "DAYCARE" });
    expect((await servers.client(CareTypeService).listCareTypes({})).careTypes[2]).toMatchObject({ name: "Daycare" });
  });
});

describe("services", () => {
  test("a new service has its care type's length, colour and unit, and can be read back", async () => {
    const made = await make("Night at ours", { careType: "BOARDING", price: usd(60) });
    expect(made).toMatchObject({
      careTypeId: "2",
      duration: 1440,
      priceUnit: 2,
      bookOnlineAvailable: true,
      version: 1,
      dedicatedStaff: false,
    });
    expect((await catalog().getService({ id: made.id })).service).toEqual(made);
  });

  test("an update that names nothing, or says what is there, answers the service as it is", async () => {
    const said = {
      price: usd(55),
      images: ["a.jpg"],
      staffOverrides: [{ staffId: "3", price: usd(60) }],
      options: { canTip: false },
    };
    const made = await make("As it is", said);
    for (const service of [{}, said, { name: "As it is " }])
      expect((await catalog().updateService({ id: made.id, service })).service).toEqual(made);
    expect((await catalog().updateService({ id: made.id, service: { duration: made.duration + 5 } })).service?.version).toBe(2);
  });

  test("service-name-in-use: 51002, whatever the case and outer spaces", async () => {
    await make("Spa day");
    expect(await refusalOf(make("  spa DAY "))).toMatchObject({ code: ErrorCode.SERVICE_NAME_IN_USE });
    const other = await make("Spa night");
    expect(await refusalOf(catalog().updateService({ id: other.id, service: { name: "Spa Day" } }))).toMatchObject({ code: 51002 });
    await expect(make("Spa day", {}, "21")).resolves.toBeDefined();
  });

  test("service-name-in-use: of two who take a name at once, one wins", async () => {
    const settled = await Promise.allSettled(Array.from({ length: 10 }, () => make("Only one of me")));
    expect(settled.filter((s) => s.status === "fulfilled")).toHaveLength(1);
    const both = await Promise.all([make("Left"), make("Right")]);
    const renamed = await Promise.allSettled(both.map((s) => catalog().updateService({ id: s.id, service: { name: "Middle" } })));
    expect(renamed.filter((s) => s.status === "fulfilled")).toHaveLength(1);
  });

  test("service-not-found: 51007", async () => {
    expect(await refusalOf(catalog().getService({ id: "999999" }))).toMatchObject({ code: 51007 });
    expect(await refusalOf(catalog().batchGetServices({ ids: ["999999"] }))).toMatchObject({ code: 51007 });
    expect((await catalog().batchGetServices({ ids: ["999999"], allowMissing: true })).services).toEqual([]);
    const mine = await make("Mine alone");
    expect(await refusalOf(catalog("22").getService({ id: mine.id }))).toMatchObject({ code: 51007 });
  });

  test("service-status-lists: category and the inactive flag move a service between lists", async () => {
    const categories = servers.client(CategoryService, { companyId: "23" });
    const c = async (name: string) => (await categories.createCategory({ name, careType: "GROOMING" })).category!;
    const [one, two] = [await c("One"), await c("Two")];
    const made = await make("Mover", { categoryId: one.id }, "23");
    const lists = async (inactive = false) =>
      (await categories.listCategoryServices({ inactive })).categoryList.map((l) => [l.name, l.services.map((s) => s.name)]);
    expect(await lists()).toEqual([
      ["One", ["Mover"]],
      ["Two", []],
    ]);
    await catalog("23").updateService({ id: made.id, service: { categoryId: two.id } });
    expect(await lists()).toEqual([
      ["One", []],
      ["Two", ["Mover"]],
    ]);
    await catalog("23").updateService({ id: made.id, service: { inactive: true } });
    expect(await lists()).toEqual([
      ["One", []],
      ["Two", []],
    ]);
    expect(await lists(true)).toEqual([
      ["One", []],
      ["Two", ["Mover"]],
    ]);
    await categories.deleteCategory({ id: two.id });
    expect(await lists(true)).toEqual([
      ["One", []],
      ["", ["Mover"]],
    ]);
  });

  test("an update takes what is set, a mask clears, and an old version is refused", async () => {
    const made = await make("Careful", { description: "long", taxId: "7" });
    const once = (await catalog().updateService({ id: made.id, service: { price: usd(70) }, version: 1 })).service!;
    expect(once).toMatchObject({ description: "long", taxId: "7", version: 2, price: { units: 70n } });
    const cleared = await catalog().updateService({ id: made.id, service: {}, updateMask: { paths: ["tax_id", "description"] } });
    expect(cleared.service).toMatchObject({ description: "", taxId: "0", price: { units: 70n } });
    expect(await refusalOf(catalog().updateService({ id: made.id, service: { duration: 5 }, version: 1 }))).toMatchObject({
      code: ErrorCode.VERSION_CONFLICT,
    });
  });

  test("a location's own price and length hold there only", async () => {
    const made = await make("Two places", { duration: 60, locationOverrides: [{ businessId: "2", price: usd(65), duration: 80 }] });
    const read = async (businessId: string) =>
      (await servers.client(CatalogService, { businessIds: ["1", "2"] }).batchGetServices({ ids: [made.id], businessId })).services[0]!;
    expect(await read("1")).toMatchObject({ duration: 60, price: { units: 50n } });
    expect(await read("2")).toMatchObject({ duration: 80, price: { units: 65n } });
  });

  test("staff may not change the catalogue without the permission", async () => {
    const staff = servers.client(CatalogService, { permissions: [3], employeeCategory: 0 });
    expect(await refusalOf(staff.createService(named("No")))).toMatchObject({ code: ErrorCode.NO_PERMISSION });
    await expect(staff.listServices({})).resolves.toBeDefined();
  });

  test("the order people give is the order they see", async () => {
    const ids = [];
    for (const name of ["A", "B", "C"]) ids.push((await make(name, {}, "24")).id);
    await catalog("24").sortServices({ idList: [ids[2]!, ids[0]!, ids[1]!] });
    const { services, total } = await catalog("24").listServices({ pageSize: 2 });
    expect([services.map((s) => s.name), total]).toEqual([["C", "A"], 3]);
    const next = await catalog("24").listServices({
      pageSize: 2,
      pageToken: (await catalog("24").listServices({ pageSize: 2 })).nextPageToken,
    });
    expect(next.services.map((s) => s.name)).toEqual(["B"]);
  });
});

describe("what a tax is used for", () => {
  test("services, add-ons and location overrides count", async () => {
    await make("Taxed", { taxId: "77" }, "25");
    await make("Taxed there", { locationOverrides: [{ businessId: "2", taxId: "77" }] }, "25");
    const gone = await make("Gone", { taxId: "77" }, "25");
    await catalog("25").deleteService({ id: gone.id });
    await servers.client(AddOnService, { companyId: "25" }).createAddOn({ addOn: { name: "Bow", careType: "GROOMING", taxId: "77" } });
    const inside = servers.client(CatalogService, { companyId: "25", via: "account" });
    const { uses } = await inside.countServicesByTax({ taxIds: ["77", "78"] });
    expect(uses).toMatchObject([
      { taxId: "77", serviceCount: 2, addOnCount: 1 },
      { taxId: "78", serviceCount: 0, addOnCount: 0 },
    ]);
    expect(await refusalOf(catalog("25").countServicesByTax({ taxIds: ["77"] }))).toMatchObject({ code: ErrorCode.NO_PERMISSION });
  });
});

describe("add-ons", () => {
  test("care-type-feature-flags: a care type without add-ons refuses one", async () => {
    const addOns = servers.client(AddOnService);
    expect(await refusalOf(addOns.createAddOn({ addOn: { name: "Extra lap", careType: "DOG_WALKING" } }))).toMatchObject({
      code: ErrorCode.STATE_CONFLICT,
    });
  });

  test("an add-on goes with its services, or with all of its care type", async () => {
    const addOns = servers.client(AddOnService, { companyId: "26" });
    const [bath, night] = [await make("Bath", {}, "26"), await make("Night", { careType: "BOARDING" }, "26")];
    const bow = (await addOns.createAddOn({ addOn: { name: "Bow", careType: "GROOMING", price: usd(5) } })).addOn!;
    await addOns.createAddOn({ addOn: { name: "Rinse", careType: "GROOMING", applicableServiceIds: ["12345"] } });
    const names = async (serviceId: string) => (await addOns.listAddOns({ serviceId })).addOns.map((a) => a.name);
    expect(await names(bath.id)).toEqual(["Bow"]);
    expect(await names(night.id)).toEqual([]);
    const after = (await addOns.updateAddOn({ id: bow.id, addOn: { duration: 10 }, version: 1 })).addOn!;
    expect(after).toMatchObject({ duration: 10, price: { units: 5n }, version: 2 });
    await addOns.deleteAddOn({ id: bow.id });
    expect((await addOns.batchGetAddOns({ ids: [bow.id] })).addOns[0]).toMatchObject({ deleted: true });
  });
});

describe("the starter catalogue", () => {
  test("gives every chosen care type real services, and a repeat adds nothing", async () => {
    const company = catalog("27");
    const first = await company.createStarterCatalog({ careTypes: ["GROOMING", "BOARDING"], currencyCode: "CAD", taxId: "5" });
    expect(first.services.length).toBeGreaterThan(8);
    expect(first.addOnCount).toBeGreaterThan(4);
    expect(first.services.every((s) => s.price?.currencyCode === "CAD" && s.duration > 0 && s.taxId === "5" && s.categoryId !== "0")).toBe(
      true,
    );
    expect((await company.createStarterCatalog({ careTypes: ["GROOMING", "BOARDING"] })).services).toEqual([]);
    expect((await company.createStarterCatalog({ careTypes: ["GROOMING", "EVALUATION"] })).services.map((s) => s.careType)).toEqual([
      "EVALUATION",
    ]);
  });

  test("offers nothing that cannot be booked: no boarding until there is a room, and no daycare online", async () => {
    const company = catalog("43");
    const { services } = await company.createStarterCatalog({});
    expect(new Set(services.filter((s) => s.byStay).map((s) => s.careType))).toEqual(new Set(["DAYCARE"]));
    expect((await company.createStarterCatalog({ careTypes: ["BOARDING", "DAYCARE"] })).services).toEqual([]);
    const lodging = servers.client(LodgingService, { companyId: "43" });
    const { lodgingType } = await lodging.createLodgingType({ name: "Kennel" });
    await lodging.createLodgingUnits({ lodgingTypeId: lodgingType!.lodgingTypeId, names: ["Kennel 1"] });
    const nights = (await company.createStarterCatalog({ careTypes: ["BOARDING", "DAYCARE"] })).services;
    expect(new Set(nights.map((s) => s.careType))).toEqual(new Set(["BOARDING"]));
    const night = await make("Night", { careType: "BOARDING", bookOnlineAvailable: true }, "43");
    expect(night.byStay).toBe(true);
    const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);
    expect(ids((await company.listServices({ pageSize: 1000 })).services)).toContain(night.id);
    expect(ids((await company.listServices({ bookOnlineOnly: true, pageSize: 1000 })).services)).toContain(night.id);
    const applicable = (await company.listApplicableServices({ pets: [{ petType: "Dog" }] })).services;
    expect(applicable.map(({ service }) => service?.id)).not.toContain(night.id);
    const dayId = services.find((s) => s.careType === "DAYCARE")!.id;
    expect(applicable.map(({ service }) => service?.id)).toContain(dayId);
    await company.updateService({ id: dayId, service: { bookOnlineAvailable: true } });
    expect(ids((await company.listServices({ bookOnlineOnly: true, pageSize: 1000 })).services)).toContain(dayId);
  });

  test("where there are no cents a groom still costs what a groom costs", async () => {
    const prices = async (companyId: string, currencyCode: string) =>
      (await catalog(companyId).createStarterCatalog({ careTypes: ["GROOMING"], currencyCode })).services.map((s) =>
        Number(s.price?.units),
      );
    const [dollars, yen] = [await prices("30", "USD"), await prices("31", "JPY")];
    expect(yen).toEqual(dollars.map((units) => units * 100));
  });

  test.each([
    ["32", {}, "Bath & brush with a haircut, 21 to 50 lb.", [21, 50]],
    ["33", { weightUnit: "kg" }, "Bath & brush with a haircut, 11 to 25 kg.", [11, 25]],
  ])("weight-units: sizes of dogs are told apart in the shop's unit, company %s", async (companyId, unit, description, limits) => {
    const { services } = await catalog(companyId).createStarterCatalog({ careTypes: ["GROOMING"], ...unit });
    const medium = services.find(({ name }) => name === "Full groom: medium dog");
    expect(medium?.description).toBe(description);
    expect([medium?.availability?.weightFrom, medium?.availability?.weightTo]).toEqual(limits);
  });

  test("two at once make it once", async () => {
    const made = await Promise.all(Array.from({ length: 4 }, () => catalog("28").createStarterCatalog({ careTypes: ["DOG_WALKING"] })));
    expect(made.map((m) => m.services.length).sort()).toEqual([0, 0, 0, 3]);
  });

  test("a small dog may have the small groom and not the cat cut", async () => {
    await catalog("29").createStarterCatalog({ careTypes: ["GROOMING"] });
    const { services } = await catalog("29").listApplicableServices({ pets: [{ petType: "Dog", weight: 12 }] });
    const by = new Map(services.map((s) => [s.service!.name, s]));
    expect(by.get("Full groom: small dog")).toMatchObject({ applicable: true, refusals: [] });
    expect(by.get("Full groom: large dog")?.refusals).toMatchObject([{ reason: "weight" }]);
    expect(by.get("Cat lion cut")?.refusals).toMatchObject([{ reason: "pet type" }]);
  });
});

describe("what others are told", () => {
  test("whether tips are reckoned on a service: yes unless its options say no, and they keep saying it when something else is set", async () => {
    const records = servers.client(RecordService, { via: "order", companyId: "91" });
    const [plain, silent] = [await make("Plain", {}, "91"), await make("Nails", { options: { canTip: false, showDuration: false } }, "91")];
    const tips = async () => (await records.listServiceRecords({})).services.map(({ serviceId, canTip }) => [serviceId, canTip]);
    await catalog("91").updateService({ id: silent.id, service: { name: "Claws" }, version: silent.version });
    expect(await tips()).toEqual([
      [plain.id, true],
      [silent.id, false],
    ]);
    expect((await catalog("91").getService({ id: silent.id })).service?.options).toMatchObject({ canTip: false, showDuration: false });
  });

  test("a change reaches the outbox with all that others keep", async () => {
    const made = await make("Told", {}, "30");
    await eventually(async () => {
      const { rows } = await servers.admin.query("select type from offering.outbox where company_id = 30 and aggregate = $1", [
        `service:${made.id}`,
      ]);
      expect(rows).toEqual([{ type: "leashline.offering.v1.ServiceChanged" }]);
    });
  });
});
