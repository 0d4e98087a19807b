import { useMutation, useQuery } from "@connectrpc/connect-query";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { AutomationService, type AutomationSetting } from "@leashline/proto/leashline/online_booking/v1/automation_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useCallback } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useInfo } from "../../../app/session/session.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { FormSwitch } from "../../../ui/form/fields.tsx";
import { SaveBar } from "../../../ui/form/SaveBar.tsx";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { CARE_TYPES } from "../../offering/shared/care-types.ts";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { changeOf, type Values, valuesOf } from "./automation-values.ts";
import { RuleCard } from "./RuleCard.tsx";

/** /online_booking/new_settings/automation: which requests need nobody. */
const Automation = () => {
  const businessId = useInfo().business?.id ?? "0";
  const found = useQuery(AutomationService.method.getAutomationSetting, {});
  const services = useQuery(CatalogService.method.listServices, { businessId, pageSize: 500 });
  const known = found.data?.setting;
  const offered = services.data?.services.filter(({ inactive }) => !inactive).map(({ careType }) => careType);
  const ids = CARE_TYPES.map(({ id }) => id as string);
  const shown = ids.filter((id) => offered?.includes(id) || known?.rules.some(({ careType }) => careType === id));
  const error = found.error ?? services.error;
  const retry = () => {
    void found.refetch();
    void services.refetch();
  };
  return (
    <SettingsFrame title="Automatic acceptance" back="/online_booking/settings" maxWidth={760}>
      {known && offered ? (
        <Form key={known.version} known={known} careTypes={shown} onSaved={() => void found.refetch()} />
      ) : error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <FormSkeleton fields={4} />
      )}
    </SettingsFrame>
  );
};

type FormProps = { known: AutomationSetting; careTypes: readonly string[]; onSaved: () => void };

const Form = ({ known, careTypes, onSaved }: FormProps) => {
  const update = useMutation(AutomationService.method.updateAutomationSetting, { meta: { success: "Automatic acceptance saved" } });
  const form = useForm<Values>({ defaultValues: valuesOf(known, careTypes) });
  const { control } = form;
  const on = useWatch({ control, name: "autoAccept" });
  const onSave = useCallback(
    async (values: Values) => {
      await update.mutateAsync({ ...changeOf(values, known), version: known.version });
      onSaved();
    },
    [known, update.mutateAsync, onSaved],
  );
  const { save, submit, dirty, busy } = useFormPage(form, onSave);
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2 }}>
      <Section title="Which requests are accepted automatically">
        <Box sx={{ display: "grid", gap: 1 }}>
          <FormSwitch control={control} name="autoAccept" label="Accept requests that fit automatically" />
          <Typography color="textSecondary">
            {on
              ? "A request whose time is free goes on the calendar automatically if it meets the conditions below. Everything else waits for you, and says why."
              : "Every request waits until one of your staff accepts it."}
          </Typography>
          <FormSwitch
            control={control}
            name="autoAssign"
            disabled={!on}
            label="If the time is taken, book another staff member who is free"
          />
          <Typography color="textSecondary">
            Only someone who offers the service, and only when the client did not choose a person.
          </Typography>
        </Box>
      </Section>
      {on && careTypes.map((careType, at) => <RuleCard key={careType} control={control} at={at} careType={careType} />)}
      {on && careTypes.length === 0 && <Typography color="textSecondary">You have no service yet that clients could book.</Typography>}
      <SaveBar label="Save automatic acceptance" dirty={dirty} busy={busy} />
      <UnsavedGuard dirty={dirty} onSave={save} />
    </Box>
  );
};

export default Automation;
