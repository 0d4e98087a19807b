import { useMutation } from "@connectrpc/connect-query";
import { MailService } from "@leashline/proto/leashline/message/v1/mail_service_pb.js";
import Typography from "@mui/material/Typography";
import { useForm } from "react-hook-form";
import { useInfo } from "../../../../app/session/session.ts";
import { DrawerForm } from "../../../../ui/form/DrawerForm.tsx";
import { FormPhone } from "../../../../ui/form/phone.tsx";
import { required } from "../../../../ui/format/validate.ts";

/** Sends one text to the owner's own phone. */
export const TestText = ({ onClose, onSent }: { onClose: () => void; onSent: () => void }) => {
  const send = useMutation(MailService.method.sendTestText, { onSuccess: onSent, meta: { success: "Sent. Look at your phone." } });
  const form = useForm({ defaultValues: { phoneNumber: useInfo().account.phoneNumber } });
  return (
    <DrawerForm
      open
      title="Text yourself"
      form={form}
      saveLabel="Send text"
      onSave={(values) => send.mutateAsync(values)}
      onClose={onClose}
    >
      <Typography color="textSecondary">
        We send one text from the number that your clients will see. It counts as one of your texts.
      </Typography>
      <FormPhone control={form.control} name="phoneNumber" label="Your phone" check={required("Your phone number")} />
    </DrawerForm>
  );
};
