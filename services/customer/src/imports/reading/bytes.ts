import { isUtf8 } from "node:buffer";

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** Which mark a file begins with, and how long it is. */
export function markOf(start: Uint8Array): { encoding: Encoding | null; length: number } {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return { encoding: "utf-8", length: 3 };
  if (start[0] === 0xff && start[1] === 0xfe) return { encoding: "utf-16le", length: 2 };
  if (start[0] === 0xfe && start[1] === 0xff) return { encoding: "utf-16be", length: 2 };
  return { encoding: null, length: 0 };
}

/** Bytes at the end that begin a character of UTF-8 without ending it. */
function dangling(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}

/** Watches pieces of a file go by and says whether all of it is UTF-8. */
export class Utf8Watch {
  #rest: Uint8Array = new Uint8Array();
  #valid = true;

  feed(piece: Uint8Array): void {
    if (!this.#valid) return;
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, piece]) : piece;
    const cut = bytes.length - dangling(bytes);
    this.#valid = isUtf8(bytes.subarray(0, cut));
    this.#rest = Buffer.from(bytes.subarray(cut));
  }

  get valid(): boolean {
    return this.#valid && this.#rest.length === 0;
  }
}

/** Without a mark: zero bytes on every other place are UTF-16; what is not UTF-8 is read as Windows-1252, which has a letter for every byte. */
export function encodingOf(start: Uint8Array, allUtf8: boolean): Encoding {
  const { encoding } = markOf(start);
  if (encoding) return encoding;
  const sample = start.subarray(0, 2_000);
  const zeros = (parity: number): number => sample.filter((byte, index) => index % 2 === parity && byte === 0).length;
  if (sample.length >= 8 && zeros(1) > sample.length / 4) return "utf-16le";
  if (sample.length >= 8 && zeros(0) > sample.length / 4) return "utf-16be";
  return allUtf8 ? "utf-8" : "windows-1252";
}
