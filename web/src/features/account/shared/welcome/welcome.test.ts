import { expect, test } from "vitest";
import { routes } from "../../../../app/routes/routes.ts";
import { type Facts, stepsOf } from "./welcome.ts";

const all: Facts = { questionnaire: false, hours: false, tax: false, services: false, storefront: false, cards: false, testText: false };

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

test("every step leads to a page that is there", () => {
  const built = new Set<string>(routes.filter((route) => route.load).map((route) => route.path.replace(/\/:.*$/, "")));
  expect(stepsOf(all).flatMap(({ to }) => (to && !built.has(to) ? [to] : []))).toEqual([]);
});
