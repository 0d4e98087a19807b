import type { ImportColumnNote } from "@leashline/proto/leashline/customer/v1/import_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";

/** What becomes of whole columns: left out, or converted. */
export const ColumnNotes = ({ notes }: { notes: readonly ImportColumnNote[] }) =>
  notes.length > 0 && (
    <Alert severity="info">
      <Typography variant="subtitle2">Columns that do not come in as they are</Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {notes.map(({ column, name, note }) => (
          <li key={column}>
            {name}: {note}
          </li>
        ))}
      </Box>
    </Alert>
  );
