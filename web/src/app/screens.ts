import type { Load } from "./route-types.ts";

/** Every built screen, once. A row of the route table names one of these; each is loaded only when its page is opened. */
export const screens = {
  signIn: () => import("../features/account/SignIn.tsx"),
  signUp: () => import("../features/account/SignUp.tsx"),
  forgotPassword: () => import("../features/account/ForgotPassword.tsx"),
  signOut: () => import("../features/account/SignOut.tsx"),
  businesses: () => import("../features/account/Businesses.tsx"),
  profile: () => import("../features/account/Profile.tsx"),
  clientList: () => import("../features/clients/Clients.tsx"),
  clientPage: () => import("../features/clients/ClientPage.tsx"),
  newCompany: () => import("../features/account/NewCompany.tsx"),
  today: () => import("../features/calendar/today/TodayPage.tsx"),
  messages: () => import("../features/messages/MessagesPage.tsx"),
  sales: () => import("../features/reports/SalesPage.tsx"),
  bookingRequests: () => import("../features/requests/RequestsPage.tsx"),
  storefront: () => import("../storefront/Storefront.tsx"),
  calendar: () => import("../features/calendar/CalendarPage.tsx"),
} satisfies Record<string, Load>;
