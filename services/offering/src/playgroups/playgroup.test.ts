import { ErrorCode } from "@leashline/kit";
import { partOf, refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import { PlaygroupService } from "@leashline/proto/leashline/offering/v1/playgroup_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { service } from "../main.ts";

let servers: TestServers;
beforeAll(async () => {
  const sizes = partOf(PetSettingsService, {
    getPetSettings: async () => ({ petSizes: ["1", "2", "3"].map((id) => ({ id })), petCodes: [{ id: "7" }] }),
  });
  servers = await startServers([{ ...service, rpcs: [...service.rpcs, sizes] }], { background: false });
});
afterAll(() => servers?.stop());

const client = (companyId: string, caller = {}) => servers.client(PlaygroupService, { companyId, ...caller });
const namesOf = async (companyId: string) => (await client(companyId).getPlaygroups({})).playgroups.map((one) => one.name);

test("playgroups stand in the order they are given, have names of their own, and are one company's", async () => {
  const api = client("1");
  const { playgroup: small } = await api.createPlaygroup({
    name: " Small dogs ",
    maxPetCapacity: 8,
    petSizeIds: ["1", "2"],
    colorCode: "#AABBCC",
  });
  const { playgroup: shy } = await api.createPlaygroup({ name: "Shy dogs", maxPetCapacity: 4, petCodeIds: ["7"], description: "Quiet" });
  expect(small).toMatchObject({ name: "Small dogs", maxPetCapacity: 8, petSizeIds: ["1", "2"], colorCode: "#AABBCC", version: 1 });
  expect((await refusalOf(api.createPlaygroup({ name: "SMALL DOGS", maxPetCapacity: 1 }))).code).toBe(ErrorCode.STATE_CONFLICT);
  await api.sortPlaygroups({ idList: [shy!.playgroupId, small!.playgroupId] });
  expect(await namesOf("1")).toEqual(["Shy dogs", "Small dogs"]);
  expect(await namesOf("2")).toEqual([]);
  expect((await refusalOf(client("2").updatePlaygroup({ playgroupId: shy!.playgroupId, name: "Mine" }))).code).toBe(ErrorCode.NOT_FOUND);
  expect((await refusalOf(client("2").sortPlaygroups({ idList: [shy!.playgroupId] }))).code).toBe(ErrorCode.NOT_FOUND);
});

test("an update changes what it names; another version and another's name are refused; deleted once is deleted", async () => {
  const api = client("3");
  const { playgroup: made } = await api.createPlaygroup({ name: "Yard", maxPetCapacity: 8, petSizeIds: ["1"], description: "Out" });
  await api.createPlaygroup({ name: "Hall", maxPetCapacity: 8 });
  const { playgroupId } = made!;
  const { playgroup: after } = await api.updatePlaygroup({ playgroupId, maxPetCapacity: 9, version: 1 });
  expect(after).toMatchObject({ name: "Yard", maxPetCapacity: 9, petSizeIds: ["1"], description: "Out", version: 2 });
  const { playgroup: any } = await api.updatePlaygroup({ playgroupId, updateMask: { paths: ["pet_size_ids", "description"] } });
  expect(any).toMatchObject({ petSizeIds: [], description: "", maxPetCapacity: 9 });
  expect((await refusalOf(api.updatePlaygroup({ playgroupId, name: "hall" }))).code).toBe(ErrorCode.STATE_CONFLICT);
  expect((await refusalOf(api.updatePlaygroup({ playgroupId, name: " ", version: 3 }))).code).toBe(ErrorCode.PARAMS_INVALID);
  expect((await refusalOf(api.updatePlaygroup({ playgroupId, name: "Big", version: 1 }))).code).toBe(ErrorCode.VERSION_CONFLICT);
  const groomer = { permissions: [Permission.CREATE_AND_EDIT_TICKET] };
  expect((await refusalOf(client("3", groomer).deletePlaygroup({ playgroupId }))).code).toBe(ErrorCode.NO_PERMISSION);
  await api.deletePlaygroup({ playgroupId });
  await api.deletePlaygroup({ playgroupId });
  expect(await namesOf("3")).toEqual(["Hall"]);
});

test("sizes and codes that the company does not have are refused with the field; one that is gone since may stay until it is taken out", async () => {
  const api = client("4");
  const refused = async (call: Promise<unknown>) => (await refusalOf(call)).options.fields;
  const noSize = [{ field: "petSizeIds", reason: "there is no pet size 77: choose from the pet settings" }];
  const noCode = [{ field: "petCodeIds", reason: "there is no pet code 8: choose from the pet settings" }];
  expect(await refused(api.createPlaygroup({ name: "Yard", maxPetCapacity: 8, petSizeIds: ["1", "77"] }))).toEqual(noSize);
  expect(await namesOf("4")).toEqual([]);
  const { playgroup } = await api.createPlaygroup({ name: "Yard", maxPetCapacity: 8, petSizeIds: ["1"] });
  const { playgroupId } = playgroup!;
  expect(await refused(api.updatePlaygroup({ playgroupId, petSizeIds: ["77"] }))).toEqual(noSize);
  expect(await refused(api.updatePlaygroup({ playgroupId, petCodeIds: ["7", "8"] }))).toEqual(noCode);
  await servers.admin.query("update offering.playgroup set pet_size_ids = '{1,66}' where company_id = 4");
  const { playgroup: after } = await api.updatePlaygroup({ playgroupId, petSizeIds: ["66", "2"], description: "Out" });
  expect(after).toMatchObject({ petSizeIds: ["66", "2"], description: "Out" });
  expect(await refused(api.updatePlaygroup({ playgroupId, petSizeIds: ["66", "77"] }))).toEqual(noSize);
});
