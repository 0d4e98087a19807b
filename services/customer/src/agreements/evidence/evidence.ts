import { type Block, pdfOf } from "@leashline/kit/paper/pdf.ts";
import type { Evidence } from "@leashline/proto/rules/agreement-evidence.ts";

const WHAT: Record<string, string> = {
  sent: "A link was sent",
  reminded: "A reminder was sent",
  opened: "The link was opened",
  signed: "Signed",
  uploaded: "The signed paper was uploaded",
};

/** "November 20, 2026 at 10:03:12 AM EST". */
const timeIn = (zone: string, at: string): string =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "long", timeZone: zone }).format(new Date(at));

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " };
const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(?:#(\d+)|(\w+));/g, (whole, code?: string, name?: string) =>
      code ? String.fromCodePoint(Number(code)) : (ENTITIES[name ?? ""] ?? whole),
    );

/** The text paragraph by paragraph, as it is read. */
export function linesOf(html: string): Block[] {
  const parts = html.split(/(?=<(?:p|h[1-4]|li|blockquote|hr)\b)|<br\s*\/?>|(?<=<\/(?:p|h[1-4]|li|blockquote)>)/);
  return parts.flatMap((part): Block[] => {
    const text = plain(part).trim();
    if (!text) return [];
    if (/^<h[1-4]\b/.test(part)) return [{ text, size: 12.5, bold: true, gap: 8 }];
    return [{ text: part.startsWith("<li") ? `• ${text}` : text, gap: 5 }];
  });
}

const note = (text: string, gap = 0): Block => ({ text, size: 9, gap });

function happened({ steps, zone }: Evidence): Block[] {
  return steps.flatMap(({ what, at, method, sentTo, deviceAddress, hash }) => {
    const way = sentTo && `by ${method === "sms" ? "text" : "email"} to ${sentTo}`;
    return [
      note([WHAT[what] ?? what, way, deviceAddress && `from ${deviceAddress}`, timeIn(zone, at)].filter(Boolean).join(", "), 4),
      note(hash),
    ];
  });
}

/** Everything about one signature on paper: for people to read, and attached for programs to check. */
export function evidenceFile(evidence: Evidence, business: string, fingerprint: string): Buffer {
  const {
    header,
    content,
    inputs,
    signature,
    signerName,
    clientName,
    signedAt,
    zone,
    versionNumber,
    staffName,
    files,
    fileHashes = [],
    fileHashesBy = "sender",
  } = evidence;
  const computed = fileHashesBy === "Leashline" ? "Computed by Leashline from the file it keeps." : "As told by whoever uploaded it.";
  const isPaper = signature === "";
  const blocks: Block[] = [
    { text: header, size: 18, bold: true },
    { text: business, gap: 4 },
    ...linesOf(content),
    ...inputs.map(({ label, value }): Block => ({ text: `${label}: ${value || "–"}`, gap: 6 })),
    { text: isPaper ? "Signed on paper" : "Signature", size: 12.5, bold: true, gap: 14 },
    ...(isPaper
      ? files.flatMap((file, at) => [
          note(`File ${at + 1}: ${file}`, 2),
          ...(fileHashes[at] ? [note(`SHA-256 ${fileHashes[at]}`), note(computed)] : []),
        ])
      : [{ drawing: signature }]),
    { text: `Client: ${clientName}`, gap: 6 },
    ...(signerName ? [{ text: `Name as typed: ${signerName}` }] : []),
    { text: `${isPaper ? "Uploaded" : "Signed"}: ${timeIn(zone, signedAt)} (${zone})` },
    ...(staffName ? [{ text: `${isPaper ? "By" : "Handed over by"}: ${staffName}` }] : []),
    { text: "What happened", size: 12.5, bold: true, gap: 14 },
    ...happened(evidence),
    { text: "How to check this file", size: 12.5, bold: true, gap: 14 },
    note(`Version ${versionNumber} of the text, SHA-256 ${evidence.contentHash}.`, 4),
    note(`Sealed by the key ${fingerprint}. Every byte of this file is under the seal: node deploy/check-agreement.ts <file>`, 4),
  ];
  return pdfOf(`${header}: ${clientName}`, blocks, { name: "evidence.json", content: Buffer.from(JSON.stringify(evidence), "utf8") });
}
