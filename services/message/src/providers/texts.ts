import type { RequestClient, Twilio } from "twilio";
import { notSetUp, type Outcome } from "./outcome.ts";
import { segmentsOf } from "./segments.ts";
import { type TextSettings, textSettings } from "./settings.ts";

export type TextToSend = { from: string; to: string; body: string; mediaUrl: string; statusCallback: string };
type Request = Parameters<RequestClient["request"]>[0];

/** The SDK is large, and a process that sends nothing does without it. */
const sdk = async () => (await import("twilio")).default;
const clients = new Map<string, Promise<Twilio>>();

/** The SDK with its own transport, pointed at another base: the sandbox, or a proxy. */
async function open(settings: TextSettings): Promise<Twilio> {
  const twilio = await sdk();
  class BasedClient extends twilio.RequestClient {
    override request<T>(options: Request) {
      return super.request<T>({ ...options, uri: options.uri.replace("https://api.twilio.com", settings.apiBase) } as never);
    }
  }
  return twilio(settings.accountSid, settings.authToken, { httpClient: new BasedClient({ timeout: 12_000, keepAlive: true }) });
}

function clientFor(settings: TextSettings): Promise<Twilio> {
  const key = JSON.stringify(settings);
  const known = clients.get(key) ?? open(settings);
  clients.set(key, known);
  return known;
}

type TwilioFault = { status?: number; code?: number | string; message?: string };

/** The provider said no, for good. Anything else (no answer, a fault of its own, too many at once) may be tried again. */
function refusal(error: TwilioFault): Outcome | null {
  const { status, code, message } = error;
  if (status === undefined || status === 429 || status >= 500 || status < 400) return null;
  return { kind: "refused", code: typeof code === "number" ? code : status, message: message ?? "The text provider refused the message." };
}

export async function sendText(env: NodeJS.ProcessEnv, text: TextToSend): Promise<Outcome> {
  const settings = textSettings(env);
  if (!settings) return notSetUp("Sending texts");
  try {
    const sent = await (await clientFor(settings)).messages.create({
      to: text.to,
      from: text.from,
      body: text.body,
      statusCallback: text.statusCallback,
      ...(text.mediaUrl ? { mediaUrl: [text.mediaUrl] } : {}),
    });
    return { kind: "sent", providerId: sent.sid, segments: Number(sent.numSegments) || segmentsOf(text.body) };
  } catch (error) {
    const fault = error as TwilioFault;
    return refusal(fault) ?? { kind: "unknown", message: fault.message ?? "no answer" };
  }
}

/** Asks whether a text went out after all: same numbers, same words, since the first try. */
export async function findText(
  env: NodeJS.ProcessEnv,
  text: { from: string; to: string; body: string; since: Date },
  known: (sid: string) => Promise<boolean>,
): Promise<Outcome | null> {
  const settings = textSettings(env);
  if (!settings) return null;
  const dateSentAfter = new Date(text.since.getTime() - 5_000);
  const sent = await (await clientFor(settings)).messages.list({ to: text.to, from: text.from, dateSentAfter, limit: 200 });
  for (const one of sent.reverse()) {
    if (one.body === text.body && !(await known(one.sid))) return { kind: "sent", providerId: one.sid, segments: Number(one.numSegments) };
  }
  return null;
}

/** Whether a webhook really comes from the provider. */
export async function isGenuine(env: NodeJS.ProcessEnv, signature: string, url: string, params: Record<string, string>): Promise<boolean> {
  const settings = textSettings(env);
  return settings !== null && (await sdk()).validateRequest(settings.authToken, signature, url, params);
}
