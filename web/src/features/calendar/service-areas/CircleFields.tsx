import type { ServiceArea } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import { distanceIn, ringAround } from "@leashline/proto/rules/area-circle.ts";
import Typography from "@mui/material/Typography";
import { type Control, useWatch } from "react-hook-form";
import { PlaceFields } from "../../../app/address/PlaceFields.tsx";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { unitWords } from "../shared/signs/distance.ts";
import { AreaSheet } from "./AreaSheet.tsx";
import { type AreaValues, type Corner, distanceHelp, FROM_ADDRESS, FROM_LOCATION, metersIn, middleIn } from "./area-form.ts";

type Props = { control: Control<AreaValues>; others: readonly ServiceArea[]; location: Corner | undefined };

const sources = [
  { value: FROM_LOCATION, label: "Your location" },
  { value: FROM_ADDRESS, label: "Another address" },
];
/** From edge to edge of the sheet, so that a quarter of it is a round number. */
const WIDTHS = [4, 8, 20, 40, 80, 200, 400, 800];
const acrossFor = (distance: number): number => WIDTHS.find((one) => one >= distance * 3) ?? 2000;

/** How far the area reaches, and from where. */
export const CircleFields = ({ control, others, location }: Props) => {
  const { distanceUnit: unit } = usePreferences();
  const [circle, color] = useWatch({ control, name: ["circle", "colorCode"] });
  const meters = metersIn(circle.radiusMeters, unit);
  const fromHere = circle.atLocation === FROM_LOCATION;
  const center = fromHere ? location : middleIn(circle);
  return (
    <>
      <FormText
        control={control}
        name="circle.radiusMeters"
        label={`How many ${unitWords[unit]}`}
        help="In a straight line, not by road"
        check={(text) => (metersIn(text, unit) ? undefined : distanceHelp(unit))}
      />
      <FormSelect control={control} name="circle.atLocation" label="Measured from" options={sources} />
      {!fromHere && <PlaceFields control={control} prefix="circle." label="Address" />}
      {center && meters ? (
        <AreaSheet
          outline={ringAround(center, meters)}
          others={others}
          center={center}
          mark={fromHere ? "your location" : "the address"}
          color={color}
          across={acrossFor(distanceIn(unit, meters))}
        />
      ) : (
        <Typography variant="body2" color="textSecondary">
          {fromHere && !location
            ? "We don’t know where your location is on the map yet. Pick its address in Settings, Locations."
            : "The circle shows here once we know the distance and the place."}
        </Typography>
      )}
    </>
  );
};
