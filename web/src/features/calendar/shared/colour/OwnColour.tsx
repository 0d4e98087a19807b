import { ColorCodeWith } from "@leashline/proto/leashline/calendar/v1/calendar_setting_service_pb.js";
import { ColourChoice } from "../../../../ui/inputs/ColourChoice.tsx";
import { useCalendarSetting } from "../useCalendar.ts";

type Props = { value: string; onChange: (colorCode: string) => void; none: string; disabled?: boolean };

/** The color of one appointment or block, where the calendar is colored by them. */
export const OwnColour = (props: Props) =>
  useCalendarSetting().data?.setting?.showColorCodeWith === ColorCodeWith.APPOINTMENT && (
    <ColourChoice label="Color on the calendar" {...props} />
  );
