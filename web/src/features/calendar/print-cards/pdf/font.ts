import { unzlibSync } from "fflate";

// A font as a PDF takes it: the outlines of a WOFF file (W3C, WOFF File Format 1.0), how wide its letters are, and which of its glyphs each letter is.

export type Font = {
  name: string;
  /** A TrueType file with no more than drawing needs. */
  file: Uint8Array;
  /** 0 where it has no such letter. */
  glyphOf: (letter: string) => number;
  /** In thousandths of its size, as everything here. */
  widthOf: (glyph: number) => number;
  ascent: number;
  descent: number;
  box: readonly number[];
};

/** What draws letters; how they are put beside each other is known by then. */
const KEPT = ["cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep"];

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function tablesOf(woff: Uint8Array): Map<string, Uint8Array> {
  const view = viewOf(woff);
  if (view.getUint32(0) !== 0x774f4646 || view.getUint32(4) !== 0x00010000) throw new Error("no TrueType font in a WOFF file");
  const rows = Array.from({ length: view.getUint16(12) }, (_, nth): [string, Uint8Array] => {
    const at = 44 + nth * 20;
    const [offset, packed, length] = [view.getUint32(at + 4), view.getUint32(at + 8), view.getUint32(at + 12)];
    const bytes = woff.subarray(offset, offset + packed);
    return [String.fromCharCode(...woff.subarray(at, at + 4)), packed < length ? unzlibSync(bytes) : bytes];
  });
  return new Map(rows);
}

function trueType(tables: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const kept = KEPT.flatMap((tag) => (tables.has(tag) ? [{ tag, bytes: tables.get(tag) as Uint8Array }] : []));
  const whole = (length: number): number => Math.ceil(length / 4) * 4;
  const start = 12 + 16 * kept.length;
  const file = new Uint8Array(start + kept.reduce((sum, { bytes }) => sum + whole(bytes.length), 0));
  const view = viewOf(file);
  const power = Math.floor(Math.log2(kept.length));
  view.setUint32(0, 0x00010000);
  for (const [nth, value] of [kept.length, 16 * 2 ** power, power, 16 * (kept.length - 2 ** power)].entries())
    view.setUint16(4 + 2 * nth, value);
  let at = start;
  for (const [nth, { tag, bytes }] of kept.entries()) {
    const row = 12 + 16 * nth;
    file.set(new TextEncoder().encode(tag), row);
    view.setUint32(row + 8, at);
    view.setUint32(row + 12, bytes.length);
    file.set(bytes, at);
    at += whole(bytes.length);
  }
  return file;
}

/** Which glyph each letter is, of those that have two bytes in Unicode. */
function glyphNumbers(cmap: Uint8Array): Map<number, number> {
  const view = viewOf(cmap);
  const places = Array.from({ length: view.getUint16(2) }, (_, nth) => view.getUint32(4 + 8 * nth + 4));
  const place = places.find((one) => view.getUint16(one) === 4);
  const found = new Map<number, number>();
  if (place === undefined) return found;
  const twice = view.getUint16(place + 6);
  for (let at = 0; at < twice; at += 2) {
    const startAt = place + 16 + twice + at;
    const [end, start, delta] = [view.getUint16(place + 14 + at), view.getUint16(startAt), view.getUint16(startAt + twice)];
    const rangeAt = startAt + 2 * twice;
    const range = view.getUint16(rangeAt);
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      const glyph = range === 0 ? code : view.getUint16(rangeAt + range + 2 * (code - start));
      if (glyph !== 0) found.set(code, (glyph + delta) & 0xffff);
    }
  }
  return found;
}

export function fontOf(name: string, woff: Uint8Array): Font {
  const tables = tablesOf(woff);
  const table = (tag: string): DataView => {
    const bytes = tables.get(tag);
    if (!bytes) throw new Error(`font without ${tag}`);
    return viewOf(bytes);
  };
  const [head, hhea, hmtx] = [table("head"), table("hhea"), table("hmtx")];
  const scale = 1_000 / head.getUint16(18);
  const metrics = hhea.getUint16(34);
  const numbers = glyphNumbers(tables.get("cmap") ?? new Uint8Array(4));
  return {
    name,
    file: trueType(tables),
    glyphOf: (letter) => numbers.get(letter.codePointAt(0) ?? 0) ?? 0,
    widthOf: (glyph) => Math.round(hmtx.getUint16(Math.min(glyph, metrics - 1) * 4) * scale),
    ascent: Math.round(hhea.getInt16(4) * scale),
    descent: Math.round(hhea.getInt16(6) * scale),
    box: [36, 38, 40, 42].map((at) => Math.round(head.getInt16(at) * scale)),
  };
}
