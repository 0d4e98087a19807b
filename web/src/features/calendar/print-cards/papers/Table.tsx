import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { cell, table } from "./paper.ts";

/** What a column is called and how wide it is: fixed, so that a row is as high on any page. */
export type Column = readonly [name: string, width: string];

/** The part of a list that stands on a page, with its heads. */
export const TableOf = ({ label, columns, children }: { label: string; columns: readonly Column[]; children: ReactNode }) => (
  <Box component="article" aria-label={label}>
    <Box component="table" sx={table}>
      <thead>
        <tr>
          {columns.map(([name, width]) => (
            <Box key={name} component="th" sx={{ ...cell, width, fontWeight: 700 }}>
              {name}
            </Box>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </Box>
  </Box>
);

/** A row is never cut. */
export const TableRow = ({ cells }: { cells: readonly ReactNode[] }) => (
  <tr data-piece>
    {cells.map((content, at) => (
      // The columns of a row never change their places.
      <Box key={String(at)} component="td" sx={cell}>
        {content}
      </Box>
    ))}
  </tr>
);
