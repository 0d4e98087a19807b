import { natsLogin } from "@leashline/kit/events/nats.ts";
import { eventually } from "@leashline/kit/test";
import { InviteService } from "@leashline/proto/leashline/account/v1/invite_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { type GatewayHarness, rpcs, startGateway, tokens } from "../../test/harness.ts";
import { readFrame, writeFrame } from "./frames.ts";
import { Hub, mostOfOne, mostSent } from "./hub.ts";
import { mayReceive, noticeOf, type Rights } from "./notice-access.ts";
import { readSocketToken, signSocketToken, socketTokenSeconds } from "./token.ts";

let servers: GatewayHarness;
let nats: NatsConnection;
const sockets: WebSocket[] = [];

beforeAll(async () => {
  const accept = async () => {
    servers.letIn(tokens.joining, "1", "3");
    return {};
  };
  servers = await startGateway([rpcs(InviteService, { acceptInviteCode: accept })]);
  nats = await connect(natsLogin(process.env.LEASHLINE_NATS_URL as string));
  await servers.natsReady();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});
afterAll(async () => {
  await nats?.close();
  await servers?.stop();
});

async function tokenOf(token: string, business?: string): Promise<string> {
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    ...(business ? { "x-leashline-business-id": business } : {}),
  };
  const response = await fetch(`${servers.url}/api/business/account/v2/ws`, { method: "POST", headers, body: "{}" });
  return ((await response.json()) as { data: { token: string } }).data.token;
}

/** A socket whose texts can be awaited one by one. */
async function open(token: string) {
  const socket = new WebSocket(`${servers.url.replace("http", "ws")}/ws?token=${encodeURIComponent(token)}`);
  sockets.push(socket);
  const texts: string[] = [];
  const waiting: ((text: string) => void)[] = [];
  const closed = new Promise<number>((resolve) => socket.on("close", (code) => resolve(code)));
  socket.on("message", (data) => {
    const next = waiting.shift();
    if (next) next(String(data));
    else texts.push(String(data));
  });
  const next = () => new Promise<string>((resolve) => (texts.length > 0 ? resolve(texts.shift() as string) : waiting.push(resolve)));
  return { socket, next, closed };
}

const tell = async (companyId: string, businessId: string, notice: object) => {
  nats.publish(`${servers.servers.config.prefix}.push.${companyId}.${businessId}`, JSON.stringify(notice));
  await nats.flush();
};

const changed = async (about: object) => {
  nats.publish(`${servers.servers.config.prefix}.session.changed`, JSON.stringify(about));
  await nats.flush();
};

describe("websocket-frames", () => {
  test("the connect reply is code:reason:message", async () => {
    const { next } = await open(await tokenOf(tokens.owner));
    expect(await next()).toBe("200:OK:connected");
  });

  test("a token that does not hold is 401, and the socket closes", async () => {
    const { next, closed } = await open("nonsense.token");
    expect(await next()).toBe("401:UNAUTHENTICATED:no auth");
    expect(await closed).toBe(4401);
  });

  test("a request is answered with its id; an unknown action too; a malformed frame is ignored", async () => {
    const { socket, next } = await open(await tokenOf(tokens.owner));
    await next();
    socket.send("gibberish");
    socket.send(writeFrame({ kind: "request", action: "ping", meta: { id: "1" }, body: undefined }));
    expect(readFrame(await next())).toEqual({ kind: "response", action: "ping", meta: { id: "1" }, body: { code: 200 } });
    socket.send(writeFrame({ kind: "request", action: "dance", meta: {}, body: {} }));
    expect(readFrame(await next())).toMatchObject({ kind: "response", action: "dance", body: { code: 404 } });
  });

  test("a frame survives writing and reading", () => {
    const word = fc.stringMatching(/^[a-z][a-z.-]{0,20}$/);
    const frames = fc.record({
      kind: fc.constantFrom("push", "request", "response"),
      action: word,
      meta: fc.dictionary(word, fc.stringMatching(/^[\w:/-]{0,20}$/)),
      body: fc.jsonValue(),
    });
    fc.assert(
      fc.property(frames, (frame) => {
        expect(JSON.stringify(readFrame(writeFrame(frame as never)))).toBe(JSON.stringify(frame));
      }),
    );
  });

  test.each(["", "push", "shout x\n\n{}", "push x y\n\n{}", "push x\nno colon\n\n{}", "push x\n\n{broken"])(
    "malformed %j is nothing",
    (text) => {
      expect(readFrame(text)).toBeUndefined();
    },
  );
});

