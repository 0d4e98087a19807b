import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import { pathTo } from "../../../../app/routes/paths.ts";
import { plural } from "../../../../ui/format/text.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { TextLink } from "../../../../ui/links/Link.tsx";
import { type Days, inFirstMonths } from "./booked-on.ts";
import { passingWords, useStaysOn } from "./stays-on.ts";

const MOST_NAMED = 6;

/** Says before days are taken off the calendar which boarding stays come and go on them, and apart from that how many only sleep there. */
export const StaysOn = ({ days }: { days: Days }) => {
  const format = useFormat();
  const stays = useStaysOn(days);
  const { passing, sleeping } = stays;
  if (passing.length + sleeping === 0) return null;
  const words = passingWords(stays);
  const slept = `${words ? `${sleeping} more` : plural(sleeping, "stay")} only ${sleeping === 1 ? "sleeps" : "sleep"} there`;
  const cut = inFirstMonths(days);
  const named = passing.slice(0, MOST_NAMED).map(({ id, who, arrives, leaves }) => ({
    id,
    text: [who, arrives && `arrives ${format.shortDay(arrives)}`, leaves && `leaves ${format.shortDay(leaves)}`].filter(Boolean).join(", "),
  }));
  return (
    <Alert severity={words ? "warning" : "info"}>
      {words && `${words} on these days${cut}, and will stay booked.`}
      {named.length > 0 && (
        <Box component="ul" aria-label="Stays that arrive or leave" sx={{ m: 0, pl: 2.5 }}>
          {named.map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
          {passing.length > MOST_NAMED && <li>and {passing.length - MOST_NAMED} more</li>}
        </Box>
      )}
      {sleeping > 0 && `${slept}${words ? "" : cut}. `}
      See them <TextLink to={pathTo("/calendar/lodging", {}, { date: days.from })}>on the lodging calendar</TextLink>.
    </Alert>
  );
};
