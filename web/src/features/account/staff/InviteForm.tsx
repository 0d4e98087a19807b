import { useMutation } from "@connectrpc/connect-query";
import { InviteService } from "@leashline/proto/leashline/account/v1/invite_service_pb.js";
import type { Staff } from "@leashline/proto/leashline/account/v1/staff_pb.js";
import Alert from "@mui/material/Alert";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { errorCode, messageOf } from "../../../ui/feedback/call-errors.ts";
import { BUSY_ERROR } from "../../../ui/feedback/errors.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { email } from "../../../ui/format/validate.ts";

const ALREADY_BOUND = 900004;

type Props = { staff: Staff; onClose: () => void; onSent: (emailQueued: boolean) => void };

/** Makes an invite link, and e-mails it when there is an address. */
export const InviteForm = ({ staff, onClose, onSent }: Props) => {
  const [problem, setProblem] = useState<string>();
  const form = useForm({ defaultValues: { email: staff.email } });
  const invite = useMutation(InviteService.method.sendStaffInvite, { meta: { quiet: true } });
  const send = async (values: { email: string }) => {
    setProblem(undefined);
    try {
      return await invite.mutateAsync({ staffId: staff.id, email: values.email.trim() });
    } catch (error) {
      // Somebody linked their account meanwhile: nothing is left to send (binding error 4).
      setProblem(
        errorCode(error) === ALREADY_BOUND
          ? `${staff.firstName} has linked an account already. Load the page again.`
          : messageOf(error) || BUSY_ERROR,
      );
      throw error;
    }
  };
  return (
    <DrawerForm
      open
      title={`Invite ${staff.firstName}`}
      form={form}
      saveLabel={form.watch("email").trim() ? "Send invite" : "Make the link"}
      onClose={onClose}
      onSave={send}
      onSaved={(answer) => onSent((answer as { emailQueued: boolean }).emailQueued)}
    >
      {problem && <Alert severity="error">{problem}</Alert>}
      <Typography color="textSecondary">The link lets them sign in or create an account. Earlier links stop working.</Typography>
      <FormText
        control={form.control}
        name="email"
        label="Email"
        type="email"
        check={email}
        help="Leave empty to copy the link and send it yourself."
      />
    </DrawerForm>
  );
};
