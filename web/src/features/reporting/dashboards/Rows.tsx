import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { type ReactNode, useState } from "react";

const FEW = 5;
type Props<Row> = { rows: readonly Row[]; keyOf: (row: Row) => string; render: (row: Row) => ReactNode };

/** What stands behind a figure, the first few at once. */
export const Rows = <Row,>({ rows, keyOf, render }: Props<Row>) => {
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, FEW);
  return (
    <>
      <Box component="ul" sx={{ listStyle: "none", m: 0, mt: 1, p: 0 }}>
        {shown.map((row) => (
          <Box
            component="li"
            key={keyOf(row)}
            sx={{
              display: "flex",
              justifyContent: "space-between",
              gap: 1.5,
              alignItems: "center",
              py: 0.75,
              borderTop: 1,
              borderColor: "lineSoft",
            }}
          >
            {render(row)}
          </Box>
        ))}
      </Box>
      {rows.length > FEW && <Button onClick={() => setAll(!all)}>{all ? "Show fewer" : `Show all ${rows.length}`}</Button>}
    </>
  );
};
