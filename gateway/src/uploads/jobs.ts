import { fail } from "@leashline/kit/errors.ts";
import { FileJobState as S } from "@leashline/proto/leashline/gateway/v1/uploaded_file_pb.js";
import type { Parts } from "./parts.ts";
import { type FileStore, newFileId, type StoredFile } from "./store.ts";

interface JobNote {
  cancelled: boolean;
  files: { fileId: string; fileName: string; size: number }[];
}

export interface JobItem {
  fileId: string;
  fileName: string;
  size: number;
  received: number;
  state: S;
  reason: string;
  stored: StoredFile | undefined;
}
export interface Job {
  jobId: string;
  state: S;
  items: JobItem[];
}

/** Several uploads looked at as one: jobs/<company>/<id>.json in object storage names them, the rest follows from where the files are. */
export class FileJobs {
  readonly #store: FileStore;
  readonly #parts: Parts;

  constructor(store: FileStore, parts: Parts) {
    this.#store = store;
    this.#parts = parts;
  }

  async create(companyId: string, files: readonly { fileName: string; size: number }[], isPublic: boolean): Promise<Job> {
    if (files.some(({ size }) => size > this.#store.limit)) throw fail("FILE_TOO_LARGE");
    const note: JobNote = { cancelled: false, files: [] };
    for (const { fileName, size } of files) {
      const begun = await this.#parts.begin(companyId, { fileName, size, isPublic, byItself: true });
      note.files.push({ fileId: begun.fileId, fileName: begun.fileName, size });
    }
    const jobId = newFileId();
    await this.#write(companyId, jobId, note);
    return await this.get(companyId, jobId);
  }

  async get(companyId: string, jobId: string): Promise<Job> {
    const note = await this.#read(companyId, jobId);
    const items = await Promise.all(note.files.map((file) => this.#item(companyId, file)));
    return { jobId, state: stateOf(items, note.cancelled), items };
  }

  /** Complete files stay; what is not complete goes. */
  async cancel(companyId: string, jobId: string): Promise<Job> {
    const note = await this.#read(companyId, jobId);
    const { items } = await this.get(companyId, jobId);
    for (const { fileId, state } of items) if (state === S.RECEIVING) await this.#parts.cancel(companyId, fileId);
    await this.#write(companyId, jobId, { ...note, cancelled: true });
    return await this.get(companyId, jobId);
  }

  async #item(companyId: string, file: JobNote["files"][number]): Promise<JobItem> {
    const stored = await this.#store.find(companyId, file.fileId);
    if (stored) return { ...file, received: file.size, state: stored.held ? S.HELD : S.COMPLETE, reason: "", stored };
    const progress = await this.#parts.progress(companyId, file.fileId);
    const state = !progress ? S.CANCELLED : progress.reason ? S.FAILED : S.RECEIVING;
    return { ...file, received: progress?.received ?? 0, state, reason: progress?.reason ?? "", stored: undefined };
  }

  async #read(companyId: string, jobId: string): Promise<JobNote> {
    const text = await this.#store.notes.read(keyOf(companyId, jobId));
    if (text === undefined) throw fail("NOT_FOUND", { field: "jobId" });
    return JSON.parse(text) as JobNote;
  }

  async #write(companyId: string, jobId: string, note: JobNote): Promise<void> {
    await this.#store.notes.write(keyOf(companyId, jobId), JSON.stringify(note));
  }
}

const keyOf = (companyId: string, jobId: string): string => `jobs/${companyId}/${jobId}.json`;

export function stateOf(items: readonly Pick<JobItem, "state">[], cancelled: boolean): S {
  if (items.every((item) => item.state === S.COMPLETE)) return S.COMPLETE;
  if (cancelled) return S.CANCELLED;
  if (items.some((item) => item.state === S.RECEIVING)) return S.RECEIVING;
  if (items.some((item) => item.state === S.HELD)) return S.HELD;
  return items.some((item) => item.state === S.FAILED) ? S.FAILED : S.CANCELLED;
}
