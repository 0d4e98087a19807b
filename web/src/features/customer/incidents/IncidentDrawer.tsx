import { useQuery } from "@connectrpc/connect-query";
import { type Incident, IncidentService } from "@leashline/proto/leashline/customer/v1/incident_service_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { useState } from "react";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { SideDrawer } from "../../../ui/page/SideDrawer.tsx";
import { IncidentForm } from "./IncidentForm.tsx";
import { IncidentView } from "./IncidentView.tsx";
import { involved } from "./incident-values.ts";

type Props = {
  /** "new", or the report's number. */
  id: string;
  /** What a new one is about. */
  about: { petIds: string[]; appointmentId: string };
  onClose: () => void;
};

/** One report beside the list: loaded, then read, then changed where somebody asks for it. */
export const IncidentDrawer = ({ id, about, onClose }: Props) => {
  const [writing, setWriting] = useState(false);
  const isNew = id === "new";
  const found = useQuery(IncidentService.method.getIncident, { incidentId: isNew ? "0" : id }, { enabled: !isNew });
  const pets = useQuery(
    PetService.method.batchGetPets,
    { petIds: about.petIds, allowMissing: true },
    { enabled: isNew && about.petIds.length > 0 },
  );
  const error = found.error ?? pets.error;
  const waits = isNew ? pets.isLoading : found.isLoading;
  if (error || waits)
    return (
      <SideDrawer open addressed title="Incident report" width={520} onClose={onClose}>
        {error ? <ErrorState compact error={error} what="This report could not be loaded" /> : <FormSkeleton fields={6} />}
      </SideDrawer>
    );
  const incident: Incident | undefined = isNew ? undefined : found.data?.incident;
  if (incident && !writing) return <IncidentView incident={incident} onEdit={() => setWriting(true)} onClose={onClose} />;
  const named = (pets.data?.pets ?? []).map((pet) => involved(pet));
  return (
    <IncidentForm
      {...(incident && { incident })}
      pets={named}
      appointmentId={about.appointmentId}
      onClose={incident ? () => setWriting(false) : onClose}
    />
  );
};
