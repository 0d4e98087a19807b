import { join } from "node:path";
import type { GatewayConfig } from "../config.ts";
import { DiskStorage } from "../object-storage/disk-storage.ts";
import { type FileStates, fileStates } from "../object-storage/states.ts";
import type { Log } from "../observability/log.ts";
import type { UploadStates } from "./states.ts";
import { FileStore } from "./store.ts";

type Settings = Pick<GatewayConfig, "dataDir" | "uploadLimit" | "bucket" | "clamd">;

export interface Files {
  store: FileStore;
  states: FileStates;
}

/** Files on the disk of this machine, or in a bucket when one is set; scanned when there is a scanner. What is not used is not loaded. */
export async function openFileStore(
  { dataDir, uploadLimit: limit, bucket, clamd }: Settings,
  uploads: UploadStates,
  log: Pick<Log, "warn">,
): Promise<Files> {
  const folder = join(dataDir, "uploads");
  const tell = (what: string) => log.warn({}, what);
  const storage = bucket ? new (await import("../object-storage/bucket-storage.ts")).BucketStorage(bucket, tell) : new DiskStorage(folder);
  const scanner = clamd && (await import("../file-content/clamd.ts"));
  const scan = clamd && scanner ? scanner.clamdScan(clamd) : undefined;
  const answers = clamd && scanner ? () => scanner.clamdAnswers(clamd) : undefined;
  return {
    store: new FileStore({ storage, scratch: join(folder, "incoming"), limit, states: uploads, scan }),
    states: fileStates(storage, answers),
  };
}
