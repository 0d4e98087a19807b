import { afterEach, expect, test, vi } from "vitest";
import { OFFLINE_ERROR } from "../../ui/feedback/errors.ts";
import { call, tell } from "./call.ts";

afterEach(() => vi.unstubAllGlobals());

const answered = (answer: () => Promise<Response>) => {
  const sent = vi.fn((_: string, __: RequestInit) => answer());
  vi.stubGlobal("fetch", sent);
  return sent;
};
const broken = { message: OFFLINE_ERROR };

test("what the service answers is handed on", async () => {
  answered(async () => Response.json({ storefront: { businessName: "Paws" } }));
  expect(await call("StorefrontService/GetStorefront", {})).toEqual({ storefront: { businessName: "Paws" } });
});

test("a refusal says its words and its number, a fault of the service neither", async () => {
  const details = [{ debug: { domain: "leashline", metadata: { code: "900010", businessName: "Paws" } } }];
  answered(async () => Response.json({ message: "takes no bookings", details }, { status: 400 }));
  await expect(call("A/B", {})).rejects.toMatchObject({ message: "Takes no bookings.", code: 900010, facts: { businessName: "Paws" } });
  answered(async () => new Response("<html>", { status: 502 }));
  await expect(call("A/B", {})).rejects.toMatchObject({ message: "Oops! Something went wrong. Please try again.", code: undefined });
});

test("a call that nothing answers ends after a minute, as a broken line does", async () => {
  const ends = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(ends.signal);
  const sent = answered(() => new Promise((_, reject) => ends.signal.addEventListener("abort", () => reject(ends.signal.reason))));
  const asked = call("A/B", {});
  expect([timeout.mock.calls, sent.mock.calls[0]?.[1].signal]).toEqual([[[60_000]], ends.signal]);
  ends.abort();
  await expect(asked).rejects.toMatchObject(broken);
  timeout.mockRestore();
});

test.each([() => Promise.reject(new TypeError("Failed to fetch")), async () => new Response('{"storefr')])(
  "no line, and an answer that breaks off, are no shop that is empty",
  async (answer) => {
    answered(answer);
    await expect(call("A/B", {})).rejects.toMatchObject(broken);
  },
);

test("what is written has a key of its own each time, what is read has none", async () => {
  const sent = answered(async () => Response.json({}));
  for (const send of [tell, tell, call]) await send("A/B", {});
  const keys = sent.mock.calls.map(([, { headers }]) => new Headers(headers).get("idempotency-key"));
  expect([new Set(keys).size, keys[2]]).toEqual([3, null]);
});
