import { fileTypeFromBuffer } from "file-type";

/** A kind of file we take, told from its first bytes. */
export interface Kind {
  readonly type: string;
  readonly extension: string;
}

const taken: Readonly<Record<string, Kind>> = {
  "image/png": { type: "image/png", extension: "png" },
  "image/apng": { type: "image/png", extension: "png" },
  "image/jpeg": { type: "image/jpeg", extension: "jpg" },
  "image/gif": { type: "image/gif", extension: "gif" },
  "image/webp": { type: "image/webp", extension: "webp" },
  "image/avif": { type: "image/avif", extension: "avif" },
  "image/heic": { type: "image/heic", extension: "heic" },
  "image/heif": { type: "image/heic", extension: "heic" },
  "video/mp4": { type: "video/mp4", extension: "mp4" },
  "video/x-m4v": { type: "video/mp4", extension: "mp4" },
  "video/quicktime": { type: "video/quicktime", extension: "mov" },
  "application/pdf": { type: "application/pdf", extension: "pdf" },
};

/** undefined for a kind that is not taken. The name is asked only to tell CSV from other text. */
export async function sniff(head: Uint8Array, fileName: string): Promise<Kind | undefined> {
  const found = await fileTypeFromBuffer(head);
  return (found && taken[found.mime]) ?? textKind(head, fileName);
}

function textKind(head: Uint8Array, fileName: string): Kind | undefined {
  const text = decoded(head);
  if (text === undefined) return undefined;
  const start = text.trimStart().slice(0, 500).toLowerCase();
  if (/^(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)?(<!doctype svg[^>]*>\s*)?<svg[\s>]/.test(start))
    return { type: "image/svg+xml", extension: "svg" };
  if (start.startsWith("<")) return undefined;
  return /\.csv$/i.test(fileName) ? { type: "text/csv", extension: "csv" } : { type: "text/plain", extension: "txt" };
}

/** The text, when every byte is text. The last character may be cut by the end of the head. */
function decoded(head: Uint8Array): string | undefined {
  if (head.length === 0 || head.includes(0)) return undefined;
  for (let cut = 0; cut < 4 && cut < head.length; cut++) {
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(head.subarray(0, head.length - cut));
    } catch {
      // Maybe a character is cut in two: try with less.
    }
  }
  return undefined;
}
