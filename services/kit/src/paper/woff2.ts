import { brotliDecompressSync } from "node:zlib";

// The outlines of a WOFF2 font (W3C, WOFF File Format 2.0) as paths of a PDF. A variable font is read as it is without any variation.

/** Width and path of a letter, in thousandths of its size. */
export type Outline = { width: number; path: string };
type Point = { x: number; y: number; on: boolean };
type Glyph = Point[][];

const TAGS: Record<number, string> = { 0: "cmap", 1: "head", 2: "hhea", 3: "hmtx", 10: "glyf", 11: "loca" };

class Reader {
  at = 0;
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
  u8 = (): number => this.bytes.readUInt8(this.at++);
  u16 = (): number => this.u8() * 256 + this.u8();
  i16 = (): number => (this.u16() << 16) >> 16;
  i8 = (): number => (this.u8() << 24) >> 24;
  u32 = (): number => this.u16() * 65_536 + this.u16();
  /** UIntBase128. */
  packed(): number {
    let value = 0;
    for (;;) {
      const byte = this.u8();
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  }
  /** 255UInt16. */
  short(): number {
    const code = this.u8();
    if (code === 253) return this.u16();
    return code === 255 ? this.u8() + 253 : code === 254 ? this.u8() + 506 : code;
  }
  take(length: number): Reader {
    this.at += length;
    return new Reader(this.bytes.subarray(this.at - length, this.at));
  }
}

type Table = { bytes: Buffer; changed: boolean };

function tablesOf(file: Buffer): (tag: string) => Table {
  const head = new Reader(file);
  if (head.take(4).bytes.toString() !== "wOF2") throw new Error("This is no WOFF2 font.");
  head.at = 12;
  const count = head.u16();
  head.at = 20;
  const size = head.u32();
  head.at = 48;
  const rows = Array.from({ length: count }, () => {
    const flags = head.u8();
    const known = flags & 63;
    const tag = known === 63 ? head.take(4).bytes.toString() : (TAGS[known] ?? "");
    const length = head.packed();
    const changed = (known === 10 || known === 11) === (flags >> 6 === 0);
    return { tag, changed, length: changed ? head.packed() : length };
  });
  const all = new Reader(brotliDecompressSync(file.subarray(head.at, head.at + size)));
  const tables = new Map(rows.map(({ tag, changed, length }) => [tag, { bytes: all.take(length).bytes, changed }]));
  return (tag) => {
    const table = tables.get(tag);
    if (!table) throw new Error(`The font has no ${tag}.`);
    return table;
  };
}

/** Which glyph each letter is: of the tables that Unicode has, formats 4 and 12. */
function glyphNumbers(cmap: Buffer): Map<number, number> {
  const head = new Reader(cmap);
  head.at = 2;
  const places = Array.from({ length: head.u16() }, () => [head.u32(), head.u32()][1] ?? 0);
  const found = new Map<number, number>();
  for (const place of places) {
    const table = new Reader(cmap);
    table.at = place;
    const format = table.u16();
    if (format === 12) {
      table.at = place + 12;
      for (let left = table.u32(); left > 0; left--) {
        const [from, to, first] = [table.u32(), table.u32(), table.u32()];
        for (let code = from; code <= to; code++) found.set(code, first + code - from);
      }
    } else if (format === 4) ofSegments(cmap, place, found);
  }
  return found;
}

function ofSegments(cmap: Buffer, place: number, found: Map<number, number>): void {
  const twice = cmap.readUInt16BE(place + 6);
  for (let at = 0; at < twice; at += 2) {
    const end = cmap.readUInt16BE(place + 14 + at);
    const start = cmap.readUInt16BE(place + 16 + twice + at);
    const delta = cmap.readUInt16BE(place + 16 + 2 * twice + at);
    const rangeAt = place + 16 + 3 * twice + at;
    const range = cmap.readUInt16BE(rangeAt);
    for (let code = start; code <= end && code < 0xffff; code++) {
      const glyph = range === 0 ? code : cmap.readUInt16BE(rangeAt + range + 2 * (code - start));
      if (glyph !== 0) found.set(code, (glyph + delta) & 0xffff);
    }
  }
}

/** How far a point is from the one before; in one to four bytes, as its flag says. */
function step(flag: number, data: Reader): { dx: number; dy: number } {
  const signed = (of: number, value: number) => (of & 1 ? value : -value);
  if (flag < 10) return { dx: 0, dy: signed(flag, ((flag & 14) << 7) + data.u8()) };
  if (flag < 20) return { dx: signed(flag, (((flag - 10) & 14) << 7) + data.u8()), dy: 0 };
  if (flag < 84) {
    const [high, low] = [flag - 20, data.u8()];
    return { dx: signed(flag, 1 + (high & 48) + (low >> 4)), dy: signed(flag >> 1, 1 + ((high & 12) << 2) + (low & 15)) };
  }
  if (flag < 120) {
    const high = flag - 84;
    const dx = signed(flag, 1 + (Math.floor(high / 12) << 8) + data.u8());
    return { dx, dy: signed(flag >> 1, 1 + (((high % 12) >> 2) << 8) + data.u8()) };
  }
  if (flag < 124) {
    const [first, middle, last] = [data.u8(), data.u8(), data.u8()];
    return { dx: signed(flag, (first << 4) + (middle >> 4)), dy: signed(flag >> 1, ((middle & 15) << 8) + last) };
  }
  return { dx: signed(flag, data.u16()), dy: signed(flag >> 1, data.u16()) };
}

/** A glyph made of others, each moved and perhaps scaled. */
function composed(parts: Reader, glyphs: readonly (Glyph | (() => Glyph))[]): { glyph: () => Glyph; instructed: boolean } {
  const placed: { of: number; scale: [number, number, number, number]; dx: number; dy: number }[] = [];
  const part = () => parts.i16() / 16_384;
  let flags = 0;
  do {
    flags = parts.u16();
    const of = parts.u16();
    const [dx, dy] = flags & 1 ? [parts.i16(), parts.i16()] : [parts.i8(), parts.i8()];
    const [one = 1, two = 0, three = 0, four = one] =
      flags & 8 ? [part()] : flags & 64 ? [part(), 0, 0, part()] : flags & 128 ? [part(), part(), part(), part()] : [];
    placed.push({ of, dx, dy, scale: [one, two, three, four] });
  } while (flags & 32);
  const glyph = () =>
    placed.flatMap(({ of, dx, dy, scale: [a, b, c, d] }) =>
      contoursOf(glyphs, of).map((contour) => contour.map(({ x, y, on }) => ({ x: a * x + c * y + dx, y: b * x + d * y + dy, on }))),
    );
  return { glyph, instructed: (flags & 256) !== 0 };
}

const contoursOf = (glyphs: readonly (Glyph | (() => Glyph))[], at: number): Glyph => {
  const glyph = glyphs[at] ?? [];
  return typeof glyph === "function" ? glyph() : glyph;
};

function glyphsOf({ bytes, changed }: Table): (at: number) => Glyph {
  if (!changed) throw new Error("Glyphs are read as WOFF2 packs them.");
  const head = new Reader(bytes);
  head.at = 4;
  const count = head.u16();
  head.at = 8;
  const sizes = Array.from({ length: 7 }, () => head.u32());
  const [contours, points, flags, data, parts] = sizes.map((size) => head.take(size)) as [Reader, Reader, Reader, Reader, Reader];
  const glyphs: (Glyph | (() => Glyph))[] = [];
  for (let at = 0; at < count; at++) {
    const many = contours.i16();
    if (many < 0) {
      const { glyph, instructed } = composed(parts, glyphs);
      if (instructed) data.short();
      glyphs.push(glyph);
      continue;
    }
    const ends = Array.from({ length: many }, () => points.short());
    let [x, y] = [0, 0];
    const glyph = ends.map((length) =>
      Array.from({ length }, () => {
        const flag = flags.u8();
        const { dx, dy } = step(flag & 127, data);
        x += dx;
        y += dy;
        return { x, y, on: flag < 128 };
      }),
    );
    if (many > 0) data.short();
    glyphs.push(glyph);
  }
  return (at) => contoursOf(glyphs, at);
}

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, on: true });

