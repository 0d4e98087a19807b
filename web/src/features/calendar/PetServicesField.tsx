import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useMemo, useState } from "react";
import { messageOf } from "../../app/call-errors.ts";
import { formatDurationShort } from "../../ui/format/duration.ts";
import { fromCents } from "../../ui/format/money.ts";
import { TextLink } from "../../ui/Link.tsx";
import { PetFace } from "../../ui/PetFace.tsx";
import { useFormat } from "../../ui/useFormat.ts";
import { forStaff } from "./draft.ts";
import { ServiceLine } from "./ServiceLine.tsx";
import { type Draft, usePets, useServices } from "./useBooking.ts";

type Props = { draft: Draft /** Who, how long and for how much is there from the start. */; detailed?: boolean };

/** Each pet with the services it gets; a tap adds or takes one away. */
export const PetServicesField = ({ draft, detailed = false }: Props) => {
  const { client, plan, toggle } = draft;
  const { staffId, lines } = plan;
  const pets = usePets(client?.customerId);
  const services = useServices();
  const format = useFormat();
  const [all, setAll] = useState(false);
  const [details, setDetails] = useState(detailed);
  const groups = useMemo(() => {
    const offered = (services.data?.services ?? []).filter((one) =>
      one.availability?.staffIds.length ? one.availability.staffIds.includes(staffId) || staffId === "-10" : true,
    );
    return [...Map.groupBy(offered, (one) => one.categoryName || "Services")];
  }, [services.data, staffId]);
  if (pets.isError || services.isError) return <Alert severity="error">{messageOf(pets.error ?? services.error)}</Alert>;
  if (!pets.data || !services.data) return <Skeleton variant="rounded" height={120} />;
  const shown = pets.data.pets.filter((pet) => pet.lifeStatus !== 2 || lines.some((line) => line.petId === pet.petId));
  const others = lines.filter((line) => !shown.some((pet) => pet.petId === line.petId));
  if (shown.length === 0 && others.length === 0)
    return (
      <Alert severity="info">
        This client has no pet yet. <TextLink to={`/client/${client?.customerId}/petAdd`}>Add one first.</TextLink>
      </Alert>
    );
  const linesOf = (list: typeof lines) =>
    details && list.map((line) => <ServiceLine key={`${line.petDetailId}-${line.petId}-${line.serviceId}`} draft={draft} line={line} />);
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      {shown.map((pet) => (
        <Box key={pet.petId} component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
          <Box component="legend" sx={{ display: "flex", alignItems: "center", gap: 1.25, p: 0, mb: 0.75 }}>
            <PetFace
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
          {groups.slice(0, all ? undefined : 3).map(([category, list]) => (
            <Box key={category} sx={{ mb: 0.75 }}>
              <Typography variant="caption" sx={{ color: "text.tertiary" }}>
                {category}
              </Typography>
              <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.75 }}>
                {list.map((service) => {
                  const chosen = lines.some((line) => line.petId === pet.petId && line.serviceId === service.id);
                  const own = forStaff(service, staffId);
                  return (
                    <Chip
                      key={service.id}
                      label={`${service.name} · ${format.money(fromCents(own.cents, service.price?.currencyCode)).replace(/\.00$/, "")} · ${formatDurationShort(own.duration)}`}
                      color={chosen ? "primary" : "default"}
                      variant={chosen ? "filled" : "outlined"}
                      onClick={() => toggle(pet.petId, service.id)}
                      aria-pressed={chosen}
                    />
                  );
                })}
              </Box>
            </Box>
          ))}
          {groups.length > 3 && !all && <Chip label="All services" variant="outlined" onClick={() => setAll(true)} />}
          {linesOf(lines.filter((line) => line.petId === pet.petId))}
        </Box>
      ))}
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