describe("notices go to whom they concern", () => {
  test("of a business to its sessions, of a company to all of its sessions, and to nobody else", async () => {
    const [here, there, elsewhere] = await Promise.all([
      open(await tokenOf(tokens.owner)),
      open(await tokenOf(tokens.owner, "4")),
      open(await tokenOf(tokens.other)),
    ]);
    await Promise.all([here.next(), there.next(), elsewhere.next()]);
    await tell("1", "3", { id: "n1", topic: "calendar.cards", businessId: "3", dates: ["2026-11-20"] });
    await tell("1", "0", { id: "n2", topic: "account.staff" });
    await tell("2", "6", { id: "n3", topic: "order.changed" });
    expect(readFrame(await here.next())).toEqual({
      kind: "push",
      action: "calendar.cards",
      meta: { id: "n1", business: "3" },
      body: { businessId: "3", dates: ["2026-11-20"] },
    });
    expect(readFrame(await here.next())).toMatchObject({ action: "account.staff" });
    expect(readFrame(await there.next())).toMatchObject({ action: "account.staff" });
    expect(readFrame(await elsewhere.next())).toMatchObject({ action: "order.changed" });
  });

  test("an account without a company hears nothing", async () => {
    const alone = await open(await tokenOf(tokens.account));
    await alone.next();
    await tell("0", "0", { id: "n", topic: "x" });
    alone.socket.send(writeFrame({ kind: "request", action: "ping", meta: {}, body: undefined }));
    expect(readFrame(await alone.next())).toMatchObject({ kind: "response" });
  });

  test("of what a role cannot read nothing, of what it can ids and days only, and a changed role counts at once", async () => {
    const clerk = await open(await tokenOf(tokens.clerk));
    await clerk.next();
    await tell("1", "3", { id: "a", topic: "payment.changed", ids: ["5"] });
    await tell("1", "3", { id: "b", topic: "something.undeclared", ids: ["5"] });
    await tell("1", "3", { id: "c", topic: "calendar.cards", ids: ["6"], dates: ["2026-11-20"], clientName: "Carla" });
    const heard = readFrame(await clerk.next());
    expect([heard?.meta.id, heard?.body]).toEqual(["c", { ids: ["6"], dates: ["2026-11-20"] }]);
    servers.allow(tokens.clerk, [Permission.VIEW_INVOICE]);
    const before = servers.resolved();
    await changed({ companyId: "1" });
    await eventually(async () => expect(servers.resolved()).toBeGreaterThan(before));
    await eventually(async () => {
      await tell("1", "3", { id: "d", topic: "calendar.cards", ids: ["6"] });
      await tell("1", "3", { id: "e", topic: "payment.changed", ids: ["5"] });
      expect(readFrame(await clerk.next())?.meta.id).toBe("e");
    });
  });

  test("session.changed makes the gateway ask again about those it concerns", async () => {
    const call = (token: string) =>
      fetch(`${servers.url}/api/business/account/v2/ws`, { method: "POST", headers: { authorization: `Bearer ${token}` } });
    await Promise.all([call(tokens.owner), call(tokens.other)]);
    const before = servers.resolved();
    await call(tokens.owner);
    expect(servers.resolved()).toBe(before);
    await changed({ companyId: "1" });
    await eventually(async () => {
      await call(tokens.owner);
      expect(servers.resolved()).toBeGreaterThan(before);
    });
    const after = servers.resolved();
    await call(tokens.other);
    expect(servers.resolved()).toBe(after);
  });

  test("a socket whose session has ended is closed, others stay", async () => {
    const late = await tokenOf(tokens.ending);
    const [ending, staying] = await Promise.all([open(await tokenOf(tokens.ending)), open(await tokenOf(tokens.owner))]);
    await Promise.all([ending.next(), staying.next()]);
    servers.end(tokens.ending);
    await changed({ accountId: "12" });
    expect(await ending.closed).toBe(4401);
    expect(await (await open(late)).closed, "a token made before, used after").toBe(4401);
    await changed({ accountId: "7" });
    staying.socket.send(writeFrame({ kind: "request", action: "ping", meta: {}, body: undefined }));
    expect(readFrame(await staying.next())).toMatchObject({ kind: "response" });
  });
});

