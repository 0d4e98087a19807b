import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { S3Settings } from "../src/object-storage/bucket-storage.ts";

export interface S3Server {
  settings: S3Settings;
  /** Ends the process, as when the machine it runs on goes away. */
  kill: () => Promise<void>;
  /** The same server with the same files at the same address. */
  again: () => Promise<void>;
  stop: () => Promise<void>;
}

/** An S3 server of its own, with an empty bucket. The one key it knows is its own. */
export async function startS3(): Promise<S3Server> {
  const folder = mkdtempSync(join(process.env.LEASHLINE_TEST_FOLDER ?? tmpdir(), "s3-"));
  let [child, port] = await start(folder, "0");
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  const access = { region: "us-east-1", accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
  return {
    settings: { url: new URL(`http://127.0.0.1:${port}/shop`), ...access },
    kill,
    again: async () => {
      [child, port] = await start(folder, port);
    },
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function start(folder: string, port: string): Promise<[ChildProcess, string]> {
  const script = new URL("s3-server.mjs", import.meta.url).pathname;
  // The server ciphers the tokens of its lists with DES, which is one of OpenSSL's old ones.
  const child = spawn(process.execPath, ["--openssl-legacy-provider", script, folder, port], { stdio: ["pipe", "pipe", "ignore"] });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return [child, /listens on (\d+)/.exec(line.toString())?.[1] ?? ""];
}
