import { defineService, ErrorCode } from "@leashline/kit";
import { partOf, refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { CompanyService } from "@leashline/proto/leashline/account/v1/company_service_pb.js";
import { WeightUnitType } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { ClientListService } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { HistoryService } from "@leashline/proto/leashline/customer/v1/history_pb.js";
import { ImportStatus } from "@leashline/proto/leashline/customer/v1/import_pb.js";
import { ImportService } from "@leashline/proto/leashline/customer/v1/import_service_pb.js";
import { LeadService } from "@leashline/proto/leashline/customer/v1/lead_service_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { SearchService } from "@leashline/proto/leashline/customer/v1/search_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dirtyFile } from "../../test/dirty-file.ts";
import { service } from "../main.ts";

let servers: TestServers;
let unitOfWeightType = WeightUnitType.POUND;
const account = defineService({
  name: "account",
  migrations: new URL("./none/", import.meta.url),
  rpcs: [partOf(CompanyService, { getCompanyPreference: async () => ({ preference: { unitOfWeightType } }) })],
});
beforeAll(async () => {
  servers = await startServers([service, account], { background: false });
});
afterAll(async () => await servers.stop());

type Upload = { companyId: string; content: Buffer | string; name?: string };
const imports = (companyId: string) => servers.client(ImportService, { companyId });

async function upload({ companyId, content, name = "pets.csv" }: Upload) {
  const bytes = Buffer.from(content);
  return (await imports(companyId).createImport({ fileName: name, totalBytes: String(bytes.length), content: bytes })).import!;
}
/** Works off what is due until the import rests, and answers how it stands. */
async function settle(companyId: string, importId: string) {
  for (;;) {
    await servers.runDue("customer", new Date(Date.now() + 1_000));
    const { import: found } = await imports(companyId).getImport({ importId });
    const moving: number[] = [ImportStatus.CHECKING, ImportStatus.RUNNING, ImportStatus.ROLLING_BACK];
    if (!moving.includes(found!.status)) return found!;
  }
}
async function run(companyId: string, importId: string) {
  await imports(companyId).runImport({ importId });
  return await settle(companyId, importId);
}
const total = async (companyId: string) => (await servers.client(ClientListService, { companyId }).countClients({})).total;

