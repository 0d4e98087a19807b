import { Code, ConnectError, createClient, createRouterTransport } from "@connectrpc/connect";
import { ErrorInfoSchema } from "@leashline/proto/google/rpc/error_details_pb.js";
import { BlockSeriesService, type CreateBlockSeriesRequest } from "@leashline/proto/leashline/calendar/v1/block_series_service_pb.js";
import { beforeEach, expect, test, vi } from "vitest";
import { attachToasts, type Notice } from "../../../ui/feedback/toast.ts";

const asked: CreateBlockSeriesRequest[] = [];
const undone: string[] = [];
let refusal: ConnectError | undefined;
const transport = createRouterTransport(({ service }) =>
  service(BlockSeriesService, {
    createBlockSeries: (request) => {
      asked.push(request);
      if (refusal) throw refusal;
      return { repeatId: "1", blocks: [{ id: "7", version: 1 }] };
    },
    undoBlockChanges: ({ changes }) => {
      undone.push(changes.map(({ id, version }) => `${id}/${version}`).join());
      if (refusal) throw refusal;
      return {};
    },
  }),
);
vi.mock("../../../app/calls/transport.ts", () => ({
  clientFor: (service: Parameters<typeof createClient>[0]) => createClient(service, transport),
}));
const { repeatBlock } = await import("./blocks.ts");

const notices: Notice[] = [];
attachToasts((notice) => notices.push(notice));
beforeEach(() => {
  notices.length = 0;
  asked.length = 0;
});

const refusedWith = (code: number) =>
  new ConnectError("params error", Code.InvalidArgument, undefined, [
    { desc: ErrorInfoSchema, value: { domain: "leashline", metadata: { code: String(code) } } },
  ]);
const facts = { staffId: "1", date: "2035-01-03", startTime: 720, endTime: 780, description: "Lunch", colorCode: "" };
const taken = [{ date: { year: 2035, month: 1, day: 10 } }] as never;
const rule = { interval: 1 };

test("repeat-block-ignores-param-error: a refused rule keeps the drawer open and says nothing; any other refusal is heard of", async () => {
  refusal = refusedWith(400);
  expect(await repeatBlock(facts, { rule, taken, over: false })).toBe(false);
  expect(notices).toEqual([]);
  refusal = refusedWith(20019);
  await expect(repeatBlock(facts, { rule, taken, over: false })).rejects.toMatchObject({ code: Code.InvalidArgument });
});

test("dates with something in the way are left out by name, or blocked all the same", async () => {
  refusal = undefined;
  expect(await repeatBlock(facts, { rule, taken, over: false })).toBe(true);
  expect(await repeatBlock(facts, { rule, taken, over: true }, { id: "5", version: 2 })).toBe(true);
  expect(asked.map(({ skipDates, overbook, id, version }) => [skipDates.map(({ day }) => day), overbook, id, version])).toEqual([
    [[10], false, "0", 0],
    [[], true, "5", 2],
  ]);
  expect(notices.map(({ text }) => text)).toEqual(["1 block made", "1 block made"]);
});

test("blocks that are taken back say so as appointments do, and why where they stay", async () => {
  refusal = undefined;
  await repeatBlock(facts, { rule, taken, over: false });
  const [made] = notices.splice(0);
  made?.undo?.();
  await vi.waitFor(() => expect(notices.map(({ tone, text }) => [tone, text])).toEqual([["success", "Undone"]]));
  refusal = refusedWith(20019);
  made?.undo?.();
  await vi.waitFor(() => expect(notices.map(({ tone }) => tone)).toEqual(["success", "error"]));
  expect(undone).toEqual(["7/1", "7/1"]);
});
