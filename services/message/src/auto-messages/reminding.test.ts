import { refusalOf } from "@leashline/kit/test";
import { AutoMessageService } from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appointmentsOf } from "../../test/appointments.ts";
import { type MessageHarness, snapshot, startMessageHarness, waitFor } from "../../test/harness.ts";
import { UseCase } from "./auto-message.ts";

let servers: MessageHarness;
let appointments: ReturnType<typeof appointmentsOf>;
/** What clients of their own were made for. */
const rows: string[] = [];
/** A time as the business's clock shows it. */
const placed = (time: Date) =>
  Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO("America/Los_Angeles").toPlainDateTime();
const settings = () => servers.client(AutoMessageService);

beforeAll(async () => {
  servers = await startMessageHarness();
  await servers.keepBusiness("1");
  appointments = appointmentsOf(servers);
  await appointments.tellNoBookings();
});
afterAll(() => servers.stop());

test("one is stored for its time, moves with the visit, goes when it is cancelled", async () => {
  await servers.keepClient("306");
  await appointments.book("3010", "306", { inHours: 80 });
  const first = await appointments.dueJobOf("3010");
  expect(placed(first.due_at).toPlainTime().toString()).toBe("10:00:00");
  await appointments.change("3010", "306", { version: 2, inHours: 104 });
  const dayLater = placed(first.due_at).add({ days: 1 }).toString();
  await waitFor(async () => expect(placed((await appointments.jobOf("3010")).due_at).toString()).toBe(dayLater));
  await appointments.cancel("3010", "306", { inHours: 104 });
  await waitFor(async () => expect(await appointments.jobOf("3010")).toMatchObject({ state: "cancelled" }));
});

test("a visit whose services change is reminded of with the new ones, at the same time, and nobody is told that it moved", async () => {
  await servers.keepClient("323");
  await appointments.book("3032", "323", { inHours: 90 });
  const before = await appointments.dueJobOf("3032");
  const [groom] = snapshot("3032", "323").lines;
  const lines = groom && [
    { ...groom, serviceName: "Bath" },
    { ...groom, lineId: "2", serviceName: "Nail trim", startTime: 660 },
  ];
  const { startAt } = (await servers.admin.query(`select start_at as "startAt" from message.visit where appointment_id = 3032`)).rows[0];
  const start = { seconds: BigInt(startAt.getTime() / 1000), nanos: 0 };
  await appointments.change("3032", "323", { version: 2, inHours: 90 }, { startAt: start, ...(lines && { lines }) });
  await waitFor(async () => {
    const { content } = await settings().getReminderContent({ targetId: "3032" });
    expect(content?.smsBody).toMatch(/your appointment for Rex \(Bath.*Nail trim\) is on/);
  });
  expect((await appointments.jobOf("3032")).due_at).toEqual(before.due_at);
  const told = await servers.admin.query("select count(*)::int from message.job where key like $1", [`3032:${UseCase.RESCHEDULED}%`]);
  expect(told.rows[0].count).toBe(0);
});

test("a changed setting moves those already stored; what a reminder will say can be read", async () => {
  await servers.keepClient("307");
  await appointments.book("3011", "307", { inHours: 100 });
  const before = placed((await appointments.dueJobOf("3011")).due_at);
  const { autoMessages } = await settings().listAutoMessages({});
  const reminder = autoMessages.find((one) => one.useCase === UseCase.FIRST_REMINDER);
  expect(reminder).toMatchObject({ isEnabled: true, daysBefore: 1, minutesAt: 600 });
  expect(reminder?.standard?.smsBody).toContain("{petName} ({serviceName}) is on {appointmentDate}");
  const receive = { clientReceive: reminder?.clientReceive ?? [], isEnabled: true, useCase: UseCase.FIRST_REMINDER };
  await settings().updateAutoMessage({ ...receive, daysBefore: 2, minutesAt: 600 });
  const dayEarlier = before.subtract({ days: 1 });
  await waitFor(async () => expect(placed((await appointments.jobOf("3011")).due_at).toString()).toBe(dayEarlier.toString()));
  const { content } = await settings().getReminderContent({ targetId: "3011" });
  expect(content?.smsBody).toMatch(/Reply Y to confirm or N to cancel, or change it: http/);
  expect(placed(new Date(Number(content?.dueTime?.seconds) * 1000)).toString()).toBe(dayEarlier.toString());
  await settings().updateAutoMessage({ ...receive, daysBefore: 1, minutesAt: 600 });
  const refused = await refusalOf(settings().updateAutoMessage({ ...receive, daysBefore: 10, minutesAt: 600 }));
  expect(refused.options.fields?.[0]?.field, "reminder-days-before-choices: 10 is none").toBe("daysBefore");
  const hours = await refusalOf(settings().updateAutoMessage({ ...receive, useCase: UseCase.FOLLOW_UP, hoursAfter: 21 }));
  expect(hours.options.fields?.[0]?.field, "reminder-hours-after-choices: 21 is none").toBe("hoursAfter");
});

