import { create, type DescMessage, toBinary } from "@bufbuild/protobuf";
import { ErrorCode } from "@leashline/kit";
import { deliver } from "@leashline/kit/events/consumer.ts";
import { partOf, refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { DefaultSettingService, FrequencyPeriod } from "@leashline/proto/leashline/account/v1/default_setting_service_pb.js";
import { AppointmentBookedSchema, AppointmentStatusChangedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { FrequencyType } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { RebookingService } from "@leashline/proto/leashline/customer/v1/rebooking_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { day, toldVisit } from "../../test/appointments.ts";
import { service } from "../main.ts";

let servers: TestServers;
let heard = 0;
/** The company expects clients back after four weeks. */
const account = partOf(DefaultSettingService, {
  getDefaultGroomingFrequency: async () => ({ frequency: { period: FrequencyPeriod.WEEK, value: 4 } }),
});
beforeAll(async () => {
  servers = await startServers([{ ...service, rpcs: [...service.rpcs, account] }], { background: false });
});
afterAll(async () => await servers.stop());

const api = (caller = {}) => servers.client(RebookingService, caller);
const iso = (inDays: number): string => day(inDays).toISOString().slice(0, 10);

async function tell(schema: DescMessage, event: object): Promise<void> {
  await deliver(servers.runtime("customer"), service.consumers ?? [], {
    typeName: schema.typeName,
    data: toBinary(schema, create(schema, event as never)),
    meta: { id: `due-${heard++}`, companyId: "1", key: "k", writtenAt: new Date(), actor: {} },
  });
}

let visits = 100;
async function wasHere(customerId: string, inDays: number, status = 3): Promise<void> {
  visits += 1;
  const visit = (version: number, now: number) => ({
    appointment: toldVisit({ appointmentId: String(visits), customerId, inDays, version, status: now }),
  });
  await tell(AppointmentBookedSchema, visit(1, 1));
  if (status !== 1) await tell(AppointmentStatusChangedSchema, visit(2, status));
}

const add = async (firstName: string, more: object = {}) => {
  const { client, pets } = await servers
    .client(ClientService)
    .createClientWithPets({ client: { firstName, phoneNumber: "", ...more }, pets: [{ petName: `${firstName}'s pet` }] });
  return { id: client?.customerId ?? "", version: client?.version ?? 0, pets };
};
const due = async (more: object = {}, caller = {}) => (await api(caller).listDueClients({ ...more })).clients.map((one) => one.firstName);

test("frequency-day-factors: a client comes as often as they said, in days of 1, 7 and 30, else as the company expects", async () => {
  const { id, version } = await add("Often");
  const first = (await api().getCustomerGroomingFrequency({ customerId: id })).frequency;
  expect(first).toMatchObject({ period: FrequencyType.WEEK, value: 4, days: 28, isDefault: true, dueDate: "", suggestedDate: "" });
  await wasHere(id, -10);
  const own = { customerId: id, version, period: FrequencyType.MONTH, value: 2 };
  const set = (await api().updateCustomerGroomingFrequency(own)).frequency;
  expect(set).toMatchObject({
    period: FrequencyType.MONTH,
    value: 2,
    days: 60,
    isDefault: false,
    lastVisitDate: iso(-10),
    dueDate: iso(50),
  });
  expect(set?.suggestedDate).toBe(iso(50));
  expect((await refusalOf(api().updateCustomerGroomingFrequency(own))).code).toBe(ErrorCode.VERSION_CONFLICT);
  const days = (
    await api().updateCustomerGroomingFrequency({ customerId: id, version: set?.version ?? 0, period: FrequencyType.DAY, value: 3 })
  ).frequency;
  // It is due since a week: the day that is offered lies ahead.
  expect(days).toMatchObject({ days: 3, dueDate: iso(-7) });
  expect(days?.suggestedDate).toBe(Temporal.Now.plainDateISO("America/Los_Angeles").add({ days: 1 }).toString());
  const none = (await api().updateCustomerGroomingFrequency({ customerId: id, version: days?.version ?? 0, value: 0 })).frequency;
  expect(none).toMatchObject({ days: 28, isDefault: true });
});

test("due and not booked: who was here, is due and has nothing ahead, the last one due first", async () => {
  const [late, longLate, booked, early, gone, slow] = await Promise.all(
    ["Late", "LongLate", "Booked", "Early", "Gone", "Slow"].map((name) => add(name)),
  );
  await add("Never");
  for (const [one, ago] of [
    [late, -30],
    [longLate, -300],
    [booked, -60],
    [early, -20],
    [gone, -60],
    [slow, -60],
  ] as const)
    await wasHere(one?.id ?? "", ago);
  await wasHere(booked?.id ?? "", 5, 1);
  const client = servers.client(ClientService);
  await client.updateClient({
    customerId: gone?.id ?? "",
    version: gone?.version ?? 0,
    client: { inactive: true },
    updateMask: { paths: ["inactive"] },
  });
  const slowly = { customerId: slow?.id ?? "", version: slow?.version ?? 0, period: FrequencyType.MONTH, value: 6 };
  await api().updateCustomerGroomingFrequency(slowly);
  expect(await due()).toEqual(["Late", "LongLate"]);
  expect(await due({ daysAhead: 10 })).toEqual(["Early", "Late", "LongLate"]);
  const page = await api().listDueClients({ pageSize: 1 });
  expect([page.total, page.clients[0]?.petNames, page.clients[0]?.dueDate]).toEqual([2, ["Late's pet"], iso(-2)]);
  expect((await api().listDueClients({ pageSize: 1, pageToken: page.nextPageToken })).clients[0]?.firstName).toBe("LongLate");
});
