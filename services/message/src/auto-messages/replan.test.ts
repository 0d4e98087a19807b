import { instantAt } from "@leashline/kit";
import { eventually, startServers, type TestServers } from "@leashline/kit/test";
import { AutoMessageService } from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { service } from "../main.ts";
import { UseCase } from "./auto-message.ts";

const zone = "America/Los_Angeles";
const ahead = 620;
let servers: TestServers;

beforeAll(async () => {
  Object.assign(process.env, {
    LEASHLINE_TWILIO_ACCOUNT_SID: "ACtest",
    LEASHLINE_TWILIO_AUTH_TOKEN: "a token for tests",
    LEASHLINE_TWILIO_FROM: "+12065550100",
    LEASHLINE_MAIL_FROM: "mail@leashline.test",
  });
  servers = await startServers([service], { background: false });
  await servers.admin.query(`insert into message.business (company_id, business_id, zone) values (1, 1, $1)`, [zone]);
});
afterAll(() => servers?.stop());

/** Appointments on the days from the tenth on, several a day; every fifth is confirmed, every seventh cancelled; others lie in the past or elsewhere. */
const addVisits = `insert into message.visit (company_id, appointment_id, business_id, customer_id, date, start_time, end_time, start_at, end_at, status, planned_at)
  select 1, id, business, 1, to_char(day, 'YYYY-MM-DD'), 600, 660, day + time '18:00', day + time '19:00',
    case when id % 7 = 0 then 4 when id % 5 = 0 then 2 else 1 end, now() - interval '30 days'
  from (select id, case when id > 700 then 2 else 1 end as business,
    date_trunc('day', now()) + make_interval(days => case when id > ${ahead} and id <= 700 then -3 else 10 + id % 40 end) as day
    from generate_series(1, 720) id) v`;

beforeEach(async () => {
  await servers.admin.query("truncate message.visit, message.job, message.auto_message");
  await servers.admin.query(addVisits);
});

let minutes = 600;
/** Saves the reminder for another minute of the day, so that every one of them moves. */
const move = async (): Promise<number> => {
  minutes += 5;
  const setting = {
    useCase: UseCase.FIRST_REMINDER,
    isEnabled: true,
    clientReceive: [MessageMethod.SMS],
    daysBefore: 2,
    minutesAt: minutes,
  };
  await servers.client(AutoMessageService).updateAutoMessage(setting);
  return minutes;
};
const step = () => servers.runDue("message");
const replan = async () =>
  (await servers.admin.query("select state, payload from message.job where kind = 'replan-reminders' and company_id = 1")).rows[0];
/** The reminders that are stored, and those that should be. */
const stored = async (): Promise<Map<string, string>> => {
  const { rows } = await servers.admin.query("select key, due_at from message.job where kind = 'send-reminder' and state = 'due'");
  return new Map(rows.map((row) => [row.key, row.due_at.toISOString()]));
};
const wanted = async (at: number): Promise<Map<string, string>> => {
  const { rows } = await servers.admin.query(
    "select appointment_id, date from message.visit where business_id = 1 and status = 1 and start_at > now()",
  );
  const dueOn = (date: string) => instantAt(Temporal.PlainDate.from(date).subtract({ days: 2 }).toString(), at, zone).toISOString();
  return new Map(rows.map((row) => [`${row.appointment_id}:${UseCase.FIRST_REMINDER}`, dueOn(row.date)]));
};
/** Other tests write on the same server, so that the first batch may have to wait a moment. */
const firstBatch = () =>
  eventually(async () => {
    await step();
    expect(await replan()).toMatchObject({ state: "due", payload: { after: { id: expect.any(String) } } });
  });
const finish = () =>
  eventually(async () => {
    await step();
    expect((await replan()).state).toBe("done");
  });

test("more visits than one batch holds: each gets its reminder, batch by batch, and nobody else does", async () => {
  const at = await move();
  await firstBatch();
  expect((await stored()).size).toBeGreaterThan(100);
  expect((await stored()).size).toBeLessThan(251);
  await finish();
  expect(await stored()).toEqual(await wanted(at));
  expect((await stored()).size).toBeGreaterThan(400);
});

test("a run that was killed goes on behind the last batch that was done", async () => {
  const at = await move();
  await firstBatch();
  const done = new Set((await stored()).keys());
  await servers.admin.query(
    "update message.job set state = 'running', lease_until = now() - interval '1 second' where kind = 'replan-reminders'",
  );
  await servers.admin.query("delete from message.job where kind = 'send-reminder'");
  await finish();
  const rest = await stored();
  expect([...rest.keys()].filter((key) => done.has(key))).toEqual([]);
  expect(rest.size + done.size).toBe((await wanted(at)).size);
});

test("a setting that changes again on the way begins anew: all are as it says at last", async () => {
  await move();
  await firstBatch();
  const at = await move();
  expect((await replan()).payload.after).toBeNull();
  await finish();
  expect(await stored()).toEqual(await wanted(at));
});

test("a visit that was being written while the setting changed is not missed", async () => {
  const writer = await servers.admin.connect();
  await writer.query("begin");
  await writer.query("update message.visit set status = 2 where appointment_id = 1");
  await writer.query(
    `insert into message.visit (company_id, appointment_id, business_id, customer_id, date, start_time, end_time, start_at, end_at, status, planned_at)
     select 1, 9001, 1, 1, date, start_time, end_time, start_at, end_at, 1, planned_at from message.visit where appointment_id = 1`,
  );
  const at = await move();
  await step();
  expect(await replan()).toMatchObject({ state: "due", payload: { after: null, begun: expect.stringMatching(/^\d+$/) } });
  expect((await stored()).size).toBe(0);
  await writer.query("commit");
  writer.release();
  await finish();
  const all = await stored();
  expect([all.has(`9001:${UseCase.FIRST_REMINDER}`), all.has(`1:${UseCase.FIRST_REMINDER}`)]).toEqual([true, false]);
  expect(all).toEqual(await wanted(at));
});

test("other words in the same reminder move nothing", async () => {
  const at = await move();
  await finish();
  const again = { useCase: UseCase.FIRST_REMINDER, isEnabled: true, clientReceive: [MessageMethod.SMS], daysBefore: 2, minutesAt: at };
  await servers.client(AutoMessageService).updateAutoMessage({ ...again, templates: [{ smsBody: "Soon!" }] });
  expect((await replan()).state).toBe("done");
});
