import { fileName, MOST_FILES } from "@leashline/proto/rules/intake-answers.ts";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormHelperText from "@mui/material/FormHelperText";
import Typography from "@mui/material/Typography";
import { useContext, useRef, useState } from "react";
import type { Change } from "./answer-change.ts";
import { Attach } from "./attach.ts";

type Props = {
  label: string;
  values: readonly string[];
  error: string | undefined;
  help: string | undefined;
  /** Of what stands there by the time a file has arrived. */
  onChange: (change: Change) => void;
};

/** Photos and PDFs; each is sent when it is chosen, so that the form itself is sent at once. */
export const FileAnswer = ({ label, values, error, help, onChange }: Props) => {
  const attach = useContext(Attach);
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState("");
  const add = async (file: File | undefined) => {
    if (!file || !attach) return;
    setBusy(true);
    const sent = await attach(file).catch(() => ({
      path: undefined,
      error: "We couldn’t upload this file. Check your connection and try again.",
    }));
    setBusy(false);
    setRefused(sent.error ?? "");
    const { path } = sent;
    if (path) onChange((before) => [...before, path]);
  };
  const note = refused || error || help;
  return (
    <Box role="group" aria-label={label} sx={{ display: "grid", gap: 1 }}>
      <Typography>{label}</Typography>
      {values.map((path) => (
        <Box key={path} sx={{ display: "flex", alignItems: "center", gap: 1 }}>
          <Typography sx={{ flex: 1, overflowWrap: "anywhere" }}>{fileName(path)}</Typography>
          <Button
            variant="text"
            aria-label={`Remove ${fileName(path)}`}
            onClick={() => onChange((before) => before.filter((one) => one !== path))}
          >
            Remove
          </Button>
        </Box>
      ))}
      <input
        ref={input}
        type="file"
        hidden
        accept="application/pdf,image/*"
        aria-label={`Photo or PDF: ${label}`}
        onChange={({ currentTarget }) => {
          void add(currentTarget.files?.[0]);
          currentTarget.value = "";
        }}
      />
      {values.length < MOST_FILES && (
        <Button loading={busy} disabled={!attach} onClick={() => input.current?.click()} sx={{ minHeight: 44 }}>
          {values.length === 0 ? "Take a photo or choose a file" : "Add another file"}
        </Button>
      )}
      {note && (
        <FormHelperText error={Boolean(refused || error)} role={refused ? "alert" : undefined} sx={{ ml: 0 }}>
          {note}
        </FormHelperText>
      )}
    </Box>
  );
};
