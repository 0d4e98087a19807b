import type { Db } from "../db.ts";
import { decoderOf } from "./import.file.ts";
import { readBytes } from "./import.store.ts";
import type { ImportRow } from "./import.ts";
import { markOf } from "./reading/bytes.ts";
import { longestRow, rowsIn } from "./reading/csv.ts";
import { type Draft, draftOf } from "./reading/draft.ts";

const window = 4 * longestRow;

export type Batch = { drafts: Draft[]; next: bigint; rows: number; atEnd: boolean };

/** The next rows of the file from a place on, read into drafts. Rows are numbered as a person counts lines of the sheet. */
export async function readBatch(
  db: Db,
  row: Pick<ImportRow, "id" | "format" | "mapping" | "totalBytes" | "weightUnit">,
  from: { byte: bigint; rowsBefore: number },
  most: number,
  country: string,
): Promise<Batch> {
  const bytes = await readBytes(db, row.id, from.byte, window);
  const atEnd = from.byte + BigInt(bytes.length) >= BigInt(row.totalBytes);
  const skip = from.byte === 0n && markOf(bytes).encoding === "utf-8" ? 3 : 0;
  const reading = { delimiter: row.format.delimiter, decode: decoderOf(row.format.encoding), atEnd };
  const { format, mapping, weightUnit } = row;
  const reader = { format, mapping, country, thisYear: new Date().getUTCFullYear(), weightUnit };
  const header = row.format.hasHeader ? 1 : 0;
  const drafts: Draft[] = [];
  let end = 0;
  let isHeader = from.byte === 0n && header === 1;
  for (const { cells, end: rowEnd, brokenQuote } of rowsIn(bytes.subarray(skip), reading)) {
    end = rowEnd + skip;
    if (isHeader) {
      isHeader = cells.every((cell) => cell.trim() === "");
      continue;
    }
    drafts.push(draftOf(cells, from.rowsBefore + drafts.length + 1 + header, reader, brokenQuote));
    if (drafts.length >= most) break;
  }
  const next = from.byte + BigInt(end);
  return { drafts, next, rows: drafts.length, atEnd: next >= BigInt(row.totalBytes) || (atEnd && end === 0) };
}
