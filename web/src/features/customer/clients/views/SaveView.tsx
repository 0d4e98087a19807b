import { useMutation } from "@connectrpc/connect-query";
import { FilterViewService } from "@leashline/proto/leashline/customer/v1/filter_view_pb.js";
import Typography from "@mui/material/Typography";
import { useForm } from "react-hook-form";
import { DrawerForm } from "../../../../ui/form/DrawerForm.tsx";
import { FormSwitch, FormText } from "../../../../ui/form/fields.tsx";
import { required } from "../../../../ui/format/validate.ts";
import { CountWords } from "../filters/CountWords.tsx";
import { filterOf, type ListState } from "../list-query.ts";
import { viewOf } from "./saved-views.ts";

type Props = {
  known: ReadonlyMap<string, string>;
  state: ListState;
  title: string;
  isDefault: boolean;
  onClose: () => void;
  onSaved: (id: string) => void;
};

/** Keeps the list as it stands under a name. */
export const SaveView = ({ known, state, title, isDefault, onClose, onSaved }: Props) => {
  const saved = { meta: { success: "View saved" } };
  const create = useMutation(FilterViewService.method.createFilterView, saved);
  const update = useMutation(FilterViewService.method.updateFilterView, saved);
  const form = useForm({ defaultValues: { title, isDefault } });
  const save = async (values: { title: string; isDefault: boolean }) => {
    const named = { title: values.title.trim(), isDefault: values.isDefault, ...viewOf(state) };
    const id = known.get(named.title.toLowerCase());
    const { view } = id ? await update.mutateAsync({ id, ...named }) : await create.mutateAsync(named);
    return view?.id ?? "";
  };
  return (
    <DrawerForm
      open
      title="Save this view"
      form={form}
      saveLabel="Save view"
      onSave={save}
      onSaved={(id) => onSaved(String(id))}
      onClose={onClose}
    >
      <FormText
        control={form.control}
        name="title"
        label="Name"
        autoFocus
        check={required("The name")}
        help="A name you used before is replaced."
      />
      <FormSwitch control={form.control} name="isDefault" label="Open the client list with this view" />
      <Typography color="textSecondary">
        It keeps the filters, the order and the columns
        <CountWords filter={filterOf(state)} q="" />
      </Typography>
    </DrawerForm>
  );
};
