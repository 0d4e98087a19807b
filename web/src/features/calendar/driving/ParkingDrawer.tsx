import { useMutation } from "@connectrpc/connect-query";
import {
  DrivingRuleService,
  type ParkingLocation,
  type ParkingPlace,
} from "@leashline/proto/leashline/calendar/v1/driving_rule_service_pb.js";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useForm } from "react-hook-form";
import { PlaceFields } from "../../../app/address/PlaceFields.tsx";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormChips } from "../../../ui/form/FormChips.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { required } from "../../../ui/format/validate.ts";
import { useVans } from "./useVans.ts";

type Props = { location?: ParkingLocation; onClose: () => void; onSaved: () => void };
type Place = { address: string; lat: string; lng: string };
type Values = { name: string; start: Place; end: Place; vanIds: string[] };

const valuesOf = (place: ParkingPlace | undefined): Place =>
  place ? { address: place.address, lat: String(place.lat), lng: String(place.lng) } : { address: "", lat: "", lng: "" };
const placeOf = ({ address, lat, lng }: Place) => ({ address: address.trim(), lat: Number(lat), lng: Number(lng) });

/** Where vans start and end their days. */
export const ParkingDrawer = ({ location, onClose, onSaved }: Props) => {
  const { options, assign } = useVans();
  const save = useMutation(DrivingRuleService.method.saveParkingLocation, {
    meta: { success: location ? "Parking place saved" : "Parking place added" },
  });
  const remove = useMutation(DrivingRuleService.method.deleteParkingLocation, { meta: { success: "Parking place deleted" } });
  const { name = "", start, end, vanIdList = [] } = location ?? {};
  const form = useForm<Values>({ defaultValues: { name, start: valuesOf(start), end: valuesOf(end), vanIds: vanIdList } });
  const { control } = form;
  const onSave = async (values: Values) => {
    const ends = values.end.address.trim() ? { end: placeOf(values.end) } : {};
    const saved = await save.mutateAsync({
      locationId: location?.locationId ?? "0",
      version: location?.version ?? 0,
      name: values.name,
      start: placeOf(values.start),
      ...ends,
      updateMask: { paths: ["name", "start", "end"] },
    });
    await assign("locationId", saved.location?.locationId ?? "0", values.vanIds);
    onSaved();
  };
  const drop = async () => {
    const body = "Its vans then start and end at your business.";
    if (!location || !(await confirm({ title: `Delete ${name}?`, body, action: "Delete parking place", danger: true }))) return;
    await remove.mutateAsync({ locationId: location.locationId });
    onSaved();
    onClose();
  };
  return (
    <DrawerForm
      open
      title={location ? name : "New parking place"}
      form={form}
      saveLabel={location ? "Save parking place" : "Add parking place"}
      onSave={onSave}
      onClose={onClose}
      width={520}
      aside={
        location && (
          <Button color="error" variant="text" onClick={() => void drop()}>
            Delete
          </Button>
        )
      }
    >
      <FormText control={control} name="name" label="Name" autoFocus={!location} check={required("A name")} />
      <PlaceFields control={control} prefix="start." label="The day starts at" />
      <PlaceFields control={control} prefix="end." label="The day ends at" optional />
      <Typography variant="body2" color="textSecondary">
        Leave the end empty when vans come back to where they started.
      </Typography>
      {options.length > 0 && <FormChips control={control} name="vanIds" label="For these vans" options={options} />}
    </DrawerForm>
  );
};
