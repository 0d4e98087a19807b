import { useQuery } from "@connectrpc/connect-query";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { keepPreviousData } from "@tanstack/react-query";
import { useCan } from "../../../../app/session/session.ts";
import { errorCode } from "../../../../ui/feedback/call-errors.ts";
import { useStaffNames } from "../../shared/useCalendar.ts";

/**
 * Which of these visits this person's role opens. The day shows everybody's; the server leaves out of a list of ids those that are out of reach,
 * so it is asked, except by whoever reaches every client.
 */
export const useOpened = (ids: readonly string[]): ((id: string) => boolean) => {
  const everybody = useCan("viewClientsAllLocations");
  const asked = !everybody && ids.length > 0;
  const { data } = useQuery(
    AppointmentService.method.batchGetAppointments,
    { ids: [...ids] },
    {
      enabled: asked,
      meta: { quiet: true },
      placeholderData: keepPreviousData,
    },
  );
  const opened = new Set(data?.appointments.map(({ id }) => id));
  return (id) => everybody || opened.has(id);
};

const APPOINTMENT_NOT_FOUND = 30005;

/** What to say to whoever opened a visit that is shown on the day but out of their reach; nothing when it failed for another reason. */
export const outOfReach = (error: unknown, staffName: string | undefined): string | undefined => {
  if (errorCode(error) !== APPOINTMENT_NOT_FOUND || staffName === undefined) return undefined;
  const whose = staffName ? `This is ${staffName}’s appointment.` : "This appointment is not yours.";
  return `${whose} Your role opens only your own.`;
};

/** The first name of whom a visit on the day is with; empty for nobody. */
export const useFirstName = (staffId: string | undefined): string | undefined => {
  const name = useStaffNames().get(staffId ?? "");
  return staffId === undefined ? undefined : (name?.split(" ")[0] ?? "");
};
