import { useMutation } from "@connectrpc/connect-query";
import { type ReplayWebhookEventsResponse, WebhookService } from "@leashline/proto/leashline/account/v1/webhook_service_pb.js";
import Typography from "@mui/material/Typography";
import { useForm } from "react-hook-form";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormSelect } from "../../../ui/form/fields.tsx";

const HOUR = 3600;
const SPANS = [
  { value: String(HOUR), label: "The last hour" },
  { value: String(24 * HOUR), label: "The last day" },
  { value: String(3 * 24 * HOUR), label: "The last 3 days" },
  { value: String(7 * 24 * HOUR), label: "The last week" },
  { value: "0", label: "Everything that is kept (30 days)" },
];

type Props = { endpointId: string; onClose: () => void; onReplayed: (answer: ReplayWebhookEventsResponse) => void };

/** Sends past events once more, for a receiver that was away or lost what it had. */
export const ReplayForm = ({ endpointId, onClose, onReplayed }: Props) => {
  const replay = useMutation(WebhookService.method.replayWebhookEvents);
  const form = useForm({ defaultValues: { seconds: String(24 * HOUR) } });
  const send = ({ seconds }: { seconds: string }) => {
    const since = BigInt(Math.floor(Date.now() / 1000) - Number(seconds));
    return replay.mutateAsync({ endpointId, ...(seconds !== "0" && { sinceTime: { seconds: since, nanos: 0 } }) });
  };
  return (
    <DrawerForm
      open
      title="Replay events"
      form={form}
      saveLabel="Send again"
      onClose={onClose}
      onSave={send}
      onSaved={(answer) => onReplayed(answer as ReplayWebhookEventsResponse)}
    >
      <Typography color="textSecondary">
        They are sent under the ids they had, so that the receiver can tell what it has seen. At most 1,000 at once; the next ones can
        follow.
      </Typography>
      <FormSelect control={form.control} name="seconds" label="From" options={SPANS} />
    </DrawerForm>
  );
};
