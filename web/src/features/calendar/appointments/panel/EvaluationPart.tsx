import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useState } from "react";
import { PetEvaluations } from "../../../customer/shared/evaluations/PetEvaluations.tsx";
import type { Appointment } from "../../shared/types.ts";
import { useMayEdit } from "../../shared/useCalendar.ts";
import { MoveEvaluation } from "../change/MoveEvaluation.tsx";

/** The pets that are evaluated in this appointment, each with what came of it, and a way to evaluate at another time than the rest. */
export const EvaluationPart = ({ appointment }: { appointment: Appointment }) => {
  const { evaluationServiceList: held, petServiceList: all, editable } = appointment;
  const [moving, setMoving] = useState<string>();
  const mayEdit = useMayEdit();
  // Alone it moves as the appointment does.
  const beside = mayEdit && editable && all.length > held.length;
  const line = held.find(({ petDetailId }) => petDetailId === moving);
  return (
    <Box sx={{ px: 2.25, pb: 1.5, display: "grid", gap: 1.5 }}>
      {held.map(({ petDetailId, petId, petName, serviceId }) => (
        <Box key={petDetailId} sx={{ display: "grid", gap: 1 }}>
          <PetEvaluations petId={petId} held={{ evaluationServiceId: serviceId, appointmentId: appointment.id, petName }} />
          {beside && (
            <Button size="small" sx={{ justifySelf: "start" }} onClick={() => setMoving(petDetailId)}>
              Move the evaluation…
            </Button>
          )}
        </Box>
      ))}
      {line && <MoveEvaluation appointment={appointment} line={line} onClose={() => setMoving(undefined)} />}
    </Box>
  );
};
