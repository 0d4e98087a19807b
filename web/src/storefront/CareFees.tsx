import Typography from "@mui/material/Typography";
import type { Draft } from "./draft.ts";
import { careFeesOf } from "./money.ts";
import type { Shop } from "./types.ts";

/** What is charged beside the total for what pets are given. */
export const CareFees = ({ draft, shop }: { draft: Draft; shop: Shop }) =>
  careFeesOf(draft, shop).map((text) => (
    <Typography key={text} variant="body2" color="textSecondary">
      {text}
    </Typography>
  ));
