import type { DescMethodUnary, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { fail } from "@leashline/kit/errors.ts";
import {
  type DiscardedFile,
  type HeldUpload,
  type Upload,
  type UploadJob,
  UploadStateService,
} from "@leashline/proto/leashline/account/v1/upload_state_service_pb.js";
import type { Ask } from "../upstream/ask.ts";

const rpcs = UploadStateService.method;
const held = 200;

export type Beginning = { fileId: string; fileName: string; size: number };

/** What the account service keeps of files on their way. */
export class UploadStates {
  readonly #ask: Ask;
  readonly #newRequestId: () => string;

  constructor(ask: Ask, newRequestId: () => string) {
    this.#ask = ask;
    this.#newRequestId = newRequestId;
  }

  async begin(companyId: string, files: Beginning[], isPublic: boolean, jobId = ""): Promise<Upload[]> {
    return (await this.#call(rpcs.beginUploads, { jobId, public: isPublic, files }, companyId)).uploads;
  }

  /** What is known of an id, or nothing. */
  async find(companyId: string, fileId: string): Promise<Upload | undefined> {
    return (await this.#call(rpcs.getUpload, { fileId }, companyId).catch(unlessMissing))?.upload;
  }

  async complete(companyId: string, fileId: string): Promise<void> {
    await this.#call(rpcs.completeUpload, { fileId }, companyId);
  }

  async refuse(companyId: string, fileId: string, reason: string): Promise<void> {
    await this.#call(rpcs.refuseUpload, { fileId, reason }, companyId);
  }

  async hold(companyId: string, fileId: string, path: string): Promise<void> {
    await this.#call(rpcs.holdUpload, { fileId, path }, companyId);
  }

  async job(companyId: string, jobId: string): Promise<UploadJob> {
    return theJob((await this.#call(rpcs.getUploadJob, { jobId }, companyId).catch(unlessMissing))?.job);
  }

  async cancelJob(companyId: string, jobId: string): Promise<UploadJob> {
    return theJob((await this.#call(rpcs.cancelUploadJob, { jobId }, companyId).catch(unlessMissing))?.job);
  }

  /** Everything that waits for the scanner, of all companies. */
  async held(): Promise<HeldUpload[]> {
    const all: HeldUpload[] = [];
    for (;;) {
      const { uploads } = await this.#call(rpcs.listHeldUploads, { afterFileId: all.at(-1)?.fileId ?? "", pageSize: held }, "0");
      all.push(...uploads);
      if (uploads.length < held) return all;
    }
  }

  /** Everything that is to be deleted, of all companies, from an id on. */
  async discarded(afterFileId: string): Promise<DiscardedFile[]> {
    return (await this.#call(rpcs.listDiscardedFiles, { afterFileId, pageSize: held }, "0")).files;
  }

  async forget(companyId: string, fileId: string): Promise<void> {
    await this.#call(rpcs.forgetFile, { fileId }, companyId);
  }

  async #call<I extends DescMethodUnary["input"], O extends DescMethodUnary["output"]>(
    rpc: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    companyId: string,
  ): Promise<MessageShape<O>> {
    try {
      return await this.#ask(rpc, request, { companyId, name: "uploads" }, this.#newRequestId());
    } catch (error) {
      if (error instanceof ConnectError && error.code === Code.NotFound) throw error;
      throw fail("SYSTEM_BUSY");
    }
  }
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof ConnectError) return undefined;
  throw error;
}

function theJob(job: UploadJob | undefined): UploadJob {
  if (!job) throw fail("NOT_FOUND", { field: "jobId" });
  return job;
}
