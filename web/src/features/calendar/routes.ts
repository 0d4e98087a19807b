/** The paths of the specification that belong to calendar, each with its page, if there is one. Pages of settings stand first. */
export const routes = [
  { path: "/setting/staff/hours", title: "Working hours", tier: "business", load: () => import("./schedules/Hours.tsx") },
  { path: "/setting/general/calendar", title: "Calendar", tier: "business", load: () => import("./settings/CalendarSettings.tsx") },
  { path: "/setting/integration/calendar", title: "Calendar sync", tier: "business", load: () => import("./sync/CalendarFeeds.tsx") },
  { path: "/home", title: "Home", tier: "business", to: "/home/overview" },
  { path: "/home/overview", title: "Today", tier: "business", load: () => import("./TodayPage.tsx") },
  { path: "/home/overview/tasks/:date", title: "Tasks", tier: "business" },
  { path: "/calendar/grooming", title: "Calendar", tier: "business", load: () => import("./CalendarPage.tsx") },
  { path: "/calendar/map_view", title: "Map", tier: "business" },
  { path: "/calendar/lodging", title: "Lodging calendar", tier: "business" },
  { path: "/calendar/playgroup", title: "Playgroups", tier: "business" },
  { path: "/calendar/groupClass", title: "Group classes", tier: "business" },
  { path: "/createTicket", title: "New appointment", tier: "business", to: "/calendar/grooming?book=1" },
  { path: "/editTicket/:ticketId", title: "Appointment", tier: "business", to: "/calendar/grooming?appointment=:ticketId" },
  { path: "/GoogleCalendarSync/auth", title: "Calendar sync", tier: "business", exempt: true },
  { path: "/GoogleCalendarSync/callback", title: "Calendar sync", tier: "business", exempt: true },
  { path: "/GoogleCalendarSync/setting", title: "Calendar sync", tier: "business", exempt: true },
] as const;
