import { useMutation } from "@connectrpc/connect-query";
import { ApiKeyService } from "@leashline/proto/leashline/account/v1/api_key_service_pb.js";
import Typography from "@mui/material/Typography";
import { Controller, useForm } from "react-hook-form";
import { useLocations } from "../../../app/session/session.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormChips } from "../../../ui/form/FormChips.tsx";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { required } from "../../../ui/format/validate.ts";
import { PermissionPicker } from "../shared/PermissionPicker.tsx";

const DAYS = [
  { value: "0", label: "Does not expire" },
  { value: "30", label: "After 30 days" },
  { value: "90", label: "After 90 days" },
  { value: "365", label: "After a year" },
];

type Values = { name: string; expiresInDays: string; businessIds: string[]; permissions: number[] };
type Props = { onClose: () => void; onMade: (name: string, secret: string) => void };

/** A new key: what it is for, where it works, what it opens. */
export const ApiKeyForm = ({ onClose, onMade }: Props) => {
  const businesses = useLocations();
  const create = useMutation(ApiKeyService.method.createApiKey);
  const form = useForm<Values>({ defaultValues: { name: "", expiresInDays: "0", businessIds: [], permissions: [] } });
  return (
    <DrawerForm
      open
      title="New API key"
      form={form}
      saveLabel="Add key"
      width={560}
      onClose={onClose}
      onSave={({ expiresInDays, ...values }) => create.mutateAsync({ ...values, expiresInDays: Number(expiresInDays) })}
      onSaved={(answer) => onMade(form.getValues("name"), (answer as { secret: string }).secret)}
    >
      <FormText control={form.control} name="name" label="What it is for" autoFocus check={required("A name")} />
      <FormSelect control={form.control} name="expiresInDays" label="Expires" options={DAYS} />
      {businesses.length > 1 && (
        <FormChips
          control={form.control}
          name="businessIds"
          label="Works at"
          every="All locations"
          options={businesses.map((one) => ({ value: one.id, label: one.name }))}
        />
      )}
      <Typography color="textSecondary">Give it only what it needs. You can't give more access than you have.</Typography>
      <Controller
        control={form.control}
        name="permissions"
        rules={{ validate: (held) => held.length > 0 || "Choose what the key may do" }}
        render={({ field, fieldState }) => (
          <>
            {fieldState.error && (
              <Typography role="alert" color="error">
                {fieldState.error.message}
              </Typography>
            )}
            <PermissionPicker held={field.value} onChange={field.onChange} />
          </>
        )}
      />
    </DrawerForm>
  );
};
