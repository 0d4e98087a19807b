import { useQuery } from "@connectrpc/connect-query";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { isoToDay } from "../../../ui/format/dates.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { TextLink } from "../../../ui/links/Link.tsx";
import { later } from "../../../ui/page/later.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { coming } from "../shared/classes/client-classes.ts";
import { useClientClasses } from "../shared/classes/useClientClasses.ts";
import { clientName } from "../shared/client-name.ts";
import type { ClientDetail } from "../shared/types.ts";
import { BookingLine } from "./BookingLine.tsx";
import { ClassLine } from "./ClassLine.tsx";
import { inOrder } from "./next-visits.ts";

const ClientLinkDialog = later(async () => (await import("../../calendar/shared/client-link/ClientLinkDialog.tsx")).ClientLinkDialog, null);

const COMING = [
  AppointmentStatus.UNCONFIRMED,
  AppointmentStatus.CONFIRMED,
  AppointmentStatus.CHECKED_IN,
  AppointmentStatus.READY_FOR_PICKUP,
];

/** As high as one booking, so that what stands below does not move when there is one. */
const LINE = 52;

/** What the client has ahead, and the link with which they see it themselves. */
export const NextVisits = ({ detail }: { detail: ClientDetail }) => {
  const today = useFormat().now().date;
  const id = detail.client?.customerId ?? "";
  const day = isoToDay(today);
  const visits = useQuery(AppointmentService.method.listCustomerAppointments, {
    customerId: id,
    pageSize: 5,
    statuses: COMING,
    ...(day && { startDate: day }),
  });
  const list = visits.data?.appointments ?? [];
  const classes = coming(useClientClasses(id));
  const mayLink = [useCan("createAndEditTicket"), useCan("editTicket")].includes(true);
  const [linking, setLinking] = useState(false);
  return (
    <Section
      title="Next appointments"
      action={
        <>
          {mayLink && list.length > 0 && (
            <Button variant="text" onClick={() => setLinking(true)}>
              Link for the client
            </Button>
          )}
          <Button
            variant="text"
            component={TextLink}
            to={pathTo("/client/:customerId/bookings/:panel?", { customerId: id })}
            underline="none"
          >
            All bookings
          </Button>
        </>
      }
    >
      {visits.isPending && <RowsSkeleton rows={1} height={LINE} />}
      {visits.data && list.length + classes.length === 0 && (
        <Typography color="textSecondary" sx={{ minHeight: LINE }}>
          Nothing booked.
        </Typography>
      )}
      {visits.error && !visits.data && <Typography color="textSecondary">Bookings could not be loaded.</Typography>}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {inOrder(list, classes).map(({ visit, place }) =>
          visit ? (
            <BookingLine key={`visit ${visit.id}`} visit={visit} />
          ) : (
            <ClassLine key={`class ${place.enrolment?.id}`} place={place} />
          ),
        )}
      </Box>
      {linking && (
        <ClientLinkDialog customerId={id} name={detail.client ? clientName(detail.client) : ""} onClose={() => setLinking(false)} />
      )}
    </Section>
  );
};
