import type { Plugin } from "vite";

/** As the gateway decides it (gateway/src/web/routes.ts). */
const BOOKING = /^\/(ol\/[^/?]+(\/(book|landing))?|go\/[^/?]+)\/?(\?.*)?$/;

/** While developing, the booking page's document stands at its addresses, as the gateway has it. */
export const bookingPage = (): Plugin => ({
  name: "booking-page",
  apply: "serve",
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _, next) => {
      if (BOOKING.test(request.url ?? "")) request.url = "/book.html";
      next();
    });
  },
});
