import Alert from "@mui/material/Alert";
import { pathTo } from "../../../../app/routes/paths.ts";
import { TextLink } from "../../../../ui/links/Link.tsx";
import { bookedWords, type Days, useBookedOn } from "./booked-on.ts";

/** Says before days are taken off the calendar what is booked on them, and leads there. */
export const BookedOn = ({ days }: { days: Days }) => {
  const words = bookedWords(useBookedOn(days));
  if (words === "") return null;
  const { from, staffId } = days;
  return (
    <Alert severity="warning">
      {words} on these days, and will stay. See them{" "}
      <TextLink to={pathTo("/calendar/grooming", {}, { view: "list", date: from, ...(staffId && { staff: staffId }) })}>
        on the calendar
      </TextLink>
      .
    </Alert>
  );
};
