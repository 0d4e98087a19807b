import { SANDBOX_KEYS } from "@leashline/deploy/sandbox/main.ts";
import { refusalOf } from "@leashline/kit/test";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { DisputeFileService } from "@leashline/proto/leashline/payment/v1/dispute_file_service_pb.js";
import { DisputeService, DisputeStatus, DisputeFileKind as Kind } from "@leashline/proto/leashline/payment/v1/dispute_service_pb.js";
import { WebhookService } from "@leashline/proto/leashline/payment/v1/webhook_pb.js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { byCard, type Harness, startHarness } from "../../test/harness.ts";
import { evidenceKinds } from "../provider/provider.ts";
import { MOST_BYTES, mustFit } from "./dispute-file.ts";

const pdf = (size: number) => Buffer.concat([Buffer.from("%PDF-1.7 "), Buffer.alloc(size - 9)]);
const fits = (...args: Parameters<typeof mustFit>): boolean => {
  try {
    mustFit(...args);
    return true;
  } catch {
    return false;
  }
};

describe("what fits an answer", () => {
  const kind = "receipt" as const;
  test.each([
    ["application/pdf", "%PDF-1.4", true],
    ["image/jpeg", "\u00ff\u00d8\u00ff\u00e0", true],
    ["image/png", "\u0089PNG\r\n", true],
    ["image/png", "%PDF-1.4", false],
    ["image/webp", "RIFF", false],
    ["text/plain", "Hello", false],
    ["application/pdf", "<html>", false],
  ])("%s that begins with %j: %s", (contentType, start, taken) =>
    expect(fits([], { kind, contentType, content: Buffer.from(start, "latin1") })).toBe(taken),
  );

  test("files are never more than the bound together, and one takes the place of another of its kind", () => {
    const sizes = fc.array(fc.tuple(fc.constantFrom(...evidenceKinds), fc.integer({ min: 9, max: MOST_BYTES + 9 })), { maxLength: 12 });
    fc.assert(
      fc.property(sizes, (steps) => {
        const attached = new Map<(typeof evidenceKinds)[number], number>();
        for (const [of, size] of steps) {
          const now = [...attached].map(([one, bytes]) => ({ kind: one, size: bytes }));
          if (fits(now, { kind: of, contentType: "application/pdf", content: pdf(size) })) attached.set(of, size);
          else expect(size + now.filter((one) => one.kind !== of).reduce((sum, one) => sum + one.size, 0)).toBeGreaterThan(MOST_BYTES);
          expect([...attached.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(MOST_BYTES);
        }
      }),
      { numRuns: 20 },
    );
  });
});

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => harness?.stop());

describe("files of a dispute", () => {
  const gateway = { via: "gateway", name: "Ana Reyes" };
  const files = () => harness.servers.client(DisputeFileService, gateway);
  const disputes = () => harness.servers.client(DisputeService);
  let events = 0;
  async function contested(): Promise<{ disputeId: string; providerId: string }> {
    const { orderId } = await harness.book(6_000);
    const { payment } = await harness.payments().createPayment(byCard(orderId, 6_000, "pm_card_createDispute"));
    await harness.agreed(orderId);
    const [there] = (await harness.stripe.disputes.list({ payment_intent: payment!.intentId })).data;
    const event = { id: `evt_file_${events++}`, type: "charge.dispute.funds_withdrawn", data: { object: there! } };
    const payload = JSON.stringify({ object: "event", api_version: "2026-10-28.endive", created: 1, livemode: false, ...event });
    const signature = harness.stripe.webhooks.generateTestHeaderString({ payload, secret: SANDBOX_KEYS.stripeWebhookSecret });
    const hook = harness.servers.client(WebhookService, { via: "gateway", companyId: "0", businessId: "0", kind: "anonymous" });
    await hook.receiveStripeEvent({ body: new TextEncoder().encode(payload), signature });
    const { disputes: open } = await disputes().listDisputes({ filter: { statuses: [DisputeStatus.OPEN] } });
    return { disputeId: open.find(({ paymentId }) => paymentId === payment!.id)!.id, providerId: there!.id };
  }
  let paths = 0;
  const path = (name = "INV-7.pdf") => `/uploads/private/1/${String(++paths).padStart(20, "a")}/${name}`;
  const file = (disputeId: string, kind: Kind, at = path(), content = pdf(2_000)) => ({
    disputeId,
    kind,
    path: at,
    contentType: "application/pdf",
    content,
  });
  const kindsOf = async (disputeId: string) =>
    (await disputes().getDispute({ disputeId })).dispute?.files.map(({ kind, fileName }) => [kind, fileName]);
  const madeThere = async () => harness.sandbox.store.list({ kinds: ["file"], limit: 1_000 }).length;

  test("files stay until the answer is sent, go with it once, and are refused after it", async () => {
    const { disputeId, providerId } = await contested();
    const receipt = file(disputeId, Kind.RECEIPT);
    await files().takeDisputeFile(receipt);
    const before = await madeThere();
    const { dispute } = await files().takeDisputeFile(receipt);
    expect(await madeThere()).toBe(before);
    expect(dispute?.files).toMatchObject([{ kind: Kind.RECEIPT, fileName: "INV-7.pdf", size: 2_000, addedByName: "Ana Reyes" }]);
    await files().takeDisputeFile(file(disputeId, Kind.CUSTOMER_SIGNATURE, path("Boarding.pdf")));
    const [old, gone] = [path("old.pdf"), path("gone.pdf")];
    await files().takeDisputeFile(file(disputeId, Kind.UNCATEGORIZED, old));
    await files().takeDisputeFile(file(disputeId, Kind.UNCATEGORIZED, path("new.pdf")));
    await files().takeDisputeFile(file(disputeId, Kind.SERVICE_DOCUMENTATION, gone));
    for (let twice = 0; twice < 2; twice++) await disputes().removeDisputeFile({ disputeId, kind: Kind.SERVICE_DOCUMENTATION });
    const attached = [
      [Kind.RECEIPT, "INV-7.pdf"],
      [Kind.CUSTOMER_SIGNATURE, "Boarding.pdf"],
      [Kind.UNCATEGORIZED, "new.pdf"],
    ];
    expect(await kindsOf(disputeId)).toEqual(attached);
    // What was removed, and what another took the place of, is not kept: one look for all of a day, hours later; the gateway deletes it from the object storage.
    const { rows } = await harness.servers.admin.query("select payload, due_at from payment.job where kind = 'discard-unnamed-files'");
    expect(rows.map(({ payload }) => payload.fileIds)).toEqual([[old, gone].map((one) => one.split("/")[4])]);
    expect(rows[0].due_at.getTime() - Date.now()).toBeGreaterThan(2 * 3_600_000);

    const answer = { disputeId, response: "The dog was bathed and fetched." };
    const sent = await Promise.allSettled([disputes().submitDisputeEvidence(answer), disputes().submitDisputeEvidence(answer)]);
    expect(sent.some(({ status }) => status === "fulfilled")).toBe(true);
    const { evidence, evidence_details: details } = await harness.stripe.disputes.retrieve(providerId);
    expect(details.submission_count).toBe(1);
    const named = [evidence.receipt, evidence.customer_signature, evidence.uncategorized_file, evidence.service_documentation ?? null];
    const names = await Promise.all(named.map(async (id) => (id ? (await harness.stripe.files.retrieve(String(id))).filename : null)));
    expect(names).toEqual(["INV-7.pdf", "Boarding.pdf", "new.pdf", null]);
    expect(await kindsOf(disputeId)).toEqual(attached);
    for (const late of [
      () => files().takeDisputeFile(file(disputeId, Kind.RECEIPT)),
      () => disputes().removeDisputeFile({ disputeId, kind: Kind.RECEIPT }),
    ])
      expect((await refusalOf(late())).code).toBe(ErrorCode.STATE_CONFLICT);
    expect((await refusalOf(disputes().submitDisputeEvidence(answer))).code).toBe(ErrorCode.STATE_CONFLICT);
  });

  test("a file after the time to answer, of another kind, too large beside the others or of somebody else is refused with its field", async () => {
    const { disputeId } = await contested();
    const refused = async (asked: ReturnType<typeof file>) => {
      const { code, options } = await refusalOf(files().takeDisputeFile(asked));
      return [code, options.field ?? options.fields?.[0]?.field];
    };
    const wrong = [ErrorCode.PARAMS_INVALID, "path"];
    expect(await refused(file(disputeId, Kind.RECEIPT, path(), Buffer.from("no paper")))).toEqual(wrong);
    expect(await refused(file(disputeId, Kind.RECEIPT, "/uploads/private/2/aaaaaaaaaaaaaaaaaaaa/theirs.pdf"))).toEqual(wrong);
    await files().takeDisputeFile(file(disputeId, Kind.RECEIPT, path(), pdf(3_000_000)));
    expect(await refused(file(disputeId, Kind.CUSTOMER_SIGNATURE, path(), pdf(1_500_001)))).toEqual(wrong);
    // Two at once that fit alone: one of them does.
    const both = [Kind.CUSTOMER_SIGNATURE, Kind.UNCATEGORIZED].map((kind) =>
      files().takeDisputeFile(file(disputeId, kind, path(), pdf(1_000_000))),
    );
    const done = await Promise.allSettled(both);
    expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await refused(file("999999", Kind.RECEIPT))).toEqual([ErrorCode.NOT_FOUND, "disputeId"]);
    await harness.servers.admin.query("update payment.dispute set due_at = now() - interval '1 minute' where dispute_id = $1", [disputeId]);
    expect((await refused(file(disputeId, Kind.RECEIPT)))[0]).toBe(ErrorCode.STATE_CONFLICT);
    const late = disputes().submitDisputeEvidence({ disputeId, response: "Too late." });
    expect((await refusalOf(late)).code).toBe(ErrorCode.STATE_CONFLICT);
  });

  test("a file that the provider has no answer for is not attached, and is with the next try", async () => {
    const { disputeId } = await contested();
    const asked = file(disputeId, Kind.RECEIPT);
    harness.sandbox.switches.set("stripe", { mode: "down" });
    await refusalOf(files().takeDisputeFile(asked));
    harness.sandbox.switches.set("stripe", { mode: "ok" });
    expect(await kindsOf(disputeId)).toEqual([]);
    await files().takeDisputeFile(asked);
    expect(await kindsOf(disputeId)).toEqual([[Kind.RECEIPT, "INV-7.pdf"]]);
  });
});
