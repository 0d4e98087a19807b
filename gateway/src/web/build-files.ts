import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";

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
const worthFrom = 512;

const extensionOf = (path: string): string => path.slice(path.lastIndexOf(".") + 1);

export const typeOf = (path: string): string => types[extensionOf(path)] ?? "application/octet-stream";

export const isCompressible = (path: string, size: number): boolean => size >= worthFrom && !dense.has(extensionOf(path));

export const digestOf = (content: Buffer): string => createHash("sha256").update(content).digest("base64url").slice(0, 24);

/** Addresses of everything in a folder: "/assets/main-AbCd1234.js". */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/")}`);
}
