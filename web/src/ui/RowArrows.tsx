import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import { Icon } from "./icons.tsx";

type Props = { name: string; at: number; count: number; disabled?: boolean; onMove: (from: number, to: number) => void };

/** Moves a row up or down; the grip shows that it can be dragged, too. */
export const RowArrows = ({ name, at, count, disabled = false, onMove }: Props) => (
  <Box sx={{ display: "inline-flex", alignItems: "center", whiteSpace: "nowrap" }}>
    <Icon name="drag" sx={{ width: 18, height: 18, color: "text.tertiary", cursor: "grab", display: { xs: "none", md: "block" } }} />
    <IconButton aria-label={`Move ${name} up`} disabled={at === 0 || disabled} onClick={() => onMove(at, at - 1)}>
      <Icon name="up" sx={{ width: 16, height: 16 }} />
    </IconButton>
    <IconButton aria-label={`Move ${name} down`} disabled={at === count - 1 || disabled} onClick={() => onMove(at, at + 1)}>
      <Icon name="down" sx={{ width: 16, height: 16 }} />
    </IconButton>
  </Box>
);
