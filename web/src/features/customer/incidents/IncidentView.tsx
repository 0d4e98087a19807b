import type { Incident } from "@leashline/proto/leashline/customer/v1/incident_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { PhotosField } from "../../../app/upload/PhotosField.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { TextLink } from "../../../ui/links/Link.tsx";
import { SideDrawer } from "../../../ui/page/SideDrawer.tsx";
import { useStaffNames } from "../../calendar/shared/useCalendar.ts";
import { PARTS } from "./incident-values.ts";
import { useIncidentActs } from "./useIncidentActs.ts";

type Props = { incident: Incident; onEdit: () => void; onClose: () => void };

/** A report to read; whoever may write reports changes or deletes it from here. */
export const IncidentView = ({ incident, onEdit, onClose }: Props) => {
  const format = useFormat();
  const mayWrite = useCan("createOrEditIncidentReport") && !incident.deleted;
  const acts = useIncidentActs(incident, onClose);
  const names = useStaffNames();
  const staff = incident.staffIds.flatMap((id) => names.get(id) ?? []);
  return (
    <SideDrawer
      open
      addressed
      width={520}
      title={`${incident.incidentTypeName} report`}
      onClose={onClose}
      footer={
        mayWrite && (
          <>
            <Button color="error" variant="text" onClick={() => void acts.drop()} sx={{ mr: "auto" }}>
              Delete
            </Button>
            <Button variant="contained" color="primary" onClick={onEdit}>
              Edit report
            </Button>
          </>
        )
      }
    >
      <Box sx={{ p: 2.25, display: "grid", gap: 2 }}>
        <Fact name="When and where">{[format.instant(incident.happenedTime), incident.place].filter(Boolean).join(" · ")}</Fact>
        <Fact name="Pets">
          {incident.pets.map((pet) => (
            <Pet key={pet.petId} pet={pet} />
          ))}
        </Fact>
        <Fact name="What happened">{incident.description}</Fact>
        {incident.actionTaken && <Fact name="What was done">{incident.actionTaken}</Fact>}
        <Fact name="Who was told">
          {incident.told.length === 0 && "Nobody yet"}
          {incident.told.map((one) => (
            <div key={`${one.who} ${one.how} ${format.instant(one.time)}`}>
              {[one.who, one.how, one.time && format.instant(one.time)].filter(Boolean).join(" · ")}
            </div>
          ))}
        </Fact>
        {staff.length > 0 && <Fact name="Staff who were there">{staff.join(", ")}</Fact>}
        {incident.photoPaths.length > 0 && <PhotosField of="Incident" value={incident.photoPaths} />}
        {incident.appointmentId !== "0" && (
          <TextLink to={pathTo("/calendar/grooming", {}, { appointment: incident.appointmentId })}>
            Happened during an appointment: open it
          </TextLink>
        )}
        <Typography variant="body2" color="textSecondary">
          {incident.deleted ? "Deleted. " : ""}Written {incident.createdByName && `by ${incident.createdByName} `}
          {format.instant(incident.createTime)}
        </Typography>
      </Box>
    </SideDrawer>
  );
};

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box component="section" aria-label={name}>
    <Typography variant="body2" color="textSecondary">
      {name}
    </Typography>
    <Box sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{children}</Box>
  </Box>
);

const Pet = ({ pet: { petId, petName, part, customerId, customerName } }: { pet: Incident["pets"][number] }) => (
  <div>
    {customerName ? <TextLink to={pathTo("/client/:customerId/pets/:petId?", { customerId, petId })}>{petName}</TextLink> : petName}
    {customerName && (
      <>
        {" of "}
        <TextLink to={pathTo("/client/:customerId/overview", { customerId })}>{customerName}</TextLink>
      </>
    )}
    {`, ${PARTS.find(({ value }) => value === String(part))?.label.toLowerCase() ?? ""}`}
  </div>
);
