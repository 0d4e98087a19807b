import { create, type DescMessage, toBinary } from "@bufbuild/protobuf";
import { ErrorCode, todayIn } from "@leashline/kit";
import { deliver } from "@leashline/kit/events/consumer.ts";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { AppointmentBookedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { ClientType } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { LeadService, LeadStage } from "@leashline/proto/leashline/customer/v1/lead_service_pb.js";
import { SearchService } from "@leashline/proto/leashline/customer/v1/search_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toldVisit } from "../../test/appointments.ts";
import { service } from "../main.ts";
import { monthsUpTo, notesAfter } from "./lead.ts";

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([service], { background: false });
});
afterAll(async () => await servers.stop());

const api = (caller = {}) => servers.client(LeadService, caller);
const clients = () => servers.client(ClientService);
let numbers = 100;
const add = async (firstName: string, more: object = {}) => {
  numbers += 1;
  const client = { firstName, phoneNumber: `+12125550${numbers}`, type: ClientType.LEAD, ...more };
  const { client: made } = await clients().createClientWithPets({ client, pets: [{ petName: `${firstName}'s dog` }] });
  return made?.customerId ?? "";
};
const listed = async (asked: object = {}) => (await api().listLeads(asked)).leads.map(({ firstName }) => firstName);

const wrongly = (field: string) => ({ code: ErrorCode.PARAMS_INVALID, options: { fields: [{ field }] } });

let visits = 700;
async function books(customerId: string, status = 1): Promise<void> {
  visits += 1;
  const appointment = toldVisit({ appointmentId: String(visits), customerId, inDays: 3, version: 1, status });
  const event = create(AppointmentBookedSchema as DescMessage, { appointment } as never);
  await deliver(servers.runtime("customer"), service.consumers ?? [], {
    typeName: AppointmentBookedSchema.typeName,
    data: toBinary(AppointmentBookedSchema as DescMessage, event),
    meta: { id: `lead-${visits}`, companyId: "1", key: "k", writtenAt: new Date(), actor: {} },
  });
}

test("customer-type-lead-customer: a lead is new and nobody's until something is noted; clients are no leads", async () => {
  const id = await add("Ava", { referralSourceId: "7" });
  const customer = await add("Bea", { type: ClientType.CUSTOMER });
  const { lead } = await api().getLead({ customerId: id });
  expect(lead).toMatchObject({ stage: LeadStage.NEW, assignedStaffId: "0", petNames: ["Ava's dog"], referralSourceId: "7", version: 0 });
  expect(await listed()).toContain("Ava");
  expect(await listed()).not.toContain("Bea");
  expect((await refusalOf(api().getLead({ customerId: customer }))).code).toBe(ErrorCode.CUSTOMER_NOT_FOUND);
});

test("a change names what it changes, a lost lead needs a reason, and who comes back leaves it behind", async () => {
  const id = await add("Cara");
  const step = { customerId: id, version: 0, stage: LeadStage.CONTACTED, nextStep: "Call back", nextStepDate: "2026-12-01" };
  const one = (await api().updateLead(step)).lead;
  expect(one).toMatchObject({ stage: LeadStage.CONTACTED, nextStep: "Call back", nextStepDate: "2026-12-01", version: 1 });
  const two = (await api().updateLead({ customerId: id, version: 1, assignedStaffId: "5" })).lead;
  expect(two).toMatchObject({ stage: LeadStage.CONTACTED, nextStep: "Call back", assignedStaffId: "5", version: 2 });
  const wrong = await refusalOf(api().updateLead({ customerId: id, version: 2, stage: LeadStage.LOST }));
  expect(wrong).toMatchObject(wrongly("lostReason"));
  const lost = (await api().updateLead({ customerId: id, version: 2, stage: LeadStage.LOST, lostReason: "Moved away" })).lead;
  expect(lost).toMatchObject({ stage: LeadStage.LOST, lostReason: "Moved away", nextStep: "", nextStepDate: "" });
  expect(await listed()).not.toContain("Cara");
  expect(await listed({ stage: LeadStage.LOST })).toEqual(["Cara"]);
  const back = (await api().updateLead({ customerId: id, version: 3, stage: LeadStage.NEW })).lead;
  expect(back).toMatchObject({ stage: LeadStage.NEW, lostReason: "" });
  const stale = await refusalOf(api().updateLead({ customerId: id, version: 1, nextStep: "x" }));
  expect(stale.code).toBe(ErrorCode.VERSION_CONFLICT);
  const day = await refusalOf(api().updateLead({ customerId: id, version: 4, nextStepDate: "2026-02-31" }));
  expect(day).toMatchObject(wrongly("nextStepDate"));
});

