import type { Locator, Page } from "playwright-core";
import { app, dana, field, page, press, shop } from "./desk.ts";

// What hands do on the day's pages.

/** Where an hour of the working day is drawn in a column, from its top; the first is hour ten. */
export async function heightOf(column: Locator, hour: number): Promise<number> {
  // Until the hours are known the whole day is closed; then it is closed before and after them.
  await column.locator(".off").nth(1).waitFor();
  const off = await column.locator(".off").first().boundingBox();
  const box = await column.boundingBox();
  if (!box) throw new Error("the column is not drawn");
  // The first working hour begins where the first closed part ends.
  const top = off ? off.y + off.height - box.y : 0;
  return top + 12 + (hour - 10) * 78;
}

export const clickAt = async (column: Locator, hour: number): Promise<void> =>
  await column.click({ position: { x: 60, y: await heightOf(column, hour) } });

/** Presses on free time and draws the pointer over it; it stays down. */
export async function mark(column: Locator, hour: number, down: number): Promise<void> {
  const y = await heightOf(column, hour);
  await column.hover({ position: { x: 60, y } });
  const box = await column.boundingBox();
  if (!box) throw new Error("the column is not drawn");
  const { mouse } = column.page();
  await mouse.down();
  await mouse.move(box.x + 60, box.y + y + down, { steps: 8 });
}

export async function drag(from: Locator, down: number): Promise<void> {
  const box = await from.boundingBox();
  if (!box) throw new Error("there is nothing to drag");
  const [x, y] = [box.x + 40, box.y + Math.min(20, box.height / 2)];
  const { mouse } = from.page();
  await mouse.move(x, y);
  await mouse.down();
  await mouse.move(x, y + down, { steps: 8 });
  await mouse.up();
}

/** "10:00" and "11:15" as a card's label names them. */
export const timesIn = (label: string): [string, string] => {
  const [from = "", to = ""] = label.match(/\d{1,2}:\d\d/g) ?? [];
  return [from, to];
};
export const later = (time: string, minutes: number): string => {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const at = hour * 60 + minute + minutes;
  return `${((Math.floor(at / 60) + 11) % 12) + 1}:${String(at % 60).padStart(2, "0")}`;
};

export const chooseService = ({ pet }: { pet: string }) =>
  page
    .getByRole("group", { name: new RegExp(pet) })
    .getByRole("button")
    .first()
    .click();

export async function newClient(who: { name: string; pet: string; phone: string }, breed: string): Promise<void> {
  const [firstName = "", lastName = ""] = who.name.split(" ");
  await press("New client");
  await field("First name").fill(firstName);
  await field("Last name").fill(lastName);
  await page.getByLabel("Phone").last().fill(who.phone.slice(2));
  await field("Pet's name").fill(who.pet);
  await field("Breed").fill(breed);
  await press("Add client");
  await chooseService(who);
}

/** Dana's e-mail address, on her page. */
export async function giveAddress(): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find anything" }).fill("whit");
  await page.getByRole("option", { name: /Dana Whitcomb/ }).click();
  await page.getByRole("tab", { name: "Details" }).click();
  await field("Email").fill(dana.email);
  await press("Save client");
  await page.getByText("Client saved").waitFor();
}

export async function signIn(of: Page): Promise<void> {
  await of.goto(`${app.url}/sign_in`);
  await of.getByLabel("Email").fill(shop.email);
  await of.getByLabel("Password").first().fill(shop.password);
  await of.keyboard.press("Enter");
  await of.waitForURL((url) => !url.pathname.startsWith("/sign_in"));
}
