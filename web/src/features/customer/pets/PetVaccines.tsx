import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type PetVaccine, VaccineService } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { dayToIso, isDay, isoToDay } from "../../../ui/format/dates.ts";
import { DateField } from "../../../ui/inputs/DateField.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { useClientsChanged } from "../shared/use-client.ts";

/** Vaccines that concern this pet, each with the day it expires. A day is saved as soon as it is entered. */
export const PetVaccines = ({ petId, canEdit }: { petId: string; canEdit: boolean }) => {
  const vaccines = useQuery(VaccineService.method.listPetVaccines, { petIds: [petId] });
  const list = vaccines.data?.petVaccines ?? [];
  if (list.length === 0) return null;
  return (
    <Box component="section" aria-label="Vaccines" sx={{ borderTop: 1, borderColor: "line", pt: 2 }}>
      <Typography variant="h3" sx={{ mb: 1.5 }}>
        Vaccines
      </Typography>
      <Box sx={{ display: "grid", gap: 1.5 }}>
        {list.map((vaccine) => (
          <Line key={vaccine.vaccineId} vaccine={vaccine} canEdit={canEdit} onSaved={() => void vaccines.refetch()} />
        ))}
      </Box>
    </Box>
  );
};

const Line = ({ vaccine, canEdit, onSaved }: { vaccine: PetVaccine; canEdit: boolean; onSaved: () => void }) => {
  const changed = useClientsChanged();
  const done = () => {
    onSaved();
    return changed();
  };
  const save = useMutation(VaccineService.method.savePetVaccine, { onSuccess: done, meta: { success: "Vaccine saved" } });
  const remove = useMutation(VaccineService.method.deletePetVaccine, { onSuccess: done });
  const { petId, vaccineId, documentPath } = vaccine;
  const set = (iso: string) => {
    const day = isoToDay(iso);
    if (day) save.mutate({ petId, vaccineId, documentPath, expirationDate: day });
    else if (vaccine.vaccineBindingId !== "0") remove.mutate({ vaccineBindingId: vaccine.vaccineBindingId });
  };
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: "1fr 170px", gap: 1.5, alignItems: "center" }}>
      <Box>
        <Typography>{vaccine.vaccineName}</Typography>
        {vaccine.tag && <StatusChip tone={vaccine.tag === "expire soon" ? "warn" : "bad"}>{vaccine.tag}</StatusChip>}
      </Box>
      <DateField
        label="Expires"
        disabled={!canEdit}
        value={isDay(vaccine.expirationDate) ? dayToIso(vaccine.expirationDate) : ""}
        onChange={set}
      />
    </Box>
  );
};
