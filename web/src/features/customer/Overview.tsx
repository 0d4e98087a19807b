import { useQuery } from "@connectrpc/connect-query";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../app/routes/paths.ts";
import { useCan } from "../../app/session/session.ts";
import { RowsSkeleton } from "../../ui/feedback/Skeletons.tsx";
import { isoToDay } from "../../ui/format/dates.ts";
import { useFormat } from "../../ui/format/useFormat.ts";
import { Icon } from "../../ui/icons.tsx";
import { LinkButton, TextLink } from "../../ui/links/Link.tsx";
import { PetAvatar } from "../../ui/PetAvatar.tsx";
import { Section } from "../../ui/page/Section.tsx";
import { StatusChip } from "../../ui/StatusChip.tsx";
import { Addresses } from "./addresses/Addresses.tsx";
import { Contacts } from "./contacts/Contacts.tsx";
import { Notes } from "./notes/Notes.tsx";
import { BookingLine } from "./shared/BookingLine.tsx";
import { petFacts, petLine } from "./shared/pet-text.ts";
import type { ClientDetail } from "./shared/types.ts";

const COMING = [
  AppointmentStatus.UNCONFIRMED,
  AppointmentStatus.CONFIRMED,
  AppointmentStatus.CHECKED_IN,
  AppointmentStatus.READY_FOR_PICKUP,
];

/** What one wants to know before the client comes in. */
export const Overview = ({ detail }: { detail: ClientDetail }) => (
  <Box sx={{ display: "grid", gridTemplateColumns: { xs: "minmax(0, 1fr)", xl: "1.4fr 1fr" }, gap: 2, alignItems: "start" }}>
    <Box sx={{ display: "grid", gap: 2 }}>
      <PetsAtAGlance detail={detail} />
      <NextVisits detail={detail} />
      <Notes detail={detail} />
    </Box>
    <Box sx={{ display: "grid", gap: 2 }}>
      <Addresses detail={detail} />
      <Contacts detail={detail} />
    </Box>
  </Box>
);

/** More are on the page of the pets. */
const AT_A_GLANCE = 12;

const PetsAtAGlance = ({ detail }: { detail: ClientDetail }) => {
  const canEdit = useCan("editClient");
  const format = useFormat();
  const id = detail.client?.customerId ?? "";
  return (
    <Section
      title="Pets"
      action={
        canEdit && (
          <LinkButton to={pathTo("/client/:customerId/petAdd", { customerId: id })} startIcon={<Icon name="plus" />}>
            Add pet
          </LinkButton>
        )
      }
    >
      {detail.pets.length === 0 && <Typography color="textSecondary">No pets yet.</Typography>}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 1 }}>
        {detail.pets.slice(0, AT_A_GLANCE).map((pet) => (
          <Box
            component="li"
            key={pet.petId}
            sx={{ display: "flex", alignItems: "center", columnGap: 1.25, rowGap: 0.25, flexWrap: "wrap" }}
          >
            <PetAvatar pet={petFacts(pet)} size={42} />
            <Box sx={{ minWidth: 0, flex: "1 1 200px" }}>
              <TextLink
                to={pathTo("/client/:customerId/pets/:petId?", { customerId: id, petId: pet.petId })}
                color="inherit"
                sx={{ fontWeight: 600 }}
              >
                {pet.petName}
              </TextLink>
              <Typography variant="body2" color="textSecondary" noWrap>
                {petLine(pet, format)}
              </Typography>
            </Box>
            {pet.passAwayDate && <StatusChip>Passed away</StatusChip>}
            {pet.vaccineTag && <StatusChip tone="warn">Vaccine {pet.vaccineTag}</StatusChip>}
          </Box>
        ))}
      </Box>
      {detail.pets.length > AT_A_GLANCE && (
        <LinkButton to={pathTo("/client/:customerId/pets/:petId?", { customerId: id })} sx={{ mt: 1 }}>
          All {detail.pets.length} pets
        </LinkButton>
      )}
    </Section>
  );
};

/** As high as one booking, so that what stands below does not move when there is one. */
const LINE = 52;

const NextVisits = ({ detail }: { detail: ClientDetail }) => {
  const today = useFormat().now().date;
  const id = detail.client?.customerId ?? "";
  const day = isoToDay(today);
  const visits = useQuery(AppointmentService.method.listCustomerAppointments, {
    customerId: id,
    pageSize: 5,
    statuses: COMING,
    ...(day && { startDate: day }),
  });
  const list = visits.data?.appointments.toReversed() ?? [];
  return (
    <Section
      title="Next appointments"
      action={
        <Button
          variant="text"
          component={TextLink}
          to={pathTo("/client/:customerId/bookings/:panel?", { customerId: id })}
          underline="none"
        >
          All bookings
        </Button>
      }
    >
      {visits.isPending && <RowsSkeleton rows={1} height={LINE} />}
      {visits.data && list.length === 0 && (
        <Typography color="textSecondary" sx={{ minHeight: LINE }}>
          Nothing booked.
        </Typography>
      )}
      {visits.error && !visits.data && <Typography color="textSecondary">Bookings could not be loaded.</Typography>}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {list.map((visit) => (
          <BookingLine key={visit.id} visit={visit} />
        ))}
      </Box>
    </Section>
  );
};
