import { useMutation } from "@connectrpc/connect-query";
import { type ApiKey, ApiKeyService } from "@leashline/proto/leashline/account/v1/api_key_service_pb.js";
import Typography from "@mui/material/Typography";
import { useForm } from "react-hook-form";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormSelect } from "../../../ui/form/fields.tsx";

const OVERLAPS = [
  { value: "0", label: "Not at all: it ends right away" },
  { value: "1", label: "1 hour" },
  { value: "24", label: "1 day" },
  { value: "168", label: "1 week" },
  { value: "720", label: "30 days" },
];

/** A new secret with the same reach; the old one works on for a while, so that nothing stops. */
export const RotateKey = ({ apiKey, onClose, onMade }: { apiKey: ApiKey; onClose: () => void; onMade: (secret: string) => void }) => {
  const rotate = useMutation(ApiKeyService.method.rotateApiKey);
  const form = useForm({ defaultValues: { overlap: "24" } });
  return (
    <DrawerForm
      open
      title={`Rotate ${apiKey.name}`}
      form={form}
      saveLabel="Make a new key"
      onClose={onClose}
      onSave={({ overlap }) => rotate.mutateAsync({ id: apiKey.id, overlapHours: Number(overlap) })}
      onSaved={(answer) => onMade((answer as { secret: string }).secret)}
    >
      <Typography color="textSecondary">
        You get a new key with the same access. Replace the old one before it expires. If it leaked, let it end right away.
      </Typography>
      <FormSelect control={form.control} name="overlap" label="The old key works on for" options={OVERLAPS} />
    </DrawerForm>
  );
};
