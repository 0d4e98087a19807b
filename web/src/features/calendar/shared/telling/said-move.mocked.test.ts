import { createClient, createRouterTransport } from "@connectrpc/connect";
import { AutoMessageService } from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { afterEach, expect, test, vi } from "vitest";
import { attachToasts, type Notice } from "../../../../ui/feedback/toast.ts";
import { addDays, isoToDay } from "../../../../ui/format/dates.ts";
import { formatAs } from "../../../../ui/format/locale.ts";
import { defaultPreferences } from "../../../../ui/format/preferences.ts";

let told: string[] = [];
let methods = [MessageMethod.SMS];
let known: Promise<void> | undefined;
const asked: object[] = [];
const transport = createRouterTransport(({ service }) =>
  service(AutoMessageService, {
    getMoveMessage: async () => {
      await known;
      return { methods, dueTime: { seconds: BigInt(Math.round(Date.now() / 1_000) + 30) } };
    },
    leaveMoveUntold: ({ moves }) => {
      asked.push(moves.map(({ appointmentId, version }) => [appointmentId, version]));
      return { toldAppointmentIds: told };
    },
  }),
);
vi.mock("../../../../app/calls/transport.ts", () => ({
  clientFor: (service: Parameters<typeof createClient>[0]) => createClient(service, transport),
}));
const { setSession } = await import("../../../../app/session/session.ts");
const { useRecent } = await import("../../../../app/undo/recent.ts");
const { saidOfMove } = await import("./said-move.ts");

const today = formatAs(defaultPreferences).now().date;
const was = { date: addDays(today, 1), startTime: 600 };
const visit = (days: number, startTime = 600) =>
  ({ id: "7", version: 5, appointmentDate: isoToDay(addDays(today, days)), startTime }) as never;
const notices: Notice[] = [];
attachToasts((notice) => notices.push(notice));
const texts = () => notices.map(({ text }) => text);
const besides = () => Promise.all(notices.map(({ later }) => later));
const kept = () => useRecent.getState().changes.map(({ text }) => text);
const business = { id: "7", name: "Shop", companyId: "1", companyName: "Shops" };
const account = { id: "4", email: "a@b.c", firstName: "A", lastName: "B", phoneNumber: "", avatarPath: "" };
setSession({ account, businesses: [business], business, permissions: new Set(), preferences: defaultPreferences });
afterEach(() => {
  notices.length = 0;
  told = [];
  methods = [MessageMethod.SMS];
});

test("a move says that the client is about to be texted, and can leave that out", async () => {
  saidOfMove("Moved", visit(2), was);
  expect(texts()).toEqual(["Moved"]);
  const [beside] = await besides();
  expect([beside?.note, beside?.go.label]).toEqual(["The client will be texted in half a minute.", "Don’t text"]);
  beside?.go.run();
  await vi.waitFor(() => expect(texts()).toContain("The client won’t be texted"));
  expect(asked).toEqual([[["7", 5]]]);
  told = ["7"];
  beside?.go.run();
  await vi.waitFor(() => expect(texts()).toContain("The client had been told already"));
});

test("nothing is offered where nobody is told: of what stayed, is over, was left untold, or is not sent here", async () => {
  saidOfMove("Resized", visit(1), was);
  saidOfMove("Back", visit(-1), was);
  saidOfMove("Untold", visit(2), was, true);
  methods = [];
  saidOfMove("Off", visit(2), was);
  expect(texts()).toEqual(["Resized", "Back", "Untold", "Off"]);
  expect(await besides()).toEqual([undefined, undefined, undefined, undefined]);
});

test("a move can be taken back while nobody knows yet whether its client is told", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  known = promise;
  saidOfMove("Moved on", visit(3), was);
  expect(texts()).toEqual(["Moved on"]);
  expect(notices[0]?.undo).toBeDefined();
  await vi.waitFor(() => expect(kept()[0]).toBe("Moved on"));
  resolve();
  expect((await besides())[0]?.go.label).toBe("Don’t text");
});
