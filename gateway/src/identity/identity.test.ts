import { nobody, verifyCaller } from "@leashline/kit/context.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GatewayHarness, startGateway, tokens } from "../../test/harness.ts";
import { CachedIdentities, type Resolution } from "./cached-identities.ts";
import { clientIp } from "./client-ip.ts";
import { cookieValue, credentialOf } from "./credential.ts";
import { sessionCookieHeader } from "./session-cookie.ts";

const key = "k".repeat(40);

describe("credentials", () => {
  test.each<[string, Record<string, string>, string, string]>([
    ["nothing", {}, "none", ""],
    ["a cookie among others", { cookie: "a=1; leashline_session=abc; b=2" }, "cookie", "abc"],
    ["a cookie that only ends like ours", { cookie: "x_leashline_session=abc" }, "none", ""],
    ["a cookie whose value names ours", { cookie: "a=leashline_session; leashline_session=abc" }, "cookie", "abc"],
    ["a bearer token wins over the cookie", { cookie: "leashline_session=abc", authorization: "Bearer tok" }, "bearer", "tok"],
    ["an API key", { authorization: "bearer llk_1" }, "apiKey", "llk_1"],
    ["another scheme is nobody, not the cookie's person", { cookie: "leashline_session=abc", authorization: "Basic eDp5" }, "none", ""],
    ["far too long", { authorization: `Bearer ${"x".repeat(600)}` }, "none", ""],
  ])("%s", (_, headers, kind, secret) => {
    expect(credentialOf(headers, "leashline_session")).toEqual({ kind, secret });
  });

  test("any cookie header is read without harm, and ours found wherever it stands", () => {
    const other = fc.stringMatching(/^[a-z]{1,8}=[a-z]{0,8}$/);
    fc.assert(
      fc.property(fc.array(other), fc.array(other), fc.stringMatching(/^[A-Za-z0-9_-]{1,30}$/), (before, after, token) => {
        expect(cookieValue([...before, `leashline_session=${token}`, ...after].join("; "), "leashline_session")).toBe(token);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(typeof cookieValue(header, "leashline_session")).toBe("string");
      }),
    );
  });
});

test.each([
  ["tok_1;3600", false, "leashline_session=tok_1; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax"],
  ["tok_1;3600", true, "__Host-leashline_session=tok_1; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure"],
  [";0", true, "__Host-leashline_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure"],
  ["bad token\r\n;10", false, "leashline_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"],
])("the session %j becomes a cookie", (session, secure, header) => {
  expect(sessionCookieHeader(session, secure)).toBe(header);
});

test.each([
  ["no proxy is trusted", 0, "9.9.9.9", "10.0.0.1"],
  ["the last hop before one proxy", 1, "1.1.1.1, 2.2.2.2", "2.2.2.2"],
  ["before two", 2, "1.1.1.1, 2.2.2.2, 3.3.3.3", "2.2.2.2"],
  ["fewer hops than proxies", 3, "1.1.1.1", "1.1.1.1"],
  ["nonsense", 1, "<script>", "10.0.0.1"],
])("the caller's address: %s", (_, trusted, forwarded, expected) => {
  const request = { socket: { remoteAddress: "::ffff:10.0.0.1" }, headers: { "x-forwarded-for": forwarded } };
  expect(clientIp(request as never, trusted)).toBe(expected);
});

