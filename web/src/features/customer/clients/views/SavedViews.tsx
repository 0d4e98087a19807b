import { useMutation, useQuery } from "@connectrpc/connect-query";
import { FilterViewService } from "@leashline/proto/leashline/customer/v1/filter_view_pb.js";
import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { confirm } from "../../../../ui/feedback/confirm.ts";
import { Icon } from "../../../../ui/icons.tsx";
import type { ListState } from "../list-query.ts";
import { SaveView } from "./SaveView.tsx";
import { showsSame, stateOf } from "./saved-views.ts";

type Props = { state: ListState; onChange: (change: Partial<ListState>, options?: { push?: boolean }) => void };

/** Lists that this person keeps under a name: open one, save what is shown, say which opens first, delete one. */
export const SavedViews = ({ state, onChange }: Props) => {
  const found = useQuery(FilterViewService.method.listFilterViews, {}, { meta: { quiet: true } });
  const settled = { onSuccess: () => void found.refetch() };
  const remove = useMutation(FilterViewService.method.deleteFilterView, { ...settled, meta: { success: "View deleted" } });
  const update = useMutation(FilterViewService.method.updateFilterView, settled);
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [saving, setSaving] = useState(false);
  const views = (found.data?.views ?? []).flatMap((view) => {
    const list = stateOf(view);
    return list ? [{ ...view, list }] : [];
  });
  const alike = views.filter(({ list }) => showsSame(list, state));
  const shown = alike.find(({ id }) => id === state.view) ?? alike[0];
  const opened = views.find(({ id }) => id === state.view);
  const close = () => setAnchor(undefined);
  const after = (act: () => unknown) => () => {
    close();
    void act();
  };
  const drop = async (id: string, title: string) => {
    if (await confirm({ title: `Delete the view “${title}”?`, action: "Delete view", danger: true })) remove.mutate({ id });
  };
  return (
    <>
      <Button size="small" aria-haspopup="menu" endIcon={<Icon name="down" />} onClick={(event) => setAnchor(event.currentTarget)}>
        {shown?.title ?? "Views"}
      </Button>
      <Menu open={anchor !== undefined} anchorEl={anchor ?? null} onClose={close}>
        {views.map(({ id, title, list, isDefault }) => (
          <MenuItem key={id} selected={id === shown?.id} onClick={after(() => onChange({ ...list, q: state.q }, { push: true }))}>
            {title}
            {isDefault ? " (opens first)" : ""}
          </MenuItem>
        ))}
        {views.length > 0 && <Divider />}
        <MenuItem onClick={after(() => setSaving(true))}>Save this view…</MenuItem>
        {shown && (
          <MenuItem onClick={after(() => update.mutate({ id: shown.id, isDefault: !shown.isDefault }))}>
            {shown.isDefault ? `Do not open with “${shown.title}”` : `Open with “${shown.title}”`}
          </MenuItem>
        )}
        {shown && <MenuItem onClick={after(() => drop(shown.id, shown.title))}>Delete “{shown.title}”</MenuItem>}
      </Menu>
      {saving && (
        <SaveView
          known={new Map(views.map(({ title, id }) => [title.toLowerCase(), id]))}
          state={state}
          title={opened?.title ?? ""}
          isDefault={opened?.isDefault ?? false}
          onClose={() => setSaving(false)}
          onSaved={(view) => {
            setSaving(false);
            void found.refetch().then(() => onChange({ view }));
          }}
        />
      )}
    </>
  );
};
