import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GatewayHarness, startGateway, tokens } from "../../gateway/test/harness.ts";
import { uploadStates } from "../../gateway/test/uploads.ts";
import { install, onPath } from "../infra/binary.ts";
import { freePorts } from "../infra/ports.ts";

// ClamAV's own daemon with one signature of ours, so that nothing must be downloaded. Where it is not and cannot be installed, there is nothing to test.
const program = onPath("clamd") ?? install({ program: "clamd", package: "clamav-daemon" }, console.log);
const marker = "leashline scanner test marker";
const folder = mkdtempSync(join(tmpdir(), "leashline-scanner-"));
const uploads = join(folder, "data", "uploads");
let port = 0;
let clamd: ChildProcess | undefined;
let house: GatewayHarness;

async function startClamd(): Promise<void> {
  const database = join(folder, "signatures");
  mkdirSync(database, { recursive: true });
  writeFileSync(join(database, "own.ndb"), `Leashline.Test.Marker:0:*:${Buffer.from(marker).toString("hex")}\n`);
  const settings = [`TCPSocket ${port}`, "TCPAddr 127.0.0.1", `DatabaseDirectory ${database}`, "Foreground yes", "StreamMaxLength 4M"];
  writeFileSync(join(folder, "clamd.conf"), `${settings.join("\n")}\n`);
  clamd = spawn(program ?? "", ["--config-file", join(folder, "clamd.conf")], { stdio: "ignore" });
  while (!(await answers())) if (clamd.exitCode !== null) throw new Error(`clamd ended with ${clamd.exitCode}`);
}

const answers = (): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect({ host: "127.0.0.1", port }, () => socket.end("zPING\0"));
    socket.once("data", (said) => done(said.toString().startsWith("PONG")));
    socket.once("error", () => setTimeout(() => done(false), 50));
    socket.once("close", () => done(false));
  });

async function killClamd(): Promise<void> {
  if (!clamd || clamd.exitCode !== null || clamd.signalCode !== null) return;
  clamd.kill("SIGKILL");
  await once(clamd, "exit");
}

beforeAll(async () => {
  if (!program) return;
  [port = 0] = await freePorts(1);
  await startClamd();
  house = await startGateway(uploadStates, {
    config: { dataDir: join(folder, "data"), clamd: { host: "127.0.0.1", port }, clamdAgainMs: 100, uploadLimit: 10_000_000 },
  });
});
afterAll(async () => {
  await house?.stop();
  await killClamd();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  code?: string;
  details?: object[];
  file: { path: string; fileId: string; held?: boolean };
  job: { jobId: string; state: string };
  uploads: { partUrls: string[] }[];
}
async function rpc(name: string, body: object, token: string = tokens.owner): Promise<Answer> {
  const response = await fetch(`${house.url}/leashline.gateway.v1.UploadService/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Answer;
}
const upload = (fileName: string, content: string | Buffer) =>
  rpc("UploadFile", { fileName, content: Buffer.from(content).toString("base64") });
const statusOf = async ({ file }: Answer, token: string = tokens.owner): Promise<number> =>
  (await fetch(house.url + encodeURI(file.path), { headers: { authorization: `Bearer ${token}` } })).status;
const reasonIn = (answer: Answer): string => JSON.stringify(answer.details ?? []);
const stored = (): string[] => readdirSync(uploads, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".txt"));

const readiness = async () => (await (await fetch(`${house.url}/readyz`)).json()) as { state: string; scanner?: string };

describe.skipIf(!program)("files are shown to the virus scanner", () => {
  test("a clean one is taken, an infected one refused wherever the signature lies, and leaves nothing", async () => {
    const clean = await upload("clean.txt", "only words");
    expect([clean.file.held ?? false, await statusOf(clean)]).toEqual([false, 200]);
    for (const content of [marker, `${"x".repeat(3_000_000)}${marker} and more`]) {
      const refused = await upload("infected.txt", content);
      expect([refused.code, reasonIn(refused)]).toEqual(["invalid_argument", expect.stringContaining("looks like a virus")]);
    }
    expect(stored().filter((name) => name.includes("infected"))).toEqual([]);
  });

  test("one that the scanner will not read to its end is not taken on trust", async () => {
    expect(reasonIn(await upload("large.txt", "x".repeat(5_000_000)))).toContain("too large for the virus scanner");
  });

  test("while the scanner is away files wait, unopened; when it is back the clean ones are there and the others say why not", async () => {
    await expect.poll(readiness).toMatchObject({ state: "ready", scanner: "ok" });
    await killClamd();
    const broken = await upload("broken.jpeg", Buffer.from("ffd8ffe000104a464946000101000001", "hex"));
    const clean = await upload("patient.txt", "only words");
    const picture = await upload(
      "portrait.jfif",
      await sharp({ create: { width: 4, height: 3, channels: 3, background: "#fff" } })
        .jpeg()
        .toBuffer(),
    );
    const infected = await upload("sneaky.txt", marker);
    expect([clean.file.held, infected.file.held]).toEqual([true, true]);
    const { job, uploads: begun } = await rpc("CreateFileJob", { files: [{ fileName: "one.txt", size: 5 }] });
    const { pathname, search } = new URL(begun[0]?.partUrls[0] ?? "");
    await fetch(house.url + pathname + search, { method: "PUT", body: "hello" });
    expect((await rpc("GetFileJob", { jobId: job.jobId })).job.state).toBe("FILE_JOB_STATE_HELD");
    const { accessUrl } = (await rpc("GetFileAccessUrl", { path: clean.file.path })) as unknown as { accessUrl: string };
    const link = new URL(accessUrl);
    expect((await fetch(house.url + link.pathname + link.search)).status, "a link").toBe(423);
    expect([await statusOf(clean), await statusOf(clean, tokens.other)]).toEqual([423, 404]);
    expect((await rpc("FlushUpload", { fileId: clean.file.fileId })).file.held).toBe(true);
    expect(stored().every((name) => name.startsWith("held/") || name.includes("clean.txt"))).toBe(true);
    expect(broken.file.held).toBe(true);
    await expect.poll(readiness, { timeout: 10_000 }).toMatchObject({ state: "degraded", scanner: "away" });

    await startClamd();
    await expect.poll(() => statusOf(clean), { timeout: 10_000 }).toBe(200);
    await expect.poll(() => stored().filter((name) => name.startsWith("held/")), { timeout: 10_000 }).toEqual([]);
    const stateOfJob = async () => (await rpc("GetFileJob", { jobId: job.jobId })).job.state;
    await expect.poll(stateOfJob, { timeout: 10_000 }).toBe("FILE_JOB_STATE_COMPLETE");
    expect(await statusOf(picture), "where its sender was told that it will be").toBe(200);
    expect(await statusOf(infected)).toBe(404);
    expect(reasonIn(await rpc("FlushUpload", { fileId: broken.file.fileId }))).toContain("cannot be read");
    const asked = await rpc("FlushUpload", { fileId: infected.file.fileId });
    expect([asked.code, reasonIn(asked)]).toEqual(["invalid_argument", expect.stringContaining("looks like a virus")]);
    expect((await rpc("FlushUpload", { fileId: infected.file.fileId }, tokens.other)).code).toBe("not_found");
  });
});
