import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { access, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fail } from "@leashline/kit/errors.ts";
import { claimProblem } from "./claim.ts";
import { safeFileName, withExtension } from "./names.ts";
import { isRaster, type Size, shrink, sizeOf, tidied } from "./pictures.ts";
import { guarded } from "./scan.ts";
import { type Kind, sniff } from "./sniff.ts";

export interface Place {
  companyId: string;
  isPublic: boolean;
}

export interface StoredFile extends Size {
  path: string;
  fileId: string;
  fileName: string;
  contentType: string;
  size: number;
}

export interface FileToSend {
  kind: Kind;
  size: number;
  modified: Date;
  stream: (from: number, to: number) => Readable;
}

const headLength = 4096;
const kinds = ["public", "private"] as const;
const pathForm = /^\/uploads\/(public|private)\/(0|[1-9]\d{0,18})\/([0-9a-z]{20})\/([^/]{1,160})$/;
const webp: Kind = { type: "image/webp", extension: "webp" };

/** 20 characters that nobody guesses; later ones sort after earlier ones. */
export const newFileId = (): string => `${Date.now().toString(36).padStart(9, "0")}${randomBytes(8).toString("hex")}`.slice(0, 20);

/** Files on local disk: <data>/uploads/<public|private>/<company>/<id>/<name>. */
export class FileStore {
  readonly root: string;
  readonly limit: number;

  constructor(dataDir: string, limit: number) {
    this.root = join(dataDir, "uploads");
    this.limit = limit;
  }

  /** A path nobody has; the file may follow later by a presigned PUT. */
  newPath({ companyId, isPublic }: Place, fileName: string, fileId = newFileId()): string {
    return `/uploads/${isPublic ? "public" : "private"}/${companyId}/${fileId}/${safeFileName(fileName)}`;
  }

  /** Streams the content to disk, tells its kind, and puts it in place. What is too large or not taken leaves nothing behind. */
  async save(path: string, content: Readable): Promise<StoredFile> {
    const target = this.fileOf(path);
    const incoming = join(this.root, "incoming", randomBytes(12).toString("hex"));
    await mkdir(dirname(incoming), { recursive: true });
    try {
      await this.#receive(content, incoming);
      const fileName = path.slice(path.lastIndexOf("/") + 1);
      const kind = await mustBeTaken(incoming, fileName);
      const size = await tidied(incoming, kind);
      const named = withExtension(fileName, kind.extension);
      await mkdir(dirname(target), { recursive: true });
      await rename(incoming, join(dirname(target), named));
      return await this.#facts(`${path.slice(0, path.lastIndexOf("/"))}/${named}`, kind, size);
    } finally {
      await rm(incoming, { force: true });
    }
  }

  /** The file on disk; refuses anything that is not a path of ours. */
  fileOf(path: string): string {
    const [, kind, companyId, id, name] = pathForm.exec(path) ?? [];
    if (!placeOf(path) || !kind || !companyId || !id || !name || safeFileName(name) !== name) throw fail("NOT_FOUND");
    return join(this.root, kind, companyId, id, name);
  }

  async read(path: string): Promise<FileToSend> {
    const file = this.fileOf(path);
    const kind = await kindOf(file, path).catch(() => undefined);
    if (!kind) throw fail("NOT_FOUND");
    return await toSend(file, kind);
  }

  /** The picture at one of the widths it can be had in, made when first asked for. Other files are as they are. */
  async readAt(path: string, width: number): Promise<FileToSend> {
    const file = await this.read(path);
    if (!isRaster(file.kind)) return file;
    const [, , companyId = "", id = ""] = pathForm.exec(path) ?? [];
    const small = join(this.root, "resized", companyId, id, `${width}.webp`);
    if (!(await exists(small))) {
      const making = `${small}.${randomBytes(6).toString("hex")}`;
      await mkdir(dirname(small), { recursive: true });
      await shrink(this.fileOf(path), width, making);
      await rename(making, small);
    }
    return await toSend(small, webp);
  }

  /** A company's file by its id, or nothing. */
  async find(companyId: string, fileId: string): Promise<StoredFile | undefined> {
    for (const kind of kinds) {
      const [name] = await readdir(join(this.root, kind, companyId, fileId)).catch(() => []);
      if (name === undefined) continue;
      const path = `/uploads/${kind}/${companyId}/${fileId}/${name}`;
      const file = this.fileOf(path);
      const what = await kindOf(file, name);
      if (what) return await this.#facts(path, what, isRaster(what) ? await sizeOf(file) : { width: 0, height: 0 });
    }
    return undefined;
  }

  async #facts(path: string, kind: Kind, size: Size): Promise<StoredFile> {
    const [, , , fileId = "", fileName = ""] = pathForm.exec(path) ?? [];
    return { path, fileId, fileName, contentType: kind.type, size: (await stat(this.fileOf(path))).size, ...size };
  }

  async #receive(content: Readable, file: string): Promise<void> {
    let size = 0;
    const guard = guarded(this.limit, (bytes) => {
      size = bytes;
    });
    await pipeline(content, guard, createWriteStream(file, { mode: 0o600 }));
    if (size === 0) throw fail("PARAMS_INVALID", { field: "file", reason: "The file is empty." });
  }
}

/** Whose a path is, and whether everybody may see it. What belongs to no company (people's faces) is public. */
export function placeOf(path: string): Place | undefined {
  const match = pathForm.exec(path);
  if (!match || (match[2] === "0" && match[1] === "private")) return undefined;
  return { isPublic: match[1] === "public", companyId: match[2] as string };
}

async function mustBeTaken(file: string, name: string): Promise<Kind> {
  const kind = await kindOf(file, name);
  const reason = kind ? claimProblem(name, kind) : "This kind of file is not accepted. Send a picture, PDF, CSV, text or MP4.";
  if (!kind || reason) throw fail("PARAMS_INVALID", { field: "file", reason: reason ?? "" });
  return kind;
}

async function toSend(file: string, kind: Kind): Promise<FileToSend> {
  const found = await stat(file);
  return { kind, size: found.size, modified: found.mtime, stream: (start, end) => createReadStream(file, { start, end }) };
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

async function kindOf(file: string, name: string): Promise<Kind | undefined> {
  const handle = await open(file, "r");
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(headLength), 0, headLength, 0);
    return sniff(buffer.subarray(0, bytesRead), name);
  } finally {
    await handle.close();
  }
}
