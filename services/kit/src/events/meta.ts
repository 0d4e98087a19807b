import { createHash } from "node:crypto";
import type { JsMsg } from "@nats-io/jetstream";
import { traceHeader } from "../observability/tracer.ts";
import { actorHeader, companyHeader, eventIdHeader, keyHeader, writtenHeader } from "./relay.ts";

export type EventMeta = {
  id: string;
  companyId: string;
  key: string;
  writtenAt: Date;
  /** Traceparent of the step that wrote it, when one was traced. */
  trace?: string;
  actor: { name?: string; staffId?: string; businessId?: string };
};

export function metaOf(message: JsMsg): EventMeta {
  const read = (name: string): string => message.headers?.get(name) ?? "";
  const actor = read(actorHeader);
  return {
    id: read(eventIdHeader) || createHash("sha256").update(message.data).digest("hex"),
    companyId: read(companyHeader),
    key: read(keyHeader),
    writtenAt: new Date(read(writtenHeader)),
    trace: read(traceHeader),
    actor: actor ? JSON.parse(Buffer.from(actor, "base64url").toString()) : {},
  };
}

/** Where an event stands among all of the service that wrote it: of two of one key the one that was written later has the higher number. */
export const numberOf = ({ id }: EventMeta): string => /\d{1,18}$/.exec(id)?.[0] ?? "0";
