import { useMutation } from "@connectrpc/connect-query";
import { CategoryService } from "@leashline/proto/leashline/offering/v1/category_pb.js";
import Button from "@mui/material/Button";
import { useForm } from "react-hook-form";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { required } from "../../../ui/format/validate.ts";

type Props = { careType: string; addOn?: boolean; known?: { id: string; name: string }; onClose: () => void; onSaved: () => void };

/** A category that services stand under. */
export const CategoryDrawer = ({ careType, addOn = false, known, onClose, onSaved }: Props) => {
  const create = useMutation(CategoryService.method.createCategory, { onSuccess: onSaved });
  const update = useMutation(CategoryService.method.updateCategory, { onSuccess: onSaved });
  const remove = useMutation(CategoryService.method.deleteCategory, { onSuccess: onSaved });
  const form = useForm({ defaultValues: { name: known?.name ?? "" } });
  const drop = async () => {
    const sure =
      known &&
      (await confirm({
        title: `Delete the category ${known.name}?`,
        body: "Its services stay, without a category.",
        action: "Delete category",
        danger: true,
      }));
    if (sure) remove.mutate({ id: known.id }, { onSuccess: onClose });
  };
  return (
    <DrawerForm
      open
      title={known ? "Category" : "New category"}
      form={form}
      saveLabel={known ? "Save category" : "Add category"}
      onSave={({ name }) => (known ? update.mutateAsync({ id: known.id, name }) : create.mutateAsync({ name, careType, addOn }))}
      onClose={onClose}
      aside={
        known && (
          <Button color="error" variant="text" onClick={() => void drop()}>
            Delete
          </Button>
        )
      }
    >
      <FormText control={form.control} name="name" label="Name" autoFocus check={required("The name")} />
    </DrawerForm>
  );
};
