import { useMutation } from "@connectrpc/connect-query";
import { type Dispute, DisputeService } from "@leashline/proto/leashline/payment/v1/dispute_service_pb.js";
import Button from "@mui/material/Button";
import { useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { required } from "../../../ui/format/validate.ts";
import { answerDrafts, keepDraft } from "./answer-drafts.ts";
import { DisputeFacts } from "./DisputeFacts.tsx";
import { DisputeFiles } from "./DisputeFiles.tsx";

type Props = { dispute: Dispute; onClose: () => void };

/** A dispute that can still be answered: what happened, in the shop's words and papers, goes to the bank once. */
export const DisputeAnswer = ({ dispute, onClose }: Props) => {
  const submit = useMutation(DisputeService.method.submitDisputeEvidence, { meta: { success: "Answer sent to the bank" } });
  const accept = useMutation(DisputeService.method.acceptDispute, { meta: { success: "Dispute accepted" } });
  const form = useForm({ defaultValues: { response: answerDrafts.getState().texts[dispute.id] ?? "" } });
  const response = useWatch({ control: form.control, name: "response" });
  useEffect(() => keepDraft(dispute.id, response), [dispute.id, response]);
  const send = async (text: string) => {
    await submit.mutateAsync({ disputeId: dispute.id, response: text });
    keepDraft(dispute.id, "");
  };
  const giveUp = async () => {
    const body = "The cardholder keeps the money. This cannot be undone.";
    if (!(await confirm({ title: "Accept this dispute?", body, action: "Accept dispute", danger: true }))) return;
    await accept.mutateAsync({ disputeId: dispute.id });
    onClose();
  };
  return (
    <DrawerForm open title="Dispute" form={form} saveLabel="Send to the bank" onSave={(values) => send(values.response)} onClose={onClose}>
      <DisputeFacts dispute={dispute} />
      <FormText
        control={form.control}
        name="response"
        label="What happened"
        help="Say when the pet was here, who brought it and what was agreed. It can be sent once."
        multiline
        minRows={6}
        check={required("An answer")}
      />
      <DisputeFiles dispute={dispute} editable />
      <Button color="error" loading={accept.isPending} onClick={() => void giveUp()} sx={{ justifySelf: "start" }}>
        Accept the dispute instead
      </Button>
    </DrawerForm>
  );
};
