import { useMutation } from "@connectrpc/connect-query";
import { GoogleCalendarService } from "@leashline/proto/leashline/calendar/v1/google_calendar_service_pb.js";
import Button from "@mui/material/Button";
import { useSearchParams } from "react-router";
import { useSession } from "../../../app/session/session.ts";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { GooglePage, SETTING, SignInFirst } from "./GooglePage.tsx";

/** /GoogleCalendarSync/auth: says what connecting does, and leads to Google. */
const ConnectPage = () => {
  const session = useSession();
  const [search] = useSearchParams();
  const begin = useMutation(GoogleCalendarService.method.beginGoogleCalendar, {
    onSuccess: ({ address }) => window.location.assign(address),
  });
  if (session.status !== "in") return <SignInFirst />;
  const asked = search.get("staff") ?? "";
  const staffId = /^\d{1,18}$/.test(asked) ? asked : session.staffId;
  const everybody = staffId === "0";
  return (
    <GooglePage
      title="Connect Google Calendar"
      text={
        begin.error
          ? messageOf(begin.error)
          : `Google asks you to sign in and to allow Leashline to see and change events. ${
              everybody
                ? "Then everyone's appointments at this location show up in that calendar."
                : "Then appointments show up in that calendar, and what is busy there blocks the time here."
            }`
      }
    >
      <Button variant="contained" color="primary" disabled={begin.isPending || begin.isSuccess} onClick={() => begin.mutate({ staffId })}>
        Continue to Google
      </Button>
      <LinkButton to={SETTING}>Back</LinkButton>
    </GooglePage>
  );
};

export default ConnectPage;
