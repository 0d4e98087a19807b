/** The paths of the specification that belong to online-booking, each with its page, if there is one. */
export const routes = [
  { path: "/waitingList", title: "Waitlist", tier: "business", load: () => import("./waitlist/WaitlistPage.tsx") },
  { path: "/waitingList/add", title: "Add to the waitlist", tier: "business", load: () => import("./waitlist/WaitlistPage.tsx") },
  {
    path: "/waitingList/edit/:ticketId",
    title: "Waitlist entry",
    tier: "business",
    load: () => import("./waitlist/WaitlistPage.tsx"),
  },
  { path: "/online_booking", title: "Online booking", tier: "business", to: "/online_booking/requests" },
  { path: "/online_booking/requests", title: "Booking requests", tier: "business", load: () => import("./requests/RequestsPage.tsx") },
  {
    path: "/online_booking/abandon_list",
    title: "Abandoned bookings",
    tier: "business",
    permission: ["viewAbandonedBookings"],
    load: () => import("./abandoned/AbandonedPage.tsx"),
  },
  {
    path: "/online_booking/metrics",
    title: "Booking page results",
    tier: "business",
    permission: ["viewReportsWorkingLocations", "viewReportsAllLocations"],
    load: () => import("./metrics/MetricsPage.tsx"),
  },
  {
    path: "/online_booking/settings/:panel?",
    title: "Online booking settings",
    tier: "business",
    load: () => import("./settings/OnlineBooking.tsx"),
  },
  { path: "/online_booking/new_settings/:panel?", title: "Online booking settings", tier: "business", to: "/online_booking/settings" },
  {
    path: "/online_booking/new_settings/questions",
    title: "Booking questions",
    tier: "business",
    load: () => import("./questions/BookingQuestions.tsx"),
  },
  {
    path: "/online_booking/new_settings/automation",
    title: "Automatic acceptance",
    tier: "business",
    load: () => import("./automation/Automation.tsx"),
  },
  {
    path: "/online_booking/new_settings/payment",
    title: "Payment with a request",
    tier: "business",
    load: () => import("./payment-groups/PaymentGroups.tsx"),
  },
  {
    path: "/online_booking/availability",
    title: "Online availability",
    tier: "business",
    load: () => import("./availability/Availability.tsx"),
  },
  {
    path: "/online_booking/landing_page/:panel?",
    title: "Storefront",
    tier: "business",
    load: () => import("./storefront/LandingPage.tsx"),
  },
] as const;
