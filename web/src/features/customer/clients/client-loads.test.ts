import { create, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError, createRouterTransport } from "@connectrpc/connect";
import { createQueryOptions } from "@connectrpc/connect-query";
import { ErrorInfoSchema } from "@leashline/proto/google/rpc/error_details_pb.js";
import { OverviewService } from "@leashline/proto/leashline/calendar/v1/overview_service_pb.js";
import { ClientListService } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test } from "vitest";
import { queryClient } from "../../../app/calls/query-client.ts";
import { attachToasts, type Notice } from "../../../ui/feedback/toast.ts";
import { listDefaults, listRequest, rowsLeft } from "./list-query.ts";

/** A server that answers when the test says so, and knows which calls were given up. */
const openServer = () => {
  const calls: { keyword: string; signal: AbortSignal; answer: () => void; fail: (code: Code) => void }[] = [];
  const wait = (keyword: string, signal: AbortSignal) =>
    new Promise<void>((answer, refuse) => {
      calls.push({ keyword, signal, answer, fail: (code) => refuse(new ConnectError("no answer", code)) });
    });
  const transport = createRouterTransport(({ service }) => {
    service(ClientListService, {
      listClients: async ({ queries }, { signal }) => {
        const keyword = queries?.keyword ?? "";
        await wait(keyword, signal);
        return { total: 1, rows: [{ client: { customerId: "7", firstName: keyword } }] };
      },
    });
    service(OverviewService, {
      listOverviewAppointments: async ({ keyword }, { signal }) => {
        await wait(keyword, signal);
        return { total: 1 };
      },
    });
  });
  return { calls, transport };
};

let said: Notice[];
let detach: () => void;
beforeEach(() => {
  said = [];
  detach = attachToasts((notice) => said.push(notice));
});
afterEach(() => {
  detach();
  queryClient.clear();
});

const clientsOf = (q: string, transport: ReturnType<typeof openServer>["transport"]) =>
  createQueryOptions(ClientListService.method.listClients, listRequest({ ...listDefaults, q }), { transport });

test("client-list-cancel-inflight, client-list-abort-silent: who types on gives up the load before, without a word; only the last is shown", async () => {
  const { calls, transport } = openServer();
  const list = new QueryObserver(queryClient, clientsOf("b", transport));
  const stop = list.subscribe(() => {});
  await expect.poll(() => calls.length).toBe(1);
  list.setOptions(clientsOf("bis", transport));
  await expect
    .poll(() => calls.map(({ keyword, signal }) => [keyword, signal.aborted]))
    .toEqual([
      ["b", true],
      ["bis", false],
    ]);
  calls[1]?.answer();
  calls[0]?.answer();
  await expect.poll(() => list.getCurrentResult().data?.rows.map((row) => row.client?.firstName)).toEqual(["bis"]);
  expect(list.getCurrentResult().error).toBeNull();
  expect(said).toEqual([]);
  stop();
});

test("overview-cancelled-ignored, client-list-abort-silent: a look at what is shown already that is given up says nothing; one that fails does", async () => {
  const { calls, transport } = openServer();
  const overview = createQueryOptions(OverviewService.method.listOverviewAppointments, { keyword: "a" }, { transport });
  for (const options of [overview, clientsOf("a", transport)]) {
    const shown = new QueryObserver<{ total: number }>(queryClient, options as never);
    const stop = shown.subscribe(() => {});
    const [first, second, third] = [calls.length, calls.length + 1, calls.length + 2];
    await expect.poll(() => calls.length).toBe(second);
    calls[first]?.answer();
    await expect.poll(() => shown.getCurrentResult().data?.total).toBe(1);
    void shown.refetch();
    await expect.poll(() => calls.length).toBe(third);
    calls[second]?.fail(Code.Canceled);
    await expect.poll(() => shown.getCurrentResult().fetchStatus).toBe("idle");
    expect([shown.getCurrentResult().data?.total, said]).toEqual([1, []]);
    void shown.refetch();
    await expect.poll(() => calls.length).toBe(third + 1);
    calls[third]?.fail(Code.Unavailable);
    await expect.poll(() => said.splice(0).map(({ tone }) => tone)).toEqual(["error"]);
    stop();
  }
});

const refusal = (code: number) => {
  const error = new ConnectError("no", Code.PermissionDenied);
  const info = create(ErrorInfoSchema, { domain: "leashline", metadata: { code: String(code) } });
  error.details.push({ type: ErrorInfoSchema.typeName, value: toBinary(ErrorInfoSchema, info) });
  return error;
};

test("client-list-permission-removes-list: rows that were shown go when the list is refused, and stay when it only failed", () => {
  expect(rowsLeft(["Dana"], refusal(20019))).toBeUndefined();
  expect(rowsLeft(["Dana"], refusal(400))).toEqual(["Dana"]);
  expect(rowsLeft(["Dana"], new ConnectError("away", Code.Unavailable))).toEqual(["Dana"]);
  expect(rowsLeft(["Dana"], null)).toEqual(["Dana"]);
});
