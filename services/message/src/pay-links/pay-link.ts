import { escapeHtml, letter } from "../wording/html.ts";
import { callName } from "../wording/placeholders.ts";

export type PayLinkFacts = {
  /** What is owed, written as the business writes it; empty where a card is asked for. */
  amount: string;
  number: string;
  /** A deposit is asked for ahead of the visit: the amount is that, not the whole bill. */
  isDeposit: boolean;
  url: string;
  client: { firstName: string; lastName: string };
  business: { name: string; address: string; phone: string; country: string };
};

/** The words around a link to pay a bill or to leave a card, as a text and as a mail. */
export function payLinkInWords({ amount, number, isDeposit, url, client, business }: PayLinkFacts) {
  const isBill = amount !== "";
  const bill = isDeposit ? `A deposit for ${business.name}` : `${number} from ${business.name}`;
  const subject = isBill ? bill : `A card for ${business.name}`;
  const owes = isDeposit
    ? `a deposit of ${amount} is asked for your appointment. See it and pay it here:`
    : `${amount} is to be paid for ${number}. See your bill and pay it here:`;
  const asks = isBill ? owes : "Please leave a card for your appointments here; nothing is charged now:";
  const greeting = `Hi ${callName(client)},`;
  const button = isDeposit ? "See and pay the deposit" : isBill ? "See and pay your bill" : "Leave a card";
  const html = `<p style="margin:0 0 16px">${escapeHtml(`${greeting} ${asks.replace(/:$/, ".")}`)}</p><p style="margin:0 0 16px"><a href="${escapeHtml(url)}">${button}</a></p>`;
  return {
    subject,
    sms: `${business.name}: ${greeting} ${asks} ${url}`,
    text: `${greeting}\n\n${asks}\n${url}\n\n${business.name}`,
    html: letter(html, business),
  };
}
