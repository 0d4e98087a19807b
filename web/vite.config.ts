import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { fetchAhead } from "./ahead.ts";
import { bookingPage } from "./booking-page.ts";
import { firstSights, inside, neededBy, withoutNetworkToo } from "./chunks.ts";
import { enumsApart } from "./enums-apart.ts";
import { leftOut } from "./left-out.ts";
import { withoutNetwork } from "./offline.ts";
import { slimDescriptors } from "./slim-descriptors.ts";

const port = Number(process.env.LEASHLINE_PORT ?? 8080);
const gateway = process.env.LEASHLINE_PUBLIC_URL ?? `http://localhost:${port}`;
const toGateway = { target: gateway, changeOrigin: true };

/** Everything the gateway answers itself; the rest is a page of this application. */
const proxy = {
  "^/leashline\\.": toGateway,
  "/api": toGateway,
  "/uploads": toGateway,
  "/ws": { ...toGateway, ws: true },
};

/** What is there or on its way when a page of the application is opened: the lists of files to preload, which the first sight carries, leave it out. */
const already = (file: string) => /\/(rolldown-runtime|react|base|inside)(-and-book)?-/.test(file);
const isApplication = (host: string) => !/\/(storefront-|book\.html)/.test(`/${host}`);

const font = /inter-latin-wght-normal/;

export default defineConfig({
  plugins: [
    bookingPage(),
    leftOut(),
    slimDescriptors(),
    // Those that the booking page begins with.
    enumsApart(/^\/leashline\/(online_booking|offering)\//),
    react(),
    fetchAhead([{ path: "/calendar/grooming", modules: [...inside, "/src/features/calendar/CalendarPage.tsx"] }], font),
    withoutNetwork(withoutNetworkToo, font),
  ],
  server: { port: port + 20, proxy },
  preview: { port: port + 20, proxy },
  build: {
    outDir: "dist",
    target: "es2023",
    sourcemap: false,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostId }) => files.filter((file) => !isApplication(hostId) || !already(file)),
    },
    chunkSizeWarningLimit: 400,
    // Fonts and pictures stay files: inlined ones would need a looser content policy and would not be cached.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The page on which a client signs and that on which a client books are documents of their own: they begin without anything of the application.
      input: Object.fromEntries(["index", "sign", "book"].map((name) => [name, `${import.meta.dirname}/${name}.html`])),
      output: {
        entryFileNames: "assets/[name]-[hash].js",
        // The name of a shared chunk lists all who share it, and every list of files to preload repeats it.
        chunkFileNames: ({ name }) => `assets/${name.split("~")[0]}-[hash].js`,
        assetFileNames: "assets/[name]-[hash][extname]",
        codeSplitting: {
          groups: [
            // What every page needs, then what every page behind sign-in needs: fetched once, in few files, which compress better than many.
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 },
            // What the signing page shares with others: it comes there alone.
            { name: "drawing", test: /\/src\/ui\/inputs\/useDrawing\.ts$/, priority: 28 },
            ...neededBy(firstSights).map((name, nth) => ({ name, priority: 26 - nth })),
            // The booking page needs both, its settings need one: in two files they would weigh more there.
            { name: "landing", test: /\/online_booking\/v1\/(online_profile|storefront_config)_pb\.js$/, priority: 11 },
            // What several pages share goes by who shares it. Joining small parts makes files that wait for each other, and the client page fails.
            { name: "shared", entriesAware: true, minShareCount: 2, priority: 10 },
          ],
        },
      },
    },
  },
});
