import { useMutation } from "@connectrpc/connect-query";
import { EvaluationService, EvaluationResult as Result } from "@leashline/proto/leashline/offering/v1/evaluation_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { isoToDay } from "../../../../ui/format/dates.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { DateField } from "../../../../ui/inputs/DateField.tsx";
import { stoppedByUnread } from "../../../../ui/inputs/unread.ts";

type NewProps = {
  petId: string;
  appointmentId: string;
  offered: readonly { id: string; name: string }[];
  onDone: () => void;
  onCancel: () => void;
};

/** It lies within the pet's form, so it saves by its own button and holds no form of its own. */
export const NewResult = ({ petId, appointmentId, offered, onDone, onCancel }: NewProps) => {
  const [evaluationServiceId, setEvaluation] = useState(offered[0]?.id ?? "");
  const [result, setResult] = useState(String(Result.PASSED));
  const [day, setDay] = useState(useFormat().now().date);
  const [notes, setNotes] = useState("");
  const save = useMutation(EvaluationService.method.recordPetEvaluation, { onSuccess: onDone, meta: { success: "Result saved" } });
  const evaluatedOn = isoToDay(day);
  const keep = () =>
    save.mutate({
      petId,
      appointmentId,
      evaluationServiceId,
      result: Number(result),
      notes: notes.trim(),
      ...(evaluatedOn && { evaluatedOn }),
    });
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
        <Button variant="outlined" loading={save.isPending} disabled={!evaluatedOn} onClick={() => !stoppedByUnread() && keep()}>
          Save result
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </Box>
    </Box>
  );
};
