import type { Sheets } from "../sheets/Sheets.tsx";

/** A piece of paper: black on white whatever the theme, and never torn over two pages. */
export const paper = {
  bgcolor: "#fff",
  color: "#000",
  border: "1px solid #000",
  borderRadius: "6px",
  p: 2,
  breakInside: "avoid",
  fontSize: 13,
  lineHeight: 1.4,
} as const;

/** The sheets on which a kind is printed. */
export type SheetProps = Pick<Parameters<typeof Sheets>[0], "paper" | "head" | "onPages">;

export const table = { width: 1, borderCollapse: "collapse", tableLayout: "fixed", fontSize: 13, lineHeight: 1.4 } as const;
export const cell = {
  textAlign: "left",
  verticalAlign: "top",
  borderBottom: "1px solid #999",
  py: 0.5,
  pl: 0,
  pr: 1.5,
  overflowWrap: "anywhere",
} as const;
