import { useMutation } from "@connectrpc/connect-query";
import { type CalendarFeed, CalendarFeedService } from "@leashline/proto/leashline/calendar/v1/calendar_feed_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { Avatar } from "../../../ui/Avatar.tsx";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Icon } from "../../../ui/icons.tsx";
import { CopyField } from "../../../ui/inputs/CopyField.tsx";
import type { StaffTone } from "../../../ui/theme/theme-types.ts";

type Props = {
  staffId: string;
  name: string /** Of one person. */;
  tone?: StaffTone;
  feed: CalendarFeed | undefined;
  onChanged: () => void;
};

/** One person's address, or everyone's: turned on, copied, made anew, turned off. */
export const FeedRow = ({ staffId, name, tone, feed, onChanged }: Props) => {
  const { method } = CalendarFeedService;
  const open = useMutation(method.openCalendarFeed, { onSuccess: onChanged });
  const renew = useMutation(method.renewCalendarFeed, { onSuccess: onChanged, meta: { success: "New address made" } });
  const close = useMutation(method.closeCalendarFeed, { onSuccess: onChanged, meta: { success: "Calendar sync turned off" } });
  const busy = open.isPending || renew.isPending || close.isPending;
  const sure = (title: string, action: string) =>
    confirm({ title, body: "Calendars that use the address now stop showing these appointments.", action, danger: true });
  const onRenew = async () => {
    if (await sure(`Make a new address for ${name}?`, "Make a new address")) renew.mutate({ staffId });
  };
  const onClose = async () => {
    if (await sure(`Turn off calendar sync for ${name}?`, "Turn off")) close.mutate({ staffId });
  };
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: "line", display: "grid", gap: 1.75 }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1.25 }}>
        {tone ? <Avatar name={name} tone={tone} size={28} /> : <Icon name="clients" sx={{ width: 28, p: 0.5, color: "text.secondary" }} />}
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography component="p" variant="subtitle2">
            {name}
          </Typography>
          {feed && <Seen feed={feed} />}
        </Box>
        {!feed && (
          <Button disabled={busy} onClick={() => open.mutate({ staffId })} aria-label={`Turn on for ${name}`}>
            Turn on
          </Button>
        )}
      </Box>
      {feed && <CopyField label={`Address for ${name}`} value={feed.address} copied="Address copied" />}
      {feed && (
        <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap" }}>
          <Button component="a" href={feed.address.replace(/^https?:/, "webcal:")} aria-label={`Open ${name} in a calendar app`}>
            Open in calendar app
          </Button>
          <Button variant="text" disabled={busy} onClick={() => void onRenew()} aria-label={`New address for ${name}`}>
            New address
          </Button>
          <Button variant="text" color="error" disabled={busy} onClick={() => void onClose()} aria-label={`Turn off for ${name}`}>
            Turn off
          </Button>
        </Box>
      )}
    </Box>
  );
};

const Seen = ({ feed }: { feed: CalendarFeed }) => {
  const format = useFormat();
  const read = feed.readTime && format.agoWithin(feed.readTime);
  return (
    <Typography variant="body2" color="textSecondary">
      {read ? `A calendar last looked: ${read}` : "No calendar has looked yet"}
    </Typography>
  );
};
