/** What is used of it; the types that others publish bring those of the browser into every service. */
declare module "opentype.js" {
  type To = { x: number; y: number };
  type Command =
    | ({ type: "M" } & To)
    | ({ type: "L" } & To)
    | ({ type: "Q"; x1: number; y1: number } & To)
    | ({ type: "C"; x1: number; y1: number; x2: number; y2: number } & To)
    | { type: "Z" };
  export type Glyph = { index: number; advanceWidth?: number; path: { commands: Command[] } };
  export type Font = { unitsPerEm: number; charToGlyph(letter: string): Glyph };
  export type OpenType = { parse(file: ArrayBuffer): Font };
}
