import type { PortalClass, PortalClassSession } from "@leashline/proto/leashline/online_booking/v1/portal_file_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { type Business, formatFor } from "../../storefront/appointment/page.ts";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { plural } from "../../ui/format/text.ts";
import { saveFile } from "../../ui/save-file.ts";
import { row } from "../file.ts";
import type { Session } from "../Home.tsx";
import { Part } from "../Part.tsx";
import { LeaveForm } from "./LeaveForm.tsx";
import { goesOn, useClasses } from "./use-classes.ts";

type Props = { session: Session; business: Business };

/** The group classes of their pets that go on. */
export const Classes = (props: Props) => {
  const found = useClasses(props.session);
  const classes = (found.data?.classes ?? []).filter(goesOn);
  if (found.error && !found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (classes.length === 0) return null;
  return (
    <Part title="Classes">
      {classes.map((one) => (
        <ClassRow key={one.classPlaceId} place={one} {...props} />
      ))}
    </Part>
  );
};

const ClassRow = ({ place, session, business }: Props & { place: PortalClass }) => {
  const [doing, setDoing] = useState<"" | "dates" | "leave">("");
  const format = formatFor(business);
  const { className, petName, sessions, calendarFile } = place;
  const ahead = sessions.filter(({ over }) => !over);
  const [next] = ahead;
  const title = `${className} for ${petName}`;
  return (
    <Box role="group" aria-label={title} sx={{ ...row, display: "grid", gap: 1 }}>
      <Box>
        <Typography variant="subtitle1">{title}</Typography>
        {next && (
          <Typography color="textSecondary">
            Next: {format.longDay(next.date)}, {format.range(next.startTime, next.endTime)}
            {next.staffName && ` with ${next.staffName}`}
          </Typography>
        )}
        <Typography variant="body2">
          {ahead.length === sessions.length
            ? plural(sessions.length, "session")
            : `${ahead.length} of ${plural(sessions.length, "session")} to come`}
        </Typography>
      </Box>
      {doing === "dates" && <Dates sessions={sessions} business={business} />}
      {doing === "leave" ? (
        <LeaveForm session={session} business={business} place={place} onClose={() => setDoing("")} />
      ) : (
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
          <Button aria-expanded={doing === "dates"} onClick={() => setDoing(doing === "dates" ? "" : "dates")} sx={{ minHeight: 44 }}>
            All dates
          </Button>
          <Button onClick={() => saveFile("class.ics", "text/calendar;charset=utf-8", calendarFile)} sx={{ minHeight: 44 }}>
            Add to calendar
          </Button>
          <Button onClick={() => setDoing("leave")} sx={{ minHeight: 44 }}>
            Ask to leave
          </Button>
        </Box>
      )}
    </Box>
  );
};

const Dates = ({ sessions, business }: { sessions: PortalClassSession[]; business: Business }) => {
  const format = formatFor(business);
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
      {sessions.map(({ date, startTime, endTime, over }) => (
        <Typography component="li" key={`${date} ${startTime}`} color={over ? "textSecondary" : "textPrimary"}>
          {format.longDay(date)}, {format.range(startTime, endTime)}
          {over && " (over)"}
        </Typography>
      ))}
    </Box>
  );
};
