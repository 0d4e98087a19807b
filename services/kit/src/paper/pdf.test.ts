import { expect, test } from "vitest";
import { pageText } from "../../test/page-text.ts";
import { isWritable, pdfOf } from "./pdf.ts";

test("names in Latin letters of any country, in Greek and in Cyrillic stand on the page as they are written", () => {
  const names = ["Łukasz Żółć", "Đặng Thị Ngọc", "Юлия Ёлкина", "Ωραία Ἀθηνᾶ", "Čeněk Őry", "Ğül İnci", "₱120 · ₫5"];
  const pdf = pdfOf("Łukasz", [...names.map((text) => ({ text })), { text: "Łódź", right: "Ω", bold: true }]);
  expect(pageText(pdf).split("\n")).toEqual([...names, "Łódź", "Ω"]);
  expect(pdf.toString("latin1")).toContain(`/Title <feff${Buffer.from("Łukasz", "utf16le").swap16().toString("hex")}>`);
});

test("each drawn letter has a shape and a width; bold ones are as wide and thicker", () => {
  const file = pdfOf("", [{ text: "Ł" }, { text: "Ł", bold: true }]).toString("latin1");
  const shapes = [...file.matchAll(/^(\d+) 0 d0 (.*)$/gm)].map(([, width, path = ""]) => [
    Number(width),
    path.slice(0, 20),
    path.slice(-8),
  ]);
  expect(shapes).toEqual([
    [595, "547 0 m 117 0 l 117 ", " 0 l h f"],
    [595, "547 0 m 117 0 l 117 ", " w 1 j B"],
  ]);
});

test("what there is no letter for is its number, and the page says so and where it is whole", () => {
  const pdf = pdfOf("張三", [{ text: "Client: 張三 (Zhang)" }], { name: "evidence.json", content: Buffer.from("{}") });
  const [first, ...rest] = pageText(pdf).split("\n");
  expect(first).toBe("Client: [U+5F35 U+4E09] \\(Zhang\\)");
  expect(rest.join(" ")).toContain(
    "given by their Unicode numbers, such as [U+5F35]. evidence.json, attached to this file, has them as they were written.",
  );
  expect([isWritable("張"), isWritable("Ł ₱ é ?")]).toEqual([false, true]);
  expect(pageText(pdfOf("", [{ text: "What? Zoë’s" }]))).not.toContain("Unicode");
});

test("pictures and signs are left out of a paper for a client, and given by number where the words are proof", () => {
  const blocks = [{ text: "Thanks 🐶👩🏽‍🦰 from ★ Rex ❤️ 1️⃣!", right: "✓ $5" }];
  const shown = pageText(pdfOf("", blocks));
  expect(shown).toContain("Thanks from Rex 1!");
  expect(shown).toContain("$5");
  expect(shown).not.toMatch(/Unicode|U\+/);
  expect(pageText(pdfOf("", blocks, { name: "evidence.json", content: Buffer.from("{}") }))).toContain("[U+1F436");
  expect(pageText(pdfOf("", [{ text: "張三 🐶" }]))).toContain("such as [U+5F35].");
});

test("letters beyond what one font holds go on in a second one", () => {
  const text = Array.from({ length: 250 }, (_, at) => String.fromCodePoint(0x0400 + at))
    .filter((letter) => isWritable(letter))
    .join("");
  const greek = Array.from({ length: 60 }, (_, at) => String.fromCodePoint(0x03b1 + at))
    .filter((letter) => isWritable(letter))
    .join("");
  const found = pageText(pdfOf("", [{ text: `${text}${greek}`, size: 4 }])).replaceAll("\n", "");
  expect(found).toBe(`${text}${greek}`);
  expect([...found].length).toBeGreaterThan(200);
});

test("the offsets of a document lead to its objects", () => {
  const file = pdfOf("Ł", [{ text: "Łódź" }, { drawing: "M 1 1 L 9 9" }]).toString("latin1");
  const start = Number(/startxref\n(\d+)/.exec(file)?.[1]);
  expect(file.slice(start, start + 4)).toBe("xref");
  const offsets = [...file.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at));
  for (const [at, offset] of offsets.entries()) expect(file.slice(offset, offset + `${at + 1} 0 obj`.length)).toBe(`${at + 1} 0 obj`);
});