test("the list puts the next step that is due first, pages through all, counts every stage and finds by words", async () => {
  const names = ["Lea", "Lena", "Lily", "Lou"];
  const ids = new Map<string, string>();
  for (const name of names) ids.set(name, await add(name, { lastName: "Lister" }));
  const note = (name: string, more: object) => api().updateLead({ customerId: ids.get(name) ?? "", version: 0, ...more });
  await note("Lena", { nextStepDate: "2020-01-02", nextStep: "Ring" });
  await note("Lily", { nextStepDate: "2099-01-02" });
  const all: string[] = [];
  for (let pageToken = ""; ; ) {
    const page = await api().listLeads({ keyword: "Lister", pageSize: 1, pageToken });
    expect(page.total).toBe(4);
    all.push(...page.leads.map(({ firstName }) => firstName));
    pageToken = page.nextPageToken;
    if (!pageToken) break;
  }
  expect(all).toEqual(["Lena", "Lily", "Lou", "Lea"]);
  expect(await listed({ keyword: "Lister", due: true })).toEqual(["Lena"]);
  expect((await api().listLeads({ keyword: "Lister", stage: LeadStage.LOST })).stages).toMatchObject([{ stage: LeadStage.NEW, count: 4 }]);
});

test("of the leads that are due one's own come first, on every page, and the longest overdue first among each", async () => {
  for (const [name, assignedStaffId, nextStepDate] of [
    ["Early", "8", "2020-01-01"],
    ["Mine late", "9", "2020-03-01"],
    ["Nobody's", "0", "2020-02-01"],
    ["Mine early", "9", "2020-02-01"],
  ] as const)
    await api().updateLead({
      customerId: await add(name, { lastName: "Ownfirst" }),
      version: 0,
      assignedStaffId,
      nextStepDate,
      nextStep: "Ring",
    });
  const read = async (staffId: string) => {
    const all: string[] = [];
    for (let pageToken = ""; ; ) {
      const page = await api({ staffId }).listLeads({ keyword: "Ownfirst", due: true, pageSize: 1, pageToken });
      all.push(...page.leads.map(({ firstName }) => firstName));
      pageToken = page.nextPageToken;
      if (!pageToken) return all;
    }
  };
  expect(await read("9")).toEqual(["Mine early", "Mine late", "Early", "Nobody's"]);
  expect(await read("8")).toEqual(["Early", "Mine early", "Nobody's", "Mine late"]);
  expect(await read("0")).toEqual(["Early", "Mine early", "Nobody's", "Mine late"]);
});

test("whoever may not see contact data is shown neither number nor email", async () => {
  const id = await add("Nell", { email: "nell@example.com" });
  const without = { permissions: [Permission.VIEW_CLIENT_LIST, Permission.VIEW_CLIENTS_ALL_LOCATIONS] };
  expect((await api(without).getLead({ customerId: id })).lead).toMatchObject({ phoneDisplay: "", email: "" });
  expect((await api().getLead({ customerId: id })).lead?.email).toBe("nell@example.com");
});

