import { useMutation, useQuery } from "@connectrpc/connect-query";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import {
  EvaluationService,
  type PetEvaluation,
  EvaluationResult as Result,
} from "@leashline/proto/leashline/offering/v1/evaluation_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useCan } from "../../../../app/session/session.ts";
import { confirm } from "../../../../ui/feedback/confirm.ts";
import { dayToIso, isDay } from "../../../../ui/format/dates.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { Icon } from "../../../../ui/icons.tsx";
import { StatusChip } from "../../../../ui/StatusChip.tsx";
import { NewResult } from "./NewResult.tsx";

type Props = {
  petId: string;
  /** Where it is about the evaluation of one visit: which, and in which visit. */
  held?: { evaluationServiceId: string; appointmentId: string; petName: string };
};

/** What came of the pet's evaluations, newest first, and a place to keep the next result. Nothing where the shop has no evaluations. */
export const PetEvaluations = ({ petId, held }: Props) => {
  const canEdit = [useCan("editClient"), useCan("createAndEditTicket")].includes(true);
  const evaluations = useQuery(CatalogService.method.listServices, { careType: "EVALUATION" });
  const kept = useQuery(EvaluationService.method.batchGetPetEvaluations, { petIds: [petId] });
  const [adding, setAdding] = useState(false);
  const isMeant = (id: string) => held === undefined || held.evaluationServiceId === id;
  const list = (kept.data?.evaluations ?? []).filter((one) => isMeant(one.evaluationServiceId));
  const offered = (evaluations.data?.services ?? []).filter((one) => isMeant(one.id));
  if (list.length === 0 && offered.length === 0) return null;
  const done = () => {
    setAdding(false);
    void kept.refetch();
  };
  return (
    <Box
      component="section"
      aria-label={held ? `Evaluation of ${held.petName}` : "Evaluations"}
      sx={{ borderTop: 1, borderColor: "line", pt: 2, display: "grid", gap: 1.5 }}
    >
      <Typography variant="h3">{held ? `Evaluation of ${held.petName}` : "Evaluations"}</Typography>
      {list.length === 0 && <Typography color="textSecondary">Not evaluated yet.</Typography>}
      {list.map((one) => (
        <Line key={one.evaluationId} one={one} canEdit={canEdit} onGone={() => void kept.refetch()} />
      ))}
      {canEdit && offered.length > 0 && !adding && (
        <Button sx={{ justifySelf: "start" }} onClick={() => setAdding(true)}>
          Add a result
        </Button>
      )}
      {adding && (
        <NewResult
          petId={petId}
          appointmentId={held?.appointmentId ?? "0"}
          offered={offered.map(({ id, name }) => ({ id, name }))}
          onDone={done}
          onCancel={() => setAdding(false)}
        />
      )}
    </Box>
  );
};

const Line = ({ one, canEdit, onGone }: { one: PetEvaluation; canEdit: boolean; onGone: () => void }) => {
  const format = useFormat();
  const remove = useMutation(EvaluationService.method.deletePetEvaluation, { onSuccess: onGone, meta: { success: "Result removed" } });
  const over = isDay(one.validUntil) && dayToIso(one.validUntil) < format.now().date;
  const passed = one.result === Result.PASSED;
  const drop = async () => {
    const sure = await confirm({ title: `Remove this result of ${one.evaluationName}?`, action: "Remove result", danger: true });
    if (sure) remove.mutate({ petId: one.petId, evaluationId: one.evaluationId });
  };
  return (
    <Box sx={{ display: "flex", gap: 1, alignItems: "flex-start" }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
          <Typography>{one.evaluationName}</Typography>
          <StatusChip tone={passed ? (over ? "warn" : "ok") : "bad"}>
            {passed ? (over ? "Out of date" : "Passed") : "Not passed"}
          </StatusChip>
        </Box>
        <Typography variant="body2" color="textSecondary">
          {[
            isDay(one.evaluatedOn) && format.day(one.evaluatedOn),
            isDay(one.validUntil) && `${over ? "was valid" : "valid"} until ${format.day(one.validUntil)}`,
          ]
            .filter(Boolean)
            .join(" · ")}
        </Typography>
        {one.notes && <Typography sx={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>{one.notes}</Typography>}
      </Box>
      {canEdit && (
        <IconButton aria-label={`Remove the result of ${one.evaluationName}`} disabled={remove.isPending} onClick={() => void drop()}>
          <Icon name="trash" sx={{ width: 16, height: 16 }} />
        </IconButton>
      )}
    </Box>
  );
};
