import { useQuery } from "@connectrpc/connect-query";
import { TagService } from "@leashline/proto/leashline/customer/v1/tag_pb.js";
import { LONG_STALE } from "../../../app/calls/query-client.ts";

/** The company's tags by their ids, where the list shows them. */
export const useTagNames = (wanted: boolean): ReadonlyMap<string, string> => {
  const tags = useQuery(TagService.method.listTags, {}, { staleTime: LONG_STALE, enabled: wanted, meta: { quiet: true } }).data?.tags ?? [];
  return new Map(tags.map(({ id, name }) => [id, name]));
};
