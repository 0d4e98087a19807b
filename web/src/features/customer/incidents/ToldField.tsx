import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Icon } from "../../../ui/icons.tsx";
import { DateField } from "../../../ui/inputs/DateField.tsx";
import { TimeField } from "../../../ui/inputs/TimeField.tsx";
import type { Told } from "./incident-values.ts";

type Props = { value: readonly Told[]; onChange: (told: Told[]) => void };

/** Who was told of it, how and when. */
export const ToldField = ({ value, onChange }: Props) => {
  const now = useFormat().now();
  const set = (at: number, change: Partial<Told>) => onChange(value.map((one, i) => (i === at ? { ...one, ...change } : one)));
  const text = (at: number, field: "who" | "how", label: string) => (
    <TextField
      size="small"
      label={label}
      value={value[at]?.[field] ?? ""}
      onChange={({ target }) => set(at, { [field]: target.value })}
      slotProps={{ htmlInput: { maxLength: 100 } }}
    />
  );
  return (
    <Box role="group" aria-label="Who was told" sx={{ display: "grid", gap: 1.25 }}>
      <Typography variant="h3">Who was told</Typography>
      {value.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place only
        <Box key={at} sx={{ display: "grid", gridTemplateColumns: "1fr 1fr auto", gap: 1, alignItems: "center" }}>
          {text(at, "who", "Who")}
          {text(at, "how", "How")}
          <IconButton aria-label={`Remove line ${at + 1} of who was told`} onClick={() => onChange(value.filter((_, i) => i !== at))}>
            <Icon name="close" sx={{ width: 16, height: 16 }} />
          </IconButton>
          <DateField size="small" label="Day" max={now.date} value={one.date} onChange={(date) => set(at, { date })} />
          <TimeField size="small" label="Time" value={one.minutes} onChange={(minutes) => set(at, { minutes })} />
        </Box>
      ))}
      {value.length < 20 && (
        <Button
          size="small"
          startIcon={<Icon name="plus" />}
          sx={{ justifySelf: "start" }}
          onClick={() => onChange([...value, { who: value.length === 0 ? "Owner" : "", how: "Phone", ...now }])}
        >
          {value.length === 0 ? "Add who was told" : "Somebody else"}
        </Button>
      )}
    </Box>
  );
};
