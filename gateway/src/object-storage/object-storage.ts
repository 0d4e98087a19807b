import { randomBytes } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";

/** What is asked of a place for files: a folder, or a bucket that speaks S3. Keys are paths like "public/12/…/logo.png". */
export interface ObjectStorage {
  /** Puts a local file in place, whole or not at all, over what was there. The local file may be gone afterwards. */
  put(key: string, file: string, contentType: string): Promise<void>;
  /** The bytes from one to another, both included, or to the end; undefined where there is nothing. */
  open(key: string, from: number, to?: number): Promise<Opened | undefined>;
  /** Everything below a folder, in the order of the keys. */
  list(folder: string): Promise<Listed[]>;
  /** Takes everything below a folder away. What is not there is no mistake. */
  clear(folder: string): Promise<void>;
  /** Whether it takes files at this moment; asked with little patience, and never throws. */
  state(): Promise<StorageState>;
}

/** Refused: it is there, and our key, its name or its rights are wrong. */
export type StorageState = "ok" | "away" | "refused";

export interface Opened {
  /** Bytes of the whole, not of the part that was asked for. */
  size: number;
  modified: Date;
  bytes: Readable;
}

export interface Listed {
  key: string;
  size: number;
  modified: Date;
}

/** A local file to work on, gone when the work is done. */
export async function onScratch<T>(folder: string, work: (file: string) => Promise<T>): Promise<T> {
  const file = join(folder, randomBytes(12).toString("hex"));
  await mkdir(folder, { recursive: true });
  try {
    return await work(file);
  } finally {
    await rm(file, { force: true });
  }
}
