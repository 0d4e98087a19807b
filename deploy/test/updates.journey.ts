import { permissionTable } from "@leashline/kit/permissions/permissions.ts";
import { type ContractMethod, loadContract } from "@leashline/proto/descriptors/contract.ts";
import { Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { beforeAll, describe, expect, test } from "vitest";
import { callRpc } from "./access/call.ts";
import { hire, type Walker } from "./access/callers.ts";
import { type Company, openCompany, type World } from "./access/company.ts";
import type { Json } from "./access/request.ts";
import { day } from "./access/steps.ts";
import { requestFor, shortName } from "./access/walk.ts";
import { type App, unlimitedApp } from "./app.ts";
import { fieldsOf, pairsOf, send, writeOne } from "./updates/attempt.ts";
import { acts, cases } from "./updates/cases.ts";

// Every update of the contract changes what it names and nothing else, is closed to whoever may only look, and ends after it starts.

let app: Omit<App, "stop">;
let world: World;
let company: Company;
let viewer: Walker;
let updates: ContractMethod[];

beforeAll(async () => {
  app = await unlimitedApp();
  world = { url: app.url, contract: loadContract(), turn: 0 };
  company = await openCompany(world, "updates");
  const views = permissionTable.filter(({ name }) => name.startsWith("view")).map(({ id }) => id);
  viewer = await hire(world, company, "viewer", views, [company.businessIds[0]]);
  updates = world.contract.methods.filter(
    ({ read, tier, desc }) => !read && tier !== Tier.INTERNAL && /^(Update|Save|Edit|Set|Rename)/.test(desc.name),
  );
});

test("every update of the contract has its case, or is an act that says what it does", () => {
  const known = [...Object.keys(cases), ...Object.keys(acts)].sort();
  expect(updates.map(shortName).sort()).toEqual(known);
});

describe("an update without a mask", () => {
  test("writes the one field it names, on both faces; all others stand", async () => {
    const found: string[] = [];
    let written = 0;
    for (const method of updates) {
      const one = cases[shortName(method)];
      if (!one) continue;
      for (const rest of method.routes.length > 0 ? [true, false] : [false])
        for (const field of fieldsOf(method, one, company)) {
          written += 1;
          found.push(...(await writeOne(world, method, one, company, field, rest)));
        }
    }
    expect(written).toBeGreaterThan(250);
    expect(found).toEqual([]);
  });
});

/** What is one's own may be written by whoever may look; each with the reason. This list may only shrink. */
const ownThings: Readonly<Record<string, string>> = {
  "AccountService/UpdateProfile": "one's own account",
  "PasskeyService/RenamePasskey": "one's own passkey",
  "MetadataService/UpdateMetadata": "one's own notes; a company's need the settings permission",
  "StaffService/UpdateMyNotificationPreference": "one's own notices",
  "PrintCardService/UpdatePrintCardSettings": "what stands on one's own printed cards",
  "FilterViewService/UpdateFilterView": "one's own view of the client list",
  "EnterpriseService/ChangeEnterpriseMember": "the enterprise's owners, by its own rule",
  "ThreadService/UpdateThread": "the message center's permission is the one to write in it (growth §5)",
};

test("whoever may only view is refused every update", async () => {
  const open = [];
  for (const method of updates) {
    // A link lets in whoever holds it, and says what they may.
    if (shortName(method) in ownThings || method.tier === Tier.ANONYMOUS) continue;
    const answer = await callRpc(world.url, method.path, requestFor(world, method, company.known), viewer);
    if (answer.code !== ErrorCode.NO_PERMISSION) open.push(`${shortName(method)} ${answer.status} ${answer.code}`);
  }
  expect(open).toEqual([]);
});

test("an end before its start is refused, also when only one of the two is sent, and nothing changes", async () => {
  const wrong = (field: { message?: { typeName: string } | undefined }, late: boolean): Json => {
    const kind = field.message?.typeName;
    if (kind === "google.type.Date") return day(late ? 60 : 50);
    if (kind === "google.protobuf.Timestamp") return new Date(Date.now() - (late ? 3_600_000 : 7_200_000)).toISOString();
    return late ? 1300 : 300;
  };
  const found: string[] = [];
  const overMidnight = new Set(["AutoReplyService/UpdateAutoReply"]);
  let pairs = 0;
  for (const method of updates) {
    const one = cases[shortName(method)];
    if (!one || overMidnight.has(shortName(method))) continue;
    for (const [start, end] of pairsOf(method)) {
      pairs += 1;
      const both = { [start.jsonName]: wrong(start, true), [end.jsonName]: wrong(end, false) };
      const answer = await send(world, method, one, company, both, false);
      if (answer.code !== ErrorCode.PARAMS_INVALID) found.push(`${shortName(method)} ${JSON.stringify(both)}: ${answer.code}`);
    }
  }
  const setting = updates.find((method) => shortName(method) === "CalendarSettingService/UpdateCalendarSetting") as ContractMethod;
  const one = cases["CalendarSettingService/UpdateCalendarSetting"]!;
  const alone = await send(world, setting, one, company, { calendarViewStartAt: 1430 }, true);
  expect(alone.code).toBe(ErrorCode.PARAMS_INVALID);
  expect(pairs).toBeGreaterThan(3);
  expect(found).toEqual([]);
});
