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

/** A table is never squeezed until its words break: on a narrow screen it scrolls. */
export const table = { width: 1, minWidth: 600, mt: 1, borderCollapse: "collapse", "@media print": { minWidth: 0 } } as const;
