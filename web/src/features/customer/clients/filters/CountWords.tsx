import { useQuery } from "@connectrpc/connect-query";
import { ClientListService } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { plural } from "../../../../ui/format/text.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { useSettled } from "../../../../ui/lists/useSettled.ts";
import { encode, type Group, isAllComplete, toWire } from "./filter.ts";

/** How many clients a filter keeps, in words; nothing while that is not known. */
export const useCountWords = (filter: Group, q: string): string | undefined => {
  const format = useFormat();
  const said = JSON.stringify([encode(filter), q]);
  const settled = useSettled(said, 250);
  const asked = { filters: toWire(filter), ...(q && { queries: { keyword: q } }) };
  const isAsked = settled === said && isAllComplete(filter);
  const { data } = useQuery(ClientListService.method.countClients, asked, {
    enabled: isAsked,
    meta: { quiet: true },
  });
  if (!data || !isAsked) return undefined;
  const { total, totalApproximate } = data;
  return totalApproximate ? `about ${format.number(total)} clients` : plural(total, "client").replace(/^\d+/, format.number(total));
};

/** Ends a sentence with how many there are now, once that is known. */
export const CountWords = ({ filter, q }: { filter: Group; q: string }) => {
  const count = useCountWords(filter, q);
  return count ? `: ${count} now.` : ".";
};
