/** CSV on bytes: a row knows where in the file it ends, so that a pass can stop and go on anywhere. Quotes as in RFC 4180, read tolerantly. */

export type Row = {
  cells: string[];
  /** Byte, from the start of the buffer, at which the next row begins. */
  end: number;
  /** An opening quote without a closing one: the line was read as it stands. */
  brokenQuote: boolean;
};

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
/** A quoted cell that runs on for longer than this has lost its closing quote. */
export const longestRow = 65_536;

/** The rows that are complete in the buffer; with `atEnd` also a last one without a line end. */
export function* rowsIn(bytes: Buffer, { delimiter, decode, atEnd }: Reading): Generator<Row> {
  const separator = delimiter.charCodeAt(0);
  let at = 0;
  while (at < bytes.length) {
    const end = endOfRow(bytes, at, separator);
    const tooLong = end === null && bytes.length - at >= longestRow;
    if (end === null && !atEnd && !tooLong) return;
    const broken = end === null && (tooLong || quotesIn(bytes, at, separator));
    const stop = end ?? (broken ? endOfLine(bytes, at) : bytes.length);
    const content = trimLineEnd(bytes, at, stop);
    yield { cells: broken ? decode(content).split(delimiter) : cellsOf(content, separator, decode), end: stop, brokenQuote: broken };
    at = stop;
  }
}

export type Reading = { delimiter: string; decode: (bytes: Uint8Array) => string; atEnd: boolean };

/** The byte after the row's line end; null when the buffer ends first. */
function endOfRow(bytes: Buffer, from: number, separator: number): number | null {
  let inQuotes = false;
  let cellStart = true;
  for (let i = from; i < bytes.length; i++) {
    const byte = bytes[i];
    if (inQuotes) {
      if (byte !== quote) continue;
      if (bytes[i + 1] === quote) i++;
      else inQuotes = false;
      if (i - from > longestRow) return null;
      continue;
    }
    if (byte === quote && cellStart) inQuotes = true;
    else if (byte === lineFeed) return i + 1;
    else if (byte === carriageReturn && bytes[i + 1] !== lineFeed && i + 1 < bytes.length) return i + 1;
    cellStart = byte === separator;
  }
  return null;
}

function endOfLine(bytes: Buffer, from: number): number {
  const feed = bytes.indexOf(lineFeed, from);
  return feed < 0 ? bytes.length : feed + 1;
}

/** Whether a quote was opened in this row and not closed before the buffer ended. */
function quotesIn(bytes: Buffer, from: number, separator: number): boolean {
  let inQuotes = false;
  let cellStart = true;
  for (let i = from; i < bytes.length; i++) {
    const byte = bytes[i];
    if (inQuotes) {
      if (byte === quote && bytes[i + 1] === quote) i++;
      else if (byte === quote) inQuotes = false;
      continue;
    }
    if (byte === quote && cellStart) inQuotes = true;
    cellStart = byte === separator;
  }
  return inQuotes;
}

function trimLineEnd(bytes: Buffer, from: number, to: number): Buffer {
  let end = to;
  while (end > from && (bytes[end - 1] === lineFeed || bytes[end - 1] === carriageReturn)) end--;
  return bytes.subarray(from, end);
}

function cellsOf(row: Buffer, separator: number, decode: (bytes: Uint8Array) => string): string[] {
  if (!row.includes(quote)) return decode(row).split(String.fromCharCode(separator));
  const cells: string[] = [];
  let at = 0;
  while (at <= row.length) {
    if (row[at] === quote) {
      const { text, next } = quoted(row, at, separator, decode);
      cells.push(text);
      at = next;
    } else {
      const found = row.indexOf(separator, at);
      const end = found < 0 ? row.length : found;
      cells.push(decode(row.subarray(at, end)));
      at = end + 1;
    }
  }
  return cells;
}

/** A quoted cell; what stands between its closing quote and the next separator belongs to it. */
function quoted(row: Buffer, from: number, separator: number, decode: (bytes: Uint8Array) => string): { text: string; next: number } {
  let end = from + 1;
  while (end < row.length && !(row[end] === quote && row[end + 1] !== quote)) end += row[end] === quote ? 2 : 1;
  const inside = decode(row.subarray(from + 1, end)).replaceAll('""', '"');
  const found = row.indexOf(separator, end + 1);
  const stop = found < 0 ? row.length : found;
  return { text: inside + decode(row.subarray(Math.min(end + 1, stop), stop)), next: stop + 1 };
}
