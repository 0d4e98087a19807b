import { describe, expect, test } from "vitest";
import { csvFile, csvOf } from "./csv.ts";

test.each([
  ["a formula", "=1+1", "'=1+1"],
  ["one that begins with a plus", "+SUM(A1)", "'+SUM(A1)"],
  ["one that begins with a minus", "-SUM(A1)", "'-SUM(A1)"],
  ["a command", "@cmd", "'@cmd"],
  ["a wide equals sign", "\uff1d1+1", "'\uff1d1+1"],
  ["a wide plus", "\uff0bSUM(A1)", "'\uff0bSUM(A1)"],
  ["a wide minus", "\uff0dSUM(A1)", "'\uff0dSUM(A1)"],
  ["a wide at sign", "\uff20cmd", "'\uff20cmd"],
  ["a small equals sign", "\ufe661+1", "'\ufe661+1"],
  ["a space before it", " =1+1", "' =1+1"],
  ["a space that does not break before it", "\u00a0=1+1", "'\u00a0=1+1"],
  ["what shows nothing before it", "\u200b\ufeff=1+1", "'\u200b\ufeff=1+1"],
  ["a zero byte before it", "\0=1+1", "'\0=1+1"],
  ["a semicolon, which ends a cell in half of the world", ";=1+1", ";'=1+1"],
  ["a semicolon further on", "x;=1+1", "x;'=1+1"],
  ["a semicolon and a space", "x; @cmd", "x;' @cmd"],
  ["a wide semicolon", "x\uff1b\uff1d1+1", "x\uff1b'\uff1d1+1"],
  ["two of them", "=1;;=1+1", "'=1;;'=1+1"],
  ["a tab, which ends a cell of a copied table", "\t=1+1", "\t'=1+1"],
  ["a second line", "x\n=1+1", `"x\n'=1+1"`],
  ["a second line of an old Mac", "x\r=1+1", `"x\r'=1+1"`],
])("what a spreadsheet could run is made text: %s", (_, cell, expected) => expect(csvOf([[cell]])).toBe(`${expected}\r\n`));

test.each([
  ["an amount", "-5.20"],
  ["a phone number", "+1 (206) 555-0142"],
  ["a sum in words", "1+1=2"],
  ["an address", "ann@example.test"],
  ["a word with a hyphen", "well-known"],
  ["a list", "Nails; Bath"],
  ["amounts side by side", "-5; -6"],
  ["nothing", ""],
])("anything else stays as it is: %s", (_, cell) => expect(csvOf([[cell]])).toBe(`${cell}\r\n`));

describe("a list as a file", () => {
  const rows = Array.from({ length: 7 }, (_, at) => `row ${at + 1}`);
  const all: Parameters<typeof csvFile<string>>[0] = {
    ...{ name: "rows", day: "2026-11-27", header: ["Row"] },
    read: async ({ limit, after }) => rows.slice(after ? rows.indexOf(after[0] ?? "") + 1 : 0).slice(0, limit),
    key: (row) => [row],
    line: (row) => [row],
  };
  const file = (bounds?: { largest: number; atOnce: number }) => csvFile(all, bounds);
  const whole = `\uFEFFRow\r\n${rows.map((row) => `${row}\r\n`).join("")}`;

  test.each([2, 7, 8])("is read to its end, %i at once", async (atOnce) => {
    expect(await file({ largest: 1_000, atOnce })).toEqual({ fileName: "rows-2026-11-27.csv", csv: whole, isCut: false });
  });

  test("ends where it would be too large, and says so", async () => {
    const { fileName, csv, isCut } = await file({ largest: Buffer.byteLength(whole) - 1, atOnce: 3 });
    expect([fileName, isCut, csv.split("\r\n").length]).toEqual(["rows-2026-11-27-first-6.csv", true, 8]);
  });

  test("ends while there is time to send it, and says so", async () => {
    const deadline = { until: performance.now() + 60_000 };
    const late = (row: string) => {
      if (row === "row 5") deadline.until = performance.now() + 14_000;
      return [row];
    };
    const { fileName, csv, isCut } = await csvFile({ ...all, ctx: { deadline }, line: late }, { largest: 1_000, atOnce: 3 });
    expect([fileName, isCut, csv.split("\r\n").length]).toEqual(["rows-2026-11-27-first-4.csv", true, 6]);
  });
});
