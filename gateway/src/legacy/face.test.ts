import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { echoCalls, echoContract, echoGroup } from "../../test/echo.ts";
import { type GatewayHarness, startGateway, tokens } from "../../test/harness.ts";

let servers: GatewayHarness;
beforeAll(async () => {
  servers = await startGateway([echoGroup], { contract: echoContract, config: { bodyLimit: 100_000 } });
});
afterAll(() => servers?.stop());

const staff = { authorization: `Bearer ${tokens.owner}` };
const json = { "content-type": "application/json" };

async function rest(method: string, path: string, body?: unknown, headers: Record<string, string> = staff) {
  const response = await fetch(`${servers.url}/api${path}`, {
    method,
    headers: { ...(body === undefined ? {} : json), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    headers: response.headers,
    ...((await response.json()) as { code: number; message: string; data: Record<string, unknown> }),
  };
}

describe("calling-styles: a REST path is the same operation", () => {
  test("path and query into the request, legacy values in the answer", async () => {
    const answer = await rest("GET", "/test/echo/12?text=a%20b&price=12.5&day=2026-11-20&mood=1&ids=1&ids=2&at=1700000000&unknown=1");
    expect(answer).toMatchObject({ status: 200, code: 200, message: "success" });
    expect(answer.data.echo).toEqual({ id: 12, text: "a b", price: 12.5, day: "2026-11-20", mood: 1, ids: [1, 2], at: 1_700_000_000 });
    expect(answer.data).toMatchObject({ accountId: 7, businessId: 3, kind: "staff" });
  });

  test("a body that is packed is refused as such", async () => {
    const answer = await rest("POST", "/test/echo", { text: "a" }, { ...staff, "content-encoding": "br" });
    expect(answer).toMatchObject({ status: 400, message: expect.stringContaining("without Content-Encoding") });
  });

  test.each([
    ["repeated", "ids=1&ids=2"],
    ["with brackets", "ids[]=1&ids[]=2"],
    ["by commas", "ids=1,2"],
    ["as JSON", `ids=${encodeURIComponent("[1,2]")}`],
  ])("a list in the query, %s", async (_, query) => {
    expect((await rest("GET", `/test/echo/1?${query}`)).data.echo).toMatchObject({ ids: [1, 2] });
  });

  test("a body, and a second path of the same RPC", async () => {
    expect((await rest("POST", "/test/echo", { id: "5", mood: "GOOD" })).data.echo).toMatchObject({ id: 5, mood: 1 });
    expect((await rest("PUT", "/test/echo/v2?text=query", { id: 6 })).data.echo).toMatchObject({ id: 6, text: "query" });
  });

  test("no body at all is an empty request", async () => {
    expect((await rest("POST", "/test/echo")).code).toBe(200);
  });

  test("a trailing slash is forgiven", async () => {
    expect((await rest("GET", "/test/echo/12/")).code).toBe(200);
  });

  test("the idempotency key and the request id travel", async () => {
    const answer = await rest("POST", "/test/echo", {}, { ...staff, "idempotency-key": "k9", "x-request-id": "request-0001" });
    expect(answer.data).toMatchObject({ idempotencyKey: "k9", requestId: "request-0001" });
    expect(answer.headers.get("x-request-id")).toBe("request-0001");
    expect(answer.headers.has("ratelimit-limit")).toBe(true);
  });
});

describe("errors in the envelope", () => {
  test.each(["", "x".repeat(2_000)])("a media type that is none, %#: the caller's fault", async (type) => {
    const response = await fetch(`${servers.url}/api/test/echo`, {
      method: "POST",
      body: "{}",
      headers: { ...staff, "content-type": type },
    });
    expect([response.status, await response.json()]).toEqual([415, { code: 400, message: "params error", data: null }]);
  });

  test.each(["text/plain", "application/xml", "application/jsonp", "multipart/form-data; boundary=x"])(
    "a body as %s is refused before it is read as anything else",
    async (type) => {
      const before = echoCalls();
      const sent = { method: "POST", body: JSON.stringify({ text: "a" }), headers: { ...staff, "content-type": type } };
      const response = await fetch(`${servers.url}/api/test/echo`, sent);
      expect([response.status, await response.json()]).toEqual([
        415,
        { code: 400, message: "Send the body as application/json.", data: null },
      ]);
      expect(echoCalls()).toBe(before);
    },
  );

  test.each(["application/json", "Application/JSON; charset=utf-8", "application/x-www-form-urlencoded"])("a body as %s", async (type) => {
    const body = type.endsWith("urlencoded") ? "text=a" : JSON.stringify({ text: "a" });
    const response = await fetch(`${servers.url}/api/test/echo`, { method: "POST", body, headers: { ...staff, "content-type": type } });
    expect(await response.json()).toMatchObject({ code: 200, data: { echo: { text: "a" } } });
  });

  test("basic-codes-0-200-401: no session is 401 in both places", async () => {
    expect(await rest("POST", "/test/echo", {}, {})).toMatchObject({ status: 401, code: 401, message: "no auth" });
    const withCookie = await rest("POST", "/test/echo", {}, { cookie: "leashline_session=gone", "x-leashline-csrf": "1" });
    expect(withCookie.headers.get("set-cookie")).toMatch(/^leashline_session=; Path=\/; Max-Age=0/);
  });

  test.each([
    [30003, "customer not found"],
    [20003, "Email or password error, please input correct information."],
    [
      51052,
      "This time is outside of the working hours. You do not have permission to book. Please select available time for the appointment.",
    ],
    [80105, "Send email failed."],
  ])("a refusal %d is an ordinary answer with its code", async (id, message) => {
    expect(await rest("POST", "/test/fail", { id }, {})).toMatchObject({ status: 200, code: id, message });
  });

  test("no-permission-code: 20019", async () => {
    expect(await rest("POST", "/test/echo", {}, { authorization: `Bearer ${tokens.account}` })).toMatchObject({ status: 200, code: 20019 });
  });

  test("request-error-codes: a refused field is code 400 with a text in the data", async () => {
    expect(await rest("POST", "/test/fail", { text: "field" }, {})).toMatchObject({ status: 200, code: 400, data: "petId: is needed" });
  });

  test("a taken time says what is in the way", async () => {
    expect(await rest("POST", "/test/fail", { text: "conflict" }, {})).toMatchObject({
      status: 200,
      code: 51051,
      data: { kind: "conflict with existing booking", appointmentId: 12 },
    });
  });

  test("a fault of ours is 500 with code 0 and tells nothing of the inside", async () => {
    const answer = await rest("POST", "/test/fail", { text: "session" }, {});
    expect(answer).toMatchObject({ status: 500, code: 0, message: "System busy, please try again later.", data: null });
  });

  test.each<[string, unknown, string]>([
    ["a wrong type", { id: "x" }, "id must be a whole number"],
    ["deep inside", { ids: [1, {}] }, "ids.1 must be a whole number"],
    ["no object", [], "the body must be a JSON object"],
  ])("%s is 400 and names the field", async (_, body, message) => {
    expect(await rest("POST", "/test/echo", body)).toMatchObject({ status: 400, code: 400, message });
  });

  test.each<[string, Record<string, string>, string]>([
    ["no JSON", json, "{"],
    ["another kind of body", { "content-type": "text/plain" }, "hello"],
    ["nested far too deeply", json, `{"echo":${"[".repeat(20_000)}${"]".repeat(20_000)}}`],
  ])("%s is never a fault of ours", async (_, headers, body) => {
    const response = await fetch(`${servers.url}/api/test/echo`, { method: "POST", headers: { ...staff, ...headers }, body });
    expect(response.status).toBeLessThan(500);
  });

  test("an unknown path, and a known one with another verb", async () => {
    expect(await rest("GET", "/nothing/here")).toMatchObject({ status: 404, code: 404 });
    expect(await rest("DELETE", "/test/echo")).toMatchObject({ status: 404, code: 404 });
    expect(await rest("POST", "/nothing/here", { text: "said to nobody" })).toMatchObject({ status: 404, code: 404 });
  });

  test("a body over the limit", async () => {
    expect(await rest("POST", "/test/echo", { text: "y".repeat(200_000) })).toMatchObject({ status: 413, code: 20013 });
  });

  test("a forged request with somebody's cookie", async () => {
    expect(
      await rest("POST", "/test/echo", {}, { cookie: `leashline_session=${tokens.owner}`, origin: "https://evil.example" }),
    ).toMatchObject({ code: 20019 });
  });
});

test("websocket-token-call: POST /business/account/v2/ws returns a token", async () => {
  const answer = await rest("POST", "/business/account/v2/ws", {});
  expect(answer.data).toMatchObject({ token: expect.any(String), url: expect.stringContaining("/ws?token="), expiresIn: 60 });
});
