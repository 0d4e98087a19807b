import { PricingRuleType as Type } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { type Control, useFieldArray, useWatch } from "react-hook-form";
import { FormChips } from "../../../ui/form/FormChips.tsx";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { FormDate, FormMoney } from "../../../ui/form/more-fields.tsx";
import { FROM_MONDAY } from "../../../ui/format/dates.ts";
import { isCount, newItem, percentFor, type Values } from "./rule-values.ts";

const DAYS = FROM_MONDAY.map((label, index) => ({ value: String(index + 1), label }));
const DIRECTIONS = [
  { value: "less", label: "Less" },
  { value: "more", label: "More" },
];
const VALUES = [
  { value: "percent", label: "Percent" },
  { value: "amount", label: "Amount a night" },
];
const FROM: Partial<Record<Type, string>> = {
  [Type.MULTI_PET]: "Starting with pet number",
  [Type.MULTI_NIGHT]: "Starting with night number",
  [Type.LENGTH_OF_STAY]: "Stays of at least (nights)",
  [Type.MORE_THAN_24_HOURS]: "At least this many extra hours",
};

type Props = { control: Control<Values>; type: Type };

/** The conditions of a rule, each with what becomes of the price. */
export const RuleItems = ({ control, type }: Props) => {
  const items = useFieldArray({ control, name: "ruleItems" });
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      {items.fields.map((row, index) => (
        <Box key={row.id} role="group" aria-label={`Condition ${index + 1}`} sx={{ display: "grid", gap: 1.25 }}>
          <Condition control={control} type={type} index={index} />
          <Effect control={control} index={index} />
          {items.fields.length > 1 && (
            <Button variant="text" sx={{ justifySelf: "start" }} onClick={() => items.remove(index)}>
              Remove
            </Button>
          )}
        </Box>
      ))}
      {type !== Type.FIRST_VISIT && (
        <Button variant="text" sx={{ justifySelf: "start" }} onClick={() => items.append(newItem(type))}>
          Add a condition
        </Button>
      )}
    </Box>
  );
};

type ItemProps = { control: Control<Values>; index: number };

const Condition = ({ control, type, index }: ItemProps & { type: Type }) => {
  if (type === Type.FIRST_VISIT) return null;
  if (type === Type.WEEKDAY) return <FormChips control={control} name={`ruleItems.${index}.weekdays`} label="On" options={DAYS} />;
  if (type !== Type.PEAK_DATE)
    return <FormText control={control} name={`ruleItems.${index}.from`} label={FROM[type] ?? "From"} check={isCount} />;
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.25 }}>
      <FormDate control={control} name={`ruleItems.${index}.startDate`} label="First night" />
      <FormDate control={control} name={`ruleItems.${index}.endDate`} label="Last night" help="Leave empty for one night" />
    </Box>
  );
};

const Effect = ({ control, index }: ItemProps) => {
  const kind = useWatch({ control, name: `ruleItems.${index}.kind` });
  const direction = useWatch({ control, name: `ruleItems.${index}.direction` });
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: { xs: "1fr 1fr", md: "1fr 1fr 1.2fr" }, gap: 1.25 }}>
      <FormSelect control={control} name={`ruleItems.${index}.direction`} label="Costs" options={DIRECTIONS} />
      <FormSelect control={control} name={`ruleItems.${index}.kind`} label="By" options={VALUES} />
      {kind === "percent" ? (
        <FormText control={control} name={`ruleItems.${index}.percent`} label="Percent" check={percentFor(direction)} />
      ) : (
        <FormMoney control={control} name={`ruleItems.${index}.amount`} label="Amount a night" />
      )}
    </Box>
  );
};
