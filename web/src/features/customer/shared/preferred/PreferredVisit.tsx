import Box from "@mui/material/Box";
import { type Control, useWatch } from "react-hook-form";
import { FormChips } from "../../../../ui/form/FormChips.tsx";
import { FormSelect } from "../../../../ui/form/fields.tsx";
import { FormTime } from "../../../../ui/form/more-fields.tsx";
import { Section } from "../../../../ui/page/Section.tsx";
import { fullName } from "../../../calendar/shared/columns.tsx";
import { NO_STAFF } from "../../../calendar/shared/types.ts";
import { useStaff } from "../../../calendar/shared/useCalendar.ts";

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"].map((label, day) => ({ value: String(day), label }));

/** With whom and when somebody likes to come, as a form holds it. */
export type PreferredVisitValues = {
  preferredGroomerId: string;
  preferredDay: string[];
  preferredFrom: number | undefined;
  preferredUntil: number | undefined;
};
type Wire = { preferredGroomerId: string; preferredDay: number[]; preferredTime: number[] };

export const preferredOf = ({ preferredGroomerId, preferredDay, preferredTime: [from, until] }: Wire): PreferredVisitValues => ({
  preferredGroomerId,
  preferredDay: preferredDay.map(String),
  preferredFrom: from,
  preferredUntil: until,
});

/** One end of the hours alone is the whole of that side of the day. */
export const preferredInput = ({ preferredGroomerId, preferredDay, preferredFrom, preferredUntil }: PreferredVisitValues): Wire => {
  const any = preferredFrom === undefined && preferredUntil === undefined;
  return {
    preferredGroomerId,
    preferredDay: preferredDay.map(Number).sort((a, b) => a - b),
    preferredTime: any ? [] : [preferredFrom ?? 0, preferredUntil ?? 1440],
  };
};

/** With whom, on which days and at what time a client likes to come. */
export const PreferredVisit = ({ control, disabled }: { control: Control<PreferredVisitValues>; disabled: boolean }) => {
  const chosen = useWatch({ control, name: "preferredGroomerId" });
  const staff = (useStaff().data?.staff ?? []).filter(({ staffId }) => staffId !== NO_STAFF);
  const known = staff.map((one) => ({ value: one.staffId, label: fullName(one) }));
  const gone = chosen !== "0" && !known.some(({ value }) => value === chosen) ? [{ value: chosen, label: "Somebody else" }] : [];
  return (
    <Section title="Likes to come">
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
          <FormTime control={control} name="preferredUntil" label="Until" disabled={disabled} />
        </Box>
        <FormChips control={control} name="preferredDay" label="On" options={DAYS} every="Any day" disabled={disabled} />
      </Box>
    </Section>
  );
};
