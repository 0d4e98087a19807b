import { beforeEach, describe, expect, test } from "vitest";

const {
  beginFor,
  forgetDraft,
  isOnItsWay,
  isUntouched,
  keepConfirmed,
  mayGo,
  missingFor,
  openDraft,
  pickAnotherTime,
  startOver,
  useDraft,
} = await import("./draft.ts");
const { addPet, changeKind, changePet } = await import("./pets/changes.ts");

beforeEach(() => openDraft(`shop-${Math.random()}`));
const now = () => useDraft.getState();

describe("the storefront's draft", () => {
  test("says what is missing, one thing at a time", () => {
    expect(missingFor(now())).toBe("Tell us your pet's name");
    changePet(1, { petName: "Biscuit" });
    expect(missingFor(now())).toBe("Choose a service for Biscuit");
    changePet(1, { serviceIds: ["5"] });
    expect(missingFor(now())).toBeUndefined();
    useDraft.setState({ step: "time" });
    expect(missingFor(now())).toBe("Choose a time");
    useDraft.setState({ startTime: 600, held: { token: "t", staffId: "1", expiresAt: 0 } });
    expect(missingFor(now())).toBeUndefined();
  });

  test("whoever waits says for which nights or days; another kind of booking is no wait any more", () => {
    changePet(1, { petName: "Biscuit", serviceIds: ["5"] });
    useDraft.setState({ step: "time", kind: "stay", wait: "any", date: "2026-12-04" });
    expect(missingFor(now())).toBe("Choose the nights");
    useDraft.setState({ endDate: "2026-12-06" });
    expect(missingFor(now())).toBeUndefined();
    changeKind("day");
    expect(now().wait).toBeUndefined();
    useDraft.setState({ wait: "any" });
    expect(missingFor(now())).toBe("Choose the days");
    useDraft.setState({ days: ["2026-12-04"] });
    expect(missingFor(now())).toBeUndefined();
  });

  test("a declined request leads to another time for the same pets and person", () => {
    changePet(1, { petName: "Biscuit", serviceIds: ["5"] });
    useDraft.setState({ step: "done", date: "2026-12-04", startTime: 600, statusToken: "81.x" });
    pickAnotherTime();
    expect(now()).toMatchObject({ step: "time", pets: [{ petName: "Biscuit", serviceIds: ["5"] }], person: now().person });
    expect([now().date, now().startTime, now().statusToken]).toEqual([undefined, undefined, undefined]);
  });

  test.each([
    [{ firstName: "", lastName: "W", phoneNumber: "2065550142", email: "" }, "Tell us your name"],
    [{ firstName: "D", lastName: "W", phoneNumber: "12", email: "" }, "We need a phone number to reach you"],
    [{ firstName: "D", lastName: "W", phoneNumber: "2065550142", email: "nope" }, "Invalid email"],
    [{ firstName: "D", lastName: "W", phoneNumber: "2065550142", email: "d@w.test" }, undefined],
  ])("ob-questions-required-client: %o", (person, missing) => {
    useDraft.setState({ step: "you", person });
    expect(missingFor(now())).toBe(missing);
  });

  test("another pet or service takes another time, so the chosen one is dropped", () => {
    useDraft.setState({ startTime: 600 });
    addPet();
    expect(now().pets).toHaveLength(2);
    expect(now().startTime).toBeUndefined();
    useDraft.setState({ startTime: 600 });
    changePet(1, { serviceIds: ["6"] });
    expect(now().startTime).toBeUndefined();
  });

  test("a name, a breed or a word about the pet takes no other time", () => {
    useDraft.setState({ startTime: 600 });
    changePet(1, { petName: "Biscuit", notes: "shy" });
    expect([now().startTime, now().pets[0]?.petName]).toEqual([600, "Biscuit"]);
  });

  test("the browser's keys lead back to any question, forward over answered ones, and never out of a request that was sent", () => {
    expect([mayGo(now(), "time"), mayGo(now(), "you"), mayGo(now(), "done")]).toEqual([false, false, false]);
    changePet(1, { petName: "Biscuit", serviceIds: ["5"] });
    expect([mayGo(now(), "time"), mayGo(now(), "you")]).toEqual([true, false]);
    useDraft.setState({ startTime: 600, held: { token: "t", staffId: "1", expiresAt: 0 }, step: "you" });
    expect([mayGo(now(), "pets"), mayGo(now(), "time")]).toEqual([true, true]);
    useDraft.setState({ step: "done", statusToken: "s" });
    expect([mayGo(now(), "pets"), mayGo(now(), "you"), mayGo(now(), "done")]).toEqual([false, false, true]);
  });

  test("a draft is untouched until a pet has a name or something to get", () => {
    expect(isUntouched(now())).toBe(true);
    changePet(1, { serviceIds: ["5"] });
    expect(isUntouched(now())).toBe(false);
    changePet(1, { petName: "Biscuit", serviceIds: [] });
    expect(isUntouched(now())).toBe(false);
  });

  test("another shop's page begins anew; starting over keeps who one is and one's pets, without what they got", () => {
    changePet(1, { petName: "Biscuit", breed: "Poodle", serviceIds: ["4"] });
    useDraft.setState({ person: { firstName: "Dana", lastName: "W", phoneNumber: "1", email: "" }, step: "done", statusToken: "x" });
    startOver();
    expect([now().step, now().statusToken, now().person.firstName]).toEqual(["pets", undefined, "Dana"]);
    expect(now().pets[0]).toMatchObject({ petName: "Biscuit", breed: "Poodle", serviceIds: [] });
    openDraft("elsewhere");
    expect(now().person.firstName).toBe("");
  });

  test("a draft that was begun by an old name of the shop goes on under the new one, also where its holder is led back to that", () => {
    openDraft("paws");
    changePet(1, { petName: "Biscuit" });
    openDraft("paws-by-the-sea", new Set(["paws"]));
    expect(now()).toMatchObject({ name: "paws-by-the-sea", pets: [{ petName: "Biscuit" }] });
    openDraft("paws-by-the-sea");
    expect(now().pets[0]?.petName).toBe("Biscuit");
    openDraft("tails", new Set(["cats"]));
    expect(now()).toMatchObject({ name: "tails", pets: [{ petName: "" }] });
  });
});