test("a converted lead is a client with its history, and is a lead again when it is taken back", async () => {
  const id = await add("Dana");
  await api().updateLead({ customerId: id, version: 0, stage: LeadStage.INTERESTED });
  const won = (await api().convertLead({ customerId: id, version: 1 })).lead;
  expect(won).toMatchObject({ type: ClientType.CUSTOMER, stage: LeadStage.INTERESTED });
  expect(won?.convertedTime).toBeDefined();
  expect(await listed()).not.toContain("Dana");
  expect((await api().listConvertedLeads({})).leads.map((one) => one.firstName)).toContain("Dana");
  const late = await refusalOf(api().updateLead({ customerId: id, version: won?.version ?? 0, nextStep: "x" }));
  expect(late).toMatchObject(wrongly("customerId"));
  const back = (await api().revertLeadConversion({ customerId: id, version: won?.version ?? 0 })).lead;
  expect(back).toMatchObject({ type: ClientType.LEAD, stage: LeadStage.INTERESTED });
  expect(back?.convertedTime).toBeUndefined();
});

test("a lead whose first appointment is booked is a client, and stays one", async () => {
  const id = await add("Edie");
  await books(id, 4);
  expect((await api().getLead({ customerId: id })).lead?.type).toBe(ClientType.LEAD);
  await books(id);
  const { lead } = await api().getLead({ customerId: id });
  expect(lead?.type).toBe(ClientType.CUSTOMER);
  const refused = await refusalOf(api().revertLeadConversion({ customerId: id, version: lead?.version ?? 0 }));
  expect(refused).toMatchObject(wrongly("customerId"));
});

test("saying on the client's own page that they are a client converts the lead too", async () => {
  const id = await add("Faye");
  const { client } = await clients().getClient({ customerId: id });
  await clients().updateClient({
    customerId: id,
    client: { type: ClientType.CUSTOMER },
    updateMask: { paths: ["type"] },
    version: client?.version ?? 0,
  });
  expect((await api().getLead({ customerId: id })).lead?.convertedTime).toBeDefined();
});

test("the report counts who came, was won and was lost this month, by source", async () => {
  const before = await api().getLeadReport({ months: 3 });
  const [won, lost] = [await add("Gia", { referralSourceId: "9" }), await add("Gwen", { referralSourceId: "9" })];
  await api().convertLead({ customerId: won, version: 0 });
  await api().updateLead({ customerId: lost, version: 0, stage: LeadStage.LOST, lostReason: "Too far" });
  const after = await api().getLeadReport({ months: 3 });
  const [was, is] = [before.months.at(-1), after.months.at(-1)];
  expect(after.months.map(({ month }) => month)).toEqual(monthsUpTo(todayIn("America/New_York"), 3));
  expect(is?.added).toBe((was?.added ?? 0) + 2);
  expect(is?.converted).toBe((was?.converted ?? 0) + 1);
  expect(is?.lost).toBe((was?.lost ?? 0) + 1);
  expect(after.sources.find(({ referralSourceId }) => referralSourceId === "9")).toMatchObject({ added: 2, converted: 1, lost: 1 });
});

test("a lost lead who becomes a client after all is won and not lost; open ones are counted by stage, the lost by reason", async () => {
  const now = async () => {
    const { months, stages, lostReasons } = await api().getLeadReport({ months: 2 });
    const { converted = 0, lost = 0 } = months.at(-1) ?? {};
    return {
      converted,
      lost,
      stages: stages.map(({ count }) => count),
      moved: lostReasons.find(({ reason }) => reason.toLowerCase() === "moved away")?.count,
    };
  };
  const [one, two] = [await add("Hana"), await add("Hugo")];
  const before = await now();
  await api().moveLeads({ customerIds: [one], stage: LeadStage.LOST, lostReason: "Moved away" });
  await api().moveLeads({ customerIds: [two], stage: LeadStage.LOST, lostReason: "moved away " });
  const [fresh = 0, contacted = 0, interested = 0] = before.stages;
  const lost = { ...before, lost: before.lost + 2, stages: [fresh - 2, contacted, interested], moved: 2 };
  expect(await now()).toEqual(lost);
  await api().convertLead({ customerId: one, version: 1 });
  expect(await now()).toEqual({ ...lost, converted: before.converted + 1, lost: before.lost + 1, moved: 1 });
});

