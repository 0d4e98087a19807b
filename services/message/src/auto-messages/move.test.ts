import { ErrorCode, toWireDate, writeDay } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AutoMessageService } from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appointmentsOf } from "../../test/appointments.ts";
import { type MessageHarness, snapshot, startMessageHarness, waitFor } from "../../test/harness.ts";
import { UseCase } from "./auto-message.ts";

let servers: MessageHarness;
let appointments: ReturnType<typeof appointmentsOf>;
const api = (caller = {}) => servers.client(AutoMessageService, caller);

beforeAll(async () => {
  servers = await startMessageHarness();
  await servers.keepBusiness("1");
  appointments = appointmentsOf(servers);
  await appointments.tellNoBookings();
});
afterAll(() => servers.stop());

const american = { clock: 12, dateFormat: "MM/DD/YYYY", numberFormat: "1,234.56" };
const keyOf = (id: string) => `${id}:${UseCase.RESCHEDULED}`;
const jobOf = async (id: string) =>
  (await servers.admin.query("select state, payload->>'cause' as cause from message.job where key = $1", [keyOf(id)])).rows[0];
const waits = (id: string, version: number) =>
  waitFor(async () => expect(await jobOf(id)).toEqual({ state: "due", cause: `${id}v${version}` }));
/** Its time comes. */
const ring = async (id: string) => {
  await servers.admin.query("update message.job set due_at = now() where key = $1", [keyOf(id)]);
  await waitFor(async () => expect((await jobOf(id))?.state).toBe("done"));
};
const heard = (id: string, version: number) =>
  waitFor(async () =>
    expect((await servers.admin.query("select version from message.visit where appointment_id = $1", [id])).rows).toEqual([{ version }]),
  );
const told = async (customerId: string) => (await appointments.sent(customerId)).map((row) => row.use_case);
const booked = async (id: string, customerId: string) => {
  await servers.keepClient(customerId, { sendAutoEmail: false });
  await appointments.book(id, customerId);
  await heard(id, 1);
};

test("a move of which its client is not to hear: nothing is told, nor of one before it that still waits; the next one is told, from where they knew it", async () => {
  await booked("4001", "401");
  await appointments.change("4001", "401", { version: 2, inHours: 60 });
  await waits("4001", 2);
  await appointments.change("4001", "401", { version: 3, inHours: 72 }, {}, true);
  await heard("4001", 3);
  await ring("4001");
  expect(await told("401")).toEqual([]);
  await appointments.change("4001", "401", { version: 4, inHours: 96 });
  await waits("4001", 4);
  await ring("4001");
  expect(await told("401")).toEqual(["rescheduled"]);
  const { rows } = await servers.admin.query("select previous_date from message.visit where appointment_id = 4001");
  expect(rows[0]?.previous_date).toBe(snapshot("4001", "401").date);
});

test("a move that was not told is taken back: there is nothing to tell of that either", async () => {
  await booked("4002", "402");
  const { date, startTime, startAt, endTime, endAt } = snapshot("4002", "402");
  await appointments.change("4002", "402", { version: 2 }, { date, startTime, startAt, endTime, endAt });
  await heard("4002", 2);
  await appointments.change("4002", "402", { version: 3, inHours: 72 }, {}, true);
  await heard("4002", 3);
  await appointments.change("4002", "402", { version: 4 }, { date, startTime, startAt, endTime, endAt });
  await waits("4002", 4);
  await ring("4002");
  expect(await told("402")).toEqual([]);
});

test("left untold while it waits, and also before we hear of the move; a later move is told, and what is out stays out", async () => {
  for (const [id, customerId] of [
    ["4003", "403"],
    ["4004", "404"],
  ] as const)
    await booked(id, customerId);
  await appointments.change("4003", "403", { version: 2, inHours: 60 });
  await waits("4003", 2);
  servers.calendar.batchGetAppointments = async () => ({ appointments: [{ id: "4004", version: 2 }] });
  const asked = { moves: ["4003", "4004"].map((appointmentId) => ({ appointmentId, version: 2 })) };
  expect((await api().leaveMoveUntold(asked)).toldAppointmentIds).toEqual([]);
  await appointments.change("4004", "404", { version: 2, inHours: 60 });
  await waits("4004", 2);
  for (const id of ["4003", "4004"]) await ring(id);
  expect([await told("403"), await told("404")]).toEqual([[], []]);
  await appointments.change("4003", "403", { version: 3, inHours: 80 });
  await waits("4003", 3);
  await ring("4003");
  expect(await told("403")).toEqual(["rescheduled"]);
  const late = { moves: [{ appointmentId: "4003", version: 3 }] };
  expect((await api().leaveMoveUntold(late)).toldAppointmentIds).toEqual(["4003"]);
});

