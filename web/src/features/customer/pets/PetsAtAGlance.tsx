import { useQuery } from "@connectrpc/connect-query";
import { ClientAppointmentService } from "@leashline/proto/leashline/calendar/v1/client_appointment_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { plural } from "../../../ui/format/text.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Icon } from "../../../ui/icons.tsx";
import { LinkButton, TextLink } from "../../../ui/links/Link.tsx";
import { PetAvatar } from "../../../ui/PetAvatar.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { petFacts, petLine } from "../shared/pet-text.ts";
import type { ClientDetail } from "../shared/types.ts";

/** More are on the page of the pets. */
const AT_A_GLANCE = 12;

/** The pets of a client or a lead, each with its line and how often it was here. */
export const PetsAtAGlance = ({ detail }: { detail: ClientDetail }) => {
  const canEdit = useCan("editClient");
  const format = useFormat();
  const id = detail.client?.customerId ?? "";
  const visitsOf = usePetVisits(id);
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
                {[petLine(pet, format), visitsOf(pet.petId)].filter(Boolean).join(" · ")}
              </Typography>
            </Box>
            {pet.passAwayDate && <StatusChip>Passed away</StatusChip>}
            {pet.warnings.map((one) => (
              <StatusChip key={one.incidentTypeName} tone="bad">
                {one.incidentTypeName}
              </StatusChip>
            ))}
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

/** How often each pet was here, in words; nothing while that is not known or cannot be counted (core §8). */
const usePetVisits = (customerId: string): ((petId: string) => string) => {
  const may = useCan("viewCalendar");
  const asked = { enabled: may && customerId !== "", meta: { quiet: true } };
  const { data } = useQuery(ClientAppointmentService.method.countByPet, { customerId }, asked);
  return (petId) => {
    const finished = data?.counts.find((one) => one.petId === petId)?.finished ?? 0;
    return finished > 0 ? plural(finished, "appointment") : "";
  };
};
