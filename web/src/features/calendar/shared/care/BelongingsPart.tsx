import { useMutation, useQuery } from "@connectrpc/connect-query";
import { CareService } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { ErrorState } from "../../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../../ui/feedback/Skeletons.tsx";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { Icon } from "../../../../ui/icons.tsx";
import type { Appointment } from "../types.ts";
import { BelongingPhoto, Bringing } from "./BelongingPhoto.tsx";
import { petsOf } from "./CarePart.tsx";
import { PickPhoto } from "./pick-photo.ts";

/** What came along with each pet, and what went home again. */
export const BelongingsPart = ({ appointment }: { appointment: Appointment }) => {
  const { id: appointmentId } = appointment;
  const queries = useQueryClient();
  const format = useFormat();
  const done = { onSettled: () => refreshDomains(queries, "calendar") };
  const { data, error, refetch } = useQuery(CareService.method.getCareSheet, { appointmentId });
  const add = useMutation(CareService.method.addBelonging, done);
  const give = useMutation(CareService.method.returnBelonging, done);
  const drop = useMutation(CareService.method.deleteBelonging, done);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowsSkeleton />;
  return (
    <Box sx={{ p: 2.25, display: "grid", gap: 2 }}>
      {petsOf(appointment).map(({ petId, petName }) => (
        <Box key={petId} component="section" aria-label={`Belongings of ${petName}`} sx={{ display: "grid", gap: 1 }}>
          <Typography variant="h3">{petName}</Typography>
          {data.belongings
            .filter((one) => one.petId === petId)
            .map((one) => {
              const back = one.returnTime !== undefined;
              return (
                <Box key={one.belongingId} sx={{ display: "flex", alignItems: "center", gap: 1 }}>
                  <Box sx={{ flex: 1, minWidth: 0 }}>
                    <Typography sx={{ overflowWrap: "anywhere", color: back ? "text.secondary" : "text.primary" }}>{one.name}</Typography>
                    <Typography variant="body2" color="textSecondary">
                      {back
                        ? `Given back by ${one.returnStaffName}, ${format.agoWithin(one.returnTime)}`
                        : `Taken in by ${one.staffName}, ${format.agoWithin(one.createTime)}`}
                    </Typography>
                  </Box>
                  <BelongingPhoto path={one.photoPath} text={`${one.name} at drop-off`} />
                  <BelongingPhoto path={one.returnPhotoPath} text={`${one.name} at pick-up`} />
                  {!back && (
                    <PickPhoto
                      label={`Return ${one.name} with a photo`}
                      onPicked={(photoPath) => give.mutate({ appointmentId, belongingId: one.belongingId, returned: true, photoPath })}
                    />
                  )}
                  {!back && (
                    <IconButton
                      aria-label={`Delete ${one.name}`}
                      title="Delete: it was written down by mistake"
                      onClick={() => drop.mutate({ appointmentId, belongingId: one.belongingId })}
                    >
                      <Icon name="trash" />
                    </IconButton>
                  )}
                  <Button
                    aria-label={back ? `${one.name} is here` : `Return ${one.name}`}
                    onClick={() => give.mutate({ appointmentId, belongingId: one.belongingId, returned: !back })}
                  >
                    {back ? "Still here" : "Return"}
                  </Button>
                </Box>
              );
            })}
          <Bringing petName={petName} onAdd={(name, photoPath) => add.mutateAsync({ appointmentId, petId, name, photoPath })} />
        </Box>
      ))}
    </Box>
  );
};
