import { createConnectQueryKey, useMutation } from "@connectrpc/connect-query";
import { type Lead, LeadService, LeadStage } from "@leashline/proto/leashline/customer/v1/lead_service_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { toast } from "../../../../ui/feedback/toast.ts";
import { useClientsChanged } from "../use-client.ts";
import { leadName, stageOf } from "./lead-words.ts";

const leads = createConnectQueryKey({ schema: LeadService, cardinality: undefined });

/** Nothing where it failed: whoever asked is told so already. */
const answerOf = <T>(call: Promise<T>): Promise<T | undefined> => call.catch(() => undefined);

/** What can be done with a lead from a list or their page; each can be undone from what it says, and answers whether it was done. */
export const useLeadActs = () => {
  const queries = useQueryClient();
  const clientsChanged = useClientsChanged();
  const changed = async () => {
    await Promise.all([queries.invalidateQueries({ queryKey: leads }), clientsChanged()]);
  };
  const update = useMutation(LeadService.method.updateLead, { onSuccess: changed });
  const won = useMutation(LeadService.method.convertLead, { onSuccess: changed });
  const back = useMutation(LeadService.method.revertLeadConversion, { onSuccess: changed });

  const move = async (lead: Lead, stage: LeadStage, lostReason = "") => {
    const reason = stage === LeadStage.LOST ? { lostReason } : {};
    const done = await answerOf(update.mutateAsync({ customerId: lead.customerId, version: lead.version, stage, ...reason }));
    if (!done) return false;
    const { nextStep, nextStepDate } = lead;
    const before = lead.stage === LeadStage.LOST ? { lostReason: lead.lostReason } : { nextStep, nextStepDate };
    const undo = () => update.mutate({ customerId: lead.customerId, version: done.lead?.version ?? 0, stage: lead.stage, ...before });
    toast.success(`${leadName(lead)}: ${stageOf(stage).label}`, { undo });
    return true;
  };
  const convert = async (lead: Lead) => {
    const done = await answerOf(won.mutateAsync({ customerId: lead.customerId, version: lead.version }));
    if (!done) return false;
    const undo = () => back.mutate({ customerId: lead.customerId, version: done.lead?.version ?? 0 });
    toast.success(`${leadName(lead)} is a client now`, { undo });
    return true;
  };
  /** What came next was done, and nothing follows yet. */
  const finish = async (lead: Lead) => {
    const { customerId, nextStep, nextStepDate } = lead;
    const done = await answerOf(update.mutateAsync({ customerId, version: lead.version, nextStep: "", nextStepDate: "" }));
    if (!done) return false;
    const undo = () => update.mutate({ customerId, version: done.lead?.version ?? 0, nextStep, nextStepDate });
    toast.success(`${leadName(lead)}: ${nextStep || "next step"} done`, { undo });
    return true;
  };
  return { move, convert, finish, update, changed, busy: update.isPending || won.isPending || back.isPending };
};
