import Box from "@mui/material/Box";
import { PetEvaluations } from "../../../customer/shared/evaluations/PetEvaluations.tsx";
import type { Appointment } from "../../shared/types.ts";

/** The pets that are evaluated in this appointment, each with what came of it. */
export const EvaluationPart = ({ appointment }: { appointment: Appointment }) => (
  <Box sx={{ px: 2.25, pb: 1.5, display: "grid", gap: 1.5 }}>
    {appointment.evaluationServiceList.map(({ petDetailId, petId, petName, serviceId }) => (
      <PetEvaluations key={petDetailId} petId={petId} held={{ evaluationServiceId: serviceId, appointmentId: appointment.id, petName }} />
    ))}
  </Box>
);
