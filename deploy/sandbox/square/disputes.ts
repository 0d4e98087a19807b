import type { FilePart } from "../core/multipart.ts";
import { all, type Body, emit, invalid, load, type Money, newId, now, page, required, type SquareCall, save, shown } from "./context.ts";

type Dispute = Body & { id: string; state: string };

/** As in Square's own sandbox, a completed payment of one of these amounts is contested at once. */
const REASONS: Record<number, string> = {
  8801: "AMOUNT_DIFFERS",
  8802: "CANCELLED",
  8803: "DUPLICATE",
  8804: "NO_KNOWLEDGE",
  8805: "NOT_AS_DESCRIBED",
  8806: "NOT_RECEIVED",
  8807: "PAID_BY_OTHER_MEANS",
  8808: "CUSTOMER_REQUESTS_CREDIT",
  8809: "EMV_LIABILITY_SHIFT",
};

function keep(call: SquareCall, dispute: Dispute, event: "created" | "state.updated"): Dispute {
  const kept = save(call, "dispute", { ...dispute, updated_at: now() }) as Dispute;
  emit(call, `dispute.${event}`, { type: "dispute", id: kept.id, object: { dispute: kept } });
  return kept;
}

export function contested(call: SquareCall, payment: Body & { id: string; amount_money: Money }): void {
  const reason = REASONS[payment.amount_money.amount];
  if (!reason) return;
  const id = newId(22);
  const due_at = new Date(Date.now() + 14 * 86_400_000).toISOString();
  const about = { amount_money: payment.amount_money, reason, due_at, disputed_payment: { payment_id: payment.id } };
  const more = { card_brand: "VISA", created_at: now(), evidence_ids: [], version: 1, location_id: payment.location_id };
  keep(call, { id, dispute_id: id, state: "EVIDENCE_REQUIRED", ...about, ...more }, "created");
}

const found = (call: SquareCall): Dispute => shown(load(call, "dispute", call.params.id ?? "", "dispute")) as Dispute;

function mustBeOpen(dispute: Dispute): Dispute {
  if (dispute.state !== "EVIDENCE_REQUIRED")
    throw invalid("INVALID_VALUE", `The dispute cannot be answered in its current state: ${dispute.state}.`);
  return dispute;
}

export const getDispute = (call: SquareCall): Body => ({ dispute: found(call) });

export function listDisputes(call: SquareCall): Body {
  const location = call.query.get("location_id");
  return page(
    call,
    "disputes",
    all(call, "dispute").filter((one) => !location || one.location_id === location),
    50,
  );
}

export function addEvidence(call: SquareCall): Body {
  required(call.body, "idempotency_key", 45);
  const evidence_text = required(call.body, "evidence_text", 500);
  return added(call, { evidence_text });
}

const TYPES = ["image/heic", "image/heif", "image/jpeg", "application/pdf", "image/png", "image/tiff"];

export function addEvidenceFile(call: SquareCall): Body {
  required(call.body, "idempotency_key", 45);
  const file = call.body.image_file as FilePart | undefined;
  if (!file) throw invalid("MISSING_REQUIRED_PARAMETER", "The file is missing.", "image_file");
  if (!TYPES.includes(String(call.body.content_type)))
    throw invalid("UNSUPPORTED_MEDIA_TYPE", "The file is of another kind.", "image_file");
  return added(call, { evidence_type: call.body.evidence_type, evidence_file: { filename: file.name, filetype: call.body.content_type } });
}

function added(call: SquareCall, what: Body): Body {
  const dispute = mustBeOpen(found(call));
  const evidence = { id: newId(22), dispute_id: dispute.id, uploaded_at: now(), ...what };
  save(call, "dispute", { ...dispute, evidence_ids: [...((dispute.evidence_ids as string[]) ?? []), evidence.id] });
  save(call, "evidence", evidence);
  return { evidence };
}

export function listEvidence(call: SquareCall): Body {
  const { id } = found(call);
  return page(
    call,
    "evidence",
    all(call, "evidence").filter((one) => one.dispute_id === id && !one.deleted),
    50,
  );
}

export function dropEvidence(call: SquareCall): Body {
  const dispute = mustBeOpen(found(call));
  const evidence = shown(load(call, "evidence", call.params.evidence ?? "", "evidence"));
  save(call, "evidence", { ...evidence, deleted: true });
  save(call, "dispute", { ...dispute, evidence_ids: (dispute.evidence_ids as string[]).filter((id) => id !== evidence.id) });
  return {};
}

export function submitEvidence(call: SquareCall): Body {
  const dispute = mustBeOpen(found(call));
  if ((dispute.evidence_ids as string[]).length === 0) throw invalid("BAD_REQUEST", "The dispute has no evidence.");
  return { dispute: keep(call, { ...dispute, state: "PROCESSING" }, "state.updated") };
}

export const acceptDispute = (call: SquareCall): Body => ({
  dispute: keep(call, { ...mustBeOpen(found(call)), state: "ACCEPTED" }, "state.updated"),
});

/** What the bank decides. */
export const endDispute = (call: SquareCall, id: string, state: "WON" | "LOST"): Body =>
  keep(call, { ...(shown(load(call, "dispute", id, "dispute")) as Dispute), state }, "state.updated");
