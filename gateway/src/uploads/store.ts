import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fail } from "@leashline/kit/errors.ts";
import { safeFileName, withExtension } from "./names.ts";
import { type Kind, sniff } from "./sniff.ts";

export interface Place {
  companyId: string;
  isPublic: boolean;
}

export interface StoredFile {
  path: string;
  fileName: string;
  contentType: string;
  size: number;
}

const headLength = 4096;
const pathForm = /^\/uploads\/(public|private)\/([1-9]\d{0,18})\/([0-9a-z]{20})\/([^/]{1,160})$/;

/** Files on local disk: <data>/uploads/<public|private>/<company>/<id>/<name>. */
export class FileStore {
  readonly #root: string;
  readonly #limit: number;

  constructor(dataDir: string, limit: number) {
    this.#root = join(dataDir, "uploads");
    this.#limit = limit;
  }

  /** A path nobody has; the file may follow later by a presigned PUT. */
  newPath({ companyId, isPublic }: Place, fileName: string): string {
    const id = `${Date.now().toString(36).padStart(9, "0")}${randomBytes(8).toString("hex")}`.slice(0, 20);
    return `/uploads/${isPublic ? "public" : "private"}/${companyId}/${id}/${safeFileName(fileName)}`;
  }

  /** Streams the content to disk, tells its kind, and puts it in place. What is too large or not taken leaves nothing behind. */
  async save(path: string, content: Readable): Promise<StoredFile> {
    const target = this.fileOf(path);
    const incoming = join(this.#root, "incoming", randomBytes(12).toString("hex"));
    await mkdir(dirname(incoming), { recursive: true });
    try {
      const size = await this.#receive(content, incoming);
      const fileName = path.slice(path.lastIndexOf("/") + 1);
      const kind = await kindOf(incoming, fileName);
      if (!kind)
        throw fail("PARAMS_INVALID", {
          field: "file",
          reason: "This kind of file is not accepted. Send a picture, PDF, CSV, text or MP4.",
        });
      const named = withExtension(fileName, kind.extension);
      await mkdir(dirname(target), { recursive: true });
      await rename(incoming, join(dirname(target), named));
      return { path: `${path.slice(0, path.lastIndexOf("/"))}/${named}`, fileName: named, contentType: kind.type, size };
    } finally {
      await rm(incoming, { force: true });
    }
  }

  /** The file on disk; refuses anything that is not a path of ours. */
  fileOf(path: string): string {
    const match = pathForm.exec(path);
    const [, kind, companyId, id, name] = match ?? [];
    if (!kind || !companyId || !id || !name || safeFileName(name) !== name) throw fail("NOT_FOUND");
    return join(this.#root, kind, companyId, id, name);
  }

  async read(path: string): Promise<{ kind: Kind; size: number; modified: Date; stream: (from: number, to: number) => Readable }> {
    const file = this.fileOf(path);
    const found = await stat(file).catch(() => undefined);
    const kind = found?.isFile() ? await kindOf(file, path) : undefined;
    if (!found || !kind) throw fail("NOT_FOUND");
    return { kind, size: found.size, modified: found.mtime, stream: (start, end) => createReadStream(file, { start, end }) };
  }

  async #receive(content: Readable, file: string): Promise<number> {
    let size = 0;
    const limit = this.#limit;
    const counting = new Transform({
      transform(chunk: Buffer, _, done) {
        size += chunk.length;
        done(size > limit ? fail("FILE_TOO_LARGE") : null, chunk);
      },
    });
    await pipeline(content, counting, createWriteStream(file, { mode: 0o600 }));
    if (size === 0) throw fail("PARAMS_INVALID", { field: "file", reason: "The file is empty." });
    return size;
  }
}

/** Whose a path is, and whether everybody may see it. */
export function placeOf(path: string): Place | undefined {
  const match = pathForm.exec(path);
  return match ? { isPublic: match[1] === "public", companyId: match[2] as string } : undefined;
}

async function kindOf(file: string, name: string): Promise<Kind | undefined> {
  const handle = await open(file, "r");
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(headLength), 0, headLength, 0);
    return sniff(buffer.subarray(0, bytesRead), name);
  } finally {
    await handle.close();
  }
}
