import { existsSync } from "node:fs";
import { install, onPath } from "../infra/binary.ts";

/** The browser of the journeys: the system's own Chromium, or the one that LEASHLINE_CHROMIUM names. */
export function chromium(): string | undefined {
  const named = process.env.LEASHLINE_CHROMIUM;
  if (named) return existsSync(named) ? named : undefined;
  return onPath("chromium") ?? onPath("chromium-browser") ?? onPath("google-chrome");
}

if (import.meta.main) {
  const named = process.env.LEASHLINE_CHROMIUM;
  const found = chromium() ?? (named ? undefined : install({ program: "chromium", package: "chromium" }, (line) => console.log(line)));
  if (!found) {
    console.error(
      named
        ? `LEASHLINE_CHROMIUM names ${named}, and there is no such file`
        : "Journeys and measurements need Chromium: sudo apt-get install -y chromium, or name a browser in LEASHLINE_CHROMIUM",
    );
    process.exitCode = 1;
  }
}
