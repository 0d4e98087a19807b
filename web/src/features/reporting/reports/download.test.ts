import { afterEach, expect, test, vi } from "vitest";
import { DEFAULT_ERROR } from "../../../ui/feedback/errors.ts";
import { attachToasts, type Notice } from "../../../ui/feedback/toast.ts";
import { isoToDay } from "../../../ui/format/dates.ts";
import { download } from "./download.ts";

afterEach(() => vi.unstubAllGlobals());

const day = isoToDay("2026-11-20");
const refused = (status: number, code: string, message: string) =>
  new Response(JSON.stringify({ code, message }), { status, headers: { "content-type": "application/json" } });

test.each([
  [refused(400, "invalid_argument", "At most 366 days at once"), "At most 366 days at once"],
  [refused(500, "internal", "x"), DEFAULT_ERROR],
])("export-failure: what went wrong is said", async (answer, text) => {
  vi.stubGlobal("fetch", async () => answer);
  const said: Notice[] = [];
  const detach = attachToasts((notice) => said.push(notice));
  await download({ startDate: day, endDate: day });
  expect(said).toEqual([{ text, tone: "error", seconds: 5 }]);
  detach();
});
