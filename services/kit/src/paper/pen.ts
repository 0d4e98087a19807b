import { letterOf } from "./letters.ts";

/** Widths of Helvetica's letters from the space on, in thousandths of its size. */
const WIDTHS =
  "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584"
    .split(" ")
    .map(Number);
const OTHER = 600;
/** Bold letters are wider; by no more than this. */
const BOLD = 1.09;

/** Letters of the standard fonts that stand elsewhere in Unicode. */
const MOVED: Record<string, number> = { "€": 0x80, "…": 0x85, "‘": 0x91, "’": 0x92, "“": 0x93, "”": 0x94, "•": 0x95, "–": 0x96, "—": 0x97 };

const numberOf = (letter: string): number => letter.codePointAt(0) ?? 32;
/** Where the standard fonts have a letter, if they do. */
function codeOf(letter: string): number | undefined {
  const code = numberOf(letter);
  return MOVED[letter] ?? ((code >= 32 && code < 127) || (code >= 160 && code < 256) ? code : undefined);
}
const isStandard = (text: string): boolean => [...text].every((letter) => codeOf(letter) !== undefined);
const canWrite = (letter: string): boolean => codeOf(letter) !== undefined || letterOf(numberOf(letter)) !== undefined;

/** In one letter where Unicode has it, and without what nobody sees. */
const seen = (text: string): string =>
  text
    .normalize("NFC")
    .replaceAll(/\p{Cf}|\p{Variation_Selector}/gu, "")
    .replaceAll(/\s+/g, " ");

/** Pictures and signs, and what colors or frames them. */
const PICTURE = /[\p{So}\p{Sk}\p{Sm}\p{Me}\p{Extended_Pictographic}]/u;

/** A text without pictures and signs that cannot be drawn: it says the same. */
export const withoutPictures = (text: string): string =>
  isWritable(text)
    ? text
    : [...seen(text)]
        .filter((letter) => canWrite(letter) || !PICTURE.test(letter))
        .join("")
        .replaceAll(/ +/g, " ")
        .trim();

/** Whether there is a letter for each of a text. */
export const isWritable = (text: string): boolean => [...seen(text)].every(canWrite);

const named = (letter: string): string => `U+${numberOf(letter).toString(16).toUpperCase().padStart(4, "0")}`;

/** How the first letter of a text that there is none for is given, if there is such a one. */
export function numberedIn(text: string): string | undefined {
  const letter = [...seen(text)].find((one) => !canWrite(one));
  return letter && `[${named(letter)}]`;
}

/** A text as it can be written: letters that there are none for are their Unicode numbers, "[U+5F20 U+4E09]". */
export function writable(text: string): string {
  const parts = [...seen(text)];
  return parts
    .map((letter, at) => {
      if (canWrite(letter)) return letter;
      const [before, after] = [parts[at - 1], parts[at + 1]];
      return `${before && !canWrite(before) ? " " : "["}${named(letter)}${after && !canWrite(after) ? "" : "]"}`;
    })
    .join("");
}

/** Between the brackets that a PDF has around a text. */
export const quoted = (text: string): string =>
  [...text]
    .map((letter) => {
      const code = codeOf(letter) ?? 32;
      return code === 40 || code === 41 || code === 92 ? `\\${letter}` : code < 127 ? String.fromCharCode(code) : `\\${code.toString(8)}`;
    })
    .join("");
/** A text outside pages, with whatever letters. */
export const textOf = (text: string): string =>
  isStandard(text) && !/[^\x20-\x7e\xa0-\xff]/.test(text)
    ? `(${quoted(text)})`
    : `<feff${Buffer.from(text, "utf16le").swap16().toString("hex")}>`;

export function widthOf(text: string, size: number, bold: boolean): number {
  const letters = [...text];
  const sum = isStandard(text)
    ? letters.reduce((all, letter) => all + (WIDTHS[(codeOf(letter) ?? 0) - 32] ?? OTHER), 0) * (bold ? BOLD : 1)
    : letters.reduce((all, letter) => all + (letterOf(numberOf(letter))?.width ?? 0), 0);
  return (sum * size) / 1_000;
}

