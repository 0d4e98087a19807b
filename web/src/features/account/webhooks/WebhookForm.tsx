import { useMutation, useQuery } from "@connectrpc/connect-query";
import type { WebhookEndpoint } from "@leashline/proto/leashline/account/v1/webhook_pb.js";
import { WebhookService } from "@leashline/proto/leashline/account/v1/webhook_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useForm } from "react-hook-form";
import { LONG_STALE } from "../../../app/calls/query-client.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormChips } from "../../../ui/form/FormChips.tsx";
import { FormSwitch, FormText } from "../../../ui/form/fields.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { all, required, url } from "../../../ui/format/validate.ts";

type Values = { url: string; description: string; eventTypes: string[]; enabled: boolean };
type Props = { known?: WebhookEndpoint; onClose: () => void; onSaved: () => void; onSecret: (secret: string) => void };

/** "calendar.appointment_booked" as people read it: "Calendar: appointment booked". */
const words = (type: string): string => {
  const [domain = "", what = ""] = type.split(".");
  return `${domain.charAt(0).toUpperCase()}${domain.slice(1).replaceAll(/[_-]/g, " ")}: ${what.replaceAll("_", " ")}`;
};

export const WebhookForm = ({ known, onClose, onSaved, onSecret }: Props) => {
  const format = useFormat();
  const types = useQuery(WebhookService.method.listWebhookEventTypes, {}, { staleTime: LONG_STALE }).data?.eventTypes ?? [];
  const create = useMutation(WebhookService.method.createWebhookEndpoint);
  const update = useMutation(WebhookService.method.updateWebhookEndpoint, { meta: { success: "Webhook saved" } });
  const remove = useMutation(WebhookService.method.deleteWebhookEndpoint, { meta: { success: "Webhook deleted" } });
  const rotate = useMutation(WebhookService.method.rotateWebhookSecret);
  const form = useForm<Values>({
    defaultValues: {
      url: known?.url ?? "",
      description: known?.description ?? "",
      eventTypes: known?.eventTypes ?? [],
      enabled: known?.enabled ?? true,
    },
  });
  const save = async ({ enabled, ...values }: Values) => {
    if (!known) return create.mutateAsync(values);
    await update.mutateAsync({ ...values, enabled, id: known.id, version: known.version, allEvents: values.eventTypes.length === 0 });
    return undefined;
  };
  const saved = (answer: unknown) => {
    onSaved();
    if (answer) onSecret((answer as { secret: string }).secret);
    else onClose();
  };
  const drop = async () => {
    const sure =
      known &&
      (await confirm({
        title: "Delete this webhook?",
        body: `${known.url} gets no more events.`,
        action: "Delete webhook",
        danger: true,
      }));
    if (!sure) return;
    remove.mutate(
      { id: known.id },
      {
        onSuccess: () => {
          onSaved();
          onClose();
        },
      },
    );
  };
  const renew = async () => {
    const sure =
      known &&
      (await confirm({
        title: "Make a new secret?",
        body: "Both secrets sign events for 24 hours, so nothing is missed.",
        action: "Make a new secret",
      }));
    if (sure) rotate.mutate({ id: known.id }, { onSuccess: ({ secret }) => onSecret(secret) });
  };
  return (
    <DrawerForm
      open
      title={known ? "Webhook" : "New webhook"}
      form={form}
      saveLabel={known ? "Save webhook" : "Add webhook"}
      onSave={save}
      onSaved={saved}
      onClose={onClose}
      width={520}
      aside={
        known && (
          <Button color="error" variant="text" onClick={() => void drop()}>
            Delete
          </Button>
        )
      }
    >
      <FormText
        control={form.control}
        name="url"
        label="Address"
        placeholder="https://"
        autoFocus={!known}
        check={all(required("The address"), url)}
      />
      <FormText control={form.control} name="description" label="What it is for" />
      {known && <FormSwitch control={form.control} name="enabled" label="Send to this address" />}
      {known?.disabledReason && <Typography color="error">{known.disabledReason}</Typography>}
      <FormChips
        control={form.control}
        name="eventTypes"
        label="Send these events"
        every="Every event"
        options={types.map((one) => ({ value: one.eventType, label: words(one.eventType) }))}
      />
      {known && (
        <Box>
          <Typography variant="subtitle2">Signing secret</Typography>
          <Typography color="textSecondary" sx={{ mb: 1 }}>
            {known.oldSecretUntil
              ? `The old secret signs too until ${format.instant(known.oldSecretUntil)}.`
              : "Shown once, when it was created."}
          </Typography>
          <Button loading={rotate.isPending} onClick={() => void renew()}>
            Make a new secret
          </Button>
        </Box>
      )}
    </DrawerForm>
  );
};
