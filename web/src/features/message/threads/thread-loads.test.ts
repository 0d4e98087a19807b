import { Code, ConnectError, createRouterTransport } from "@connectrpc/connect";
import { createQueryOptions } from "@connectrpc/connect-query";
import { createConnectTransport } from "@connectrpc/connect-web";
import { MessageService } from "@leashline/proto/leashline/message/v1/message_service_pb.js";
import { ThreadService } from "@leashline/proto/leashline/message/v1/thread_service_pb.js";
import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { queryClient } from "../../../app/calls/query-client.ts";
import { attachToasts } from "../../../ui/feedback/toast.ts";

afterEach(() => queryClient.clear());

const refuse = async () => {
  throw new ConnectError("away", Code.Unavailable);
};
const transport = createRouterTransport(({ service }) => {
  service(ThreadService, { listThreads: refuse, getThread: refuse });
  service(MessageService, { listMessages: refuse });
});

test.each([
  ["the list of conversations", createQueryOptions(ThreadService.method.listThreads, {}, { transport })],
  ["a conversation", createQueryOptions(ThreadService.method.getThread, { id: "7" }, { transport })],
  ["its messages", createQueryOptions(MessageService.method.listMessages, { threadId: "7" }, { transport })],
])("thread-load-failure: %s that fails is no longer loading, and whoever asked gets the error", async (_, options) => {
  const load = new QueryObserver(queryClient, options as never);
  const stop = load.subscribe(() => {});
  expect(load.getCurrentResult()).toMatchObject({ isLoading: true, error: null });
  await expect.poll(() => load.getCurrentResult().isFetching).toBe(false);
  expect(load.getCurrentResult()).toMatchObject({ isLoading: false, data: undefined, error: { code: Code.Unavailable } });
  await expect(load.refetch({ throwOnError: true })).rejects.toMatchObject({ code: Code.Unavailable });
  expect(load.getCurrentResult().isFetching).toBe(false);
  stop();
});

test("thread-total-not-number: a total that is no number is reported, and nothing is said of it to who looks at the list", async () => {
  const [reported, said] = [vi.spyOn(console, "error").mockImplementation(() => {}), vi.fn()];
  const detach = attachToasts(said);
  const answer = (total: unknown) => Response.json({ threads: [], total });
  const answers = [answer(3), answer("abc")];
  const transport = createConnectTransport({ baseUrl: "http://shop.test", fetch: async () => answers.shift() ?? answer(0) });
  const list = new QueryObserver(queryClient, createQueryOptions(ThreadService.method.listThreads, {}, { transport }) as never);
  const stop = list.subscribe(() => {});
  await expect.poll(() => list.getCurrentResult().data).toMatchObject({ total: 3 });
  await list.refetch();
  expect(list.getCurrentResult()).toMatchObject({ isFetching: false, data: { total: 3 } });
  expect(reported.mock.calls.map(([error]) => (error as ConnectError).message)).toEqual([expect.stringContaining("abc")]);
  expect(said).not.toHaveBeenCalled();
  stop();
  detach();
  reported.mockRestore();
});
