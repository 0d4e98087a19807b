import { useMutation } from "@connectrpc/connect-query";
import { PortalService } from "@leashline/proto/leashline/online_booking/v1/portal_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type FormEvent, type ReactNode, useState } from "react";
import { type Business, formatFor } from "../storefront/appointment/page.ts";
import { useCountdown } from "../storefront/time/useHold.ts";
import { messageOf } from "../ui/feedback/call-errors.ts";

const DIGITS = 6;

/** Where a code went, and when another one may be asked for. */
export type Sent = { to: string; byEmail: boolean; token: string; againAt: number };

type Props = {
  name: string;
  business: Business;
  sent: Sent;
  /** Why another code was not sent. */
  failed: ReactNode;
  asking: boolean;
  onAgain: () => void;
  onOther: () => void;
  onSignedIn: (token: string) => void;
};

/** The code that came; its last digit signs in. */
export const CodeForm = ({ name, business, sent, failed, asking, onAgain, onOther, onSignedIn }: Props) => {
  const [typed, setTyped] = useState("");
  const left = useCountdown(sent.againAt);
  const confirming = useMutation(PortalService.method.confirmPortalCode, { meta: { quiet: true } });
  const confirm = (code: string) =>
    confirming.mutate(
      { bookOnlineName: name, codeToken: sent.token, code },
      { onSuccess: ({ visitorToken }) => onSignedIn(visitorToken), onError: () => setTyped("") },
    );
  const change = (text: string) => {
    const digits = text.replace(/\D/g, "").slice(0, DIGITS);
    setTyped(digits);
    if (digits.length === DIGITS && digits !== typed && !confirming.isPending) confirm(digits);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.length === DIGITS && !confirming.isPending) confirm(typed);
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2 }}>
      <Box>
        <Typography variant="display" component="h2" sx={{ fontSize: "1.5rem" }}>
          {sent.byEmail ? "Check your email" : "Check your texts"}
        </Typography>
        <Typography color="textSecondary">We sent a code to {sent.byEmail ? sent.to : formatFor(business).phone(sent.to)}.</Typography>
      </Box>
      {failed}
      <TextField
        label="Code"
        value={typed}
        onChange={(event) => change(event.target.value)}
        autoFocus
        autoComplete="one-time-code"
        error={confirming.error !== null}
        helperText={confirming.error ? messageOf(confirming.error) : "Six digits, good for ten minutes"}
        slotProps={{
          htmlInput: {
            inputMode: "numeric",
            pattern: "[0-9]*",
            style: { fontSize: "1.5rem", letterSpacing: "0.35em", fontVariantNumeric: "tabular-nums" },
          },
        }}
      />
      <Button
        type="submit"
        variant="contained"
        color="primary"
        size="large"
        disabled={typed.length < DIGITS}
        loading={confirming.isPending}
        sx={{ minHeight: 50 }}
      >
        Sign in
      </Button>
      <Button onClick={onAgain} disabled={left !== "" || asking} sx={{ minHeight: 44 }}>
        {left === "" ? "Send another code" : `Send another code in ${left}`}
      </Button>
      <Button onClick={onOther} sx={{ minHeight: 44 }}>
        {sent.byEmail ? "Change the email" : "Change the number"}
      </Button>
    </Box>
  );
};