describe("a file goes in", () => {
  const dirty = dirtyFile(2_500);

  test("pieces in order, a repeated one is harmless, a gap is refused; then it is recognised", async () => {
    const half = Math.floor(dirty.bytes.length / 2);
    const { import: opened } = await imports("1").createImport({ fileName: "big.csv", totalBytes: String(dirty.bytes.length) });
    const { importId } = opened!;
    const put = (offset: number, end: number) =>
      imports("1").appendImportChunk({ importId, offset: String(offset), content: dirty.bytes.subarray(offset, end) });
    expect(await refusalOf(put(half, half + 10))).toMatchObject({ code: 400 });
    await put(0, half);
    expect((await put(0, half)).import).toMatchObject({ status: ImportStatus.UPLOADING, receivedBytes: String(half) });
    const done = (await put(half - 100, dirty.bytes.length)).import!;
    expect(done).toMatchObject({ status: ImportStatus.READY, format: { encoding: "utf-8", delimiter: ",", hasHeader: true } });
    expect(done.mapping.map((m) => m.field)).toContain("license_number");
    const { rows } = await imports("1").previewImport({ importId, rows: 5 });
    expect(rows[0]).toMatchObject({ row: 2, outcome: "new", ownerUnknown: true });
    expect(await refusalOf(imports("1").createImport({ fileName: "huge.csv", totalBytes: String(101 * 1024 * 1024) }))).toMatchObject({
      code: ErrorCode.FILE_TOO_LARGE,
    });
  });

  test("a file of very many columns, or without a line end, is refused at once and holds up nobody; it is not half there afterwards", async () => {
    const wide = Array.from({ length: 200_000 }, (_, at) => `c${at}`).join(",");
    for (const content of [`${wide}\n${"1,".repeat(199_999)}1\n`, wide, `First name,Last name\n${wide}\n`])
      expect(await refusalOf(upload({ companyId: "1", content }))).toMatchObject({
        code: 400,
        options: { fields: [{ field: "content", reason: "at most 500 columns; is this a file of comma separated values?" }] },
      });
    expect((await imports("1").listImports({})).imports.filter(({ fileName }) => fileName === "pets.csv")).toEqual([]);
    const { format } = await upload({
      companyId: "1",
      name: "wide.csv",
      content: Array.from({ length: 500 }, (_, at) => `c${at}`).join(","),
    });
    expect(format?.columns).toHaveLength(500);
  });

  test.each([
    ["a picture", Buffer.from("89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de", "hex")],
    ["a spreadsheet's own file", Buffer.from("504b0304140000000800000021000000000000000000000000001300", "hex")],
    ["a document", Buffer.from("%PDF-1.7\nname,phone\nAda,206")],
  ])("%s is refused where it is chosen, and nothing of it is kept", async (_, content) => {
    const refused = await refusalOf(imports("1").createImport({ fileName: "x.csv", totalBytes: String(content.length), content }));
    expect(refused.options.fields).toEqual([{ field: "content", reason: expect.stringContaining("This is not a CSV file") }]);
    expect((await imports("1").listImports({})).imports.filter(({ fileName }) => fileName === "x.csv")).toEqual([]);
  });

  test("a dry run reports every row that would be left out and writes no client; the run then does what it said; the same file again creates nothing", async () => {
    const { importId } = await upload({ companyId: "2", content: dirty.bytes });
    await imports("2").dryRunImport({ importId });
    const checked = await settle("2", importId);
    expect(checked).toMatchObject({
      status: ImportStatus.CHECKED,
      progress: { rowsRead: 2_500, rowsRejected: dirty.rejected, petsCreated: dirty.distinct },
    });
    expect(await total("2")).toBe(0);
    const { issues } = await imports("2").listImportIssues({ importId, rejectedOnly: true });
    expect(issues.map((i) => i.row)).toEqual([1_001, 2_001]);
    expect(issues[0]?.reason).toMatch(/^licence number S100998 belongs to .+ already/);
    const report = await imports("2").downloadImportReport({ importId });
    expect(Buffer.from(report.content).toString().split("\r\n")).toHaveLength(
      checked.columnNotes.length + checked.progress!.warnings + dirty.rejected + 2,
    );

    const done = await run("2", importId);
    expect(done).toMatchObject({
      status: ImportStatus.DONE,
      progress: {
        rowsRejected: dirty.rejected,
        petsCreated: dirty.distinct,
        clientsCreated: dirty.distinct,
        warnings: checked.progress!.warnings,
      },
    });
    expect(await total("2")).toBe(dirty.distinct);
    const again = await run("2", (await upload({ companyId: "2", content: dirty.bytes })).importId);
    expect(again.progress).toMatchObject({ clientsCreated: 0, petsCreated: 0, rowsExisting: dirty.distinct, rowsRejected: dirty.rejected });
    expect(await total("2")).toBe(dirty.distinct);
  });

  test("an owner who is not known is a client of its own that says so, found by the pet, with its history", async () => {
    const { clients } = await servers.client(SearchService, { companyId: "2" }).searchClients({ keyword: "hemingway" });
    expect(clients[0]).toMatchObject({ lastName: "(owner unknown)", matched: "pet" });
    expect((await servers.client(SearchService, { companyId: "2" }).searchClients({ keyword: "unknown" })).clients).toEqual([]);
    const { entries } = await servers.client(HistoryService, { companyId: "2" }).listClientHistory({ customerId: clients[0]!.customerId });
    expect(entries).toMatchObject([{ entity: "client", action: "import" }]);
  });

  test("people whom the old system numbers stay apart, though they share a phone, also from those who came with an earlier file", async () => {
    const header = "Client ID,First Name,Last Name,Phone,Pet Name,Species";
    const content = [header, "C1,Ann,Lee,2065550111,Rex,Dog", "C2,Bob,Lee,2065550111,Tom,Cat", "C2,Bob,Lee,2065550111,Kit,Cat"].join("\n");
    const { importId } = await upload({ companyId: "21", content });
    await imports("21").dryRunImport({ importId });
    expect((await settle("21", importId)).progress).toMatchObject({ clientsCreated: 2, petsCreated: 3 });
    expect((await imports("21").listImportIssues({ importId })).issues).toMatchObject([
      { row: 3, value: "Bob Lee", reason: expect.stringContaining("of Ann Lee; entered as a client of their own") },
    ]);
    expect((await run("21", importId)).progress).toMatchObject({ clientsCreated: 2, petsCreated: 3 });
    const later = await upload({ companyId: "21", content: `${header}\nC3,Cid,Lee,2065550111,Max,Dog\n` });
    expect((await run("21", later.importId)).progress).toMatchObject({ clientsCreated: 1, petsCreated: 1 });
    expect(await total("21")).toBe(3);
  });

  test("weights come in in the business's unit: the cell's unit wins over the heading's, and none means the business's own", async () => {
    let companies = 2_200;
    const weigh = async (heading: string, ...weights: string[]) => {
      const companyId = String(++companies);
      const rows = weights.map((weight, n) => `Ann Lee,2065550122,Pet ${n},Dog,${weight}\n`);
      const { importId } = await upload({ companyId, content: `Name,Phone,Pet Name,Species,${heading}\n${rows.join("")}` });
      const { columnNotes: shown } = await imports(companyId).previewImport({ importId });
      expect((await imports(companyId).dryRunImport({ importId })).import?.columnNotes).toEqual(shown);
      await settle(companyId, importId);
      const { issues } = await imports(companyId).listImportIssues({ importId });
      const done = await run(companyId, importId);
      expect(done.columnNotes).toEqual(shown);
      const { rows: pets } = await servers.admin.query("select weight from customer.pet where company_id = $1 order by pet_name", [
        companyId,
      ]);
      return {
        notes: shown.map(({ column, name, note }) => [column, name, note]),
        issues: issues.map(({ row, column, value, reason }) => [row, column, value, reason]),
        weights: pets.map((pet) => pet.weight),
      };
    };
    expect(await weigh("Weight (kg)", "30", "30 kg", "66 lb", "11 lb 4 oz", "2268", "heavy")).toEqual({
      notes: [[4, "Weight (kg)", "kg converted to lb"]],
      issues: [
        [4, "Weight (kg)", "66 lb", "in lb, unlike the rest of its column; entered as 66 lb"],
        [5, "Weight (kg)", "11 lb 4 oz", "in lb, unlike the rest of its column; entered as 11.25 lb"],
        [6, "Weight (kg)", "2268", "not a weight; left out"],
        [7, "Weight (kg)", "heavy", "not a weight; left out"],
      ],
      weights: [66.14, 66.14, 66, 11.25, 0, 0],
    });
    expect(await weigh("Weight", "30 kilos", "30", "30 lbs")).toEqual({
      notes: [],
      issues: [[2, "Weight", "30 kilos", "in kg, unlike the rest of its column; entered as 66.14 lb"]],
      weights: [66.14, 30, 30],
    });
    unitOfWeightType = WeightUnitType.KILOGRAM;
    expect(await weigh("Weight (lbs)", "66", "30 kg", "30 lb 8 oz")).toEqual({
      notes: [[4, "Weight (lbs)", "lb converted to kg"]],
      issues: [[3, "Weight (lbs)", "30 kg", "in kg, unlike the rest of its column; entered as 30 kg"]],
      weights: [29.94, 30, 13.83],
    });
    unitOfWeightType = WeightUnitType.POUND;
  });

  test("columns without a field are named by the dry run and the report with what becomes of them, and a tag that is cut is pointed out", async () => {
    const tag = "x".repeat(61);
    const content = `Name,Phone,Loyalty Tier,Mobile,Tags\nAnn Lee,2065550123,Gold,2065550124,"VIP, ${tag}"\n`;
    const { importId } = await upload({ companyId: "23", content });
    const { import: begun } = await imports("23").dryRunImport({ importId });
    expect(begun?.columnNotes).toMatchObject([
      { column: 2, name: "Loyalty Tier", note: "not imported" },
      { column: 3, name: "Mobile", note: "not imported" },
    ]);
    await settle("23", importId);
    const { issues } = await imports("23").listImportIssues({ importId });
    expect(issues).toMatchObject([{ row: 2, column: "Tags", reason: "a tag is longer than 60 characters; cut" }]);
    const report = Buffer.from((await imports("23").downloadImportReport({ importId })).content).toString();
    expect(report).toContain("Loyalty Tier,,whole column,not imported");
  });

  test("owners with several pets, tags, notes and addresses come in together; clients who are here keep what they have", async () => {
    const client = servers.client(ClientService, { companyId: "3" });
    const { client: here } = await client.createClient({ client: { firstName: "Dana", lastName: "Kim", phoneNumber: "2065550100" } });
    const content = [
      "First Name;Last Name;Mobile;E-mail;Tags;Notes;Street Address;Zip;Pet Name;Species;Weight;Pet Notes",
      'Dana;Kim;"+1 (206) 555-0100";dana@kim.example;;;;;Rex;Dog;22 lbs;',
      'Lee;Wong;206-555-0200;lee@w.example;"VIP, Late";Gate code 5;1 Pine St;98101;Tom;Cat;;Bites',
      "Lee;Wong;206-555-0200;;;;;;Kit;Cat;;",
      "",
    ].join("\n");
    const done = await run("3", (await upload({ companyId: "3", content })).importId);
    expect(done.progress).toMatchObject({ clientsCreated: 1, petsCreated: 3, rowsRejected: 0 });
    const dana = await client.getClientDetail({ customerId: here!.customerId });
    expect([dana.client?.email, dana.pets.map((p) => [p.petName, p.weight])]).toEqual(["", [["Rex", 22]]]);
    const [lee] = (await servers.client(SearchService, { companyId: "3" }).searchClients({ keyword: "wong" })).clients;
    const detail = await client.getClientDetail({ customerId: lee!.customerId });
    expect(detail).toMatchObject({
      tags: [{ name: "VIP" }, { name: "Late" }],
      addresses: [{ address1: "1 Pine St", zipcode: "98101", isPrimary: true }],
      pets: [{ petName: "Kit" }, { petName: "Tom" }],
    });
    expect(detail.notes.map((n) => n.note).sort()).toEqual(["Bites", "Gate code 5"]);
  });

  test("a file that is not whole yet has no rows to preview, mapped or not", async () => {
    const { import: half } = await imports("4").createImport({ fileName: "half.csv", totalBytes: "99", content: Buffer.from("X,Y\n") });
    for (const mapping of [[], [{ column: 0, field: "pet_name" }]])
      expect(await refusalOf(imports("4").previewImport({ importId: half!.importId, mapping }))).toMatchObject({ code: 900008 });
  });

  test("a chosen mapping is used, and one that names nobody or a field twice is refused", async () => {
    const { importId } = await upload({ companyId: "4", content: "X,Y\nZen,Cat\nMisty,Cat\n" });
    const map = (...fields: string[]) => fields.map((field, column) => ({ column, field }));
    expect(await refusalOf(imports("4").runImport({ importId, mapping: map("pet_type", "") }))).toMatchObject({ code: 400 });
    expect(await refusalOf(imports("4").previewImport({ importId, mapping: map("pet_name", "pet_name") }))).toMatchObject({ code: 400 });
    await imports("4").runImport({ importId, mapping: map("pet_name", "pet_type") });
    expect((await settle("4", importId)).progress).toMatchObject({ petsCreated: 2 });
  });

  test("UTF-16 and Windows-1252 read as they were meant", async () => {
    const text = "Client,Pet Name\nJosé Núñez,Bán\n";
    for (const [companyId, content] of [
      ["5", Buffer.from(`\ufeff${text}`, "utf16le")],
      ["6", Buffer.from(text, "latin1")],
    ] as const) {
      await run(companyId, (await upload({ companyId, content })).importId);
      const [found] = (await servers.client(SearchService, { companyId }).searchClients({ keyword: "nunez" })).clients;
      expect(found).toMatchObject({ firstName: "José", lastName: "Núñez", pets: [{ petName: "Bán" }] });
    }
  });

  test("one event tells a whole batch", async () => {
    const { rows } = await servers.admin.query("select type, count(*)::int as n from customer.outbox where company_id = 2 group by type");
    expect(rows).toEqual([{ type: "leashline.customer.v1.ClientsImported", n: 5 }]);
  });
});