/** As many as one font of drawn letters has. */
const FONT = 200;
/** Drawn letters are bold by a line around them this thick, in thousandths of their size. */
const THICK = 36;

/** Remembers which letters it drew, for the fonts that a document needs then. A text is in one font: what the standard fonts lack a letter of is drawn. */
export class Pen {
  readonly #drawn = new Map<string, number>();

  /** What writes a text at a place. */
  write(text: string, x: number, y: number, size: number, bold: boolean): string {
    const at = `${x.toFixed(1)} ${y.toFixed(1)} Td`;
    if (isStandard(text)) return `BT /${bold ? "B" : "F"} ${size} Tf ${at} (${quoted(text)}) Tj ET`;
    const runs: { font: number; codes: number[] }[] = [];
    for (const letter of text) {
      const place = this.#placeOf(letter);
      const [font, code] = [Math.floor(place / FONT), (place % FONT) + 1];
      const last = runs.at(-1);
      if (last?.font === font) last.codes.push(code);
      else runs.push({ font, codes: [code] });
    }
    const shown = runs.map(({ font, codes }) => `/${bold ? "E" : "D"}${font} ${size} Tf <${Buffer.from(codes).toString("hex")}> Tj`);
    return `BT ${at} ${shown.join(" ")} ET`;
  }

  #placeOf(letter: string): number {
    const place = this.#drawn.get(letter) ?? this.#drawn.size;
    this.#drawn.set(letter, place);
    return place;
  }

  /** Each font of drawn letters, by the name that pages have for it. */
  fonts(add: (object: string, stream?: string) => number): { name: string; object: number }[] {
    const letters = [...this.#drawn.keys()];
    return Array.from({ length: Math.ceil(letters.length / FONT) }, (_, font) => letters.slice(font * FONT, (font + 1) * FONT)).flatMap(
      (some, font) => {
        const unicode = add("", toUnicode(some));
        return [false, true].map((bold) => ({ name: `${bold ? "E" : "D"}${font}`, object: add(fontOf(some, bold, unicode, add)) }));
      },
    );
  }
}

function fontOf(letters: readonly string[], bold: boolean, unicode: number, add: (object: string, stream?: string) => number): string {
  const outlines = letters.map((letter) => letterOf(numberOf(letter)) ?? { width: 0, path: "" });
  const drawn = outlines.map(({ width, path }) => add("", `${width} 0 d0 ${path && `${path} ${bold ? `${THICK} w 1 j B` : "f"}`}`));
  const names = letters.map((_, at) => `/g${at}`);
  const procs = names.map((name, at) => `${name} ${drawn[at]} 0 R`).join(" ");
  const shape = "/FontBBox [0 0 0 0] /FontMatrix [.001 0 0 .001 0 0] /Resources <<>>";
  const encoding = `/Encoding <</Type /Encoding /Differences [1 ${names.join(" ")}]>>`;
  const widths = `/FirstChar 1 /LastChar ${letters.length} /Widths [${outlines.map(({ width }) => width).join(" ")}]`;
  return `<</Type /Font /Subtype /Type3 ${shape} /CharProcs <<${procs}>> ${encoding} ${widths} /ToUnicode ${unicode} 0 R>>`;
}

/** So that what is drawn can be searched and copied as text. */
function toUnicode(letters: readonly string[]): string {
  const hex = (code: number) => code.toString(16).padStart(2, "0");
  const rows = letters.map((letter, at) => `<${hex(at + 1)}> <${Buffer.from(letter, "utf16le").swap16().toString("hex")}>`);
  const some = Array.from({ length: Math.ceil(rows.length / 100) }, (_, nth) => rows.slice(nth * 100, (nth + 1) * 100));
  return [
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
    "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def /CMapName /Letters def /CMapType 2 def",
    "1 begincodespacerange <00> <ff> endcodespacerange",
    ...some.map((part) => `${part.length} beginbfchar\n${part.join("\n")}\nendbfchar`),
    "endcmap CMapName currentdict /CMap defineresource pop end end",
  ].join("\n");
}