test("an appointment that was booked just now and is not kept yet is asked for: how a move of it would be told, and left untold", async () => {
  await servers.keepClient("491", { sendAutoEmail: false });
  const asked: string[] = [];
  servers.calendar.listAppointmentRecords = async ({ afterAppointmentId }: { afterAppointmentId: string }) => {
    asked.push(afterAppointmentId);
    return { records: [{ appointment: snapshot("4091", "491", { version: 2 }) }] };
  };
  servers.calendar.batchGetAppointments = async () => ({ appointments: [{ id: "4091", version: 2 }] });
  expect((await api().getMoveMessage({ appointmentId: "4091" })).methods).toEqual([MessageMethod.SMS]);
  expect((await refusalOf(api().getMoveMessage({ appointmentId: "4092" }))).code).toBe(ErrorCode.APPOINTMENT_NOT_FOUND);
  expect((await api().leaveMoveUntold({ moves: [{ appointmentId: "4091", version: 2 }] })).toldAppointmentIds).toEqual([]);
  expect(asked).toEqual(["4090", "4091"]);
  await appointments.book("4091", "491");
  await heard("4091", 1);
  await appointments.change("4091", "491", { version: 2, inHours: 60 });
  await waits("4091", 2);
  await ring("4091");
  expect(await told("491")).toEqual([]);
});

test("left untold as its text goes out: one of them is first, and the text is not sent after the answer that it will not be", async () => {
  await booked("4012", "412");
  await appointments.change("4012", "412", { version: 2, inHours: 60 });
  await waits("4012", 2);
  const held = await servers.admin.connect();
  try {
    await held.query("begin");
    await held.query("update message.visit set untold_version = 2 where appointment_id = 4012");
    await servers.admin.query("update message.job set due_at = now() where key = $1", [keyOf("4012")]);
    const waiting =
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%\"visit\"%for update%'";
    await waitFor(async () => expect((await servers.admin.query(waiting)).rowCount).toBe(1));
    await held.query("commit");
  } finally {
    held.release();
  }
  await waitFor(async () => expect((await jobOf("4012"))?.state).toBe("done"));
  expect(await told("412")).toEqual([]);
});

test("a move that was not made is not left untold: its version is refused, and nothing comes of the others; the next move is told", async () => {
  await booked("4010", "410");
  await booked("4011", "411");
  await appointments.change("4011", "411", { version: 2, inHours: 60 });
  await waits("4011", 2);
  servers.calendar.batchGetAppointments = async () => ({ appointments: [{ id: "4010", version: 1 }] });
  for (const version of [2, 50, 2_147_483_647]) {
    const moves = [
      { appointmentId: "4011", version: 2 },
      { appointmentId: "4010", version },
    ];
    const { code, options } = await refusalOf(api().leaveMoveUntold({ moves }));
    expect([code, options.fields?.map(({ field }) => field)]).toEqual([ErrorCode.PARAMS_INVALID, ["moves.1.version"]]);
  }
  await appointments.change("4010", "410", { version: 2, inHours: 60 });
  await waits("4010", 2);
  for (const id of ["4010", "4011"]) await ring(id);
  expect([await told("410"), await told("411")]).toEqual([["rescheduled"], ["rescheduled"]]);
});

