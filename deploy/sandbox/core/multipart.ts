import { createHash } from "node:crypto";
import { type Call, HttpError } from "./http.ts";

/** A file in a form, without its bytes; `size` in bytes. */
export type FilePart = { name: string; type: string; size: string; sha256: string };
/** The parts of a form by their names. */
export type Parts = Record<string, string | FilePart>;

export const isMultipart = ({ req }: Pick<Call, "req">): boolean => /^multipart\/form-data/i.test(req.headers["content-type"] ?? "");

/** Reads a form that has a file in it; refuses a body that is none with 400. */
export async function partsOf({ req, bytes }: Pick<Call, "req" | "bytes">): Promise<Parts> {
  const headers = { "content-type": req.headers["content-type"] ?? "" };
  const form = await new Response(new Uint8Array(bytes), { headers }).formData().catch(() => {
    throw new HttpError(400, "the form cannot be read");
  });
  const parts: Parts = {};
  for (const [name, value] of form) parts[name] = typeof value === "string" ? value : await fileOf(value);
  return parts;
}

async function fileOf(file: File): Promise<FilePart> {
  const content = Buffer.from(await file.arrayBuffer());
  return { name: file.name, type: file.type, size: String(content.length), sha256: createHash("sha256").update(content).digest("hex") };
}
