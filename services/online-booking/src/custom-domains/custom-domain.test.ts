import {
  CustomDomainPointing as Pointing,
  CustomDomainProof as Proof,
  CustomDomainState as State,
} from "@leashline/proto/leashline/online_booking/v1/custom_domain_pb.js";
import { describe, expect, test } from "vitest";
import { goesLive, isApex, nextCheck, ownDomain, type Standing, standingAfter } from "./custom-domain.ts";

const day = 86_400_000;
const now = new Date("2026-03-01T12:00:00Z");
const inDays = (days: number) => new Date(now.getTime() + days * day);
const found = (proof: Proof) => ({ proof, pointing: Pointing.HERE, pointsTo: "" });
const waiting: Standing = { state: State.WAITING, moved: false, missingSince: null, followedUntil: inDays(10) };
const live: Standing = { ...waiting, state: State.LIVE };
const broken: Standing = { ...waiting, state: State.BROKEN, missingSince: inDays(-3) };
const lost: Standing = { ...broken, missingSince: null, moved: true };
const byJob = { now, isAskedFor: false };

test.each([
  ["com", "belongs to everybody"],
  ["co.uk", "belongs to everybody"],
  ["app.leashline.test", "Leashline itself"],
  ["shop.app.leashline.test", "Leashline itself"],
  ["desk.shop.test", "Leashline itself"],
  ["https://paws.test", "a name alone"],
])("%s cannot be a shop's own domain: it %s", async (typed, why) => {
  // One label alone is refused before anybody looks whose it is.
  const { problem } = await ownDomain(typed, ["app.leashline.test", "desk.shop.test"]);
  expect(problem).toContain(typed === "com" ? "an ending" : why);
});

test.each(["paws.co.uk", "book.paws.test", "notapp.leashline.test", "leashline.test"])("%s can be a shop's own domain", async (typed) => {
  expect(await ownDomain(typed, ["app.leashline.test"])).toEqual({ domain: typed });
});

test.each([
  ["paws.test", true],
  ["paws.co.uk", true],
  ["book.paws.co.uk", false],
])("%s is a registered domain itself: %s", async (domain, apex) => {
  expect(await isApex(domain)).toBe(apex);
});

describe("what follows from what DNS says", () => {
  test("a domain that waits is live with its proof, and only with that", () => {
    expect(standingAfter(waiting, found(Proof.FOUND), byJob)).toEqual(live);
    for (const proof of [Proof.MISSING, Proof.OTHER, Proof.UNANSWERED])
      expect(standingAfter(waiting, found(proof), byJob)).toEqual(waiting);
  });

  test("a live one without its proof stays live for three days from the first time that it was missing, and then breaks", () => {
    for (const proof of [Proof.MISSING, Proof.OTHER]) {
      expect(standingAfter(live, found(proof), byJob)).toEqual({ ...live, missingSince: now });
      const almost = { ...live, missingSince: new Date(inDays(-3).getTime() + 1) };
      expect(standingAfter(almost, found(proof), byJob)).toEqual(almost);
      const over = standingAfter({ ...live, missingSince: inDays(-3) }, found(proof), byJob);
      expect(over).toEqual({ state: State.BROKEN, moved: false, missingSince: inDays(-3), followedUntil: inDays(30) });
    }
  });

  test("a server that does not answer breaks nothing, however long; a proof that is back is as if it had never been gone", () => {
    const missing = { ...live, missingSince: inDays(-9) };
    expect(standingAfter(missing, found(Proof.UNANSWERED), byJob)).toEqual(missing);
    expect(standingAfter(missing, found(Proof.FOUND), byJob)).toEqual(live);
  });

  test("a broken one is live again with its proof, but one that another shop has taken only where somebody asks for it", () => {
    expect(standingAfter(broken, found(Proof.FOUND), byJob)).toEqual(live);
    expect(goesLive(lost, found(Proof.FOUND), false)).toBe(false);
    expect(standingAfter(lost, found(Proof.FOUND), byJob)).toEqual(lost);
    expect(standingAfter(lost, found(Proof.FOUND), { now, isAskedFor: true })).toEqual({ ...live, followedUntil: inDays(30) });
  });
});

test("DNS is asked every day of a live domain, of others until 30 days after somebody asked last, within the hour where it was silent, and never of a lost one", () => {
  const next = (standing: Standing, proof = Proof.MISSING) => nextCheck(standing, { proof }, now);
  expect([next(live), next({ ...live, followedUntil: inDays(-9) })]).toEqual([inDays(1), inDays(1)]);
  expect([next(waiting), next(broken), next(lost)]).toEqual([inDays(1), inDays(1), null]);
  expect([next({ ...waiting, followedUntil: inDays(1) }), next({ ...waiting, followedUntil: inDays(0.9) })]).toEqual([inDays(1), null]);
  expect(next(waiting, Proof.UNANSWERED)).toEqual(inDays(1 / 24));
  expect(next({ ...waiting, state: State.UNSPECIFIED })).toBeNull();
});