test("what is noted: what is not named stays, a reason belongs to a lost lead", () => {
  const before = { stage: 2, assignedStaffId: "3", nextStep: "Call", nextStepOn: "2026-05-01", lostReason: "" };
  expect(notesAfter(before, {})).toEqual(before);
  expect(notesAfter(before, { nextStepDate: "" }).nextStepOn).toBeNull();
  expect(notesAfter(before, { nextStep: "  Write  " }).nextStep).toBe("Write");
  expect(() => notesAfter(before, { lostReason: "Too far" })).toThrow();
  expect(notesAfter(before, { stage: 4, lostReason: " Too far " })).toEqual({
    ...before,
    stage: 4,
    nextStep: "",
    nextStepOn: null,
    lostReason: "Too far",
  });
  expect(monthsUpTo("2026-01-31", 3)).toEqual(["2025-11", "2025-12", "2026-01"]);
});

test("several leads change hands or stage at once; clients among them stay, and losing them takes a reason", async () => {
  const [one, two] = [await add("Mona"), await add("Nils")];
  const client = await add("Olga", { type: ClientType.CUSTOMER });
  const ids = [two, client, one];
  expect((await api().moveLeads({ customerIds: ids, assignedStaffId: "7", stage: LeadStage.CONTACTED })).changed).toBe(2);
  expect((await api().moveLeads({ customerIds: ids, assignedStaffId: "7" })).changed).toBe(0);
  expect((await api().getLead({ customerId: one })).lead).toMatchObject({ assignedStaffId: "7", stage: LeadStage.CONTACTED, version: 1 });
  expect(await refusalOf(api().moveLeads({ customerIds: ids, stage: LeadStage.LOST }))).toMatchObject(wrongly("lostReason"));
  expect((await api().moveLeads({ customerIds: ids, stage: LeadStage.LOST, lostReason: "Too far" })).changed).toBe(2);
  expect((await api({ companyId: "2" }).moveLeads({ customerIds: ids, stage: LeadStage.NEW })).changed).toBe(0);
  expect((await api().getLead({ customerId: two })).lead).toMatchObject({ stage: LeadStage.LOST, lostReason: "Too far" });
});

test("leads are a file as the list narrows them; phone and email only for whoever may see them", async () => {
  await add("Pia", { email: "pia@lead.test" });
  const lines = async (asked: object, caller = {}) => (await api(caller).exportLeads(asked)).csv.trimEnd().split("\r\n").slice(1);
  const [pia, ...rest] = await lines({ keyword: "Pia" });
  expect(rest).toEqual([]);
  expect(pia).toMatch(/^Pia,,\+1 \(212\) 555-\d{4},pia@lead\.test,Pia's dog,new,/);
  expect((await lines({ stage: LeadStage.LOST })).join()).not.toContain("Pia");
  const permissions = [Permission.IMPORT_CLIENTS, Permission.VIEW_CLIENTS_ALL_LOCATIONS];
  const hidden = await lines({ keyword: "Pia" }, { permissions, employeeCategory: 0, staffId: "77", accountId: "7" });
  expect(hidden[0]).toMatch(/^Pia,,,,Pia's dog/);
});

test("customer-type-lead-customer: a search finds a lead as it finds a client, and says which it is", async () => {
  await add("Zelda");
  await add("Zeldina", { type: ClientType.CUSTOMER });
  const { clients: found } = await servers.client(SearchService).searchClients({ keyword: "zeld" });
  expect(found.map(({ firstName, type }) => [firstName, type])).toEqual([
    ["Zelda", ClientType.LEAD],
    ["Zeldina", ClientType.CUSTOMER],
  ]);
});
