import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { pdfOf } from "./file.ts";
import { fontOf } from "./font.ts";
import { fontsFor, type Script } from "./letters.ts";
import type { Mark, Words } from "./marks.ts";

/** The reader of PDF files takes a while to begin. */
const PATIENT = 60_000;
const from = createRequire(import.meta.url);
const woff = (script: Script, bold = false) =>
  new Uint8Array(readFileSync(from.resolve(`@fontsource/inter/files/inter-${script}-${bold ? 700 : 400}-normal.woff`)));
const loaded: string[] = [];
const load = async (script: Script, bold: boolean) => {
  loaded.push(`${script} ${bold}`);
  return woff(script, bold);
};
const words = (text: string, nth: number, more: Partial<Words> = {}): Words => ({
  ...{ kind: "words", text, x: 40, baseline: 40 + nth * 20, width: undefined, size: 12, bold: false, color: [0, 0, 0], spaced: false },
  ...more,
});
const LETTER = { width: 612, height: 792 };
const A4 = { width: (210 / 25.4) * 72, height: (297 / 25.4) * 72 };

async function made(...pages: { width: number; height: number; marks: Mark[] }[]) {
  const texts = pages.flatMap(({ marks }) => marks.filter((mark) => mark.kind === "words"));
  return await getDocumentProxy(pdfOf("Stays Ł", pages, await fontsFor(texts, load)));
}

test(
  "names in Latin letters of any country, in Greek and in Cyrillic are text of the page, each of as many fonts as it needs",
  async () => {
    const names = ["Biscuit", "Łukasz Żółć", "Đặng Thị Ngọc", "Юлия Ёлкина", "Ωραία Ἀθηνᾶ", "Čeněk Őry", "Ğül İnci", "Ґанна"];
    const file = await made({ ...LETTER, marks: names.map((name, nth) => words(name, nth)) });
    const { text } = await extractText(file);
    expect(text[0]?.normalize("NFC").split("\n")).toEqual(names);
    expect(await file.getMetadata()).toMatchObject({ info: { Title: "Stays Ł" } });
  },
  PATIENT,
);

test(
  "pages have the size of their paper, in order",
  async () => {
    const file = await made({ ...A4, marks: [words("One", 0)] }, { ...A4, marks: [words("Two", 0, { bold: true })] });
    expect(file.numPages).toBe(2);
    expect((await file.getPage(2)).view.map((side) => Math.round(side * 100) / 100)).toEqual([0, 0, 595.28, 841.89]);
    expect((await extractText(file)).text).toEqual(["One", "Two"]);
  },
  PATIENT,
);

test(
  "only the scripts that are written with are loaded",
  async () => {
    loaded.length = 0;
    await made({ ...LETTER, marks: [words("Rex", 0), words("Юля", 1, { bold: true })] });
    expect(loaded).toEqual(["latin false", "cyrillic true"]);
    const fontFor = await fontsFor([{ text: "張 🐶 a", bold: false }], load);
    expect(["張", "🐶", "a"].map((letter) => fontFor(letter, false)?.name)).toEqual([undefined, undefined, "Inter-latin-Regular"]);
  },
  PATIENT,
);

test(
  "words are as wide as on the screen, and stand where they stood",
  async () => {
    const file = await made({ ...LETTER, marks: [words("Biscuit", 0, { width: 60 }), words("Miso", 3)] });
    const { items } = await (await file.getPage(1)).getTextContent();
    const [first, second] = items.flatMap((item) => ("str" in item && item.str.trim() ? [item] : []));
    expect([first?.str, Math.round(first?.width ?? 0), first?.transform.slice(4)]).toEqual(["Biscuit", 60, [40, 752]]);
    expect(second?.transform.slice(4)).toEqual([40, 692]);
  },
  PATIENT,
);

test("a letter has its outline and its width in the font that goes along, without what only lays letters out", () => {
  const packed = woff("latin");
  const font = fontOf("Inter", packed);
  const tables = Array.from({ length: font.file[5] ?? 0 }, (_, nth) =>
    String.fromCharCode(...font.file.slice(12 + 16 * nth, 16 + 16 * nth)),
  );
  expect(tables).toEqual(expect.arrayContaining(["glyf", "loca", "hmtx", "head"]));
  expect(tables).not.toContain("GPOS");
  expect([font.widthOf(font.glyphOf("i")) < font.widthOf(font.glyphOf("W")), font.glyphOf("Ю")]).toEqual([true, 0]);
  expect(() => fontOf("Inter", packed.slice(4))).toThrow("no TrueType font");
});

test(
  "pictures, bars and frames go along, a photo as it is and a drawing with what is clear in it",
  async () => {
    const area = { x: 10, y: 10, width: 20, height: 20 };
    const drawing = { width: 1, height: 1, colors: Uint8Array.of(255, 0, 0), seen: Uint8Array.of(128) };
    const marks: Mark[] = [
      { kind: "within", area, radius: 4 },
      { kind: "fill", area, radius: 0, color: [0, 0, 0] },
      { kind: "end" },
      { kind: "frame", area, radius: 6, color: [0.5, 0.5, 0.5], thick: 0.75 },
      { kind: "picture", area, radius: 6, picture: drawing },
      words("Under it", 5),
    ];
    const file = await made({ ...LETTER, marks });
    const { fnArray } = await (await file.getPage(1)).getOperatorList();
    expect(fnArray.length).toBeGreaterThan(10);
    expect((await extractText(file, { mergePages: true })).text).toContain("Under it");
  },
  PATIENT,
);
