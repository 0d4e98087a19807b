import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { FormSwitch } from "../../../ui/form/fields.tsx";
import { MANUAL } from "../shared/agreements/kinds.ts";
import type { Values } from "./agreement-values.ts";

/** Whether online booking asks for it, and whether its link goes out by itself. One that is signed only when somebody asks goes out when somebody does. */
export const AgreementSending = ({ form: { control }, disabled }: { form: UseFormReturn<Values>; disabled: boolean }) => {
  const type = useWatch({ control, name: "agreementRequiredType" });
  if (Number(type) === MANUAL) return null;
  return (
    <Box>
      <FormSwitch
        control={control}
        name="bookOnlineAvailable"
        label="Ask clients who book online to sign it before they send the request"
        disabled={disabled}
      />
      <FormSwitch
        control={control}
        name="sendOnBooking"
        label="Send the link automatically when an appointment is booked that needs it"
        disabled={disabled}
      />
      <Typography variant="body2" color="textSecondary">
        By text and email, as far as the client wants automatic messages. A reminder follows every three days, after two weeks once a week,
        until it is signed or the appointment is over. Of several appointments one message goes out; its page offers the others.
      </Typography>
    </Box>
  );
};
