import type { Pet } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import CardActionArea from "@mui/material/CardActionArea";
import Typography from "@mui/material/Typography";
import { useLocation, useParams } from "react-router";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Icon } from "../../../ui/icons.tsx";
import { Link, LinkButton } from "../../../ui/links/Link.tsx";
import { asDrawer, useClose } from "../../../ui/links/over.ts";
import { PetAvatar } from "../../../ui/PetAvatar.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { petFacts, petLine } from "../shared/pet-text.ts";
import type { ClientDetail } from "../shared/types.ts";
import { PetDrawer } from "./PetDrawer.tsx";

/** The client's pets; one opens beside the list, and so does a new one. */
export const Pets = ({ detail }: { detail: ClientDetail }) => {
  const { petId } = useParams();
  const { pathname } = useLocation();
  const close = useClose();
  const canEdit = useCan("editClient");
  const id = detail.client?.customerId ?? "";
  const adding = pathname.endsWith("/petAdd");
  const open = detail.pets.find((pet) => pet.petId === petId);
  const add = canEdit && (
    <LinkButton to={pathTo("/client/:customerId/petAdd", { customerId: id })} state={asDrawer} startIcon={<Icon name="plus" />}>
      Add pet
    </LinkButton>
  );
  return (
    <>
      {detail.pets.length === 0 ? (
        <EmptyState icon="paw" title="No pets yet" text="A pet carries its breed, weight, vaccines and what the groomer should know.">
          {add}
        </EmptyState>
      ) : (
        <>
          <Box
            component="ul"
            sx={{
              listStyle: "none",
              m: 0,
              p: 0,
              display: "grid",
              gridTemplateColumns: { xs: "1fr", md: "repeat(auto-fill, minmax(280px, 1fr))" },
              gap: 1.5,
            }}
          >
            {detail.pets.map((pet) => (
              <PetCard key={pet.petId} pet={pet} to={pathTo("/client/:customerId/pets/:petId?", { customerId: id, petId: pet.petId })} />
            ))}
          </Box>
          <Box sx={{ mt: 1.5 }}>{add}</Box>
        </>
      )}
      {(adding || open) && (
        <PetDrawer
          key={open?.petId ?? "new"}
          customerId={id}
          {...(open && { pet: open })}
          onClose={() => close(pathTo("/client/:customerId/pets/:petId?", { customerId: id }))}
        />
      )}
    </>
  );
};

const PetCard = ({ pet, to }: { pet: Pet; to: string }) => {
  const format = useFormat();
  return (
    <Card component="li">
      <CardActionArea
        component={Link}
        to={to}
        state={asDrawer}
        sx={{ p: 1.5, display: "flex", gap: 1.5, justifyContent: "flex-start", alignItems: "flex-start" }}
      >
        <PetAvatar pet={petFacts(pet)} size={56} />
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="subtitle1" noWrap>
            {pet.petName}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {petLine(pet, format)}
          </Typography>
          {pet.emergencyContact && <Typography variant="body2">Emergency contact: {pet.emergencyContact}</Typography>}
          <Typography variant="body2" color="textSecondary">
            {[pet.microchipNumber && `Microchip ${pet.microchipNumber}`, pet.licenseNumber && `License ${pet.licenseNumber}`]
              .filter(Boolean)
              .join(" · ")}
          </Typography>
          <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5, mt: 0.5 }}>
            {pet.passAwayDate && <StatusChip>Passed away {format.day(pet.passAwayDate)}</StatusChip>}
            {pet.warnings.map((one) => (
              <StatusChip key={one.incidentTypeName} tone="bad">
                {one.incidentTypeName}
              </StatusChip>
            ))}
            {pet.vaccineTag && <StatusChip tone="warn">Vaccine {pet.vaccineTag}</StatusChip>}
            {pet.fixed && <StatusChip>Fixed</StatusChip>}
          </Box>
        </Box>
      </CardActionArea>
    </Card>
  );
};
