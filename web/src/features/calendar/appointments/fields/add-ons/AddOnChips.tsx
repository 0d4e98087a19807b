import type { Pet } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { formatDuration } from "../../../../../ui/format/duration.ts";
import { useFormat } from "../../../../../ui/format/useFormat.ts";
import { DAYCARE } from "../../../shared/stay/refusal-text.ts";
import type { Draft } from "../useBooking.ts";
import { addOnsFor } from "./add-on-lines.ts";

/** What goes on top of a pet's services; a tap adds or takes one away. Nothing where nothing fits. */
export const AddOnChips = ({ draft, pet, catalog }: { draft: Draft; pet: Pet; catalog: readonly Service[] }) => {
  const format = useFormat();
  const { plan, toggleAddOn } = draft;
  const fitting = addOnsFor(plan, pet, catalog);
  if (fitting.length === 0) return null;
  return (
    <Box role="group" aria-label={`Add-ons for ${pet.petName}`} sx={{ mb: 0.75 }}>
      <Typography variant="caption" sx={{ color: "text.tertiary" }}>
        Add-ons
      </Typography>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.75 }}>
        {fitting.map((addOn) => {
          const chosen = plan.lines.some((line) => line.petId === pet.petId && line.serviceId === addOn.id);
          const minutes = addOn.duration > 0 && addOn.careType !== DAYCARE && `+${formatDuration(addOn.duration)}`;
          return (
            <Chip
              key={addOn.id}
              label={[addOn.name, format.money(addOn.price, { short: true }), minutes].filter(Boolean).join(" · ")}
              color={chosen ? "primary" : "default"}
              variant={chosen ? "filled" : "outlined"}
              onClick={() => toggleAddOn(pet.petId, addOn)}
              aria-pressed={chosen}
              sx={{ height: "auto", minHeight: 32, "& .MuiChip-label": { whiteSpace: "normal", py: 0.5 } }}
            />
          );
        })}
      </Box>
    </Box>
  );
};
