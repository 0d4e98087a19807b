import { useQuery } from "@connectrpc/connect-query";
import { type Tag, TagService } from "@leashline/proto/leashline/customer/v1/tag_pb.js";
import { LONG_STALE } from "../../../app/calls/query-client.ts";

/** The company's tags, once they are there. */
export const useTags = (wanted = true): readonly Tag[] | undefined =>
  useQuery(TagService.method.listTags, {}, { staleTime: LONG_STALE, enabled: wanted, meta: { quiet: true } }).data?.tags;
