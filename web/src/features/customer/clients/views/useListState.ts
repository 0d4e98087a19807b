import { useQuery } from "@connectrpc/connect-query";
import { FilterViewService } from "@leashline/proto/leashline/customer/v1/filter_view_pb.js";
import { useQueryState } from "../../../../ui/links/useQueryState.ts";
import { type ListState, listDefaults } from "../list-query.ts";
import { isUntouched, stateOf } from "./saved-views.ts";

/** Says that the list is as somebody left it, though the address says nothing else: their own view does not open again. */
const LEFT = "all";

/** What the list shows: what the address says, or where it says nothing the view that this person wants to begin with. */
export const useListState = () => {
  const [address, setAddress] = useQueryState(listDefaults);
  const found = useQuery(FilterViewService.method.listFilterViews, {}, { meta: { quiet: true } });
  const first = found.data?.views.find(({ isDefault }) => isDefault);
  const untouched = isUntouched(address);
  const state: ListState = (untouched && first && stateOf(first)) || address;
  const change = (next: Partial<ListState>, options: { push?: boolean } = {}) =>
    setAddress({ ...state, view: state.view || (first ? LEFT : ""), ...next }, options);
  return { state, change, isReady: !untouched || !found.isPending };
};
