export type Text = {
  id: string;
  accountSid: string;
  direction: "inbound" | "outbound-api" | "outbound-reply";
  from: string;
  to: string;
  body: string;
  media: string[];
  status: string;
  errorCode: number | null;
  errorMessage: string | null;
  numSegments: number;
  created: number;
  updated: number;
  callback: string | null;
};

/** Twilio's magic numbers: what the API answers for them. */
const FROM_ERRORS: Record<string, [number, string]> = {
  "+15005550001": [21212, "The 'From' number +15005550001 is not a valid phone number, shortcode, or alphanumeric sender ID."],
  "+15005550007": [
    21606,
    "The From phone number +15005550007 is not a valid, SMS-capable inbound phone number or short code for your account.",
  ],
  "+15005550008": [21611, "The 'From' number +15005550008 has exceeded the maximum number of queued messages."],
};
const TO_ERRORS: Record<string, [number, string]> = {
  "+15005550001": [21211, "The 'To' number +15005550001 is not a valid phone number."],
  "+15005550002": [21612, "The 'To' phone number: +15005550002, is not currently reachable using the 'From' phone number via SMS."],
  "+15005550003": [21408, "Permission to send an SMS has not been enabled for the region indicated by the 'To' number: +15005550003."],
  "+15005550004": [21610, "Attempt to send to unsubscribed recipient"],
  "+15005550009": [21614, "'To' number: +15005550009, is not a valid mobile number"],
};

export class TwilioError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Refuses what Twilio refuses, with its codes. */
export function check(from: string, to: string, body: string, media: string[], stopped: boolean): void {
  if (!to) throw new TwilioError(21_604, "A 'To' phone number is required.");
  if (!from) throw new TwilioError(21_603, "A 'From' phone number is required.");
  const wrong = FROM_ERRORS[from] ?? TO_ERRORS[to];
  if (wrong) throw new TwilioError(...wrong);
  if (!/^\+[1-9]\d{6,14}$/.test(to)) throw new TwilioError(21_211, `The 'To' number ${to} is not a valid phone number.`);
  if (!/^\+[1-9]\d{6,14}$|^\d{5,6}$|^[A-Za-z0-9 ]{1,11}$/.test(from))
    throw new TwilioError(21_212, `The 'From' number ${from} is not a valid phone number, shortcode, or alphanumeric sender ID.`);
  if (!body && media.length === 0) throw new TwilioError(21_602, "Message body is required.");
  if (body.length > 1600) throw new TwilioError(21_617, "The concatenated message body exceeds the 1600 character limit.");
  if (stopped) throw new TwilioError(21_610, "Attempt to send to unsubscribed recipient");
}

/** A message as Twilio's API shows it. */
export function show(message: Text): unknown {
  const uri = `/2010-04-01/Accounts/${message.accountSid}/Messages/${message.id}`;
  const at = (time: number) => new Date(time).toUTCString().replace("GMT", "+0000");
  return {
    account_sid: message.accountSid,
    api_version: "2010-04-01",
    body: message.body,
    date_created: at(message.created),
    date_sent: message.status === "queued" ? null : at(message.created),
    date_updated: at(message.updated),
    direction: message.direction,
    error_code: message.errorCode,
    error_message: message.errorMessage,
    from: message.from,
    messaging_service_sid: null,
    num_media: String(message.media.length),
    num_segments: String(message.numSegments),
    price: null,
    price_unit: "USD",
    sid: message.id,
    status: message.status,
    subresource_uris: { media: `${uri}/Media.json` },
    to: message.to,
    uri: `${uri}.json`,
  };
}

/** A page of texts, newest first, by Twilio's filters on the day or the instant they were sent. */
export function pageOf(texts: Text[], { query, path, uri }: { query: URLSearchParams; path: string; uri: string }): unknown {
  const day = (name: string) => Date.parse(query.get(name) ?? "");
  const [from, until, on] = [day("DateSent>"), day("DateSent<"), day("DateSent")];
  const found = texts.filter(
    (text) => !(text.created < from || text.created > until || text.created < on || text.created >= on + 86_400_000),
  );
  const size = Math.min(1000, Number(query.get("PageSize") ?? 50));
  const at = Number(query.get("Page") ?? 0);
  const next = new URLSearchParams(query);
  next.set("Page", String(at + 1));
  return {
    messages: found.slice(at * size, (at + 1) * size).map(show),
    page: at,
    page_size: size,
    uri,
    first_page_uri: path,
    next_page_uri: found.length > (at + 1) * size ? `${path}?${next}` : null,
    previous_page_uri: null,
  };
}
