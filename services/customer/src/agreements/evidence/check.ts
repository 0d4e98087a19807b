import { createHash } from "node:crypto";
import { opened } from "./seal.ts";

/** What is attached to the document, exactly as it was signed. */
export type Evidence = {
  recordId: string;
  header: string;
  content: string;
  inputs: { label: string; required: boolean; value: string }[];
  contentHash: string;
  versionNumber: number;
  clientName: string;
  signerName: string;
  signature: string;
  signedAt: string;
  zone: string;
  staffName: string;
  files: string[];
  steps: { number: number; what: string; at: string; method: string; sentTo: string; deviceAddress: string; hash: string }[];
};
export type Checked = { sound: true; fingerprint: string; evidence: Evidence } | { sound: false; reason: string };

const sha = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");
const broken = (reason: string): Checked => ({ sound: false, reason });

function attachedTo(file: Buffer): Evidence | null {
  const head = /\/EmbeddedFile [^>]*\/Length (\d+)>>\nstream\n/.exec(file.toString("latin1"));
  if (!head) return null;
  const start = head.index + head[0].length;
  return JSON.parse(file.subarray(start, start + Number(head[1])).toString("utf8")) as Evidence;
}

/** The same lines as when it was signed: header, blank line, text, and one for each thing that it asked for. */
const documentOf = ({ header, content, inputs }: Evidence): string =>
  [header, "", content, ...inputs.map(({ label, required }) => `${required ? "*" : "-"} ${label}`)].join("\n");

/** Whether a file is what was sealed, by whom, and whether all that it says of itself fits together. */
export function checked(whole: Buffer): Checked {
  const found = opened(whole);
  if (!found) return broken("This file was changed after it was made, or it is no evidence of an agreement.");
  const evidence = attachedTo(found.file);
  if (!evidence) return broken("The signed text is not attached.");
  if (sha(documentOf(evidence)) !== evidence.contentHash) return broken("The text is not the one whose hash was kept with the signature.");
  let before = "";
  for (const [at, step] of evidence.steps.entries()) {
    const { number, what, at: time, method, sentTo, deviceAddress, hash } = step;
    const line = [before, evidence.recordId, number, what, time, method, sentTo, deviceAddress].join("\n");
    if (number !== at + 1 || sha(line) !== hash) return broken(`Line ${at + 1} of what happened was changed, or one is missing.`);
    before = hash;
  }
  return { sound: true, fingerprint: found.fingerprint, evidence };
}
