import { fail, type Tx } from "@leashline/kit";
import { ImportStatus } from "@leashline/proto/leashline/customer/v1/import_pb.js";
import type { DB, Db } from "../db.ts";
import { deleteChunks, insertChunk, readBytes, updateImport } from "./import.store.ts";
import type { ImportRow } from "./import.ts";
import { type Encoding, encodingOf, markOf, Utf8Watch } from "./reading/bytes.ts";
import { rowsIn } from "./reading/csv.ts";
import { delimiterOf, type Format, formatOf, guessMapping } from "./reading/detect.ts";

const window = 1024 * 1024;
const sampleRows = 200;
/** More than any list of clients has: each is looked at, kept and shown. */
const mostColumns = 500;
const notCsv = "This is not a CSV file. Save the list as CSV and choose that file.";
const tooManyColumns = `at most ${mostColumns} columns; is this a file of comma separated values?`;

/** Turns bytes of a stored file into text. A file in UTF-16 is stored anew as UTF-8 when it is recognised, so that rows end at bytes. */
export function decoderOf(encoding: Encoding): (bytes: Uint8Array) => string {
  const decoder = new TextDecoder(encoding === "windows-1252" ? "windows-1252" : "utf-8", { ignoreBOM: true });
  return (bytes) => decoder.decode(bytes);
}

async function* piecesOf(db: Db, importId: string, total: bigint): AsyncGenerator<Buffer> {
  for (let at = 0n; at < total; at += BigInt(window)) yield await readBytes(db, importId, at, window);
}

/** Recognises a file that is complete: encoding, delimiter, header, columns, and a guess of what they hold. */
export async function recognise(tx: Tx<DB>, row: ImportRow): Promise<ImportRow> {
  const watch = new Utf8Watch();
  let start: Buffer = Buffer.alloc(0);
  for await (const piece of piecesOf(tx.db, row.id, BigInt(row.totalBytes))) {
    if (start.length === 0) start = piece;
    watch.feed(piece);
  }
  const encoding = encodingOf(start, watch.valid);
  const stored = encoding.startsWith("utf-16") ? await transcode(tx, row, encoding) : row;
  const begin = encoding.startsWith("utf-16") ? await readBytes(tx.db, row.id, 0n, window) : start;
  const format = recogniseRows(begin, encoding, BigInt(stored.totalBytes), tx.ctx.caller.country);
  return await updateImport(tx.db, row.id, { status: ImportStatus.READY, format, mapping: guessMapping(format) });
}

/** Bytes that no text has; of a picture or a spreadsheet's own file they are a good part. */
function isBinary(begin: Buffer): boolean {
  let odd = 0;
  for (const byte of begin) if (byte < 9 || (byte > 13 && byte < 27)) odd++;
  return odd * 100 > begin.length || begin.subarray(0, 5).toString("latin1") === "%PDF-";
}

function recogniseRows(begin: Buffer, encoding: Encoding, total: bigint, country: string): Format {
  if (isBinary(begin)) throw fail("PARAMS_INVALID", { field: "content", reason: notCsv });
  const decode = decoderOf(encoding);
  const content = begin.subarray(markOf(begin).encoding === "utf-8" ? 3 : 0);
  const atEnd = BigInt(begin.length) >= total;
  const delimiter = delimiterOf(content, decode, atEnd);
  const rows: string[][] = [];
  for (const { cells } of rowsIn(content, { delimiter, decode, atEnd })) {
    if (cells.length > mostColumns) throw fail("PARAMS_INVALID", { field: "content", reason: tooManyColumns });
    if (cells.some((cell) => cell.trim() !== "")) rows.push(cells);
    if (rows.length >= sampleRows) break;
  }
  return formatOf(encoding, delimiter, rows, country);
}

async function transcode(tx: Tx<DB>, row: ImportRow, encoding: Encoding): Promise<ImportRow> {
  const decoder = new TextDecoder(encoding);
  const pieces: Buffer[] = [];
  for await (const piece of piecesOf(tx.db, row.id, BigInt(row.totalBytes)))
    pieces.push(Buffer.from(decoder.decode(piece, { stream: true })));
  pieces.push(Buffer.from(decoder.decode()));
  await deleteChunks(tx.db, row.id);
  let at = 0n;
  for (const piece of pieces) {
    if (piece.length === 0) continue;
    await insertChunk(tx.db, row.id, at, piece);
    at += BigInt(piece.length);
  }
  return await updateImport(tx.db, row.id, { totalBytes: at.toString(), receivedBytes: at.toString() });
}
