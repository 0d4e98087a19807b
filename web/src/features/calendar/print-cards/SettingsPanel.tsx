import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { chosenExtras, type Extra } from "./activities.ts";
import { sections } from "./print-sections.ts";
import { type Kind, type PrintSettings, SORTS, type SortBy, shows, sortOf } from "./print-settings.ts";

type Props = {
  kind: Kind;
  settings: PrintSettings;
  onChange: (settings: PrintSettings) => void;
  /** The extras of the day. */
  extras: readonly Extra[];
};
const WITH_SORT: readonly Kind[] = ["list", "arrival", "departure", "activity", "task"];
const SORT_WORDS: Readonly<Record<SortBy, string>> = { clientLastName: "Client’s last name", petName: "Pet’s name", lodging: "Lodging" };

const valuesOf = (settings: PrintSettings, section: string) => settings[section] as Readonly<Record<string, unknown>>;

/** What stands on the paper: switches by section; the paper beside follows at once. */
export const SettingsPanel = ({ kind, settings, onChange, extras }: Props) => {
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
      {(kind === "activity" || kind === "task") && shows(settings, "type", "addOns") && extras.length > 1 && (
        <Extras settings={settings} extras={extras} onChange={(addOnItems) => set("type", { addOnItems })} />
      )}
      {WITH_SORT.includes(kind) && (
        <Select
          label="Sort by"
          value={sortOf(settings)}
          options={SORTS.map((by) => [by, SORT_WORDS[by]])}
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
          <Choice label="Lodging" checked={settings.lodging === true} onChange={(lodging) => onChange({ ...settings, lodging })} />
          <Choice label="Playgroup" checked={settings.playgroup === true} onChange={(playgroup) => onChange({ ...settings, playgroup })} />
        </Box>
      )}
    </Box>
  );
};

type ExtrasProps = { settings: PrintSettings; extras: readonly Extra[]; onChange: (ids: string[]) => void };

/** Which of the day's extras stand on the paper; one at least. */
const Extras = ({ settings, extras, onChange }: ExtrasProps) => {
  const chosen = chosenExtras(settings, extras);
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, display: "grid" }}>
      <Typography component="legend" variant="subtitle2" sx={{ mb: 0.5 }}>
        Which extras
      </Typography>
      {extras.map(({ id, name }) => (
        <Choice
          key={id}
          label={name}
          checked={chosen.includes(id)}
          disabled={chosen.length === 1 && chosen.includes(id)}
          onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
        />
      ))}
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
