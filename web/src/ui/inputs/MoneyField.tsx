import InputAdornment from "@mui/material/InputAdornment";
import TextField, { type TextFieldProps } from "@mui/material/TextField";
import { readAmount } from "../format/money.ts";
import { decimalSign } from "../format/number.ts";
import { usePreferences } from "../format/preferences.ts";
import { useMet } from "./useMet.ts";

type Props = Omit<TextFieldProps, "value" | "onChange"> & {
  /** An amount with a point, "12.50", whatever sign the business writes. Empty for none. */
  value: string;
  onChange: (value: string) => void;
  symbol?: string;
  /** Names the field when several stand in a row. */
  spoken?: string;
};

/** An amount: up to nine digits, no leading zero, at most two decimals or the currency's (core §5). What cannot become one is not taken. */
export const MoneyField = ({ value, onChange, symbol, spoken, slotProps, ...props }: Props) => {
  const { currencySymbol, currencyCode, numberFormat } = usePreferences();
  const met = useMet(value.replace(".", decimalSign(numberFormat)));
  return (
    <TextField
      {...props}
      value={met.shown}
      onChange={(event) => {
        const text = readAmount(event.target.value, currencyCode, numberFormat);
        if (text === undefined) return;
        met.forget();
        onChange(text);
      }}
      onFocus={(event) => {
        met.come();
        props.onFocus?.(event);
      }}
      onKeyDown={(event) => {
        met.entered(event);
        props.onKeyDown?.(event);
      }}
      onBlur={(event) => {
        met.forget();
        if (value.endsWith(".")) onChange(value.slice(0, -1));
        props.onBlur?.(event);
      }}
      slotProps={{
        ...slotProps,
        input: { startAdornment: <InputAdornment position="start">{symbol ?? currencySymbol}</InputAdornment> },
        htmlInput: { inputMode: "decimal", autoComplete: "off", style: { textAlign: "right" }, ...(spoken && { "aria-label": spoken }) },
      }}
    />
  );
};
