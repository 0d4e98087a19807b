import Box from "@mui/material/Box";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import { type ReactNode, useId } from "react";

type Props = {
  label: ReactNode;
  options: readonly string[];
  values: readonly string[];
  several: boolean;
  /** As one box that opens, where there are many to choose from. */
  folded: boolean;
  autoComplete?: string;
  error?: string | undefined;
  help?: string | undefined;
  onChange: (values: string[]) => void;
};

const box = {
  width: "100%",
  minHeight: 44,
  px: 1.5,
  font: "inherit",
  color: "text.primary",
  bgcolor: "background.paper",
  border: 1,
  borderColor: "line",
  borderRadius: 1.5,
} as const;

/** One or several of the options that a question offers. The browser's own boxes: light, and known to every phone. */
export const ChoiceAnswer = ({ label, options, values, several, folded, autoComplete, error, help, onChange }: Props) => {
  const id = useId();
  const note = error || help;
  const toggle = (option: string) => {
    if (!several) return onChange([option]);
    onChange(values.includes(option) ? values.filter((one) => one !== option) : [...values, option]);
  };
  return (
    <Box component="fieldset" aria-describedby={note ? `${id}-note` : undefined} sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <FormLabel component="legend" htmlFor={id} error={Boolean(error)} sx={{ mb: 0.5, p: 0, color: "text.primary" }}>
        {label}
      </FormLabel>
      {folded ? (
        <Box
          component="select"
          id={id}
          aria-labelledby={`${id}-legend`}
          aria-label={typeof label === "string" ? label : undefined}
          autoComplete={autoComplete}
          value={values[0] ?? ""}
          onChange={(event) => onChange(event.target.value === "" ? [] : [event.target.value])}
          sx={box}
        >
          <option value="">Choose</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </Box>
      ) : (
        options.map((option) => (
          <Box key={option} component="label" sx={{ display: "flex", alignItems: "center", gap: 1.25, minHeight: 44, cursor: "pointer" }}>
            <Box
              component="input"
              type={several ? "checkbox" : "radio"}
              name={id}
              checked={values.includes(option)}
              onChange={() => toggle(option)}
              sx={{ width: 20, height: 20, m: 0, accentColor: "var(--mui-palette-primary-main)" }}
            />
            {option}
          </Box>
        ))
      )}
      {note && (
        <FormHelperText id={`${id}-note`} error={Boolean(error)} sx={{ ml: 0 }}>
          {note}
        </FormHelperText>
      )}
    </Box>
  );
};
