import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type DaycareDay, DaycareService } from "@leashline/proto/leashline/calendar/v1/daycare_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useCan } from "../../../app/session/session.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { FormDate } from "../../../ui/form/more-fields.tsx";
import { addDays, dayToIso, isDay, isoToDay, nowIn } from "../../../ui/format/dates.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { required } from "../../../ui/format/validate.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { headsText } from "../shared/stay/daycare-text.ts";
import { headsCheck } from "./daycare-values.ts";

const AHEAD = 62;

/** Days that take another number of pets: more than usual on purpose, fewer, or none. */
export const DaycareDays = () => {
  const format = useFormat();
  const { zone } = usePreferences();
  const mayChange = useCan("overbook");
  const today = nowIn(zone).date;
  const [startDate, endDate] = [isoToDay(today), isoToDay(addDays(today, AHEAD))];
  const days = useQuery(DaycareService.method.getDaycareDays, { startDate, endDate });
  const [adding, setAdding] = useState(false);
  const set = useMutation(DaycareService.method.setDaycareDay, { onSuccess: () => void days.refetch() });
  const changed = days.data?.days.filter((one) => one.changed) ?? [];
  const textOf = (one: DaycareDay): string => [headsText(one), one.note].filter(Boolean).join(" · ");
  return (
    <Section title="Single days">
      <Typography color="textSecondary">Take more pets than usual on one day, fewer, or none.</Typography>
      <Box component="ul" aria-label="Days with a different number" sx={{ listStyle: "none", p: 0, my: 1, display: "grid", gap: 0.5 }}>
        {changed.map((one) => (
          <Box component="li" key={isDay(one.date) ? dayToIso(one.date) : ""} sx={{ display: "flex", alignItems: "center", gap: 1 }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography variant="subtitle2">{format.shortDay(one.date)}</Typography>
              <Typography color="textSecondary">{textOf(one)}</Typography>
            </Box>
            {mayChange && (
              <Button aria-label={`As usual on ${format.shortDay(one.date)}`} onClick={() => set.mutate({ date: one.date })}>
                As usual
              </Button>
            )}
          </Box>
        ))}
      </Box>
      {mayChange && <Button onClick={() => setAdding(true)}>Change a day</Button>}
      {adding && <ChangeDay today={today} onClose={() => setAdding(false)} onSaved={() => void days.refetch()} />}
    </Section>
  );
};

type Props = { today: string; onClose: () => void; onSaved: () => void };

const ChangeDay = ({ today, onClose, onSaved }: Props) => {
  const set = useMutation(DaycareService.method.setDaycareDay, { meta: { success: "Day changed" }, onSuccess: onSaved });
  const form = useForm({ defaultValues: { date: today, heads: "", note: "" } });
  const save = async ({ date, heads, note }: { date: string; heads: string; note: string }) => {
    const day = isoToDay(date);
    if (day) await set.mutateAsync({ date: day, heads: Number(heads), note });
  };
  return (
    <DrawerForm open title="Change a day" form={form} saveLabel="Save" onSave={save} onClose={onClose}>
      <FormDate control={form.control} name="date" label="Day" min={today} max={addDays(today, AHEAD)} check={required("The day")} />
      <FormText control={form.control} name="heads" label="Pets at once" check={headsCheck} />
      <FormText control={form.control} name="note" label="Why" />
    </DrawerForm>
  );
};
