import Box from "@mui/material/Box";
import type { ComponentProps } from "react";
import { Icon } from "../icons.tsx";
import { MoveButtons } from "./MoveButtons.tsx";

/** Moves a row up or down; the grip shows that it can be dragged, too. */
export const RowArrows = (props: ComponentProps<typeof MoveButtons>) => (
  <Box sx={{ display: "inline-flex", alignItems: "center", whiteSpace: "nowrap" }}>
    <Icon name="drag" sx={{ width: 18, height: 18, color: "text.tertiary", cursor: "grab", display: { xs: "none", md: "block" } }} />
    <MoveButtons {...props} />
  </Box>
);
