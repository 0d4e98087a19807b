import type { AgreementRecord } from "@leashline/proto/leashline/customer/v1/agreement_record_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { fieldErrors, messageOf } from "../../../../ui/feedback/call-errors.ts";
import { FormText } from "../../../../ui/form/fields.tsx";
import { required } from "../../../../ui/format/validate.ts";
import { SignaturePad } from "../../shared/SignaturePad.tsx";
import { AgreementText } from "../AgreementText.tsx";

export type Signing = {
  signature: string;
  signerName: string;
  inputs: { label: string; value: string }[];
  versionNumber: number;
  contentHash: string;
};
type Props = { record: AgreementRecord; sending: boolean; error: unknown; onSign: (signing: Signing) => void };
type Values = { signerName: string; inputs: { label: string; value: string }[] };

/** Whether the text is another one than at first; what is to be done about it is done once for each. */
const useNewText = (contentHash: string, onNew: () => void): boolean => {
  const first = useRef(contentHash);
  const last = useRef(contentHash);
  const now = useRef(onNew);
  now.current = onNew;
  useEffect(() => {
    if (last.current === contentHash) return;
    last.current = contentHash;
    now.current();
    window.scrollTo(0, 0);
  }, [contentHash]);
  return first.current !== contentHash;
};

/** An agreement as its client reads it, and where it is signed. */
export const SigningForm = ({ record, sending, error, onSign }: Props) => {
  const { agreementHeader, agreementContent, inputs, versionNumber, contentHash } = record;
  const defaultValues: Values = { signerName: "", inputs: inputs.map(({ label }) => ({ label, value: "" })) };
  const form = useForm<Values>({ defaultValues });
  const [signature, setSignature] = useState("");
  const [unsigned, setUnsigned] = useState<string>();
  const send = form.handleSubmit((values) => {
    if (signature) onSign({ ...values, signature, versionNumber, contentHash });
  });
  const changed = useNewText(contentHash, () => {
    const { signerName, inputs: before } = form.getValues();
    const typed = (label: string) => before.find((one) => one.label === label)?.value ?? "";
    form.reset({ signerName, inputs: inputs.map(({ label }) => ({ label, value: typed(label) })) });
    setSignature("");
  });
  const wrong = error ? fieldErrors(error) : {};
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        setUnsigned(signature ? undefined : "Please sign");
        void send(event);
      }}
      sx={{ display: "grid", gap: 2.5, maxWidth: 720, width: "100%", mx: "auto" }}
    >
      {changed && <Alert severity="warning">The text has changed since you opened it. Please read it again, then sign.</Alert>}
      <Box>
        <Typography variant="h1" component="h1" sx={{ mb: 1.5 }}>
          {agreementHeader}
        </Typography>
        <AgreementText html={agreementContent} />
      </Box>
      {inputs.map((input, at) => (
        <FormText
          key={input.label}
          control={form.control}
          name={`inputs.${at}.value`}
          label={input.required ? `${input.label} *` : input.label}
          {...(input.required && { check: required(input.label) })}
        />
      ))}
      <FormText control={form.control} name="signerName" label="Your full name *" autoComplete="name" check={required("Your name")} />
      <SignaturePad
        value={signature}
        error={unsigned ?? wrong.signature}
        onChange={(path) => {
          setSignature(path);
          setUnsigned(undefined);
        }}
      />
      {error !== null && error !== undefined && !wrong.signature && !(changed && (wrong.versionNumber || wrong.contentHash)) && (
        <Alert severity="error">{messageOf(error)}</Alert>
      )}
      <Typography variant="body2" color="textSecondary">
        By signing you agree to the text above. It is kept as you read it, with your name, your signature and the time.
      </Typography>
      <Button type="submit" variant="contained" color="primary" loading={sending} sx={{ minHeight: 48 }}>
        Sign
      </Button>
    </Box>
  );
};
