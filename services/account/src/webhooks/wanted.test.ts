import { describe, expect, test } from "vitest";
import { type Wants, wantedAfter, wantedSince } from "./wanted.ts";

const [made, later, now] = ["2026-01-01", "2026-02-01", "2026-03-01"].map((day) => new Date(`${day}T00:00:00Z`)) as [Date, Date, Date];
const endpoint = (eventTypes: string[], more: Partial<Wants> = {}): Wants => ({
  eventTypes,
  enabled: true,
  createTime: made,
  wantedSince: {},
  ...more,
});

describe("from when on an endpoint wants an event", () => {
  test.each([
    { why: "it takes all", of: endpoint([]), since: made },
    { why: "it chose the type from the start", of: endpoint(["a", "b"]), since: made },
    { why: "it chose the type later", of: endpoint(["a"], { wantedSince: { a: later.toISOString() } }), since: later },
    { why: "it takes all since later", of: endpoint([], { wantedSince: { "*": later.toISOString() } }), since: later },
    { why: "it chose others", of: endpoint(["b"]), since: null },
    { why: "it is off", of: endpoint([], { enabled: false }), since: null },
  ])("$why", ({ of, since }) => expect(wantedSince(of, "a")).toEqual(since));
});

describe("after a change what was wanted stays so, and what is chosen anew begins now", () => {
  test.each([
    { why: "one more", before: endpoint(["a"]), after: ["a", "b"], a: made, b: now },
    {
      why: "one less and again",
      before: endpoint(["b"], { wantedSince: { b: later.toISOString() } }),
      after: ["a", "b"],
      a: now,
      b: later,
    },
    { why: "all", before: endpoint(["a"]), after: [], a: made, b: now },
    {
      why: "all, once more",
      before: endpoint([], { wantedSince: { a: made.toISOString(), "*": later.toISOString() } }),
      after: [],
      a: made,
      b: later,
    },
    { why: "only some of all", before: endpoint([], { wantedSince: { "*": later.toISOString() } }), after: ["a"], a: later, b: null },
    { why: "turned on again", before: endpoint(["a"], { enabled: false }), after: ["a"], a: now, b: null },
    { why: "all turned on again", before: endpoint([], { enabled: false }), after: [], a: now, b: now },
  ])("$why", ({ before, after, a, b }) => {
    const changed = { ...before, eventTypes: after, enabled: true };
    const since = wantedAfter(before, changed, now);
    expect(["a", "b"].map((type) => wantedSince({ ...changed, wantedSince: since }, type))).toEqual([a, b]);
  });
});
