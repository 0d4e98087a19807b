import { useQuery } from "@connectrpc/connect-query";
import { IncidentService } from "@leashline/proto/leashline/customer/v1/incident_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../../app/routes/paths.ts";
import { useCan } from "../../../../app/session/session.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { LinkButton, TextLink } from "../../../../ui/links/Link.tsx";
import { StatusChip } from "../../../../ui/StatusChip.tsx";

const MOST = 5;
type Props = {
  /** Of one pet, or of what happened in one appointment to the pets in it. */
  about: { petId: string } | { appointmentId: string; petIds: readonly string[] };
};

/** The last reports about a pet or of an appointment, and the way to write one. Nothing for those who may not write any where there are none. */
export const IncidentLines = ({ about }: Props) => {
  const format = useFormat();
  const mayWrite = useCan("createOrEditIncidentReport");
  const filter = "petId" in about ? { petId: about.petId } : { appointmentId: about.appointmentId };
  const found = useQuery(IncidentService.method.listIncidents, { filter, pageSize: MOST }, { meta: { quiet: true }, retry: false });
  const list = found.data?.incidents ?? [];
  if (list.length === 0 && !mayWrite) return null;
  const begin = "petId" in about ? filter : { ...filter, petId: about.petIds.join(",") };
  return (
    <Box component="section" aria-label="Incidents" sx={{ borderTop: 1, borderColor: "line", pt: 2, display: "grid", gap: 1 }}>
      <Typography variant="h3">Incidents</Typography>
      {list.map((one) => (
        <Box key={one.incidentId} sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
          <StatusChip tone={one.warns ? "bad" : "warn"}>{one.incidentTypeName}</StatusChip>
          <TextLink to={pathTo("/client/incidents", {}, { ...filter, report: one.incidentId })}>
            {format.instant(one.happenedTime)}
          </TextLink>
          <Typography variant="body2" color="textSecondary" noWrap sx={{ flex: 1, minWidth: 0 }}>
            {one.description}
          </Typography>
        </Box>
      ))}
      {(found.data?.total ?? 0) > MOST && <TextLink to={pathTo("/client/incidents", {}, filter)}>All {found.data?.total} reports</TextLink>}
      {mayWrite && (
        <LinkButton size="small" sx={{ justifySelf: "start" }} to={pathTo("/client/incidents", {}, { ...begin, report: "new" })}>
          Report an incident
        </LinkButton>
      )}
    </Box>
  );
};
