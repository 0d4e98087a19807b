import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import { VaccineService } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { service } from "../main.ts";
import { tagOf, worst } from "../pets/vaccination-tag.ts";

let servers: TestServers;
let petId = "";
let customerId = "";
beforeAll(async () => {
  servers = await startServers([service], { background: false });
  const made = await servers
    .client(ClientService)
    .createClientWithPets({ client: { firstName: "Set" }, pets: [{ petName: "Rex", weight: 15 }] });
  [petId, customerId] = [made.pets[0]!.petId, made.client!.customerId];
});
afterAll(async () => await servers.stop());

const settings = () => servers.client(PetSettingsService);
const pets = () => servers.client(PetService);

describe("pet settings", () => {
  test("pet-size-names, pet-size-contiguous: a new company has the defaults, written once however many look first", async () => {
    const looks = await Promise.all(
      Array.from({ length: 5 }, () => servers.client(PetSettingsService, { companyId: "50" }).getPetSettings({})),
    );
    expect(new Set(looks.map((l) => l.petSizes[0]?.id)).size).toBe(1);
    const { petTypes, petSizes, coatTypes, petCodes } = looks[0]!;
    expect([petTypes[0]?.name, petSizes[0]?.name, petSizes.at(-1)?.name, coatTypes.length > 3, petCodes.length > 3]).toEqual([
      "Dog",
      "Extra small",
      "Extra large",
      true,
      true,
    ]);
    expect(petSizes[0]?.weightLow).toBe(1);
  });

  test("pet-size-new-no-id, pet-size-contiguous: new ones without id, changed ones with; the others go; lows follow", async () => {
    const { petSizes } = await settings().listPetSizes({});
    const saved = await settings().batchUpsertPetSizes({
      sizesToCreate: [{ name: "Tiny", weightHigh: 5 }],
      sizesToUpdate: [
        { id: petSizes[0]!.id, name: "Small", weightHigh: 20 },
        { id: petSizes[3]!.id, name: "Big", weightHigh: 80 },
      ],
    });
    expect(saved.petSizes.map((s) => [s.name, s.weightLow, s.weightHigh])).toEqual([
      ["Tiny", 1, 5],
      ["Small", 6, 20],
      ["Big", 21, 80],
    ]);
    expect((await pets().getPet({ petId })).pet?.petSizeId).toBe(petSizes[0]!.id);
    const close = settings().batchUpsertPetSizes({
      sizesToCreate: [
        { name: "A", weightHigh: 5 },
        { name: "B", weightHigh: 6 },
      ],
    });
    expect(await refusalOf(close)).toMatchObject({ code: 400 });
  });

  test("pet-coat-type-name: required and trimmed", async () => {
    expect((await refusalOf(settings().saveCoatType({ name: "   " }))).options.fields?.[0]?.reason).toBe("must not be blank");
    expect((await settings().saveCoatType({ name: " Corded " })).coatType?.name).toBe("Corded");
    expect(await refusalOf(settings().saveCoatType({ name: "corded" }))).toMatchObject({ code: 900009 });
  });

  test("pet-code-in-use: 30010 for a second of its letters, and for deleting one that a pet carries", async () => {
    const { petCode } = await settings().savePetCode({ abbreviation: "ZZ", description: "Sleeps", color: "#112233" });
    expect(await refusalOf(settings().savePetCode({ abbreviation: "zz" }))).toMatchObject({ code: 30010 });
    await pets().updatePet({ petId, pet: { petCodeIds: [petCode!.id] } });
    expect(await refusalOf(settings().deletePetCode({ id: petCode!.id }))).toMatchObject({ code: 30010 });
    await pets().updatePet({ petId, pet: {}, updateMask: { paths: ["pet_code_ids"] } });
    await settings().deletePetCode({ id: petCode!.id });
    expect((await settings().getPetSettings({})).petCodes.map((c) => c.abbreviation)).not.toContain("ZZ");
  });

  test("a type in use stays, a renamed one takes its pets along", async () => {
    const { petTypes } = await settings().getPetSettings({});
    const dog = petTypes.find((t) => t.name === "Dog")!;
    expect(await refusalOf(settings().deletePetType({ id: dog.id }))).toMatchObject({ code: 900008 });
    await settings().savePetType({ id: dog.id, name: "Hound", breeds: dog.breeds });
    expect((await pets().getPet({ petId })).pet?.petType).toBe("Hound");
    await settings().savePetType({ id: dog.id, name: "Dog", breeds: [" Beagle ", "", "Beagle"] });
    expect((await settings().getPetSettings({})).petTypes.find((t) => t.id === dog.id)?.breeds).toEqual(["Beagle"]);
    const { petType } = await settings().savePetType({ name: "Llama" });
    await settings().deletePetType({ id: petType!.id });
  });
});

describe("vaccines", () => {
  test.each([
    [undefined, "missing"],
    [{ expirationDate: "2026-01-31" }, "expired"],
    [{ expirationDate: "2026-02-01" }, "expire soon"],
    [{ expirationDate: "2026-03-03" }, "expire soon"],
    [{ expirationDate: "2026-03-04" }, ""],
    [{ expirationDate: null }, ""],
  ])("pet-vaccine-tags: %j is %j", (record, tag) => expect(tagOf(record, "2026-02-01")).toBe(tag));
  test("the worst counts", () => expect(worst(["", "expire soon", "missing", "expired"])).toBe("expired"));

  test("vaccine-required-by: care types only with required, pet types only with specific", async () => {
    const vaccines = servers.client(VaccineService);
    const save = async (more: object) =>
      (await vaccines.saveVaccine({ name: `V${JSON.stringify(more)}`, requiredCareTypes: ["GROOMING"], petTypes: ["Dog"], ...more }))
        .vaccine!;
    expect(await save({})).toMatchObject({ requiredCareTypes: [], petTypes: [] });
    const rabies = await save({ requiredForScheduling: true, specificPetType: true });
    expect(rabies).toMatchObject({ requiredCareTypes: ["GROOMING"], petTypes: ["Dog"] });
    expect((await pets().getPet({ petId })).pet?.vaccineTag).toBe("missing");
    await vaccines.savePetVaccine({ petId, vaccineId: rabies.id, expirationDate: { year: 2001, month: 1, day: 1 } });
    expect((await pets().getPet({ petId })).pet?.vaccineTag).toBe("expired");
    const { petVaccine } = await vaccines.savePetVaccine({ petId, vaccineId: rabies.id, expirationDate: { year: 2090, month: 1, day: 1 } });
    expect((await pets().listPets({ customerId })).pets[0]?.vaccineTag).toBe("");
    const { petVaccines } = await vaccines.listPetVaccines({ petIds: [petId] });
    expect(petVaccines.find((v) => v.vaccineId === rabies.id)).toMatchObject({ vaccineBindingId: petVaccine!.vaccineBindingId, tag: "" });
    await vaccines.deletePetVaccine({ vaccineBindingId: petVaccine!.vaccineBindingId });
    await vaccines.deleteVaccine({ id: rabies.id });
    expect((await pets().getPet({ petId })).pet?.vaccineTag).toBe("");
  });
});
