import { ChangeWish } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import type { ChangeRequest } from "@leashline/proto/leashline/online_booking/v1/change_request_pb.js";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useCan } from "../../../../app/session/session.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { LATER, useTakeFee } from "../../../order/shared/no-show/useNoShowFee.ts";
import { MessageDialog } from "./MessageDialog.tsx";
import { useAnswer } from "./useAnswer.ts";

type Props = { asked: ChangeRequest; onClose: () => void };

export const AcceptCancel = ({ asked, onClose }: Props) => {
  const { accept } = useAnswer(asked);
  const returns = useCan("refund") && asked.paid;
  const [refund, setRefund] = useState(true);
  const format = useFormat();
  const fee = useCan("takePayment") ? asked.cancellationFee : undefined;
  const [charging, setCharging] = useState(false);
  const { take } = useTakeFee({ id: asked.appointmentId, businessId: asked.businessId });
  const answer = async (message: string) => {
    const done = await accept({ message, autoRefundOrder: returns && refund });
    if (done && charging && fee) await take({ amount: fee, way: LATER });
    return done;
  };
  return (
    <MessageDialog
      title={`Cancel ${asked.customerName}’s appointment?`}
      action="Cancel the appointment"
      keep="Not now"
      onClose={onClose}
      onAnswer={answer}
    >
      <Typography>The time opens up right away, and the client gets your usual cancellation message.</Typography>
      {returns && (
        <FormControlLabel control={<Checkbox checked={refund} onChange={(_, on) => setRefund(on)} />} label="Refund what the client paid" />
      )}
      {fee && (
        <FormControlLabel
          control={<Checkbox checked={charging} onChange={(_, on) => setCharging(on)} />}
          label={`Ask for the late cancellation fee of ${format.money(fee)} the client was told`}
        />
      )}
    </MessageDialog>
  );
};

export const DeclineChange = ({ asked, onClose }: Props) => (
  <MessageDialog
    title={`Decline what ${asked.customerName} asks for?`}
    action="Decline"
    keep="Not now"
    onClose={onClose}
    onAnswer={useAnswer(asked).decline}
  >
    <Typography>
      The appointment stays as it is. The client is told that you cannot {asked.wish === ChangeWish.CANCEL ? "cancel" : "move"} it.
    </Typography>
  </MessageDialog>
);
