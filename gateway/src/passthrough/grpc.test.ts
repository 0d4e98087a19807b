// gRPC as its own clients speak it, and how long a caller waits, on every face: until the database.
import { execFile, spawnSync } from "node:child_process";
import http2 from "node:http2";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client, credentials, Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { eventually } from "@leashline/kit/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EchoService, echoContract, echoGroup } from "../../test/echo.ts";
import { type GatewayHarness, startGateway, tokens } from "../../test/harness.ts";
import { askedMs } from "./deadline.ts";

let servers: GatewayHarness;
let client: Client;
beforeAll(async () => {
  servers = await startGateway([echoGroup], { contract: echoContract, config: { http2: true } });
  client = new Client(`127.0.0.1:${servers.port}`, credentials.createInsecure());
});
afterAll(async () => {
  client?.close();
  await servers?.stop();
});

const path = (rpc: string) => `/${EchoService.typeName}/${rpc}`;
const bytes = (value: Buffer): Buffer => value;
const nothing = Buffer.alloc(0);

type Notice = { code: string; text: string };

/** As `@grpc/grpc-js` makes it. */
const byNode = (rpc: string, ms = 20_000, token = "", body = nothing): Promise<Notice> =>
  new Promise((resolve) => {
    const metadata = new Metadata();
    if (token) metadata.set("authorization", `Bearer ${token}`);
    const heard = (error: ServiceError | null) =>
      resolve(error ? { code: status[error.code] as string, text: error.details } : { code: "OK", text: "" });
    client.makeUnaryRequest(path(rpc), bytes, bytes, body, metadata, { deadline: Date.now() + ms }, heard);
  });

const program = join(import.meta.dirname, "../../test/grpc_client.py");
const hasPython = spawnSync("python3", ["-c", "import grpc"]).status === 0;

/** As Debian's python3-grpcio makes it. */
async function byPython(rpc: string, ms = 20_000, token = ""): Promise<Notice> {
  const { stdout } = await promisify(execFile)("python3", [program, `127.0.0.1:${servers.port}`, path(rpc), String(ms / 1000), token]);
  const [code = "", text = ""] = stdout.trim().split("|");
  return { code, text };
}

describe.each([
  ["@grpc/grpc-js", byNode, true],
  ["python3-grpcio", byPython, hasPython],
] as const)("%s", (_, call, isHere) => {
  test.skipIf(!isHere)("reads answers, what the gateway refuses, and what a service refuses", async () => {
    expect(await call("Say", 20_000, tokens.owner)).toEqual({ code: "OK", text: "" });
    expect(await call("Say")).toEqual({ code: "UNAUTHENTICATED", text: "no auth" });
    expect(await call("Staff", 20_000, tokens.key)).toMatchObject({ code: "PERMISSION_DENIED" });
    expect(await call("Nothing")).toEqual({ code: "NOT_FOUND", text: "There is no such RPC." });
    expect((await call("Fail")).code).toBe("INTERNAL");
  });

  test.skipIf(!isHere)("is told when its time is over", async () => {
    expect((await call("Slow", 400)).code).toBe("DEADLINE_EXCEEDED");
  });
});

test("a refusal over gRPC has one block of headers, which ends the stream", async () => {
  const session = http2.connect(servers.url);
  const call = session.request({ ":method": "POST", ":path": path("Say"), "content-type": "application/grpc", te: "trailers" });
  const heard = new Promise<[http2.IncomingHttpHeaders, number]>((resolve) =>
    call.on("response", (headers, flags) => resolve([headers, flags])),
  );
  call.end(Buffer.alloc(5));
  const [headers, flags] = await heard;
  expect(headers).toMatchObject({ ":status": 200, "grpc-status": "16", "content-type": "application/grpc" });
  expect(flags & http2.constants.NGHTTP2_FLAG_END_STREAM).toBe(http2.constants.NGHTTP2_FLAG_END_STREAM);
  session.close();
});

/** Statements that still sleep. */
async function working(): Promise<number> {
  const found = await servers.servers.admin.query(
    "select count(*)::int as n from pg_stat_activity where state = 'active' and datname = current_database() and query like 'select pg_sleep%'",
  );
  return found.rows[0].n;
}

describe("a deadline", () => {
  const asked = (rpc: string, more: Record<string, string>) =>
    fetch(servers.url + path(rpc), { method: "POST", body: "{}", headers: { "content-type": "application/json", ...more } });

  test.each(["Slow", "SlowSave"])("reaches the database: %s is answered as late, and its statement ends", async (rpc) => {
    const since = performance.now();
    const answer = await asked(rpc, { "connect-timeout-ms": "500" });
    const { code, message } = (await answer.json()) as { code: string; message: string };
    expect([answer.status, code, message.includes("Idempotency-Key")]).toEqual([504, "deadline_exceeded", rpc === "SlowSave"]);
    expect(performance.now() - since).toBeLessThan(5_000);
    await eventually(async () => expect(await working()).toBe(0));
  });

  test("that is long enough changes nothing, one of nothing is over, and one that cannot be read is the caller's fault", async () => {
    expect((await asked("Open", { "connect-timeout-ms": "10000" })).status).toBe(200);
    expect((await asked("Open", { "connect-timeout-ms": "0" })).status).toBe(504);
    expect((await asked("Open", { "connect-timeout-ms": "soon" })).status).toBe(400);
  });

  test.each([
    [{ "grpc-timeout": "2S" }, 2_000],
    [{ "grpc-timeout": "1500m" }, 1_500],
    [{ "grpc-timeout": "1H" }, 3_600_000],
    [{ "grpc-timeout": "500000u" }, 500],
    [{ "grpc-timeout": "123456789S" }, Number.NaN],
    [{ "grpc-timeout": "-1S" }, Number.NaN],
    [{ "connect-timeout-ms": "250" }, 250],
    [{}, Number.POSITIVE_INFINITY],
  ])("%j is %d ms", (headers, ms) => {
    expect(askedMs({ headers })).toBe(ms);
  });
});
