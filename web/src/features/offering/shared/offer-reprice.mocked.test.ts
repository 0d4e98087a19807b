import { Code, ConnectError, createClient, createRouterTransport } from "@connectrpc/connect";
import { ErrorInfoSchema } from "@leashline/proto/google/rpc/error_details_pb.js";
import { BatchService } from "@leashline/proto/leashline/calendar/v1/batch_service_pb.js";
import { SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { beforeEach, expect, test, vi } from "vitest";
import { useQuestion } from "../../../ui/feedback/confirm.ts";
import { attachToasts, type Notice } from "../../../ui/feedback/toast.ts";

const CONFLICT = 900008;
const NO_PERMISSION = 20019;
let failing: { step?: "preview" | "reprice" | "undo"; code: number };
const answered = <T>(step: typeof failing.step, answer: T): T => {
  if (failing.step !== step) return answer;
  const metadata = { code: String(failing.code) };
  throw new ConnectError("Another person changed a visit.", Code.FailedPrecondition, undefined, [
    { desc: ErrorInfoSchema, value: { domain: "leashline", metadata } },
  ]);
};
const transport = createRouterTransport(({ service }) => {
  service(BatchService, {
    previewReprice: () => answered("preview", { rows: [{ appointmentId: "7", version: 1 }] }),
    batchReprice: () => answered("reprice", { appointments: [{ id: "7", version: 2 }] }),
  });
  service(SeriesService, { undoSeriesChange: () => answered("undo", {}) });
});
vi.mock("../../../app/calls/transport.ts", () => ({
  clientFor: (service: Parameters<typeof createClient>[0]) => createClient(service, transport),
}));
const held = new Map<string, string>();
globalThis.sessionStorage = {
  getItem: (key: string) => held.get(key) ?? null,
  setItem: (key: string, value: string) => void held.set(key, value),
  removeItem: (key: string) => void held.delete(key),
} as Storage;
const { keyOf, useRepriced } = await import("./repriced.ts");
const { offerReprice, takeBackReprice } = await import("./offer-reprice.ts");

const notices: Notice[] = [];
attachToasts((notice) => notices.push(notice));
beforeEach(() => {
  notices.length = 0;
  agreed = true;
  useRepriced.setState({ kept: {} });
});

let agreed = true;
useQuestion.subscribe(({ asked }) => asked?.answer(agreed));
const kept = () => useRepriced.getState().kept[keyOf("5")];
const words = () => notices.map(({ tone, text }) => [tone, text]);
const offered = async (step: typeof failing.step, code = CONFLICT) => {
  failing = { ...(step && { step }), code };
  await offerReprice({ serviceId: "5" }, { money: () => "$50.00" } as never);
  return words();
};
const refused = ["error", "Another person changed a visit."];
const done = ["success", "1 visit at the new price"];

test("a new price that did not reach the visits is heard of, as is one that could not be taken back", async () => {
  expect(await offered("reprice")).toEqual([refused]);
  notices.length = 0;
  expect(await offered("preview")).toEqual([refused]);
  notices.length = 0;
  expect(await offered("undo")).toEqual([done]);
  notices[0]?.undo?.();
  await vi.waitFor(() => expect(words()).toEqual([done, refused]));
});

test("whoever may not change visits is not asked about them, and hears nothing", async () => {
  expect(await offered("preview", NO_PERMISSION)).toEqual([]);
});

test("the offer that was closed stays at hand, and so does the undo of what was taken until it is taken back", async () => {
  agreed = false;
  await offered(undefined);
  expect([kept()?.offered, kept()?.done]).toEqual([true, undefined]);
  agreed = true;
  await offered(undefined);
  expect([kept()?.offered, kept()?.done?.changes]).toEqual([false, [{ id: "7", version: 2 }]]);
  await takeBackReprice("5", kept()?.done?.changes ?? []);
  expect([kept()?.offered, kept()?.done]).toEqual([true, undefined]);
});
