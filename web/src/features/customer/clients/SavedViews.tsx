import { useMutation, useQuery } from "@connectrpc/connect-query";
import { FilterViewService } from "@leashline/proto/leashline/customer/v1/filter_view_pb.js";
import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { required } from "../../../ui/format/validate.ts";
import { Icon } from "../../../ui/icons.tsx";
import { type ListState, listDefaults } from "./list-query.ts";
import { stateOf, viewOf } from "./saved-views.ts";

type Props = { state: ListState; today: string; onChange: (change: Partial<ListState>) => void };

/** Lists that this person keeps under a name: open one, save what is shown, delete one. */
export const SavedViews = ({ state, today, onChange }: Props) => {
  const found = useQuery(FilterViewService.method.listFilterViews);
  const remove = useMutation(FilterViewService.method.deleteFilterView, { meta: { success: "View deleted" } });
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [saving, setSaving] = useState(false);
  const views = (found.data?.views ?? []).flatMap((view) => {
    const list = stateOf(view, today);
    return list ? [{ ...view, list }] : [];
  });
  const shown = views.find(({ list }) => Object.keys(listDefaults).every((key) => same(key as keyof ListState, list, state)));
  const close = () => setAnchor(undefined);
  const drop = async (id: string, title: string) => {
    close();
    if (!(await confirm({ title: `Delete the view “${title}”?`, action: "Delete view", danger: true }))) return;
    remove.mutate({ id }, { onSuccess: () => void found.refetch() });
  };
  return (
    <>
      <Button size="small" aria-haspopup="menu" endIcon={<Icon name="down" />} onClick={(event) => setAnchor(event.currentTarget)}>
        {shown?.title ?? "Views"}
      </Button>
      <Menu open={anchor !== undefined} anchorEl={anchor ?? null} onClose={close}>
        {views.map(({ id, title, list }) => (
          <MenuItem
            key={id}
            selected={id === shown?.id}
            onClick={() => {
              close();
              onChange(list);
            }}
          >
            {title}
          </MenuItem>
        ))}
        {views.length > 0 && <Divider />}
        <MenuItem
          onClick={() => {
            close();
            setSaving(true);
          }}
        >
          Save this view…
        </MenuItem>
        {shown && <MenuItem onClick={() => void drop(shown.id, shown.title)}>Delete “{shown.title}”</MenuItem>}
      </Menu>
      {saving && (
        <SaveView
          known={new Map(views.map(({ title, id }) => [title.toLowerCase(), id]))}
          view={viewOf(state, today)}
          onClose={() => setSaving(false)}
          onSaved={() => void found.refetch()}
        />
      )}
    </>
  );
};

/** The words typed and the page are not part of a view. */
const same = (key: keyof ListState, one: ListState, other: ListState): boolean => key === "q" || key === "page" || one[key] === other[key];

type SaveProps = { known: ReadonlyMap<string, string>; view: ReturnType<typeof viewOf>; onClose: () => void; onSaved: () => void };

const SaveView = ({ known, view, onClose, onSaved }: SaveProps) => {
  const saved = { onSuccess: onSaved, meta: { success: "View saved" } };
  const create = useMutation(FilterViewService.method.createFilterView, saved);
  const update = useMutation(FilterViewService.method.updateFilterView, saved);
  const form = useForm({ defaultValues: { title: "" } });
  const save = async ({ title }: { title: string }) => {
    const id = known.get(title.trim().toLowerCase());
    if (id) await update.mutateAsync({ id, ...view });
    else await create.mutateAsync({ title: title.trim(), ...view });
  };
  return (
    <DrawerForm open title="Save this view" form={form} saveLabel="Save view" onSave={save} onClose={onClose}>
      <FormText
        control={form.control}
        name="title"
        label="Name"
        autoFocus
        check={required("The name")}
        help="A name you used before is replaced."
      />
    </DrawerForm>
  );
};
