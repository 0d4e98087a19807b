import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GatewayHarness, startGateway, tokens } from "../../test/harness.ts";
import { statesOf, uploadStates } from "../../test/uploads.ts";
import { DiskStorage } from "../object-storage/disk-storage.ts";
import { adoptNotes, lookOverHeld } from "./adoption.ts";
import { Parts } from "./parts.ts";
import type { UploadStates } from "./states.ts";
import { FileStore, newFileId } from "./store.ts";

let servers: GatewayHarness;
const partSize = 5 * 1024 * 1024;
const dataDir = mkdtempSync(join(tmpdir(), "leashline-parts-"));
beforeAll(async () => {
  servers = await startGateway(uploadStates, { config: { dataDir, uploadLimit: 20 * 1024 * 1024 } });
});
afterAll(async () => {
  await servers?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function rpc<T>(name: string, body: object, token: string = tokens.owner): Promise<T> {
  const response = await fetch(`${servers.url}/leashline.gateway.v1.UploadService/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return (await response.json()) as T;
}
const put = async (address: string, body: Uint8Array): Promise<{ status: number; data: { file?: { path: string } } }> => {
  const { pathname, search } = new URL(address);
  const answer = await fetch(servers.url + pathname + search, { method: "PUT", body: new Uint8Array(body) });
  return { status: answer.status, ...((await answer.json()) as { data: object }) };
};
const text = (length: number): Buffer => Buffer.alloc(length, "0123456789abcdef\n");
const slice = (whole: Buffer, part: number): Buffer => whole.subarray((part - 1) * partSize, part * partSize);
const read = async (path: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(servers.url + path, { headers: { authorization: `Bearer ${tokens.owner}` } })).arrayBuffer());

describe("a file in parts", () => {
  test("is put together from parts in any order, a part sent again replaces it, and completing twice answers the same", async () => {
    const whole = text(partSize * 2 + 1000);
    const begun = await rpc<{ fileId: string; partSize: number; partCount: number }>("CreateMultipartUpload", {
      fileName: "log: all.txt",
      size: whole.length,
    });
    expect(begun).toMatchObject({ partSize, partCount: 3 });
    const { fileId } = begun;
    const urlOf = async (partNumber: number) => (await rpc<{ uploadUrl: string }>("GetMultipartPartUrl", { fileId, partNumber })).uploadUrl;
    expect((await put(await urlOf(3), slice(whole, 3))).status).toBe(200);
    expect((await put(await urlOf(1), text(partSize).fill("x"))).status).toBe(200);
    expect((await put(await urlOf(1), slice(whole, 1))).status).toBe(200);
    expect(await rpc("CompleteMultipartUpload", { fileId })).toMatchObject({ code: "failed_precondition" });
    expect((await put(await urlOf(2), slice(whole, 2).subarray(1))).status, "a part cut short").toBe(400);
    expect((await put(await urlOf(2), slice(whole, 1).subarray(0, partSize))).status).toBe(200);
    expect((await put(await urlOf(2), slice(whole, 2))).status).toBe(200);
    const done = await rpc<{ file: { path: string; fileName: string; size: number } }>("CompleteMultipartUpload", { fileId });
    expect(done.file).toMatchObject({ fileId, fileName: "log_ all.txt", size: whole.length, contentType: "text/plain" });
    expect((await read(encodeURI(done.file.path))).equals(whole)).toBe(true);
    expect(await rpc("CompleteMultipartUpload", { fileId })).toEqual(done);
    expect(await rpc("GetMultipartPartUrl", { fileId, partNumber: 1 })).toMatchObject({ code: "not_found" });
  });

  test("file-size-limit-code: over the limit is 20013 before a byte is sent, or when a part is longer than said", async () => {
    const refused = await rpc<{ details: object[] }>("CreateMultipartUpload", { fileName: "a.txt", size: 20 * 1024 * 1024 + 1 });
    expect(refused).toMatchObject({ message: "File size exceeds limit" });
    const { fileId } = await rpc<{ fileId: string }>("CreateMultipartUpload", { fileName: "a.txt", size: 10 });
    const { uploadUrl } = await rpc<{ uploadUrl: string }>("GetMultipartPartUrl", { fileId, partNumber: 1 });
    expect((await put(uploadUrl, text(11))).status).toBe(413);
  });

  test("another company knows nothing of it, and an address holds for its own part only", async () => {
    const { fileId } = await rpc<{ fileId: string }>("CreateMultipartUpload", { fileName: "a.txt", size: partSize + 5 });
    for (const name of ["GetMultipartPartUrl", "CompleteMultipartUpload"])
      expect(await rpc(name, { fileId, partNumber: 1 }, tokens.other)).toMatchObject({ code: "not_found" });
    expect(await rpc("GetMultipartPartUrl", { fileId, partNumber: 3 })).toMatchObject({ code: "not_found" });
    const { uploadUrl } = await rpc<{ uploadUrl: string }>("GetMultipartPartUrl", { fileId, partNumber: 1 });
    expect((await put(uploadUrl.replace(/\/1\?/, "/2?"), text(5))).status).toBe(403);
    expect((await put(uploadUrl.replace("/parts/1/", "/parts/2/"), text(5))).status).toBe(403);
    expect((await fetch(servers.url + new URL(uploadUrl).pathname, { headers: { authorization: `Bearer ${tokens.owner}` } })).status).toBe(
      404,
    );
  });

  test("what arrived otherwise than it was meant is refused and not kept; with the hash of its chunks of 2 MB it is taken", async () => {
    const whole = text(partSize + 1000);
    const sha = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
    const chunk = 2 * 1024 * 1024;
    const chunks = Array.from({ length: Math.ceil(whole.length / chunk) }, (_, n) => sha(whole.subarray(n * chunk, (n + 1) * chunk)));
    const contentHash = sha(Buffer.concat(chunks)).toString("base64url");
    const sent = async (second: Buffer) => {
      const { fileId } = await rpc<{ fileId: string }>("CreateMultipartUpload", { fileName: "a.txt", size: whole.length });
      for (const [at, part] of [slice(whole, 1), second].entries()) {
        const { uploadUrl } = await rpc<{ uploadUrl: string }>("GetMultipartPartUrl", { fileId, partNumber: at + 1 });
        expect((await put(uploadUrl, part)).status).toBe(200);
      }
      return fileId;
    };
    const other = await sent(slice(whole, 2).map((byte, n) => (n === 999 ? byte + 1 : byte)) as Buffer);
    const refused = await rpc<object>("CompleteMultipartUpload", { fileId: other, contentHash });
    expect([refused, JSON.stringify(refused)]).toEqual([
      expect.objectContaining({ code: "invalid_argument" }),
      expect.stringContaining("did not arrive as it is on your device"),
    ]);
    expect(await rpc("CompleteMultipartUpload", { fileId: other })).toMatchObject({ code: "not_found" });
    const { file } = await rpc<{ file: { size: number } }>("CompleteMultipartUpload", { fileId: await sent(slice(whole, 2)), contentHash });
    expect(file.size).toBe(whole.length);
    expect(await rpc("CompleteMultipartUpload", { fileId: other, contentHash: "short" })).toMatchObject({ code: "invalid_argument" });
  });

  test("a virus cut in two by a part's end is still one", async () => {
    const virus = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD", "ANTIVIRUS-TEST-FILE!$H+H*"].join("-");
    const whole = Buffer.concat([text(partSize - 20), Buffer.from(virus), text(100)]);
    const { fileId } = await rpc<{ fileId: string }>("CreateMultipartUpload", { fileName: "a.txt", size: whole.length });
    for (const partNumber of [1, 2]) {
      const { uploadUrl } = await rpc<{ uploadUrl: string }>("GetMultipartPartUrl", { fileId, partNumber });
      expect((await put(uploadUrl, slice(whole, partNumber))).status).toBe(200);
    }
    expect(await rpc("CompleteMultipartUpload", { fileId })).toMatchObject({ code: "invalid_argument" });
    const asked = await rpc<{ code: string; details: { debug?: unknown }[] }>("FlushUpload", { fileId });
    expect([asked.code, JSON.stringify(asked.details)]).toEqual(["invalid_argument", expect.stringContaining("looks like a virus")]);
  });

  test("what nobody completed goes after a day", async () => {
    const folder = mkdtempSync(join(tmpdir(), "leashline-sweep-"));
    for (const name of ["old", "fresh"]) write(folder, `parts/1/${name}/1`, "part");
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    utimesSync(join(folder, "parts", "1", "old", "1"), yesterday, yesterday);
    await new Parts(storeIn(folder, {} as UploadStates)).sweep();
    expect(readdirSync(join(folder, "parts", "1"))).toEqual(["fresh"]);
    rmSync(folder, { recursive: true });
  });
});

function write(folder: string, key: string, content: string): void {
  mkdirSync(dirname(join(folder, key)), { recursive: true });
  writeFileSync(join(folder, key), content);
}
const storeIn = (folder: string, states: UploadStates): FileStore =>
  new FileStore({ storage: new DiskStorage(folder), scratch: join(folder, "incoming"), limit: 1000, states });

describe("how files stood before the account service kept it", () => {
  const uploads = join(dataDir, "uploads");
  const store = () => storeIn(uploads, statesOf(servers));

  test("is read from the notes beside them, once: parts go on, jobs are there, and who was refused hears why", async () => {
    const [parted, jobbed, refused, jobId] = [newFileId(), newFileId(), newFileId(), newFileId()];
    const note = { fileId: parted, fileName: "a.txt", size: partSize + 5, isPublic: true, byItself: false };
    write(uploads, `parts/1/${parted}/upload.json`, JSON.stringify(note));
    write(uploads, `parts/1/${parted}/1`, text(partSize).toString());
    write(uploads, `parts/1/${refused}/refused`, "looked like a virus");
    write(uploads, `parts/1/${jobbed}/upload.json`, JSON.stringify({ ...note, fileId: jobbed, size: 9, byItself: true }));
    write(uploads, `jobs/1/${jobId}.json`, JSON.stringify({ cancelled: false, files: [{ fileId: jobbed, fileName: "b.txt", size: 9 }] }));
    for (let twice = 0; twice < 2; twice++) await adoptNotes(store());
    expect(existsSync(join(uploads, "jobs"))).toBe(false);
    const { uploadUrl } = await rpc<{ uploadUrl: string }>("GetMultipartPartUrl", { fileId: parted, partNumber: 2 });
    expect((await put(uploadUrl, text(5))).status).toBe(200);
    const { file } = await rpc<{ file: { path: string; size: number } }>("CompleteMultipartUpload", { fileId: parted });
    expect([file.path.split("/")[2], file.size]).toEqual(["public", partSize + 5]);
    expect(await rpc("GetFileJob", { jobId })).toMatchObject({ job: { state: "FILE_JOB_STATE_RECEIVING", items: [{ size: 9 }] } });
    expect(JSON.stringify(await rpc("FlushUpload", { fileId: refused }))).toContain("looked like a virus");
  });

  test("a file that waits for the scanner and of which nobody told is told of; one that was refused since is taken away", async () => {
    const [waits, gone] = [newFileId(), newFileId()];
    for (const id of [waits, gone]) write(uploads, `held/private/1/${id}/a.txt`, "words");
    await statesOf(servers).refuse("1", gone, "looked like a virus");
    await lookOverHeld(store());
    expect((await statesOf(servers).held()).map(({ fileId, path }) => [fileId, path])).toEqual([
      [waits, `/uploads/private/1/${waits}/a.txt`],
    ]);
    expect(readdirSync(join(uploads, "held", "private", "1"))).toEqual([waits]);
  });
});

describe("a job of several files", () => {
  interface Job {
    jobId: string;
    state: string;
    items: { fileId: string; state: string; received?: number; reason?: string; file?: { path: string } }[];
  }
  const create = (files: { fileName: string; size: number }[]) =>
    rpc<{ job: Job; uploads: { partUrls: string[] }[] }>("CreateFileJob", { files });
  const get = async (jobId: string) => (await rpc<{ job: Job }>("GetFileJob", { jobId })).job;

  test("each is put together when its last part arrives; one that is refused says why", async () => {
    const [small, large] = [text(100), text(partSize + 7)];
    const { job, uploads } = await create([
      { fileName: "small.txt", size: 100 },
      { fileName: "large.csv", size: large.length },
      { fileName: "photo.png", size: 100 },
    ]);
    expect(uploads.map((u) => u.partUrls.length)).toEqual([1, 2, 1]);
    const [one, two, three] = uploads.map((u) => u.partUrls) as [string[], string[], string[]];
    expect((await put(one[0] as string, small)).data.file?.path).toContain("small.txt");
    expect((await put(two[0] as string, slice(large, 1))).data).toEqual({});
    expect(await get(job.jobId)).toMatchObject({
      state: "FILE_JOB_STATE_RECEIVING",
      items: [
        { state: "FILE_JOB_STATE_COMPLETE" },
        { state: "FILE_JOB_STATE_RECEIVING", received: partSize },
        { state: "FILE_JOB_STATE_RECEIVING" },
      ],
    });
    expect((await put(three[0] as string, small)).status).toBe(400);
    expect((await put(two[1] as string, slice(large, 2))).data.file?.path).toContain("large.csv");
    const end = await get(job.jobId);
    expect(end).toMatchObject({
      state: "FILE_JOB_STATE_FAILED",
      items: [{}, { state: "FILE_JOB_STATE_COMPLETE" }, { reason: expect.stringContaining(".png") }],
    });
    expect((await read(end.items[1]?.file?.path as string)).equals(large)).toBe(true);
  });

  test("cancelled: complete files stay, the rest goes and takes no more; twice is once; strangers find no job", async () => {
    const { job, uploads } = await create([
      { fileName: "a.txt", size: 50 },
      { fileName: "b.txt", size: 50 },
    ]);
    await put(uploads[0]?.partUrls[0] as string, text(50));
    expect(await rpc("CancelFileJob", { jobId: job.jobId }, tokens.other)).toMatchObject({ code: "not_found" });
    const cancelled = await rpc<{ job: Job }>("CancelFileJob", { jobId: job.jobId });
    expect(cancelled.job).toMatchObject({
      state: "FILE_JOB_STATE_CANCELLED",
      items: [{ state: "FILE_JOB_STATE_COMPLETE" }, { state: "FILE_JOB_STATE_CANCELLED" }],
    });
    expect(await rpc("CancelFileJob", { jobId: job.jobId })).toEqual(cancelled);
    expect((await put(uploads[1]?.partUrls[0] as string, text(50))).status).toBe(400);
    expect(await rpc("GetFileJob", { jobId: job.jobId }, tokens.other)).toMatchObject({ code: "not_found" });
  });
});
