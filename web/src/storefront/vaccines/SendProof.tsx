import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useRef, useState } from "react";

const KINDS = "application/pdf,image/*";
type Props = {
  vaccine: string;
  /** The business reads the day from the proof itself. */
  dayMayWait: boolean;
  onSend: (file: File, day: string) => Promise<string | undefined>;
  onCancel: () => void;
};

/** A photo or PDF of one vaccine, and until when it is good. */
export const SendProof = ({ vaccine, dayMayWait, onSend, onCancel }: Props) => {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [day, setDay] = useState("");
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (!file || busy) return;
    setBusy(true);
    setError("");
    const wrong = await onSend(file, day);
    setBusy(false);
    if (wrong) setError(wrong);
  };
  return (
    <Box role="group" aria-label={`Proof of ${vaccine}`} sx={{ display: "grid", gap: 1.5, pt: 1.5 }}>
      <input
        ref={input}
        type="file"
        hidden
        accept={KINDS}
        aria-label={`Photo or PDF of ${vaccine}`}
        onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? file)}
      />
      <Button variant="outlined" size="large" onClick={() => input.current?.click()}>
        {file ? "Choose another file" : "Take a photo or choose a file"}
      </Button>
      {file && <Typography sx={{ overflowWrap: "anywhere" }}>{file.name}</Typography>}
      <TextField
        type="date"
        label={dayMayWait ? "Expires on (if you know)" : "Expires on"}
        value={day}
        onChange={({ target }) => setDay(target.value)}
        slotProps={{ inputLabel: { shrink: true } }}
      />
      {error && <Alert severity="error">{error}</Alert>}
      <Box sx={{ display: "flex", gap: 1 }}>
        <Button onClick={onCancel} disabled={busy} sx={{ minHeight: 44 }}>
          Cancel
        </Button>
        <Button
          variant="contained"
          color="primary"
          disabled={!file || (!dayMayWait && day === "")}
          loading={busy}
          onClick={() => void send()}
          sx={{ flex: 1, minHeight: 44 }}
        >
          Send
        </Button>
      </Box>
    </Box>
  );
};
