import { useMutation, useQuery } from "@connectrpc/connect-query";
import { DaycareService, type DaycareSetting } from "@leashline/proto/leashline/calendar/v1/daycare_service_pb.js";
import Box from "@mui/material/Box";
import { useCallback } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useCan } from "../../../app/session/session.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { FormSwitch, FormText } from "../../../ui/form/fields.tsx";
import { FormTime } from "../../../ui/form/more-fields.tsx";
import { SaveBar } from "../../../ui/form/SaveBar.tsx";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { WEEKDAYS } from "../../../ui/format/dates.ts";
import { TextLink } from "../../../ui/links/Link.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { DaycareDays } from "./DaycareDays.tsx";
import { type DaycareValues, headsCheck, requestOf, valuesOf } from "./daycare-values.ts";

/** How many pets a location takes for daycare, and when they are checked out by themselves. */
const DaycareSettings = () => {
  const found = useQuery(DaycareService.method.getDaycareSetting, {});
  const known = found.data?.setting;
  return (
    <SettingsFrame title="Daycare" maxWidth={760}>
      {known ? (
        <Box sx={{ display: "grid", gap: 2 }}>
          <Form key={known.version} known={known} onSaved={() => void found.refetch()} />
          <DaycareDays />
        </Box>
      ) : found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <FormSkeleton fields={8} />
      )}
    </SettingsFrame>
  );
};

const Form = ({ known, onSaved }: { known: DaycareSetting; onSaved: () => void }) => {
  const disabled = !useCan("accessBusinessSettings");
  const update = useMutation(DaycareService.method.updateDaycareSetting, { meta: { success: "Daycare saved" } });
  const form = useForm<DaycareValues>({ defaultValues: valuesOf(known) });
  const [limited, autoCheckOut] = useWatch({ control: form.control, name: ["limited", "autoCheckOut"] });
  const onSave = useCallback(
    async (values: DaycareValues) => {
      await update.mutateAsync({ ...requestOf(values), version: known.version });
      onSaved();
    },
    [known.version, update.mutateAsync, onSaved],
  );
  const { save, submit, dirty, busy } = useFormPage(form, onSave);
  const fields = { control: form.control, disabled };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2 }}>
      <Section title="Pets at once">
        <FormSwitch {...fields} name="limited" label="Take only so many pets on a day" />
        {limited && (
          <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: { xs: "1fr 1fr", sm: "repeat(4, 1fr)" }, mt: 1 }}>
            {WEEKDAYS.map((day, weekday) => (
              <FormText key={day} {...fields} name={`heads.${weekday}`} label={day} check={headsCheck} />
            ))}
          </Box>
        )}
        <Box sx={{ mt: 1.5, maxWidth: 240 }}>
          <FormTime {...fields} name="middayAt" label="The afternoon begins at" />
        </Box>
        <Box component="p" sx={{ mt: 1, mb: 0, color: "text.secondary" }}>
          Up to six hours takes a place in the morning or in the afternoon; a longer day takes both. 0 means no daycare that day.
        </Box>
      </Section>
      <Section title="Check-out">
        <FormSwitch {...fields} name="autoCheckOut" label="Check out daycare pets automatically at the end of the day" />
        {autoCheckOut && (
          <>
            <Box sx={{ my: 1, maxWidth: 240 }}>
              <FormTime {...fields} name="autoCheckOutAt" label="At" />
            </Box>
            <FormSwitch {...fields} name="lateFee" label="Add the late pick-up charge for that time" />
            <Box component="p" sx={{ mt: 1, mb: 0, color: "text.secondary" }}>
              Set the time and the amount under <TextLink to="/setting/services/service-charges">Late pick-up charges</TextLink>.
            </Box>
          </>
        )}
      </Section>
      <SaveBar label="Save" dirty={dirty} busy={busy} />
      <UnsavedGuard dirty={dirty} onSave={save} />
    </Box>
  );
};

export default DaycareSettings;
