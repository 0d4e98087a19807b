import type { Pet as KnownPet } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { formatDuration } from "../../../../../ui/format/duration.ts";
import { type Format, useFormat } from "../../../../../ui/format/useFormat.ts";
import { Icon } from "../../../../../ui/icons.tsx";
import { PetAvatar } from "../../../../../ui/PetAvatar.tsx";
import { PriceParts } from "../../../../../ui/prices/PriceParts.tsx";
import { petFacts } from "../../../../customer/shared/pet-text.ts";
import { dayText, isOnDays } from "../../../shared/stay/day-words.ts";
import type { PetService } from "../../../shared/types.ts";
import { Parts } from "../../fields/Parts.tsx";
import { StayLine } from "../../stay/StayFacts.tsx";

/** How long it takes; of a service of a stay on which day of it, and who does it. */
const lengthOf = (line: PetService, format: Format): string => {
  if (!isOnDays(line)) return formatDuration(line.duration);
  return [dayText(line, format), line.startTime > 0 && format.minutes(line.startTime), line.staffName].filter(Boolean).join(" · ");
};

type Props = { lines: PetService[]; known: KnownPet | undefined; onRemove?: (pet: PetService) => void };
/** A pet of an appointment with what is done for it, and what that costs. */
export const PetLines = ({ lines, known, onRemove }: Props) => {
  const format = useFormat();
  const [first] = lines;
  if (!first) return null;
  return (
    <Box sx={{ display: "flex", gap: 1.25, py: 0.75 }}>
      <PetAvatar pet={known ? petFacts(known) : { id: first.petId, name: first.petName, breed: first.breed }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography component="span" variant="subtitle2">
          {first.petName}
        </Typography>{" "}
        <Typography component="span" color="textSecondary">
          {first.breed}
        </Typography>
        {lines.map((line) => (
          <Box key={line.petDetailId}>
            <Box sx={{ display: "flex", justifyContent: "space-between", gap: 1 }}>
              <Typography color="textSecondary">
                {line.serviceName} · {line.lodgings.length > 0 ? <StayLine line={line} /> : lengthOf(line, format)}
              </Typography>
              <Typography variant="subtitle2">{format.money(line.price)}</Typography>
            </Box>
            <PriceParts parts={line.priceParts} always={isOnDays(line)} underPrice />
            <Parts line={line} />
          </Box>
        ))}
      </Box>
      {onRemove && (
        <IconButton
          size="small"
          edge="end"
          aria-label={`Remove ${first.petName} from this appointment`}
          onClick={() => onRemove(first)}
          sx={{ alignSelf: "flex-start" }}
        >
          <Icon name="close" sx={{ width: 15, height: 15 }} />
        </IconButton>
      )}
    </Box>
  );
};
