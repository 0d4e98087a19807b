import type { Runtime } from "@leashline/kit";

export type TextSettings = { apiBase: string; accountSid: string; authToken: string; numbers: string[] };
export type MailSettings = { smtpUrl: string; from: string };

/** How texts go out; null while the operator has not set it up. Without a base of its own it is Twilio itself. */
export function textSettings(env: NodeJS.ProcessEnv): TextSettings | null {
  const { LEASHLINE_TWILIO_ACCOUNT_SID: accountSid, LEASHLINE_TWILIO_AUTH_TOKEN: authToken, LEASHLINE_TWILIO_FROM: from } = env;
  if (!accountSid || !authToken || !from) return null;
  const numbers = from.split(",").map((number) => number.trim());
  return { apiBase: (env.LEASHLINE_TWILIO_API_BASE || "https://api.twilio.com").replace(/\/$/, ""), accountSid, authToken, numbers };
}

export function mailSettings(env: NodeJS.ProcessEnv): MailSettings | null {
  const smtpUrl = env.LEASHLINE_SMTP_URL;
  return smtpUrl ? { smtpUrl, from: env.LEASHLINE_MAIL_FROM || "no-reply@leashline.test" } : null;
}

/** Wrong settings stop the boot; missing ones only mean that nothing of the kind goes out. */
export function checkSettings(runtime: Runtime): void {
  const { env } = runtime.config;
  const problems: string[] = [];
  const texts = textSettings(env);
  const mail = mailSettings(env);
  if (texts && !/^AC/.test(texts.accountSid)) problems.push("LEASHLINE_TWILIO_ACCOUNT_SID must start with AC");
  if (texts && !/^https?:\/\//.test(texts.apiBase)) problems.push("LEASHLINE_TWILIO_API_BASE must start with http:// or https://");
  for (const number of texts?.numbers ?? [])
    if (!/^(\+\d{7,15}|\d{5,6})$/.test(number))
      problems.push(`LEASHLINE_TWILIO_FROM must be numbers like +12065550100, separated by commas, not "${number}"`);
  if (mail && !/^smtps?:\/\//.test(mail.smtpUrl)) problems.push("LEASHLINE_SMTP_URL must start with smtp:// or smtps://");
  if (mail && !/^[^@\s]+@[^@\s]+$/.test(mail.from)) problems.push("LEASHLINE_MAIL_FROM must be an e-mail address");
  if (problems.length > 0) throw new Error(`The settings do not allow a start: ${problems.join("; ")}.`);
  if (!texts) runtime.log.warn("texts are not set up: LEASHLINE_TWILIO_ACCOUNT_SID, _AUTH_TOKEN and _FROM are needed");
  if (!mail) runtime.log.warn("e-mail is not set up: LEASHLINE_SMTP_URL is needed");
}
