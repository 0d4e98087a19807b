import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { proofOf } from "@leashline/kit/paper/file-hash.ts";
import { pageText, refusalOf } from "@leashline/kit/test";
import { checked } from "@leashline/proto/rules/agreement-evidence.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SIGNATURE, SigningShop } from "../../../test/agreements.ts";

let shop: SigningShop;
const folder = mkdtempSync(join(tmpdir(), "evidence-"));
beforeAll(async () => {
  shop = await SigningShop.open();
});
afterAll(() => shop?.servers.stop());

const content =
  "<h2>Care &amp; risk</h2><p>{customerFullName} trusts {businessName} with {petName}.</p><ul><li>Zoë’s collar (“red”)</li></ul>";

/** A signed record of a company's own, and its evidence. */
async function evidence(companyId: string, more: object = {}): Promise<{ id: string; pdf: Buffer }> {
  const inputs = [{ label: "Veterinarian", required: true }];
  const agreementId = await shop.agreement(companyId, { agreementContent: content, agreementRequiredType: 3, inputs, ...more });
  const customerId = await shop.client(companyId, "Łukasz");
  const api = shop.records(companyId, { ip: "203.0.113.7" });
  const { record } = await api.createUnsignedAgreement({ customerId, agreementId });
  const answers = [{ label: "Veterinarian", value: "Dr. Doe (north\\side)" }];
  const read = await shop.read(companyId, record!.id);
  await api.signAgreement({ id: record!.id, signature: SIGNATURE, signerName: "Łukasz L.", inputs: answers, ...read });
  const { content: pdf } = await api.getAgreementEvidence({ id: record!.id });
  return { id: record!.id, pdf: Buffer.from(pdf) };
}