test("who signs out leaves nothing of what they typed and asked for, in the page or in the tab", () => {
  changePet(1, { petName: "Biscuit" });
  useDraft.setState({ step: "done", statusToken: "t", person: { firstName: "Dana", lastName: "", phoneNumber: "2065550199", email: "" } });
  forgetDraft();
  expect(now()).toMatchObject({ step: "pets", statusToken: undefined, person: { firstName: "", phoneNumber: "" } });
  expect(sessionStorage.getItem("leashline-storefront")).not.toMatch(/Biscuit|Dana|0199/);
});

test("a contact whose code was right is not asked for again, also after a reload; another one's code is still on its way", async () => {
  const sent = { token: "t", expiresAt: Date.now() + 60_000, againAt: 0 };
  useDraft.setState({ step: "code", asked: "phone", codes: { phone: { to: "1", ...sent }, email: { to: "d@w.test", ...sent } } });
  expect(isOnItsWay(now().codes.phone, "1")).toBe(true);
  keepConfirmed("phone");
  await useDraft.persist.rehydrate();
  expect(now()).toMatchObject({ step: "code", codes: { phone: { to: "1", confirmed: true } } });
  expect([isOnItsWay(now().codes.phone, "1"), isOnItsWay(now().codes.email, "d@w.test")]).toEqual([false, true]);
});

test("a booking begun for somebody who is known has their name and pet; what they had begun for that pet stays, and another pet begins anew", () => {
  const person = { firstName: "Dana", lastName: "Moreau", phoneNumber: "(206) 555-0151", email: "" };
  const rex = { petName: "Rex", petType: "Dog", breed: "Pug" };
  openDraft("paws");
  beginFor("paws", person, [rex]);
  expect(useDraft.getState()).toMatchObject({ step: "pets", person, pets: [{ ...rex, serviceIds: [] }] });
  changePet(1, { serviceIds: ["3"] });
  beginFor("paws", person, [rex]);
  expect(useDraft.getState().pets).toMatchObject([{ ...rex, serviceIds: ["3"] }]);
  beginFor("paws", person, [{ petName: "Ash", petType: "Cat", breed: "" }]);
  expect(useDraft.getState().pets).toMatchObject([{ petName: "Ash", petType: "Cat", serviceIds: [] }]);
});
