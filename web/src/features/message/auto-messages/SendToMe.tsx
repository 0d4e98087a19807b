import Typography from "@mui/material/Typography";
import { useForm } from "react-hook-form";
import { toast } from "../../../ui/feedback/toast.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { FormPhone } from "../../../ui/form/phone.tsx";
import { all, email, required } from "../../../ui/format/validate.ts";

export type Way = "phoneNumber" | "email";
type Props = { way: Way; own: string; onSend: (to: string) => Promise<unknown>; onClose: () => void };

/** Sends the words as they stand, saved or not, to one's own phone or inbox. */
export const SendToMe = ({ way, own, onSend, onClose }: Props) => {
  const form = useForm({ defaultValues: { phoneNumber: "", email: "", [way]: own } });
  const text = way === "phoneNumber";
  const send = async (values: Record<Way, string>) => {
    await onSend(values[way]);
    toast.success(text ? "Sent. Look at your phone." : "Sent. Look in your inbox.");
  };
  return (
    <DrawerForm open title={text ? "Text it to me" : "Email it to me"} form={form} saveLabel="Send" onSave={send} onClose={onClose}>
      <Typography color="textSecondary">
        {text
          ? "Sent as your clients would get it, from the same number. It counts as one of your texts."
          : "Sent as your clients would get it."}
      </Typography>
      {text ? (
        <FormPhone control={form.control} name="phoneNumber" label="Your phone" check={required("Your phone number")} />
      ) : (
        <FormText control={form.control} name="email" label="Your email" type="email" check={all(required("Your email"), email)} />
      )}
    </DrawerForm>
  );
};
