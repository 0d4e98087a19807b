/**
 * What travels on the websocket (growth §7). After connecting the server says `code:reason:message`. Then frames: a first line with the kind
 * and the action, meta lines `name: value`, an empty line, a JSON body.
 */
export type FrameKind = "push" | "request" | "response";
export type Frame = { kind: FrameKind; action: string; meta: Record<string, string>; body: unknown };
export type ConnectReply = { code: number; reason: string; message: string };

export const readConnectReply = (text: string): ConnectReply | undefined => {
  const match = /^(\d{3,6}):([^:\n]*):([^\n]*)$/.exec(text);
  return match ? { code: Number(match[1]), reason: match[2] ?? "", message: match[3] ?? "" } : undefined;
};

const isKind = (word: string | undefined): word is FrameKind => word === "push" || word === "request" || word === "response";

/** Undefined for a malformed frame; the caller warns and ignores it. */
export const readFrame = (text: string): Frame | undefined => {
  const normal = text.replaceAll("\r\n", "\n");
  const gap = normal.indexOf("\n\n");
  const [first = "", ...metaLines] = (gap < 0 ? normal.replace(/\n$/, "") : normal.slice(0, gap)).split("\n");
  const [kind, action] = first.split(" ");
  if (!isKind(kind) || !action) return undefined;
  const meta: Record<string, string> = {};
  for (const line of metaLines) {
    const colon = line.indexOf(":");
    if (colon < 1) return undefined;
    meta[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
  }
  const raw = gap < 0 ? "" : normal.slice(gap + 2);
  if (!raw.trim()) return { kind, action, meta, body: undefined };
  try {
    return { kind, action, meta, body: JSON.parse(raw) };
  } catch {
    return undefined;
  }
};

export const writeFrame = ({ kind, action, meta, body }: Frame): string => {
  const lines = [`${kind} ${action}`, ...Object.entries(meta).map(([name, value]) => `${name}: ${value}`)];
  return `${lines.join("\n")}\n\n${body === undefined ? "" : JSON.stringify(body)}`;
};
