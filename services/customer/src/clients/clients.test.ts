import { ErrorCode } from "@leashline/kit";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { TipType } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { RecordService } from "@leashline/proto/leashline/customer/v1/record_service_pb.js";
import { SearchService } from "@leashline/proto/leashline/customer/v1/search_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { service } from "../main.ts";
import { frequencyDays } from "./client.ts";

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([service], { background: false });
});
afterAll(async () => await servers.stop());

const clients = (caller = {}) => servers.client(ClientService, caller);
const pets = () => servers.client(PetService);
const add = async (firstName: string, more: object = {}) =>
  (await clients().createClient({ client: { firstName, lastName: "Test", ...more } })).client!;
const found = async (keyword: string) =>
  (await servers.client(SearchService).searchClients({ keyword })).clients.map((c) => `${c.firstName} ${c.lastName}`.trim());

describe("clients", () => {
  test("a new client is a customer of this business who may be reached, and has a searchable name", async () => {
    const made = await add("  Dana ", { lastName: "Kim", phoneNumber: "+1 (206) 555-0142", email: "dana@kim.example" });
    expect(made).toMatchObject({
      firstName: "Dana",
      type: 2,
      phoneNumber: "+12065550142",
      phoneDisplay: "+1 (206) 555-0142",
      preferredBusinessId: "1",
      sendAutoMessage: true,
      isProspectCustomer: true,
      version: 1,
    });
    expect((await clients().getClient({ customerId: made.customerId })).client).toEqual(made);
    expect(await found("dan")).toContain("Dana Kim");
    expect(await found("5550142")).toEqual(["Dana Kim"]);
  });

  test("a name is kept without marks that nobody sees; one of nothing else is none", async () => {
    expect(await add("\u202eAda\u202c", { lastName: "By\u2067ron\n" })).toMatchObject({ firstName: "Ada", lastName: "Byron" });
    expect((await refusalOf(add("\u202e", { lastName: "\u200f" }))).options.fields?.[0]?.field).toBe("client.firstName");
  });

  test("how they want to be reminded is told to whoever keeps clients; another way there is not", async () => {
    const { customerId } = await add("Rita", { apptReminderByList: [2], unconfirmedReminderBy: 1 });
    const told = async () => {
      const afterCustomerId = String(BigInt(customerId) - 1n);
      return (await servers.client(RecordService, { kind: "service", via: "message" }).listClientRecords({ afterCustomerId, pageSize: 1 }))
        .clients[0];
    };
    expect(await told()).toMatchObject({ apptReminderByList: [2], unconfirmedReminderBy: 1 });
    const change = (client: object) =>
      clients().updateClient({ customerId, client, updateMask: { paths: ["appt_reminder_by_list", "unconfirmed_reminder_by"] } });
    await change({});
    expect(await told()).toMatchObject({ apptReminderByList: [], unconfirmedReminderBy: 0 });
    for (const apptReminderByList of [[4], [0], [1, 1]]) expect((await refusalOf(change({ apptReminderByList }))).code).toBe(400);
  });

  test("their picture is told to whoever keeps clients", async () => {
    const avatarPath = "/uploads/public/1/abcdefghij0123456789/Pia.jpg";
    const { customerId } = await add("Pia", { avatarPath });
    const records = servers.client(RecordService, { kind: "service", via: "message" });
    const told = await records.listClientRecords({ afterCustomerId: String(BigInt(customerId) - 1n), pageSize: 1 });
    expect(told.clients).toMatchObject([{ customerId, avatarPath }]);
  });

  test("a client needs a name", async () => {
    expect(await refusalOf(clients().createClient({ client: { firstName: " " } }))).toMatchObject({ code: 400 });
  });

  test.each([
    ["", true],
    ["a@b.co", true],
    ["abc", false],
  ])("email-field: %j", async (email, accepted) => {
    const call = clients().createClient({ client: { firstName: "Mail", email } });
    if (accepted) await expect(call).resolves.toBeDefined();
    else expect((await refusalOf(call)).message).toContain("Invalid email");
  });

  test.each(["abc", "abc12#", "+"])("a phone number that is none is refused with its field: %j", async (phoneNumber) => {
    const refused = await refusalOf(clients().createClient({ client: { firstName: "Ring", phoneNumber } }));
    expect(refused.options.fields).toEqual([{ field: "client.phoneNumber", reason: "Invalid phone number" }]);
  });

  test("30002: a phone number belongs to one client, however it is written, unless the caller knows better", async () => {
    await add("First", { phoneNumber: "(206) 555-7777" });
    const again = { client: { firstName: "Second", phoneNumber: "+12065557777" } };
    expect(await refusalOf(clients().createClient(again))).toMatchObject({ code: ErrorCode.PHONE_NUMBER_IN_USE });
    await expect(clients().createClient({ ...again, allowDuplicatePhone: true })).resolves.toBeDefined();
    const racing = Array.from({ length: 8 }, (_, i) =>
      clients().createClient({ client: { firstName: `R${i}`, phoneNumber: "2065558888" } }),
    );
    expect((await Promise.allSettled(racing)).filter((r) => r.status === "fulfilled")).toHaveLength(1);
  });

  test("not-found-30003-30005: an unknown client, or another company's, is 30003", async () => {
    expect(await refusalOf(clients().getClient({ customerId: "999999" }))).toMatchObject({ code: 30003 });
    const mine = await add("Mine");
    expect(await refusalOf(clients({ companyId: "2" }).getClient({ customerId: mine.customerId }))).toMatchObject({ code: 30003 });
    expect(await refusalOf(clients({ companyId: "2" }).updateClient({ customerId: mine.customerId, client: {} }))).toMatchObject({
      code: 30003,
    });
    expect(await refusalOf(pets().createPet({ customerId: "999999", pet: { petName: "X" } }))).toMatchObject({ code: 30003 });
    expect((await clients().batchGetClients({ customerIds: [mine.customerId, "999999"], allowMissing: true })).clients).toHaveLength(1);
    const asked = { customerIds: ["999999", mine.customerId], allowMissing: true, withOverview: true };
    expect((await clients().batchGetClients(asked)).overviews).toMatchObject([{ finishedCount: 0, lastAlertNote: "" }]);
  });

  test("an update takes what is set; a mask clears; an old version is refused; the search follows", async () => {
    const made = await add("Oldname", { email: "x@y.zz", birthday: { year: 1990, month: 2, day: 3 } });
    const { client } = await clients().updateClient({ customerId: made.customerId, client: { firstName: "Newname" }, version: 1 });
    expect(client).toMatchObject({ firstName: "Newname", email: "x@y.zz", version: 2, birthday: { year: 1990 } });
    expect([await found("oldname"), await found("newn")]).toEqual([[], ["Newname Test"]]);
    const cleared = await clients().updateClient({ customerId: made.customerId, client: {}, updateMask: { paths: ["birthday", "email"] } });
    expect(cleared.client).toMatchObject({ email: "", version: 3 });
    expect(cleared.client?.birthday).toBeUndefined();
    const stale = clients().updateClient({ customerId: made.customerId, client: { lastName: "No" }, version: 1 });
    expect(await refusalOf(stale)).toMatchObject({ code: ErrorCode.VERSION_CONFLICT });
  });

  test("an update that names nothing, or says what is there, answers the client as it is: version, change log and events stay", async () => {
    const told = { email: "same@kim.example", phoneNumber: "+12065550177", birthday: { year: 1990, month: 2, day: 3 } };
    const made = await add("Same", told);
    const written = async () => (await servers.admin.query("select count(*) from customer.outbox")).rows[0]?.count;
    const before = await written();
    const { customerId } = made;
    for (const asked of [{ client: {} }, { client: {}, version: 1 }, { client: { ...told, firstName: " Same ", customerTagIdList: [] } }])
      expect((await clients().updateClient({ customerId, ...asked })).client).toEqual(made);
    expect((await clients().updateClient({ customerId, client: told, updateMask: { paths: ["email", "birthday"] } })).client).toEqual(made);
    expect(await written()).toBe(before);
    expect((await clients().updateClient({ customerId, client: { ...told, inactive: true } })).client?.version).toBe(2);
  });

  test("customer-type-lead-customer, lead-phone-existing: a lead's number exists, a customer's and an unknown one do not", async () => {
    await add("Lead", { type: 1, phoneNumber: "2065551001" });
    await add("Customer", { type: 2, phoneNumber: "2065551002" });
    const existing = async (phoneNumber: string) => (await clients().checkPhoneNumberLead({ phoneNumber })).existing;
    expect([await existing("+1 206 555 1001"), await existing("2065551002"), await existing("2065559999")]).toEqual([true, false, false]);
  });

  test.each([
    [2, 2, 14],
    [2, 3, 60],
    [3, 1, 3],
  ])("frequency-day-factors: %s of unit %s are %s days", (count, unit, days) => expect(frequencyDays(count, unit)).toBe(days));

  test("preferred-tip-defaults: 30 percent or 15, until the client says otherwise", async () => {
    const { customerId } = await add("Tipper");
    expect((await clients().getPreferredTip({ customerId })).preferredTip).toMatchObject({
      enable: false,
      tipType: TipType.PERCENTAGE,
      percentage: 30,
      amount: { currencyCode: "USD", units: 15n },
    });
    const saved = await clients().updatePreferredTip({ customerId, preferredTip: { enable: true, tipType: TipType.AMOUNT } });
    expect(saved.preferredTip).toMatchObject({ enable: true, amount: { units: 15n } });
    expect((await clients().getClientDetail({ customerId })).preferredTip).toMatchObject({ enable: true, tipType: TipType.AMOUNT });
  });

  test("a repeated create under one key makes one client", async () => {
    const once = () =>
      servers.client(ClientService, {}, { idempotencyKey: "create-1" }).createClient({ client: { firstName: "Onceonly" } });
    const made = await Promise.all([once(), once(), once()]);
    expect(new Set(made.map((m) => m.client!.customerId)).size).toBe(1);
    expect(await found("onceonly")).toHaveLength(1);
  });
});