/** The command, as somebody runs it who has nothing but the file. */
function run(...args: string[]) {
  const program = new URL("../../../../../deploy/check-agreement.ts", import.meta.url).pathname;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: "utf8",
    env: { PATH: process.env.PATH ?? "" },
  });
  return { status, said: stdout + stderr };
}
const stored = (name: string, bytes: Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

test("the document holds the text, the names, the time with its zone, the device, the hash and what happened", async () => {
  const { id, pdf } = await evidence("31");
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  const found = checked(pdf);
  expect(found).toMatchObject({ sound: true });
  if (!found.sound) return;
  expect(found.evidence).toMatchObject({ recordId: id, clientName: "Łukasz Lovelace", signerName: "Łukasz L.", signature: SIGNATURE });
  expect(found.evidence.inputs).toEqual([{ label: "Veterinarian", required: true, value: "Dr. Doe (north\\side)" }]);
  expect(found.evidence.steps.map(({ what, deviceAddress }) => [what, deviceAddress])).toEqual([["signed", "203.0.113.7"]]);
  const page = pageText(pdf);
  for (const words of [
    "Łukasz Lovelace trusts Paws & Co with Rex and Mia.",
    "Care & risk",
    "Dr. Doe \\(north\\\\side\\)",
    "Client: Łukasz Lovelace",
    "Name as typed: Łukasz L.",
    found.evidence.contentHash,
    found.fingerprint,
  ])
    expect(page).toContain(words);
  expect(page).toMatch(/Signed: \w+ \d+, \d{4} at \d+:\d\d:\d\d [AP]M UTC \\\(UTC\\\)/);
});

test("the command needs nothing but the file, and refuses it with any one byte changed, cut off or added", async () => {
  const { pdf } = await evidence("32");
  const sound = run(stored("sound.pdf", pdf));
  expect(sound).toMatchObject({ status: 0, said: expect.stringContaining("Sound. Service agreement: Łukasz Lovelace") });
  const places = [
    0,
    9,
    200,
    Math.floor(pdf.length / 3),
    Math.floor(pdf.length / 2),
    pdf.indexOf("Paws"),
    pdf.length - 150,
    pdf.length - 2,
    pdf.length - 1,
  ];
  for (const at of places) {
    const other = Buffer.from(pdf);
    other[at] = (other[at] ?? 0) ^ 1;
    expect([at, checked(other).sound]).toEqual([at, false]);
  }
  const other = Buffer.from(pdf);
  other[pdf.indexOf("Paws")] = 0x4c;
  expect(run(stored("changed.pdf", other))).toMatchObject({ status: 1, said: expect.stringContaining("NOT SOUND") });
  expect([checked(pdf.subarray(0, -1)).sound, checked(Buffer.concat([pdf, Buffer.from("x")])).sound]).toEqual([false, false]);
  expect(checked(Buffer.from("%PDF-1.7 something else")).sound).toBe(false);
});

test("a seal by another key is told apart by its fingerprint", async () => {
  const { pdf } = await evidence("33");
  const found = checked(pdf);
  const path = stored("own.pdf", pdf);
  expect(run(path, "--key", found.sound ? found.fingerprint : "")).toMatchObject({ status: 0 });
  expect(run(path, "--key", "0".repeat(32))).toMatchObject({ status: 1, said: expect.stringContaining("NOT SOUND") });
  const program = new URL("../../../../../deploy/check-agreement.ts", import.meta.url).pathname;
  const { signingKey } = shop.servers.config;
  const own = execFileSync(process.execPath, [program, "--own-key"], { encoding: "utf8", env: { LEASHLINE_SIGNING_KEY: signingKey } });
  expect(own.trim()).toBe(found.sound ? found.fingerprint : "");
});

test("there is none of what is unsigned, of another company's, or for who may not see clients; paper names its files and their hashes", async () => {
  const { id } = await evidence("34");
  const customerId = await shop.client("34");
  const agreementId = await shop.agreement("34", { inputs: [{ label: "Dog's vet", required: false }] });
  const { record } = await shop.records("34").createUnsignedAgreement({ customerId, agreementId });
  expect(await refusalOf(shop.records("34").getAgreementEvidence({ id: record!.id }))).toMatchObject({ code: 900008 });
  expect(await refusalOf(shop.records("35").getAgreementEvidence({ id }))).toMatchObject({ code: 404 });
  expect(await refusalOf(shop.records("34", { permissions: [] }).getAgreementEvidence({ id }))).toMatchObject({ code: 20019 });
  const uploadImages = ["/uploads/private/34/abc123/paper.pdf"];
  const uploadHashes = ["ab".repeat(32)];
  const { record: paper } = await shop.records("34").uploadAgreement({ customerId, agreementId, uploadImages, uploadHashes });
  const found = checked(Buffer.from((await shop.records("34").getAgreementEvidence({ id: paper!.id })).content));
  expect(found).toMatchObject({
    sound: true,
    evidence: { files: uploadImages, fileHashes: uploadHashes, fileHashesBy: "sender", signature: "" },
  });
  const { signingKey } = shop.servers.config;
  const uploadProofs = [proofOf({ path: uploadImages[0]!, hash: uploadHashes[0]! }, signingKey)];
  const given = { customerId, agreementId, uploadImages, uploadHashes, uploadProofs };
  const { record: proven } = await shop.records("34").uploadAgreement(given);
  const shown = Buffer.from((await shop.records("34").getAgreementEvidence({ id: proven!.id })).content);
  expect([proven?.uploadHashesProven, paper?.uploadHashesProven]).toEqual([true, false]);
  expect(checked(shown)).toMatchObject({ sound: true, evidence: { fileHashes: uploadHashes, fileHashesBy: "Leashline" } });
  expect(shown.toString("latin1")).toContain("Computed by Leashline from the file it keeps.");
  for (const strange of [
    { uploadHashes: ["cd".repeat(32)] },
    { uploadHashes: [] },
    { uploadImages: ["/uploads/private/34/abc124/paper.pdf"] },
    { uploadProofs: [proofOf({ path: uploadImages[0]!, hash: uploadHashes[0]! }, "another key")] },
  ])
    expect(await refusalOf(shop.records("34").uploadAgreement({ ...given, ...strange }))).toMatchObject({
      options: { fields: [{ field: "uploadProofs" }] },
    });
});
