import { spawn } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { digestOf, filesIn, isCompressible, typeOf } from "./build-files.ts";

const compress = promisify(gzip);

/** One file of the built web client. Its bytes stay on disk, where the system keeps what is asked for often. */
export interface Asset {
  readonly type: string;
  readonly etag: string;
  readonly immutable: boolean;
  readonly file: string;
  /** Where the compressed forms are, or will be; "" when compressing is not worth it. */
  readonly compressed: string;
}

export type Encoding = "br" | "gzip" | "identity";

/** The built web client by address. A new build is noticed by its index.html. */
export class Assets {
  readonly #dir: string;
  readonly #cache: string;
  #paths = new Set<string>();
  #kept = new Map<string, Asset>();
  #stamp = "";
  #looked = 0;

  constructor(webDir: string, dataDir: string) {
    this.#dir = webDir;
    this.#cache = join(dataDir, "cache", "web");
  }

  get(path: string): Asset | undefined {
    this.#lookForBuild();
    const kept = this.#kept.get(path);
    if (kept || !this.#paths.has(path)) return kept;
    const asset = this.#load(path);
    this.#kept.set(path, asset);
    return asset;
  }

  /** The page that starts the client; undefined before the first build. */
  index(): Asset | undefined {
    return this.get("/index.html");
  }

  /** The bytes in the best form the caller accepts. Before the build is compressed, gzip is made for the occasion. */
  async bytes(asset: Asset, accepted: string): Promise<{ body: Buffer; encoding: Encoding }> {
    if (asset.compressed === "") return { body: await readFile(asset.file), encoding: "identity" };
    if (/\bbr\b/.test(accepted)) {
      const body = await readFile(`${asset.compressed}.br`).catch(() => undefined);
      if (body) return { body, encoding: "br" };
    }
    if (!/\bgzip\b/.test(accepted)) return { body: await readFile(asset.file), encoding: "identity" };
    const ready = await readFile(`${asset.compressed}.gz`).catch(() => undefined);
    return { body: ready ?? (await compress(await readFile(asset.file))), encoding: "gzip" };
  }

  /** A page as it is for one visit. */
  async changed(asset: Asset, change: (text: string) => string, accepted: string): Promise<{ body: Buffer; encoding: Encoding }> {
    const body = Buffer.from(change(await readFile(asset.file, "utf8")));
    return /\bgzip\b/.test(accepted) ? { body: await compress(body), encoding: "gzip" } : { body, encoding: "identity" };
  }

  /** Has the build compressed by a program of its own; resolves when it ends. Nothing depends on its success. */
  compressBuild(): Promise<void> {
    if (!existsSync(join(this.#dir, "index.html"))) return Promise.resolve();
    const program = fileURLToPath(new URL("./compress.ts", import.meta.url));
    const child = spawn(process.execPath, [program, this.#dir, this.#cache], { stdio: "ignore" });
    child.unref();
    return new Promise((resolve) => child.once("error", () => resolve()).once("exit", () => resolve()));
  }

  #lookForBuild(): void {
    const now = performance.now();
    if (this.#stamp !== "" && now - this.#looked < 1000) return;
    this.#looked = now;
    const stamp = stampOf(join(this.#dir, "index.html"));
    if (stamp === this.#stamp) return;
    const isNew = this.#stamp !== "" && stamp !== "";
    this.#stamp = stamp;
    this.#kept = new Map();
    this.#paths = new Set(stamp === "" ? [] : filesIn(this.#dir));
    if (isNew) void this.compressBuild();
  }

  #load(path: string): Asset {
    const file = join(this.#dir, path);
    const plain = readFileSync(file);
    const digest = digestOf(plain);
    return {
      type: typeOf(path),
      etag: `"${digest}"`,
      immutable: /^\/assets\/.+-[A-Za-z0-9_-]{8,}\.[a-z0-9]+$/.test(path),
      file,
      compressed: isCompressible(path, plain.length) ? join(this.#cache, digest) : "",
    };
  }
}

function stampOf(file: string): string {
  try {
    const { mtimeMs, size } = statSync(file);
    return `${mtimeMs}-${size}`;
  } catch {
    return "";
  }
}
