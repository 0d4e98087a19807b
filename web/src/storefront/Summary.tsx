import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { Draft } from "./draft.ts";
import { billOf, petsText, servicesText } from "./money.ts";
import type { Shop } from "./types.ts";

/** What is asked for, in a line, and until when the time is kept. */
export const Summary = ({ draft, shop, left }: { draft: Draft; shop: Shop; left: string }) => (
  <Box sx={{ display: "flex", justifyContent: "space-between", gap: 2, mb: 1.25 }}>
    <Typography color="textSecondary">
      {petsText(draft.pets)} · {servicesText(draft.pets, shop)}
      {left && ` · held for ${left}`}
    </Typography>
    <Typography variant="subtitle1">{billOf(draft.pets, shop)?.total}</Typography>
  </Box>
);
