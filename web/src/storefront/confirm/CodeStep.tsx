import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { messageOf } from "../../ui/feedback/call-errors.ts";
import { type ContactKind, useDraft } from "../draft.ts";
import { formatOf } from "../format.ts";
import { StepFrame } from "../steps/StepFrame.tsx";
import { useCountdown } from "../time/useHold.ts";
import type { Shop } from "../types.ts";
import { useSend } from "../useSend.ts";
import { kindsFor, useCode } from "./useCode.ts";

const DIGITS = 6;

/** The code that came by text or email; then the request goes out. */
const CodeStep = ({ shop }: { shop: Shop }) => {
  const asked = useDraft((draft) => draft.asked);
  const sent = useDraft((draft) => draft.codes[draft.asked]);
  const back = () => useDraft.setState({ step: "you" });
  const code = useCode(shop);
  const { send, pending, error: notSent } = useSend(shop, back);
  const [typed, setTyped] = useState("");
  const busy = code.confirming || pending;
  const confirm = (digits: string) => code.confirm(digits, { onConfirmed: () => send(), onWrong: () => setTyped("") });
  const change = (text: string) => {
    const digits = text.replace(/\D/g, "").slice(0, DIGITS);
    setTyped(digits);
    // Once: who typed the last digit has nothing more to say.
    if (digits.length === DIGITS && digits !== typed && !busy) confirm(digits);
  };
  const failed = notSent ?? code.refused;
  const waits = useDraft((draft) => draft.wait !== undefined);
  const next = waits ? "Join the waitlist" : shop.autoAccept ? "Book" : "Send request";
  const to = sent && (asked === "phone" ? formatOf(shop).phone(sent.to) : sent.to);
  // The code is used up, whatever became of the request: what is left is to send it.
  if (sent?.confirmed)
    return (
      <StepFrame
        title={asked === "email" ? "Your email is confirmed" : "Your number is confirmed"}
        lead={to}
        onBack={back}
        onNext={() => send()}
        next={next}
        missing={undefined}
        pending={busy}
      >
        {notSent && <Alert severity="error">{messageOf(notSent)}</Alert>}
      </StepFrame>
    );
  return (
    <StepFrame
      title={asked === "email" ? "Check your email" : "Check your texts"}
      lead={to && `We sent a code to ${to}.`}
      onBack={back}
      onNext={() => confirm(typed)}
      next={next}
      missing={typed.length < DIGITS ? "Type the 6 digits" : undefined}
      pending={busy}
    >
      {failed && <Alert severity="error">{messageOf(failed)}</Alert>}
      <TextField
        label="Code"
        value={typed}
        onChange={(event) => change(event.target.value)}
        autoFocus
        autoComplete="one-time-code"
        error={Boolean(code.wrong)}
        helperText={code.wrong ? messageOf(code.wrong) : "Six digits, good for ten minutes"}
        slotProps={{
          htmlInput: {
            inputMode: "numeric",
            pattern: "[0-9]*",
            style: { fontSize: "1.5rem", letterSpacing: "0.35em", fontVariantNumeric: "tabular-nums" },
          },
        }}
      />
      {sent && <Otherwise asked={asked} againAt={sent.againAt} shop={shop} code={code} onAsked={() => setTyped("")} />}
    </StepFrame>
  );
};

export default CodeStep;

type OtherwiseProps = { asked: ContactKind; againAt: number; shop: Shop; code: ReturnType<typeof useCode>; onAsked: () => void };

/** Nothing came: another code, another way, another number. */
const Otherwise = ({ asked, againAt, shop, code, onAsked }: OtherwiseProps) => {
  const person = useDraft((draft) => draft.person);
  const left = useCountdown(againAt);
  const other = kindsFor(shop, person).find((kind) => kind !== asked);
  const ask = (kind: ContactKind) => {
    onAsked();
    code.ask(kind, { anew: kind === asked });
  };
  // Their words stand in line with the field.
  const button = { justifySelf: "start", minHeight: 44, ml: -2 };
  return (
    <Box sx={{ display: "grid", gap: 0.5 }}>
      <Typography role="status" color="textSecondary">
        {code.sent && "Sent"}
      </Typography>
      <Button variant="text" onClick={() => ask(asked)} disabled={left !== "" || code.asking} sx={button}>
        {left === "" ? "Send another code" : `Send another code in ${left}`}
      </Button>
      {other && (
        <Button variant="text" onClick={() => ask(other)} disabled={code.asking} sx={button}>
          {other === "email" ? "Send it to my email instead" : "Text it to me instead"}
        </Button>
      )}
      <Button variant="text" onClick={() => useDraft.setState({ step: "you" })} sx={button}>
        {asked === "email" ? "Change the email" : "Change the number"}
      </Button>
    </Box>
  );
};
