import { describe, expect, test } from "vitest";
import { place } from "../entering/place.ts";
import { delimiterOf, type Format, formatOf, guessMapping, isHeader } from "./detect.ts";
import { draftOf } from "./draft.ts";
import { readDate, readGender, readSpecies, readWeight, splitName } from "./values.ts";

const format = (rows: string[][]): Format => formatOf("utf-8", ",", rows, "US");
const guess = (rows: string[][]) => guessMapping(format(rows)).map((m) => m.field);
const city = ["License Issue Date", "License Number", "Animal's Name", "Species", "Primary Breed", "Secondary Breed", "ZIP Code"];

describe("what a file is", () => {
  test("a city's licence file maps itself", () => {
    expect(guess([city, ["December 18 2015", "S107948", "Zen", "Cat", "Domestic Longhair", "Mix", "98117"]])).toEqual([
      "license_issue_date",
      "license_number",
      "pet_name",
      "pet_type",
      "breed",
      "secondary_breed",
      "zipcode",
    ]);
  });

  test.each([
    [
      ["First Name", "Last Name", "Email Address", "Mobile Phone", "Pet Name", "Breed"],
      ["first_name", "last_name", "email", "phone_number", "pet_name", "breed"],
    ],
    [
      ["Client", "Phone", "Pet", "Type"],
      ["full_name", "phone_number", "pet_name", "pet_type"],
    ],
    [
      ["Name", "Species", "Breed", "DOB"],
      ["pet_name", "pet_type", "breed", "birthday"],
    ],
    [
      ["Name", "Phone", "Address"],
      ["full_name", "phone_number", "address1"],
    ],
    [
      ["Email", "E-mail", "Whatever"],
      ["email", "", ""],
    ],
  ])("headers %j", (headers, fields) => expect(guess([headers, headers.map(() => "x")])).toEqual(fields));

  test("without a header the values speak", () => {
    const rows = [
      ["Dana", "dana@kim.example", "(206) 555-0100", "Dog"],
      ["Lee", "lee@x.example", "206-555-0101", "Cat"],
    ];
    expect(format(rows)).toMatchObject({ hasHeader: false, columns: [{ name: "Column 1" }, {}, {}, {}] });
    expect(guess(rows)).toEqual(["", "email", "phone_number", "pet_type"]);
  });

  test("a header is one when its words are known, or when only the rows below hold values", () => {
    expect(isHeader(city, [])).toBe(true);
    expect(isHeader(["Foo", "Bar"], [["x", "5"]])).toBe(true);
    expect(isHeader(["Dana", "98117"], [["Lee", "98118"]])).toBe(false);
  });

  test.each([",", ";", "\t", "|"])("the delimiter %j", (delimiter) => {
    const text = [
      ["Name", "Pet, other", "Zip"],
      ["A", "B", "1"],
      ["C", "D", "2"],
    ]
      .map((r) => r.map((c) => (c.includes(delimiter) ? `"${c}"` : c)).join(delimiter))
      .join("\n");
    expect(delimiterOf(Buffer.from(text), (b) => Buffer.from(b).toString(), true)).toBe(delimiter);
  });
});

describe("single values", () => {
  test.each([
    ["December 18 2015", "2015-12-18"],
    ["Dec 18, 2015", "2015-12-18"],
    ["18 December 2015", "2015-12-18"],
    ["2015-12-18", "2015-12-18"],
    ["2015-12-18T10:00:00Z", "2015-12-18"],
    ["12/18/2015", "2015-12-18"],
    ["1/2/05", "2005-01-02"],
    ["1/2/98", "1998-01-02"],
    ["18-Dec-15", "2015-12-18"],
    ["February 30 2015", null],
    ["soon", null],
    ["13/13/2015", null],
  ])("date %s", (text, day) => expect(readDate(text, "month-first", 2026)).toBe(day));
  test("a day first where days come first", () => expect(readDate("03/04/2021", "day-first", 2026)).toBe("2021-04-03"));
  test.each([
    ["canine", "Dog"],
    ["CATS", "Cat"],
    ["Goat", "Goat"],
    ["Dragon", null],
  ])("species %s", (text, kind) => expect(readSpecies(text)).toBe(kind));
  test.each([
    ["22 lbs", { value: 22, unit: "lb" }],
    ["3,5 kg", { value: 3.5, unit: "kg" }],
    ["30 Kilos", { value: 30, unit: "kg" }],
    ["11 lb 4 oz", { value: 11.25, unit: "lb" }],
    ["11 lbs, 8 ounces", { value: 11.5, unit: "lb" }],
    ["12,5", { value: 12.5, unit: null }],
    ["5001", null],
    ["4 kg 2 oz", null],
    ["500 g", null],
    ["-3", null],
    ["heavy", null],
  ])("weight %s", (text, weight) => expect(readWeight(text)).toEqual(weight));
  test.each([
    ["Neutered Male", 1, true],
    ["F", 2, false],
    ["fs", 2, true],
    ["?", 0, false],
  ])("gender %s", (text, gender, fixed) => expect(readGender(text)).toEqual({ gender, fixed }));
  test.each([
    ["Kim, Dana", "Dana", "Kim"],
    ["Dana Lee Kim", "Dana Lee", "Kim"],
    ["Cher", "Cher", ""],
  ])("name %s", (text, first, last) => expect(splitName(text)).toEqual({ first, last }));
});

