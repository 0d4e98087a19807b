import { useQuery } from "@connectrpc/connect-query";
import { GoogleCalendarService } from "@leashline/proto/leashline/calendar/v1/google_calendar_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import type { StaffTone } from "../../../ui/theme/theme-types.ts";
import { GoogleRow } from "./GoogleRow.tsx";

export type Person = { staffId: string; name: string; tone?: StaffTone };

/** Google Calendar both ways: whose is connected, how it stands, and what can be done about it. */
export const GoogleSection = ({ people }: { people: readonly Person[] }) => {
  const google = useQuery(GoogleCalendarService.method.listGoogleCalendars);
  const retry = () => void google.refetch();
  if (!google.data) return google.error ? <ErrorState error={google.error} onRetry={retry} compact /> : <FormSkeleton fields={2} />;
  const { available, calendars } = google.data;
  return (
    <Section title="Google Calendar">
      <Box component="p" sx={{ mt: 0, mb: 2, color: "text.secondary" }}>
        Connect a Google Calendar and both follow each other: appointments show up in Google, and what is busy in Google blocks that time
        here. Only the times of private events are kept, never their names. Change appointments here: changes made to them in Google are put
        back.
      </Box>
      {!available && (
        <Alert severity="info" variant="outlined" sx={{ mb: 1 }}>
          Google Calendar is not set up on this installation. Whoever runs Leashline for you puts in the keys of a Google application
          (LEASHLINE_GOOGLE_CLIENT_ID and LEASHLINE_GOOGLE_CLIENT_SECRET in the operator guide); then calendars can be connected here.
        </Alert>
      )}
      {people.length === 0 && "You are not on this location's calendar, so there is nothing to connect."}
      <Box component="ul" aria-label="Google Calendar" sx={{ m: 0, p: 0, listStyle: "none" }}>
        {people.map((one) => (
          <GoogleRow
            key={one.staffId}
            {...one}
            available={available}
            calendar={calendars.find(({ staffId }) => staffId === one.staffId)}
            onChanged={retry}
          />
        ))}
      </Box>
    </Section>
  );
};
