// Connections that break: what a stranger says on a bare connection to any server of ours, and how they leave in the middle of it.
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

/** Where to break in: a port of this machine, over TLS when a certificate to trust is given. */
export interface Place {
  port: number;
  trusting?: { ca: string };
  /** What to agree on over TLS. */
  protocol?: "h2" | "http/1.1";
}
/** One stage: what is said, each part but the first after something was heard, and whether an answer follows the last. */
export interface Stage {
  name: string;
  says: (string | Uint8Array)[];
  answered?: boolean;
}
export type Leaving = "by a reset at once" | "by a reset after the answer" | "by an end";
export const leavings: readonly Leaving[] = ["by a reset at once", "by a reset after the answer", "by an end"];

/** Some servers say nothing at a stage. */
const longestWaitMs = 500;

/** Goes through one stage and leaves. */
export async function breakOff(place: Place, { says, answered }: Stage, leaving: Leaving): Promise<void> {
  const bare = connect({ port: place.port, host: "127.0.0.1", noDelay: true });
  const socket = place.trusting
    ? connectTls({ socket: bare, servername: "localhost", ...place.trusting, ALPNProtocols: [place.protocol ?? "http/1.1"] })
    : bare;
  for (const each of new Set([bare, socket])) each.on("error", () => undefined);
  const closed = new Promise<void>((done) => bare.once("close", () => done()));
  socket.setTimeout(longestWaitMs, () => socket.destroy());
  for (const [at, part] of says.entries()) {
    if (at > 0) await heard(socket);
    await new Promise<void>((done) => (part.length === 0 || socket.destroyed ? done() : socket.write(part, () => done())));
  }
  if (answered && leaving === "by a reset after the answer") await heard(socket);
  if (leaving === "by an end") socket.resume().end();
  else bare.resetAndDestroy();
  await closed;
}

function heard(socket: Socket): Promise<void> {
  return new Promise((done) => {
    if (socket.destroyed) return done();
    socket.once("data", () => done(socket.pause() && undefined)).once("close", () => done());
    socket.resume();
  });
}

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(" ", ""), "hex");
const head = (line: string, more = ""): string => `${line} HTTP/1.1\r\nhost: localhost\r\n${more}\r\n`;
const websocket =
  "connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
const http2Upgrade = "connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAP__\r\n";

/** HTTP/1.1 on these addresses, upgrades among them. */
export function overHttp(paths: readonly string[]): Stage[] {
  const get = head(`GET ${paths[0]}`);
  return [
    { name: "before a word", says: [""] },
    { name: "in the first line", says: ["GET /hea"] },
    { name: "in the head", says: ["GET / HTTP/1.1\r\nhost: loc"] },
    { name: "with bytes that are no request", says: [bytes("16 03 01 00 ff 00 f1 80")], answered: true },
    { name: "while the answer comes", says: [get], answered: true },
    { name: "while fifty answers come", says: [get.repeat(50)], answered: true },
    { name: "in a second request", says: [get, "GET /he"] },
    { name: "at CONNECT", says: [head("CONNECT localhost:1")] },
    { name: "while told to go on", says: [head(`POST ${paths[0]}`, "expect: 100-continue\r\ncontent-length: 9\r\n")], answered: true },
    ...paths.flatMap((path): Stage[] => [
      { name: `before the body of ${path}`, says: [head(`POST ${path}`, "content-type: application/json\r\ncontent-length: 9\r\n")] },
      { name: `in the body of ${path}`, says: [`${head(`POST ${path}`, "content-type: application/json\r\ncontent-length: 9\r\n")}{"a`] },
      { name: `in a chunk to ${path}`, says: [`${head(`POST ${path}`, "transfer-encoding: chunked\r\n")}5\r\nab`] },
      {
        name: `in a chunk without a size to ${path}`,
        says: [`${head(`POST ${path}`, "transfer-encoding: chunked\r\n")}zz\r\nab`],
        answered: true,
      },
      { name: `at a websocket on ${path}`, says: [head(`GET ${path}`, websocket)], answered: true },
      {
        name: `at a websocket on ${path} by POST`,
        says: [`${head(`POST ${path}`, `${websocket}content-length: 2\r\n`)}{}`],
        answered: true,
      },
      { name: `at a websocket on ${path}, with a frame`, says: [join(head(`GET ${path}`, websocket), frames.reserved)], answered: true },
      {
        name: `at a broken websocket on ${path}`,
        says: [head(`GET ${path}`, "connection: Upgrade\r\nupgrade: websocket\r\n")],
        answered: true,
      },
      { name: `at HTTP/2 on ${path}`, says: [head(`GET ${path}`, http2Upgrade)], answered: true },
      { name: `at something else on ${path}`, says: [head(`GET ${path}`, "connection: Upgrade\r\nupgrade: x\r\n")], answered: true },
    ]),
  ];
}

