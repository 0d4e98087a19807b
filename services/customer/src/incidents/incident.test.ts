import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { type Caller, defineService, ErrorCode } from "@leashline/kit";
import { partOf, refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { HistoryService } from "@leashline/proto/leashline/customer/v1/history_pb.js";
import { IncidentService, IncidentPart as Part } from "@leashline/proto/leashline/customer/v1/incident_service_pb.js";
import { MergeService } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { service } from "../main.ts";

const account = defineService({
  name: "account",
  migrations: new URL("../../test/none/", import.meta.url),
  rpcs: [
    partOf(StaffService, {
      batchGetStaff: async ({ ids }: { ids: string[] }) => ({ staff: ids.filter((id) => id === "7").map((id) => ({ id })) }),
    }),
  ],
});
const photo = "/uploads/private/1/abc-1/bite.jpg";

let servers: TestServers;
let bite: string;
let injury: string;
beforeAll(async () => {
  servers = await startServers([service, account], { background: false });
  const { incidentTypes } = await servers.client(PetSettingsService).getPetSettings({});
  [bite, injury] = ["Bite", "Injury"].map((name) => incidentTypes.find((one) => one.name === name)?.id ?? "") as [string, string];
});
afterAll(async () => await servers.stop());

const api = (caller: Partial<Caller> = {}) => servers.client(IncidentService, caller);
const settings = () => servers.client(PetSettingsService);
const household = async (firstName: string, petName: string, more: object = {}) => {
  const client = { firstName, lastName: "Case", ...more };
  const made = await servers.client(ClientService, { businessIds: ["1", "2"] }).createClientWithPets({ client, pets: [{ petName }] });
  return { customerId: made.client!.customerId, petId: made.pets[0]!.petId };
};
const limited = { employeeCategory: 0, staffId: "77", accountId: "7" };
const at = (iso: string) => timestampFromDate(new Date(iso));
const told = [{ who: "Owner", how: "Phone", time: at("2026-03-04T19:00:00Z") }];
const wrote = async (pets: { petId: string; part?: Part }[], more: object = {}) => {
  const whole = { incidentTypeId: bite, description: "Snapped at the dryer", happenedTime: at("2026-03-04T18:30:00Z"), pets, ...more };
  return (await api().createIncident({ incident: whole })).incident!;
};
const listed = async (filter: object = {}, caller: Partial<Caller> = {}) =>
  (await api(caller).listIncidents({ filter })).incidents.map(({ incidentId }) => incidentId);
const warnings = async (petId: string) =>
  (await servers.client(PetService).getPet({ petId })).pet!.warnings.map(({ incidentTypeName }) => incidentTypeName);

test("a report keeps what happened, who had which part and who was told; what a change does not name stays", async () => {
  const [rex, ivy] = [await household("Ann", "Rex"), await household("Bo", "Ivy")];
  const pets = [
    { petId: rex.petId, part: Part.CAUSED },
    { petId: ivy.petId, part: Part.HURT },
  ];
  const made = await wrote(pets, {
    place: " Play yard ",
    actionTaken: "Cleaned the wound",
    told,
    staffIds: ["7"],
    photoPaths: [photo],
  });
  expect(made).toMatchObject({ incidentTypeName: "Bite", warns: true, place: "Play yard", staffIds: ["7"], photoPaths: [photo], told });
  expect(made.pets).toMatchObject([
    { petName: "Rex", part: Part.CAUSED, customerName: "Ann Case" },
    { petName: "Ivy", part: Part.HURT, customerId: ivy.customerId },
  ]);
  const { incident } = await api().updateIncident({ incidentId: made.incidentId, incident: { place: "Lobby" }, version: made.version });
  expect(incident).toMatchObject({ place: "Lobby", description: made.description, version: 2, told });
  expect(incident?.pets).toHaveLength(2);
  const cleared = { incident: {}, updateMask: { paths: ["told"] }, version: 2, incidentId: made.incidentId };
  expect((await api().updateIncident(cleared)).incident).toMatchObject({ told: [], place: "Lobby" });
  expect((await refusalOf(api().updateIncident({ ...cleared, version: 1 }))).code).toBe(ErrorCode.VERSION_CONFLICT);
  for (const customerId of [rex.customerId, ivy.customerId])
    expect((await servers.client(HistoryService).listClientHistory({ customerId })).entries.map(({ entity }) => entity)).toContain(
      "incident",
    );
});

test("incident-report-permission: whoever may not write reports reads them, and cannot write, change, delete or bring one back", async () => {
  const { petId } = await household("Cy", "Max");
  const { incidentId, version } = await wrote([{ petId }]);
  const reader = {
    ...limited,
    permissions: [Permission.VIEW_CLIENT_LIST, Permission.VIEW_CLIENTS_ALL_LOCATIONS, Permission.EDIT_CLIENT],
  };
  expect((await api(reader).getIncident({ incidentId })).incident?.incidentId).toBe(incidentId);
  const incident = { incidentTypeId: bite, description: "x", pets: [{ petId }] };
  for (const attempt of [
    api(reader).createIncident({ incident }),
    api(reader).updateIncident({ incidentId, incident: { place: "x" }, version }),
    api(reader).deleteIncident({ incidentId }),
    api(reader).restoreIncident({ incidentId }),
  ])
    expect((await refusalOf(attempt)).code).toBe(ErrorCode.NO_PERMISSION);
  const writer = { ...limited, permissions: [Permission.VIEW_CLIENTS_ALL_LOCATIONS, Permission.CREATE_OR_EDIT_INCIDENT_REPORT] };
  expect((await api(writer).updateIncident({ incidentId, incident: { place: "x" }, version })).incident?.place).toBe("x");
});

test("the pet that bit carries a warning until the report is gone, the one that was bitten none", async () => {
  const [rex, ivy] = [await household("Dee", "Rex"), await household("Eli", "Ivy")];
  const pets = [
    { petId: rex.petId, part: Part.CAUSED },
    { petId: ivy.petId, part: Part.HURT },
  ];
  const { incidentId } = await wrote(pets);
  await wrote(pets, { incidentTypeId: injury });
  expect(await warnings(rex.petId)).toEqual(["Bite"]);
  expect(await warnings(ivy.petId)).toEqual([]);
  for (const _ of [1, 2]) await api().deleteIncident({ incidentId });
  expect(await warnings(rex.petId)).toEqual([]);
  expect(await listed({ petId: rex.petId })).not.toContain(incidentId);
  for (const _ of [1, 2]) expect((await api().restoreIncident({ incidentId })).incident?.deleted).toBe(false);
  expect(await warnings(rex.petId)).toEqual(["Bite"]);
});

test("the list narrows by pet, client, type, local day and words, and is the same as a file", async () => {
  const { petId, customerId } = await household("Fay", "Bruno");
  const first = (await wrote([{ petId }], { happenedTime: at("2026-02-02T07:30:00Z"), description: "Ran out of the =gate", told }))
    .incidentId;
  const second = (await wrote([{ petId }], { happenedTime: at("2026-02-02T08:30:00Z"), incidentTypeId: injury, place: "Tub 50%" }))
    .incidentId;
  const day = { year: 2026, month: 2, day: 1 };
  expect(await listed({ petId })).toEqual([second, first]);
  expect(await listed({ customerId })).toEqual([second, first]);
  expect(await listed({ petId, incidentTypeId: injury })).toEqual([second]);
  expect(await listed({ petId, startDate: day, endDate: day })).toEqual([first]);
  expect(await listed({ keyword: "bruno" })).toEqual([second, first]);
  expect(await listed({ petId, keyword: "50%" })).toEqual([second]);
  expect(await listed({ petId, keyword: "5_%" })).toEqual([]);
  const pageOne = await api().listIncidents({ filter: { petId }, pageSize: 1 });
  expect([pageOne.total, pageOne.incidents[0]?.incidentId]).toEqual([2, second]);
  const pageTwo = await api().listIncidents({ filter: { petId }, pageSize: 1, pageToken: pageOne.nextPageToken });
  expect([pageTwo.incidents[0]?.incidentId, pageTwo.nextPageToken]).toEqual([first, ""]);
  const { csv } = await api().exportIncidents({ filter: { petId, incidentTypeId: bite } });
  expect(csv.split("\r\n")[1]).toMatch(/^2026-02-01 23:30,Bite,Bruno,Fay Case,,Ran out of the =gate,,Owner · Phone · 2026-03-04 11:00,0,/);
});

test("what cannot be is refused by its field, and nothing of it is kept", async () => {
  const { petId, customerId } = await household("Gil", "Pip");
  const refused = async (more: object, pets: { petId: string }[] = [{ petId }]) => {
    const { code, options } = await refusalOf(wrote(pets, more));
    return [code, options.fields?.[0]?.field ?? options.field];
  };
  expect(await refused({}, [])).toEqual([ErrorCode.PARAMS_INVALID, "incident.pets"]);
  expect(await refused({}, [{ petId: "999999" }])).toEqual([ErrorCode.PET_NOT_FOUND, "incident.pets"]);
  expect(await refused({ description: "  " })).toEqual([ErrorCode.PARAMS_INVALID, "incident.description"]);
  expect(await refused({ happenedTime: timestampFromDate(new Date(Date.now() + 3_600_000)) })).toEqual([
    ErrorCode.PARAMS_INVALID,
    "incident.happenedTime",
  ]);
  for (const happenedTime of [at("1900-01-01T12:00:00Z"), at("0001-01-01T00:00:00Z")])
    expect(await refused({ happenedTime })).toEqual([ErrorCode.PARAMS_INVALID, "incident.happenedTime"]);
  expect(await refused({ told: [{ who: "Owner", how: "Phone", time: at("1900-01-01T12:00:00Z") }] })).toEqual([
    ErrorCode.PARAMS_INVALID,
    "incident.told",
  ]);
  for (const staffIds of [["7", "999999"], ["-10"]])
    expect(await refused({ staffIds })).toEqual([ErrorCode.PARAMS_INVALID, "incident.staffIds"]);
  for (const path of [
    "/uploads/private/2/abc/x.jpg",
    "/uploads/public/1/abc/x.jpg",
    "https://elsewhere.test/x.jpg",
    "/uploads/private/1/../2/abc/x.jpg",
  ])
    expect(await refused({ photoPaths: [photo, path] })).toEqual([ErrorCode.PARAMS_INVALID, "incident.photoPaths"]);
  expect(await refused({ incidentTypeId: "999999" })).toEqual([ErrorCode.NOT_FOUND, "incident.incidentTypeId"]);
  expect(await refused({ appointmentId: "999999" })).toEqual([ErrorCode.APPOINTMENT_NOT_FOUND, "incident.appointmentId"]);
  const other = await household("Hal", "Moe");
  await servers.admin.query(
    "insert into customer.visit (company_id, appointment_id, client_id, business_id, status, date, ends_at, version) values (1, 8001, $1, 1, 1, '2026-03-04', now(), 1)",
    [other.customerId],
  );
  expect(await refused({ appointmentId: "8001" })).toEqual([ErrorCode.PARAMS_INVALID, "incident.appointmentId"]);
  expect(await listed({ customerId })).toEqual([]);
  const { incidentId } = await wrote([{ petId: other.petId }], { appointmentId: "8001" });
  expect(await listed({ appointmentId: "8001" })).toEqual([incidentId]);
});

test("a report is shown to whoever reaches one of its pets, and of the other clients only the pet's name", async () => {
  const [mine, theirs] = [
    await household("Ida", "Oz", { preferredBusinessId: "2" }),
    await household("Jo", "Kit", { preferredBusinessId: "1" }),
  ];
  const { incidentId } = await wrote([{ petId: theirs.petId }, { petId: mine.petId }]);
  const second = { ...limited, permissions: [Permission.VIEW_CLIENTS_WORKING_LOCATIONS], businessIds: ["2"], businessId: "2" };
  const { incident } = await api(second).getIncident({ incidentId });
  expect(incident?.pets).toMatchObject([
    { petName: "Kit", customerName: "" },
    { petName: "Oz", customerName: "Ida Case" },
  ]);
  expect(await listed({}, second)).toEqual([incidentId]);
  const hidden = (await wrote([{ petId: theirs.petId }])).incidentId;
  expect((await refusalOf(api(second).getIncident({ incidentId: hidden }))).code).toBe(ErrorCode.NOT_FOUND);
  expect((await refusalOf(api({ companyId: "2" }).getIncident({ incidentId }))).code).toBe(ErrorCode.NOT_FOUND);
});

test("reports follow a pet that was there twice", async () => {
  const [winner, loser] = [await household("Kay", "Tess"), await household("Kay", "Tess")];
  const both = (await wrote([{ petId: winner.petId }, { petId: loser.petId, part: Part.CAUSED }])).incidentId;
  const one = (await wrote([{ petId: loser.petId, part: Part.CAUSED }])).incidentId;
  const merging = servers.client(MergeService);
  await merging.mergeClients({
    winnerId: winner.customerId,
    loserId: loser.customerId,
    pets: [{ petId: loser.petId, intoPetId: winner.petId }],
  });
  expect((await listed({ petId: winner.petId })).toSorted()).toEqual([both, one].toSorted());
  expect(await warnings(winner.petId)).toEqual(["Bite"]);
});

test("types are the business's own: a name once, and one that reports use stays", async () => {
  const { incidentType } = await settings().saveIncidentType({ name: " Heat stroke ", warns: true });
  expect(incidentType).toMatchObject({ name: "Heat stroke", warns: true });
  expect((await refusalOf(settings().saveIncidentType({ name: "bite" }))).code).toBe(ErrorCode.NAME_IN_USE);
  expect((await settings().saveIncidentType({ id: incidentType!.id, warns: false })).incidentType).toMatchObject({
    name: "Heat stroke",
    warns: false,
  });
  const { petId } = await household("Lu", "Zed");
  await wrote([{ petId }]);
  expect((await refusalOf(settings().deleteIncidentType({ id: bite }))).code).toBe(ErrorCode.STATE_CONFLICT);
  await settings().deleteIncidentType({ id: incidentType!.id });
  const { incidentTypes } = await settings().getPetSettings({});
  expect(incidentTypes.map(({ name }) => name)).not.toContain("Heat stroke");
});
