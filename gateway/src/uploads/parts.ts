import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ErrorCode, fail, Refusal } from "@leashline/kit/errors.ts";
import { guarded } from "../file-content/guarded.ts";
import { type ObjectStorage, onScratch } from "../object-storage/object-storage.ts";
import { asMeant } from "./content-hash.ts";
import { newFileName } from "./names.ts";
import { type FileStore, newFileId, type StoredFile } from "./store.ts";

/** Files below this are not split, and every part but the last has it (core §5). */
export const partSize = 5 * 1024 * 1024;
const keptHours = 24;

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

/** Files that come in parts: parts/<company>/<id>/<number> in object storage, until they are put together. */
export class Parts {
  readonly #store: FileStore;
  readonly #joining = new Map<string, Promise<StoredFile>>();

  constructor(store: FileStore) {
    this.#store = store;
  }

  async begin(companyId: string, wanted: Omit<Incoming, "fileId">): Promise<Incoming> {
    if (wanted.size > this.#store.limit) throw fail("FILE_TOO_LARGE");
    const incoming = { ...wanted, fileName: newFileName(wanted.fileName), fileId: newFileId() };
    await this.#store.notes.write(`${folderOf(companyId, incoming.fileId)}/${note}`, JSON.stringify(incoming));
    return incoming;
  }

  /** The upload, while it takes parts. */
  async find(companyId: string, fileId: string): Promise<Incoming | undefined> {
    const text = await this.#store.notes.read(`${folderOf(companyId, fileId)}/${note}`);
    return text === undefined ? undefined : (JSON.parse(text) as Incoming);
  }

  /** Takes one part, in place of an earlier try. Answers the file when it was the last of one that is put together by itself. */
  async take(path: string, content: Readable): Promise<StoredFile | undefined> {
    const [, companyId = "", fileId = "", number = ""] = partForm.exec(path) ?? [];
    const incoming = await this.find(companyId, fileId);
    const part = Number(number);
    if (!incoming || part > partCount(incoming.size)) throw fail("NOT_FOUND");
    const expected = lengthOf(incoming.size, part);
    await onScratch(this.#store.scratch, async (file) => {
      let size = 0;
      const guard = guarded(expected, (bytes) => {
        size = bytes;
      });
      await pipeline(content, guard, createWriteStream(file, { mode: 0o600 }));
      if (size !== expected)
        throw fail("PARAMS_INVALID", { field: "file", reason: `This part must have ${expected} bytes; ${size} arrived.` });
      await this.#store.storage.put(`${folderOf(companyId, fileId)}/${part}`, file, "application/octet-stream");
    });
    return incoming.byItself ? await this.#completeIfWhole(companyId, incoming) : undefined;
  }

  /** How much of it is here; undefined when there is no such upload, or no longer. */
  async progress(companyId: string, fileId: string): Promise<Progress | undefined> {
    const reason = await this.#store.refusalOf(companyId, fileId);
    const incoming = await this.find(companyId, fileId);
    if (!incoming) return reason === "" ? undefined : { received: 0, missing: [], reason };
    const here = new Set((await this.#store.storage.list(folderOf(companyId, fileId))).map(({ key }) => Number(key.split("/").at(-1))));
    const all = Array.from({ length: partCount(incoming.size) }, (_, n) => n + 1);
    const received = all.reduce((sum, part) => sum + (here.has(part) ? lengthOf(incoming.size, part) : 0), 0);
    return { received, missing: all.filter((part) => !here.has(part)), reason };
  }

  /** Puts the parts together and stores the file like any other, unless it is not the one that was meant. A second call answers the file again. */
  async complete(companyId: string, fileId: string, contentHash = ""): Promise<StoredFile> {
    const done = await this.#store.find(companyId, fileId);
    if (done) return done;
    const incoming = await this.find(companyId, fileId);
    const progress = await this.progress(companyId, fileId);
    if (!incoming || !progress) throw fail("NOT_FOUND", { field: "fileId" });
    if (progress.missing.length > 0)
      throw fail("STATE_CONFLICT", { message: "Parts are missing.", facts: { missing: progress.missing.join(",") } });
    return await this.#join(companyId, incoming, contentHash);
  }

  async cancel(companyId: string, fileId: string): Promise<void> {
    await this.#store.storage.clear(folderOf(companyId, fileId));
  }

  async #completeIfWhole(companyId: string, incoming: Incoming): Promise<StoredFile | undefined> {
    const progress = await this.progress(companyId, incoming.fileId);
    return progress?.missing.length === 0 && progress.reason === "" ? await this.#join(companyId, incoming) : undefined;
  }

  /** Several who come at once get the same file: here by waiting for one another, at another gateway because it writes the same in the same place. */
  async #join(companyId: string, incoming: Incoming, contentHash = ""): Promise<StoredFile> {
    const under = this.#joining.get(incoming.fileId);
    if (under) return await under;
    const joined = this.#joinNow(companyId, incoming, contentHash).finally(() => this.#joining.delete(incoming.fileId));
    this.#joining.set(incoming.fileId, joined);
    return await joined;
  }

  async #joinNow(companyId: string, incoming: Incoming, contentHash: string): Promise<StoredFile> {
    const { fileId, fileName, size, isPublic } = incoming;
    const keys = Array.from({ length: partCount(size) }, (_, n) => `${folderOf(companyId, fileId)}/${n + 1}`);
    const path = this.#store.newPath({ companyId, isPublic }, fileName, fileId);
    try {
      const bytes = bytesOf(this.#store.storage, keys);
      const stored = await this.#store.save(path, Readable.from(contentHash ? asMeant(bytes, contentHash) : bytes));
      await this.cancel(companyId, fileId);
      return stored;
    } catch (error) {
      const done = await this.#store.find(companyId, fileId);
      if (done) return done;
      if (isRefused(error)) {
        await this.cancel(companyId, fileId);
        await this.#store.refuse(companyId, fileId, reasonOf(error));
      }
      throw error;
    }
  }

  /** What nobody completed within a day goes. */
  async sweep(now = Date.now()): Promise<void> {
    const uploads = Map.groupBy(await this.#store.storage.list("parts"), ({ key }) => key.slice(0, key.lastIndexOf("/")));
    for (const [folder, files] of uploads) {
      if (files.every(({ modified }) => now - modified.getTime() > keptHours * 3_600_000)) await this.#store.storage.clear(folder);
    }
  }
}

const note = "upload.json";
const folderOf = (companyId: string, fileId: string): string => `parts/${companyId}/${fileId}`;

async function* bytesOf(storage: ObjectStorage, keys: readonly string[]): AsyncGenerator<Buffer> {
  for (const key of keys) {
    const part = await storage.open(key, 0);
    if (!part) throw fail("STATE_CONFLICT", { message: "A part is no longer there." });
    yield* part.bytes as AsyncIterable<Buffer>;
  }
}

/** What is wrong with the file itself, and will be the next time. */
const isRefused = (error: unknown): error is Refusal => error instanceof Refusal && error.code === ErrorCode.PARAMS_INVALID;
const reasonOf = (error: Refusal): string => error.options.reason ?? error.message;
