import { useQuery } from "@connectrpc/connect-query";
import { AppointmentWaitlistService } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import type { WaitlistEntry } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../../app/routes/paths.ts";
import { TextLink } from "../../../../ui/links/Link.tsx";
import { PlaceButtons } from "./PlaceButtons.tsx";
import { isOffered, whatOf } from "./wait-names.ts";

type Props = { entry: WaitlistEntry; may: boolean; onGiven: () => void };

/** Somebody who waits for a class: which one, and its place for them as soon as it has one. */
export const ClassActions = ({ entry, may, onGiven }: Props) => {
  const { data } = useQuery(AppointmentWaitlistService.method.findWaitlistTimes, { waitListIds: [entry.id] }, { meta: { quiet: true } });
  const from = data?.places[0] ?? (isOffered(entry) ? entry.offer : undefined);
  return (
    <Box sx={{ display: "grid", gap: 1 }}>
      <Typography>
        <TextLink to={pathTo("/calendar/groupClass", {}, { class: entry.classId })}>{whatOf(entry)}</TextLink>
      </Typography>
      {!data ? (
        <Skeleton variant="rounded" height={40} />
      ) : from ? (
        may && <PlaceButtons entry={entry} from={from} onGiven={onGiven} />
      ) : (
        <Typography color="textSecondary">The class is full. When a place opens up, you can offer it here.</Typography>
      )}
    </Box>
  );
};
