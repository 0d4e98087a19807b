import { useMutation } from "@connectrpc/connect-query";
import { type CalendarSetting, CalendarSettingService } from "@leashline/proto/leashline/calendar/v1/calendar_setting_service_pb.js";
import Box from "@mui/material/Box";
import { useCallback } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useCan } from "../../../app/session/session.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { FormSelect, FormSwitch } from "../../../ui/form/fields.tsx";
import { SaveBar } from "../../../ui/form/SaveBar.tsx";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { useCalendarSetting } from "../shared/useCalendar.ts";
import {
  addressParts,
  cardSwitches,
  colorHelp,
  colorMeanings,
  colorPlaces,
  dayZooms,
  gridSwitches,
  hoursOf,
  views,
  weekZooms,
} from "./calendar-options.ts";
import { type CalendarValues, requestOf, valuesOf } from "./calendar-values.ts";

/** What the calendar shows, and what it does by itself. */
const CalendarSettings = () => {
  const found = useCalendarSetting();
  const known = found.data?.setting;
  return (
    <SettingsFrame title="Calendar" maxWidth={760}>
      {known ? (
        <Form key={known.version} known={known} onSaved={() => void found.refetch()} />
      ) : found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <FormSkeleton fields={8} />
      )}
    </SettingsFrame>
  );
};

const Form = ({ known, onSaved }: { known: CalendarSetting; onSaved: () => void }) => {
  const format = useFormat();
  const disabled = !useCan("accessBusinessSettings");
  const update = useMutation(CalendarSettingService.method.updateCalendarSetting, { meta: { success: "Calendar settings saved" } });
  const form = useForm<CalendarValues>({ defaultValues: valuesOf(known) });
  const { control } = form;
  const [showsAddress, colors] = useWatch({ control, name: ["showAddress", "showColorCodeWith"] });
  const onSave = useCallback(
    async (values: CalendarValues) => {
      await update.mutateAsync({ ...requestOf(values), version: known.version });
      onSaved();
    },
    [known.version, update.mutateAsync, onSaved],
  );
  const { save, submit, dirty, busy } = useFormPage(form, onSave);
  const from = hoursOf(0, 23, known.calendarViewStartAt, format.minutes);
  const to = hoursOf(1, 24, known.calendarViewEndAt, format.minutes);
  const fields = { control, disabled };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2 }}>
      <Section title="When the calendar opens">
        <Box sx={{ display: "grid", gap: 1.75, gridTemplateColumns: { sm: "1fr 1fr" } }}>
          <FormSelect {...fields} name="defaultView" label="The calendar opens with" options={views} />
          <Box sx={{ display: { xs: "none", sm: "block" } }} />
          <FormSelect {...fields} name="calendarViewStartAt" label="The day starts at" options={from} />
          <FormSelect
            {...fields}
            name="calendarViewEndAt"
            label="The day ends at"
            options={to}
            check={(value) => (Number(value) > Number(form.getValues("calendarViewStartAt")) ? undefined : "Choose a time after the start")}
          />
          <FormSelect {...fields} name="calendarZoomLevel" label="Size of the day view" options={dayZooms} />
          <FormSelect {...fields} name="weeklyViewZoomLevel" label="Size of the week view" options={weekZooms} />
        </Box>
        <Box component="p" sx={{ mt: 1.5, mb: 0, color: "text.secondary" }}>
          Working hours and appointments outside these times are always shown. Left at {format.minutes(660)} to midnight, the day shows
          these alone.
        </Box>
      </Section>
      <Section title="Color">
        <Box sx={{ display: "grid", gap: 1.75, gridTemplateColumns: { sm: "1fr 1fr" } }}>
          <FormSelect
            {...fields}
            name="showColorCodeWith"
            label="Color shows the"
            options={colorMeanings}
            help={colorHelp[String(colors)] ?? ""}
          />
          <FormSelect {...fields} name="showColorCodeDisplay" label="Color fills" options={colorPlaces} />
        </Box>
      </Section>
      <Section title="What a card shows">
        <Box sx={{ display: "grid", justifyItems: "start" }}>
          {cardSwitches.map(([name, label]) => (
            <FormSwitch key={name} {...fields} name={name} label={label} />
          ))}
          {showsAddress && <FormSelect {...fields} name="showAddressType" label="Of the address" options={addressParts} />}
        </Box>
      </Section>
      <Section title="What the day shows">
        <Box sx={{ display: "grid", justifyItems: "start" }}>
          {gridSwitches.map(([name, label]) => (
            <FormSwitch key={name} {...fields} name={name} label={label} />
          ))}
        </Box>
      </Section>
      <Section title="Checkout">
        <FormSwitch {...fields} name="finishWhenPaid" label="An appointment finishes when its bill is paid in full" />
      </Section>
      <SaveBar label="Save" dirty={dirty} busy={busy} />
      <UnsavedGuard dirty={dirty} onSave={save} />
    </Box>
  );
};

export default CalendarSettings;
