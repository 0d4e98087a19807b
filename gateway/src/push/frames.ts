/**
 * What travels on the websocket (growth §7). After connecting: one text `code:reason:message`. Then frames:
 *
 *   push calendar.cards          kind and action
 *   id: 0193…                    meta lines, none or more
 *
 *   {"businessId":"3"}           an empty line, then a JSON body
 */
export type FrameKind = "push" | "request" | "response";

export interface Frame {
  kind: FrameKind;
  action: string;
  meta: Record<string, string>;
  body: unknown;
}

const kinds: readonly string[] = ["push", "request", "response"];

export function writeFrame({ kind, action, meta, body }: Frame): string {
  const lines = Object.entries(meta).map(([name, value]) => `${name}: ${value}\n`);
  return `${kind} ${action}\n${lines.join("")}\n${body === undefined ? "" : JSON.stringify(body)}`;
}

/** undefined for a malformed frame, which is ignored. */
export function readFrame(text: string): Frame | undefined {
  const plain = text.replaceAll("\r\n", "\n");
  const gap = plain.indexOf("\n\n");
  const [first = "", ...lines] = (gap < 0 ? plain.trimEnd() : plain.slice(0, gap)).split("\n");
  const [kind = "", action = "", ...more] = first.split(" ");
  if (!kinds.includes(kind) || action === "" || more.length > 0) return undefined;
  const meta: Record<string, string> = Object.create(null);
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (colon < 1) return undefined;
    meta[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
  }
  const raw = gap < 0 ? "" : plain.slice(gap + 2).trim();
  try {
    return { kind: kind as FrameKind, action, meta: { ...meta }, body: raw === "" ? undefined : JSON.parse(raw) };
  } catch {
    return undefined;
  }
}

export const connectReply = (code: number, reason: string, message: string): string => `${code}:${reason}:${message}`;
