import { create } from "@bufbuild/protobuf";
import { CareTaskSchema } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { useArrival } from "./useArrival.ts";

let arrival: ReturnType<typeof useArrival>;
const Page = () => {
  arrival = useArrival();
  return null;
};
const task = (time: number) => create(CareTaskSchema, { time, schedule: { careScheduleId: "5" } });
const body = {};

/** How often a line's button gets the focus where `time` was given to somebody, by a key or by the mouse, and the line at 480 appears. */
function focused(time: number, byKey: boolean, inFocus: unknown = body): number {
  renderToString(createElement(Page));
  const focus = vi.fn();
  const line = { querySelector: () => ({ focus }) } as never;
  vi.stubGlobal("document", { body, activeElement: { matches: () => byKey } });
  arrival.leave([{ task: task(time), to: { staffId: "3", name: "Sam" } }]);
  vi.stubGlobal("document", { body, activeElement: inFocus });
  arrival.arrive(task(480), line);
  arrival.arrive(task(480), line);
  return focus.mock.calls.length;
}

test("whoever gave a task by a key goes on where it stands then, once, unless they went elsewhere meanwhile", () => {
  expect(focused(480, true)).toBe(1);
  expect(focused(480, false)).toBe(0);
  expect(focused(600, true)).toBe(0);
  expect(focused(480, true, {})).toBe(0);
});