/** Curves of three points become ones of four, which is all that a PDF has. */
function drawn(contour: readonly Point[], scale: number): string {
  const say = (...points: Point[]) => points.map(({ x, y }) => `${Math.round(x * scale)} ${Math.round(y * scale)}`).join(" ");
  const [first, last] = [contour[0], contour.at(-1)];
  if (!first || !last) return "";
  const start = first.on ? first : last.on ? last : middle(first, last);
  const ops = [`${say(start)} m`];
  let [from, bend]: [Point, Point | undefined] = [start, undefined];
  const curve = (by: Point, to: Point) => {
    const toward = (end: Point): Point => ({ x: end.x + (2 * (by.x - end.x)) / 3, y: end.y + (2 * (by.y - end.y)) / 3, on: false });
    ops.push(`${say(toward(from), toward(to), to)} c`);
    from = to;
  };
  for (const point of [...contour.slice(first.on ? 1 : 0), start]) {
    if (bend) curve(bend, point.on ? point : middle(bend, point));
    else if (point.on) {
      ops.push(`${say(point)} l`);
      from = point;
    }
    bend = point.on ? undefined : point;
  }
  return `${ops.join(" ")} h`;
}

/** Looks letters of a font up by their Unicode number. */
export function outlinesOf(file: Buffer): (code: number) => Outline | undefined {
  const table = tablesOf(file);
  const scale = 1_000 / table("head").bytes.readUInt16BE(18);
  const metrics = table("hhea").bytes.readUInt16BE(34);
  const { bytes, changed } = table("hmtx");
  const widthOf = (glyph: number) => bytes.readUInt16BE(Math.min(glyph, metrics - 1) * (changed ? 2 : 4) + (changed ? 1 : 0)) * scale;
  const [numbers, glyph] = [glyphNumbers(table("cmap").bytes), glyphsOf(table("glyf"))];
  return (code) => {
    const at = numbers.get(code);
    if (at === undefined) return undefined;
    return {
      width: Math.round(widthOf(at)),
      path: glyph(at)
        .map((contour) => drawn(contour, scale))
        .join(" "),
    };
  };
}
