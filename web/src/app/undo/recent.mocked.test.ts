import { Code, ConnectError, createClient, createRouterTransport } from "@connectrpc/connect";
import { ErrorInfoSchema } from "@leashline/proto/google/rpc/error_details_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { BlockSeriesService } from "@leashline/proto/leashline/calendar/v1/block_series_service_pb.js";
import { SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { attachToasts, type Notice } from "../../ui/feedback/toast.ts";
import { defaultPreferences } from "../../ui/format/preferences.ts";

const kept = new Map<string, string>();
const storage = { getItem: (name: string) => kept.get(name) ?? null, removeItem: (name: string) => void kept.delete(name) };
vi.stubGlobal("localStorage", { ...storage, setItem: (name: string, value: string) => void kept.set(name, value) });

const asked: string[] = [];
let refusal: ConnectError | undefined;
const transport = createRouterTransport(({ service }) =>
  service(AppointmentService, {
    undoChange: ({ id, version }, { requestHeader }) => {
      asked.push(`${id}/${version} at ${requestHeader.get("x-leashline-business-id")}`);
      if (refusal) throw refusal;
      return { appointment: { version: version + 1 } };
    },
  }),
);
vi.mock("../calls/transport.ts", () => ({
  clientFor: (service: Parameters<typeof createClient>[0]) => createClient(service, transport),
}));
const { clearSession, setSession } = await import("../session/session.ts");
const { saidUndoable } = await import("./undoable.ts");
const { reload, takeBack, useRecent } = await import("./recent.ts");
const { undoCalls } = await import("./undo-calls.ts");

const notices: Notice[] = [];
attachToasts((notice) => notices.push(notice));

const signIn = (account: string, companyId = "1", businessId = "7") => {
  const business = { id: businessId, name: "Shop", companyId, companyName: "Shops" };
  const person = { id: account, email: "a@b.c", firstName: "A", lastName: "B", phoneNumber: "", avatarPath: "" };
  setSession({ account: person, businesses: [business], business, permissions: new Set(), preferences: defaultPreferences });
};
const texts = () => useRecent.getState().changes.map(({ text }) => text);
const moved = (text: string, id: string, version: number) => saidUndoable(text, AppointmentService.method.undoChange, { id, version });
const said = (count: number) => vi.waitFor(() => expect(texts()).toHaveLength(count));
const coded = (code: number) =>
  new ConnectError("no", Code.FailedPrecondition, undefined, [
    { desc: ErrorInfoSchema, value: { domain: "leashline", metadata: { code: String(code) } } },
  ]);

beforeEach(() => {
  kept.clear();
  vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_000 });
  asked.length = 0;
  notices.length = 0;
  refusal = undefined;
  signIn("4");
  reload();
});
afterEach(() => vi.useRealTimers());

test("what was done stays offered for ten minutes, newest first, and an older change of the same thing no longer", async () => {
  moved("Moved", "1", 2);
  await said(1);
  moved("Other moved", "2", 2);
  await said(2);
  moved("Changed", "1", 3);
  await vi.waitFor(() => expect(texts()).toEqual(["Changed", "Other moved"]));
  saidUndoable("2 changed", SeriesService.method.undoSeriesChange, {
    changes: [
      { id: "2", version: 3 },
      { id: "3", version: 1 },
    ],
  });
  await vi.waitFor(() => expect(texts()).toEqual(["2 changed", "Changed"]));
  saidUndoable("Time blocked", BlockSeriesService.method.undoBlockChanges, { changes: [{ id: "2", version: 1 }] });
  await vi.waitFor(() => expect(texts()).toEqual(["Time blocked", "2 changed", "Changed"]));
  // Waiting for them moves the clock.
  const [newest, , oldest] = useRecent.getState().changes.map(({ at }) => at) as [number, number, number];
  vi.setSystemTime(oldest + 10 * 60_000 - 1);
  reload();
  expect(texts()).toEqual(["Time blocked", "2 changed", "Changed"]);
  vi.setSystemTime(newest + 10 * 60_000);
  reload();
  expect(texts()).toEqual([]);
});

test("it is taken back once, at its own location, and leaves the list; so does what can be no more, but not what may be later", async () => {
  moved("Moved", "1", 2);
  moved("Other moved", "2", 2);
  moved("Third moved", "3", 2);
  await said(3);
  signIn("4", "1", "8");
  const [third, other, first] = useRecent.getState().changes;
  await Promise.all([takeBack(third!), takeBack(third!)]);
  expect([asked, texts()]).toEqual([["3/2 at 7"], ["Other moved", "Moved"]]);
  refusal = coded(51051);
  await takeBack(other!);
  expect(texts()).toEqual(["Other moved", "Moved"]);
  refusal = coded(900011);
  await takeBack(other!);
  refusal = new ConnectError("gone", Code.NotFound);
  await takeBack(first!);
  expect(texts()).toEqual([]);
  expect(notices.filter(({ tone }) => tone === "error")).toHaveLength(3);
});

