import { useMutation, useQuery } from "@connectrpc/connect-query";
import { LocationService } from "@leashline/proto/leashline/account/v1/location_service_pb.js";
import { type ServiceArea, ServiceAreaService } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import Button from "@mui/material/Button";
import { useForm } from "react-hook-form";
import { useInfo } from "../../../app/session/session.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormColour } from "../../../ui/form/FormColour.tsx";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { required } from "../../../ui/format/validate.ts";
import { choices } from "../../../ui/theme/tokens.ts";
import {
  type AreaValues,
  BY_CORNERS,
  BY_DISTANCE,
  BY_ZIPCODES,
  type Corner,
  cornersIn,
  cornersText,
  requestOf,
  valuesOf,
  zipcodesIn,
} from "./area-form.ts";
import { CircleFields } from "./CircleFields.tsx";
import { CornerPad } from "./CornerPad.tsx";
import { ZipcodeHelp } from "./ZipcodeHelp.tsx";

type Props = { area?: ServiceArea; areas: readonly ServiceArea[]; onClose: () => void; onSaved: () => void };

const types = [
  { value: BY_ZIPCODES, label: "A list of zip codes" },
  { value: BY_DISTANCE, label: "Everything within a distance" },
  { value: BY_CORNERS, label: "A line drawn around it" },
];
/** Where nobody said where the business is: the middle of the country. */
const somewhere: Corner = { lat: 39.5, lng: -98.35 };

/** One service area, new or changed. */
export const ServiceAreaDrawer = ({ area, areas, onClose, onSaved }: Props) => {
  const save = useMutation(ServiceAreaService.method.saveServiceArea, {
    meta: { success: area ? "Service area saved" : "Service area added" },
  });
  const remove = useMutation(ServiceAreaService.method.deleteServiceArea, { meta: { success: "Service area deleted" } });
  const { distanceUnit: unit } = usePreferences();
  const form = useForm<AreaValues>({ defaultValues: valuesOf(area, choices[areas.length % choices.length] ?? choices[0], unit) });
  const { control, watch, setValue } = form;
  const { type, corners, zipcodes, colorCode } = watch();
  const { center, known, location } = useCenter(area);
  const others = areas.filter((one) => one.areaId !== area?.areaId);
  const onSave = async (values: AreaValues) => {
    await save.mutateAsync({ ...requestOf(values, unit, area?.circle), areaId: area?.areaId ?? "0", version: area?.version ?? 0 });
    onSaved();
  };
  const drop = async () => {
    const body = "Staff who only served this area are no longer limited.";
    if (!area || !(await confirm({ title: `Delete ${area.areaName}?`, body, action: "Delete service area", danger: true }))) return;
    await remove.mutateAsync({ areaId: area.areaId });
    onSaved();
    onClose();
  };
  return (
    <DrawerForm
      open
      addressed={area !== undefined}
      title={area ? area.areaName : "New service area"}
      form={form}
      saveLabel={area ? "Save service area" : "Add service area"}
      onSave={onSave}
      onClose={onClose}
      width={560}
      aside={
        area && (
          <Button color="error" variant="text" onClick={() => void drop()}>
            Delete
          </Button>
        )
      }
    >
      <FormText control={control} name="areaName" label="Name" autoFocus={!area} check={required("A name")} />
      <FormColour control={control} name="colorCode" label="Color" />
      <FormSelect control={control} name="type" label="The area is" options={types} />
      {type === BY_DISTANCE && <CircleFields control={control} others={others} location={location} />}
      {type === BY_CORNERS && (
        <>
          <CornerPad
            corners={cornersIn(corners) ?? []}
            others={others}
            center={center}
            marked={known}
            color={colorCode}
            onChange={(next) => setValue("corners", cornersText(next), { shouldDirty: true, shouldValidate: true })}
          />
          <FormText
            control={control}
            name="corners"
            label="Corners"
            help="One a line: latitude, longitude"
            multiline
            minRows={3}
            check={(value) =>
              (cornersIn(value)?.length ?? 0) >= 3 ? undefined : "Set at least three corners: latitude, longitude on each line"
            }
          />
        </>
      )}
      {type === BY_ZIPCODES && (
        <>
          <FormText
            control={control}
            name="zipcodes"
            label="ZIP codes"
            help="With commas between them"
            multiline
            minRows={2}
            check={(value) => (zipcodesIn(value).length > 0 ? undefined : "Enter at least one zip code")}
          />
          <ZipcodeHelp
            text={zipcodes}
            areaId={area?.areaId ?? "0"}
            areas={areas}
            onChange={(text) => setValue("zipcodes", text, { shouldDirty: true, shouldValidate: true })}
          />
        </>
      )}
    </DrawerForm>
  );
};

/** Around which the sheet lies: the area itself, else where the business is. */
function useCenter(area: ServiceArea | undefined): { center: Corner; known: boolean; location: Corner | undefined } {
  const { data } = useQuery(LocationService.method.listLocations);
  const { business } = useInfo();
  const here = data?.locations.find((one) => one.id === business?.id)?.address?.coordinate;
  const [first] = area?.polygon ?? [];
  const place = here && { lat: here.latitude, lng: here.longitude };
  return { center: first ?? place ?? somewhere, known: !first && place !== undefined, location: place };
}
