import moment from "moment";
import { Calendar, momentLocalizer } from "react-big-calendar";
import "react-big-calendar/lib/css/react-big-calendar.css";
import { clockOf, dateOf, eventsOf, firstDay, lasts, people } from "./events.ts";
import type { Page } from "./main.tsx";

const localizer = momentLocalizer(moment);
const resources = Array.from({ length: people }, (_, id) => ({ id, title: `Staff ${id + 1}` }));

export const page: Page = (view) => {
  const events = eventsOf(view).map(({ id, person, day, start, title }) => ({
    id,
    title,
    resourceId: person,
    start: new Date(`${dateOf(view, day)}T${clockOf(start)}`),
    end: new Date(`${dateOf(view, day)}T${clockOf(start + lasts)}`),
  }));
  return (
    <Calendar
      localizer={localizer}
      events={events}
      defaultDate={new Date(`${firstDay(view)}T12:00`)}
      defaultView={view === "month" ? "month" : view === "columns" ? "day" : "week"}
      {...(view === "columns" && { resources })}
      style={{ height: "100%" }}
    />
  );
};
