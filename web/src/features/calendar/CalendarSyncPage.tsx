import { useQuery } from "@connectrpc/connect-query";
import { CalendarFeedService } from "@leashline/proto/leashline/calendar/v1/calendar_feed_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import { useCan, useInfo } from "../../app/session/session.ts";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../ui/feedback/Skeletons.tsx";
import { Section } from "../../ui/page/Section.tsx";
import { SettingsFrame } from "../settings/SettingsFrame.tsx";
import { GoogleSection } from "./google-calendar/GoogleSection.tsx";
import { fullName } from "./shared/columns.tsx";
import { staffTone } from "./shared/staff-tone.ts";
import { NO_STAFF } from "./shared/types.ts";
import { useStaff } from "./shared/useCalendar.ts";
import { FeedRow } from "./sync/FeedRow.tsx";

const EVERYBODY = { staffId: "0", name: "Everyone at this location" };

/** /setting/integration/calendar: Google calendars that are connected, and the addresses at which phones and other calendars read what is booked. */
const CalendarSyncPage = () => {
  const opensAll = useCan("syncAllCalendars");
  const { staffId: own } = useInfo();
  const feeds = useQuery(CalendarFeedService.method.listCalendarFeeds);
  const staff = useStaff();
  const people = (staff.data?.staff ?? [])
    .map((one, index) => ({ staffId: one.staffId, name: fullName(one), tone: staffTone(one, index) }))
    .filter((one) => one.staffId !== NO_STAFF);
  const shown = opensAll ? [EVERYBODY, ...people] : people.filter((one) => one.staffId === own);
  const error = feeds.error ?? staff.error;
  const retry = () => void Promise.all([feeds.refetch(), staff.refetch()]);
  return (
    <SettingsFrame title="Calendar sync" maxWidth={760}>
      {feeds.data && staff.data ? (
        <Box sx={{ display: "grid", gap: 2 }}>
          <GoogleSection people={shown} />
          <Section title="Show appointments in another calendar">
            <Box component="p" sx={{ mt: 0, mb: 2, color: "text.secondary" }}>
              Turn on an address and add it to Apple Calendar, Google Calendar or Outlook as a calendar subscription. It shows appointments
              and blocked time, and follows changes as often as that calendar looks, usually within some hours.
            </Box>
            <Alert severity="info" variant="outlined" sx={{ mb: 2 }}>
              Anyone who has an address can read it: pets, clients and services, no phone numbers. If one gets into the wrong hands, make a
              new one.
            </Alert>
            {shown.length === 0 && "You are not on this location's calendar, so there is nothing to show elsewhere."}
            <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none" }}>
              {shown.map((one) => (
                <FeedRow
                  key={one.staffId}
                  {...one}
                  feed={feeds.data.feeds.find(({ staffId }) => staffId === one.staffId)}
                  onChanged={() => void feeds.refetch()}
                />
              ))}
            </Box>
          </Section>
        </Box>
      ) : error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <FormSkeleton fields={4} />
      )}
    </SettingsFrame>
  );
};

export default CalendarSyncPage;
