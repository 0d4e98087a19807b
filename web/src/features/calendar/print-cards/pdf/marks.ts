/** Where something is on a page, in points from its upper left corner. */
export type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
/** Red, green and blue, 0 to 1. */
export type Color = readonly [number, number, number];

export type Words = {
  kind: "words";
  text: string;
  x: number;
  baseline: number;
  /** How wide they are on the screen; undefined for as wide as they come. */
  width: number | undefined;
  size: number;
  bold: boolean;
  color: Color;
  /** Whether a space follows, which is copied with them. */
  spaced: boolean;
};
/** A picture as a PDF has it: a JPEG file, or colors and how much of each point is seen. */
export type Picture = { width: number; height: number } & ({ jpeg: Uint8Array } | { colors: Uint8Array; seen: Uint8Array });

/** What is put on a page, in order. */
export type Mark =
  | Words
  | { kind: "fill"; area: Area; radius: number; color: Color }
  | { kind: "frame"; area: Area; radius: number; color: Color; thick: number }
  | { kind: "picture"; area: Area; radius: number; picture: Picture }
  /** Nothing is seen outside, until it ends. */
  | { kind: "within"; area: Area; radius: number }
  | { kind: "end" };

export type Page = { readonly width: number; readonly height: number; readonly marks: readonly Mark[] };
