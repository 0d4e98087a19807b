import { mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fromJson, type JsonObject, toJson } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadContract } from "../descriptors/contract.ts";
import { readLine } from "./args.ts";
import { Commands } from "./commands.ts";
import { callHelp } from "./help.ts";
import { identityFrom, save, sessionFile } from "./identity.ts";
import { kebab } from "./names.ts";
import { shown } from "./output.ts";
import { requestFrom } from "./request.ts";
import { Usage } from "./usage.ts";

const contract = loadContract();
const commands = new Commands(contract);
const method = (domain: string, name: string) => {
  const found = commands.find(domain, name);
  if (!found) throw new Error(`no ${domain} ${name}`);
  return found;
};
const request = (domain: string, name: string, ...argv: string[]) => {
  const { desc } = method(domain, name);
  return toJson(desc.input, requestFrom(desc.input, readLine(argv).flags, {}, contract.registry), { registry: contract.registry });
};

test.each([
  [["a", "b", "--x", "1"], ["a", "b"], [["x", "1"]]],
  [
    ["--x=1=2", "-o", "csv"],
    [],
    [
      ["x", "1=2"],
      ["output", "csv"],
    ],
  ],
  [
    ["--flag", "--x", "-5"],
    [],
    [
      ["flag", undefined],
      ["x", "-5"],
    ],
  ],
  [["--", "--x"], ["--x"], []],
])("the line %j", (argv, words, flags) => {
  const line = readLine(argv);
  expect([line.words, line.flags.map(({ name, value }) => [name, value])]).toEqual([words, flags]);
});

test.each([
  ["ListDayCards", "list-day-cards"],
  ["country_alpha2_code", "country-alpha2-code"],
  ["GetAPIKey", "get-api-key"],
  ["APPOINTMENT_STATUS", "appointment-status"],
])("%s in kebab case", (name, expected) => {
  expect(kebab(name)).toBe(expected);
});

describe("commands", () => {
  test("every RPC open from outside has a name, and internal ones have none", () => {
    const named = commands.domains().flatMap((domain) => commands.list(domain).map(([, each]) => each.path));
    const open = contract.methods.filter((each) => each.tier !== 5).map((each) => each.path);
    expect(new Set(named)).toEqual(new Set(open));
    expect(commands.find("account", "resolve-session")).toBeUndefined();
  });

  test("the long form always works", () => {
    expect(commands.find("calendar", "card.list-day-cards")).toBe(commands.find("calendar", "list-day-cards"));
  });

  test("every call has help with each of its flags", () => {
    for (const domain of commands.domains()) {
      for (const [name, each] of commands.list(domain)) {
        const help = callHelp(domain, name, each);
        for (const field of each.desc.input.fields) expect(help, `${domain} ${name}`).toContain(`--${kebab(field.name)} `);
      }
    }
  });
});

describe("flags become the request", () => {
  test("numbers, days, nested fields and lists", () => {
    const argv = [
      "--business-id",
      "3",
      "--date",
      "2026-11-20",
      "--filters.staff-ids",
      "1,2",
      "--filters.staff-ids",
      "3",
      "--filters.statuses",
      "finished",
      "--view-type",
      "day",
    ];
    expect(request("calendar", "list-day-cards", ...argv)).toEqual({
      businessId: "3",
      startDate: { year: 2026, month: 11, day: 20 },
      filters: { staffIds: ["1", "2", "3"], statuses: ["APPOINTMENT_STATUS_FINISHED"] },
      viewType: "CALENDAR_VIEW_DAY",
    });
  });

  test("camelCase and snake_case names count as well", () => {
    expect(request("calendar", "list-day-cards", "--businessId", "3", "--start_date=2026-11-20")).toMatchObject({
      businessId: "3",
      startDate: { day: 20 },
    });
  });

  test.each<[string, string[], RegExp]>([
    ["an unknown flag", ["--nothing", "1"], /There is no flag --nothing. Known: --business-id/],
    ["no number", ["--business-id", "x"], /--business-id is a whole number, not "x"/],
    ["no day", ["--start-date", "2026-02-30"], /takes a day as YYYY-MM-DD, not "2026-02-30"/],
    ["no value of an enum", ["--view-type", "sideways"], /"sideways" is not one of: unspecified, day, week/],
    ["a missing value", ["--business-id"], /--business-id needs a value/],
    ["no JSON", ["--filters", "{"], /--filters takes JSON, or its fields one by one/],
    ["too large", ["--business-id", "99999999999999999999"], /businessId|int64|range/i],
  ])("%s is explained", (_, argv, message) => {
    expect(() => request("calendar", "list-day-cards", ...argv)).toThrow(message);
    expect(() => request("calendar", "list-day-cards", ...argv)).toThrow(Usage);
  });

  test.each<[string, JsonObject]>([
    ["12.50 USD", { units: "12", nanos: 500_000_000, currencyCode: "USD" }],
    ["12.5usd", { units: "12", nanos: 500_000_000, currencyCode: "USD" }],
    ["-0.05", { nanos: -50_000_000 }],
    ["7", { units: "7" }],
  ])("money %j", (text, expected) => {
    const priced = contract.methods.find(
      (each) =>
        each.tier !== 5 &&
        each.desc.input.fields.some((field) => field.fieldKind === "message" && field.message.typeName === "google.type.Money"),
    );
    const field = priced?.desc.input.fields.find((each) => each.message?.typeName === "google.type.Money");
    if (!priced || !field) throw new Error("no RPC takes money");
    const built = requestFrom(priced.desc.input, [{ name: kebab(field.name), value: text }], {}, contract.registry);
    expect((toJson(priced.desc.input, built) as JsonObject)[field.jsonName]).toEqual(expected);
  });
});

