import { useMutation } from "@connectrpc/connect-query";
import { GoogleCalendarService } from "@leashline/proto/leashline/calendar/v1/google_calendar_service_pb.js";
import { useEffect, useRef } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { useSession } from "../../../app/session/session.ts";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { GooglePage, SETTING, SignInFirst } from "./GooglePage.tsx";

/** /GoogleCalendarSync/callback: where Google leads back to, with its answer. */
const CallbackPage = () => {
  const signedIn = useSession((session) => session.status === "in");
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { mutate, error } = useMutation(GoogleCalendarService.method.finishGoogleCalendar, {
    onSuccess: () => navigate(SETTING, { replace: true }),
    meta: { success: "Google Calendar connected" },
  });
  const [code, state] = [search.get("code") ?? "", search.get("state") ?? ""];
  const sent = useRef(false);
  const answered = code !== "" && state !== "";
  useEffect(() => {
    if (!signedIn || !answered || sent.current) return;
    sent.current = true;
    mutate({ code, state });
  }, [signedIn, answered, code, state, mutate]);
  if (!signedIn) return <SignInFirst />;
  if (answered && !error) return <GooglePage title="Connecting Google Calendar" text="One moment…" />;
  return (
    <GooglePage
      title="Google Calendar is not connected"
      text={error ? messageOf(error) : "Google was not allowed to share the calendar. Nothing was changed."}
    >
      <LinkButton variant="contained" color="primary" to={SETTING}>
        Back to calendar sync
      </LinkButton>
    </GooglePage>
  );
};

export default CallbackPage;
