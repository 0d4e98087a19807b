import { fail } from "@leashline/kit";
import type { EvidenceKind } from "../provider/provider.ts";

/**
 * As much as all files of an answer may be together, in bytes. The first provider documents 5 MB and refuses from about 4.5 MB on, with the answer instead of
 * with the file; the second takes more.
 */
export const MOST_BYTES = 4_500_000;

const starts: Readonly<Record<string, Buffer>> = {
  "application/pdf": Buffer.from("%PDF-"),
  "image/jpeg": Buffer.from([0xff, 0xd8, 0xff]),
  "image/png": Buffer.from([0x89, 0x50, 0x4e, 0x47]),
};

const isTaken = ({ contentType, content }: Pick<NewFile, "contentType" | "content">): boolean => {
  const start = starts[contentType];
  return start?.equals(content.subarray(0, start.length)) === true;
};

/** What files of an answer are, all by kind; in bytes. */
export type Attached = { kind: EvidenceKind; size: number };
export type NewFile = { kind: EvidenceKind; contentType: string; content: Uint8Array };

const refused = (reason: string) => fail("PARAMS_INVALID", { field: "path", reason });

/** Throws why a file cannot be attached beside those that are: its kind of content, or its size. It takes the place of another of its kind. */
export function mustFit(attached: readonly Attached[], { kind, contentType, content }: NewFile): void {
  if (!isTaken({ contentType, content })) throw refused("must be a PDF, or a JPEG or PNG picture");
  const others = attached.filter((one) => one.kind !== kind).reduce((sum, { size }) => sum + size, 0);
  if (others + content.length > MOST_BYTES) throw refused("must be at most 4.5 MB together with the other files");
}

/** The end of a path, which is the file's name. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
