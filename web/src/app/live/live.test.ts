import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { AttemptKeys } from "../calls/attempts.ts";
import { readConnectReply, readFrame, writeFrame } from "./frames.ts";
import { applyNotice, readNotice } from "./notices.ts";
import { retryClosed, Socket, type SocketState } from "./socket.ts";

test("websocket-frames: the connect reply is code:reason:message", () => {
  expect(readConnectReply("200:OK:connected")).toEqual({ code: 200, reason: "OK", message: "connected" });
  expect(readConnectReply("push calendar.cards\n\n{}")).toBeUndefined();
});

test("websocket-frames: a frame has an action, meta lines and a JSON body", () => {
  const frame = { kind: "push", action: "calendar.cards", meta: { "business-id": "3" }, body: { ids: ["1"] } } as const;
  expect(readFrame(writeFrame({ ...frame, meta: { ...frame.meta } }))).toEqual(frame);
  expect(readFrame("response ping")).toEqual({ kind: "response", action: "ping", meta: {}, body: undefined });
});

test.each(["", "hello", "push", "push x\nno colon\n\n{}", "push x\n\n{broken", "shout x\n\n{}"])(
  "websocket-errors: malformed %j is ignored",
  (text) => {
    expect(readFrame(text)).toBeUndefined();
  },
);

test("a notice names its topic and what to look at again", () => {
  expect(readNotice("calendar.cards", { businessId: 3, dates: ["2026-11-20"], ids: [1, 2] })).toEqual({
    topic: "calendar.cards",
    businessId: "3",
    dates: ["2026-11-20"],
    ids: ["1", "2"],
  });
  expect(readNotice("changed", { topic: "customer.clients" })?.topic).toBe("customer.clients");
});

class FakeSocket {
  static all: FakeSocket[] = [];
  readyState = 0;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor() {
    FakeSocket.all.push(this);
  }
  close(): void {}
}
const last = (): FakeSocket => FakeSocket.all.at(-1) as FakeSocket;

const start = (reauthenticate = vi.fn(async () => true)) => {
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", { OPEN: 1 });
  const states: SocketState[] = [];
  const onResume = vi.fn();
  const socket = new Socket({
    address: async () => "ws://here/ws",
    onFrame: () => {},
    onState: (state) => states.push(state),
    onResume,
    reauthenticate,
    open: () => new FakeSocket() as unknown as WebSocket,
  });
  socket.start();
  return { socket, states, onResume, reauthenticate };
};

test("websocket-retry: first retry after a second, five in all, then it stops", async () => {
  vi.useFakeTimers();
  const { states } = start();
  await vi.advanceTimersByTimeAsync(0);
  for (let attempt = 0; attempt < 5; attempt++) {
    last().onclose?.({ code: 1006 });
    await vi.advanceTimersByTimeAsync(999);
    expect(FakeSocket.all).toHaveLength(attempt + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(FakeSocket.all).toHaveLength(attempt + 2);
  }
  last().onclose?.({ code: 1006 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.all).toHaveLength(6);
  expect(states.at(-1)).toBe("closed");
  vi.useRealTimers();
});

test("a server that is away for a minute is found again without a reload", async () => {
  vi.useFakeTimers();
  const { socket, states, onResume } = start();
  const retry = retryClosed(() => socket.nudge());
  await vi.advanceTimersByTimeAsync(0);
  last().onmessage?.({ data: "200:OK:connected" });
  for (let second = 0; second < 60; second++) {
    last().onclose?.({ code: 1006 });
    retry.onState(states.at(-1) as SocketState);
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(states).toContain("closed");
  last().onclose?.({ code: 1006 });
  retry.onState(states.at(-1) as SocketState);
  await vi.advanceTimersByTimeAsync(15_000);
  last().onmessage?.({ data: "200:OK:connected" });
  retry.onState(states.at(-1) as SocketState);
  expect(states.at(-1)).toBe("open");
  expect(onResume).toHaveBeenCalledOnce();
  const tries = FakeSocket.all.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.all).toHaveLength(tries);
  vi.useRealTimers();
});

test("websocket-errors: 401 re-authenticates and connects again; after a break the screen is told", async () => {
  vi.useFakeTimers();
  const { onResume, reauthenticate } = start();
  await vi.advanceTimersByTimeAsync(0);
  last().onmessage?.({ data: "401:UNAUTHENTICATED:no auth" });
  await vi.advanceTimersByTimeAsync(0);
  expect(reauthenticate).toHaveBeenCalledOnce();
  last().onmessage?.({ data: "200:OK:connected" });
  expect(onResume).not.toHaveBeenCalled();
  last().onclose?.({ code: 1006 });
  await vi.advanceTimersByTimeAsync(1000);
  last().onmessage?.({ data: "200:OK:connected" });
  expect(onResume).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

test("a write keeps its key while its outcome is unknown, and gets a new one afterwards", () => {
  let n = 0;
  const keys = new AttemptKeys(() => `k${++n}`);
  expect(keys.begin("book/1", 0)).toBe("k1");
  expect(keys.begin("book/1", 0)).toBe("k1"); // double click
  keys.end("book/1", "known");
  expect(keys.begin("book/1", 0)).toBe("k1"); // its twin is still under way
  keys.end("book/1", "unknown");
  keys.end("book/1", "unknown");
  expect(keys.begin("book/1", 1)).toBe("k1");
  keys.end("book/1", "known");
  expect(keys.begin("book/1", 2)).toBe("k2");
  expect(keys.begin("book/2", 2)).toBe("k3");
  keys.end("book/1", "unknown");
  expect(keys.begin("book/1", 25 * 3_600_000)).toBe("k4");
});

test("notices that follow each other are answered together: the first at once, the rest once", () => {
  vi.useFakeTimers();
  const queries = new QueryClient();
  const invalidated = vi.spyOn(queries, "invalidateQueries").mockResolvedValue(undefined);
  for (let n = 0; n < 5; n++) applyNotice(queries, { topic: "customer.client", ids: [String(n)] });
  expect(invalidated).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);
  expect(invalidated).toHaveBeenCalledTimes(2);
  applyNotice(queries, { topic: "customer.client" });
  expect(invalidated).toHaveBeenCalledTimes(3);
  const others = new QueryClient();
  others.setQueryData(["connect-query", { serviceName: "leashline.customer.v1.ClientService" }], {});
  applyNotice(others, { topic: "customer.client" });
  expect(others.getQueryCache().getAll()[0]?.state.isInvalidated, "who holds other answers waits for nobody").toBe(true);
  vi.useRealTimers();
});

test("a notice makes old what it names, or its whole domain when it names nothing known", () => {
  const made = (topic: string, over = false) => {
    const queries = new QueryClient();
    const keys = ["leashline.customer.v1.ClientService", "leashline.customer.v1.ImportService", "leashline.order.v1.OrderService"].map(
      (serviceName) => ["connect-query", { serviceName }],
    );
    for (const key of keys) queries.setQueryData(key, {});
    applyNotice(queries, { topic, ...(over && { over }) });
    return keys.map((key) => queries.getQueryState(key)?.isInvalidated);
  };
  expect(made("customer.import")).toEqual([false, true, false]);
  expect(made("customer.import", true)).toEqual([true, true, false]);
  expect(made("customer.anything")).toEqual([true, true, false]);
});
