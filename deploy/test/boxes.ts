import type { Locator } from "playwright-core";
import { expect } from "vitest";

// Where things lie on the screen, and which of them over which.

type Rect = { x: number; y: number; width: number; height: number };
export const nowhere = { x: 0, y: 0, width: 0, height: 0 };

/** Which of these boxes lie over each other, by more than a line's edge. */
export const overlaps = (boxes: readonly ({ name: string } & Rect)[]): string[] =>
  boxes.flatMap((one, nth) =>
    boxes
      .slice(nth + 1)
      .filter(
        (other) =>
          Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x) > 1 &&
          Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y) > 1,
      )
      .map((other) => `${one.name} and ${other.name}`),
  );

/** Whether a notice, once it stands still, lies over this place. */
export async function covers(notice: Locator, place: Rect): Promise<boolean> {
  await notice.waitFor();
  const box = notice.page().locator(".notistack-MuiContent").filter({ has: notice });
  const look = async () => (await box.boundingBox()) ?? nowhere;
  let [last, now] = [await look(), await look()];
  await expect
    .poll(async () => {
      [last, now] = [now, await look()];
      return last.height > 0 && last.y === now.y && last.x === now.x;
    })
    .toBe(true);
  return (
    overlaps([
      { name: "notice", ...now },
      { name: "thing", ...place },
    ]).length > 0
  );
}
