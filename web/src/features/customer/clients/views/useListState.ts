import { useQuery } from "@connectrpc/connect-query";
import { FilterViewService } from "@leashline/proto/leashline/customer/v1/filter_view_pb.js";
import { useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import { useQueryState } from "../../../../ui/links/useQueryState.ts";
import { type ListState, listDefaults } from "../list-query.ts";
import { isUntouched, stateOf } from "./saved-views.ts";

/** Says that the list is as somebody left it, though the address says nothing else: their own view does not open again. */
const LEFT = "all";

/** What the list shows: what the address says, or where it says nothing the view that this person wants to begin with. */
export const useListState = () => {
  const [address, setAddress] = useQueryState(listDefaults);
  const { key } = useLocation();
  const found = useQuery(FilterViewService.method.listFilterViews, {}, { meta: { quiet: true } });
  const first = found.data?.views.find(({ isDefault }) => isDefault);
  const untouched = isUntouched(address);
  const opened = untouched && first ? stateOf(first) : undefined;
  const state: ListState = opened ?? address;
  const now = useRef({ opened, view: address.view, key });
  now.current = { opened, view: address.view, key };
  const writtenAt = useRef("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: an entry that the back key brings again has its old key, and nothing is written there
  useLayoutEffect(() => {
    writtenAt.current = "";
  }, [key]);
  /** The view that opened by itself is written out with the first change; of two quick ones the second must not write it over the first. */
  const change = (next: Partial<ListState>, options: { push?: boolean } = {}) => {
    const { opened, view, key } = now.current;
    const whole = opened && writtenAt.current !== key ? opened : {};
    writtenAt.current = key;
    setAddress({ ...whole, ...(first && !opened && !view && { view: LEFT }), ...next }, options);
  };
  return { state, change, isReady: !untouched || !found.isPending };
};