describe("callers are remembered", () => {
  const staff: Resolution = { state: "active", caller: { ...nobody, kind: "staff", accountId: "1" }, limitKey: "session:1" };
  const credential = { kind: "bearer", secret: "t" } as const;
  const open = (resolve: () => Promise<Resolution>) => new CachedIdentities({ resolve, signingKey: key, lifeMs: 5_000 });

  test("one question for many who ask at once, and none while the answer is fresh", async () => {
    let asked = 0;
    const callers = open(async () => {
      asked++;
      return staff;
    });
    await Promise.all([callers.find(credential, "0", "0"), callers.find(credential, "0", "0")]);
    expect([asked, callers.peek(credential, "0", "0", "ip", Date.now())?.caller.kind]).toEqual([1, "staff"]);
    expect(callers.peek(credential, "0", "0", "ip", Date.now() + 6_000)).toBeUndefined();
    expect(callers.peek(credential, "0", "7", "ip", Date.now())).toBeUndefined();
  });

  test("an answer in use is asked for again before it runs out, once, and never serves longer than it holds", async () => {
    let asked = 0;
    const callers = open(async () => {
      asked++;
      if (asked === 2) throw new Error("away");
      return staff;
    });
    const { until } = await callers.find(credential, "0", "0");
    const look = (before: number) => callers.peek(credential, "0", "0", "ip", until - before);
    expect([look(2_000)?.until, asked]).toEqual([until, 1]);
    expect([look(1_000)?.until, look(900)?.until, asked]).toEqual([until, until, 2]);
    await new Promise(setImmediate);
    expect([look(800)?.until, look(0), asked]).toEqual([until, undefined, 2]);
  });

  test("an answer that was under way while something changed is not kept", async () => {
    let answer: (resolution: Resolution) => void = () => undefined;
    const callers = open(() => new Promise((resolve) => (answer = resolve)));
    const asked = callers.find(credential, "0", "0");
    callers.forget();
    answer(staff);
    expect((await asked).caller.kind).toBe("staff");
    expect(callers.peek(credential, "0", "0", "ip", Date.now())).toBeUndefined();
  });

  test("the signed context carries the address, and one signature serves many calls", async () => {
    const known = await open(async () => staff).find(credential, "0", "0");
    const now = Date.now();
    const token = known.context("1.2.3.4", now);
    expect(known.context("1.2.3.4", now + 1_000)).toBe(token);
    expect(verifyCaller(token, key)).toMatchObject({ accountId: "1", ip: "1.2.3.4" });
    expect(verifyCaller(known.context("5.6.7.8", now), key)).toMatchObject({ ip: "5.6.7.8" });
  });
});

describe("sessions as cookies", () => {
  let servers: GatewayHarness;
  beforeAll(async () => {
    servers = await startGateway([], {
      config: { rates: { ip: null, session: null, signIn: { calls: 3, seconds: 3600 } } },
      sessions: {
        async signIn(_, ctx) {
          ctx.responseHeader("x-leashline-set-session", "fresh_token;86400");
          return { sessionToken: "fresh_token" };
        },
        async logout(_, ctx) {
          ctx.responseHeader("x-leashline-set-session", ";0");
          return {};
        },
      },
    });
  });
  afterAll(() => servers?.stop());
  const post = (rpc: string, headers: Record<string, string> = {}) =>
    fetch(`${servers.url}/leashline.account.v1.SessionService/${rpc}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: "{}",
    });

  test("signing in sets one, signing out clears it, and the inner header stays inside", async () => {
    const signedIn = await post("SignIn");
    expect(signedIn.headers.get("set-cookie")).toBe("leashline_session=fresh_token; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax");
    expect(signedIn.headers.get("x-leashline-set-session")).toBeNull();
    const signedOut = await post("Logout", { authorization: `Bearer ${tokens.owner}` });
    expect(signedOut.headers.get("set-cookie")).toMatch(/^leashline_session=; .*Max-Age=0/);
  });

  test("trying again and again is slowed down", async () => {
    let refused = await post("SignIn");
    for (let tries = 0; tries < 8 && refused.status !== 429; tries++) refused = await post("SignIn");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({
      code: "resource_exhausted",
      message: "Too many tries. Please wait a moment and try again.",
    });
  });

  test("a cookie that is no longer good is taken away", async () => {
    const response = await post("Logout", { cookie: "leashline_session=gone", "x-leashline-csrf": "1" });
    expect([response.status, response.headers.get("set-cookie")]).toEqual([401, expect.stringContaining("Max-Age=0")]);
  });
});
