import { escapeHtml, letter } from "../wording/html.ts";
import { callName } from "../wording/placeholders.ts";

export type PayLinkFacts = {
  /** What is owed, written as the business writes it; empty where a card is asked for. */
  amount: string;
  number: string;
  url: string;
  client: { firstName: string; lastName: string };
  business: { name: string; address: string; phone: string };
};

/** The words around a link to pay a bill or to leave a card, as a text and as a mail. */
export function payLinkInWords({ amount, number, url, client, business }: PayLinkFacts) {
  const isBill = amount !== "";
  const subject = isBill ? `${number} from ${business.name}` : `A card for ${business.name}`;
  const asks = isBill
    ? `${amount} is to be paid for ${number}. See your bill and pay it here:`
    : "Please leave a card for your appointments here; nothing is charged now:";
  const greeting = `Hi ${callName(client)},`;
  const button = isBill ? "See and pay your bill" : "Leave a card";
  const html = `<p style="margin:0 0 16px">${escapeHtml(`${greeting} ${asks.replace(/:$/, ".")}`)}</p><p style="margin:0 0 16px"><a href="${escapeHtml(url)}">${button}</a></p>`;
  return {
    subject,
    sms: `${business.name}: ${greeting} ${asks} ${url}`,
    text: `${greeting}\n\n${asks}\n${url}\n\n${business.name}`,
    html: letter(html, business),
  };
}
