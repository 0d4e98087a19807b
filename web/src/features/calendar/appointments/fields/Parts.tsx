import Typography from "@mui/material/Typography";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { mainLines } from "../../shared/stay/day-words.ts";
import type { Appointment, PetService } from "../../shared/types.ts";

/** Everybody on an appointment by their names, each once; without who does something on certain days of a stay. */
export const peopleOn = (visit: Appointment): string[] => {
  const names = mainLines(visit).flatMap((line) => [line.staffName, ...line.operationList.map((one) => one.staffName)]);
  return [...new Set(names.filter(Boolean))];
};

/** Who does what of a service that several people do. */
export const Parts = ({ line }: { line: PetService }) => {
  const format = useFormat();
  return line.operationList.map((one) => (
    <Typography key={one.staffId} variant="body2" color="textSecondary" sx={{ pl: 1.5 }}>
      {[one.taskName, one.staffName || "No staff assigned", format.range(one.startTime, one.startTime + one.duration), `${one.priceRatio}%`]
        .filter(Boolean)
        .join(" · ")}
    </Typography>
  ));
};
