import { expect, test } from "vitest";
import { routes } from "../../../../app/routes/routes.ts";
import { type Facts, idsIn, isTaxed, stepsOf, team } from "./welcome.ts";

const all: Facts = {
  questionnaire: false,
  hours: false,
  tax: false,
  services: false,
  rooms: false,
  staff: false,
  storefront: false,
  cards: false,
  testText: false,
};

test("each step ticks by its own fact alone", () => {
  for (const id of Object.keys(all) as (keyof Facts)[])
    expect(
      stepsOf({ ...all, [id]: true })
        .filter(({ done }) => done)
        .map((step) => step.id),
    ).toEqual([id]);
});

test("what is not known yet, or not this person's to know, is no step", () => {
  expect(stepsOf({})).toEqual([]);
  expect(stepsOf({ tax: true }).map(({ id }) => id)).toEqual(["tax"]);
});

test("a step that was left out is none, unless it got done after all", () => {
  expect(stepsOf({ cards: false, tax: false }, ["cards"]).map(({ id }) => id)).toEqual(["tax"]);
  expect(stepsOf({ cards: true, tax: false }, ["cards"]).map(({ id }) => id)).toEqual(["tax", "cards"]);
});

test.each([
  ["", false],
  ["Just me", false],
  ["2 to 5", true],
  ["More than 10", true],
])("staff are asked for where more than one works: %j", (answer, asked) => {
  expect(team(answer)).toBe(asked);
});

test("a stored list of steps is read back; nothing stored is none", () => {
  const values = [{ key: "welcome.skipped", value: '["cards"]' }];
  expect([idsIn(values, "welcome.skipped"), idsIn(values, "welcome.opened")]).toEqual([["cards"], []]);
});

test("every step leads to a page that is there", () => {
  const built = new Set<string>(routes.filter((route) => route.load).map((route) => route.path.replace(/\/:.*$/, "")));
  expect(stepsOf(all).flatMap(({ to }) => (to && !built.has(to) ? [to] : []))).toEqual([]);
});

test.each([
  ["no tax", 0, ["0"], false],
  ["a tax that nothing charges", 1, ["0", "0"], false],
  ["a tax that some charge", 1, ["4", "0"], false],
  ["a tax that each charges", 1, ["4", "4"], true],
  ["no services yet", 1, [], false],
])("the sales tax is done: %s", (_, taxes, ids, done) => {
  const services = ids.map((taxId) => ({ taxId, inactive: false }));
  expect(isTaxed(Array(taxes).fill({}), services, [])).toBe(done);
  if (!done) return;
  const untaxed = (inactive: boolean) => ({ taxId: "0", inactive });
  expect(isTaxed([{}], [...services, untaxed(true)], [untaxed(true)]), "what is not offered needs none").toBe(true);
  expect(isTaxed([{}], services, [untaxed(false)]), "an add-on counts too").toBe(false);
});
