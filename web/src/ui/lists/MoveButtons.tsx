import IconButton from "@mui/material/IconButton";
import { Icon } from "../icons.tsx";

type Props = { name: string; at: number; count: number; disabled?: boolean; onMove: (from: number, to: number) => void };

/** Moves one of a list up or down by the keyboard or a press. */
export const MoveButtons = ({ name, at, count, disabled = false, onMove }: Props) => (
  <>
    <IconButton aria-label={`Move ${name} up`} disabled={at === 0 || disabled} onClick={() => onMove(at, at - 1)}>
      <Icon name="up" sx={{ width: 16, height: 16 }} />
    </IconButton>
    <IconButton aria-label={`Move ${name} down`} disabled={at === count - 1 || disabled} onClick={() => onMove(at, at + 1)}>
      <Icon name="down" sx={{ width: 16, height: 16 }} />
    </IconButton>
  </>
);
