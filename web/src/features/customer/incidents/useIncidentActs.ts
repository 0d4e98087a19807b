import { useMutation } from "@connectrpc/connect-query";
import { type Incident, IncidentService } from "@leashline/proto/leashline/customer/v1/incident_service_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { refreshDomains } from "../../../app/calls/refresh.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { type inputOf, MASK } from "./incident-values.ts";

/** What is done with a report: kept, changed, deleted with a way back. */
export function useIncidentActs(incident: Incident | undefined, onGone: () => void) {
  const queries = useQueryClient();
  const onSuccess = () => refreshDomains(queries, "customer", "calendar");
  const create = useMutation(IncidentService.method.createIncident, { onSuccess, meta: { success: "Report saved" } });
  const update = useMutation(IncidentService.method.updateIncident, { onSuccess, meta: { success: "Report saved" } });
  const remove = useMutation(IncidentService.method.deleteIncident, { onSuccess });
  const restore = useMutation(IncidentService.method.restoreIncident, { onSuccess });
  const save = (input: ReturnType<typeof inputOf>, appointmentId: string): Promise<unknown> =>
    incident
      ? update.mutateAsync({ incidentId: incident.incidentId, incident: input, version: incident.version, updateMask: { paths: MASK } })
      : create.mutateAsync({ incident: { ...input, appointmentId } });
  const drop = async () => {
    const incidentId = incident?.incidentId ?? "0";
    const sure = await confirm({
      title: "Delete this report?",
      body: "You can undo this right after.",
      action: "Delete report",
      danger: true,
    });
    if (!sure) return;
    await remove.mutateAsync({ incidentId });
    toast.success("Report deleted", { undo: () => restore.mutate({ incidentId }) });
    onGone();
  };
  return { save, drop: () => drop().catch(() => {}) };
}
