import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { useFormat } from "../format/useFormat.ts";
import { Icon } from "../icons.tsx";

type Props = { at: number; size: number; total: number; onChange: (at: number) => void };

/** "21–40 of 1,204" with a step back and forth. `at` counts from 1. */
export const Pages = ({ at, size, total, onChange }: Props) => {
  const format = useFormat();
  const last = Math.max(1, Math.ceil(total / size));
  const from = (at - 1) * size + 1;
  return (
    <Box component="nav" aria-label="Pages" sx={{ display: "flex", alignItems: "center", justifyContent: "flex-end", gap: 0.5, py: 1 }}>
      <Typography color="textSecondary" sx={{ mr: 1 }} aria-live="polite">
        {format.number(from)}–{format.number(Math.min(total, at * size))} of {format.number(total)}
      </Typography>
      <IconButton aria-label="Previous page" disabled={at <= 1} onClick={() => onChange(at - 1)}>
        <Icon name="left" />
      </IconButton>
      <IconButton aria-label="Next page" disabled={at >= last} onClick={() => onChange(at + 1)}>
        <Icon name="right" />
      </IconButton>
    </Box>
  );
};
