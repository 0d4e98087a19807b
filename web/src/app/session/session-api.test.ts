import { create, toBinary } from "@bufbuild/protobuf";
import { GetSessionInfoResponseSchema, LogoutResponseSchema } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../calls/query-client.ts";
import { signedIn, useSession } from "./session.ts";
import { listenToTabs, loadSession, signOut, startSession } from "./session-api.ts";

const binary = (bytes: Uint8Array) => new Response(bytes as BodyInit, { headers: { "content-type": "application/proto" } });
const refusal = (status: number, code: string) =>
  new Response(JSON.stringify({ code, message: "no auth" }), { status, headers: { "content-type": "application/json" } });
const known = (id = "1") =>
  binary(
    toBinary(
      GetSessionInfoResponseSchema,
      create(GetSessionInfoResponseSchema, {
        account: { id, email: "dana@shop.test" },
        companies: [{ companyId: "2", businesses: [{ businessId: "3", businessName: "Maple" }] }],
        business: { id: "3" },
        staff: { id: "4" },
        employeeCategory: 1,
      }),
    ),
  );

const answer = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
beforeEach(async () => {
  vi.stubGlobal("fetch", answer);
  answer.mockImplementation(async () => known());
  await loadSession();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
});

test("auth-failure-clears-session: an account that is refused is nobody's", async () => {
  expect(signedIn()).toMatchObject({ account: { id: "1" }, business: { id: "3", companyId: "2" }, staffId: "4" });
  answer.mockImplementation(async () => refusal(401, "unauthenticated"));
  expect(await loadSession({ companyId: "2", businessId: "3" })).toBeUndefined();
  expect(useSession.getState()).toEqual({ status: "out" });
});

test("logout-clears-and-notifies: account, company, business and staff are gone, what was loaded too, and the other tabs hear it", async () => {
  const otherTab = new BroadcastChannel("leashline-session");
  const heard = new Promise((done) => otherTab.addEventListener("message", (event) => done((event as MessageEvent).data)));
  queryClient.setQueryData(["clients"], ["Dana"]);
  answer.mockImplementation(async () => binary(toBinary(LogoutResponseSchema, create(LogoutResponseSchema))));
  await signOut();
  expect(useSession.getState()).toEqual({ status: "out" });
  expect(queryClient.getQueryData(["clients"])).toBeUndefined();
  expect(await heard).toBe("signed-out");
  otherTab.close();
});

test("logout-clears-and-notifies: also when the server cannot be reached", async () => {
  answer.mockRejectedValue(new TypeError("Failed to fetch"));
  await signOut();
  expect(useSession.getState()).toEqual({ status: "out" });
});

/** The browser's own store, with account 1's device in a client's hands. */
function handedOver(): Map<string, string> {
  const kept = new Map([["leashline-handed-over", "1 7"]]);
  const set = (name: string, value: string) => void kept.set(name, value);
  vi.stubGlobal("dispatchEvent", vi.fn());
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: set,
    removeItem: (name: string) => kept.delete(name),
  });
  return kept;
}

test("a device in a client's hands is taken back by whoever handed it over, and by nobody else who signs in or up", async () => {
  const kept = handedOver();
  answer.mockImplementation(async () => known("9"));
  await startSession();
  expect(kept.get("leashline-handed-over")).toBe("1 7");
  answer.mockImplementation(async () => known());
  await startSession();
  expect(kept.has("leashline-handed-over")).toBe(false);
});

test("a tab that is locked opens anew when somebody else signs in beside it; one that is not stays as it is", async () => {
  const kept = handedOver();
  const reload = vi.fn();
  vi.stubGlobal("window", { location: { reload } });
  const otherTab = new BroadcastChannel("leashline-session");
  const stop = listenToTabs(vi.fn(), () => false);
  const heard = async () => {
    otherTab.postMessage("signed-in");
    await new Promise((done) => setTimeout(done, 50));
  };
  kept.set("leashline-handed-over", "9 7");
  await heard();
  expect([reload.mock.calls.length, useSession.getState().status]).toEqual([0, "in"]);
  kept.set("leashline-handed-over", "1 7");
  await heard();
  expect([reload.mock.calls.length, useSession.getState().status]).toEqual([1, "out"]);
  stop();
  otherTab.close();
});

test("bootstrap-timeout: a server that does not answer is waited for 30 seconds in all, whatever the address names", async () => {
  vi.useFakeTimers();
  answer.mockImplementation((_, init) => new Promise((_, gone) => init.signal?.addEventListener("abort", () => gone(init.signal?.reason))));
  const ended = vi.fn();
  void loadSession({ companyId: "2", businessId: "3" }).then(ended);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledExactlyOnceWith(undefined);
  expect(useSession.getState()).toEqual({ status: "out" });
});
