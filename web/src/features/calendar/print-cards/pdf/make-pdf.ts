import type { Paper } from "../sheets/paper-sizes.ts";
import { pdfOf } from "./file.ts";
import { type FontFor, fontsFor } from "./letters.ts";
import type { Mark, Words } from "./marks.ts";
import { lettersDrawn } from "./pictures.ts";
import { readSheet } from "./reading.ts";

const POINTS = 72;
/** Pixels of the screen for a point of the page. */
const PIXELS = 96 / 72;

const isWords = (mark: Mark): mark is Words => mark.kind === "words";

/** Words stay words; where a letter of them is in none of our fonts, they are a picture of what the screen shows. */
function asWritten(mark: Mark, fontFor: FontFor): Mark {
  if (!isWords(mark) || mark.width === undefined || [...mark.text].every((letter) => fontFor(letter, mark.bold))) return mark;
  const { text, x, baseline, width, size, bold } = mark;
  const area = { x, y: baseline - size, width, height: size * 1.4 };
  const pixels = { width: width * PIXELS, height: area.height * PIXELS };
  const picture = lettersDrawn(text, { size: size * PIXELS, bold }, pixels, size * PIXELS);
  return { kind: "picture", area, radius: 0, picture };
}

/** The sheets of the page as they are shown, at the size of their paper. */
export async function pdfOfSheets(title: string, sheets: readonly HTMLElement[], paper: Paper): Promise<Uint8Array> {
  await document.fonts.ready;
  const read: Mark[][] = [];
  for (const sheet of sheets) read.push(await readSheet(sheet, paper.width));
  // A space follows most words, and three dots what is cut.
  const fontFor = await fontsFor([...read.flat().filter(isWords), { text: " …", bold: false }, { text: " …", bold: true }]);
  const size = { width: paper.width * POINTS, height: paper.height * POINTS };
  return pdfOf(
    title,
    read.map((marks) => ({ ...size, marks: marks.map((mark) => asWritten(mark, fontFor)) })),
    fontFor,
  );
}
