import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { Row } from "./told-rows.ts";

/** Names and amounts of a bill, one below the other. */
export const BillRows = ({ rows }: { rows: readonly Row[] }) => (
  <Box component="dl" sx={{ m: 0 }}>
    {rows.map(({ name, amount, strong }) => (
      <Box key={name} sx={{ display: "flex", justifyContent: "space-between", gap: 2, fontWeight: strong ? 650 : 400 }}>
        <Typography component="dt" sx={{ fontWeight: "inherit", minWidth: 0, overflowWrap: "anywhere" }}>
          {name}
        </Typography>
        <Typography component="dd" sx={{ m: 0, fontWeight: "inherit", whiteSpace: "nowrap" }}>
          {amount}
        </Typography>
      </Box>
    ))}
  </Box>
);
