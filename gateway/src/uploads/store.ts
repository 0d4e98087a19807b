import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { fail, Refusal } from "@leashline/kit/errors.ts";
import type { HeldUpload } from "@leashline/proto/leashline/account/v1/upload_state_service_pb.js";
import type { Scan } from "../file-content/clamd.ts";
import { guarded } from "../file-content/guarded.ts";
import { isRaster, type Size, shrink, sizeOf, tidied } from "../file-content/pictures.ts";
import { type Kind, sniff } from "../file-content/sniff.ts";
import { type ObjectStorage, onScratch } from "../object-storage/object-storage.ts";
import { newFileName, safeFileName, withExtension } from "./names.ts";
import type { UploadStates } from "./states.ts";
import { headLength, mustBeTaken } from "./taken.ts";

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
  /** It waits for the virus scanner; until then nobody opens it. */
  held: boolean;
}

export interface FileToSend {
  kind: Kind;
  size: number;
  modified: Date;
  stream: (from: number, to: number) => Promise<Readable>;
}

export interface FileStoreParts {
  storage: ObjectStorage;
  /** A folder of this machine for what is on its way. */
  scratch: string;
  limit: number;
  states: UploadStates;
  /** Without a scanner only the scanners' own test file counts as a virus. */
  scan?: Scan | undefined;
}

const kinds = ["public", "private"] as const;
const pathForm = /^\/uploads\/(public|private)\/(0|[1-9]\d{0,18})\/([0-9a-z]{20})\/([^/]{1,160})$/;
const webp: Kind = { type: "image/webp", extension: "webp" };
const noSize: Size = { width: 0, height: 0 };

/** 20 characters that nobody guesses; later ones sort after earlier ones. */
export const newFileId = (): string => `${Date.now().toString(36).padStart(9, "0")}${randomBytes(8).toString("hex")}`.slice(0, 20);

/** Files by their paths, kept in object storage under <public|private>/<company>/<id>/<name>; what waits for the scanner lies below held/. */
export class FileStore {
  readonly storage: ObjectStorage;
  readonly scratch: string;
  readonly limit: number;
  readonly states: UploadStates;
  readonly #scan: Scan | undefined;

  constructor({ storage, scratch, limit, states, scan }: FileStoreParts) {
    this.storage = storage;
    this.scratch = scratch;
    this.limit = limit;
    this.states = states;
    this.#scan = scan;
  }

  /** A path nobody has; the file may follow later by a presigned PUT. */
  newPath({ companyId, isPublic }: Place, fileName: string, fileId = newFileId()): string {
    return `/uploads/${isPublic ? "public" : "private"}/${companyId}/${fileId}/${newFileName(fileName)}`;
  }

