import http from "node:http";
import net, { type AddressInfo } from "node:net";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { parseHead, readChunks } from "./http-text.ts";
import { type Reply, Wire, type WireError } from "./wire.ts";

const open: { close: () => void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

async function wireTo(server: net.Server): Promise<Wire> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const wire = new Wire(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), 2);
  open.push(wire, { close: () => server.close() });
  return wire;
}

const ask = (wire: Wire, path = "/", timeoutMs = 2_000) =>
  new Promise<Reply>((resolve, reject) => {
    wire.send(Buffer.from(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`), timeoutMs, (error, reply) =>
      reply ? resolve(reply) : reject(error),
    );
  });

/** A server that answers every request with these raw pieces, one write each. */
const raw = (...pieces: string[]) =>
  net.createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", async () => {
      for (const piece of pieces) {
        socket.write(piece, "latin1");
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
  });

describe("an answer is read", () => {
  test.each<[string, string[], string]>([
    ["with a length", ["HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello"], "hello"],
    ["in pieces", ["HTTP/1.1 20", "0 OK\r\nContent-Length: 5\r\n", "\r\nhe", "llo"], "hello"],
    ["in chunks", ["HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhe", "llo\r\n6;x=y\r\n world\r\n0\r\n\r\n"], "hello world"],
    ["in chunks with trailers", ["HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\nx: y\r\n\r\n"], "hi"],
    ["after an interim answer", ["HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi"], "hi"],
    ["without a body", ["HTTP/1.1 204 No Content\r\n\r\n"], ""],
  ])("%s", async (_, pieces, body) => {
    const wire = await wireTo(raw(...pieces));
    for (let time = 0; time < 3; time++) expect((await ask(wire)).body.toString()).toBe(body);
  });

  test("until the connection closes", async () => {
    const wire = await wireTo(net.createServer((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\nbye")));
    expect((await ask(wire)).body.toString()).toBe("bye");
  });

  test("hop-by-hop headers stay behind, others come through by lower-case names", () => {
    const { status, headers } = parseHead(
      "HTTP/1.1 503 Busy\r\nConnection: close\r\nX-Thing: a: b\r\nDate: now\r\nSet-Cookie: 1\r\nSet-Cookie: 2",
      0,
    );
    expect([status, headers]).toEqual([
      503,
      [
        ["x-thing", "a: b"],
        ["set-cookie", "1"],
        ["set-cookie", "2"],
      ],
    ]);
  });

  test("chunks, however they are cut, give the whole or wait for more", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ minLength: 1, maxLength: 50 })), (parts) => {
        const whole = Buffer.concat([
          ...parts.flatMap((part) => [Buffer.from(`${part.length.toString(16)}\r\n`), Buffer.from(part), Buffer.from("\r\n")]),
          Buffer.from("0\r\n\r\n"),
        ]);
        expect(readChunks(whole, 0)).toEqual({ body: Buffer.concat(parts), end: whole.length });
        for (let cut = 0; cut < whole.length; cut++) expect(readChunks(whole.subarray(0, cut), 0)).toBeNull();
      }),
    );
  });
});

describe("when things go wrong", () => {
  const failure = (wire: Wire, timeoutMs?: number) =>
    ask(wire, "/", timeoutMs).then(
      () => "answered",
      (error: WireError) => error.message,
    );

  test.each<[string, net.Server, RegExp]>([
    ["no HTTP", raw("SSH-2.0-x\r\n\r\n"), /no HTTP answer/],
    ["the service dies under the call", net.createServer((socket) => socket.once("data", () => socket.destroy())), /closed|ECONNRESET/],
    [
      "half an answer",
      net.createServer((socket) => socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhalf"))),
      /closed/,
    ],
    ["chunks without a size", raw("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n"), /chunk without a size/],
  ])("%s", async (_, server, message) => {
    expect(await failure(await wireTo(server))).toMatch(message);
  });

  test("no answer in time", async () => {
    expect(await failure(await wireTo(raw()), 50)).toMatch(/no answer within 50 ms/);
  });

  test("no connection free in time: whoever waits for one is told so before those who have one", async () => {
    const wire = await wireTo(raw());
    const all = Promise.all([failure(wire, 400), failure(wire, 400)]);
    const since = performance.now();
    expect(await failure(wire, 400)).toMatch(/no connection to the service was free within 100 ms/);
    expect(performance.now() - since).toBeLessThan(390);
    expect(await all).toEqual(["no answer within 400 ms", "no answer within 400 ms"]);
  });

  test("nobody listens", async () => {
    const server = net.createServer();
    const wire = await wireTo(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await failure(wire)).toMatch(/ECONNREFUSED/);
  });
});

test("more calls than connections wait their turn; connections are used again", async () => {
  let connections = 0;
  const server = http.createServer((request, response) => setImmediate(() => response.end(request.url)));
  server.on("connection", () => connections++);
  const wire = await wireTo(server);
  const replies = await Promise.all(Array.from({ length: 50 }, (_, index) => ask(wire, `/${index}`)));
  expect(replies.map((reply) => reply.body.toString())).toEqual(Array.from({ length: 50 }, (_, index) => `/${index}`));
  expect(connections).toBe(2);
});