test("of one appointment change after change is offered, from the newest back; of what is overtaken nothing more", async () => {
  moved("Booked", "1", 1);
  await said(1);
  moved("Moved", "1", 2);
  await vi.waitFor(() => expect(texts()).toEqual(["Moved"]));
  moved("Longer", "1", 3);
  await vi.waitFor(() => expect(texts()).toEqual(["Longer"]));
  await takeBack(useRecent.getState().changes[0]!);
  expect(texts()).toEqual(["Moved"]);
  moved("Earlier", "1", 5);
  await vi.waitFor(() => expect(texts()).toEqual(["Earlier"]));
  await takeBack(useRecent.getState().changes[0]!);
  expect(texts()).toEqual(["Moved"]);
  refusal = coded(900011);
  await takeBack(useRecent.getState().changes[0]!);
  expect([asked, texts()]).toEqual([["1/3 at 7", "1/5 at 7", "1/2 at 7"], []]);
  refusal = undefined;
  moved("Moved", "1", 8);
  await said(1);
  // Somebody else came between.
  moved("Longer", "1", 10);
  await vi.waitFor(() => expect(texts()).toEqual(["Longer"]));
  await takeBack(useRecent.getState().changes[0]!);
  expect(texts()).toEqual([]);
});

test("a series waits behind a change of one of its visits; once it can be taken back no more, neither can what waited behind it", async () => {
  moved("Booked", "1", 1);
  const series = { changes: ["1", "2", "3"].map((id) => ({ id, version: id === "1" ? 2 : 1 })) };
  saidUndoable("2 more booked", SeriesService.method.undoSeriesChange, series);
  await vi.waitFor(() => expect(texts()).toEqual(["2 more booked"]));
  moved("Second moved", "2", 2);
  await vi.waitFor(() => expect(texts()).toEqual(["Second moved"]));
  await takeBack(useRecent.getState().changes[0]!);
  expect(texts()).toEqual(["2 more booked"]);
  // Somebody else came between.
  moved("Second longer", "2", 5);
  await vi.waitFor(() => expect(texts()).toEqual(["Second longer"]));
  await takeBack(useRecent.getState().changes[0]!);
  expect(texts()).toEqual([]);
});

test("nobody else in the browser is shown it, in another company neither, and nothing stays after the sign-out", async () => {
  moved("Moved", "1", 2);
  await said(1);
  signIn("5");
  expect(texts()).toEqual([]);
  signIn("4", "2");
  expect(texts()).toEqual([]);
  signIn("4");
  expect(texts()).toEqual(["Moved"]);
  const { forgetNames } = await import("../session/session-note.ts");
  vi.stubGlobal("localStorage", Object.assign(Object.fromEntries(kept), storage));
  forgetNames();
  clearSession();
  expect([texts(), [...kept]]).toEqual([[], []]);
});

test("what somebody wrote into the browser's storage is called only as far as it is one of the undo calls with its own message", async () => {
  const call = "leashline.calendar.v1.AppointmentService/UndoChange";
  const one = { call, key: "k", text: "Moved", businessId: "7", at: Date.now(), message: { id: "1", version: 2 } };
  const other = (wrong: object) => ({ ...one, ...wrong });
  const [name] = ["leashline-recent-4-1"];
  const put = (...list: unknown[]) => {
    kept.set(name, JSON.stringify(list));
    reload();
    return useRecent.getState().changes;
  };
  expect(put(null, 3, other({ text: {} }), other({ at: Date.now() + 1 }), other({ at: "now" }), other({ message: 1 }))).toEqual([]);
  for (const wrong of [
    { call: call.replace("UndoChange", "CancelAppointment") },
    { message: { id: "1", html: "x" } },
    { message: { id: [] } },
  ]) {
    const [change] = put(other(wrong));
    await takeBack(change!);
    expect([asked, texts()]).toEqual([[], []]);
  }
  kept.set(name, "{");
  reload();
  expect([texts(), undoCalls.has(call)]).toEqual([[], true]);
});

test("an act of two parts is taken back as one: the other part first, which may be gone by now", async () => {
  const first = { call: "leashline.calendar.v1.AppointmentService/UndoChange", message: { id: "8", version: 1 } };
  saidUndoable("Both", AppointmentService.method.undoChange, { id: "9", version: 2 }, first);
  await said(1);
  const [both] = useRecent.getState().changes;
  await takeBack(both!);
  expect([asked, texts()]).toEqual([["8/1 at 7", "9/2 at 7"], []]);
  saidUndoable("Both", AppointmentService.method.undoChange, { id: "9", version: 2 }, first);
  await said(1);
  refusal = coded(900011);
  await takeBack(useRecent.getState().changes[0]!);
  expect(asked.slice(2), "it goes on with what is left").toEqual(["8/1 at 7", "9/2 at 7"]);
  saidUndoable("Both", AppointmentService.method.undoChange, { id: "9", version: 2 }, first);
  await said(1);
  refusal = coded(51052);
  await takeBack(useRecent.getState().changes[0]!);
  expect([asked.slice(4), texts()], "refused as a whole, and offered again").toEqual([["8/1 at 7"], ["Both"]]);
});
