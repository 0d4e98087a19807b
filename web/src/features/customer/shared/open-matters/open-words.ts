import type { GetOpenMattersResponse, OpenClient } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { type OpenMatter, ErasureObstacleReason as Reason } from "@leashline/proto/leashline/kit/v1/personal_data_service_pb.js";
import { plural } from "../../../../ui/format/text.ts";
import type { Format } from "../../../../ui/format/useFormat.ts";
import { clientName } from "../client-name.ts";

type Words = Pick<Format, "money" | "day">;
/** So many are named; of the others it is said how many they are. */
const MOST = 8;

const said: Partial<Record<Reason, (matter: OpenMatter, words: Words, nextVisit: string) => string>> = {
  [Reason.VISITS_AHEAD]: ({ count }, { day }, next) => `${plural(count, "upcoming appointment")}${next ? ` (next ${day(next)})` : ""}`,
  [Reason.MONEY_OWED]: ({ count, amount }, { money }) => `owes ${money(amount)} on ${plural(count, "bill")}`,
  [Reason.DEPOSIT_HELD]: ({ amount }, { money }) => `${money(amount)} of deposits held`,
  [Reason.STORE_CREDIT]: ({ amount }, { money }) => `${money(amount)} of store credit`,
  [Reason.CARD_HELD]: ({ amount }, { money }) => `${money(amount)} held on a card`,
  [Reason.PAYMENT_PENDING]: ({ amount }, { money }) => `${money(amount)} of payments under way`,
  [Reason.CLASS_PLACES]: ({ count }) => `${plural(count, "place")} in group classes`,
  [Reason.OPEN_REQUESTS]: ({ count }) => `${plural(count, "booking request")} to answer`,
  [Reason.WAITLIST]: ({ count }) => `${plural(count, "place")} on the waitlist`,
};

const clientLine = (client: OpenClient, words: Words): string => {
  const parts = client.matters.map((matter) => said[matter.reason]?.(matter, words, client.nextVisitDate) ?? "something else open");
  return `${clientName(client)}: ${parts.join(", ")}`;
};

export const COULD_NOT_CHECK = "Not everything could be checked just now: there may be more.";
export const TOO_MANY = "At most 5,000 clients can be checked and changed at once.";

/** Who has what open, to be read before something is done to them; nothing where nobody has. */
export function openLines({ clients, total, incomplete }: GetOpenMattersResponse, words: Words): string[] {
  const named = clients.slice(0, MOST);
  const more = total - named.length;
  return [
    ...named.map((client) => clientLine(client, words)),
    ...(more > 0 ? [`and ${plural(more, "more client")} with something open`] : []),
    ...(incomplete ? [COULD_NOT_CHECK] : []),
  ];
}