describe("stopping, dying and going back", () => {
  const dirty = dirtyFile(1_600, 7);

  test("stopped after a batch it stands, and goes on from there", async () => {
    const { importId } = await upload({ companyId: "10", content: dirty.bytes });
    await imports("10").runImport({ importId });
    await imports("10").stopImport({ importId });
    expect((await settle("10", importId)).status).toBe(ImportStatus.STOPPED);
    const done = await run("10", importId);
    expect(done).toMatchObject({ status: ImportStatus.DONE, progress: { rowsRead: 1_600, petsCreated: dirty.distinct } });
  });

  test("a worker that dies between batches leaves nothing half done: the next one ends with the same clients", async () => {
    const { importId } = await upload({ companyId: "11", content: dirty.bytes });
    await imports("11").runImport({ importId });
    let commands = 0;
    const pool = servers.runtime("customer").pool;
    const connect = pool.connect.bind(pool);
    (pool as { connect: unknown }).connect = (...args: []) => {
      if (args.length === 0 && ++commands === 9) return Promise.reject(new Error("killed"));
      return connect(...args);
    };
    await servers.runDue("customer", new Date(Date.now() + 1_000)).catch(() => undefined);
    (pool as { connect: unknown }).connect = connect;
    await servers.admin.query(
      "update customer.job set state = 'due', due_at = now() - interval '1 minute' where kind = 'import-pass' and company_id = 11",
    );
    const done = await settle("11", importId);
    expect(done).toMatchObject({ status: ImportStatus.DONE, progress: { rowsRead: 1_600, petsCreated: dirty.distinct } });
    const { rows } = await servers.admin.query(
      "select count(*)::int as n, count(distinct import_key)::int as keys from customer.pet where company_id = 11",
    );
    expect(rows).toEqual([{ n: dirty.distinct, keys: dirty.distinct }]);
  });

  test("a roll back takes what nobody touched, keeps the rest and says so; the file can come in again", async () => {
    const { importId } = await upload({ companyId: "12", content: dirty.bytes });
    await run("12", importId);
    const search = servers.client(SearchService, { companyId: "12" });
    const [edited, noted] = (await search.searchClients({ keyword: "milo" })).clients;
    await servers
      .client(ClientService, { companyId: "12" })
      .updateClient({ customerId: edited!.customerId, client: { lastName: "Known" } });
    await servers.client(PetService, { companyId: "12" }).updatePet({ petId: noted!.pets[0]!.petId, pet: { weight: 9 } });
    await imports("12").rollBackImport({ importId });
    const back = await settle("12", importId);
    expect(back).toMatchObject({
      status: ImportStatus.ROLLED_BACK,
      progress: { clientsRemoved: dirty.distinct - 2, clientsKept: 2, petsRemoved: dirty.distinct - 2, petsKept: 2 },
    });
    expect(await total("12")).toBe(2);
    expect((await search.searchClients({ keyword: "bella" })).clients).toEqual([]);
    const again = await run("12", (await upload({ companyId: "12", content: dirty.bytes })).importId);
    expect(again.progress).toMatchObject({ petsCreated: dirty.distinct - 2, rowsExisting: 2 });
    expect(await refusalOf(imports("12").rollBackImport({ importId }))).toMatchObject({ code: ErrorCode.STATE_CONFLICT });
  });

  test("importing needs its permission", async () => {
    const staff = servers.client(ImportService, { permissions: [103], employeeCategory: 0 });
    expect(await refusalOf(staff.createImport({ fileName: "x.csv", totalBytes: "1" }))).toMatchObject({ code: ErrorCode.NO_PERMISSION });
  });
});

test("a file of leads makes leads of whoever is new", async () => {
  const content = "First Name,Last Name,Phone\nLeda,Lead,+12125557731\n";
  const bytes = Buffer.from(content);
  const made = await imports("77").createImport({ fileName: "leads.csv", totalBytes: String(bytes.length), content: bytes, asLeads: true });
  expect(made.import?.asLeads).toBe(true);
  await run("77", made.import?.importId ?? "");
  const { leads } = await servers.client(LeadService, { companyId: "77" }).listLeads({});
  expect(leads.map(({ firstName }) => firstName)).toEqual(["Leda"]);
});
