import { useMutation } from "@connectrpc/connect-query";
import { ClassService, type GroupClass } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { useForm } from "react-hook-form";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { FormMoney } from "../../../ui/form/more-fields.tsx";
import { amountText } from "../../../ui/format/money.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { required } from "../../../ui/format/validate.ts";
import { fullName } from "../shared/columns.tsx";
import { NO_STAFF } from "../shared/types.ts";
import { saidOfClass } from "../shared/undo/class-undo.ts";
import { useStaff } from "../shared/useCalendar.ts";
import { moneyOr, within } from "./class-values.ts";
import { useOverbook } from "./useOverbook.ts";

type Props = { group: GroupClass; onClose: () => void; onSaved: () => void };

/** What can be changed of a class that goes on. */
export const EditClass = ({ group, onClose, onSaved }: Props) => {
  const { currencyCode } = usePreferences();
  const staff = (useStaff().data?.staff ?? []).filter(({ staffId }) => staffId !== NO_STAFF);
  const update = useMutation(ClassService.method.updateClass, { meta: { quiet: true } });
  const overbooking = useOverbook();
  const { name, staffId, note, version } = group;
  const form = useForm({ defaultValues: { name, staffId, note, capacity: String(group.capacity), price: amountText(group.price) } });
  const { control } = form;
  const save = async (values: { name: string; staffId: string; note: string; capacity: string; price: string }) => {
    const price = moneyOr(values.price, currencyCode);
    const change = {
      id: group.id,
      version,
      name: values.name,
      note: values.note,
      ...(values.staffId !== staffId && { staffId: values.staffId }),
      ...(Number(values.capacity) !== group.capacity && { capacity: Number(values.capacity) }),
      ...(values.price !== amountText(group.price) && price && { price }),
    };
    const { groupClass } = await overbooking((anyway) => update.mutateAsync({ ...change, ...anyway }));
    saidOfClass("Class saved", groupClass);
    onSaved();
  };
  const people = staff.map((one) => ({ value: one.staffId, label: fullName(one) }));
  const known = people.some(({ value }) => value === staffId) ? people : [...people, { value: staffId, label: group.staffName }];
  return (
    <DrawerForm open title="Edit class" form={form} saveLabel="Save class" onSave={save} onClose={onClose}>
      <FormText control={control} name="name" label="Name" check={required("A name")} />
      <FormSelect control={control} name="staffId" label="Instructor" help="Takes over the sessions to come" options={known} />
      <FormText
        control={control}
        name="capacity"
        label="Maximum pets"
        help="More places open up first for the people on the waitlist"
        check={within("Pets", 1, 500)}
      />
      <FormMoney control={control} name="price" label="Price" help="For pets that enroll from now on" check={required("A price")} />
      <FormText control={control} name="note" label="Note" multiline minRows={2} />
    </DrawerForm>
  );
};
