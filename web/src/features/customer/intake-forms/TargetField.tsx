import { isOfPet, type Question, type Section, targets } from "@leashline/proto/rules/intake-form.ts";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";

type Props = {
  section: Section;
  values: Question;
  disabled: boolean;
  error: string | undefined;
  onChange: (change: Pick<Question, "target">) => void;
};

/** Where an answer goes when a profile is made from it, as far as its type can go anywhere. */
export const TargetField = ({ section, values, disabled, error, onChange }: Props) => {
  const fillable = Object.entries(targets).filter(
    ([name, { types }]) => name.startsWith("pet.") === isOfPet(section) && types.includes(values.type),
  );
  if (fillable.length === 0) return null;
  return (
    <TextField
      select
      label="Fills in the profile"
      value={values.target}
      disabled={disabled}
      error={Boolean(error)}
      helperText={error ?? "Where the answer goes when you make a profile from it."}
      onChange={(event) => onChange({ target: event.target.value })}
    >
      <MenuItem value="">Nothing: it stays with the form</MenuItem>
      {fillable.map(([name, { label }]) => (
        <MenuItem key={name} value={name}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
};
