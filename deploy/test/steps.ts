import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { axeFaults } from "./browser.ts";

/** What a person does on a page, in the words of a journey. */
export interface Steps {
  page: Page;
  goTo: (path: string) => Promise<unknown>;
  field: (label: string) => Locator;
  row: (text: string) => Locator;
  fill: (values: Record<string, string>) => Promise<void>;
  /** Fills what the drawer or dialog on top asks for. */
  answer: (values: Record<string, string>) => Promise<void>;
  press: (name: string | RegExp) => Promise<void>;
  /** Presses a button of the drawer or dialog that lies on top. */
  confirm: (name: string | RegExp) => Promise<void>;
  choose: (label: string, option: string | RegExp) => Promise<void>;
  turn: (label: string | RegExp, on: boolean) => Promise<void>;
  /** A field comes to hold a value. */
  holds: (label: string, value: string) => Promise<void>;
  seen: (text: string | RegExp) => Promise<void>;
  /** Takes back what a notice says was done. Others may still stand beside it. */
  undo: (said: string | RegExp) => Promise<void>;
  usable: () => Promise<void>;
}

export function stepsOn(page: Page, url: string): Steps {
  const typed = (label: string, within: Page | Locator) =>
    within.getByLabel(label, { exact: true }).and(page.locator("input, textarea")).first();
  const field = (label: string) => typed(label, page);
  return {
    page,
    field,
    row: (text) => page.getByRole("row").filter({ hasText: text }),
    goTo: (path) => page.goto(`${url}${path}`),
    async fill(values) {
      for (const [label, value] of Object.entries(values)) await field(label).fill(value);
    },
    async answer(values) {
      for (const [label, value] of Object.entries(values)) await typed(label, page.getByRole("dialog").last()).fill(value);
    },
    press: (name) => page.getByRole("button", { name }).first().click(),
    confirm: (name) => page.getByRole("dialog").last().getByRole("button", { name }).last().click(),
    async choose(label, option) {
      await page.getByRole("combobox", { name: label }).first().click();
      const wanted = page.getByRole("option", { name: option }).first();
      // In a list that is still finding its place a press would meet nothing.
      await standsStill(wanted);
      const severalMayBe = (await page.locator("[role=listbox][aria-multiselectable=true]").count()) > 0;
      await wanted.click();
      if (!severalMayBe) await wanted.waitFor({ state: "hidden" });
    },
    async turn(label, on) {
      const found = page.getByRole("switch", { name: label }).first();
      if ((await found.isChecked()) !== on) await found.click();
      // One that is stored at once moves when the server has said yes.
      await expect.poll(() => found.isChecked()).toBe(on);
    },
    async holds(label, value) {
      await expect.poll(() => field(label).inputValue()).toBe(value);
    },
    seen: (text) => page.getByText(text).first().waitFor(),
    undo: (said) => takeBack(page, said),
    async usable() {
      expect(await axeFaults(page)).toEqual([]);
    },
  };
}

/** Until two looks in a row find it in the same place. */
async function standsStill(what: Locator): Promise<void> {
  let before: string | undefined;
  const moved = async () => {
    const [last, now] = [before, JSON.stringify(await what.boundingBox())];
    before = now;
    return now === "null" || now !== last;
  };
  await expect.poll(moved, { timeout: 15_000, interval: 50 }).toBe(false);
}

/** The color that a card of the day was given. */
export const colorOn = (card: Locator) => card.evaluate((element) => element.parentElement?.style.getPropertyValue("--c"));

/** Presses Undo on the notice that says what was done. */
export const takeBack = (page: Page, said: string | RegExp): Promise<void> =>
  page.getByRole("alert").filter({ hasText: said }).getByRole("button", { name: "Undo" }).last().click();

/** The same, until it says that it is undone: this act, not one before it. */
export async function takenBack(page: Page, said: string | RegExp): Promise<void> {
  const undone = page.getByText("Undone", { exact: true }).first();
  await undone.waitFor({ state: "detached" });
  await takeBack(page, said);
  await undone.waitFor();
}

/** The page of the location with this name, by way of the list. */
export async function openLocation({ page, goTo }: Steps, name: string): Promise<void> {
  await goTo("/setting/business");
  await page.getByRole("table", { name: "Locations" }).getByText(name).click();
  await page.waitForURL(/\/setting\/business\/info\/\d+/);
}
