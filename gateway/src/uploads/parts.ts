import { createWriteStream } from "node:fs";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ErrorCode, fail, Refusal } from "@leashline/kit/errors.ts";
import { type Upload, UploadState } from "@leashline/proto/leashline/account/v1/upload_state_service_pb.js";
import { guarded } from "../file-content/guarded.ts";
import { type ObjectStorage, onScratch } from "../object-storage/object-storage.ts";
import { asMeant } from "./content-hash.ts";
import { newFileName } from "./names.ts";
import type { UploadStates } from "./states.ts";
import { type FileStore, newFileId, type StoredFile } from "./store.ts";

/** Older than this, what nobody completed is thrown away (core §5). */
const keptHours = 24;

export type Progress = { received: number; missing: number[] };

const lengthOf = ({ partSize, partCount, lastPartSize }: Upload, part: number): number => (part === partCount ? lastPartSize : partSize);

const partForm = /^\/uploads\/parts\/([1-9]\d{0,18})\/([0-9a-z]{20})\/([1-9]\d{0,4})$/;
export const partPath = (companyId: string, fileId: string, part: number): string => `/uploads/parts/${companyId}/${fileId}/${part}`;
export const isPartPath = (path: string): boolean => partForm.test(path);

/** Files that come in parts: parts/<company>/<id>/<number> in object storage, until they are put together. The account service knows how they stand. */
export class Parts {
  readonly #store: FileStore;
  readonly #states: UploadStates;
  readonly #joining = new Map<string, Promise<StoredFile>>();

  constructor(store: FileStore) {
    this.#store = store;
    this.#states = store.states;
  }

  async begin(companyId: string, wanted: { fileName: string; size: number; isPublic: boolean }): Promise<Upload> {
    if (wanted.size > this.#store.limit) throw fail("FILE_TOO_LARGE");
    const file = { fileName: newFileName(wanted.fileName), fileId: newFileId(), size: wanted.size };
    const [upload] = await this.#states.begin(companyId, [file], wanted.isPublic);
    if (!upload) throw fail("SYSTEM_BUSY");
    return upload;
  }

  /** The upload, while it takes parts. */
  async find(companyId: string, fileId: string): Promise<Upload | undefined> {
    const upload = await this.#states.find(companyId, fileId);
    return upload?.state === UploadState.RECEIVING ? upload : undefined;
  }

  /** Takes one part, in place of an earlier try. Answers the file when it was the last of one that is put together by itself. */
  async take(path: string, content: Readable): Promise<StoredFile | undefined> {
    const [, companyId = "", fileId = "", number = ""] = partForm.exec(path) ?? [];
    const incoming = await this.#states.find(companyId, fileId);
    const part = Number(number);
    if (!incoming || part > incoming.partCount) throw fail("NOT_FOUND");
    const expected = lengthOf(incoming, part);
    if (incoming.state !== UploadState.RECEIVING) return await this.#takeAgain(companyId, fileId, content, expected);
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
    return incoming.jobId ? await this.#completeIfWhole(companyId, incoming) : undefined;
  }

  /** A part of a file that was put together meanwhile, sent once more: the file is answered again. */
  async #takeAgain(companyId: string, fileId: string, content: Readable, expected: number): Promise<StoredFile> {
    const done = await this.#store.find(companyId, fileId);
    if (!done) throw fail("NOT_FOUND");
    await pipeline(
      content,
      guarded(expected, () => undefined),
      new Writable({ write: (_chunk, _encoding, taken) => taken() }),
    );
    return done;
  }

  /** How much of it is here. */
  async progress(companyId: string, upload: Upload): Promise<Progress> {
    const here = new Set(
      (await this.#store.storage.list(folderOf(companyId, upload.fileId))).map(({ key }) => Number(key.split("/").at(-1))),
    );
    const all = Array.from({ length: upload.partCount }, (_, n) => n + 1);
    const received = all.reduce((sum, part) => sum + (here.has(part) ? lengthOf(upload, part) : 0), 0);
    return { received, missing: all.filter((part) => !here.has(part)) };
  }

  /** Puts the parts together and stores the file like any other, unless it is not the one that was meant. A second call answers the file again. */
  async complete(companyId: string, fileId: string, contentHash = ""): Promise<StoredFile> {
    const done = await this.#store.find(companyId, fileId);
    if (done) return done;
    const incoming = await this.find(companyId, fileId);
    if (!incoming) throw fail("NOT_FOUND", { field: "fileId" });
    const { missing } = await this.progress(companyId, incoming);
    if (missing.length > 0) throw fail("STATE_CONFLICT", { message: "Parts are missing.", facts: { missing: missing.join(",") } });
    return await this.#join(companyId, incoming, contentHash);
  }

  /** Throws the parts away. */
  async clear(companyId: string, fileId: string): Promise<void> {
    await this.#store.storage.clear(folderOf(companyId, fileId));
  }

  async #completeIfWhole(companyId: string, incoming: Upload): Promise<StoredFile | undefined> {
    const { missing } = await this.progress(companyId, incoming);
    return missing.length === 0 ? await this.#join(companyId, incoming) : await this.#store.find(companyId, incoming.fileId);
  }

  /** Several who come at once get the same file: here by waiting for one another, at another gateway because it writes the same in the same place. */
  async #join(companyId: string, incoming: Upload, contentHash = ""): Promise<StoredFile> {
    const under = this.#joining.get(incoming.fileId);
    if (under) return await under;
    const joined = this.#joinNow(companyId, incoming, contentHash).finally(() => this.#joining.delete(incoming.fileId));
    this.#joining.set(incoming.fileId, joined);
    return await joined;
  }

  async #joinNow(companyId: string, incoming: Upload, contentHash: string): Promise<StoredFile> {
    const { fileId, fileName, partCount, public: isPublic } = incoming;
    const keys = Array.from({ length: partCount }, (_, n) => `${folderOf(companyId, fileId)}/${n + 1}`);
    const path = this.#store.newPath({ companyId, isPublic }, fileName, fileId);
    try {
      const bytes = bytesOf(this.#store.storage, keys);
      const stored = await this.#store.save(path, Readable.from(contentHash ? asMeant(bytes, contentHash) : bytes));
      if (!stored.held) await this.#states.complete(companyId, fileId);
      await this.clear(companyId, fileId);
      return stored;
    } catch (error) {
      const done = await this.#store.find(companyId, fileId);
      if (done) return done;
      if (isRefused(error)) {
        await this.#states.refuse(companyId, fileId, reasonOf(error));
        await this.clear(companyId, fileId);
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