test("reminder-first-unconfirmed-only: at its time it goes to an unconfirmed visit, and not to a confirmed one", async () => {
  for (const id of ["308", "309"]) await servers.keepClient(id, { sendAutoEmail: false });
  await appointments.book("3012", "308");
  await appointments.book("3013", "309");
  await waitFor(async () => expect(await appointments.jobOf("3013")).toMatchObject({ state: "due" }));
  await appointments.status("3013", "309", 2);
  await waitFor(async () => expect(await appointments.jobOf("3013")).toMatchObject({ state: "cancelled" }));
  await appointments.ring("3012");
  expect((await appointments.textsTo("308"))[0]).toMatch(/Reply Y to confirm or N to cancel, or change it: http/);
  expect(await appointments.sent("309")).toEqual([]);
});

test("reminder-second-not-confirmed: nothing for who confirmed after the first", async () => {
  await settings().updateAutoMessage({
    useCase: UseCase.SECOND_REMINDER,
    isEnabled: true,
    clientReceive: [MessageMethod.SMS],
    daysBefore: 0,
    minutesAt: 1,
  });
  for (const id of ["310", "311"]) await servers.keepClient(id, { sendAutoEmail: false });
  await appointments.book("3014", "310");
  await appointments.book("3015", "311");
  await appointments.ring("3014", UseCase.SECOND_REMINDER);
  await waitFor(async () => expect((await appointments.sent("310")).map((row) => row.use_case)).toEqual(["reminder second"]));
  await waitFor(async () => expect(await appointments.jobOf("3015", UseCase.SECOND_REMINDER)).toMatchObject({ state: "due" }));
  await appointments.status("3015", "311", 2);
  await waitFor(async () => expect(await appointments.jobOf("3015", UseCase.SECOND_REMINDER)).toMatchObject({ state: "cancelled" }));
});

const bothReminders = async (clientReceive: MessageMethod[]) => {
  const remind = { isEnabled: true, clientReceive, minutesAt: 600 };
  await settings().updateAutoMessage({ ...remind, useCase: UseCase.FIRST_REMINDER, daysBefore: 1 });
  await settings().updateAutoMessage({ ...remind, useCase: UseCase.SECOND_REMINDER, daysBefore: 0, minutesAt: 1 });
};
const { SMS, EMAIL } = MessageMethod;

