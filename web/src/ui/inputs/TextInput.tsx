import FormControl from "@mui/material/FormControl";
import FormHelperText from "@mui/material/FormHelperText";
import InputLabel from "@mui/material/InputLabel";
import OutlinedInput from "@mui/material/OutlinedInput";
import { type ReactNode, useId } from "react";

export type TextInputProps = {
  label: string;
  name?: string;
  value: string;
  onChange: (value: string) => void;
  error?: string;
  help?: ReactNode;
  type?: "text" | "email" | "password" | "tel";
  autoComplete?: string;
  autoFocus?: boolean;
};

/** One line of text. Lighter than MUI's TextField, which brings its menus along; used before sign-in. */
export const TextInput = ({ label, name, value, onChange, error, help, type = "text", autoComplete, autoFocus }: TextInputProps) => {
  const id = useId();
  const note = error ?? help;
  return (
    <FormControl error={Boolean(error)}>
      <InputLabel htmlFor={id}>{label}</InputLabel>
      <OutlinedInput
        id={id}
        label={label}
        name={name}
        value={value}
        type={type}
        autoComplete={autoComplete}
        autoFocus={autoFocus}
        onChange={(event) => onChange(event.target.value)}
        inputProps={{ "aria-describedby": note ? `${id}-note` : undefined }}
      />
      {note && <FormHelperText id={`${id}-note`}>{note}</FormHelperText>}
    </FormControl>
  );
};
