import { useMutation } from "@connectrpc/connect-query";
import { type Dispute, DisputeService, DisputeStatus } from "@leashline/proto/leashline/payment/v1/dispute_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useForm } from "react-hook-form";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { required } from "../../../ui/format/validate.ts";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { SideDrawer } from "../../../ui/page/SideDrawer.tsx";
import { useOrderNumbers } from "../../order/shared/useOrderNumbers.ts";
import { wayOf } from "../../order/shared/way-of.ts";
import { DisputeState } from "./DisputeState.tsx";
import { reasonText } from "./dispute-words.ts";

type Props = { dispute: Dispute; onClose: () => void };

const Facts = ({ dispute }: { dispute: Dispute }) => {
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

/** A dispute that can still be answered: what happened, in the shop's words, goes to the bank once. */
const Answer = ({ dispute, onClose }: Props) => {
  const submit = useMutation(DisputeService.method.submitDisputeEvidence, { meta: { success: "Answer sent to the bank" } });
  const accept = useMutation(DisputeService.method.acceptDispute, { meta: { success: "Dispute accepted" } });
  const form = useForm({ defaultValues: { response: "" } });
  const giveUp = async () => {
    const body = "The cardholder keeps the money. This cannot be undone.";
    if (!(await confirm({ title: "Accept this dispute?", body, action: "Accept dispute", danger: true }))) return;
    await accept.mutateAsync({ disputeId: dispute.id });
    onClose();
  };
  return (
    <DrawerForm
      open
      title="Dispute"
      form={form}
      saveLabel="Send to the bank"
      onSave={({ response }) => submit.mutateAsync({ disputeId: dispute.id, response })}
      onClose={onClose}
    >
      <Facts dispute={dispute} />
      <FormText
        control={form.control}
        name="response"
        label="What happened"
        help="Say when the pet was here, who brought it and what was agreed. It can be sent once."
        multiline
        minRows={6}
        check={required("An answer")}
      />
      <Button color="error" loading={accept.isPending} onClick={() => void giveUp()} sx={{ justifySelf: "start" }}>
        Accept the dispute instead
      </Button>
    </DrawerForm>
  );
};

export const DisputeDrawer = ({ dispute, onClose }: Props) => {
  const may = useCan("paymentSettings");
  const { status, respondTime } = dispute;
  if (may && status === DisputeStatus.OPEN && !respondTime) return <Answer dispute={dispute} onClose={onClose} />;
  return (
    <SideDrawer open addressed title="Dispute" onClose={onClose}>
      <Box sx={{ p: 2.25 }}>
        <Facts dispute={dispute} />
      </Box>
    </SideDrawer>
  );
};
