import { filterField, valuesOfOperator } from "@leashline/proto/rules/client-filter.ts";
import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { MoneyField } from "../../../../ui/inputs/MoneyField.tsx";
import { DayValue } from "./DayValue.tsx";
import { DueValue } from "./DueValue.tsx";
import type { Condition } from "./filter.ts";
import type { Choice } from "./useChoices.ts";
import { isChosen } from "./words.ts";

type Props = { condition: Condition; choices: readonly Choice[] | undefined; onChange: (values: string[]) => void };

/** What a condition compares with, asked as its kind is: chosen, written, or two ends of a range. */
export const ValueControl = ({ condition, choices: offered, onChange }: Props) => {
  const { field, operator, values } = condition;
  const choices = isChosen(field, operator) ? offered : undefined;
  const takes = valuesOfOperator(operator);
  if (filterField(field).kind === "due")
    return <DueValue value={values[0] ?? ""} choices={choices ?? []} onChange={(value) => onChange([value])} />;
  if (takes === "many") return choices ? <SeveralChoices {...{ values, choices, onChange }} /> : <SeveralTexts {...{ values, onChange }} />;
  if (choices) return <OneChoice value={values[0] ?? ""} choices={choices} onChange={(value) => onChange([value])} />;
  if (takes === "one")
    return <Written kind={filterField(field).kind} label="Value" value={values[0] ?? ""} onChange={(value) => onChange([value])} />;
  const [from = "", to = ""] = values;
  return (
    <Box sx={{ display: "grid", gap: 1 }}>
      <Written kind={filterField(field).kind} label="From" value={from} onChange={(value) => onChange([value, to])} />
      <Written kind={filterField(field).kind} label="To" value={to} onChange={(value) => onChange([from, value])} />
    </Box>
  );
};

type WrittenProps = { kind: string; label: string; value: string; onChange: (value: string) => void };
const digits = /^-?\d*([.,]\d*)?$/;

const Written = ({ kind, label, value, onChange }: WrittenProps) => {
  if (kind === "date") return <DayValue label={label} value={value} onChange={onChange} />;
  if (kind === "money") return <MoneyField size="small" fullWidth label={label} value={value} onChange={onChange} />;
  const numeric = kind === "number" || kind === "id";
  return (
    <TextField
      size="small"
      fullWidth
      label={label}
      value={value}
      onChange={({ target }) => {
        if (!numeric) onChange(target.value);
        else if (digits.test(target.value)) onChange(target.value.replace(",", "."));
      }}
      slotProps={{ htmlInput: { autoComplete: "off", maxLength: 200, inputMode: numeric ? "decimal" : "text" } }}
    />
  );
};

type ChoiceProps = { choices: readonly Choice[] };

const OneChoice = ({ value, choices, onChange }: ChoiceProps & { value: string; onChange: (value: string) => void }) => (
  <TextField select size="small" fullWidth label="Value" value={value} onChange={({ target }) => onChange(target.value)}>
    {withKept(choices, [value]).map((one) => (
      <MenuItem key={one.value} value={one.value}>
        {one.label}
      </MenuItem>
    ))}
  </TextField>
);

type SeveralProps = { values: string[]; onChange: (values: string[]) => void };

const SeveralChoices = ({ values, choices, onChange }: ChoiceProps & SeveralProps) => (
  <TextField
    select
    size="small"
    fullWidth
    label="Values"
    value={values}
    onChange={({ target }) => onChange([target.value].flat())}
    slotProps={{ select: { multiple: true } }}
  >
    {withKept(choices, values).map((one) => (
      <MenuItem key={one.value} value={one.value}>
        {one.label}
      </MenuItem>
    ))}
  </TextField>
);

/** What was chosen once and is not there any more still shows. */
const withKept = (choices: readonly Choice[], values: readonly string[]): readonly Choice[] => [
  ...choices,
  ...values.filter((value) => value !== "" && !choices.some((one) => one.value === value)).map((value) => ({ value, label: value })),
];

const SeveralTexts = ({ values, onChange }: SeveralProps) => (
  <Autocomplete
    multiple
    freeSolo
    autoSelect
    size="small"
    options={[] as string[]}
    value={values}
    onChange={(_, next) => onChange(next.map((value) => value.trim()).filter(Boolean))}
    renderInput={(props) => <TextField {...props} label="Values" helperText="Press Enter after each" />}
  />
);
