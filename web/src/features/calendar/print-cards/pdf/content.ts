import type { Font } from "./font.ts";
import type { FontFor } from "./letters.ts";
import type { Area, Color, Mark, Page, Picture, Words } from "./marks.ts";

/** What pages share: which fonts they write with and which of their glyphs, and which pictures they show. */
export type Shared = { fontFor: FontFor; fonts: Map<Font, Map<number, string>>; pictures: Picture[] };

export const numbers = (...values: number[]): string => values.map((value) => String(Number(value.toFixed(2)))).join(" ");
const hex = (value: number): string => value.toString(16).padStart(4, "0");
const fillOf = (color: Color): string => `${numbers(...color)} rg`;

/** How far the ends of a curve pull for a quarter of a circle. */
const ROUND = 0.5523;

/** A rectangle, rounded or not, in a PDF's own direction: from the lower left corner up. */
function outline({ x, y, width, height }: Area, radius: number, page: Page): string {
  const [left, bottom, right, top] = [x, page.height - y - height, x + width, page.height - y];
  const r = Math.min(radius, width / 2, height / 2);
  if (r <= 0) return `${numbers(left, bottom, width, height)} re`;
  const k = r * (1 - ROUND);
  return [
    `${numbers(left + r, bottom)} m ${numbers(right - r, bottom)} l`,
    `${numbers(right - k, bottom, right, bottom + k, right, bottom + r)} c ${numbers(right, top - r)} l`,
    `${numbers(right, top - k, right - k, top, right - r, top)} c ${numbers(left + r, top)} l`,
    `${numbers(left + k, top, left, top - k, left, top - r)} c ${numbers(left, bottom + r)} l`,
    `${numbers(left, bottom + k, left + k, bottom, left + r, bottom)} c h`,
  ].join(" ");
}

/** Words where they stand, each as wide as on the screen; letters of several scripts are in several fonts. */
function written({ text, x, baseline, width, size, bold, color, spaced }: Words, page: Page, { fontFor, fonts }: Shared): string {
  const runs: { font: Font; glyphs: number[] }[] = [];
  let natural = 0;
  const put = (letter: string) => {
    const font = fontFor(letter, bold);
    if (!font) return 0;
    const glyph = font.glyphOf(letter);
    const used = fonts.get(font) ?? new Map<number, string>();
    fonts.set(font, used.set(glyph, letter));
    const last = runs.at(-1);
    if (last?.font === font) last.glyphs.push(glyph);
    else runs.push({ font, glyphs: [glyph] });
    return (font.widthOf(glyph) * size) / 1_000;
  };
  for (const letter of text) natural += put(letter);
  if (spaced) put(" ");
  const stretch = width !== undefined && natural > 0 ? (100 * width) / natural : 100;
  const nameOf = (font: Font) => `/F${[...fonts.keys()].indexOf(font)}`;
  const shown = runs.map(({ font, glyphs }) => `${nameOf(font)} ${numbers(size)} Tf <${glyphs.map(hex).join("")}> Tj`);
  return `BT ${fillOf(color)} ${numbers(stretch)} Tz ${numbers(x, page.height - baseline)} Td ${shown.join(" ")} ET`;
}

/** What draws a mark. */
function drawn(mark: Mark, page: Page, shared: Shared): string {
  if (mark.kind === "end") return "Q";
  if (mark.kind === "words") return written(mark, page, shared);
  const path = outline(mark.area, mark.radius, page);
  if (mark.kind === "fill") return `${fillOf(mark.color)} ${path} f`;
  if (mark.kind === "frame") return `${numbers(...mark.color)} RG ${numbers(mark.thick)} w ${path} S`;
  if (mark.kind === "within") return `q ${path} W n`;
  const { x, y, width, height } = mark.area;
  const name = `/P${shared.pictures.push(mark.picture) - 1}`;
  return `q ${path} W n ${numbers(width, 0, 0, height, x, page.height - y - height)} cm ${name} Do Q`;
}

export const contentOf = (page: Page, shared: Shared): string => page.marks.map((mark) => drawn(mark, page, shared)).join("\n");
