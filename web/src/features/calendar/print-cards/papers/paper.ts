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
