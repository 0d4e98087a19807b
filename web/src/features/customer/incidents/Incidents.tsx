import { useQuery } from "@connectrpc/connect-query";
import { type Incident, IncidentService } from "@leashline/proto/leashline/customer/v1/incident_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { useCan } from "../../../app/session/session.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Icon } from "../../../ui/icons.tsx";
import { useQueryChange } from "../../../ui/links/over.ts";
import { useQueryState } from "../../../ui/links/useQueryState.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { useMobile } from "../../../ui/theme/useMobile.ts";
import { IncidentDrawer } from "./IncidentDrawer.tsx";
import { IncidentFilters } from "./IncidentFilters.tsx";
import { download, filterOf, start } from "./incident-list.ts";
import { ownersLine, petsLine } from "./incident-values.ts";

const SIZE = 20;
/** /client/incidents: what happened to pets or because of them, the last first; one opens beside the list. */
const Incidents = () => {
  const format = useFormat();
  const mayWrite = useCan("createOrEditIncidentReport");
  const mobile = useMobile();
  const [state, setState] = useQueryState(start);
  const { query, open, close } = useQueryChange();
  const at = Math.max(1, Number(state.page) || 1);
  const filter = filterOf(state);
  const list = useQuery(
    IncidentService.method.listIncidents,
    { filter, pageSize: SIZE, pageNum: at },
    { placeholderData: keepPreviousData },
  );
  const narrowed = Object.entries(state).some(([name, value]) => name !== "page" && value !== "");
  const report = query.get("report");
  const columns: Column<Incident>[] = [
    { key: "when", header: "When", nowrap: true, cell: (one) => format.instant(one.happenedTime) },
    { key: "type", header: "Type", nowrap: true, cell: (one) => <Type incident={one} /> },
    { key: "pets", header: "Pets", cell: (one) => <strong>{petsLine(one)}</strong> },
    { key: "owners", header: "Clients", cell: ownersLine },
    { key: "what", header: "What happened", cell: (one) => <Excerpt text={one.description} /> },
    { key: "where", header: "Where", wide: true, cell: (one) => one.place },
    { key: "told", header: "Told", wide: true, cell: (one) => one.told.map(({ who }) => who).join(", ") },
  ];
  return (
    <PageFrame
      title={mobile ? "Incidents" : "Incident reports"}
      back="/client"
      beside={list.data && <StatusChip>{format.number(list.data.total)}</StatusChip>}
      actions={
        <>
          {!mobile && list.data && list.data.total > 0 && <Button onClick={() => void download(filter)}>Export</Button>}
          {mayWrite && (
            <Button variant="contained" color="primary" startIcon={<Icon name="plus" />} onClick={() => open({ report: "new" })}>
              Report
            </Button>
          )}
        </>
      }
    >
      <IncidentFilters state={state} onChange={(next) => setState({ page: "1", ...next })} narrowed={narrowed} />
      <DataList
        label="Incident reports"
        rows={list.data?.incidents}
        rowKey={({ incidentId }) => incidentId}
        columns={columns}
        card={(one) => <ReportCard incident={one} />}
        onOpen={({ incidentId }) => open({ report: incidentId })}
        error={list.error}
        onRetry={() => void list.refetch()}
        busy={list.isPlaceholderData}
        page={{ at, size: SIZE, total: list.data?.total ?? 0, onChange: (to) => setState({ page: String(to) }, { push: true }) }}
        empty={
          narrowed ? (
            <EmptyState icon="search" title="No report matches" text="Change or clear the filters." />
          ) : (
            <EmptyState
              icon="note"
              title="No incidents reported"
              text="Bites, injuries, escapes: write down what happened, who was told, and add photos. Staff are warned about a pet that bit."
            />
          )
        }
      />
      {report && (
        <IncidentDrawer
          key={report}
          id={report}
          about={{ petIds: state.petId ? state.petId.split(",") : [], appointmentId: state.appointmentId || "0" }}
          onClose={() => close("report")}
        />
      )}
    </PageFrame>
  );
};

const Type = ({ incident: { incidentTypeName, warns } }: { incident: Incident }) => (
  <StatusChip tone={warns ? "bad" : "warn"}>{incidentTypeName}</StatusChip>
);

const Excerpt = ({ text }: { text: string }) => (
  <Box component="span" sx={{ display: "-webkit-box", WebkitLineClamp: 2, WebkitBoxOrient: "vertical", overflow: "hidden" }}>
    {text}
  </Box>
);

const ReportCard = ({ incident }: { incident: Incident }) => {
  const format = useFormat();
  return (
    <Box sx={{ display: "grid", gap: 0.25 }}>
      <Box sx={{ display: "flex", gap: 1 }}>
        <Typography variant="subtitle1" sx={{ flex: 1 }}>
          {petsLine(incident)}
        </Typography>
        <Type incident={incident} />
      </Box>
      <Typography variant="body2" color="textSecondary">
        {[ownersLine(incident), format.instant(incident.happenedTime), incident.place].filter(Boolean).join(" · ")}
      </Typography>
      <Excerpt text={incident.description} />
    </Box>
  );
};

export default Incidents;