const frames = {
  reserved: bytes("f1 80 00 00 00 00"),
  half: bytes("81 85 00 00 00 00 68 65"),
  unmasked: bytes("81 02 68 65"),
  "unknown kind": bytes("8f 80 00 00 00 00"),
  "long ping": bytes("89 fe 01 00 00 00 00 00"),
  "close for no reason there is": bytes("88 82 00 00 00 00 00 01"),
  "close in half": bytes("88 81 00 00 00 00 03"),
  endless: bytes("81 ff 7f ff ff ff ff ff ff ff 00 00 00 00"),
  "text that is none": bytes("81 82 00 00 00 00 c3 28"),
  continuation: bytes("80 80 00 00 00 00"),
};

/** A websocket that opens on this address, and what is wrong with what it says then. */
export const overWebsocket = (path: string): Stage[] =>
  Object.entries(frames).flatMap(([name, frame]) => [
    { name: `after a frame: ${name}`, says: [head(`GET ${path}`, websocket), frame], answered: true },
    { name: `after a frame that came with the head: ${name}`, says: [join(head(`GET ${path}`, websocket), frame)], answered: true },
  ]);

const join = (text: string, more: Uint8Array): Buffer => Buffer.concat([Buffer.from(text), more]);

const frame = (type: number, flags: number, stream: number, payload: Uint8Array): Buffer => {
  const start = Buffer.alloc(9);
  start.writeUIntBE(payload.length, 0, 3);
  start.writeUInt8(type, 3);
  start.writeUInt8(flags, 4);
  start.writeUInt32BE(stream, 5);
  return Buffer.concat([start, payload]);
};
const preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const settings = frame(4, 0, 0, Buffer.alloc(0));
/** Method, scheme and path "/" from the table, then the host. */
const request = (method: "GET" | "POST"): Buffer =>
  Buffer.concat([bytes(method === "GET" ? "82 86 84 41 09" : "83 86 84 41 09"), Buffer.from("localhost")]);
const opened = (...more: Uint8Array[]): Buffer => Buffer.concat([Buffer.from(preface), settings, ...more]);

/** HTTP/2, after TLS or from the first byte on. */
export const overHttp2: readonly Stage[] = [
  { name: "in the preface", says: ["PRI * HTTP/2.0\r\n\r"] },
  { name: "after the preface", says: [preface] },
  { name: "with bytes that are no frame", says: [join(preface, Buffer.alloc(64, 0xff))], answered: true },
  { name: "in a frame", says: [opened(request("GET").subarray(0, 5))], answered: true },
  { name: "with headers that cannot be read", says: [opened(frame(1, 5, 1, bytes("ff ff ff ff ff")))], answered: true },
  { name: "while the answer comes", says: [opened(frame(1, 5, 1, request("GET")))], answered: true },
  { name: "before the body", says: [opened(frame(1, 4, 1, request("POST")))], answered: true },
  { name: "in the body", says: [opened(frame(1, 4, 1, request("POST")), bytes("00 00 09 00 00 00 00 00 01 7b 22"))], answered: true },
  { name: "with a stream given up", says: [opened(frame(1, 4, 1, request("POST")), frame(3, 0, 1, bytes("00 00 00 08")))], answered: true },
  {
    name: "with a window of nothing",
    says: [opened(frame(1, 4, 1, request("POST")), frame(8, 0, 1, bytes("00 00 00 00")))],
    answered: true,
  },
  { name: "with a ping in half", says: [opened(frame(6, 0, 0, bytes("00")))], answered: true },
  {
    name: "with a farewell",
    says: [opened(frame(1, 5, 1, request("GET")), frame(7, 0, 0, bytes("00 00 00 00 00 00 00 01")))],
    answered: true,
  },
  { name: "with an even stream", says: [opened(frame(1, 5, 2, request("GET")))], answered: true },
];

/** A handshake of TLS that is not gone through with. */
export const inHandshake: readonly Stage[] = [
  { name: "before a word", says: [""] },
  { name: "in the greeting", says: [bytes("16 03 01 02 00 01 00 01 fc 03 03")] },
  { name: "with no greeting", says: ["GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"], answered: true },
];
