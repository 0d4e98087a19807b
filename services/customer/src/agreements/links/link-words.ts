import { looksLikeHtml } from "@leashline/kit";
import type { Wording } from "../agreement.ts";
import { type Facts, fillIn, fillInHtml } from "../agreement-text.ts";

const LINK = "{agreementLink}";

/** With the link where it is named, else at the end. */
const withLink = (words: string, url: string, atEnd: string): string =>
  words.includes(LINK) ? words.replaceAll(LINK, url) : `${words}${atEnd}`;

type Words = Wording & { emailIsHtml: boolean };

/** The words around a link to sign, as the business wrote them or else ours, filled in for one client. */
export function linkWords(wording: Wording, header: string, facts: Facts, url: string): Words {
  const { business, client } = facts;
  const hi = `Hi ${client.firstName.trim() || client.lastName.trim() || "there"},`;
  const emailIsHtml = looksLikeHtml(wording.emailBody);
  const own = emailIsHtml ? fillInHtml(wording.emailBody, facts) : fillIn(wording.emailBody, facts);
  const emailBody = own || `${hi}\n\nplease read and sign “${header}” here:\n${LINK}\n\nThank you!\n${business.name}`;
  const smsBody = wording.smsBody ? fillIn(wording.smsBody, facts) : `${business.name}: ${hi} please read and sign “${header}”: ${LINK}`;
  return {
    emailTitle: wording.emailTitle ? fillIn(wording.emailTitle, facts) : `Please sign: ${header}`,
    emailBody: withLink(emailBody, url, emailIsHtml ? `<p><a href="${url}">${url}</a></p>` : `\n\n${url}`),
    smsBody: withLink(smsBody, url, ` ${url}`),
    emailIsHtml,
  };
}
