import { fail } from "@leashline/kit/errors.ts";
import { UploadState as S, type Upload, type UploadJob } from "@leashline/proto/leashline/account/v1/upload_state_service_pb.js";
import { newFileName } from "./names.ts";
import type { Parts } from "./parts.ts";
import type { UploadStates } from "./states.ts";
import { type FileStore, newFileId, type StoredFile } from "./store.ts";

export interface JobItem {
  upload: Upload;
  received: number;
  stored: StoredFile | undefined;
}
export interface Job {
  job: UploadJob;
  items: JobItem[];
}

/** Several uploads looked at as one: the account service knows how they stand, and here is what of them has arrived. */
export class FileJobs {
  readonly #store: FileStore;
  readonly #parts: Parts;
  readonly #states: UploadStates;

  constructor(store: FileStore, parts: Parts) {
    this.#store = store;
    this.#parts = parts;
    this.#states = store.states;
  }

  async create(companyId: string, files: readonly { fileName: string; size: number }[], isPublic: boolean): Promise<Job> {
    if (files.some(({ size }) => size > this.#store.limit)) throw fail("FILE_TOO_LARGE");
    const jobId = newFileId();
    const named = files.map(({ fileName, size }) => ({ fileId: newFileId(), fileName: newFileName(fileName), size }));
    await this.#states.begin(companyId, named, isPublic, jobId);
    return await this.get(companyId, jobId);
  }

  async get(companyId: string, jobId: string): Promise<Job> {
    const job = await this.#states.job(companyId, jobId);
    const late = await Promise.all(job.uploads.map((upload) => this.#catchUp(companyId, upload)));
    const told = late.includes(true) ? await this.#states.job(companyId, jobId) : job;
    return { job: told, items: await Promise.all(told.uploads.map((upload) => this.#item(companyId, upload))) };
  }

  /** Complete files stay; what is not complete goes. */
  async cancel(companyId: string, jobId: string): Promise<Job> {
    await this.get(companyId, jobId);
    const { uploads } = await this.#states.cancelJob(companyId, jobId);
    for (const { fileId, state } of uploads) if (state === S.CANCELLED) await this.#parts.clear(companyId, fileId);
    return await this.get(companyId, jobId);
  }

  /** Whether a file is here of which the account service does not know yet: a gateway ended in between. */
  async #catchUp(companyId: string, { fileId, state }: Upload): Promise<boolean> {
    if (state !== S.RECEIVING && state !== S.CANCELLED) return false;
    const stored = await this.#store.find(companyId, fileId);
    if (!stored) return false;
    await this.#store.tell(companyId, stored);
    return true;
  }

  async #item(companyId: string, upload: Upload): Promise<JobItem> {
    const isHere = upload.state === S.COMPLETE || upload.state === S.HELD;
    const stored = isHere ? await this.#store.find(companyId, upload.fileId) : undefined;
    const received = isHere ? upload.size : upload.state === S.RECEIVING ? (await this.#parts.progress(companyId, upload)).received : 0;
    return { upload, received, stored };
  }
}
