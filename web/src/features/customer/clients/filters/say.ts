import { daysFromToday, dueOf, filterField } from "@leashline/proto/rules/client-filter.ts";
import { plural } from "../../../../ui/format/text.ts";
import type { Format } from "../../../../ui/format/useFormat.ts";
import type { Condition } from "./filter.ts";
import type { Choice } from "./useChoices.ts";
import { fieldWords, operatorWords } from "./words.ts";

export const dayWords = (value: string, format: Pick<Format, "day">): string => {
  const days = daysFromToday(value);
  if (days === undefined) return format.day(value);
  if (days === 0) return "today";
  return days < 0 ? `${plural(-days, "day")} ago` : `${plural(days, "day")} from now`;
};

/** A condition as one reads it: "Breed contains poodle". */
export function sayCondition(
  { field, operator, values }: Condition,
  format: Pick<Format, "day"> & { amount: (value: string) => string },
  choices: readonly Choice[] | undefined,
): string {
  const { kind } = filterField(field);
  const word = (value: string) => {
    if (kind === "date") return dayWords(value, format);
    if (kind === "money") return format.amount(value);
    const due = kind === "due" ? dueOf(value) : undefined;
    if (due) return `${choices?.find((one) => one.value === due.id)?.label ?? due.id} within ${plural(Number(due.days), "day")}`;
    return choices?.find((one) => one.value === value)?.label ?? value;
  };
  const joint = operatorWords(operator) === "is between" ? " and " : ", ";
  return `${fieldWords(field).label} ${operatorWords(operator)} ${values.map(word).join(joint)}`;
}
