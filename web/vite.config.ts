import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
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

export default defineConfig({
  plugins: [slimDescriptors(), react()],
  server: { port: port + 20, proxy },
  preview: { port: port + 20, proxy },
  build: {
    outDir: "dist",
    target: "es2023",
    sourcemap: false,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
    // Fonts and pictures stay files: inlined ones would need a looser content policy and would not be cached.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        entryFileNames: "assets/[name]-[hash].js",
        chunkFileNames: "assets/[name]-[hash].js",
        assetFileNames: "assets/[name]-[hash][extname]",
        codeSplitting: {
          // Few and stable: what every page loads, cached across releases. All else follows the lazy routes.
          groups: [
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler|react-router|zustand)[\\/]/, priority: 30 },
            { name: "data", test: /node_modules[\\/](@tanstack|@connectrpc|@bufbuild)[\\/]/, priority: 20 },
          ],
        },
      },
    },
  },
});
