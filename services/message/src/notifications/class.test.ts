import { ClassNews, ClassNewsToldSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { AutoMessageService } from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appointmentsOf } from "../../test/appointments.ts";
import { type MessageHarness, startMessageHarness, waitFor } from "../../test/harness.ts";
import { UseCase } from "../auto-messages/auto-message.ts";

let servers: MessageHarness;
let told: ReturnType<typeof appointmentsOf>;
beforeAll(async () => {
  servers = await startMessageHarness();
  await servers.keepBusiness("1");
  told = appointmentsOf(servers);
});
afterAll(() => servers.stop());

const date = Temporal.Now.plainDateISO().add({ days: 20 });
const tell = (customerId: string, news: ClassNews, cause: string, more: object = {}) => {
  const about = { className: "Puppy school", classId: "7", businessId: "1", petNames: ["Rex", "Mia"], staffName: "Ana" };
  const event = { ...about, customerId, news, cause, date: date.toString(), startTime: 900, ...more };
  return servers.emit("calendar", ClassNewsToldSchema, event, `class-${cause}-${customerId}-${Math.random()}`);
};
/** What waits for somebody to take it back waits no longer. */
const ring = (customerId: string) =>
  servers.admin.query(
    "update message.job set due_at = now() where kind = 'send-class-news' and state = 'due' and payload->>'customerId' = $1",
    [customerId],
  );
const jobsDone = (customerId: string, many: number) =>
  waitFor(async () => {
    await ring(customerId);
    const { rows } = await servers.admin.query(
      "select state from message.job where kind = 'send-class-news' and payload->>'customerId' = $1",
      [customerId],
    );
    expect(rows.map(({ state }) => state)).toEqual(Array.from({ length: many }, () => "done"));
  });

test("a canceled session is told once by text and mail, with the pets, the time and the reason; a moved one with the old time", async () => {
  await servers.keepClient("801");
  await tell("801", ClassNews.SESSION_CANCELLED, "s1", { reason: "Storm" });
  await tell("801", ClassNews.SESSION_CANCELLED, "s1", { reason: "Storm" });
  await jobsDone("801", 1);
  expect(await told.sent("801")).toEqual([
    { use_case: "class session canceled", method: MessageMethod.SMS },
    { use_case: "class session canceled", method: MessageMethod.EMAIL },
  ]);
  expect((await told.textsTo("801")).at(-1)).toMatch(
    /^Paws & Co: Hi Ann, Puppy school for Rex and Mia on \w+, \w+ \d+ at 3:00 PM is canceled\. Storm$/,
  );
  const moved = { previousDate: date.subtract({ days: 1 }).toString(), previousStartTime: 840 };
  await tell("801", ClassNews.SESSION_MOVED, "s1v2", moved);
  await jobsDone("801", 2);
  await waitFor(async () =>
    expect((await told.textsTo("801")).at(-1)).toMatch(/has moved from \w+, \w+ \d+ at 2:00 PM to \w+, \w+ \d+ at 3:00 PM\./),
  );
});

const jobOf = async (customerId: string, news: ClassNews) => {
  const { rows } = await servers.admin.query(
    "select state, due_at > now() + interval '50 seconds' as later from message.job where kind = 'send-class-news' and payload->>'customerId' = $1 and payload->>'news' = $2",
    [customerId, String(news)],
  );
  return rows.map(({ state, later }) => [state, later]);
};

test("what is canceled or moved is told after a minute; taken back before that, nobody hears of it", async () => {
  await servers.keepClient("805", { sendAutoEmail: false });
  const moved = { previousDate: date.subtract({ days: 1 }).toString(), previousStartTime: 840 };
  await tell("805", ClassNews.SESSION_CANCELLED, "s5v2");
  await waitFor(async () => expect(await jobOf("805", ClassNews.SESSION_CANCELLED)).toEqual([["due", true]]));
  await tell("805", ClassNews.SESSION_RESTORED, "s5v3", { takesBack: "s5v2" });
  await waitFor(async () => expect(await jobOf("805", ClassNews.SESSION_CANCELLED)).toEqual([["cancelled", true]]));
  await waitFor(async () => expect(await jobOf("805", ClassNews.SESSION_RESTORED)).toEqual([["done", false]]));
  await tell("805", ClassNews.SESSION_MOVED, "s5v4", moved);
  await waitFor(async () => expect(await jobOf("805", ClassNews.SESSION_MOVED)).toEqual([["due", true]]));
  await tell("805", ClassNews.SESSION_MOVED, "s5v5", { ...moved, takesBack: "s5v4" });
  const moves = async () => (await jobOf("805", ClassNews.SESSION_MOVED)).map(([state]) => state).sort();
  await waitFor(async () => expect(await moves()).toEqual(["cancelled", "due"]));
  await ring("805");
  await waitFor(async () => expect(await moves()).toEqual(["cancelled", "done"]));
  expect(await told.sent("805")).toEqual([]);
});

test("who heard that a session or a class is off hears that it is on again", async () => {
  await servers.keepClient("806", { sendAutoEmail: false });
  await tell("806", ClassNews.SESSION_CANCELLED, "s6v2");
  await jobsDone("806", 1);
  await tell("806", ClassNews.SESSION_RESTORED, "s6v3", { takesBack: "s6v2" });
  await jobsDone("806", 2);
  expect((await told.textsTo("806")).at(-1)).toMatch(
    /Puppy school for Rex and Mia on .+ is on again: please disregard that it was canceled\.$/,
  );
  await tell("806", ClassNews.CLASS_CANCELLED, "c6v2");
  await jobsDone("806", 3);
  await tell("806", ClassNews.CLASS_RESTORED, "c6v3", { takesBack: "c6v2" });
  await jobsDone("806", 4);
  expect((await told.sent("806")).map((one) => one.use_case)).toEqual([
    "class session canceled",
    "class session on again",
    "class canceled",
    "class on again",
  ]);
});

