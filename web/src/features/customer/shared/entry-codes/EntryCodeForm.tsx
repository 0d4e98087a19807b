import { useMutation } from "@connectrpc/connect-query";
import { EntryCodeService } from "@leashline/proto/leashline/customer/v1/entry_code_service_pb.js";
import { useForm } from "react-hook-form";
import { DrawerForm } from "../../../../ui/form/DrawerForm.tsx";
import { FormText } from "../../../../ui/form/fields.tsx";
import { required } from "../../../../ui/format/validate.ts";
import { useClientsChanged } from "../use-client.ts";

/** A code to write down. Nobody reads it here again but who is on an appointment. */
export const EntryCodeForm = ({ customerId, onClose }: { customerId: string; onClose: () => void }) => {
  const changed = useClientsChanged();
  const create = useMutation(EntryCodeService.method.createEntryCode, { onSuccess: changed, meta: { success: "Code added" } });
  const form = useForm({ defaultValues: { label: "", code: "" } });
  return (
    <DrawerForm
      open
      title="New entry code"
      form={form}
      saveLabel="Add code"
      onSave={(values) => create.mutateAsync({ customerId, ...values })}
      onClose={onClose}
    >
      <FormText
        control={form.control}
        name="label"
        label="What it opens"
        placeholder="Front gate, key box, alarm"
        autoFocus
        check={required("A name for what it opens")}
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
      <FormText
        control={form.control}
        name="code"
        label="Code"
        check={required("Code")}
        slotProps={{ htmlInput: { maxLength: 200, autoComplete: "off" } }}
      />
    </DrawerForm>
  );
};
