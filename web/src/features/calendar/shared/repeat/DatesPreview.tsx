import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { fieldErrors, messageOf } from "../../../../ui/feedback/call-errors.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { StatusChip } from "../../../../ui/StatusChip.tsx";
import type { Dates } from "./dates.ts";

const words: Record<string, string> = {
  "not working at this time": "Not working",
  "conflict with existing booking": "Taken",
  "conflict with blocked time": "Blocked",
};

type Props = {
  dates: Dates;
  /** What becomes of those with something in the way. */
  note: string;
  /** They are taken all the same. */
  over?: boolean;
};

/** Each date of a rule before anything happens; one with something in the way says why. */
export const DatesPreview = ({ dates: { all, taken, loading, error }, note, over = false }: Props) => {
  const format = useFormat();
  if (error) return <Alert severity="error">{sentence(error)}</Alert>;
  if (all.length === 0) return null;
  return (
    <Box aria-busy={loading} sx={{ display: "grid", gap: 1, opacity: loading ? 0.6 : 1 }}>
      {taken.length > 0 && <Alert severity="warning">{note}</Alert>}
      <Box component="ul" aria-label="Dates" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 0.25 }}>
        {all.map((one) => (
          <Box component="li" key={JSON.stringify(one.date)} sx={{ display: "flex", alignItems: "center", gap: 1, minHeight: 32 }}>
            <Typography sx={{ flex: 1, ...(one.conflict && !over && { color: "text.secondary", textDecoration: "line-through" }) }}>
              {format.shortDay(one.date)}, {one.date?.year}
            </Typography>
            {one.conflict && <StatusChip tone="warn">{one.note || (words[one.conflict] ?? one.conflict)}</StatusChip>}
          </Box>
        ))}
      </Box>
    </Box>
  );
};

const sentence = (error: unknown): string => {
  const reason = Object.values(fieldErrors(error))[0];
  return reason ? `This rule ${reason}.` : messageOf(error);
};
