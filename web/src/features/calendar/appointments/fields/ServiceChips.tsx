import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { formatDuration } from "../../../../ui/format/duration.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { UNIT_WORDS } from "../../../../ui/price-unit.tsx";
import { forStaff } from "./draft.ts";
import type { Draft } from "./useBooking.ts";

type ForPet = {
  draft: Draft;
  pet: { petId: string; petName: string };
  /** Why a service is not meant for the pet. */
  unfit: ReadonlyMap<string, string>;
};
type Props = ForPet & {
  /** By category. */
  fitting: readonly (readonly [string, readonly Service[]])[];
  /** Those not meant for the pet, which staff may take all the same. */
  others: readonly Service[];
  /** Shown only when asked for. */
  folded: boolean;
};

/** What can be had for a pet; a tap adds or takes one away. */
export const ServiceChips = ({ fitting, others, folded, ...forPet }: Props) => {
  const [open, setOpen] = useState(!folded);
  const [all, setAll] = useState(false);
  const { petName, petId } = forPet.pet;
  /** The first few kinds, and those of which something is chosen. */
  const isShown = ([, services]: readonly [string, readonly Service[]], at: number): boolean =>
    all || at < 3 || services.some(({ id }) => forPet.draft.plan.lines.some((line) => line.petId === petId && line.serviceId === id));
  if (!open)
    return (
      <Button onClick={() => setOpen(true)} aria-label={`Add a service for ${petName}`}>
        Add a service
      </Button>
    );
  return (
    <>
      {fitting.filter(isShown).map(([category, services]) => (
        <ChipGroup key={category} title={category} services={services} {...forPet} />
      ))}
      {all && others.length > 0 && <ChipGroup title={`Not meant for ${petName}`} services={others} {...forPet} />}
      {(fitting.length > 3 || others.length > 0) && !all && <Chip label="All services" variant="outlined" onClick={() => setAll(true)} />}
    </>
  );
};

type GroupProps = ForPet & { title: string; services: readonly Service[] };

const ChipGroup = ({ draft: { plan, toggleWith }, pet, unfit, title, services }: GroupProps) => {
  const format = useFormat();
  return (
    <Box sx={{ mb: 0.75 }}>
      <Typography variant="caption" sx={{ color: "text.tertiary" }}>
        {title}
      </Typography>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.75 }}>
        {services.map((service) => {
          const chosen = plan.lines.some((line) => line.petId === pet.petId && line.serviceId === service.id);
          const own = forStaff(service, plan.staffId);
          const price = `${format.money(own.price, { short: true })}${UNIT_WORDS[service.priceUnit] ?? ""}`;
          const why = unfit.get(service.id);
          return (
            <Chip
              key={service.id}
              label={[service.name, why, price, formatDuration(own.duration)].filter(Boolean).join(" · ")}
              color={why ? "warning" : chosen ? "primary" : "default"}
              variant={chosen ? "filled" : "outlined"}
              onClick={() => toggleWith(pet.petId, service)}
              aria-pressed={chosen}
              sx={{ height: "auto", minHeight: 32, "& .MuiChip-label": { whiteSpace: "normal", py: 0.5 } }}
            />
          );
        })}
      </Box>
    </Box>
  );
};
