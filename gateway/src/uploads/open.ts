import { join } from "node:path";
import type { GatewayConfig } from "../config.ts";
import type { Log } from "../observe/log.ts";
import { DiskShelf } from "./disk-shelf.ts";
import { FileStore } from "./store.ts";

type Settings = Pick<GatewayConfig, "dataDir" | "uploadLimit" | "bucket" | "clamd">;

/** Files on the disk of this machine, or in a bucket when one is set; scanned when there is a scanner. What is not used is not loaded. */
export async function openFileStore({ dataDir, uploadLimit: limit, bucket, clamd }: Settings, log: Pick<Log, "warn">): Promise<FileStore> {
  const folder = join(dataDir, "uploads");
  const tell = (what: string) => log.warn({}, what);
  const shelf = bucket ? new (await import("./s3-shelf.ts")).S3Shelf(bucket, tell) : new DiskShelf(folder);
  const scan = clamd ? (await import("./clamd.ts")).clamdScan(clamd) : undefined;
  return new FileStore({ shelf, scratch: join(folder, "incoming"), limit, scan });
}
