import { csvOf } from "@leashline/kit/csv.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodingOf, Utf8Watch } from "./bytes.ts";
import { longestRow, rowsIn } from "./csv.ts";

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const read = (text: string, delimiter = ",", atEnd = true) => [...rowsIn(Buffer.from(text), { delimiter, decode, atEnd })];
const cells = (text: string, delimiter = ",") => read(text, delimiter).map((row) => row.cells);

describe("rows of a file", () => {
  test.each([
    [
      "plain",
      "a,b\nc,d\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "no line end at the end",
      "a,b\nc,d",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "Windows line ends",
      "a,b\r\nc,d\r\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "old Mac line ends",
      "a,b\rc,d",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ["quotes hold commas, quotes and line ends", 'a,"b, ""c""\nd",e\n', [["a", 'b, "c"\nd', "e"]]],
    ["a quote inside a word is a letter", 'Lil" Bean,x\n', [['Lil" Bean', "x"]]],
    ["what follows a closing quote belongs to the cell", '"a"b,c\n', [["ab", "c"]]],
    ["empty cells stay", ",,\n", [["", "", ""]]],
  ])("%s", (_, text, rows) => expect(cells(text)).toEqual(rows));

  test("a quote that is never closed costs its own line only", () => {
    const rows = read('a,"b\nc,d\ne,f\n');
    expect(rows.map((r) => [r.brokenQuote, r.cells.length])).toEqual([
      [true, 2],
      [false, 2],
      [false, 2],
    ]);
  });

  test("an incomplete row waits for more bytes, unless it is too long to be one", () => {
    expect(read("a,b\nc,", ",", false).map((r) => r.end)).toEqual([4]);
    const endless = `"${"x".repeat(longestRow)}`;
    expect(read(`${endless}\nz`, ",", false)[0]).toMatchObject({ brokenQuote: true });
  });

  test("what is written can be read back, cut anywhere", () => {
    // What could begin a formula, in wide letters too, is written with an apostrophe before it.
    const cell = fc.string({ unit: "grapheme", maxLength: 12 }).filter((s) => !/[=+\-@\t;]/.test(s.normalize("NFKC")));
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 6 }), fc.nat(), (table, cutAt) => {
        const bytes = Buffer.from(csvOf(table));
        const reading = { delimiter: ",", decode };
        const cut = cutAt % (bytes.length + 1);
        const first = [...rowsIn(bytes.subarray(0, cut), { ...reading, atEnd: false })];
        const from = first.at(-1)?.end ?? 0;
        const rest = [...rowsIn(bytes.subarray(from), { ...reading, atEnd: true })];
        const whole = [...rowsIn(bytes, { ...reading, atEnd: true })].map((r) => r.cells);
        expect([...first, ...rest].map((r) => r.cells)).toEqual(whole);
        if (!table.flat().some((c) => /\r/.test(c))) expect(whole).toEqual(table);
      }),
    );
  });

  test("a cell that a spreadsheet would run is defused", () => {
    expect(csvOf([["=1+1", "-5.20", "@x", "a"]])).toBe("'=1+1,-5.20,'@x,a\r\n");
  });
});

describe("encodings", () => {
  test.each([
    ["utf-8", Buffer.from("Seán")],
    ["windows-1252", Buffer.from("Sean\xe1n Caf\xe9, x", "latin1")],
    ["utf-16le", Buffer.from("\ufeffName,Pet\n", "utf16le")],
    ["utf-16le", Buffer.from("Name,Pet\nA,B\n", "utf16le")],
  ])("%s is recognised", (encoding, bytes) => {
    const watch = new Utf8Watch();
    watch.feed(bytes);
    expect(encodingOf(bytes, watch.valid)).toBe(encoding);
  });

  test("UTF-8 is UTF-8 however it is cut into pieces", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), fc.nat(), (text, cutAt) => {
        const bytes = Buffer.from(text);
        const cut = cutAt % (bytes.length + 1);
        const watch = new Utf8Watch();
        watch.feed(bytes.subarray(0, cut));
        watch.feed(bytes.subarray(cut));
        expect(watch.valid).toBe(true);
      }),
    );
  });
});
