import { useQuery } from "@connectrpc/connect-query";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import { keepPreviousData } from "@tanstack/react-query";
import { useParams } from "react-router";
import { pathTo } from "../../../app/routes/paths.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { useGo } from "../../../ui/links/Link.tsx";
import { useQueryState } from "../../../ui/links/useQueryState.ts";
import { Pages } from "../../../ui/lists/Pages.tsx";
import { classesUnder } from "../shared/classes/client-classes.ts";
import { useClientClasses } from "../shared/classes/useClientClasses.ts";
import type { ClientDetail } from "../shared/types.ts";
import { BookingLine } from "./BookingLine.tsx";
import { ClassLine } from "./ClassLine.tsx";
import { newestFirst } from "./next-visits.ts";

const SIZE = 20;
const start = { page: "1" };
const OPEN = [AppointmentStatus.UNCONFIRMED, AppointmentStatus.CONFIRMED, AppointmentStatus.CHECKED_IN, AppointmentStatus.READY_FOR_PICKUP];

const panels = [
  { id: "all", label: "All", statuses: [] as AppointmentStatus[], count: "total" },
  { id: "upcoming", label: "Upcoming", statuses: OPEN, count: "upcoming" },
  { id: "finished", label: "Finished", statuses: [AppointmentStatus.FINISHED], count: "finished" },
  { id: "cancelled", label: "Canceled", statuses: [AppointmentStatus.CANCELLED], count: "cancelled" },
] as const;

/** Every visit of the client and every class that their pets are in, newest first, with counts. */
export const Bookings = ({ detail }: { detail: ClientDetail }) => {
  const customerId = detail.client?.customerId ?? "";
  const { panel: name = "all" } = useParams();
  const go = useGo();
  const [{ page }, setState] = useQueryState(start);
  const at = Math.max(1, Number(page) || 1);
  const panel = panels.find((one) => one.id === name) ?? panels[0];
  const counts = useQuery(AppointmentService.method.countCustomerAppointments, { customerId }).data;
  const list = AppointmentService.method.listCustomerAppointments;
  const pageAt = (pageNum: number) => ({ customerId, statuses: [...panel.statuses], pageSize: SIZE, pageNum });
  const visits = useQuery(list, pageAt(at), { placeholderData: keepPreviousData });
  // Where the page before ended, the classes of this one begin.
  const before = useQuery(list, pageAt(at - 1), { enabled: at > 1 }).data?.appointments.at(-1);
  const classes = useClientClasses(customerId);
  const known = at === 1 || before !== undefined;
  const places = known ? classesUnder(panel.id, classes) : [];
  const { appointments = [], total = 0 } = visits.data ?? {};
  const shown = newestFirst({ visits: appointments, places }, { before: at > 1 ? before : undefined, isLast: at * SIZE >= total });
  const choose = (id: string) =>
    go(pathTo("/client/:customerId/bookings/:panel?", { customerId, panel: id === "all" ? "" : id }), { replace: true });
  return (
    <>
      <Box role="group" aria-label="Which bookings" sx={{ display: "flex", gap: 0.75, flexWrap: "wrap", mb: 1.5 }}>
        {panels.map((one) => (
          <Chip
            key={one.id}
            label={counts ? `${one.label} ${counts[one.count] + classesUnder(one.id, classes).length}` : one.label}
            color={one.id === panel.id ? "primary" : "default"}
            aria-pressed={one.id === panel.id}
            onClick={() => choose(one.id)}
          />
        ))}
        {counts && counts.noShow > 0 && <Chip variant="outlined" color="error" label={`No-shows ${counts.noShow}`} />}
      </Box>
      {visits.error && !visits.data && <ErrorState error={visits.error} onRetry={() => void visits.refetch()} />}
      {!visits.data && !visits.error && <RowsSkeleton rows={5} />}
      {visits.data && shown.length === 0 && (
        <EmptyState icon="calendar" title="No bookings here" text="Appointments appear here once they are booked." />
      )}
      {visits.data && shown.length > 0 && (
        <Card sx={{ px: 2, py: 0.5 }}>
          <Box component="ul" aria-label="Bookings" sx={{ listStyle: "none", m: 0, p: 0, opacity: visits.isPlaceholderData ? 0.6 : 1 }}>
            {shown.map(({ visit, place }) =>
              visit ? (
                <BookingLine key={`visit ${visit.id}`} visit={visit} />
              ) : (
                <ClassLine key={`class ${place.enrolment?.id}`} place={place} />
              ),
            )}
          </Box>
        </Card>
      )}
      {total > SIZE && <Pages at={at} size={SIZE} total={total} onChange={(to) => setState({ page: String(to) }, { push: true })} />}
    </>
  );
};
