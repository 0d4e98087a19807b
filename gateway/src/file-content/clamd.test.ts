import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readGatewayConfig } from "../config.ts";
import { clamdAnswers, clamdScan, verdictOf } from "./clamd.ts";

const folder = mkdtempSync(join(tmpdir(), "leashline-clamd-"));
const file = join(folder, "file");
writeFileSync(file, Buffer.alloc(300_000, "x"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ["stream: OK", "clean"],
  ["stream: Eicar-Test-Signature FOUND", "refused"],
  ["INSTREAM size limit exceeded. ERROR", "refused"],
  ["stream: Can't allocate memory ERROR", "away"],
  ["stream: OK and more", "away"],
  ["", "away"],
])("%j means %s", (answer, state) => expect(verdictOf(answer).state).toBe(state));

/** What is found where somebody answers on a port in their own way. */
async function askedOf<T>(answer: (socket: Socket) => void, ask: (port: number) => Promise<T>): Promise<T> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    answer(socket);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const found = await ask((server.address() as AddressInfo).port);
  for (const socket of sockets) socket.destroy();
  server.close();
  return found;
}

const verdictWith = (answer: (socket: Socket) => void) =>
  askedOf(answer, async (port) => (await clamdScan({ host: "127.0.0.1", port }, 300)(file)).state);

describe("whether it answers at all", () => {
  test.each<[string, boolean, (socket: Socket) => void]>([
    ["says PONG to PING", true, (socket) => socket.once("data", (said) => socket.end(`${said}` === "zPING\0" ? "PONG\0" : "UNKNOWN\0"))],
    ["says something else", false, (socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n")],
    ["says nothing", false, (socket) => socket.resume()],
    ["hangs up", false, (socket) => socket.destroy()],
  ])("one that %s: %s", async (_, answers, answer) =>
    expect(await askedOf(answer, (port) => clamdAnswers({ host: "127.0.0.1", port }, 300))).toBe(answers),
  );

  test("nobody at the port", async () => expect(await clamdAnswers({ path: join(folder, "no.sock") })).toBe(false));
});

describe("nothing but a clear yes lets a file through", () => {
  test.each<[string, string, (socket: Socket) => void]>([
    ["takes everything and says nothing", "away", (socket) => socket.resume()],
    ["takes nothing", "away", (socket) => socket.pause()],
    ["hangs up", "away", (socket) => socket.destroy()],
    ["speaks something else", "away", (socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n")],
    ["says no after the first bytes and hangs up", "refused", (socket) => socket.once("data", () => socket.end("stream: Bad FOUND\0"))],
    ["says yes in two pieces", "clean", (socket) => inTwo(socket.resume())],
  ])("one that %s: %s", async (_, state, answer) => expect(await verdictWith(answer)).toBe(state));

  test("nobody at the port", async () => {
    expect(await clamdScan({ path: join(folder, "no.sock") })(file)).toMatchObject({ state: "away" });
  });
});

function inTwo(socket: Socket): void {
  socket.write("stream:");
  setImmediate(() => socket.write(" OK\0"));
}

describe("settings", () => {
  const read = (env: Record<string, string>) => readGatewayConfig({ LEASHLINE_SIGNING_KEY: "x".repeat(32), ...env });
  test("where the scanner is", () => {
    expect(read({}).clamd).toBeNull();
    expect(read({ LEASHLINE_CLAMD: "scanner:3310" }).clamd).toEqual({ host: "scanner", port: 3310 });
    expect(read({ LEASHLINE_CLAMD: "/run/clamd.sock" }).clamd).toEqual({ path: "/run/clamd.sock" });
    expect(() => read({ LEASHLINE_CLAMD: "scanner" })).toThrow('LEASHLINE_CLAMD must be "host:port"');
  });

  test("which bucket, all of it or none", () => {
    const whole = { LEASHLINE_S3_URL: "https://shop.s3.example", LEASHLINE_S3_ACCESS_KEY_ID: "id", LEASHLINE_S3_SECRET_ACCESS_KEY: "key" };
    expect(read({}).bucket).toBeNull();
    expect(read(whole).bucket).toEqual({
      url: new URL("https://shop.s3.example"),
      region: "us-east-1",
      accessKeyId: "id",
      secretAccessKey: "key",
    });
    for (const name of Object.keys(whole)) expect(() => read({ ...whole, [name]: "" })).toThrow("must be set together");
    expect(() => read({ ...whole, LEASHLINE_S3_URL: "shop" })).toThrow("must be the http or https address of a bucket");
  });
});
