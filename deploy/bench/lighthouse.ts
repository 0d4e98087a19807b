import lighthouse, { desktopConfig } from "lighthouse";
import { chromium } from "playwright-core";
import { chromium as browserHere } from "../ci/chromium.ts";
import { freeBase } from "../constellation.ts";

/** Lighthouse's performance score from 0 to 1 and its layout shift, for a desktop on a good line (its own simulation), with an empty cache. */
export async function judge(url: string, token: string): Promise<{ score: number; shift: number }> {
  const port = await freeBase(20_000 + Math.floor(Math.random() * 120) * 100);
  const browser = await chromium.launch({
    executablePath: browserHere(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", `--remote-debugging-port=${port}`],
  });
  try {
    const flags = {
      port,
      output: "json" as const,
      logLevel: "error" as const,
      onlyCategories: ["performance"],
      extraHeaders: { cookie: `leashline_session=${token}` },
    };
    const result = await lighthouse(url, flags, desktopConfig);
    const fault = result?.lhr.runtimeError?.message;
    const score = result?.lhr.categories.performance?.score;
    const shift = result?.lhr.audits["cumulative-layout-shift"]?.numericValue;
    if (fault || typeof score !== "number" || shift === undefined) throw new Error(`Lighthouse gave no score: ${fault ?? "no reason"}`);
    return { score, shift };
  } finally {
    await browser.close();
  }
}
