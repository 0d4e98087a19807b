import type { Desk } from "../small-shop.ts";

/** Staff plan the class "Recall" of one session, with the first service there is for classes; the page of all classes is left open. */
export async function planRecall(
  { page, steps }: Desk,
  { day, instructor, most }: { day: string; instructor: string; most: number },
): Promise<void> {
  await steps.goTo("/calendar/groupClass");
  await steps.press("New class");
  const drawer = page.getByRole("dialog", { name: "New class" });
  await drawer.getByLabel("Class", { exact: true }).click();
  await page.getByRole("option").first().click();
  await steps.answer({ Name: "Recall" });
  await drawer.getByLabel("Instructor").click();
  await page.getByRole("option", { name: instructor }).click();
  await steps.answer({ "First session": day, "Begins at": "10:00 AM", "Maximum pets": String(most) });
  await drawer.getByRole("button", { name: "Plan class" }).click();
  await steps.seen("Class planned");
}
