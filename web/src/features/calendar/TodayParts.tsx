import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useWaiting } from "../../app/navigation/waiting.ts";
import { pathTo } from "../../app/routes/paths.ts";
import { plural } from "../../ui/format/text.ts";
import { DayArrows } from "../../ui/inputs/DayArrows.tsx";
import { TextLink } from "../../ui/links/Link.tsx";
import { HeaderActions } from "../../ui/page/HeaderActions.tsx";
import { useMobile } from "../../ui/theme/useMobile.ts";
import { requestsText } from "./overview/requests-text.ts";

export const RequestsWaiting = () => {
  const text = requestsText(useWaiting());
  if (!text) return null;
  return (
    <Box sx={{ px: { xs: 1.5, md: 2.5 }, pt: 1.5, maxWidth: 1100, mx: "auto" }}>
      <TextLink to="/online_booking/requests">{text}</TextLink>
    </Box>
  );
};

/** Of a tab: how many pets are under it; aloud that it is pets that are counted. */
export const tabWords = (label: string, pets: number) => ({ label: `${label} ${pets}`, "aria-label": `${label} ${plural(pets, "pet")}` });

/** On a phone the tasks stand on the page itself. */
export const DayLinks = ({ date }: { date: string }) => (
  <HeaderActions
    more={[
      ...(useMobile() ? [] : [{ label: "Tasks", to: pathTo("/home/overview/tasks/:date", { date }) }]),
      { label: "Print", to: pathTo("/home/print", {}, { date }) },
      { label: "Open the calendar", to: pathTo("/calendar/grooming", {}, { date }) },
    ]}
  />
);

type LineProps = { date: string; today: string; onDate: (date: string) => void };

/** On a phone, where the heading needs all of its line: the day's tasks, for who feeds and medicates has it in the hand, and the way to other days. */
export const DayLine = ({ date, today, onDate }: LineProps) => (
  <Box sx={{ display: "flex", alignItems: "center", justifyContent: "space-between", gap: 1, px: 1.5, pt: 1 }}>
    <TextLink to={pathTo("/home/overview/tasks/:date", { date })}>Tasks of the day</TextLink>
    <DayArrows date={date} today={today} onDate={onDate} />
  </Box>
);

/** A day's cards come by so many. */
export const PAGE = 200;

type Found = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };

export const More = ({ shown, total, found }: { shown: number; total: number; found: Found }) =>
  found.hasNextPage && (
    <Box sx={{ display: "flex", alignItems: "center", justifyContent: "center", gap: 1.5, pb: 2.5 }}>
      <Typography color="textSecondary">
        {shown} of {total} shown
      </Typography>
      <Button loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
        Show more
      </Button>
    </Box>
  );

export const Loading = () => (
  <Box role="status" aria-busy="true" aria-label="Loading the day" sx={{ p: { xs: 1.5, md: 2.5 }, display: "grid", gap: 1.125 }}>
    {[0, 1, 2, 3].map((i) => (
      <Skeleton key={i} variant="rounded" height={104} />
    ))}
  </Box>
);
