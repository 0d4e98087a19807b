import type { Listed } from "./object-storage.ts";

/** One page of a bucket's list (ListObjectsV2), and the token of the next if there is one. */
export interface BucketPage {
  entries: Listed[];
  next: string | undefined;
}

const marks: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Reads the flat XML that S3 answers a list with. */
export function readBucketPage(xml: string): BucketPage {
  const byUrl = textOf(xml, "EncodingType") === "url";
  const entries = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, one = ""]) => ({
    key: keyOf(textOf(one, "Key"), byUrl),
    size: Number(textOf(one, "Size")),
    modified: new Date(textOf(one, "LastModified")),
  }));
  const more = textOf(xml, "IsTruncated") === "true";
  return { entries, next: more ? textOf(xml, "NextContinuationToken") : undefined };
}

const keyOf = (text: string, byUrl: boolean): string => (byUrl ? decodeURIComponent(text.replaceAll("+", " ")) : text);

function textOf(xml: string, tag: string): string {
  const [, raw = ""] = new RegExp(`<${tag}>(.*?)</${tag}>`, "s").exec(xml) ?? [];
  return raw.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, number?: string, name?: string) => {
    if (name) return marks[name] ?? whole;
    return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(number));
  });
}
