import Box from "@mui/material/Box";
import { type ReactNode, useEffect, useMemo } from "react";
import { plural } from "../../../../ui/format/text.ts";
import { type Paper, PER_INCH } from "./paper-sizes.ts";
import { Sheet, Stack } from "./Sheet.tsx";
import { usePacked } from "./usePacked.ts";

/** What is never cut. In a table it is a row, which says itself that it is a piece. */
export type Block = { key: string; node: ReactNode; leads?: boolean };
/** What stands over every page: where, what, and of which day. */
export type Head = { where: string; what: string; day: string };

const HEAD = 34;

type Props = {
  paper: Paper;
  head: Head;
  blocks: readonly Block[];
  /** Between two, in pixels. */
  gap: number;
  /** What of a page goes around its rows. */
  frame?: (rows: ReactNode) => ReactNode;
  onPages: (count: number) => void;
};

/** Pieces on pages as the printer will have them: none is cut, and each page says whose it is. */
export const Sheets = ({ paper, head, blocks, gap, frame, onPages }: Props) => {
  const leads = useMemo(() => new Set(blocks.flatMap((one, at) => (one.leads ? [at] : []))), [blocks]);
  const [width, height] = [paper.width, paper.height].map((inches) => (inches - 2 * paper.margin) * PER_INCH) as [number, number];
  const { root, pages } = usePacked({ count: blocks.length, leads, room: height - HEAD, gap, width });
  useEffect(() => onPages(pages.length), [onPages, pages.length]);
  return (
    <Stack paper={paper} inner={root}>
      {pages.map((page, nth) => {
        const own = page.flatMap((at) => blocks[at] ?? []);
        return (
          <Sheet
            key={own[0]?.key ?? nth}
            paper={paper}
            label={`Page ${nth + 1} of ${pages.length}`}
            head={<PageHead head={head} nth={nth + 1} of={pages.length} />}
          >
            <div data-flow style={{ display: "flow-root" }}>
              {frame
                ? frame(own.map((one) => one.node))
                : own.map((one, at) => (
                    <div key={one.key} data-piece style={{ marginTop: at > 0 ? gap : 0 }}>
                      {one.node}
                    </div>
                  ))}
            </div>
          </Sheet>
        );
      })}
    </Stack>
  );
};

const PageHead = ({ head: { where, what, day }, nth, of }: { head: Head; nth: number; of: number }) => (
  <Box
    sx={{
      height: HEAD - 10,
      mb: "10px",
      display: "flex",
      gap: 2,
      fontSize: 12,
      lineHeight: "18px",
      borderBottom: "1px solid #999",
      whiteSpace: "nowrap",
    }}
  >
    <Box component="strong" sx={{ overflow: "hidden", textOverflow: "ellipsis" }}>
      {where}
    </Box>
    <span>{[what, day].filter(Boolean).join(", ")}</span>
    <Box component="span" sx={{ ml: "auto" }}>
      {nth} of {of}
    </Box>
  </Box>
);

/** How much paper it takes, in words. */
export const pagesText = (count: number, { labels }: Paper): string =>
  labels && labels.columns * labels.rows === 1 ? plural(count, "label") : plural(count, labels ? "sheet" : "page");
