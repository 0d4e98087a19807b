import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { formatDurationShort } from "../../../../ui/format/duration.ts";
import { UNIT_WORDS } from "../../../../ui/format/price-unit.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { forStaff } from "./draft.ts";
import type { Draft } from "./useBooking.ts";

type Props = {
  draft: Draft;
  pet: { petId: string; petName: string };
  /** By category. */
  groups: readonly (readonly [string, readonly Service[]])[];
  /** Shown only when asked for. */
  folded: boolean;
};

/** What can be had for a pet; a tap adds or takes one away. */
export const ServiceChips = ({ draft: { plan, toggle }, pet, groups, folded }: Props) => {
  const format = useFormat();
  const [open, setOpen] = useState(!folded);
  const [all, setAll] = useState(false);
  if (!open)
    return (
      <Button onClick={() => setOpen(true)} aria-label={`Add a service for ${pet.petName}`}>
        Add a service
      </Button>
    );
  return (
    <>
      {groups.slice(0, all ? undefined : 3).map(([category, list]) => (
        <Box key={category} sx={{ mb: 0.75 }}>
          <Typography variant="caption" sx={{ color: "text.tertiary" }}>
            {category}
          </Typography>
          <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.75 }}>
            {list.map((service) => {
              const chosen = plan.lines.some((line) => line.petId === pet.petId && line.serviceId === service.id);
              const own = forStaff(service, plan.staffId);
              return (
                <Chip
                  key={service.id}
                  label={`${service.name} · ${format.money(own.price, { short: true })}${UNIT_WORDS[service.priceUnit] ?? ""} · ${formatDurationShort(own.duration)}`}
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
    </>
  );
};
