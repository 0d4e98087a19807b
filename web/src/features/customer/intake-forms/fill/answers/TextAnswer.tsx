import FormControl from "@mui/material/FormControl";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import OutlinedInput from "@mui/material/OutlinedInput";
import { type ReactNode, useId } from "react";

type Props = {
  label: ReactNode;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  help?: string | undefined;
  type?: "text" | "email" | "tel" | "date";
  inputMode?: "text" | "decimal";
  lines?: number;
  autoComplete?: string | undefined;
};

/** A question with a text as its answer; the question stands above the box, so that a long one is read whole. */
export const TextAnswer = ({ label, value, onChange, error, help, type = "text", inputMode, lines, autoComplete }: Props) => {
  const id = useId();
  const note = error || help;
  return (
    <FormControl error={Boolean(error)} fullWidth>
      <FormLabel htmlFor={id} sx={{ mb: 0.5, color: "text.primary" }}>
        {label}
      </FormLabel>
      <OutlinedInput
        id={id}
        value={value}
        type={type}
        autoComplete={autoComplete}
        {...(lines && { multiline: true, minRows: lines })}
        onChange={(event) => onChange(event.target.value)}
        inputProps={{ inputMode, "aria-describedby": note ? `${id}-note` : undefined, "aria-invalid": Boolean(error) }}
      />
      {note && (
        <FormHelperText id={`${id}-note`} sx={{ ml: 0 }}>
          {note}
        </FormHelperText>
      )}
    </FormControl>
  );
};
