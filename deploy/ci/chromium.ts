import { existsSync } from "node:fs";
import { install, onPath } from "../infra/binary.ts";

/** The browser without a window does the same for a quarter less of the processor's time. */
const light = { program: "chromium-headless-shell", package: "chromium-headless-shell" };

/** The browser of the journeys: the one that LEASHLINE_CHROMIUM names, or a Chromium of the system. */
export function chromium(): string | undefined {
  const named = process.env.LEASHLINE_CHROMIUM;
  if (named) return existsSync(named) ? named : undefined;
  return onPath(light.program) ?? onPath("chromium") ?? onPath("chromium-browser") ?? onPath("google-chrome");
}

function installed(): string | undefined {
  const say = (line: string) => console.log(line);
  return install(light, say) ?? install({ program: "chromium", package: "chromium" }, say);
}

if (import.meta.main) {
  const named = process.env.LEASHLINE_CHROMIUM;
  const found = chromium() ?? (named ? undefined : installed());
  if (!found) {
    console.error(
      named
        ? `LEASHLINE_CHROMIUM names ${named}, and there is no such file`
        : "Journeys and measurements need Chromium: sudo apt-get install -y chromium-headless-shell, or name a browser in LEASHLINE_CHROMIUM",
    );
    process.exitCode = 1;
  }
}
