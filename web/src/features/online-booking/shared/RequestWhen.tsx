import { useQuery } from "@connectrpc/connect-query";
import { LodgingService } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import type { BookingRequest } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { arrivalSpan } from "@leashline/proto/rules/arrival-window.ts";
import Typography from "@mui/material/Typography";
import { daysBetween } from "../../../ui/format/dates.ts";
import { plural } from "../../../ui/format/text.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { askedOtherwise, isWhomTheyAskedFor } from "./asked-otherwise.ts";

/** When, and with whom; of a stay, from when to when, how many nights and in what kind of room. */
export const RequestWhen = ({ request }: { request: BookingRequest }) => {
  const format = useFormat();
  const { startDate, startTime, endDate, endTime, staffName, lodgingTypeId, moreDates, classId, classWaitlist } = request;
  const told = request.arrivalWindow && arrivalSpan(startTime, request.arrivalWindow);
  if (classId !== "0")
    return (
      <>
        <strong>{format.longDay(startDate)}</strong>, {format.range(startTime, endTime)}
        {moreDates.length > 0 && ` · ${plural(moreDates.length + 1, "session")} until ${format.shortDay(moreDates.at(-1) ?? "")}`}
        {staffName && ` · ${staffName}`}
        {classWaitlist && " · asked to wait for a place"}
      </>
    );
  if (endDate === "")
    return (
      <>
        <strong>
          {[startDate, ...moreDates].map((day) => (moreDates.length > 0 ? format.shortDay(day) : format.longDay(day))).join("; ")}
        </strong>
        , {format.range(startTime, endTime)}
        {told && ` · told to arrive ${format.range(told.from, told.to)}`}
        {staffName && ` · ${staffName}${isWhomTheyAskedFor(request) ? " (asked for)" : ""}`}
      </>
    );
  return (
    <>
      <strong>{format.longDay(startDate)}</strong>, {format.minutes(startTime)} to <strong>{format.longDay(endDate)}</strong>,{" "}
      {format.minutes(endTime)} · {plural(daysBetween(startDate, endDate), "night")}
      {lodgingTypeId !== "0" && <AskedRoom lodgingTypeId={lodgingTypeId} />}
    </>
  );
};

const AskedRoom = ({ lodgingTypeId }: { lodgingTypeId: string }) => {
  const { data } = useQuery(LodgingService.method.listLodgingTypes, {});
  const name = data?.lodgingTypes.find((one) => one.lodgingTypeId === lodgingTypeId)?.name;
  return name ? ` · ${name} (asked for)` : null;
};

/** What was asked for where something else was given. */
export const AskedFor = ({ request }: { request: BookingRequest }) => {
  const format = useFormat();
  const asked = askedOtherwise(request);
  if (!asked) return null;
  const at = (day: string, minute: number) => day && `${format.longDay(day)}, ${format.minutes(minute)}`;
  const time = [at(asked.date, asked.startTime), at(asked.endDate, asked.endTime)].filter(Boolean).join(" to ");
  return <Typography color="textSecondary">They had asked for {[time, asked.staffName].filter(Boolean).join(" · ")}</Typography>;
};

export const heldText = ({ timeHeld, endDate, byDay, classId, classWaitlist }: BookingRequest): string => {
  if (classWaitlist) return "For the waitlist";
  const what = endDate !== "" ? "Rooms" : byDay || classId !== "0" ? "Places" : "Time";
  return timeHeld ? `${what} held` : `${what} not held`;
};
