import { useMutation, useQuery } from "@connectrpc/connect-query";
import { PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { type Reader, type TerminalLocation, TerminalService } from "@leashline/proto/leashline/payment/v1/terminal_service_pb.js";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useForm } from "react-hook-form";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { required } from "../../../ui/format/validate.ts";

type Values = { label: string; registrationCode: string };
type Props = { counter: TerminalLocation; reader?: Reader; onClose: () => void; onSaved: () => void };

/** A reader: registered by its code, named, or taken off. */
export const ReaderDrawer = ({ counter, reader, onClose, onSaved }: Props) => {
  const create = useMutation(TerminalService.method.createReader, { meta: { success: "Card reader added" } });
  const rename = useMutation(TerminalService.method.renameReader, { meta: { success: "Card reader saved" } });
  const remove = useMutation(TerminalService.method.deleteReader, { meta: { success: "Card reader removed" } });
  const testMode = useQuery(PaymentSettingService.method.getPaymentSetting).data?.setting?.testMode ?? false;
  const form = useForm<Values>({ defaultValues: { label: reader?.label ?? "", registrationCode: "" } });
  const save = async ({ label, registrationCode }: Values) => {
    if (reader) await rename.mutateAsync({ stripeReaderId: reader.id, label });
    else await create.mutateAsync({ locationId: counter.id, registrationCode, label });
    onSaved();
  };
  const drop = async () => {
    if (!reader || !(await confirm({ title: `Remove ${reader.label}?`, action: "Remove card reader", danger: true }))) return;
    await remove.mutateAsync({ stripeReaderId: reader.id });
    onSaved();
    onClose();
  };
  return (
    <DrawerForm
      open
      title={reader ? reader.label : `New card reader at ${counter.displayName}`}
      form={form}
      saveLabel={reader ? "Save card reader" : "Add card reader"}
      onSave={save}
      onClose={onClose}
      aside={
        reader && (
          <Button color="error" variant="text" onClick={() => void drop()}>
            Remove
          </Button>
        )
      }
    >
      {!reader && (
        <>
          <Typography>
            On the reader, open its settings and choose “Generate pairing code”. Type the words or numbers that it shows.
          </Typography>
          <FormText
            control={form.control}
            name="registrationCode"
            label="Code"
            autoFocus
            autoComplete="off"
            check={required("The code")}
            {...(testMode && { help: "In test mode, simulated-s700 and simulated-wpe stand for readers." })}
          />
        </>
      )}
      <FormText
        control={form.control}
        name="label"
        label="Name"
        placeholder="Reader at the front desk"
        {...(reader && { check: required("A name") })}
      />
    </DrawerForm>
  );
};
