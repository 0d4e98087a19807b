import { useMutation, useQuery } from "@connectrpc/connect-query";
import { CareService } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { ErrorState } from "../../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../../ui/feedback/Skeletons.tsx";
import type { Appointment } from "../types.ts";
import { Bringing } from "./BelongingPhoto.tsx";
import { BelongingRow } from "./BelongingRow.tsx";
import { petsOf } from "./CarePart.tsx";

/** What came along with each pet, and what went home again. */
export const BelongingsPart = ({ appointment }: { appointment: Appointment }) => {
  const { id: appointmentId } = appointment;
  const queries = useQueryClient();
  const done = { onSettled: () => refreshDomains(queries, "calendar") };
  const { data, error, refetch } = useQuery(CareService.method.getCareSheet, { appointmentId });
  const add = useMutation(CareService.method.addBelonging, done);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowsSkeleton />;
  return (
    <Box sx={{ p: 2.25, display: "grid", gap: 2 }}>
      {petsOf(appointment).map(({ petId, petName }) => (
        <Box key={petId} component="section" aria-label={`Belongings of ${petName}`} sx={{ display: "grid", gap: 1 }}>
          <Typography variant="h3">{petName}</Typography>
          {data.belongings
            .filter((one) => one.petId === petId)
            .map((one) => (
              <BelongingRow key={one.belongingId} belonging={one} onDone={done.onSettled} />
            ))}
          <Bringing petName={petName} onAdd={(name, photoPath) => add.mutateAsync({ appointmentId, petId, name, photoPath })} />
        </Box>
      ))}
    </Box>
  );
};
