import { PricingRuleType as Type } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { BOARDING } from "@leashline/proto/rules/stay-price.ts";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { type Control, useFieldArray, useWatch } from "react-hook-form";
import { FormChips } from "../../../ui/form/FormChips.tsx";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { FormDate, FormMoney } from "../../../ui/form/more-fields.tsx";
import { FROM_MONDAY } from "../../../ui/format/dates.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { HolidayPicker } from "./HolidayPicker.tsx";
import type { Holiday } from "./holidays.ts";
import { isCount, newItem, percentFor, type Values } from "./rule-values.ts";

const DAYS = FROM_MONDAY.map((label, index) => ({ value: String(index + 1), label }));
const DIRECTIONS = [
  { value: "less", label: "Less" },
  { value: "more", label: "More" },
];
/** By the night of a stay; a visit has one amount. */
const amountLabel = (careType: string): string => (careType === BOARDING ? "Amount a night" : "Amount");
const VALUES = [{ value: "percent", label: "Percent" }];
const FROM: Partial<Record<Type, string>> = {
  [Type.MULTI_PET]: "Starting with pet number",
  [Type.MULTI_NIGHT]: "Starting with night number",
  [Type.LENGTH_OF_STAY]: "Stays of at least (nights)",
  [Type.MORE_THAN_24_HOURS]: "At least this many extra hours",
};

type Props = { control: Control<Values>; type: Type; careType: string; today: string };

/** The conditions of a rule, each with what becomes of the price. */
export const RuleItems = ({ control, type, careType, today }: Props) => {
  const items = useFieldArray({ control, name: "ruleItems" });
  const values = useWatch({ control, name: "ruleItems" });
  const isPeak = type === Type.PEAK_DATE;
  const { country } = usePreferences();
  // A holiday costs what the dates before it cost, and takes the place of dates that are not said yet.
  const addHoliday = ({ name, date }: Holiday) => {
    const last = values.length - 1;
    const like = values[last] ?? newItem(type);
    const item = { ...like, name, startDate: date, endDate: "" };
    if (values[last] && values[last].startDate === "") items.update(last, item);
    else items.append(item);
  };
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      {items.fields.map((row, index) => (
        <Box key={row.id} role="group" aria-label={`Condition ${index + 1}`} sx={{ display: "grid", gap: 1.25 }}>
          <Condition control={control} type={type} index={index} byNight={careType === BOARDING} />
          <Effect control={control} index={index} amount={amountLabel(careType)} />
          {items.fields.length > 1 && (
            <Button variant="text" sx={{ justifySelf: "start" }} onClick={() => items.remove(index)}>
              Remove
            </Button>
          )}
        </Box>
      ))}
      {type !== Type.FIRST_VISIT && (
        <Button variant="text" sx={{ justifySelf: "start" }} onClick={() => items.append(newItem(type))}>
          {isPeak ? "Add more dates" : "Add a condition"}
        </Button>
      )}
      {isPeak && country === "US" && <HolidayPicker today={today} taken={values} onPick={addHoliday} />}
    </Box>
  );
};

type ItemProps = { control: Control<Values>; index: number };

const Condition = ({ control, type, index, byNight }: ItemProps & { type: Type; byNight: boolean }) => {
  if (type === Type.FIRST_VISIT) return null;
  if (type === Type.WEEKDAY) return <FormChips control={control} name={`ruleItems.${index}.weekdays`} label="On" options={DAYS} />;
  if (type !== Type.PEAK_DATE)
    return <FormText control={control} name={`ruleItems.${index}.from`} label={FROM[type] ?? "From"} check={isCount} />;
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: { xs: "repeat(2, minmax(0, 1fr))", md: "1fr 1fr 1.2fr" }, gap: 1.25 }}>
      <FormDate control={control} name={`ruleItems.${index}.startDate`} label={byNight ? "First night" : "First day"} />
      <FormDate
        control={control}
        name={`ruleItems.${index}.endDate`}
        label={byNight ? "Last night" : "Last day"}
        help={byNight ? "Leave empty for one night" : "Leave empty for one day"}
      />
      <Box sx={{ gridColumn: { xs: "1 / -1", md: "auto" }, display: "grid" }}>
        <FormText control={control} name={`ruleItems.${index}.name`} label="Called" help="On the bill, instead of the rule’s name" />
      </Box>
    </Box>
  );
};

const Effect = ({ control, index, amount }: ItemProps & { amount: string }) => {
  const kind = useWatch({ control, name: `ruleItems.${index}.kind` });
  const direction = useWatch({ control, name: `ruleItems.${index}.direction` });
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: { xs: "repeat(2, minmax(0, 1fr))", md: "1fr 1fr 1.2fr" }, gap: 1.25 }}>
      <FormSelect control={control} name={`ruleItems.${index}.direction`} label="Costs" options={DIRECTIONS} />
      <FormSelect control={control} name={`ruleItems.${index}.kind`} label="By" options={[...VALUES, { value: "amount", label: amount }]} />
      {kind === "percent" ? (
        <FormText control={control} name={`ruleItems.${index}.percent`} label="Percent" check={percentFor(direction)} />
      ) : (
        <FormMoney control={control} name={`ruleItems.${index}.amount`} label={amount} />
      )}
    </Box>
  );
};
