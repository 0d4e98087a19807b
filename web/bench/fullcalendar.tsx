import FullCalendar from "@fullcalendar/react";
import dayGridPlugin from "@fullcalendar/react/daygrid";
import classicThemePlugin from "@fullcalendar/react/themes/classic";
import timeGridPlugin from "@fullcalendar/react/timegrid";
import "@fullcalendar/react/skeleton.css";
import "@fullcalendar/react/themes/classic/palette.css";
import "@fullcalendar/react/themes/classic/theme.css";
import { clockOf, dateOf, eventsOf, firstDay, lasts } from "./events.ts";
import type { Page } from "./main.tsx";

const plugins = [dayGridPlugin, timeGridPlugin, classicThemePlugin];

export const page: Page = (view) => {
  // Columns of people are part of what it sells.
  if (view === "columns") return undefined;
  const events = eventsOf(view).map(({ id, day, start, title }) => ({
    id: String(id),
    title,
    start: `${dateOf(view, day)}T${clockOf(start)}`,
    end: `${dateOf(view, day)}T${clockOf(start + lasts)}`,
  }));
  return (
    <FullCalendar
      plugins={plugins}
      initialView={view === "month" ? "dayGridMonth" : "timeGridWeek"}
      initialDate={firstDay(view)}
      dayMaxEvents={view === "month" ? 10 : false}
      height="100%"
      events={events}
    />
  );
};
