import Box from "@mui/material/Box";
import GlobalStyles from "@mui/material/GlobalStyles";
import { type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { type Paper, PER_INCH, perSheet } from "./paper-sizes.ts";

/** Tells the printer what it is fed with, and that this page alone goes on it: its own head is on every sheet. */
export const PageRule = ({ paper: { width, height } }: { paper: Paper }) => (
  <GlobalStyles
    styles={{ "@page": { size: `${width}in ${height}in`, margin: 0 }, "@media print": { header: { display: "none !important" } } }}
  />
);

type SheetProps = { paper: Paper; head?: ReactNode; label: string; children: ReactNode };

/** A sheet as it comes out of the printer. One that holds something higher than itself grows, and the printer cuts that. */
export const Sheet = ({ paper, head, label, children }: SheetProps) => (
  <Box
    component="section"
    data-sheet
    aria-label={label}
    sx={{
      boxSizing: "border-box",
      width: `${paper.width}in`,
      // A hair less than the paper, or rounding makes an empty page of it.
      minHeight: `${paper.height - 0.01}in`,
      p: `${paper.margin}in`,
      bgcolor: "#fff",
      color: "#000",
      boxShadow: 2,
      position: "relative",
      "@media print": { boxShadow: "none", breakInside: "avoid", "&:not(:last-of-type)": { breakAfter: "page" } },
    }}
  >
    {head}
    {children}
  </Box>
);

/** How large the sheets are shown, and how high they are together: drawn smaller and not laid out anew, or words would break elsewhere than on paper. */
function useScale({ width, labels }: Paper) {
  const outer = useRef<HTMLDivElement>(null);
  const [{ room, height }, setSize] = useState({ room: width * PER_INCH, height: 0 });
  useEffect(() => {
    const [frame, inner] = [outer.current, outer.current?.firstElementChild];
    if (!frame || !inner) return;
    const measure = () => setSize({ room: frame.clientWidth - 8, height: (inner as HTMLElement).offsetHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(frame);
    observer.observe(inner);
    return () => observer.disconnect();
  }, []);
  // A label of a roll is small: it is shown larger where there is room.
  const scale = Math.min(labels && perSheet(labels) === 1 ? 2 : 1, room / (width * PER_INCH));
  return { outer, style: { transform: `scale(${scale})`, marginBottom: height * (scale - 1) } };
}

/** The sheets one below the other, on the screen as small as there is room for. */
export const Stack = ({ paper, inner, children }: { paper: Paper; inner?: Ref<HTMLDivElement>; children: ReactNode }) => {
  const { outer, style } = useScale(paper);
  return (
    <Box ref={outer} sx={{ minWidth: 0, overflow: "hidden", p: 0.5, m: -0.5, "@media print": { overflow: "visible", p: 0, m: 0 } }}>
      <Box
        ref={inner}
        style={style}
        sx={{
          display: "grid",
          justifyContent: "start",
          gap: 2,
          width: `${paper.width}in`,
          transformOrigin: "0 0",
          "@media print": { display: "block", transform: "none !important", marginBottom: "0 !important" },
        }}
      >
        {children}
      </Box>
    </Box>
  );
};
