import { useQuery } from "@connectrpc/connect-query";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { useState } from "react";
import { useQueryChange } from "../../../ui/links/over.ts";
import { later } from "../../../ui/page/later.tsx";
import { REPEAT } from "../shared/series.ts";
import type { Appointment } from "../shared/types.ts";

const RepeatDrawer = later(async () => (await import("./RepeatDrawer.tsx")).RepeatDrawer);
const RuleDrawer = later(async () => (await import("./RuleDrawer.tsx")).RuleDrawer);
const SeriesDrawer = later(async () => (await import("./SeriesDrawer.tsx")).SeriesDrawer);

/** Over the page with an appointment open: how it repeats, or will. It has an address, so that back closes it. */
export const SeriesHost = () => {
  const { query, close } = useQueryChange();
  const id = query.get("appointment") ?? "";
  const open = query.has(REPEAT) && id !== "";
  const { data } = useQuery(AppointmentService.method.getAppointment, { id }, { enabled: open });
  const appointment = data?.appointment;
  if (!open || !appointment) return null;
  return <Opened key={id} appointment={appointment} onClose={() => close(REPEAT)} />;
};

/** Stays what it was opened as: the appointment begins to repeat while the drawer that makes it so is still saving. */
const Opened = ({ appointment, onClose }: { appointment: Appointment; onClose: () => void }) => {
  const [repeats] = useState(appointment.repeatId !== "0");
  const [isRule, setRule] = useState(false);
  if (!repeats) return <RepeatDrawer appointment={appointment} onClose={onClose} />;
  if (isRule) return <RuleDrawer appointment={appointment} onClose={onClose} />;
  return <SeriesDrawer appointment={appointment} onRule={() => setRule(true)} onClose={onClose} />;
};
