import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extractText, getDocumentProxy, getResolvedPDFJS } from "unpdf";
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
/** One red point. */
const JPEG = [
  "/9j/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsN",
  "FBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAABAAEDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAA",
  "AAf/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABwj/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCBADJcb//Z",
].join("");
const photo = { width: 1, height: 1, jpeg: new Uint8Array(Buffer.from(JPEG, "base64")) };
const LETTER = { width: 612, height: 792 };
const A4 = { width: (210 / 25.4) * 72, height: (297 / 25.4) * 72 };

/** A picture as who reads the file has it: red, green, blue, and how much is seen where that is not all. */
type Decoded = { data: Uint8Array };
type Sheet = { width: number; height: number; marks: Mark[] };

async function written(...pages: Sheet[]): Promise<Uint8Array> {
  const texts = pages.flatMap(({ marks }) => marks.filter((mark) => mark.kind === "words"));
  return pdfOf("Stays Ł", pages, await fontsFor(texts, load));
}

const made = async (...pages: Sheet[]) => await getDocumentProxy(await written(...pages));

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
      { kind: "picture", area, radius: 0, picture: photo },
      { kind: "picture", area, radius: 6, picture: drawing },
      words("Under it", 5),
    ];
    const bytes = await written({ ...LETTER, marks });
    const content = Buffer.from(bytes).toString("latin1");
    expect(content).toContain(Buffer.from(photo.jpeg).toString("latin1"));
    expect(content.match(/\/SMask \d+ 0 R/g)).toHaveLength(1);
    const file = await getDocumentProxy(bytes);
    const page = await file.getPage(1);
    const { fnArray, argsArray } = await page.getOperatorList();
    const { OPS } = await getResolvedPDFJS();
    const pictures = argsArray.filter((_, nth) => fnArray[nth] === OPS.paintImageXObject).map(([name]) => name as string);
    expect(pictures).toHaveLength(2);
    const [red, clear] = await Promise.all(pictures.map((name) => new Promise<Decoded>((done) => page.objs.get(name, done))));
    expect([...(red?.data ?? [])].map((part) => Math.round(part / 10) * 10)).toEqual([200, 30, 30]);
    expect([...(clear?.data ?? [])]).toEqual([255, 0, 0, 128]);
    expect((await extractText(file, { mergePages: true })).text).toContain("Under it");
  },
  PATIENT,
);
