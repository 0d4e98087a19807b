import { useMutation } from "@connectrpc/connect-query";
import type { Client } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { type Control, Controller } from "react-hook-form";
import { useCan, useLocations } from "../../../app/session/session.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { Overtaken, useLiveForm } from "../../../ui/form/live.tsx";
import { FormDate } from "../../../ui/form/more-fields.tsx";
import { FormPhone } from "../../../ui/form/phone.tsx";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { email } from "../../../ui/format/validate.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { PreferredVisit } from "../shared/preferred/PreferredVisit.tsx";
import type { PreferredVisitValues } from "../shared/preferred/preferred-values.ts";
import { SourceField } from "../shared/sources/SourceField.tsx";
import type { ClientDetail } from "../shared/types.ts";
import { useClientsChanged } from "../shared/use-client.ts";
import { useTags } from "../shared/useTags.ts";
import { clientInput, type FaceValues, type HowReachedValues, locationOptions, UNITS, valuesOf } from "./client-values.ts";
import { Face } from "./Face.tsx";
import { HowReached } from "./HowReached.tsx";
import { PreferredTip } from "./PreferredTip.tsx";
import { TagChoice } from "./TagChoice.tsx";

const SAVED = [
  ...["first_name", "last_name", "phone_number", "email", "birthday", "referral_source_id", "customer_tag_id_list"],
  ...["preferred_frequency_day", "preferred_frequency_type", "preferred_groomer_id", "preferred_day", "preferred_time"],
  "preferred_business_id",
  ...["send_auto_email", "send_auto_message", "is_unsubscribed", "is_block_message", "is_block_online_booking"],
  ...["avatar_path", "client_color", "appt_reminder_by_list", "unconfirmed_reminder_by"],
];

/** The client's own data, how they like to be reached, and their tags. */
export const Details = ({ detail }: { detail: ClientDetail }) => (detail.client ? <Form client={detail.client} /> : null);

const Form = ({ client }: { client: Client }) => {
  const canEdit = useCan("editClient");
  const changed = useClientsChanged();
  const tags = useTags();
  const update = useMutation(ClientService.method.updateClient);
  const undo = useMutation(ClientService.method.updateClient, { meta: { success: "Undone" }, onSuccess: changed });
  const stored = valuesOf(client);
  const [form, theirs] = useLiveForm(stored);
  const { control } = form;
  const places = locationOptions(useLocations(), client.preferredBusinessId);

  const page = useFormPage(form, async (values) => {
    const of = { customerId: client.customerId, updateMask: { paths: SAVED } };
    const answer = await update.mutateAsync({ ...of, version: client.version, client: clientInput(values, client) });
    const version = answer.client?.version ?? 0;
    toast.success("Client saved", { undo: () => undo.mutate({ ...of, version, client: clientInput(stored, client) }) });
    await changed();
  });

  return (
    <Box component="form" noValidate onSubmit={page.submit} sx={{ display: "grid", gap: 2, maxWidth: 720 }}>
      <Section title="Client">
        <Face control={control as unknown as Control<FaceValues>} client={client} disabled={!canEdit} />
        <Box
          component="fieldset"
          disabled={!canEdit}
          sx={{ border: 0, p: 0, m: 0, display: "grid", gridTemplateColumns: { xs: "1fr", md: "1fr 1fr" }, gap: 1.75 }}
        >
          <FormText control={control} name="firstName" label="First name" />
          <FormText control={control} name="lastName" label="Last name" />
          <FormPhone control={control} name="phoneNumber" label="Phone" />
          <FormText control={control} name="email" label="Email" type="email" check={email} />
          <SourceField control={control} disabled={!canEdit} />
          <FormDate control={control} name="birthday" label="Birthday" disabled={!canEdit} />
          <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1 }}>
            <FormText
              control={control}
              name="frequency"
              label="Comes every"
              check={(value) => (/^\d{0,3}$/.test(value) ? undefined : "A whole number")}
            />
            <FormSelect control={control} name="frequencyType" label="Unit" options={UNITS} />
          </Box>
          {places.length > 0 && (
            <FormSelect control={control} name="preferredBusinessId" label="Preferred location" options={places} disabled={!canEdit} />
          )}
        </Box>
      </Section>
      <PreferredVisit control={control as unknown as Control<PreferredVisitValues>} disabled={!canEdit} />
      <Section title="Tags">
        <Controller
          control={control}
          name="tags"
          render={({ field }) => <TagChoice tags={tags} chosen={field.value} disabled={!canEdit} onChange={field.onChange} />}
        />
      </Section>
      <HowReached control={control as unknown as Control<HowReachedValues>} stored={stored} disabled={!canEdit} />
      <PreferredTip customerId={client.customerId} />
      <Overtaken fields={theirs} />
      {canEdit && (
        <Button type="submit" variant="contained" color="primary" size="large" loading={page.busy} sx={{ justifySelf: "end" }}>
          Save client
        </Button>
      )}
      <UnsavedGuard dirty={page.dirty} onSave={page.save} />
    </Box>
  );
};
