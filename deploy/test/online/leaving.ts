import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { App } from "../app.ts";
import { openBooks } from "../faults/quiet.ts";

/** Goes as far as the times, and no further; answers the booking once the shop has heard of it. */
export async function leavesAtTheTimes(app: Pick<App, "data" | "port">, page: Page, companyId: string): Promise<string> {
  await page.getByRole("button", { name: /^Choose a time/ }).tap();
  await page
    .getByRole("button", { name: /^\d+:\d\d/ })
    .first()
    .waitFor();
  const books = openBooks(app);
  try {
    const left = async () =>
      (
        await books.query(
          "select flow_id from online_booking.abandoned_booking where company_id = $1 and step in (6, 9) order by seen_at desc limit 1",
          [companyId],
        )
      ).rows[0]?.flow_id as string | undefined;
    await expect.poll(left).toBeDefined();
    return (await left()) ?? "";
  } finally {
    await books.end();
  }
}

/** As though they had left yesterday: the message is due, at any hour at which this runs. */
export async function aDayGoesBy(app: Pick<App, "data" | "port">, flowId: string): Promise<void> {
  const books = openBooks(app);
  try {
    await books.query("update online_booking.abandoned_booking set seen_at = seen_at - interval '26 hours' where flow_id = $1", [flowId]);
    await books.query("update online_booking.job set due_at = now() where kind = 'recover-booking' and key = $1", [flowId]);
  } finally {
    await books.end();
  }
}

/** As though it were another day: what the visitors of a page did before counts no more, which all came from one network. */
export async function turnsComeBack(app: Pick<App, "data" | "port">, companyId: string): Promise<void> {
  const books = openBooks(app);
  try {
    await books.query("delete from online_booking.pace where company_id = $1", [companyId]);
  } finally {
    await books.end();
  }
}