describe("rows into clients and pets", () => {
  const headers = ["First Name", "Last Name", "Email", "Phone", "Pet Name", "Species", "License Number", "Birthday"];
  const fmt = format([headers, ["A", "B", "a@b.cc", "2065550100", "Rex", "Dog", "L1", "2020-01-01"]]);
  const reader = { format: fmt, mapping: guessMapping(fmt), country: "US", thisYear: 2026, weightUnit: "lb" as const };
  const row = (number: number, ...cells: string[]) => draftOf(cells, number, reader);
  const place1 = (...drafts: ReturnType<typeof row>[]) => place(drafts, new Map());

  test("bad values are left out with a warning each, the row stays", () => {
    const draft = row(2, "Ann", "Lee", "not-mail", "12", "Rex", "Dragon", "", "yesterday");
    expect(draft).toMatchObject({ rejected: false, client: { email: "", phoneNumber: "" }, pet: { type: "Dragon", birthday: null } });
    expect(draft.issues.map((i) => [i.column, i.rejected])).toEqual(
      expect.arrayContaining([
        ["Email", false],
        ["Phone", false],
        ["Species", false],
        ["Birthday", false],
      ]),
    );
  });

  test.each([
    ["206-555-0100 ext. 5", "2065550100", true],
    ["206-555-0100x5", "2065550100", true],
    ["Cell: (206) 555-0100", "2065550100", false],
    ["+1 (206) 555-0100", "+12065550100", false],
    ["1-800-PETS-NOW", "", true],
  ])("phone %s: an extension is not dialled into the number", (phone, number, told) => {
    const draft = row(2, "Ann", "Lee", "", phone, "Rex", "Dog");
    expect([draft.client.phoneNumber, draft.issues.length > 0]).toEqual([number, told]);
  });

  test("a pet without an owner makes a client that says so", () => {
    expect(row(2, "", "", "", "", "Zen", "Cat", "S1", "").client).toMatchObject({
      firstName: "Zen",
      lastName: "(owner unknown)",
      ownerUnknown: true,
    });
  });

  test("a pet without a name is entered as such; a row that names nobody is left out; an empty one is passed over", () => {
    expect(row(2, "", "", "", "", "", "Dog", "S1", "").pet).toMatchObject({ name: "(no name)" });
    expect(row(3, "", "", "", "", "", "", "", "2020-01-01")).toMatchObject({ rejected: true });
    expect(row(4, "", "", "")).toMatchObject({ empty: true, rejected: false });
    expect(row(5, "a", "b", "", "", "c", "Dog", "", "", "extra")).toMatchObject({ rejected: true });
  });

  test("two rows of one owner are one client with two pets; a third with another name is told", () => {
    const placed = place1(
      row(2, "Ann", "Lee", "", "2065550100", "Rex", "Dog"),
      row(3, "Ann", "Lee", "", "+1 206 555 0100", "Tom", "Cat"),
      row(4, "Bo", "Lee", "", "2065550100", "Kit", "Cat"),
    );
    expect([placed.clients.length, placed.pets.map((p) => p.name)]).toEqual([1, ["Rex", "Tom", "Kit"]]);
    expect(placed.issues).toMatchObject([{ row: 4, rejected: false }]);
  });

  test("a licence number stands for one animal: the same again is known, another one is left out", () => {
    const placed = place1(
      row(2, "", "", "", "", "Olive", "Cat", "S1"),
      row(3, "", "", "", "", "OLIVE", "Cat", "s1"),
      row(4, "", "", "", "", "Max", "Cat", "S1"),
    );
    expect([...placed.outcomes.values()]).toEqual(["new", "existing", "rejected"]);
    expect(placed.issues).toMatchObject([
      { row: 4, rejected: true, reason: "licence number S1 belongs to Olive already; each animal needs its own number" },
    ]);
  });
});
