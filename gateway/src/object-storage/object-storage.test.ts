import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { nobody } from "@leashline/kit";
import { UploadStateService } from "@leashline/proto/leashline/account/v1/upload_state_service_pb.js";
import { AwsV4Signer } from "aws4fetch";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GatewayHarness, type OpenGateway, openGateway, startGateway, tokens } from "../../test/harness.ts";
import { type S3Server, startS3 } from "../../test/s3.ts";
import { statesOf, uploadStates } from "../../test/uploads.ts";
import type { GatewayConfig } from "../config.ts";
import { deleteDiscarded } from "../uploads/discards.ts";
import { FileStore } from "../uploads/store.ts";
import { readBucketPage } from "./bucket-page.ts";
import { BucketStorage } from "./bucket-storage.ts";
import { DiskStorage } from "./disk-storage.ts";
import type { ObjectStorage } from "./object-storage.ts";

const folder = mkdtempSync(join(tmpdir(), "leashline-storage-"));
const said: string[] = [];
let s3: S3Server;
const partSize = 5 * 1024 * 1024;
let servers: GatewayHarness;
const shelves: Record<string, ObjectStorage> = {};
const gateways: Record<string, OpenGateway> = {};
const uploadLimit = 20 * 1024 * 1024;

beforeAll(async () => {
  s3 = await startS3();
  shelves.disk = new DiskStorage(join(folder, "plain"));
  shelves.S3 = new BucketStorage(s3.settings, (what) => said.push(what));
  servers = await startGateway(uploadStates, { config: { dataDir: join(folder, "disk"), uploadLimit } });
  gateways.disk = servers;
  gateways.S3 = await openGateway(servers.servers, { dataDir: join(folder, "one"), uploadLimit, bucket: s3.settings });
});
afterAll(async () => {
  await gateways.S3?.close();
  await servers?.stop();
  await s3?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A local file with this content, ready to be put somewhere. */
function local(content: string): string {
  const file = join(mkdtempSync(join(folder, "local-")), "file");
  writeFileSync(file, content);
  return file;
}

describe.each(["disk", "S3"])("object storage on %s", (kind) => {
  const storage = () => shelves[kind] as ObjectStorage;
  const put = (key: string, content: string) => storage().put(key, local(content), "text/plain");

  test("what is put is there whole, in parts, and replaced by the next", async () => {
    await put("a/1/x (ü) 100%.txt", "0123456789");
    const whole = await storage().open("a/1/x (ü) 100%.txt", 0);
    expect([whole?.size, await text(whole?.bytes as never)]).toEqual([10, "0123456789"]);
    expect(Math.abs((whole?.modified.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    const part = await storage().open("a/1/x (ü) 100%.txt", 2, 4);
    expect([part?.size, await text(part?.bytes as never)]).toEqual([10, "234"]);
    const over = await storage().open("a/1/x (ü) 100%.txt", 8, 4095);
    expect(await text(over?.bytes as never)).toBe("89");
    await put("a/1/x (ü) 100%.txt", "other");
    expect(await text((await storage().open("a/1/x (ü) 100%.txt", 0))?.bytes as never)).toBe("other");
  });

  test("what is not there is nothing, nor is a folder or what lies beyond the end", async () => {
    await put("b/2/y", "abc");
    expect([await storage().open("b/2/z", 0), await storage().open("b/2", 0), await storage().open("b/2/y", 3)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(await storage().list("nowhere")).toEqual([]);
    await storage().clear("nowhere");
  });

  test("a folder is listed in order and cleared without its neighbours", async () => {
    for (const key of ["c/2/b", "c/2/a", "c/20/x", "c/3/deep/er"]) await put(key, key);
    const keys = async (under: string) => (await storage().list(under)).map(({ key, size }) => `${key} ${size}`);
    expect(await keys("c/2")).toEqual(["c/2/a 5", "c/2/b 5"]);
    expect(await keys("c")).toEqual(["c/2/a 5", "c/2/b 5", "c/20/x 6", "c/3/deep/er 11"]);
    await storage().clear("c/2");
    expect(await keys("c")).toEqual(["c/20/x 6", "c/3/deep/er 11"]);
  });
});

interface Answer {
  code: string;
  fileId: string;
  uploadUrl: string;
  accessUrl: string;
  file: { path: string; fileId: string; size: number; width?: number };
  job: { jobId: string; state: string };
  uploads: { partUrls: string[] }[];
}

async function rpc(at: OpenGateway, name: string, body: object, token: string = tokens.owner): Promise<Answer> {
  const response = await fetch(`${at.url}/leashline.gateway.v1.UploadService/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Answer;
}
async function put(at: OpenGateway, address: string, body: Uint8Array): Promise<number> {
  const { pathname, search } = new URL(address);
  return (await fetch(at.url + pathname + search, { method: "PUT", body: new Uint8Array(body) })).status;
}
const own = { authorization: `Bearer ${tokens.owner}` };
const get = (at: OpenGateway, path: string, headers: Record<string, string> = own) => fetch(at.url + encodeURI(path), { headers });

/** Sends a file in parts, the last first, and completes it. */
async function inParts(from: OpenGateway, to: OpenGateway, whole: Buffer): Promise<Answer> {
  const { fileId } = await rpc(from, "CreateMultipartUpload", { fileName: "log.txt", size: whole.length });
  for (const partNumber of [3, 1, 2]) {
    const { uploadUrl } = await rpc(to, "GetMultipartPartUrl", { fileId, partNumber });
    expect(await put(to, uploadUrl, whole.subarray((partNumber - 1) * partSize, partNumber * partSize))).toBe(200);
  }
  return await rpc(from, "CompleteMultipartUpload", { fileId });
}
const words = Buffer.alloc(partSize * 2 + 1000, "0123456789abcdef\n");

describe.each(["disk", "S3"])("uploads on %s", (kind) => {
  const at = () => gateways[kind] as OpenGateway;

  test("a picture: stored, told apart, private, in parts, smaller, by a link that ends", async () => {
    const png = await sharp({ create: { width: 500, height: 300, channels: 3, background: "#2a7383" } })
      .png()
      .toBuffer();
    const { fileId, uploadUrl } = await rpc(at(), "GetPresignedUploadUrl", { fileName: "Bella (1).png" });
    expect(await rpc(at(), "FlushUpload", { fileId })).toMatchObject({ code: "not_found" });
    expect(await put(at(), uploadUrl, png)).toBe(200);
    const { file } = await rpc(at(), "FlushUpload", { fileId });
    expect(file).toMatchObject({ fileId, size: png.length, width: 500 });
    const whole = await get(at(), file.path);
    expect([whole.status, whole.headers.get("content-type"), Buffer.from(await whole.arrayBuffer()).equals(png)]).toEqual([
      200,
      "image/png",
      true,
    ]);
    const part = await get(at(), file.path, { ...own, range: "bytes=1-3" });
    expect([part.status, await part.text(), part.headers.get("content-range")]).toEqual([206, "PNG", `bytes 1-3/${png.length}`]);
    expect((await get(at(), file.path, {})).status, "a stranger").toBe(404);
    expect((await get(at(), file.path, { authorization: `Bearer ${tokens.other}` })).status, "another company").toBe(404);
    for (const _ of ["made", "found"]) {
      const small = await fetch(`${at().url}${encodeURI(file.path)}?width=96`, { headers: own });
      expect((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width).toBe(96);
    }
    const { pathname, search } = new URL((await rpc(at(), "GetFileAccessUrl", { fileId })).accessUrl);
    expect((await fetch(at().url + pathname + search)).status).toBe(200);
    expect((await fetch(at().url + pathname + search.replace("expires=", "expires=9"))).status).toBe(404);
  });

  test("a file in parts comes out whole, also when it is completed twice at once", async () => {
    const { file } = await inParts(at(), at(), words);
    expect(file.size).toBe(words.length);
    expect(Buffer.from(await (await get(at(), file.path)).arrayBuffer()).equals(words)).toBe(true);
    const size = 20;
    const { job, uploads } = await rpc(at(), "CreateFileJob", { files: [{ fileName: "one.txt", size }] });
    const address = uploads[0]?.partUrls[0] as string;
    const both = [0, 1].map(() => put(at(), address, Buffer.alloc(size, "a")));
    expect(await Promise.all(both)).toEqual([200, 200]);
    expect(await put(at(), address, Buffer.alloc(size, "a"))).toBe(200);
    expect(await put(at(), address, Buffer.alloc(size + 1, "a"))).toBe(413);
    expect((await rpc(at(), "GetFileJob", { jobId: job.jobId })).job.state).toBe("FILE_JOB_STATE_COMPLETE");
  });

  test("what nobody names any more is deleted with its smaller pictures, and only that; what was not said to be gone is deleted once more", async () => {
    const png = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#2a7383" } })
      .png()
      .toBuffer();
    const send = async () => {
      const { fileId, uploadUrl } = await rpc(at(), "GetPresignedUploadUrl", { fileName: "Rex.png" });
      await put(at(), uploadUrl, png);
      const { file } = await rpc(at(), "FlushUpload", { fileId });
      await get(at(), `${file.path}?width=96`);
      return file;
    };
    const [gone, stays] = [await send(), await send()];
    const storage = kind === "disk" ? new DiskStorage(join(folder, "disk", "uploads")) : (shelves.S3 as ObjectStorage);
    const states = statesOf(servers);
    const store = new FileStore({ storage, scratch: folder, limit: uploadLimit, states });
    const companyId = gone.path.split("/")[3] ?? "";
    const account = servers.servers.client(UploadStateService, { ...nobody, kind: "service", via: "gateway", companyId });
    const keysOf = async ({ fileId }: { fileId: string }) =>
      (await Promise.all(["private", "resized"].map((root) => storage.list(`${root}/${companyId}/${fileId}`)))).map(({ length }) => length);
    await account.discardFiles({ fileIds: [gone.fileId] });
    const dying = new FileStore({ storage, scratch: folder, limit: uploadLimit, states });
    dying.discard = async () => await Promise.reject(new Error("killed"));
    await expect(deleteDiscarded(dying)).rejects.toThrow("killed");
    expect(await keysOf(gone)).toEqual([1, 1]);
    await deleteDiscarded(store);
    expect([await keysOf(gone), await keysOf(stays)]).toEqual([
      [0, 0],
      [1, 1],
    ]);
    expect((await get(at(), gone.path)).status).toBe(404);
    expect(await states.discarded("")).toEqual([]);
    await account.discardFiles({ fileIds: [gone.fileId] });
    expect(await states.discarded("")).toEqual([]);
  });

  test("what is refused leaves nothing, here or there", async () => {
    const { fileId, uploadUrl } = await rpc(at(), "GetPresignedUploadUrl", { fileName: "run.png" });
    expect(await put(at(), uploadUrl, Buffer.from("MZ\u0000\u0001"))).toBe(400);
    expect(await rpc(at(), "FlushUpload", { fileId })).toMatchObject({ code: "not_found" });
    expect(readdirSync(join(folder, kind === "disk" ? "disk" : "one", "uploads", "incoming"))).toEqual([]);
  });
});

test("several gateways share a bucket: begun at one, sent to the other, completed at the first, read at the second", async () => {
  const one = gateways.S3 as OpenGateway;
  const two = await openGateway(servers.servers, { dataDir: join(folder, "two"), uploadLimit, bucket: s3.settings });
  try {
    const { file } = await inParts(one, two, words);
    expect(Buffer.from(await (await get(two, file.path)).arrayBuffer()).equals(words)).toBe(true);
    expect(readdirSync(join(folder, "two", "uploads"), { recursive: true })).toEqual(["incoming"]);
  } finally {
    await two.close();
  }
});

test("more files than one page of a bucket's list holds", async () => {
  const storage = shelves.S3 as ObjectStorage;
  const names = Array.from({ length: 1003 }, (_, n) => `pages/${String(n).padStart(4, "0")}`);
  for (let at = 0; at < names.length; at += 50) {
    await Promise.all(names.slice(at, at + 50).map((name) => storage.put(name, local(name), "text/plain")));
  }
  expect((await storage.list("pages")).map(({ key }) => key)).toEqual(names);
});

test("a store that refuses or is away: the caller may try again, the log says why, and nothing is half there", async () => {
  const wrong = await openGateway(servers.servers, {
    dataDir: join(folder, "wrong"),
    uploadLimit,
    bucket: { ...s3.settings, secretAccessKey: "not the secret" },
  });
  const right = gateways.S3 as OpenGateway;
  const file = { fileName: "a.txt", content: Buffer.from("hello").toString("base64") };
  expect(await rpc(wrong, "UploadFile", file)).toMatchObject({ code: "unavailable" });
  await wrong.close();
  const stranger = new BucketStorage({ ...s3.settings, secretAccessKey: "not the secret" }, (what) => said.push(what));
  await expect(stranger.open("a", 0)).rejects.toThrow("System busy");
  expect(said.at(-1)).toMatch(/^GET was not taken by the file store: 403 SignatureDoesNotMatch$/);

  const { fileId, uploadUrl } = await rpc(right, "GetPresignedUploadUrl", { fileName: "b.txt" });
  const { file: kept } = await rpc(right, "UploadFile", { ...file, public: true });
  await s3.kill();
  expect(await put(right, uploadUrl, Buffer.from("hello"))).toBe(503);
  expect((await get(right, kept.path)).status).toBe(503);
  await s3.again();
  expect(await rpc(right, "FlushUpload", { fileId })).toMatchObject({ code: "not_found" });
  expect(await put(right, uploadUrl, Buffer.from("hello"))).toBe(200);
  expect(await (await get(right, kept.path)).text()).toBe("hello");
});

test("readiness says how the place for files stands, and keeps the gateway in service whatever that is", async () => {
  const readiness = async (bucket: GatewayConfig["bucket"]) => {
    const gateway = await openGateway(servers.servers, { dataDir: join(folder, "fresh"), uploadLimit, bucket });
    await gateway.natsReady();
    const answer = await fetch(`${gateway.url}/readyz`);
    const { state, files, scanner } = (await answer.json()) as { state: string; files: string; scanner?: string };
    await gateway.close();
    return [answer.status, state, files, scanner];
  };
  expect(await readiness(null)).toEqual([200, "ready", "ok", undefined]);
  expect(await readiness(s3.settings)).toEqual([200, "ready", "ok", undefined]);
  expect(await readiness({ ...s3.settings, secretAccessKey: "not the secret" })).toEqual([200, "degraded", "refused", undefined]);
  expect(await readiness({ ...s3.settings, url: new URL("/elsewhere", s3.settings.url) })).toEqual([200, "degraded", "refused", undefined]);
  await s3.kill();
  expect(await readiness(s3.settings)).toEqual([200, "degraded", "away", undefined]);
  await s3.again();
});

test("a store that takes the call and never answers is away, too", async () => {
  const silent = createServer((socket) => socket.resume().on("error", () => undefined));
  await new Promise<void>((ready) => silent.listen(0, "127.0.0.1", ready));
  const url = new URL(`http://127.0.0.1:${(silent.address() as AddressInfo).port}/shop`);
  const storage = new BucketStorage({ ...s3.settings, url }, (what) => said.push(what), 200);
  await expect(storage.list("a")).rejects.toThrow("System busy");
  expect(said.at(-1)).toContain("no answer in time");
  silent.close();
});

// The examples of "Authenticating Requests: Using the Authorization Header" and "Using Query Parameters" in Amazon's S3 API reference.
describe("requests are signed as Amazon publishes it", () => {
  const nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  const access = {
    accessKeyId: "AKIAIOSFODNN7EXAMPLE",
    secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    service: "s3",
    region: "us-east-1",
    datetime: "20130524T000000Z",
  };
  const host = "https://examplebucket.s3.amazonaws.com";

  test.each([
    ["a part of an object", "/test.txt", { range: "bytes=0-9" }, "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"],
    ["a list", "/?max-keys=2&prefix=J", {}, "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"],
  ])("%s", async (_, path, headers, signature) => {
    const signer = new AwsV4Signer({
      ...access,
      url: host + path,
      method: "GET",
      headers: { ...headers, "x-amz-content-sha256": nothing },
      allHeaders: true,
    });
    expect((await signer.sign()).headers.get("authorization")).toMatch(new RegExp(`Signature=${signature}$`));
  });
});

describe("a page of a bucket's list", () => {
  const page = (inner: string) => `<?xml version="1.0"?><ListBucketResult>${inner}</ListBucketResult>`;
  const one = (key: string) => `<Contents><Key>${key}</Key><LastModified>2026-11-20T10:00:00.000Z</LastModified><Size>7</Size></Contents>`;
  test.each([
    ["nothing", "<IsTruncated>false</IsTruncated>", [], undefined],
    ["marks", one("a/b &amp; &lt;c&gt; &#x27;&#39;&quot;.txt"), ["a/b & <c> ''\".txt"], undefined],
    ["by address", `<EncodingType>url</EncodingType>${one("a/x+y%2Bz%C3%BC")}`, ["a/x y+zü"], undefined],
    [
      "more to come",
      `${one("a")}${one("b")}<IsTruncated>true</IsTruncated><NextContinuationToken>1&amp;2</NextContinuationToken>`,
      ["a", "b"],
      "1&2",
    ],
  ])("%s", (_, inner, keys, next) => {
    const { entries, next: token } = readBucketPage(page(inner));
    expect([entries.map(({ key }) => key), token]).toEqual([keys, next]);
    expect(entries.every(({ size, modified }) => size === 7 && modified.toISOString() === "2026-11-20T10:00:00.000Z")).toBe(true);
  });
});
