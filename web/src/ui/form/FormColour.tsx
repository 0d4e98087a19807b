import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Typography from "@mui/material/Typography";
import { Controller, type FieldValues } from "react-hook-form";
import { Icon } from "../icons.tsx";
import { choices } from "../theme/tokens.ts";
import type { FieldProps } from "./fields.tsx";

/** One of the colours that stay readable in both looks. A colour from elsewhere is kept and shown first. */
export const FormColour = <T extends FieldValues>({ control, name, label, disabled }: FieldProps<T>) => (
  <Controller
    control={control}
    name={name}
    render={({ field }) => {
      const value = String(field.value ?? "").toUpperCase();
      const offered: string[] = value && !choices.some((one) => one === value) ? [value, ...choices] : [...choices];
      return (
        <Box>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
            {label}
          </Typography>
          <Box role="radiogroup" aria-label={label} sx={{ display: "flex", flexWrap: "wrap", gap: 0.75 }}>
            {offered.map((colour, at) => (
              <ButtonBase
                key={colour}
                role="radio"
                disabled={disabled ?? false}
                aria-checked={colour === value}
                aria-label={`Color ${at + 1}`}
                onClick={() => field.onChange(colour)}
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
    }}
  />
);
