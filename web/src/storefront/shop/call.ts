import { type Answer, errorText, OFFLINE_ERROR } from "../../ui/feedback/errors.ts";
import { sentence } from "../../ui/format/text.ts";

// The first sight speaks plain JSON with the service, as the signing page does: the generated client would weigh more than the page.

type Facts = Readonly<Record<string, string>>;

/** What went wrong, in words for people, with the number of the error catalogue and the facts that came with it. */
export class Refused extends Error {
  readonly facts: Facts;

  constructor(message: string, facts: Facts = {}) {
    super(message);
    this.facts = facts;
  }

  get code(): number | undefined {
    return this.facts.code === undefined ? undefined : Number(this.facts.code);
  }
}

type Problem = { message?: string; details?: { debug?: { domain?: string; metadata?: Facts } }[] };

const refusal = (status: number, { message, details = [] }: Problem): Refused => {
  const facts = details.find(({ debug }) => debug?.domain === "leashline")?.debug?.metadata ?? {};
  const body = message === undefined ? {} : { message };
  const answer: Answer =
    status >= 500
      ? { status }
      : facts.code === undefined
        ? { status: 400, body }
        : { status: 200, body: { ...body, code: Number(facts.code) } };
  return new Refused(sentence(errorText(answer)), facts);
};

/** Longer than the service takes to say that it is late. */
const LIMIT_MS = 60_000;
const offline = (): never => {
  throw new Refused(OFFLINE_ERROR);
};

/** A call that changes nothing, or has a key by which it is done once, however often it arrives. One that never ends is a broken line, as is an answer that breaks off. */
export async function call(method: string, body: object, key?: string): Promise<unknown> {
  const answer = await fetch(`/leashline.online_booking.v1.${method}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "connect-protocol-version": "1",
      "x-leashline-csrf": "1",
      ...(key && { "idempotency-key": key }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(LIMIT_MS),
  }).catch(offline);
  const said: unknown = await answer.json().catch(() => (answer.ok ? offline() : {}));
  if (answer.ok) return said;
  throw refusal(answer.status, said as Problem);
}

/** For what is written and nobody waits for: whether that works changes nothing here. */
export const tell = (method: string, body: object): void => void call(method, body, crypto.randomUUID()).catch(() => undefined);
