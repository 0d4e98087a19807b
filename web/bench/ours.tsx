import { create } from "@bufbuild/protobuf";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { CalendarCardSchema, CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { CalendarStaffSchema } from "@leashline/proto/leashline/calendar/v1/schedule_pb.js";
import CssBaseline from "@mui/material/CssBaseline";
import { ThemeProvider } from "@mui/material/styles";
import type { ReactElement } from "react";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { MonthView } from "../src/features/calendar/cards/month/MonthView.tsx";
import { TimeGrid } from "../src/features/calendar/cards/TimeGrid.tsx";
import { WeekView } from "../src/features/calendar/cards/week/WeekView.tsx";
import { everyLook } from "../src/features/calendar/shared/card-look.ts";
import { toneAt, toneStyle } from "../src/features/calendar/shared/staff-tone.ts";
import { theme } from "../src/ui/theme/theme.ts";
import { dateOf, eventsOf, firstDay, lasts, people } from "./events.ts";
import type { Page } from "./main.tsx";

const cardsOf = (view: string) =>
  eventsOf(view).map(({ id, person, day, start }) =>
    create(CalendarCardSchema, {
      cardId: String(id),
      cardType: CardType.APPOINTMENT,
      appointmentId: String(id),
      appointmentStatus: AppointmentStatus.CONFIRMED,
      date: dateOf(view, day),
      startTime: start,
      endTime: start + lasts,
      staffId: String(person + 1),
      customerInfo: { customerId: String(id), firstName: "Client", lastName: String(id) },
      pets: [{ petId: String(id), petName: "Biscuit", breed: "Standard poodle" }],
      services: [{ petDetailId: String(id), petId: String(id), serviceId: "1", serviceName: "Full groom" }],
      draggableInfo: { draggable: true },
      version: 1,
    }),
  );
const staff = Array.from({ length: people }, (_, n) =>
  create(CalendarStaffSchema, { staffId: String(n + 1), firstName: "Staff", lastName: String(n + 1) }),
);
const nothing = () => undefined;
const ranges = [{ startTime: 480, endTime: 1200 }];

function viewOf(view: string): ReactElement {
  const cards = cardsOf(view);
  const from = firstDay(view);
  const shown = {
    cards,
    look: everyLook,
    openIds: new Set<string>(),
    waitingId: undefined,
    movable: () => true,
    onOpen: nothing,
    onMove: nothing,
  };
  const persons = staff.map(({ staffId }, n) => ({ id: staffId, name: `Staff ${staffId}`, tone: toneAt(n), style: toneStyle(toneAt(n)) }));
  if (view === "month") {
    // What a month fetches: the first ten of each day, and how many there are.
    const days = [...Map.groupBy(cards, (card) => card.date)];
    const first = days.flatMap(([, all]) => all.slice(0, 10));
    const counts = days.map(([date, all]) => ({ date: wire(date), cards: all.length, appointments: all.length }));
    return (
      <MonthView
        {...shown}
        cards={first}
        counts={counts as never}
        date={from}
        span={{ from, to: dateOf(view, 41) }}
        today={from}
        people={persons}
        colour={undefined}
        onDay={nothing}
      />
    );
  }
  if (view === "week")
    return (
      <WeekView
        {...shown}
        from={from}
        today={from}
        people={persons}
        hours={undefined}
        compact={false}
        colour={undefined}
        onSlot={nothing}
        onDay={nothing}
      />
    );
  const columns = persons.map(({ id, name, style }) => ({
    id,
    label: name,
    head: name,
    today: false,
    date: from,
    cards: cards.filter((card) => card.staffId === id),
    ranges,
    style,
  }));
  return (
    <TimeGrid
      {...shown}
      columns={columns}
      hours={{ from: 480, to: 1260, height: 78 }}
      showNow={false}
      staffName={({ staffId }) => `Staff ${staffId}`}
      columnOf={({ staffId }) => staffId}
      onSlot={nothing}
    />
  );
}

const wire = (date: string) => {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  return { year, month, day };
};

export const page: Page = (view) => {
  const shown = viewOf(view);
  const router = createMemoryRouter([{ path: "*", element: <div style={{ flex: 1, minHeight: 0, display: "flex" }}>{shown}</div> }]);
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline />
      <RouterProvider router={router} />
    </ThemeProvider>
  );
};
