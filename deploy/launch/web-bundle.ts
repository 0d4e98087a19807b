import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { contentHash } from "../content-hash.ts";
import { root } from "../migrate.ts";

const sources = [
  "web/index.html",
  "web/*.{json,ts,html}",
  "web/src/**",
  "web/public/**",
  "proto/gen/**/*.js",
  "package-lock.json",
  "deploy/launch/web-bundle.ts",
];
const stamp = join(root, "node_modules", ".cache", "leashline", "web.hash");

/** Builds what browsers load, unless the last build was made from the very same sources. */
export async function buildWeb(say: (line: string) => void, signal?: AbortSignal): Promise<void> {
  const key = await contentHash(root, sources);
  const built = existsSync(join(root, "web", "dist", "index.html"));
  if (built && existsSync(stamp) && readFileSync(stamp, "utf8") === key) return;
  const since = performance.now();
  say("building the web client");
  await npmBuild(signal);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, key);
  say(`built the web client in ${((performance.now() - since) / 1000).toFixed(0)} s`);
}

function npmBuild(signal?: AbortSignal): Promise<void> {
  // Whoever asks, tests among them: what is built here is what people get.
  const env = { ...process.env, NODE_ENV: "production" };
  // Whoever may read the checkout may read what is built in it.
  const umask = process.umask(0o022);
  const child = spawn("npm", ["run", "--silent", "build", "-w", "web"], { cwd: root, env, signal, stdio: ["ignore", "pipe", "pipe"] });
  process.umask(umask);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Error(`The web client could not be built:\n${output.trim()}`))));
  });
}
