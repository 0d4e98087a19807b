import { bookingAddress } from "@leashline/proto/rules/booking-address.ts";
import type { Plugin } from "vite";

/** While developing, the booking page's document stands at its addresses, as the gateway has it. */
export const bookingPage = (): Plugin => ({
  name: "booking-page",
  apply: "serve",
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _, next) => {
      if (bookingAddress((request.url ?? "").replace(/\?.*/, ""))) request.url = "/book.html";
      next();
    });
  },
});
