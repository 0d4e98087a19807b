import Alert from "@mui/material/Alert";
import { StatusChip } from "../../../../ui/StatusChip.tsx";

type Said = { outOfArea: boolean; areaUnknown: boolean };

/** Whether the business goes where somebody is to be visited, where that is doubtful. */
export const AreaChips = ({ outOfArea, areaUnknown }: Said) => (
  <>
    {outOfArea && <StatusChip tone="warn">Out of area</StatusChip>}
    {areaUnknown && <StatusChip tone="warn">Area not known</StatusChip>}
  </>
);

/** The same of who waits, in words. */
export const AreaAlert = ({ outOfArea, areaUnknown }: Said) => (
  <>
    {outOfArea && <Alert severity="warning">This visit is outside your service areas. No time is offered automatically.</Alert>}
    {areaUnknown && (
      <Alert severity="warning">
        We couldn’t tell whether this address is in your service areas. Check it before you offer a time; none is offered automatically.
      </Alert>
    )}
  </>
);