test("who has to wait reads for which class, and which place in line it is", async () => {
  await servers.keepClient("804");
  await tell("804", ClassNews.WAITLISTED, "w1", { petNames: ["Rex"], waitlistPlace: 3 });
  await jobsDone("804", 1);
  expect((await told.textsTo("804")).at(-1)).toBe(
    "Paws & Co: Hi Ann, Puppy school is full for now: Rex is on its waitlist. Number 3 in line. We’ll message you when a spot opens up.",
  );
  expect((await servers.sandbox.mails("ann804@example.test"))[0]?.text, "whoever signs stands last").toMatch(
    /on its waitlist\.\n\nNumber 3 in line\. We’ll message you when a spot opens up\.\n\nPaws & Co\s*$/,
  );
});

test("who was put into a class or taken out of it hears so after a minute, with what it costs; taken back before that they hear nothing, and later that it is as before", async () => {
  await servers.keepClient("807", { sendAutoEmail: false });
  const costs = { sessions: 6, price: { currencyCode: "USD", units: 165n } };
  await tell("807", ClassNews.ENROLLED, "class-enrolled-1", costs);
  await waitFor(async () => expect(await jobOf("807", ClassNews.ENROLLED)).toEqual([["due", true]]));
  await tell("807", ClassNews.LEFT, "l0", { takesBack: "class-enrolled-1" });
  await waitFor(async () => expect(await jobOf("807", ClassNews.ENROLLED)).toEqual([["cancelled", true]]));
  await waitFor(async () => {
    await ring("807");
    expect((await jobOf("807", ClassNews.LEFT)).map(([state]) => state)).toEqual(["done"]);
  });
  expect(await told.sent("807")).toEqual([]);
  await servers.keepClient("808", { sendAutoEmail: false });
  await tell("808", ClassNews.ENROLLED, "class-enrolled-2", costs);
  await jobsDone("808", 1);
  expect((await told.textsTo("808")).at(-1)).toMatch(/Rex and Mia is in Puppy school\. Next session: .+\. 6 sessions for \$165\.00\.$/);
  await tell("808", ClassNews.LEFT, "l2");
  await waitFor(async () => expect(await jobOf("808", ClassNews.LEFT)).toEqual([["due", true]]));
  await jobsDone("808", 2);
  expect((await told.textsTo("808")).at(-1)).toMatch(/Rex and Mia is no longer in Puppy school\. Questions\?/);
  await tell("808", ClassNews.BACK, "b2", { takesBack: "l2" });
  await jobsDone("808", 3);
  expect((await told.textsTo("808")).at(-1)).toMatch(/in Puppy school as before: please disregard/);
});

test("a business's own words of a canceled class are not for who was taken out of it, nor those of one that is on again for who is in it as before", async () => {
  await servers.keepClient("809", { sendAutoEmail: false });
  const own = (smsBody: string) => [{ serviceItemTypes: ["GROUP_CLASS"], smsBody }];
  const save = async (useCase: UseCase, templates: object[]) =>
    await servers
      .client(AutoMessageService)
      .updateAutoMessage({ useCase, isEnabled: true, clientReceive: [MessageMethod.SMS], minutesAt: 0, templates });
  await save(UseCase.CANCELLED, own("Our class is canceled"));
  await save(UseCase.RESTORED, own("Our class is on again"));
  await tell("809", ClassNews.CLASS_CANCELLED, "o1");
  await jobsDone("809", 1);
  expect((await told.textsTo("809")).at(-1)).toContain("Our class is canceled");
  await tell("809", ClassNews.LEFT, "o2");
  await jobsDone("809", 2);
  expect((await told.textsTo("809")).at(-1)).toContain("no longer in Puppy school");
  await tell("809", ClassNews.BACK, "o3", { takesBack: "o2" });
  await jobsDone("809", 3);
  expect((await told.textsTo("809")).at(-1)).toContain("in Puppy school as before");
  for (const useCase of [UseCase.CANCELLED, UseCase.RESTORED]) await save(useCase, []);
});

test("who wants no automatic messages is not told, nor is anybody while the business's own message is off; a session that is over is no news", async () => {
  await servers.keepClient("802", { sendAutoEmail: false, sendAutoMessage: false });
  await servers.keepClient("803", { sendAutoEmail: false });
  await tell("802", ClassNews.CLASS_CANCELLED, "c1");
  await tell("803", ClassNews.PLACE, "p1");
  await tell("803", ClassNews.PLACE, "p0", { date: "2020-03-04" });
  await jobsDone("802", 1);
  await jobsDone("803", 2);
  expect(await told.sent("802")).toEqual([]);
  expect(await told.sent("803")).toEqual([{ use_case: "place in a class", method: MessageMethod.SMS }]);
  const off = { useCase: UseCase.CANCELLED, isEnabled: false, clientReceive: [MessageMethod.SMS], minutesAt: 0 };
  await servers.client(AutoMessageService).updateAutoMessage(off);
  await tell("803", ClassNews.CLASS_CANCELLED, "c1");
  await jobsDone("803", 3);
  expect(await told.sent("803")).toHaveLength(1);
});
