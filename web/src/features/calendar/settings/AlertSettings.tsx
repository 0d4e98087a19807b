import { useMutation, useQuery } from "@connectrpc/connect-query";
import { AlertService, type AlertSettings as Settings } from "@leashline/proto/leashline/calendar/v1/alert_service_pb.js";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import Box from "@mui/material/Box";
import { useCallback } from "react";
import { useForm } from "react-hook-form";
import { useCan } from "../../../app/session/session.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { FormChips } from "../../../ui/form/FormChips.tsx";
import { FormSwitch } from "../../../ui/form/fields.tsx";
import { SaveBar } from "../../../ui/form/SaveBar.tsx";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { useTags } from "../../customer/shared/useTags.ts";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { CLIENT_ICONS, PET_ICONS, requestOf, type Values, valuesOf } from "./alert-values.ts";

/** When staff are reminded at check-in and check-out, and of what. */
const AlertSettings = () => {
  const found = useQuery(AlertService.method.getAlertSettings, {});
  const known = found.data?.settings;
  return (
    <SettingsFrame title="Check-in alerts" maxWidth={760}>
      {known ? (
        <Form key={known.version} known={known} onSaved={() => void found.refetch()} />
      ) : found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <FormSkeleton fields={6} />
      )}
    </SettingsFrame>
  );
};

const Form = ({ known, onSaved }: { known: Settings; onSaved: () => void }) => {
  const disabled = !useCan("accessBusinessSettings");
  const tags = useTags() ?? [];
  const codes = useQuery(PetSettingsService.method.getPetSettings, {}).data?.petCodes ?? [];
  const update = useMutation(AlertService.method.saveAlertSettings, { meta: { success: "Check-in alerts saved" } });
  const form = useForm<Values>({ defaultValues: valuesOf(known) });
  const onSave = useCallback(
    async (values: Values) => {
      await update.mutateAsync({ ...requestOf(values), version: known.version });
      onSaved();
    },
    [known.version, update.mutateAsync, onSaved],
  );
  const { save, submit, dirty, busy } = useFormPage(form, onSave);
  const fields = { control: form.control, disabled };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2 }}>
      <Section title="Remind staff">
        <Box sx={{ display: "grid", justifyItems: "start" }}>
          <FormSwitch {...fields} name="enabledForCheckIn" label="When a pet is checked in" />
          <FormSwitch {...fields} name="enabledForQuickCheckIn" label="Also when it is checked in from Today" />
          <FormSwitch {...fields} name="enabledForCheckOut" label="When an appointment is finished" />
        </Box>
      </Section>
      <Section title="About the client">
        <Box sx={{ display: "grid", gap: 1.5 }}>
          <FormChips {...fields} name="clientIcons" label="Facts" options={CLIENT_ICONS} />
          {tags.length > 0 && (
            <FormChips {...fields} name="tagIds" label="Tags" options={tags.map((tag) => ({ value: tag.id, label: tag.name }))} />
          )}
        </Box>
      </Section>
      <Section title="About the pet">
        <Box sx={{ display: "grid", gap: 1.5 }}>
          <FormChips {...fields} name="petIcons" label="Facts" options={PET_ICONS} />
          {codes.length > 0 && (
            <FormChips
              {...fields}
              name="codeIds"
              label="Codes"
              options={codes.map((code) => ({ value: code.id, label: code.description || code.abbreviation }))}
            />
          )}
        </Box>
      </Section>
      <SaveBar label="Save" dirty={dirty} busy={busy} />
      <UnsavedGuard dirty={dirty} onSave={save} />
    </Box>
  );
};

export default AlertSettings;
