import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { useState } from "react";

type Props = {
  businessName: string /** What they choose from. */;
  many: string;
  pending: boolean;
  onSend: (note: string) => void;
  onClose: () => void;
};

/** That none of the times works, and what would. */
export const NoneForm = ({ businessName, many, pending, onSend, onClose }: Props) => {
  const [note, setNote] = useState("");
  return (
    <Box sx={{ display: "grid", gap: 1.5 }}>
      <TextField
        label="When would work? (optional)"
        value={note}
        onChange={(event) => setNote(event.target.value)}
        multiline
        minRows={2}
        autoFocus
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
      <Button
        variant="contained"
        color="primary"
        loading={pending}
        onClick={() => onSend(note)}
        sx={{ minHeight: 50, whiteSpace: "normal" }}
      >
        Tell {businessName}
      </Button>
      <Button onClick={onClose} disabled={pending} sx={{ minHeight: 50 }}>
        Back to the {many}
      </Button>
    </Box>
  );
};