describe("answers", () => {
  const { desc } = method("account", "list-related-accounts");
  const answer = fromJson(desc.output, {
    relatedAccounts: [
      { accountId: "1", firstName: "Olive", email: "o@x.test", businessName: 'Paws, "Inc"', employeeCategory: 1 },
      { accountId: "2", firstName: "Line\nbreak" },
    ],
  });

  test("as a table: only columns that hold something", () => {
    const lines = shown(desc.output, [answer], "table", contract.registry).split("\n");
    expect(lines[0]?.split(/\s{2,}/)).toEqual([
      "accountId",
      "firstName",
      "email",
      "businessId",
      "businessName",
      "employeeCategory",
      "staffId",
      "companyId",
    ]);
    expect(lines).toHaveLength(3);
    expect(lines[2]).toContain("Line break");
  });

  test("as CSV that reads back", () => {
    const text = shown(desc.output, [answer], "csv", contract.registry, ["account-id", "businessName", "first_name"]);
    expect(text).toBe('accountId,businessName,firstName\r\n1,"Paws, ""Inc""",Olive\r\n2,,"Line\nbreak"');
  });

  test("one thing with lists inside is a record", () => {
    const session = method("account", "get-session-info").desc;
    const one = fromJson(session.output, { account: { email: "o@x.test" }, companies: [{ companyName: "Paws" }], permissions: [3] });
    expect(shown(session.output, [one], "table", contract.registry)).toMatch(/^account\.email +o@x\.test$/m);
  });

  test("pages as one JSON answer", () => {
    const whole = JSON.parse(shown(desc.output, [answer, answer], "json", contract.registry)) as { relatedAccounts: unknown[] };
    expect(whole.relatedAccounts).toHaveLength(4);
  });

  test("any text survives CSV", () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const one = fromJson(desc.output, { relatedAccounts: [{ firstName: name }] });
        const cell = shown(desc.output, [one], "csv", contract.registry, ["firstName"]).slice("firstName\r\n".length);
        const plain = cell.startsWith('"') && cell.endsWith('"') && cell.length > 1 ? cell.slice(1, -1).replaceAll('""', '"') : cell;
        expect(plain.startsWith("'") && /^[=+\-@\t\r]/.test(name) ? plain.slice(1) : plain).toBe(name);
      }),
    );
  });

  test.each(["=1+1", "+1+1", "-2+3", "@SUM(A1)", '=HYPERLINK("http://evil.example")', "\t=1", "-"])(
    "csv-formula: a cell %j is no formula to a spreadsheet, and numbers stay numbers",
    (name) => {
      const csvOf = (firstName: string) =>
        shown(desc.output, [fromJson(desc.output, { relatedAccounts: [{ firstName }] })], "csv", contract.registry, ["firstName"]).split(
          "\r\n",
        )[1];
      expect(csvOf(name)).toMatch(/^"?'/);
      expect([csvOf("-12.50"), csvOf("+5"), csvOf("-3.00 USD")]).toEqual(["-12.50", "+5", "-3.00 USD"]);
    },
  );
});

describe("who calls", () => {
  test("a key wins over a session, a session over the saved sign-in, which goes only to its own server", () => {
    const env: NodeJS.ProcessEnv = { XDG_CONFIG_HOME: mkdtempSync(join(tmpdir(), "leashline-cli-")) };
    expect(identityFrom(env, undefined)).toMatchObject({ from: "nobody", url: "http://localhost:8080" });
    save(env, { url: "https://shop.test", token: "t" });
    expect(statSync(sessionFile(env)).mode & 0o777).toBe(0o600);
    expect(identityFrom(env, undefined)).toMatchObject({ from: "login", url: "https://shop.test", headers: { authorization: "Bearer t" } });
    expect(identityFrom(env, "https://evil.test/")).toMatchObject({ from: "nobody", url: "https://evil.test", headers: {} });
    expect(identityFrom({ ...env, LEASHLINE_SESSION: "s" }, undefined).headers).toEqual({ authorization: "Bearer s" });
    expect(identityFrom({ ...env, LEASHLINE_SESSION: "s", LEASHLINE_API_KEY: "llk_1" }, undefined).headers).toEqual({
      authorization: "Bearer llk_1",
    });
  });
});
