import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { sections } from "./print-sections.ts";
import type { Kind, PrintSettings } from "./print-settings.ts";

type Props = { kind: Kind; settings: PrintSettings; onChange: (settings: PrintSettings) => void };

const valuesOf = (settings: PrintSettings, section: string) => settings[section] as Readonly<Record<string, unknown>>;

/** What stands on the paper: switches by section; the paper beside follows at once. */
export const SettingsPanel = ({ kind, settings, onChange }: Props) => {
  const set = (section: string, more: Record<string, unknown>) =>
    onChange({ ...settings, [section]: { ...valuesOf(settings, section), ...more } });
  return (
    <Box sx={{ display: "grid", gap: 2, alignContent: "start" }}>
      {sections[kind].map((section) => (
        <Box key={section.name} component="fieldset" sx={{ border: 0, m: 0, p: 0, display: "grid" }}>
          <Typography component="legend" variant="subtitle2" sx={{ mb: 0.5 }}>
            {section.label}
          </Typography>
          {section.fields.map(([name, label]) => (
            <Choice
              key={name}
              label={label}
              checked={valuesOf(settings, section.name)[name] === true}
              onChange={(value) => set(section.name, { [name]: value, ...(value && { show: true }) })}
            />
          ))}
        </Box>
      ))}
      {kind === "appointment" && (
        <Select
          label="How many earlier appointments"
          value={String(valuesOf(settings, "historyAndNotes").historyCount)}
          options={[1, 2, 3, 5, 10].map((count) => [String(count), String(count)])}
          onChange={(count) => set("historyAndNotes", { historyCount: Number(count) })}
        />
      )}
      {kind === "list" && (
        <Select
          label="Sort by"
          value={String(valuesOf(settings, "sort").sortBy)}
          options={[
            ["clientLastName", "Client’s last name"],
            ["petName", "Pet’s name"],
          ]}
          onChange={(sortBy) => set("sort", { sortBy })}
        />
      )}
      {kind === "label" && (
        <Box sx={{ display: "grid" }}>
          <Choice label="Pet’s name and breed" checked disabled onChange={() => undefined} />
          <Choice label="Age" checked={settings.age === true} onChange={(age) => onChange({ ...settings, age })} />
          <Choice
            label="Client’s name"
            checked={settings.clientName === true}
            onChange={(clientName) => onChange({ ...settings, clientName })}
          />
        </Box>
      )}
    </Box>
  );
};

type ChoiceProps = { label: string; checked: boolean; disabled?: boolean; onChange: (value: boolean) => void };

const Choice = ({ label, checked, disabled = false, onChange }: ChoiceProps) => (
  <FormControlLabel
    label={label}
    disabled={disabled}
    control={<Switch size="small" checked={checked} onChange={(_, value) => onChange(value)} />}
    sx={{ minHeight: 40 }}
  />
);

type SelectProps = {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
};

const Select = ({ label, value, options, onChange }: SelectProps) => (
  <TextField select size="small" label={label} value={value} onChange={(event) => onChange(event.target.value)}>
    {options.map(([one, text]) => (
      <MenuItem key={one} value={one}>
        {text}
      </MenuItem>
    ))}
  </TextField>
);
