import { join } from "node:path";
import type { GatewayConfig } from "../config.ts";
import type { Log } from "../observe/log.ts";
import { DiskShelf } from "./disk-shelf.ts";
import { type FileStates, fileStates } from "./states.ts";
import { FileStore } from "./store.ts";

type Settings = Pick<GatewayConfig, "dataDir" | "uploadLimit" | "bucket" | "clamd">;

export interface Files {
  store: FileStore;
  states: FileStates;
}

/** Files on the disk of this machine, or in a bucket when one is set; scanned when there is a scanner. What is not used is not loaded. */
export async function openFileStore({ dataDir, uploadLimit: limit, bucket, clamd }: Settings, log: Pick<Log, "warn">): Promise<Files> {
  const folder = join(dataDir, "uploads");
  const tell = (what: string) => log.warn({}, what);
  const shelf = bucket ? new (await import("./s3-shelf.ts")).S3Shelf(bucket, tell) : new DiskShelf(folder);
  const scanner = clamd && (await import("./clamd.ts"));
  const scan = clamd && scanner ? scanner.clamdScan(clamd) : undefined;
  const answers = clamd && scanner ? () => scanner.clamdAnswers(clamd) : undefined;
  return { store: new FileStore({ shelf, scratch: join(folder, "incoming"), limit, scan }), states: fileStates(shelf, answers) };
}
