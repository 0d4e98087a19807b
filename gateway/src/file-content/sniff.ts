/** A kind of file we take, told from its first bytes. */
export interface Kind {
  readonly type: string;
  readonly extension: string;
}

const ascii = (bytes: Uint8Array, from: number, to: number): string => Buffer.from(bytes.subarray(from, to)).toString("latin1");
const starts = (bytes: Uint8Array, ...prefix: number[]): boolean => prefix.every((byte, index) => bytes[index] === byte);

const brands: Readonly<Record<string, Kind>> = {
  avif: { type: "image/avif", extension: "avif" },
  avis: { type: "image/avif", extension: "avif" },
  heic: { type: "image/heic", extension: "heic" },
  heix: { type: "image/heic", extension: "heic" },
  mif1: { type: "image/heic", extension: "heic" },
  isom: { type: "video/mp4", extension: "mp4" },
  iso2: { type: "video/mp4", extension: "mp4" },
  mp41: { type: "video/mp4", extension: "mp4" },
  mp42: { type: "video/mp4", extension: "mp4" },
  avc1: { type: "video/mp4", extension: "mp4" },
  "qt  ": { type: "video/quicktime", extension: "mov" },
};

/** undefined for a kind that is not taken. The name is asked only to tell CSV from other text. */
export function sniff(head: Uint8Array, fileName: string): Kind | undefined {
  if (starts(head, 0x89, 0x50, 0x4e, 0x47)) return { type: "image/png", extension: "png" };
  if (starts(head, 0xff, 0xd8, 0xff)) return { type: "image/jpeg", extension: "jpg" };
  if (ascii(head, 0, 4) === "GIF8") return { type: "image/gif", extension: "gif" };
  if (ascii(head, 0, 4) === "RIFF" && ascii(head, 8, 12) === "WEBP") return { type: "image/webp", extension: "webp" };
  if (ascii(head, 0, 5) === "%PDF-") return { type: "application/pdf", extension: "pdf" };
  if (ascii(head, 4, 8) === "ftyp") return brands[ascii(head, 8, 12)];
  return textKind(head, fileName);
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
