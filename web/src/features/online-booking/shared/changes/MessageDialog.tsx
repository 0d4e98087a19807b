import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import { type ReactNode, useId, useState } from "react";

type FieldProps = { label?: string; value: string; onChange: (text: string) => void; autoFocus?: boolean };

export const MessageField = ({ label = "Message to the client", value, onChange, autoFocus }: FieldProps) => (
  <TextField
    label={label}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    multiline
    minRows={2}
    fullWidth
    autoFocus={autoFocus}
    slotProps={{ htmlInput: { maxLength: 500 } }}
  />
);

type Props = {
  title: string;
  /** The strong button. */
  action: string;
  color?: "primary" | "error";
  /** Leaves it as it is. */
  keep: string;
  /** What the field is called; nobody is written to where it is null. */
  message?: string | null;
  autoFocus?: boolean;
  onClose: () => void;
  /** True once it is done. */
  onAnswer: (message: string) => Promise<boolean>;
  children: ReactNode;
};

/** Asked before something that a client is told of, in the shop's own words. What was written stays until it has arrived. */
export const MessageDialog = ({ title, action, color = "error", keep, message, autoFocus, onClose, onAnswer, children }: Props) => {
  const id = useId();
  const [text, setText] = useState("");
  const [pending, setPending] = useState(false);
  const answer = async () => {
    setPending(true);
    if (await onAnswer(text.trim())) onClose();
    else setPending(false);
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 1.5 }}>
        {children}
        {message !== null && (
          <MessageField {...(message && { label: message })} {...(autoFocus && { autoFocus })} value={text} onChange={setText} />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{keep}</Button>
        <Button variant="contained" color={color} loading={pending} onClick={() => void answer()}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
