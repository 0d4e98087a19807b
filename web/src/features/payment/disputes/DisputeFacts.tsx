import { type Dispute, DisputeStatus } from "@leashline/proto/leashline/payment/v1/dispute_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../app/routes/paths.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { useOrderNumbers } from "../../order/shared/useOrderNumbers.ts";
import { wayOf } from "../../order/shared/way-of.ts";
import { DisputeState } from "./DisputeState.tsx";
import { reasonText } from "./dispute-words.ts";

/** What is contested, why and until when, and what was answered. */
export const DisputeFacts = ({ dispute }: { dispute: Dispute }) => {
  const format = useFormat();
  const number = useOrderNumbers([dispute.orderId])(dispute.orderId);
  const { customerId, cardBrand, cardLast4, dueTime, respondTime, response } = dispute;
  return (
    <Box sx={{ display: "grid", gap: 1 }}>
      <Box>
        <DisputeState of={dispute} />
      </Box>
      <Typography>
        {format.money(dispute.amount)}, {wayOf({ cardBrand, cardLast4, method: "card" })}, for invoice {number}.{" "}
        {reasonText(dispute.reason)}.
      </Typography>
      {dispute.status === DisputeStatus.OPEN && dueTime && !respondTime && (
        <Alert severity="warning">Answer by {format.instant(dueTime)}. After that the bank decides without you.</Alert>
      )}
      {respondTime && (
        <Typography color="textSecondary">
          {response ? "Answered" : "Accepted"} {format.instant(respondTime)}
        </Typography>
      )}
      {response && <Typography sx={{ whiteSpace: "pre-wrap" }}>{response}</Typography>}
      {customerId !== "0" && (
        <LinkButton to={pathTo("/client/:customerId/paymentHistory", { customerId })} sx={{ justifySelf: "start" }}>
          Payments of this client
        </LinkButton>
      )}
    </Box>
  );
};
