import { create, toBinary } from "@bufbuild/protobuf";
import { GetSessionInfoResponseSchema, LogoutResponseSchema } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../calls/query-client.ts";
import { signedIn, useSession } from "./session.ts";
import { loadSession, signOut } from "./session-api.ts";

const binary = (bytes: Uint8Array) => new Response(bytes as BodyInit, { headers: { "content-type": "application/proto" } });
const refusal = (status: number, code: string) =>
  new Response(JSON.stringify({ code, message: "no auth" }), { status, headers: { "content-type": "application/json" } });
const known = binary.bind(
  undefined,
  toBinary(
    GetSessionInfoResponseSchema,
    create(GetSessionInfoResponseSchema, {
      account: { id: "1", email: "dana@shop.test" },
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
