import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isProof, proofOf } from "@leashline/kit/paper/file-hash.ts";
import fc from "fast-check";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GatewayHarness, startGateway, tokens } from "../../test/harness.ts";
import { uploadStates } from "../../test/uploads.ts";
import { sniff } from "../file-content/sniff.ts";
import { type LinkUse, linkHolds, signLink } from "./links.ts";
import { safeFileName, withExtension } from "./names.ts";

let servers: GatewayHarness;
const dataDir = mkdtempSync(join(tmpdir(), "leashline-uploads-"));
beforeAll(async () => {
  servers = await startGateway(uploadStates, { config: { dataDir, uploadLimit: 50_000 } });
});
afterAll(async () => {
  await servers?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#2a7383" } })
  .png()
  .toBuffer();
const staff = { authorization: `Bearer ${tokens.owner}` };

interface Answer {
  code: number;
  message: string;
  data: { file: { path: string; url: string; fileName: string; contentType: string; size: number } };
}

async function upload(name: string, content: Uint8Array, fields: Record<string, string> = {}, headers: Record<string, string> = staff) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append("file", new Blob([new Uint8Array(content)]), name);
  const response = await fetch(`${servers.url}/api/business/upload/uploadFile`, { method: "POST", headers, body: form });
  return { status: response.status, ...((await response.json()) as Answer) };
}

async function rpc<T>(name: string, body: object, token: string = tokens.owner): Promise<T> {
  const response = await fetch(`${servers.url}/leashline.gateway.v1.UploadService/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return (await response.json()) as T;
}

describe("a form upload", () => {
  test("stores the file under what it is, for people of the company", async () => {
    const { code, data } = await upload('Bella<1>: "front".jpeg', png);
    expect(code).toBe(200);
    expect(data.file).toMatchObject({ fileName: "Bella_1__ _front_.jpeg.png", contentType: "image/png", size: png.length, width: 40 });
    const own = await fetch(servers.url + encodeURI(data.file.path), { headers: staff });
    expect([own.status, own.headers.get("content-type"), Buffer.from(await own.arrayBuffer()).equals(png)]).toEqual([
      200,
      "image/png",
      true,
    ]);
    expect(own.headers.get("content-security-policy")).toContain("sandbox");
    expect((await fetch(servers.url + encodeURI(data.file.path))).status).toBe(404);
    expect((await fetch(servers.url + encodeURI(data.file.path), { headers: { authorization: `Bearer ${tokens.other}` } })).status).toBe(
      404,
    );
  });

  test("a public one is for everybody, and cached", async () => {
    const { data } = await upload("logo.png", png, { public: "true" });
    const seen = await fetch(servers.url + data.file.path);
    expect([seen.status, seen.headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"]);
    const part = await fetch(servers.url + data.file.path, { headers: { range: "bytes=0-3" } });
    expect([part.status, part.headers.get("content-range"), (await part.arrayBuffer()).byteLength]).toEqual([
      206,
      `bytes 0-3/${png.length}`,
      4,
    ]);
  });

  test("over the limit is 20013 and leaves nothing behind", async () => {
    expect(await upload("big.png", Buffer.concat([png, Buffer.alloc(60_000)]))).toMatchObject({
      code: 20013,
      message: "File size exceeds limit",
    });
    expect(readdirSync(join(dataDir, "uploads", "incoming"))).toEqual([]);
  });

  test.each([
    ["a page", "<html><script>alert(1)</script></html>"],
    ["a program", "\u007fELF\u0000\u0001"],
    ["a picture that is none", "\u0089PNG\r\n and so on"],
    ["nothing", ""],
  ])("%s is not accepted", async (_, text) => {
    expect((await upload("photo.png", Buffer.from(text))).code).toBe(400);
  });

  test("no session, no form", async () => {
    expect(await upload("a.png", png, {}, {})).toMatchObject({ status: 401, code: 401 });
    const response = await fetch(`${servers.url}/api/business/upload/uploadFile`, {
      method: "POST",
      headers: { ...staff, "content-type": "text/plain" },
      body: "x",
    });
    expect(response.status).toBe(400);
  });
});

describe("signed addresses", () => {
  test("PUT to one, read by another, and neither holds for anything else", async () => {
    const { uploadUrl, path, fileId } = await rpc<{ uploadUrl: string; path: string; fileId: string }>("GetPresignedUploadUrl", {
      fileName: "card.svg",
    });
    const target = new URL(uploadUrl);
    const put = await fetch(servers.url + target.pathname + target.search, {
      method: "PUT",
      body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    });
    expect(((await put.json()) as Answer).data.file).toMatchObject({ path, contentType: "image/svg+xml" });
    expect(await rpc("FlushUpload", { fileId })).toMatchObject({ file: { path, fileId, contentType: "image/svg+xml" } });
    expect(await rpc("FlushUpload", { fileId }, tokens.other)).toMatchObject({ code: "not_found" });
    for (const nothing of [{}, { path: "", fileId: "" }])
      expect(await rpc("GetFileAccessUrl", nothing), "no file is named, though the company has some").toMatchObject({ code: "not_found" });
    const byId = await rpc<{ accessUrl: string }>("GetFileAccessUrl", { fileId });
    const { accessUrl } = await rpc<{ accessUrl: string }>("GetFileAccessUrl", { path });
    expect(new URL(byId.accessUrl).pathname).toBe(new URL(accessUrl).pathname);
    const link = new URL(accessUrl);
    expect((await fetch(servers.url + link.pathname + link.search)).status).toBe(200);
    expect((await fetch(servers.url + link.pathname + link.search.replace("expires=", "expires=9"))).status).toBe(404);
    expect((await fetch(servers.url + target.pathname + link.search, { method: "PUT", body: "x" })).status).toBe(403);
  });

  test("the hash of a private file is computed here, from the file as it is kept, with a proof that nobody else can make", async () => {
    const { data } = await upload("signed.png", png);
    const { path } = data.file;
    const { hash, proof } = await rpc<{ hash: string; proof: string }>("GetFileHash", { path });
    const own = Buffer.from(await (await fetch(servers.url + encodeURI(path), { headers: staff })).arrayBuffer());
    expect(hash).toBe(createHash("sha256").update(own).digest("hex"));
    expect(proof).toBe(proofOf({ path, hash }, servers.servers.config.signingKey));
    expect(
      isProof(proof, { path, hash: hash.replace(/^./, (first) => (first === "0" ? "1" : "0")) }, servers.servers.config.signingKey),
    ).toBe(false);
    expect(isProof(proof, { path: path.replace("signed", "other"), hash }, servers.servers.config.signingKey)).toBe(false);
    expect(await rpc("GetFileHash", { path }, tokens.other)).toMatchObject({ code: "not_found" });
    expect(await rpc("GetFileHash", { path: path.replace(/\w{20}/, "0".repeat(20)) })).toMatchObject({ code: "not_found" });
    const seen = await upload("logo.png", png, { public: "true" });
    expect(await rpc("GetFileHash", { path: seen.data.file.path })).toMatchObject({ code: "not_found" });
  });

  test("one holds until its time, for its use and path, and under its key", () => {
    const [path, now, key] = ["/uploads/private/1/abc/a (1).png", 1_700_000_000_500, "k".repeat(32)];
    const link = new URL(signLink("get", path, 60, key, now), "http://x");
    expect(decodeURIComponent(link.pathname)).toBe(path);
    const holds = (at: number, use: LinkUse = "get", of = path, under = key) => linkHolds(use, of, link.searchParams, under, at);
    expect([holds(now), holds(now + 59_000), holds(now + 60_000), holds(now + 3_600_000)]).toEqual([true, true, false, false]);
    expect([holds(now, "put"), holds(now, "get", `${path}x`), holds(now, "get", path, "j".repeat(32))]).toEqual([false, false, false]);
    expect(linkHolds("get", path, new URLSearchParams(), key, now)).toBe(false);
  });

  test("another company gets none", async () => {
    const { data } = await upload("a.png", png);
    expect(await rpc("GetFileAccessUrl", { path: data.file.path }, tokens.other)).toMatchObject({ code: "not_found" });
  });

  test.each([
    "/uploads/private/1/../../../etc/passwd",
    "/uploads/private/1/aaaaaaaaaaaaaaaaaaaa/..%2f..%2fx",
    "/uploads/",
    "/uploads/%E0%A4%A",
  ])("%s leads nowhere", async (path) => {
    expect([404, 400]).toContain((await fetch(servers.url + path, { headers: staff })).status);
  });
});

describe("what is not taken", () => {
  const virus = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD", "ANTIVIRUS-TEST-FILE!$H+H*"].join("-");
  test.each([
    ["alone", virus],
    ["inside another file", `name,pet\n${"x".repeat(40_000)}${virus}`],
  ])("the test virus, %s", async (_, text) => {
    const answer = await upload("clients.csv", Buffer.from(text));
    expect(answer).toMatchObject({ code: 400, data: "This file looks like a virus." });
  });

  test.each([
    ["invoice.pdf", png],
    ["photo.png", Buffer.from("%PDF-1.7 and so on")],
    ["run.exe", png],
    ["page.html", Buffer.from("plain words")],
    ["clip.mp4", Buffer.from("a,b\n1,2")],
  ])("a file that says it is something else: %s", async (name, content) => {
    expect(await upload(name, content)).toMatchObject({ code: 400, data: expect.stringMatching(/but the file is [a-zA-Z ]+\.$/) });
  });

  test("nothing of it stays", () => {
    expect(readdirSync(join(dataDir, "uploads", "incoming"))).toEqual([]);
  });
});

describe("pictures", () => {
  test("a photo comes out upright, without the place it was taken, and can be had smaller", async () => {
    const photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: "#a44" } })
      .jpeg()
      .withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "47/1 36/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const before = await sharp(photo).metadata();
    expect([before.orientation, before.exif === undefined]).toEqual([6, false]);
    const { data } = await upload("bella.jpg", photo);
    expect(data.file).toMatchObject({ width: 400, height: 600, contentType: "image/jpeg" });
    const at = async (query: string) => {
      const answer = await fetch(servers.url + encodeURI(data.file.path) + query, { headers: staff });
      return { type: answer.headers.get("content-type"), ...(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()) };
    };
    expect(await at("")).toMatchObject({ type: "image/jpeg", width: 400, height: 600 });
    expect(await at("")).not.toHaveProperty("exif");
    expect(await at("?width=96")).toMatchObject({ type: "image/webp", width: 96, height: 144 });
    expect(await at("?width=1024"), "never larger than it is").toMatchObject({ width: 400 });
    expect(await at("?width=7"), "not a width there is").toMatchObject({ width: 400, type: "image/jpeg" });
    expect((await fetch(`${servers.url + encodeURI(data.file.path)}?width=96`)).status, "a stranger").toBe(404);
  });

  test("a person without a company has a face, cut square, for everybody", async () => {
    const { file } = await rpc<{ file: Answer["data"]["file"] }>("UploadAvatar", { content: png.toString("base64") }, tokens.account);
    expect(file).toMatchObject({ contentType: "image/webp", width: 512, height: 512 });
    expect((await fetch(servers.url + file.path)).status).toBe(200);
    expect(await rpc("UploadAvatar", { content: Buffer.from("words").toString("base64") }, tokens.account)).toMatchObject({
      code: "invalid_argument",
    });
    expect(await rpc("UploadFile", { fileName: "x.png", content: png.toString("base64") }, tokens.account)).toMatchObject({
      code: "permission_denied",
    });
  });
});

describe("pure", () => {
  test.each([
    ["a<b>:c.pdf", "a_b__c.pdf"],
    ["x/y\\z|?*.png", "x_y_z___.png"],
    ["..", "_"],
    ["", "_"],
    ["a\u0000b.txt", "a_b.txt"],
  ])("file-name-sanitise: %j", (name, safe) => {
    expect(safeFileName(name)).toBe(safe);
  });

  test("file-name-sanitise: never a path, never too long", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 }), (codes) => {
        const name = String.fromCharCode(...codes);
        const safe = safeFileName(name);
        expect(safe).not.toMatch(/[<>:"/\\|?*]/);
        expect(safe.length).toBeLessThanOrEqual(120);
        expect(safe).not.toMatch(/^\.*$/);
        expect(safeFileName(safe)).toBe(safe);
      }),
    );
  });

  test("the extension follows the content", () => {
    expect([withExtension("a.JPEG", "jpg"), withExtension("a.exe", "png"), withExtension("a", "pdf")]).toEqual([
      "a.JPEG",
      "a.exe.png",
      "a.pdf",
    ]);
  });

  test.each<[string, Buffer, string, string | undefined]>([
    ["jpeg", Buffer.from([0xff, 0xd8, 0xff, 0xe0]), "x", "image/jpeg"],
    ["webp", Buffer.from("RIFF0000WEBPVP8 "), "x", "image/webp"],
    ["pdf", Buffer.from("%PDF-1.7"), "x", "application/pdf"],
    ["heic", Buffer.from("0000ftypheic"), "x", "image/heic"],
    ["csv", Buffer.from("name,pet\né"), "Clients.CSV", "text/csv"],
    ["csv that begins as a bitmap does", Buffer.from("BMI,name\n1,2"), "a.csv", "text/csv"],
    ["text cut inside a character", Buffer.from("é").subarray(0, 1), "a.txt", undefined],
    ["long text cut inside a character", Buffer.from("aé").subarray(0, 2), "a.txt", "text/plain"],
    ["svg", Buffer.from('<?xml version="1.0"?>\n<svg>'), "x", "image/svg+xml"],
    ["html", Buffer.from("  <!DOCTYPE html>"), "x.txt", undefined],
    ["binary", Buffer.from([1, 0, 2]), "x.txt", undefined],
  ])("%s is told from its bytes", async (_, bytes, name, type) => {
    expect((await sniff(bytes, name))?.type).toBe(type);
  });
});
