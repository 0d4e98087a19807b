import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import type { Kind } from "../print-settings.ts";
import { type Paper, papersFor } from "./paper-sizes.ts";
import { pagesText } from "./Sheets.tsx";

type Props = { kind: Kind; paper: Paper; onChoose: (id: string) => void; count: number };

/** What it is printed on, and how much of that it takes. */
export const PaperSelect = ({ kind, paper, onChoose, count }: Props) => (
  <TextField
    select
    size="small"
    label={kind === "label" ? "Label stock" : "Paper"}
    value={paper.id}
    onChange={(event) => onChoose(event.target.value)}
    helperText={`${paper.about}. ${count > 0 ? `${pagesText(count, paper)}.` : ""}`}
  >
    {papersFor(kind).map(({ id, name }) => (
      <MenuItem key={id} value={id}>
        {name}
      </MenuItem>
    ))}
  </TextField>
);
