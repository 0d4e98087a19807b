import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Typography from "@mui/material/Typography";
import { Controller, type FieldValues } from "react-hook-form";
import { Icon } from "../icons.tsx";
import { choices } from "../theme/tokens.ts";
import type { FieldProps } from "./fields.tsx";

/** A color as a field of a form. */
export const FormColour = <T extends FieldValues>({ control, name, label, disabled, none }: FieldProps<T> & { none?: string }) => (
  <Controller
    control={control}
    name={name}
    render={({ field }) => (
      <ColourChoice
        label={label}
        value={String(field.value ?? "")}
        onChange={field.onChange}
        disabled={disabled ?? false}
        {...(none !== undefined && { none })}
      />
    )}
  />
);

type Props = {
  label: string;
  /** "#RRGGBB", or empty while none is chosen. */
  value: string;
  onChange: (colour: string) => void;
  /** What no color of its own is called, where one may do without. */
  none?: string;
  disabled?: boolean;
};

/** One of the colours that stay readable in both looks. A colour from elsewhere is kept and shown first. */
export const ColourChoice = ({ label, value: given, onChange, none, disabled = false }: Props) => {
  const value = given.toUpperCase();
  const offered: string[] = value && !choices.some((one) => one === value) ? [value, ...choices] : [...choices];
  return (
    <Box>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
        {label}
      </Typography>
      <Box role="radiogroup" aria-label={label} sx={{ display: "flex", flexWrap: "wrap", gap: 0.75 }}>
        {none !== undefined && (
          <ButtonBase
            role="radio"
            disabled={disabled}
            aria-checked={value === ""}
            onClick={() => onChange("")}
            sx={{
              ...{ height: { xs: 40, md: 30 }, px: 1.25, borderRadius: "9px", border: 1, fontSize: "0.885rem" },
              ...(value === "" ? { borderColor: "primary.main", bgcolor: "tone.accent.soft", fontWeight: 600 } : { borderColor: "edge" }),
            }}
          >
            {none}
          </ButtonBase>
        )}
        {offered.map((colour, at) => (
          <ButtonBase
            key={colour}
            role="radio"
            disabled={disabled}
            aria-checked={colour === value}
            aria-label={`Color ${at + 1}`}
            onClick={() => onChange(colour)}
            sx={{
              width: { xs: 40, md: 30 },
              height: { xs: 40, md: 30 },
              borderRadius: "9px",
              bgcolor: colour,
              color: "background.paper",
            }}
          >
            {colour === value && <Icon name="check" sx={{ width: 18, height: 18 }} />}
          </ButtonBase>
        ))}
      </Box>
    </Box>
  );
};
