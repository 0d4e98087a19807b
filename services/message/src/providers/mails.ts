import type { Transporter } from "nodemailer";
import { notSetUp, type Outcome } from "./outcome.ts";
import { mailSettings } from "./settings.ts";

export type MailToSend = {
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  fromName: string;
  replyTo: string;
  unsubscribe?: string;
};
type MailFault = { responseCode?: number; code?: string; response?: string; message?: string };

const transports = new Map<string, Promise<Transporter>>();

async function open(smtpUrl: string): Promise<Transporter> {
  // Loaded with the first mail: a process that sends none does without it.
  const { createTransport } = await import("nodemailer");
  const url = new URL(smtpUrl);
  const secure = url.protocol === "smtps:";
  return createTransport({
    host: url.hostname,
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    // Opening a connection costs more than a mail. One that is not used ends with its time; a mail of which one took nothing goes over another.
    pool: true,
    maxConnections: 4,
    maxRequeues: 1,
    ...(url.username ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } } : {}),
    connectionTimeout: 8_000,
    greetingTimeout: 8_000,
    socketTimeout: 12_000,
  });
}

function transportFor(smtpUrl: string): Promise<Transporter> {
  const known = transports.get(smtpUrl) ?? open(smtpUrl);
  transports.set(smtpUrl, known);
  return known;
}

export async function closeMails(): Promise<void> {
  for (const transport of transports.values()) (await transport).close();
  transports.clear();
}

/** The Message-ID a mail carries on every try, so that a mail server that has it already shows it once. */
export function messageIdFor(env: NodeJS.ProcessEnv, companyId: string, id: string): string {
  const host = (mailSettings(env)?.from ?? "@leashline.test").split("@")[1]?.replace(/[<>\s]/g, "") || "leashline.test";
  return `<m${companyId}.${id}@${host}>`;
}

export async function sendMail(env: NodeJS.ProcessEnv, mail: MailToSend): Promise<Outcome> {
  const settings = mailSettings(env);
  if (!settings) return notSetUp("Sending email");
  try {
    await (await transportFor(settings.smtpUrl)).sendMail({
      from: { name: mail.fromName, address: settings.from },
      to: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: mail.messageId,
      ...(mail.replyTo ? { replyTo: mail.replyTo } : {}),
      ...(mail.unsubscribe && {
        headers: { "List-Unsubscribe": `<${mail.unsubscribe}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
      }),
    });
    return { kind: "sent", providerId: mail.messageId, segments: 0 };
  } catch (error) {
    const { responseCode, code, response, message } = error as MailFault;
    const reason = (response ?? message ?? "").slice(0, 200);
    if ((responseCode ?? 0) >= 500 || (code === "EENVELOPE" && responseCode === undefined))
      return { kind: "refused", code: 80_105, message: `Send email failed. ${reason}`.trim() };
    return { kind: "unknown", message: reason };
  }
}
