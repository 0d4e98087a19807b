import Box from "@mui/material/Box";
import { type Control, useFormState, useWatch } from "react-hook-form";
import { FormChips } from "../../../../ui/form/FormChips.tsx";
import { FormSelect } from "../../../../ui/form/fields.tsx";
import { FormTime } from "../../../../ui/form/more-fields.tsx";
import { WEEKDAYS } from "../../../../ui/format/dates.ts";
import { Section } from "../../../../ui/page/Section.tsx";
import { fullName } from "../../../calendar/shared/columns.tsx";
import { NO_STAFF } from "../../../calendar/shared/types.ts";
import { useStaff } from "../../../calendar/shared/useCalendar.ts";
import type { PreferredVisitValues } from "./preferred-values.ts";

const DAYS = WEEKDAYS.map((name, day) => ({ value: String(day), label: name.slice(0, 3) }));

/** With whom, on which days and at what time a client likes to come. */
export const PreferredVisit = ({ control, disabled }: { control: Control<PreferredVisitValues>; disabled: boolean }) => {
  const [chosen, from] = useWatch({ control, name: ["preferredGroomerId", "preferredFrom"] });
  const { dirtyFields } = useFormState({ control });
  const changed = dirtyFields.preferredFrom || dirtyFields.preferredUntil;
  const inOrder = (until: string) =>
    changed && from !== undefined && until !== "" && Number(until) <= from ? "The end is before the start" : undefined;
  const staff = (useStaff().data?.staff ?? []).filter(({ staffId }) => staffId !== NO_STAFF);
  const known = staff.map((one) => ({ value: one.staffId, label: fullName(one) }));
  const gone = chosen !== "0" && !known.some(({ value }) => value === chosen) ? [{ value: chosen, label: "Another staff member" }] : [];
  return (
    <Section title="Preferred times">
      <Box sx={{ display: "grid", gridTemplateColumns: { xs: "1fr", md: "1fr 1fr" }, gap: 1.75 }}>
        <FormSelect
          control={control}
          name="preferredGroomerId"
          label="With"
          options={[{ value: "0", label: "Anybody" }, ...known, ...gone]}
          disabled={disabled}
        />
        <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1 }}>
          <FormTime control={control} name="preferredFrom" label="From" disabled={disabled} />
          <FormTime control={control} name="preferredUntil" label="Until" check={inOrder} disabled={disabled} />
        </Box>
        <FormChips control={control} name="preferredDay" label="On" options={DAYS} every="Any day" disabled={disabled} />
      </Box>
    </Section>
  );
};
