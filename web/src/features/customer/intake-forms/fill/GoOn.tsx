import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type FormEvent, useState } from "react";
import { openDraft, sendCode } from "./draft-api.ts";
import type { Kept } from "./kept.ts";
import { TextAnswer } from "./TextAnswer.tsx";

/** Goes on here with a form that was begun on another device: a code to the phone number that was typed into it. */
const GoOn = ({ formId, onOpened }: { formId: string; onOpened: (kept: Kept) => void }) => {
  const [number, setNumber] = useState("");
  const [code, setCode] = useState("");
  const [codeToken, setCodeToken] = useState("");
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const next = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError("");
    const answer = await (codeToken ? openDraft(formId, codeToken, code) : sendCode(formId, number));
    setBusy(false);
    if ("error" in answer) setError(answer.error);
    else if ("codeToken" in answer) setCodeToken(answer.codeToken);
    else onOpened(answer);
  };
  const wrong = error || undefined;
  return (
    <Box component="form" noValidate aria-label="Continue a form" onSubmit={next} sx={{ display: "grid", gap: 1.5 }}>
      {codeToken ? (
        <>
          <Typography role="status">If you started this form with that number, we texted you a code.</Typography>
          <TextAnswer label="Code" value={code} inputMode="decimal" autoComplete="one-time-code" error={wrong} onChange={setCode} />
        </>
      ) : (
        <TextAnswer label="The phone number in your form" value={number} type="tel" autoComplete="tel" error={wrong} onChange={setNumber} />
      )}
      <Box sx={{ display: "flex", gap: 1 }}>
        <Button type="submit" loading={busy} disabled={(codeToken ? code : number).trim() === ""}>
          {codeToken ? "Continue" : "Text me a code"}
        </Button>
        {codeToken && (
          <Button variant="text" onClick={() => setCodeToken("")}>
            Another number
          </Button>
        )}
      </Box>
    </Box>
  );
};

export default GoOn;