test.each<[string, number[], string[], boolean]>([
  ["one's own, by a role that reaches its own", [Permission.CLOCK_IN_OUT], ["9"], true],
  ["somebody else's, by a role that reaches its own", [Permission.CLOCK_IN_OUT], ["8"], false],
  [
    "somebody else's, by a role that reads everybody's records",
    [Permission.CLOCK_IN_OUT, Permission.CLOCK_RECORDS_WORKING_LOCATIONS],
    ["8"],
    true,
  ],
  ["the clock's setting, by whoever sees a clock", [Permission.CLOCK_RECORDS], [], true],
  ["the clock's setting, by nobody else", [Permission.VIEW_CALENDAR], [], false],
])("a clock is heard: %s", (_, permissions, ids, heard) => {
  const told = noticeOf({ topic: "account.clock", ids });
  expect(told && mayReceive({ permissions, staffId: "9" }, told)).toBe(heard);
});

test("whoever joined a company is in it with their next call, before any notice of it; a socket from before opens anew", async () => {
  const before = await tokenOf(tokens.joining);
  const headers = { authorization: `Bearer ${tokens.joining}`, "content-type": "application/json" };
  const path = "/leashline.account.v1.InviteService/AcceptInviteCode";
  const joined = await fetch(`${servers.url}${path}`, { method: "POST", headers, body: JSON.stringify({ inviteCode: "c" }) });
  expect(joined.status).toBe(200);
  const after = readSocketToken(await tokenOf(tokens.joining), servers.servers.config.signingKey, Date.now());
  expect(after).toMatchObject({ companyId: "1", businessId: "3" });
  expect(await (await open(before)).closed).toBe(4401);
});

describe("one session cannot take the gateway for itself", () => {
  const ping = writeFrame({ kind: "request", action: "ping", meta: {}, body: undefined });

  test("so many sockets, and no more until one of them closes", async () => {
    const token = await tokenOf(tokens.other);
    const first = await open(token);
    const others = await Promise.all(Array.from({ length: mostOfOne }, () => open(token)));
    const replies = await Promise.all([first, ...others].map((one) => one.next()));
    expect(replies.filter((text) => text.startsWith("200:"))).toHaveLength(mostOfOne);
    const late = replies.indexOf("429:RESOURCE_EXHAUSTED:too many connections");
    expect(await [first, ...others][late]?.closed).toBe(4429);
    const gone = late === 0 ? others[0] : first;
    gone?.socket.close();
    await gone?.closed;
    await eventually(async () => expect(await (await open(token)).next()).toBe("200:OK:connected"));
  });

  test("who asks without end is let go, who asks now and then is not", async () => {
    const [greedy, calm] = await Promise.all([open(await tokenOf(tokens.owner)), open(await tokenOf(tokens.owner))]);
    await Promise.all([greedy.next(), calm.next()]);
    for (let sent = 0; sent <= mostSent; sent++) greedy.socket.send(ping);
    expect(await greedy.closed).toBe(1008);
    calm.socket.send(ping);
    expect(readFrame(await calm.next())).toMatchObject({ kind: "response" });
  });
});

test("while nobody can say whether a session holds its socket stays, and is asked about again", async () => {
  const rights = { permissions: [], staffId: "1" };
  const answers: (Rights | null | Error)[] = [rights, new Error("away"), new Error("away"), null];
  const closed: number[] = [];
  const socket = { OPEN: 1, readyState: 1, on: () => undefined, send: () => undefined, close: (code: number) => closed.push(code) };
  const hub = new Hub(
    { socket: () => undefined, dropped: () => undefined } as never,
    async () => {
      const answer = answers.shift();
      if (answer === undefined) return rights;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    5,
  );
  hub.join(socket as never, { accountId: "1", sessionId: "2", companyId: "3", businessId: "4", proof: "p" });
  await vi.waitFor(() => expect(answers).toHaveLength(3));
  expect(closed).toEqual([]);
  await hub.recheck({ accountId: "1" });
  expect([answers.length, closed]).toEqual([2, []]);
  await vi.waitFor(() => expect(closed).toEqual([4401]));
  hub.close();
});

describe("tokens", () => {
  const grant = { accountId: "1", sessionId: "2", companyId: "3", businessId: "4", proof: "p" };
  const key = "k".repeat(40);

  test("hold for a minute and with the right key only", () => {
    const token = signSocketToken(grant, key, 1_000);
    expect(readSocketToken(token, key, 1_000)).toEqual(grant);
    expect(readSocketToken(token, key, 1_000 + socketTokenSeconds * 1000)).toBeNull();
    expect(readSocketToken(token, "o".repeat(40), 1_000)).toBeNull();
    expect(readSocketToken(`${token}x`, key, 1_000)).toBeNull();
  });

  test("any other text is refused", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readSocketToken(text, key, 0)).toBeNull();
      }),
    );
  });
});
