import type { Wording } from "../agreement.ts";
import { type Facts, fillIn } from "../agreement-text.ts";

const LINK = "{agreementLink}";

/** With the link where it is named, else at the end. */
const withLink = (words: string, url: string, before: string): string =>
  words.includes(LINK) ? words.replaceAll(LINK, url) : `${words}${before}${url}`;

/** The words around a link to sign, as the business wrote them or else ours, filled in for one client. */
export function linkWords(wording: Wording, header: string, facts: Facts, url: string): Wording {
  const { business, client } = facts;
  const hi = `Hi ${client.firstName.trim() || client.lastName.trim() || "there"},`;
  const emailBody = wording.emailBody
    ? fillIn(wording.emailBody, facts)
    : `${hi}\n\nplease read and sign “${header}” here:\n${LINK}\n\nThank you!\n${business.name}`;
  const smsBody = wording.smsBody ? fillIn(wording.smsBody, facts) : `${business.name}: ${hi} please read and sign “${header}”: ${LINK}`;
  return {
    emailTitle: wording.emailTitle ? fillIn(wording.emailTitle, facts) : `Please sign: ${header}`,
    emailBody: withLink(emailBody, url, "\n\n"),
    smsBody: withLink(smsBody, url, " "),
  };
}
