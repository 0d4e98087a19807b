import { useMutation } from "@connectrpc/connect-query";
import { ClassService, EnrolmentState, type GroupClass } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import Typography from "@mui/material/Typography";
import { useForm, useWatch } from "react-hook-form";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormSelect } from "../../../ui/form/fields.tsx";
import { FormMoney } from "../../../ui/form/more-fields.tsx";
import { amountText } from "../../../ui/format/money.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { plural } from "../../../ui/format/text.ts";
import { required } from "../../../ui/format/validate.ts";
import { ClientPicker, type PickedClient } from "../../customer/shared/ClientPicker.tsx";
import { usePets } from "../shared/client-link/usePets.ts";
import { type Override, withConflicts } from "../shared/conflicts/conflict.ts";
import { saidOfPlace } from "../shared/undo/class-undo.ts";
import { moneyOr, standingOf } from "./class-values.ts";

type Props = { group: GroupClass; onClose: () => void; onSaved: () => void };
type Values = { client: PickedClient | undefined; petId: string; price: string };

/** A pet comes into the class, or onto its waitlist where it is full. */
export const EnrolDrawer = ({ group, onClose, onSaved }: Props) => {
  const { currencyCode } = usePreferences();
  const enrol = useMutation(ClassService.method.enrolPet, { meta: { quiet: true } });
  const price = amountText(group.price);
  const form = useForm<Values>({ defaultValues: { client: undefined, petId: "", price } });
  const { control, setValue } = form;
  const client = useWatch({ control, name: "client" });
  const pets = usePets(client?.customerId).data?.pets ?? [];
  const full = standingOf(group) === "full" || group.waiting > 0;
  const [held, left] = [group.sessions.filter((one) => !one.cancelled), group.sessions.filter((one) => !one.cancelled && !one.over)];
  const late =
    left.length < held.length && `${left.length} of ${plural(held.length, "session")} left: change the price if they pay for those only`;
  const pick = (next: PickedClient | undefined) => {
    setValue("client", next, { shouldDirty: true });
    setValue("petId", "");
  };
  const save = async (values: Values) => {
    const asked = moneyOr(values.price, currencyCode);
    const wish = {
      classId: group.id,
      customerId: values.client?.customerId ?? "0",
      petId: values.petId,
      waitlist: full,
      ...(values.price !== price && asked && { price: asked }),
    };
    const attempt = (override: Override | undefined) =>
      enrol.mutateAsync({ ...wish, ...(override && { override, withoutPrerequisites: override.overbook }) });
    const answer = await withConflicts(({ override }) => attempt(override), "Save").catch((error: unknown) => {
      toast.error(messageOf(error));
      throw error;
    });
    // Left as it was: the form stays open.
    if (!answer) throw new Error("not enrolled");
    const { enrolment } = answer;
    const where = enrolment?.state === EnrolmentState.WAITING ? "is on the waitlist" : "is in";
    saidOfPlace(`${enrolment?.petName} ${where}`, group.id, enrolment);
    onSaved();
  };
  return (
    <DrawerForm
      open
      title={`Add a pet to ${group.name}`}
      form={form}
      saveLabel={full ? "Add to the waitlist" : "Enroll"}
      onSave={save}
      onClose={onClose}
    >
      {full && (
        <Typography color="textSecondary">
          {standingOf(group) === "full"
            ? "The class is full. When a place opens up, the people on the waitlist come first."
            : "Others are waiting for this class. Free places are theirs first: offer or give them on the class's waitlist."}
        </Typography>
      )}
      <ClientPicker value={client} onPick={pick} />
      {client && (
        <FormSelect
          control={control}
          name="petId"
          label="Pet"
          check={required("A pet")}
          options={pets.map(({ petId, petName }) => ({ value: petId, label: petName }))}
        />
      )}
      {client && (
        <FormMoney
          control={control}
          name="price"
          label="Price for the whole class"
          help={late || (full ? "Goes on the client's bill once the pet gets a place, plus tax" : "Goes on the client's bill, plus tax")}
          check={required("A price")}
        />
      )}
    </DrawerForm>
  );
};
