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
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useCan } from "../../../app/session/session.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { dayToIso, isDay, isoToDay } from "../../../ui/format/dates.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Icon } from "../../../ui/icons.tsx";
import { DateField } from "../../../ui/inputs/DateField.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";

/** What came of the pet's evaluations, newest first, and a place to keep the next result. Nothing where the shop has no evaluations. */
export const PetEvaluations = ({ petId }: { petId: string }) => {
  const canEdit = [useCan("editClient"), useCan("createAndEditTicket")].includes(true);
  const evaluations = useQuery(CatalogService.method.listServices, { careType: "EVALUATION" });
  const kept = useQuery(EvaluationService.method.batchGetPetEvaluations, { petIds: [petId] });
  const [adding, setAdding] = useState(false);
  const list = kept.data?.evaluations ?? [];
  const offered = evaluations.data?.services ?? [];
  if (list.length === 0 && offered.length === 0) return null;
  const done = () => {
    setAdding(false);
    void kept.refetch();
  };
  return (
    <Box component="section" aria-label="Evaluations" sx={{ borderTop: 1, borderColor: "line", pt: 2, display: "grid", gap: 1.5 }}>
      <Typography variant="h3">Evaluations</Typography>
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
        <NewResult petId={petId} offered={offered.map(({ id, name }) => ({ id, name }))} onDone={done} onCancel={() => setAdding(false)} />
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

type NewProps = { petId: string; offered: readonly { id: string; name: string }[]; onDone: () => void; onCancel: () => void };

/** It lies within the pet's form, so it saves by its own button and holds no form of its own. */
const NewResult = ({ petId, offered, onDone, onCancel }: NewProps) => {
  const [evaluationServiceId, setEvaluation] = useState(offered[0]?.id ?? "");
  const [result, setResult] = useState(String(Result.PASSED));
  const [day, setDay] = useState(useFormat().now().date);
  const [notes, setNotes] = useState("");
  const save = useMutation(EvaluationService.method.recordPetEvaluation, { onSuccess: onDone, meta: { success: "Result saved" } });
  const evaluatedOn = isoToDay(day);
  const keep = () =>
    save.mutate({ petId, evaluationServiceId, result: Number(result), notes: notes.trim(), ...(evaluatedOn && { evaluatedOn }) });
  return (
    <Box role="group" aria-label="New result" sx={{ display: "grid", gap: 1.5 }}>
      {offered.length > 1 && (
        <TextField select label="Evaluation" value={evaluationServiceId} onChange={(event) => setEvaluation(event.target.value)}>
          {offered.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      )}
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
        <TextField select label="Result" value={result} onChange={(event) => setResult(event.target.value)}>
          <MenuItem value={String(Result.PASSED)}>Passed</MenuItem>
          <MenuItem value={String(Result.FAILED)}>Not passed</MenuItem>
        </TextField>
        <DateField label="Day" value={day} onChange={setDay} />
      </Box>
      <TextField
        label="Result notes"
        multiline
        minRows={2}
        value={notes}
        onChange={(event) => setNotes(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 2000 } }}
      />
      <Box sx={{ display: "flex", gap: 1 }}>
        <Button variant="outlined" loading={save.isPending} disabled={!evaluatedOn} onClick={keep}>
          Save result
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </Box>
    </Box>
  );
};
