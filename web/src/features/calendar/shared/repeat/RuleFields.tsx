import Box from "@mui/material/Box";
import type { Control } from "react-hook-form";
import { FormChips } from "../../../../ui/form/FormChips.tsx";
import { FormSelect, FormText } from "../../../../ui/form/fields.tsx";
import { FormDate } from "../../../../ui/form/more-fields.tsx";
import { addDays, WEEKDAYS, weekday } from "../../../../ui/format/dates.ts";
import { capitalise } from "../../../../ui/format/text.ts";
import { nthWeekday, type RuleDraft } from "./rule.ts";

const wholeIn = (from: number, to: number) => (text: string) =>
  /^\d+$/.test(text.trim()) && Number(text) >= from && Number(text) <= to ? undefined : `A number from ${from} to ${to}`;

type Props = {
  control: Control<RuleDraft>;
  draft: RuleDraft;
  /** The first one's. */
  date: string;
  /** What repeats, in the plural. */
  what: "visits" | "dates";
};

/** How often something repeats, and when that ends. */
export const RuleFields = ({ control, draft, date, what }: Props) => {
  const own = String(weekday(date));
  return (
    <>
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 2fr", gap: 1.5 }}>
        <FormText control={control} name="interval" label="Every" check={wholeIn(1, 99)} />
        <FormSelect
          control={control}
          name="frequency"
          label="Unit"
          options={[
            { value: "1", label: "days" },
            { value: "2", label: "weeks" },
            { value: "3", label: "months" },
          ]}
        />
      </Box>
      {draft.frequency === "2" && (
        <FormChips
          control={control}
          name="weekdays"
          label={`On these days; ${WEEKDAYS[Number(own)]} always counts`}
          options={WEEKDAYS.map((name, day) => ({ value: String(day), label: name.slice(0, 3) }))}
        />
      )}
      {draft.frequency === "3" && (
        <FormSelect
          control={control}
          name="monthDay"
          label="Day of the month"
          options={[
            { value: "1", label: `Day ${Number(date.slice(8))}, or the last day of a shorter month` },
            { value: "2", label: `The ${nthWeekday(date)}` },
          ]}
        />
      )}
      <FormSelect
        control={control}
        name="ends"
        label="Ends"
        options={[
          { value: "count", label: `After a number of ${what}` },
          { value: "until", label: "On a date" },
        ]}
      />
      {draft.ends === "count" ? (
        <FormText control={control} name="count" label={`${capitalise(what)} in all, with this one`} check={wholeIn(2, 100)} />
      ) : (
        <FormDate control={control} name="until" label="Last day" min={addDays(date, 1)} />
      )}
    </>
  );
};
