import { text } from "node:stream/consumers";
import { UploadState } from "@leashline/proto/leashline/account/v1/upload_state_service_pb.js";
import type { FileStore } from "./store.ts";

// The account service knows how files stand; what lies here is compared with it at the start and now and then.

type Note = { fileId: string; fileName: string; size: number };
type PartsNote = Note & { isPublic: boolean };
type JobNote = { cancelled: boolean; files: Note[] };

/** Until the account service kept it (decision 0106), it lay in notes beside the files. What is known already stays as it is. */
export async function adoptNotes(store: FileStore): Promise<void> {
  await adoptJobs(store);
  for (const { key } of await store.storage.list("parts")) {
    const [, companyId = "", fileId = "", name] = key.split("/");
    if (name === "upload.json") {
      const { isPublic, ...file } = JSON.parse(await read(store, key)) as PartsNote;
      await store.states.begin(companyId, [pick(file)], isPublic);
    }
    if (name === "refused") await store.states.refuse(companyId, fileId, await read(store, key));
  }
}

/** One that waits for the scanner and of which nobody told would wait for ever; one that the scanner has seen need not lie here. */
export async function lookOverHeld(store: FileStore): Promise<void> {
  for (const { key } of await store.storage.list("held")) {
    const [, , companyId = "", fileId = ""] = key.split("/");
    await store.states.hold(companyId, fileId, `/uploads/${key.slice("held/".length)}`);
    const state = (await store.states.find(companyId, fileId))?.state;
    if (state === UploadState.REFUSED || state === UploadState.COMPLETE) await store.storage.clear(key.slice(0, key.lastIndexOf("/")));
  }
}

async function adoptJobs(store: FileStore): Promise<void> {
  const jobs = await store.storage.list("jobs");
  for (const { key } of jobs) {
    const [, companyId = "", file = ""] = key.split("/");
    const jobId = file.replace(/\.json$/, "");
    const { cancelled, files } = JSON.parse(await read(store, key)) as JobNote;
    const notes = await Promise.all(files.map(({ fileId }) => read(store, `parts/${companyId}/${fileId}/upload.json`)));
    // Of a file that is complete there is no note any more.
    const left = notes.find((note) => note !== "");
    const isPublic = left !== undefined && (JSON.parse(left) as PartsNote).isPublic;
    await store.states.begin(companyId, files.map(pick), isPublic, jobId);
    if (cancelled) await store.states.cancelJob(companyId, jobId);
  }
  if (jobs.length > 0) await store.storage.clear("jobs");
}

const pick = ({ fileId, fileName, size }: Note): Note => ({ fileId, fileName, size });

async function read(store: FileStore, key: string): Promise<string> {
  const found = await store.storage.open(key, 0);
  return found ? await text(found.bytes) : "";
}
