import type { Kind, PrintSettings } from "../print-settings.ts";

/** Inches, in which paper and labels are sold where most of them are; a metric sheet is written in millimeters. */
const mm = (millimeters: number): number => millimeters / 25.4;
/** What a browser draws for an inch, in pixels. */
export const PER_INCH = 96;

/** Labels on a sheet, or one by one on a roll. All in inches. */
export type Labels = {
  readonly columns: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
  /** Between two columns. */
  readonly gap: number;
  readonly top: number;
  readonly left: number;
};

/** What a printer is fed with. All in inches. */
export type Paper = {
  readonly id: string;
  readonly name: string;
  /** Said under the name, for example which products have this size. */
  readonly about: string;
  readonly width: number;
  readonly height: number;
  /** Around what is printed; of label stock none, its labels say where they lie. */
  readonly margin: number;
  readonly labels?: Labels;
};

const LETTER = { width: 8.5, height: 11 };
const A4 = { width: mm(210), height: mm(297) };
const sheets: readonly Paper[] = [
  { id: "letter", name: "US Letter", about: "8.5 × 11 in", ...LETTER, margin: 0.5 },
  { id: "a4", name: "A4", about: "210 × 297 mm", ...A4, margin: mm(13) },
];
const stock: readonly Paper[] = [
  {
    ...{ id: "label30", name: "30 labels on US Letter", about: "2⅝ × 1 in, such as Avery 5160", ...LETTER, margin: 0 },
    labels: { columns: 3, rows: 10, width: 2.625, height: 1, gap: 0.125, top: 0.5, left: 0.1875 },
  },
  {
    ...{ id: "label24", name: "24 labels on A4", about: "63.5 × 33.9 mm, such as Avery L7159", ...A4, margin: 0 },
    labels: { columns: 3, rows: 8, width: mm(63.5), height: mm(33.9), gap: mm(2.5), top: mm(12.9), left: mm(7.25) },
  },
  {
    ...{ id: "roll", name: "Label roll", about: "2¼ × 1¼ in, such as Dymo 30334", width: 2.25, height: 1.25, margin: 0 },
    labels: { columns: 1, rows: 1, width: 2.25, height: 1.25, gap: 0, top: 0, left: 0 },
  },
];

/** What a kind is printed on, the usual one of the US first. */
export const papersFor = (kind: Kind): readonly Paper[] => (kind === "label" ? stock : sheets);

const LETTER_COUNTRIES = ["US", "CA", "MX", "PH", "PR"];

/** What was chosen for a kind; before that, what the business's country has in its printers. */
export function paperOf(kind: Kind, settings: PrintSettings, country: string): Paper {
  const papers = papersFor(kind);
  const [usual, metric] = papers as [Paper, Paper];
  return papers.find(({ id }) => id === settings.paper) ?? (LETTER_COUNTRIES.includes(country) ? usual : metric);
}

/** How many labels of a stock are fed at once. */
export const perSheet = ({ columns, rows }: Labels): number => columns * rows;
