import { createReadStream } from "node:fs";
import { access, constants, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { Listed, ObjectStorage, Opened, StorageState } from "./object-storage.ts";

/** Files in a folder of this machine. What is put must lie on the same file system. */
export class DiskStorage implements ObjectStorage {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async put(key: string, file: string): Promise<void> {
    const target = join(this.#root, key);
    await mkdir(dirname(target), { recursive: true });
    // The folder may be cleared between the two, by whoever put its files together.
    await rename(file, target).catch(async (error) => {
      absent(error);
      await mkdir(dirname(target), { recursive: true });
      await rename(file, target);
    });
  }

  async open(key: string, from: number, to?: number): Promise<Opened | undefined> {
    const handle = await open(join(this.#root, key), "r").catch(absent);
    const found = await handle?.stat();
    if (!handle || !found?.isFile() || from >= Math.max(1, found.size)) {
      await handle?.close();
      return undefined;
    }
    const bytes = createReadStream("", { fd: handle, start: from, ...(to === undefined ? {} : { end: to }) });
    return { size: found.size, modified: found.mtime, bytes };
  }

  async list(folder: string): Promise<Listed[]> {
    const entries = (await readdir(join(this.#root, folder), { recursive: true, withFileTypes: true }).catch(absent)) ?? [];
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const found = await Promise.all(
      files.map(async (file): Promise<Listed[]> => {
        const facts = await stat(file).catch(absent);
        return facts ? [{ key: relative(this.#root, file), size: facts.size, modified: facts.mtime }] : [];
      }),
    );
    return found.flat().toSorted((a, b) => (a.key < b.key ? -1 : 1));
  }

  async clear(folder: string): Promise<void> {
    await rm(join(this.#root, folder), { recursive: true, force: true });
  }

  async state(): Promise<StorageState> {
    try {
      await mkdir(this.#root, { recursive: true });
      await access(this.#root, constants.W_OK);
      return "ok";
    } catch {
      return "refused";
    }
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
}
