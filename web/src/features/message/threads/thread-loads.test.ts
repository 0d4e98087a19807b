import { Code, ConnectError, createRouterTransport } from "@connectrpc/connect";
import { createQueryOptions } from "@connectrpc/connect-query";
import { MessageService } from "@leashline/proto/leashline/message/v1/message_service_pb.js";
import { ThreadService } from "@leashline/proto/leashline/message/v1/thread_service_pb.js";
import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { queryClient } from "../../../app/calls/query-client.ts";

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
