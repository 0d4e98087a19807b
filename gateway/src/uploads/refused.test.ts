import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GatewayHarness, startGateway, tokens } from "../../test/harness.ts";
import { uploadStates } from "../../test/uploads.ts";
import { Leftovers } from "./leftovers.ts";
import { newFileName } from "./names.ts";

let servers: GatewayHarness;
const dataDir = mkdtempSync(join(tmpdir(), "leashline-refused-"));
beforeAll(async () => {
  servers = await startGateway(uploadStates, { config: { dataDir, uploadLimit: 2_000_000 } });
});
afterAll(async () => {
  await servers?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const auth = { authorization: `Bearer ${tokens.owner}` };
const pixel = Buffer.from("R0lGODdhAQABAIAAAP///////ywAAAAAAQABAAACAkQBADs=", "base64");
const form = (name: string, content: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
    content,
    Buffer.from("\r\n--b--\r\n"),
  ]);
const formType = { "content-type": "multipart/form-data; boundary=b" };
const formPath = "/api/business/upload/uploadFile?public=true";

async function upload(name: string, content: Buffer) {
  const response = await fetch(servers.url + formPath, { method: "POST", headers: { ...auth, ...formType }, body: form(name, content) });
  return (await response.json()) as { code: number; message: string; data: { file: { path: string; fileName: string } } & string };
}

async function address(fileName: string): Promise<{ uploadUrl: string; fileId: string; path: string }> {
  const headers = { ...auth, "content-type": "application/json" };
  const body = JSON.stringify({ fileName, public: true });
  const response = await fetch(`${servers.url}/leashline.gateway.v1.UploadService/GetPresignedUploadUrl`, {
    method: "POST",
    headers,
    body,
  });
  const { uploadUrl, ...more } = (await response.json()) as { uploadUrl: string; fileId: string; path: string };
  return { uploadUrl: new URL(uploadUrl).pathname + new URL(uploadUrl).search, ...more };
}

const put = (path: string, body: Buffer) => fetch(servers.url + path, { method: "PUT", body });

describe("a refused upload", () => {
  const junk = Buffer.alloc(1_500_000, 0x01);

  /** The status of one request over an agent's only connection. */
  const over = (agent: http.Agent, method: string, path: string, headers: object, body: Buffer) =>
    new Promise<number>((resolve, reject) => {
      const request = http.request(
        { agent, port: servers.port, host: "127.0.0.1", method, path, headers: { ...auth, ...headers } },
        (response) => {
          response.resume().once("end", () => resolve(response.statusCode ?? 0));
        },
      );
      request.once("error", reject).end(body);
    });

  test("by form and by PUT leaves its connection good for the next request", async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const since = performance.now();
    const { uploadUrl } = await address("junk.png");
    expect(await over(agent, "POST", formPath, formType, form("junk.bin", junk))).toBe(200);
    expect(await over(agent, "GET", "/healthz", {}, Buffer.alloc(0))).toBe(200);
    expect(await over(agent, "PUT", uploadUrl, {}, junk)).toBe(400);
    expect(await over(agent, "GET", "/healthz", {}, Buffer.alloc(0))).toBe(200);
    expect(performance.now() - since).toBeLessThan(10_000);
    agent.destroy();
  });
});

test("an address takes one file, once, also when two come together, and after it was asked for", async () => {
  const { uploadUrl, fileId } = await address("a.gif");
  const both = await Promise.all([put(uploadUrl, pixel), put(uploadUrl, pixel)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const headers = { ...auth, "content-type": "application/json" };
  const flushed = await fetch(`${servers.url}/leashline.gateway.v1.UploadService/FlushUpload`, {
    method: "POST",
    headers,
    body: JSON.stringify({ fileId }),
  });
  expect(flushed.status).toBe(200);
  expect((await put(uploadUrl, Buffer.concat([pixel, Buffer.from("more")]))).status).toBe(409);
});

const box = (type: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
};
const place = "+40.7484-073.9857/";
const video = (brand: string, ...moov: Buffer[]): Buffer =>
  Buffer.concat([
    box("ftyp", Buffer.from(`${brand}\0\0\0\0`)),
    box("moov", box("mvhd", Buffer.alloc(100)), ...moov),
    box("mdat", Buffer.alloc(64, 7)),
  ]);

describe("where it was made", () => {
  test.each(["isom", "mp42", "qt  "])("is left out of a video (%s), and the rest stays where it was", async (brand) => {
    const whole = video(
      brand,
      box("udta", box("\xa9xyz", Buffer.from(place))),
      box("trak", box("tkhd", Buffer.alloc(84)), box("udta", Buffer.from(place))),
      box("meta", Buffer.from(`com.apple.quicktime.location.ISO6709${place}`)),
    );
    const { code, data } = await upload("walk.mp4", whole);
    expect(code).toBe(200);
    const stored = Buffer.from(await (await fetch(servers.url + encodeURI(data.file.path))).arrayBuffer());
    expect(stored.includes(place) || stored.includes("location")).toBe(false);
    expect([stored.length, stored.indexOf("mdat"), stored.subarray(-64)]).toEqual([
      whole.length,
      whole.indexOf("mdat"),
      Buffer.alloc(64, 7),
    ]);
  });

  test("as a log beside the pictures is refused, and so is what cannot be read", async () => {
    const log = box("trak", box("mdia", box("hdlr", Buffer.from("\0\0\0\0\0\0\0\0meta\0\0\0\0")), box("stsd", Buffer.from("gpmd"))));
    expect(await upload("drive.mp4", video("isom", log))).toMatchObject({ code: 400, data: expect.stringContaining("log of places") });
    const cut = video("isom", box("udta", Buffer.from(place))).subarray(0, 120);
    expect((await upload("cut.mp4", cut)).code).toBe(400);
  });

  test("would stay in HEIC, so that is refused with the reason", async () => {
    expect(await upload("photo.heic", box("ftyp", Buffer.from("heic\0\0\0\0")))).toMatchObject({
      code: 400,
      data: expect.stringContaining("Send it as JPEG"),
    });
  });
});

test.each([
  [65_000, 65_000],
  [65_000, 1],
  [9_000, 9_000],
])("a GIF that says it has %d by %d points is refused", async (width, height) => {
  const large = Buffer.from(pixel);
  large.writeUInt16LE(width, 6);
  large.writeUInt16LE(height, 8);
  expect((await upload("large.gif", large)).code).toBe(400);
});

test("a name reads in one direction", async () => {
  expect(newFileName("invoice\u202egpj.pdf")).toBe("invoice_gpj.pdf");
  expect(newFileName("Rex #2, 100%.png")).toBe("Rex _2, 100_.png");
  expect(newFileName("\u2066Bella\u2069 \u{1f469}\u200d\u{1f467}.png")).toBe("_Bella_ \u{1f469}\u200d\u{1f467}.png");
  expect((await upload("pic\u202egnp.gif", pixel)).data.file.fileName).toBe("pic_gnp.gif");
});

test("what a killed gateway left half done goes after an hour, and not before", async () => {
  const scratch = join(dataDir, "left");
  mkdirSync(scratch);
  for (const name of ["old", "new"]) writeFileSync(join(scratch, name), "half");
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  utimesSync(join(scratch, "old"), longAgo, longAgo);
  let swept = 0;
  await new Leftovers(scratch, [async () => void swept++], { warn: () => undefined }).look();
  expect([readdirSync(scratch), swept]).toEqual([["new"], 1]);
  await new Leftovers(join(scratch, "none"), [], { warn: () => undefined }).look();
  expect(existsSync(join(scratch, "none"))).toBe(false);
});
