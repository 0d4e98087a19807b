import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useMemo, useState } from "react";
import { pathTo } from "../../../../app/routes/paths.ts";
import { messageOf } from "../../../../ui/feedback/call-errors.ts";
import { TextLink } from "../../../../ui/links/Link.tsx";
import { PetAvatar } from "../../../../ui/PetAvatar.tsx";
import { useSold } from "../../../offering/shared/useServices.ts";
import { usePets } from "../../shared/client-link/usePets.ts";
import { BOARDING } from "../../shared/stay/refusal-text.ts";
import { AddOnChips } from "./add-ons/AddOnChips.tsx";
import { RuledLines } from "./prices/RuledLines.tsx";
import { ServiceChips } from "./ServiceChips.tsx";
import { ServiceLine } from "./ServiceLine.tsx";
import { groupsFor, unfitFor } from "./unfit.ts";
import { type Draft, useApplicable } from "./useBooking.ts";

const GROUP_CLASS = "GROUP_CLASS";

type Props = {
  draft: Draft;
  /** What an appointment holds already comes first, and what could be added when asked for. */
  booked?: boolean;
  /** The care type whose services come first. */
  careFirst?: string | undefined;
};

/** Each pet with the services it gets. */
export const PetServicesField = ({ draft, booked = false, careFirst }: Props) => {
  const { client, plan } = draft;
  const { staffId, lines } = plan;
  const pets = usePets(client?.customerId);
  const services = useSold();
  const applicable = useApplicable(pets.data?.pets.map((pet) => pet.petId) ?? []);
  const [details, setDetails] = useState(booked);
  const offered = useMemo(
    () =>
      (services.data?.services ?? []).filter(
        (one) =>
          !one.addOn &&
          one.careType !== BOARDING &&
          one.careType !== GROUP_CLASS &&
          (!one.availability?.staffIds.length || one.availability.staffIds.includes(staffId) || staffId === "-10"),
      ),
    [services.data, staffId],
  );
  if (pets.isError || services.isError) return <Alert severity="error">{messageOf(pets.error ?? services.error)}</Alert>;
  // Without an answer on what is for which pet, all is offered.
  if (!pets.data || !services.data || applicable.isLoading) return <Skeleton variant="rounded" height={120} />;
  const shown = pets.data.pets.filter((pet) => pet.lifeStatus !== 2 || lines.some((line) => line.petId === pet.petId));
  const others = lines.filter((line) => !shown.some((pet) => pet.petId === line.petId));
  if (shown.length === 0 && others.length === 0)
    return (
      <Alert severity="info">
        This client has no pet yet.{" "}
        <TextLink to={pathTo("/client/:customerId/petAdd", { customerId: client?.customerId ?? "" })}>Add one first.</TextLink>
      </Alert>
    );
  const linesOf = (list: typeof lines) =>
    details && list.map((line) => <ServiceLine key={`${line.petDetailId}-${line.petId}-${line.serviceId}`} draft={draft} line={line} />);
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      {shown.map((pet) => {
        const isChosen = (id: string) => lines.some((line) => line.petId === pet.petId && line.serviceId === id);
        const unfit = unfitFor(applicable.data?.services ?? [], pet.petId);
        const chips = (
          <ServiceChips draft={draft} pet={pet} {...groupsFor(offered, unfit, isChosen, careFirst)} unfit={unfit} folded={booked} />
        );
        const addOns = <AddOnChips draft={draft} pet={pet} catalog={services.data?.services ?? []} />;
        return (
          <Box key={pet.petId} component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
            <Box component="legend" sx={{ display: "flex", alignItems: "center", gap: 1.25, p: 0, mb: 0.75 }}>
              <PetAvatar
                pet={{ id: pet.petId, name: pet.petName, species: pet.petType, breed: pet.breed, coat: pet.color, photo: pet.avatarPath }}
                size={34}
              />
              <span>
                <Typography component="span" variant="subtitle2">
                  {pet.petName}
                </Typography>{" "}
                <Typography component="span" color="textSecondary">
                  {pet.breed}
                </Typography>
              </span>
            </Box>
            {!booked && chips}
            {!booked && addOns}
            {linesOf(lines.filter((line) => line.petId === pet.petId))}
            {!details && <RuledLines draft={draft} lines={lines.filter((line) => line.petId === pet.petId)} />}
            {booked && addOns}
            {booked && chips}
          </Box>
        );
      })}
      {!booked && services.data.services.some(({ careType }) => careType === GROUP_CLASS) && (
        <Typography variant="body2" color="textSecondary">
          Do they come to a class? <TextLink to="/calendar/groupClass">Enroll them in a group class</TextLink>
        </Typography>
      )}
      {others.map((line) => (
        <Box key={line.petDetailId}>
          <Typography variant="subtitle2">{line.petName}</Typography>
          {linesOf([line])}
        </Box>
      ))}
      {!details && lines.length > 0 && (
        <Button onClick={() => setDetails(true)} sx={{ justifySelf: "start" }}>
          Change staff, minutes or price
        </Button>
      )}
    </Box>
  );
};