test.each([
  ["who chose nothing gets what the shop sends", {}, [SMS, EMAIL], [SMS, EMAIL], [SMS, EMAIL]],
  ["who chose email gets no text", { apptReminderByList: [2] }, [SMS, EMAIL], [EMAIL], [EMAIL]],
  ["who chose text gets one where the shop sends emails", { apptReminderByList: [1] }, [EMAIL], [SMS], [SMS]],
  ["who wants to be asked again by text is so", { apptReminderByList: [2], unconfirmedReminderBy: 1 }, [SMS, EMAIL], [EMAIL], [SMS]],
  ["how one is asked again says nothing of the first", { unconfirmedReminderBy: 1 }, [SMS, EMAIL], [SMS, EMAIL], [SMS]],
  ["calls are left to people", { apptReminderByList: [3], unconfirmedReminderBy: 3 }, [SMS, EMAIL], [SMS, EMAIL], [SMS, EMAIL]],
  ["who has no address for it is reminded as the shop does it", { apptReminderByList: [2], email: "" }, [SMS, EMAIL], [SMS], [SMS]],
  ["so is who switched it off", { apptReminderByList: [2], sendAutoEmail: false }, [SMS], [SMS], [SMS]],
  ["nobody gets what they switched off", { apptReminderByList: [1], sendAutoMessage: false }, [SMS], [], []],
])("how a client is reminded: %s", async (said, wishes, shop, first, second) => {
  await bothReminders(shop);
  const [visit, client] = [String(3060 + rows.length), String(360 + rows.length)];
  rows.push(said);
  await servers.keepClient(client, wishes);
  await appointments.book(visit, client);
  await appointments.ring(visit);
  await appointments.ring(visit, UseCase.SECOND_REMINDER);
  const sent = await appointments.sent(client);
  const ways = (useCase: string) => sent.filter((row) => row.use_case === useCase).map((row) => row.method);
  expect({ first: ways("reminder first").sort(), second: ways("reminder second").sort() }).toEqual({ first, second });
});

test("a client who comes to another choice is reminded by it; by hand too, unless whoever sends it says how", async () => {
  await bothReminders([SMS, EMAIL]);
  await servers.keepClient("380", { apptReminderByList: [2] });
  await appointments.book("3080", "380");
  await appointments.dueJobOf("3080");
  const byHand = async (useCase: UseCase, methods: MessageMethod[] = []) =>
    (await settings().sendForAppointment({ appointmentId: "3080", useCase, methods })).messages.map(({ method }) => method);
  expect(await byHand(UseCase.FIRST_REMINDER)).toEqual([EMAIL]);
  expect(await byHand(UseCase.FIRST_REMINDER, [SMS])).toEqual([SMS]);
  expect(await byHand(UseCase.READY_FOR_PICKUP), "it is about reminders").toEqual([SMS]);
  await servers.keepClient("380", { apptReminderByList: [1] });
  await waitFor(async () => expect(await byHand(UseCase.FIRST_REMINDER)).toEqual([SMS]));
});

test("at its time the visit is looked at once more: one that moved, was confirmed, began or was cancelled meanwhile is not reminded of", async () => {
  const meanwhile = ["start_at = start_at + interval '1 hour'", "status = 2", "status = 6", "status = 4"];
  for (const [n, change] of meanwhile.entries()) {
    const [visit, client] = [String(3040 + n), String(340 + n)];
    await servers.keepClient(client, { sendAutoEmail: false });
    await appointments.book(visit, client);
    await appointments.dueJobOf(visit);
    await servers.admin.query(`update message.visit set ${change} where appointment_id = $1`, [visit]);
    await appointments.ring(visit);
    expect(await appointments.sent(client), change).toEqual([]);
  }
});

test("one that is too late is dropped, and none goes out twice", async () => {
  for (const id of ["312", "313"]) await servers.keepClient(id, { sendAutoEmail: false });
  await appointments.book("3016", "312");
  await appointments.book("3017", "313");
  await waitFor(async () => expect(await appointments.jobOf("3016")).toMatchObject({ state: "due" }));
  await servers.admin.query(`update message.job set payload = payload || '{"expiresAt": "2020-01-01T00:00:00Z"}' where key = $1`, [
    `3016:${UseCase.FIRST_REMINDER}`,
  ]);
  await appointments.ring("3016");
  expect(await appointments.sent("312")).toEqual([]);
  await appointments.ring("3017");
  await servers.admin.query(
    "update message.job set state = 'due', due_at = now() + interval '1 hour' where kind = 'send-reminder' and key = $1",
    [`3017:${UseCase.FIRST_REMINDER}`],
  );
  await appointments.ring("3017");
  expect(await appointments.sent("313")).toHaveLength(1);
});
