import type { FilterFieldName } from "@leashline/proto/rules/client-filter.ts";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import ListSubheader from "@mui/material/ListSubheader";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { Icon } from "../../../../ui/icons.tsx";
import { type Condition, valuesFor } from "./filter.ts";
import type { Choice } from "./useChoices.ts";
import { ValueControl } from "./ValueControl.tsx";
import { fieldWords, firstOperator, operatorsFor, operatorWords } from "./words.ts";

type Props = {
  condition: Condition;
  fields: readonly FilterFieldName[];
  choicesOf: (field: FilterFieldName) => readonly Choice[] | undefined;
  onChange: (condition: Condition) => void;
  onRemove: () => void;
};

export const startOf = (field: FilterFieldName): Condition => {
  const operator = firstOperator(field);
  return { field, operator, values: valuesFor(operator, []) };
};

/** One condition: of what, how it is compared, and with what. */
export const ConditionRow = ({ condition, fields, choicesOf, onChange, onRemove }: Props) => {
  const { field, operator, values } = condition;
  const listed = fields.includes(field) ? fields : [...fields, field];
  const groups = [...new Set(listed.map((one) => fieldWords(one).group))];
  const compare = (next: typeof operator) => onChange({ ...condition, operator: next, values: valuesFor(next, values) });
  return (
    <Box
      role="group"
      aria-label={fieldWords(field).label}
      sx={{ display: "grid", gap: 1, gridTemplateColumns: "minmax(0, 1fr) auto", alignItems: "start" }}
    >
      <Box sx={{ display: "grid", gap: 1, gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" } }}>
        <TextField
          select
          size="small"
          label="Field"
          value={field}
          onChange={({ target }) => onChange(startOf(target.value as FilterFieldName))}
          slotProps={{ select: { MenuProps: { sx: { maxHeight: 480 } } } }}
        >
          {groups.flatMap((group) => [
            <ListSubheader key={group}>{group}</ListSubheader>,
            ...listed
              .filter((one) => fieldWords(one).group === group)
              .map((one) => (
                <MenuItem key={one} value={one}>
                  {fieldWords(one).label}
                </MenuItem>
              )),
          ])}
        </TextField>
        <TextField select size="small" label="Comparison" value={operator} onChange={({ target }) => compare(Number(target.value))}>
          {operatorsFor(field, operator).map((one) => (
            <MenuItem key={one} value={one}>
              {operatorWords(one)}
            </MenuItem>
          ))}
        </TextField>
        <Box sx={{ gridColumn: "1 / -1" }}>
          <ValueControl
            key={`${field}-${operator}`}
            condition={condition}
            choices={choicesOf(field)}
            onChange={(next) => onChange({ ...condition, values: next })}
          />
        </Box>
      </Box>
      <IconButton aria-label={`Remove the condition on ${fieldWords(field).label}`} onClick={onRemove}>
        <Icon name="trash" />
      </IconButton>
    </Box>
  );
};
