import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fail, Refusal } from "@leashline/kit/errors.ts";
import { safeFileName } from "./names.ts";
import { guarded } from "./scan.ts";
import { type FileStore, newFileId, type StoredFile } from "./store.ts";

/** Files below this are not split, and every part but the last has it (core §5). */
export const partSize = 5 * 1024 * 1024;
const keptHours = 24;
const sweepEveryMs = 3_600_000;

export interface Incoming {
  fileId: string;
  fileName: string;
  size: number;
  isPublic: boolean;
  /** Of a job: put together when the last part arrives. */
  byItself: boolean;
}
export type Progress = { received: number; missing: number[]; reason: string };

export const partCount = (size: number): number => Math.max(1, Math.ceil(size / partSize));
export const lengthOf = (size: number, part: number): number => Math.min(partSize, size - (part - 1) * partSize);

const partForm = /^\/uploads\/parts\/([1-9]\d{0,18})\/([0-9a-z]{20})\/([1-9]\d{0,4})$/;
export const partPath = (companyId: string, fileId: string, part: number): string => `/uploads/parts/${companyId}/${fileId}/${part}`;
export const isPartPath = (path: string): boolean => partForm.test(path);

/** Files that come in parts: <data>/uploads/parts/<company>/<id>/<number>, until they are put together. */
export class Parts {
  readonly #store: FileStore;
  readonly #root: string;
  #swept = 0;

  constructor(store: FileStore) {
    this.#store = store;
    this.#root = join(store.root, "parts");
  }

  async begin(companyId: string, wanted: Omit<Incoming, "fileId">): Promise<Incoming> {
    if (wanted.size > this.#store.limit) throw fail("FILE_TOO_LARGE");
    await this.#sweep();
    const incoming = { ...wanted, fileName: safeFileName(wanted.fileName), fileId: newFileId() };
    const folder = this.#folder(companyId, incoming.fileId);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "upload.json"), JSON.stringify(incoming), { mode: 0o600 });
    return incoming;
  }

  /** The upload, while it takes parts. */
  async find(companyId: string, fileId: string): Promise<Incoming | undefined> {
    const text = await readFile(join(this.#folder(companyId, fileId), "upload.json"), "utf8").catch(() => undefined);
    return text === undefined ? undefined : (JSON.parse(text) as Incoming);
  }

  /** Takes one part, in place of an earlier try. Answers the file when it was the last of one that is put together by itself. */
  async take(path: string, content: Readable): Promise<StoredFile | undefined> {
    const [, companyId = "", fileId = "", number = ""] = partForm.exec(path) ?? [];
    const incoming = await this.find(companyId, fileId);
    const part = Number(number);
    if (!incoming || part > partCount(incoming.size)) throw fail("NOT_FOUND");
    const expected = lengthOf(incoming.size, part);
    const folder = this.#folder(companyId, fileId);
    const arriving = join(folder, `${part}.${randomBytes(6).toString("hex")}`);
    let size = 0;
    try {
      await pipeline(
        content,
        guarded(expected, (bytes) => {
          size = bytes;
        }),
        createWriteStream(arriving, { mode: 0o600 }),
      );
      if (size !== expected)
        throw fail("PARAMS_INVALID", { field: "file", reason: `This part must have ${expected} bytes; ${size} arrived.` });
      await rename(arriving, join(folder, String(part)));
    } finally {
      await rm(arriving, { force: true });
    }
    return incoming.byItself ? await this.#completeIfWhole(companyId, incoming) : undefined;
  }

  /** How much of it is here; undefined when there is no such upload, or no longer. */
  async progress(companyId: string, fileId: string): Promise<Progress | undefined> {
    const folder = this.#folder(companyId, fileId);
    const reason = await readFile(join(folder, "refused"), "utf8").catch(() => "");
    const incoming = await this.find(companyId, fileId);
    if (!incoming) return reason === "" ? undefined : { received: 0, missing: [], reason };
    const here = new Set((await readdir(folder)).filter((name) => /^\d+$/.test(name)).map(Number));
    const all = Array.from({ length: partCount(incoming.size) }, (_, n) => n + 1);
    const received = all.reduce((sum, part) => sum + (here.has(part) ? lengthOf(incoming.size, part) : 0), 0);
    return { received, missing: all.filter((part) => !here.has(part)), reason };
  }

  /** Puts the parts together and stores the file like any other. A second call answers the file again. */
  async complete(companyId: string, fileId: string): Promise<StoredFile> {
    const done = await this.#store.find(companyId, fileId);
    if (done) return done;
    const incoming = await this.find(companyId, fileId);
    const progress = await this.progress(companyId, fileId);
    if (!incoming || !progress) throw fail("NOT_FOUND", { field: "fileId" });
    if (progress.missing.length > 0)
      throw fail("STATE_CONFLICT", { message: "Parts are missing.", facts: { missing: progress.missing.join(",") } });
    return await this.#join(companyId, incoming);
  }

  async cancel(companyId: string, fileId: string): Promise<void> {
    await rm(this.#folder(companyId, fileId), { recursive: true, force: true });
  }

  async #completeIfWhole(companyId: string, incoming: Incoming): Promise<StoredFile | undefined> {
    const progress = await this.progress(companyId, incoming.fileId);
    return progress?.missing.length === 0 && progress.reason === "" ? await this.#join(companyId, incoming) : undefined;
  }

  /** Only one of several who come at once gets to do it: whoever takes the note away. */
  async #join(companyId: string, incoming: Incoming): Promise<StoredFile> {
    const { fileId, fileName, size, isPublic } = incoming;
    const folder = this.#folder(companyId, fileId);
    const mine = await rename(join(folder, "upload.json"), join(folder, "joining.json")).then(
      () => true,
      () => false,
    );
    if (!mine) throw fail("STATE_CONFLICT", { message: "This file is being put together already." });
    const files = Array.from({ length: partCount(size) }, (_, n) => join(folder, String(n + 1)));
    try {
      const stored = await this.#store.save(this.#store.newPath({ companyId, isPublic }, fileName, fileId), Readable.from(bytesOf(files)));
      await this.cancel(companyId, fileId);
      return stored;
    } catch (error) {
      for (const file of files) await rm(file, { force: true });
      await writeFile(join(folder, "refused"), reasonOf(error));
      throw error;
    }
  }

  #folder(companyId: string, fileId: string): string {
    return join(this.#root, companyId, fileId);
  }

  /** What nobody completed within a day goes; looked at when something new begins, at most once an hour. */
  async #sweep(): Promise<void> {
    const now = Date.now();
    if (now - this.#swept < sweepEveryMs) return;
    this.#swept = now;
    for (const company of await readdir(this.#root).catch(() => [])) {
      for (const id of await readdir(join(this.#root, company))) {
        const folder = join(this.#root, company, id);
        const { mtimeMs } = await stat(folder);
        if (now - mtimeMs > keptHours * 3_600_000) await rm(folder, { recursive: true, force: true });
      }
    }
  }
}

async function* bytesOf(files: readonly string[]): AsyncGenerator<Buffer> {
  for (const file of files) yield* createReadStream(file) as AsyncIterable<Buffer>;
}

const reasonOf = (error: unknown): string =>
  (error instanceof Refusal && error.options.reason) || (error as Error).message || "The file was refused.";
