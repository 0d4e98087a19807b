import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { toast } from "../feedback/toast.ts";

type Props = { label: string; value: string; help?: string; copied?: string };

/** Something to take elsewhere: a link, a key. Whole when focused, and one press copies it. */
export const CopyField = ({ label, value, help, copied = "Copied" }: Props) => {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      toast.success(copied);
    } catch {
      toast.warning("This browser does not let us copy. Select the text and copy it yourself.");
    }
  };
  return (
    <TextField
      label={label}
      value={value}
      helperText={help}
      onFocus={(event) => event.target.select()}
      slotProps={{
        input: {
          readOnly: true,
          sx: { fontFamily: "monospace" },
          endAdornment: (
            <Button variant="text" size="small" onClick={() => void copy()} aria-label={`Copy ${label.toLowerCase()}`}>
              Copy
            </Button>
          ),
        },
      }}
    />
  );
};
