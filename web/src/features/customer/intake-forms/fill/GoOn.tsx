import type { IntakeDraftChoice } from "@leashline/proto/leashline/customer/v1/intake_draft_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type FormEvent, useState } from "react";
import { TextAnswer } from "./answers/TextAnswer.tsx";
import { openDraft, sendCode } from "./draft-api.ts";
import type { Kept } from "./kept.ts";

/** Goes on here with a form that was begun on another device: a code to the phone number that was typed into it. */
const GoOn = ({ formId, onOpened }: { formId: string; onOpened: (kept: Kept) => void }) => {
  const [number, setNumber] = useState("");
  const [code, setCode] = useState("");
  const [codeToken, setCodeToken] = useState("");
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const [choices, setChoices] = useState<IntakeDraftChoice[]>([]);
  const go = async (choice?: string) => {
    setBusy(true);
    setError("");
    const answer = await (codeToken ? openDraft(formId, { codeToken, code, ...(choice && { choice }) }) : sendCode(formId, number));
    setBusy(false);
    if ("error" in answer) setError(answer.error);
    else if ("codeToken" in answer) setCodeToken(answer.codeToken);
    else if ("choices" in answer) setChoices(answer.choices);
    else onOpened(answer);
  };
  const next = (event: FormEvent) => {
    event.preventDefault();
    void go();
  };
  const wrong = error || undefined;
  /** Another code, or another number. */
  const anew = () => {
    setChoices([]);
    setCodeToken("");
    setCode("");
    setError("");
  };
  if (choices.length > 0)
    return <Choices choices={choices} busy={busy} error={error} onChoose={(choice) => void go(choice)} onAnew={anew} />;
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
          <Button variant="text" onClick={anew}>
            Another number
          </Button>
        )}
      </Box>
    </Box>
  );
};

type ChoicesProps = {
  choices: readonly IntakeDraftChoice[];
  busy: boolean;
  error: string;
  onChoose: (choice: string) => void;
  onAnew: () => void;
};

/** Several forms were begun with this number: which one it is. */
const Choices = ({ choices, busy, error, onChoose, onAnew }: ChoicesProps) => (
  <Box role="group" aria-label="Which form?" tabIndex={-1} ref={focusOn} sx={{ display: "grid", gap: 1, outline: 0 }}>
    <Typography role="status">You started more than one form with this number. Which one do you want to continue?</Typography>
    {choices.map(({ choice, ownerName, petNames, keptTime }) => (
      <Button
        key={choice}
        variant="outlined"
        disabled={busy}
        onClick={() => onChoose(choice)}
        sx={{ minHeight: 44, justifyContent: "start" }}
      >
        {[ownerName || "No name yet", petNames.join(" and "), `last changed ${typedAt(keptTime)}`].filter(Boolean).join(" · ")}
      </Button>
    ))}
    {error && (
      <Typography color="error" role="alert">
        {error}
      </Typography>
    )}
    <Button variant="text" disabled={busy} onClick={onAnew} sx={{ justifySelf: "start" }}>
      Text me another code
    </Button>
  </Box>
);

/** The button that was pressed is gone: whoever reads by ear or key is where the choice is. */
const focusOn = (box: HTMLElement | null): void => box?.focus();

/** As the device writes it. */
const typedAt = (time: IntakeDraftChoice["keptTime"]): string =>
  new Date(Number(time?.seconds ?? 0n) * 1000).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });

export default GoOn;
