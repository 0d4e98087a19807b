import { useMutation } from "@connectrpc/connect-query";
import { PortalService } from "@leashline/proto/leashline/online_booking/v1/portal_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type FormEvent, useState } from "react";
import type { Business } from "../storefront/appointment/page.ts";
import { fieldErrors, messageOf } from "../ui/feedback/call-errors.ts";
import { PhoneField } from "../ui/inputs/PhoneField.tsx";
import { CodeForm, type Sent } from "./CodeForm.tsx";

type Props = { name: string; business: Business; again: boolean; onSignedIn: (token: string) => void };

/** A number or an email, then the code that went there. */
export const SignIn = ({ name, business, again, onSignedIn }: Props) => {
  const [byEmail, setByEmail] = useState(false);
  const [phoneNumber, setPhoneNumber] = useState("");
  const [email, setEmail] = useState("");
  const [sent, setSent] = useState<Sent>();
  const sending = useMutation(PortalService.method.sendPortalCode, { meta: { quiet: true } });
  const to = byEmail ? email : phoneNumber;
  const send = () =>
    sending.mutate(
      { bookOnlineName: name, ...(byEmail ? { email } : { phoneNumber }) },
      { onSuccess: ({ codeToken, againIn }) => setSent({ to, byEmail, token: codeToken, againAt: Date.now() + againIn * 1_000 }) },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (to !== "" && !sending.isPending) send();
  };
  const errors = sending.error ? fieldErrors(sending.error) : {};
  const wrong = errors[byEmail ? "email" : "phoneNumber"];
  const failed = sending.error && !wrong && <Alert severity="error">{messageOf(sending.error)}</Alert>;
  if (sent)
    return (
      <CodeForm
        key={sent.token}
        {...{ name, business, sent, onSignedIn, failed }}
        onAgain={send}
        asking={sending.isPending}
        onOther={() => setSent(undefined)}
      />
    );
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2 }}>
      <Box>
        <Typography variant="display" component="h2" sx={{ fontSize: "1.5rem" }}>
          Your visits
        </Typography>
        <Typography color="textSecondary" role={again ? "status" : undefined}>
          {again ? "You have been away for a while. " : ""}Sign in with the {byEmail ? "email" : "phone number"} that{" "}
          {business.businessName} has on file. We send you a code. You don’t need a password.
        </Typography>
      </Box>
      {failed}
      {byEmail ? (
        <TextField
          key="email"
          label="Email"
          type="email"
          value={email}
          onChange={(event) => setEmail(event.target.value.trim())}
          autoComplete="email"
          error={Boolean(wrong)}
          helperText={wrong}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
      ) : (
        <PhoneField
          key="phone"
          label="Phone"
          value={phoneNumber}
          onChange={setPhoneNumber}
          country={business.countryAlpha2Code}
          error={Boolean(wrong)}
          helperText={wrong}
        />
      )}
      <Button
        type="submit"
        variant="contained"
        color="primary"
        size="large"
        disabled={to === ""}
        loading={sending.isPending}
        sx={{ minHeight: 50 }}
      >
        {byEmail ? "Email me a code" : "Text me a code"}
      </Button>
      <Button
        onClick={() => {
          sending.reset();
          setByEmail(!byEmail);
        }}
        sx={{ minHeight: 44 }}
      >
        {byEmail ? "Use my phone instead" : "Use my email instead"}
      </Button>
    </Box>
  );
};
