import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { gzipSync } from "node:zlib";
import type { Brotli } from "./brotli.ts";

/** One file of the built web client, ready to send. */
export interface Asset {
  readonly type: string;
  readonly etag: string;
  readonly immutable: boolean;
  readonly plain: Buffer;
  readonly gzip: Buffer | null;
  /** Follows a moment after the first request: the best compression takes its time. */
  brotli: Buffer | null;
}

const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json; charset=utf-8",
  webmanifest: "application/manifest+json; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
  avif: "image/avif",
  ico: "image/x-icon",
  woff2: "font/woff2",
  woff: "font/woff",
  txt: "text/plain; charset=utf-8",
  wasm: "application/wasm",
};

/** Kinds that are compressed already. */
const dense = new Set(["png", "jpg", "webp", "avif", "woff2", "woff"]);
const worthIt = 1024;

/** The built web client by address. Files are read once when asked for; a new build is noticed by its index.html. */
export class Assets {
  readonly #dir: string;
  readonly #brotli: Brotli;
  #paths = new Set<string>();
  #kept = new Map<string, Asset>();
  #stamp = "";
  #looked = 0;

  constructor(dir: string, brotli: Brotli) {
    this.#dir = dir;
    this.#brotli = brotli;
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

  /** Prepares every file, so that the first visitor does not wait. */
  warm(): void {
    this.#lookForBuild();
    for (const path of this.#paths) this.get(path);
  }

  #lookForBuild(): void {
    const now = performance.now();
    if (this.#stamp !== "" && now - this.#looked < 1000) return;
    this.#looked = now;
    const stamp = stampOf(join(this.#dir, "index.html"));
    if (stamp === this.#stamp) return;
    this.#stamp = stamp;
    this.#kept = new Map();
    this.#paths = new Set(stamp === "" ? [] : list(this.#dir));
  }

  #load(path: string): Asset {
    const plain = readFileSync(join(this.#dir, path));
    const extension = path.slice(path.lastIndexOf(".") + 1);
    const compress = !dense.has(extension) && plain.length >= worthIt;
    const digest = createHash("sha256").update(plain).digest("base64url").slice(0, 24);
    const asset: Asset = {
      type: types[extension] ?? "application/octet-stream",
      etag: `"${digest}"`,
      immutable: /^\/assets\/.+-[A-Za-z0-9_-]{8,}\.[a-z0-9]+$/.test(path),
      plain,
      gzip: compress ? gzipSync(plain, { level: 6 }) : null,
      brotli: null,
    };
    if (compress) {
      this.#brotli.compress(digest, plain, (small) => {
        asset.brotli = small;
      });
    }
    return asset;
  }
}

function list(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(dir, join(entry.parentPath, entry.name)).split(sep).join("/")}`);
}

function stampOf(file: string): string {
  try {
    const { mtimeMs, size } = statSync(file);
    return `${mtimeMs}-${size}`;
  } catch {
    return "";
  }
}