  /** Takes the content in, tells its kind, has it scanned, and puts it in place. What is too large or not taken leaves nothing behind. */
  async save(path: string, content: Readable): Promise<StoredFile> {
    mustBeOurs(path);
    return await onScratch(this.scratch, async (file) => {
      await this.#receive(content, file);
      const kind = await mustBeTaken(file, nameOf(path));
      const verdict = (await this.#scan?.(file)) ?? { state: "clean" };
      if (verdict.state === "refused") throw fail("PARAMS_INVALID", { field: "file", reason: verdict.reason });
      if (verdict.state === "clean") return await this.#place(path, file, kind);
      const { size } = await stat(file);
      const named = namedAs(path, kind);
      await this.storage.put(`held/${keyOf(named)}`, file, kind.type);
      const held = factsOf(named, kind, size, noSize, true);
      await this.tell(placeOf(path)?.companyId ?? "0", held);
      return held;
    });
  }

  /** Says that a file is in place, or waits for the scanner. */
  async tell(companyId: string, { fileId, path, held }: StoredFile): Promise<void> {
    if (held) await this.states.hold(companyId, fileId, path);
    else await this.states.complete(companyId, fileId);
  }

  /** The file, or nothing where none is; refuses anything that is not a path of ours. */
  async read(path: string): Promise<FileToSend | undefined> {
    return await this.#toSend(keyOf(path), path);
  }

  /** The picture at one of the widths it can be had in, made when first asked for. Other files are as they are. */
  async readAt(path: string, width: number): Promise<FileToSend | undefined> {
    const file = await this.read(path);
    if (!file || !isRaster(file.kind)) return file;
    const [, , companyId, id] = pathForm.exec(path) ?? [];
    const small = `resized/${companyId}/${id}/${width}.webp`;
    const made = await this.#toSend(small, small);
    if (made) return made;
    const whole = await buffer(await file.stream(0, file.size - 1));
    await onScratch(this.scratch, async (scratch) => {
      await shrink(whole, width, scratch);
      await this.storage.put(small, scratch, webp.type);
    });
    return await this.#toSend(small, small);
  }

  /** A company's file by its id, or nothing. */
  async find(companyId: string, fileId: string): Promise<StoredFile | undefined> {
    for (const folder of [...kinds, ...kinds.map((kind) => `held/${kind}`)]) {
      const [entry] = await this.storage.list(`${folder}/${companyId}/${fileId}`);
      const file = entry && (await this.#toSend(entry.key, entry.key));
      if (!file) continue;
      const held = folder.startsWith("held/");
      const size = held || !isMeasured(file.kind) ? noSize : await sizeOf(await buffer(await file.stream(0, file.size - 1)));
      return factsOf(`/uploads/${entry.key.replace(/^held\//, "")}`, file.kind, file.size, size, held);
    }
    return undefined;
  }

  /** Nothing of a company's file is left: not its smaller pictures, nor parts of it, nor what waits for the scanner. */
  async discard(companyId: string, fileId: string): Promise<void> {
    const folders = [...kinds, ...kinds.map((kind) => `held/${kind}`), "resized", "parts"];
    for (const folder of folders) await this.storage.clear(`${folder}/${companyId}/${fileId}`);
  }

  /** Whether a company's file of this id is here already, waiting for the scanner or not. */
  async isThere(companyId: string, fileId: string): Promise<boolean> {
    const folders = [...kinds, ...kinds.map((kind) => `held/${kind}`)];
    const found = await Promise.all(folders.map((folder) => this.storage.list(`${folder}/${companyId}/${fileId}`)));
    return found.some((entries) => entries.length > 0);
  }

  /** Whether a file of this path waits for the scanner. */
  async isHeld(path: string): Promise<boolean> {
    const folder = keyOf(path).split("/").slice(0, 3).join("/");
    return (await this.storage.list(`held/${folder}`)).length > 0;
  }

  /** Shows the scanner what waits for it, until it is away again. Answers how many still wait. */
  async releaseHeld(): Promise<number> {
    const waiting = this.#scan ? await this.states.held() : [];
    for (const [at, one] of waiting.entries()) if (!(await this.#release(one))) return waiting.length - at;
    return 0;
  }

  async #release({ companyId, fileId, path }: HeldUpload): Promise<boolean> {
    const key = `held/${keyOf(path)}`;
    return await onScratch(this.scratch, async (file) => {
      const found = await this.storage.open(key, 0);
      // Another gateway was quicker, and may have ended before it said so.
      if (found) {
        await pipeline(found.bytes, createWriteStream(file, { mode: 0o600 }));
        const verdict = (await this.#scan?.(file)) ?? { state: "away" };
        if (verdict.state === "away") return false;
        const refused = verdict.state === "refused" ? verdict.reason : await this.#placed(path, file);
        if (refused) await this.states.refuse(companyId, fileId, refused);
        await this.storage.clear(key.slice(0, key.lastIndexOf("/")));
      }
      await this.states.complete(companyId, fileId);
      return true;
    });
  }

  /** Why it cannot be kept after all, or nothing: it is in its place then. What waits behind it does not wait for it. */
  async #placed(path: string, file: string): Promise<string> {
    try {
      await this.#place(path, file, await mustBeTaken(file, nameOf(path)));
      return "";
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return error.options.reason ?? error.message;
    }
  }

  async #place(path: string, file: string, kind: Kind): Promise<StoredFile> {
    const size = await tidied(file, kind);
    const named = namedAs(path, kind);
    const { size: bytes } = await stat(file);
    await this.storage.put(keyOf(named), file, kind.type);
    return factsOf(named, kind, bytes, size, false);
  }

  async #toSend(key: string, name: string): Promise<FileToSend | undefined> {
    const head = await this.storage.open(key, 0, headLength - 1);
    const kind = head && (await sniff(await buffer(head.bytes), name));
    if (!kind) return undefined;
    const stream = async (from: number, to: number): Promise<Readable> => {
      const opened = await this.storage.open(key, from, to);
      if (!opened) throw fail("NOT_FOUND");
      return opened.bytes;
    };
    return { kind, size: head.size, modified: head.modified, stream };
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

/** Where a file lies; refuses anything that is not a path of ours. */
function keyOf(path: string): string {
  if (!placeOf(path) || safeFileName(nameOf(path)) !== nameOf(path)) throw fail("NOT_FOUND");
  return path.slice("/uploads/".length);
}

const mustBeOurs = (path: string): void => void keyOf(path);
const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
const namedAs = (path: string, { extension }: Kind): string =>
  `${path.slice(0, path.lastIndexOf("/"))}/${withExtension(nameOf(path), extension)}`;
const isMeasured = (kind: Kind): boolean => isRaster(kind) || kind.type === "image/gif";

function factsOf(path: string, kind: Kind, size: number, sides: Size, held: boolean): StoredFile {
  const [, , , fileId = "", fileName = ""] = pathForm.exec(path) ?? [];
  return { path, fileId, fileName, contentType: kind.type, size, ...sides, held };
}
