import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
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
import { type Draft, forStaff, usePets, useServices } from "./useBooking.ts";

/** Each pet with the services it gets; a tap adds or takes one away. */
export const PetServicesField = ({ draft }: { draft: Draft }) => {
  const { client, choice, toggle, staffId } = draft;
  const pets = usePets(client?.customerId);
  const services = useServices();
  const format = useFormat();
  const [all, setAll] = useState(false);
  const groups = useMemo(() => {
    const offered = (services.data?.services ?? []).filter((one) =>
      one.availability?.staffIds.length ? one.availability.staffIds.includes(staffId) || staffId === "-10" : true,
    );
    return [...Map.groupBy(offered, (one) => one.categoryName || "Services")];
  }, [services.data, staffId]);
  if (pets.isError || services.isError) return <Alert severity="error">{messageOf(pets.error ?? services.error)}</Alert>;
  if (!pets.data || !services.data) return <Skeleton variant="rounded" height={120} />;
  const alive = pets.data.pets.filter((pet) => pet.lifeStatus !== 2);
  if (alive.length === 0)
    return (
      <Alert severity="info">
        This client has no pet yet. <TextLink to={`/client/${client?.customerId}/petAdd`}>Add one first.</TextLink>
      </Alert>
    );
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      {alive.map((pet) => (
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
                  const chosen = choice.get(pet.petId)?.includes(service.id) ?? false;
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
        </Box>
      ))}
    </Box>
  );
};
