import { SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { onlineManager } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { isAborted, messageOf, outcomeUnknown } from "../../ui/feedback/call-errors.ts";
import { DEFAULT_ERROR } from "../../ui/feedback/errors.ts";
import { attachToasts } from "../../ui/feedback/toast.ts";
import { LONG_STALE, queryClient } from "./query-client.ts";
import { CALL_MS, clientFor } from "./transport.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  onlineManager.setOnline(true);
  queryClient.clear();
});

test("a write that is pressed without a connection fails there and then, and does not go out by itself later", async () => {
  onlineManager.setOnline(false);
  const charge = vi.fn(async () => {
    throw new TypeError("Failed to fetch");
  });
  const pressed = queryClient.getMutationCache().build(queryClient, { mutationFn: charge, meta: { quiet: true } });
  await expect(pressed.execute(undefined)).rejects.toThrow("Failed to fetch");
  onlineManager.setOnline(true);
  await queryClient.resumePausedMutations();
  expect(charge).toHaveBeenCalledOnce();
});

test("a call that nobody answers ends after a minute, for a write with its outcome unknown", async () => {
  vi.useFakeTimers();
  const silent = (_: unknown, init: RequestInit) =>
    new Promise((_, gone) => init.signal?.addEventListener("abort", () => gone(init.signal?.reason)));
  vi.stubGlobal("fetch", vi.fn(silent));
  const failed = clientFor(SessionService)
    .logout({})
    .catch((error: unknown) => error);
  const ended = vi.fn();
  void failed.then(ended);
  await vi.advanceTimersByTimeAsync(CALL_MS - 1);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  const error = await failed;
  expect([outcomeUnknown(error), isAborted(error), messageOf(error)]).toEqual([true, false, DEFAULT_ERROR]);
});

test("a page that is opened without a connection says so instead of loading for ever", async () => {
  onlineManager.setOnline(false);
  const load = queryClient.fetchQuery({ queryKey: ["day"], queryFn: () => Promise.reject(new TypeError("Failed to fetch")) });
  await expect(load).rejects.toThrow("Failed to fetch");
});

test("query-cache-defaults: asked once however it fails, answered from the cache for a second, kept for five minutes; some lists are fresh as long", async () => {
  const failing = vi.fn(() => Promise.reject(new Error("no")));
  await expect(queryClient.fetchQuery({ queryKey: ["failing"], queryFn: failing })).rejects.toThrow("no");
  expect(failing).toHaveBeenCalledOnce();

  vi.useFakeTimers();
  const answer = vi.fn(async () => "day");
  const load = (staleTime?: number) =>
    queryClient.fetchQuery({ queryKey: ["day"], queryFn: answer, ...(staleTime !== undefined && { staleTime }) });
  await load();
  await vi.advanceTimersByTimeAsync(500);
  await load();
  expect(answer).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(500);
  await load();
  expect(answer).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(5 * 60_000 - 1);
  await load(LONG_STALE);
  expect([answer.mock.calls.length, queryClient.getQueryData(["day"])]).toEqual([2, "day"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(queryClient.getQueryData(["day"])).toBeUndefined();
});

test("schema-errors-silent: an answer that does not fit the contract is reported; what was shown stays, without a toast", async () => {
  const reported = vi.spyOn(console, "error").mockImplementation(() => {});
  const said = vi.fn();
  const detach = attachToasts(said);
  const answered = (body: Uint8Array | string, type: string, status = 200) =>
    vi.stubGlobal("fetch", async () => new Response(body as BodyInit, { status, headers: { "content-type": type } }));
  const load = () =>
    queryClient.fetchQuery({ queryKey: ["session"], queryFn: () => clientFor(SessionService).getSessionInfo({}), staleTime: 0 });
  answered(new Uint8Array(), "application/proto");
  const before = await load();
  answered(new Uint8Array([10, 200, 1]), "application/proto");
  await expect(load()).rejects.toThrow("parse binary");
  expect(reported).toHaveBeenCalledOnce();
  expect(said).not.toHaveBeenCalled();
  expect(queryClient.getQueryData(["session"])).toBe(before);
  answered('{"code":"internal"}', "application/json", 500);
  await expect(load()).rejects.toThrow();
  expect([reported.mock.calls.length, said.mock.calls.length]).toEqual([1, 1]);
  reported.mockRestore();
  detach();
});