test.each([
  ["told of by then", "4007", "407", false, 72],
  ["that still waits", "4008", "408", false, 48],
  ["left untold", "4009", "409", true, 48],
  ["of their own", "4016", "416", false, 72],
])("canceled after a move %s: it is canceled when its client last heard that it is", async (by, id, customerId, untold, inHours) => {
  await booked(id, customerId);
  await appointments.change(id, customerId, { version: 2, inHours: 72 }, {}, untold, by === "of their own");
  await heard(id, 2);
  if (by === "told of by then") await ring(id);
  await appointments.cancel(id, customerId, { version: 3, inHours: 72 });
  await heard(id, 3);
  await servers.admin.query("update message.job set due_at = now() where key = $1", [`${id}:${UseCase.CANCELLED}`]);
  await waitFor(async () => expect(await told(customerId)).toContain("cancelled"));
  const text = (await appointments.textsTo(customerId)).at(-1);
  const { date } = snapshot(id, customerId, { inHours });
  expect(text).toContain(`Rex's appointment on ${writeDay(date, american)} at `);
  expect(text).toContain("is canceled");
});

test("back where its client knows it, nothing would be told, whether we have heard of the moves or not", async () => {
  await booked("4006", "406");
  const { date, startTime, ...was } = snapshot("4006", "406");
  const methodsAt = async (inHours: number, version: number) => {
    const to = snapshot("4006", "406", { inHours });
    const at = inHours === 48 ? { date, startTime } : to;
    const asked = { appointmentId: "4006", startDate: toWireDate(at.date), startTime: at.startTime, version };
    return (await api().getMoveMessage(asked)).methods;
  };
  await appointments.change("4006", "406", { version: 2 }, { date, startTime, startAt: was.startAt, endAt: was.endAt });
  await heard("4006", 2);
  expect([await methodsAt(72, 3), await methodsAt(48, 4)]).toEqual([[MessageMethod.SMS], []]);
  await appointments.change("4006", "406", { version: 3, inHours: 72 });
  await heard("4006", 3);
  expect([await methodsAt(72, 3), await methodsAt(48, 4)]).toEqual([[MessageMethod.SMS], []]);
  await ring("4006");
  expect(await told("406")).toEqual(["rescheduled"]);
  await servers.admin.query("update message.visit set moved_at = now() - interval '1 minute' where appointment_id = 4006");
  expect(await methodsAt(48, 4)).toEqual([MessageMethod.SMS]);
});

test("how a move would be told: as the business and the client want it, and not at all where the message is off; elsewhere nobody knows it", async () => {
  await booked("4005", "405");
  const { methods, dueTime } = await api().getMoveMessage({ appointmentId: "4005" });
  expect(methods).toEqual([MessageMethod.SMS]);
  const wait = Number(dueTime?.seconds) - Date.now() / 1_000;
  expect(wait).toBeGreaterThan(20);
  expect(wait).toBeLessThan(40);
  const over = snapshot("4005", "405", { inHours: -2 });
  const past = { appointmentId: "4005", startDate: toWireDate(over.date), startTime: over.startTime };
  const unsaid = await api().getMoveMessage(past);
  expect([unsaid.methods, unsaid.dueTime]).toEqual([[], undefined]);
  await api().updateAutoMessage({ useCase: UseCase.RESCHEDULED, isEnabled: false, clientReceive: [MessageMethod.SMS], minutesAt: 0 });
  expect((await api().getMoveMessage({ appointmentId: "4005" })).methods).toEqual([]);
  await api().updateAutoMessage({ useCase: UseCase.RESCHEDULED, isEnabled: true, clientReceive: [MessageMethod.SMS], minutesAt: 0 });
  const moves = [{ appointmentId: "4005", version: 1 }];
  const twice = await refusalOf(api().leaveMoveUntold({ moves: [...moves, ...moves] }));
  expect([twice.code, twice.options.fields?.map(({ field }) => field)]).toEqual([ErrorCode.PARAMS_INVALID, ["moves"]]);
  const stranger = api({ companyId: "2" });
  for (const asked of [
    () => stranger.leaveMoveUntold({ moves }),
    () => stranger.getMoveMessage({ appointmentId: "4005" }),
    () => api().leaveMoveUntold({ moves: [...moves, { appointmentId: "499999", version: 1 }] }),
  ])
    expect((await refusalOf(asked())).code).toBe(ErrorCode.APPOINTMENT_NOT_FOUND);
});
