import { type Form, text } from "../core/form.ts";
import type { Doc } from "../core/store.ts";
import { load, newId, now, type StripeCall, save } from "./context.ts";
import { invalid, needed } from "./errors.ts";

const TYPES: Readonly<Record<string, string>> = { "application/pdf": "pdf", "image/jpeg": "jpg", "image/png": "png" };
/** As Stripe documents it for this purpose. */
const LARGEST = 5 * 1024 * 1024;

/** Takes a file to be evidence in a dispute, the only purpose that is asked for here. */
export function createFile(call: StripeCall): Doc {
  const purpose = text(call.form, "purpose");
  if (purpose !== "dispute_evidence") throw invalid(`Invalid purpose: ${purpose ?? ""}`, "purpose");
  const file = call.form.file as Form | undefined;
  if (typeof file !== "object") throw needed("file");
  const [type, size] = [TYPES[String(file.type)], Number(file.size)];
  if (!type) throw invalid("The file type you uploaded is not supported: it must be a PDF, JPG or PNG.", "file");
  if (size > LARGEST) throw invalid("The file you uploaded is larger than 5 MB.", "file");
  const id = newId("file");
  return save(call, "file", {
    id,
    object: "file",
    created: now(),
    expires_at: null,
    filename: String(file.name),
    links: { object: "list", data: [], has_more: false, url: `/v1/file_links?file=${id}` },
    purpose,
    size,
    title: null,
    type,
    url: `https://files.stripe.com/v1/files/${id}/contents`,
  });
}

export const retrieveFile = (call: StripeCall): Doc => load(call, "file", call.params.id ?? "", "file");

const FIELDS = ["receipt", "customer_signature", "customer_communication", "service_documentation", "uncategorized_file"];
/** What Stripe takes of files in one answer, as its users have found. */
const MOST = 4.5 * 1024 * 1024;

/** Refuses evidence that names a file nobody uploaded, and more of them than an answer may have. */
export function mustHaveFiles(call: StripeCall, evidence: Record<string, unknown>): void {
  const named = FIELDS.flatMap((field) => (evidence[field] ? [load(call, "file", String(evidence[field]), `evidence[${field}]`)] : []));
  if (named.reduce((sum, { size }) => sum + Number(size), 0) <= MOST) return;
  throw invalid("The files you've attached to this dispute as evidence will exceed the limit for a dispute's total size.", "evidence");
}
