import { useMutation } from "@connectrpc/connect-query";
import { PortalService } from "@leashline/proto/leashline/online_booking/v1/portal_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { type FormEvent, useState } from "react";
import { fieldErrors, messageOf } from "../../ui/feedback/call-errors.ts";
import type { Session } from "../Home.tsx";
import { type CorrectField, changedIn } from "./correct-fields.ts";

type Props = { session: Session; name: string; fields: readonly CorrectField[]; onDone: () => void; onClose: () => void };

/** What they have otherwise than the business; what was typed stays until it has arrived. */
const CorrectForm = ({ session, name, fields, onDone, onClose }: Props) => {
  const [values, setValues] = useState<Record<string, string>>({});
  const sending = useMutation(PortalService.method.correctOwnData, { meta: { quiet: true }, onSuccess: onDone });
  const corrections = changedIn(fields, values);
  const faults = sending.error ? fieldErrors(sending.error) : {};
  const wrong = Object.fromEntries(
    corrections.flatMap(({ key }, at) => (faults[`corrections.${at}.given`] ? [[key, faults[`corrections.${at}.given`]]] : [])),
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (corrections.length > 0) sending.mutate({ session, corrections });
  };
  return (
    <Box component="form" noValidate onSubmit={onSubmit} aria-label={`Change ${name}`} sx={{ display: "grid", gap: 2, mt: 2.5 }}>
      {fields.map((field) => (
        <Input
          key={field.key}
          field={field}
          value={values[field.key] ?? field.known}
          error={wrong[field.key]}
          onChange={(value) => {
            setValues({ ...values, [field.key]: value });
            if (sending.error) sending.reset();
          }}
        />
      ))}
      {sending.error && Object.keys(wrong).length === 0 && <Alert severity="error">{messageOf(sending.error)}</Alert>}
      <Box sx={{ display: "flex", gap: 1 }}>
        <Button
          type="submit"
          variant="contained"
          color="primary"
          loading={sending.isPending}
          disabled={corrections.length === 0}
          sx={{ minHeight: 44, flex: 1 }}
        >
          Send changes
        </Button>
        <Button onClick={onClose} sx={{ minHeight: 44, flex: 1 }}>
          Cancel
        </Button>
      </Box>
    </Box>
  );
};

type InputProps = { field: CorrectField; value: string; error: string | undefined; onChange: (value: string) => void };

const Input = ({ field: { label, type }, value, error, onChange }: InputProps) => (
  <TextField
    label={label}
    value={value}
    error={error !== undefined}
    helperText={error}
    onChange={(event) => onChange(event.target.value)}
    {...(type === "lines" ? { multiline: true, minRows: 2 } : { type: type === "decimal" ? "text" : (type ?? "text") })}
    slotProps={{
      htmlInput: { maxLength: type === "lines" ? 500 : 200, ...(type === "decimal" && { inputMode: "decimal" }) },
      ...(type === "date" && { inputLabel: { shrink: true } }),
    }}
  />
);

export default CorrectForm;
